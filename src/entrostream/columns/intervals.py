"""Executor of requests for one value per interval of time, also of intervals without rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.columns.auxiliary import AuxiliaryArrays
from entrostream.columns.bins import bin_columns
from entrostream.columns.calendar import Intervals
from entrostream.columns.chunk_parts import Part, all_parts, are_chunks
from entrostream.columns.engine import NO_CODE, CodedRows, Engine
from entrostream.columns.groups import KeyLayout, to_keyed_result
from entrostream.columns.late import ReorderBuffer
from entrostream.columns.lateness import Lateness, OutOfOrderError
from entrostream.columns.libraries import KeyColumn, Values, row_slice
from entrostream.columns.request import Request
from entrostream.columns.window import Window

__all__ = ["collect_intervals", "compute_intervals"]

Numbers = NDArray[np.int64]
EngineFactory = Callable[[Hashable], Callable[..., Engine]]
MAX_INTERVALS = 1 << 27
NOT_BEGUN = np.iinfo(np.int64).min


def compute_intervals(
    values: Any, request: Request, pair: Any = None, engine_for: EngineFactory | None = None
) -> Any:
    """Return a frame of intervals and their values; of chunks an iterator over frames."""
    chunked = are_chunks(values)
    stream = IntervalStream(request, engine_for, chunked=chunked)
    parts = all_parts(values, request, pair)
    if chunked:
        return stream.frames(parts)
    return stream.frame(parts)


def collect_intervals(
    values: Any, request: Request, pair: Any = None, engine_for: EngineFactory | None = None
) -> Any:
    """Return one frame of intervals and their values, also of chunks."""
    stream = IntervalStream(request, engine_for, chunked=are_chunks(values))
    return stream.frame(all_parts(values, request, pair, large=True))


@dataclass(frozen=True)
class IntervalValues:
    """Values of intervals, each identified by its stream and its number on the clock."""

    streams: Numbers
    numbers: Numbers
    values: list[dict[str, Values]]  # of each column


class IntervalStream:
    """All columns of a stream of parts, and the values of the intervals that have ended."""

    def __init__(self, request: Request, engine_for: EngineFactory | None, *, chunked: bool):
        self._request = request
        self._engine_for = engine_for
        self._chunked = chunked
        self._columns: list[IntervalColumn] | None = None
        self._layout: KeyLayout | None = None
        self._part: Part | None = None

    def frames(self, parts: Iterator[Part]) -> Iterator[Any]:
        """Yield the intervals that have ended after each part, and finally the last ones."""
        for part in parts:
            yield self._to_frame(self._push(part))
        if self._columns is not None:
            yield self._to_frame(self._finish())

    def frame(self, parts: Iterator[Part]) -> Any:
        """Return all intervals, those of a group one after the other."""
        values = [self._push(part) for part in parts]
        if self._columns is None:
            raise ValueError("there are no rows, and no intervals: no chunk came")
        return self._to_frame(in_order(concatenate([*values, self._finish()])))

    def _push(self, part: Part) -> IntervalValues:
        if self._columns is None:
            self._begin(part)
        assert self._columns is not None
        self._part = part
        part.auxiliary.require_rows(part.rows)
        pairs = zip(self._columns, part.columns, strict=True)
        return stack_columns([column.push(part, values) for column, values in pairs])

    def _begin(self, part: Part) -> None:
        self._layout = KeyLayout.of(part, self._request)
        self._columns = [
            IntervalColumn(
                part,
                len(each),
                self._request,
                self._engine_for and self._engine_for(name),
                self._chunked,
            )
            for name, each in zip(part.names, part.columns, strict=True)
        ]

    def _finish(self) -> IntervalValues:
        return stack_columns([column.finish() for column in self._columns or ()])

    def _to_frame(self, ended: IntervalValues) -> Any:
        assert self._columns
        assert self._layout is not None
        assert self._part is not None
        engine = self._columns[0].engine
        intervals = self._columns[0].intervals
        shift = 1 if self._request.label == "left" else 0
        times = intervals.edges(ended.numbers - shift)
        keys = self._layout.keys(engine.streams, ended.streams)
        clock = "seconds" if engine.clock == "seconds" else "instants"
        keys.append(KeyColumn(self._layout.time_name, times, self._layout.times, clock))
        return to_keyed_result(keys, ended.values, self._part, self._request)


class IntervalColumn:
    """One column, or a pair: its rows, and the ends of intervals as rows without a label.

    What the window of such a row holds is the value of the interval that ends there.
    """

    def __init__(
        self,
        part: Part,
        columns: int,
        request: Request,
        kind: Callable[..., Engine] | None,
        chunked: bool,
    ):
        window = request.window
        assert window.intervals is not None
        self.intervals: Intervals = window.intervals
        self._left = window.closed in ("left", "neither")
        self._measures = request.all_measures
        self._request = request
        self._chunked = chunked
        self.engine = (kind or Engine)(
            window_in_order(window),
            part.auxiliary.without_rows(),
            columns=columns,
            missing=request.missing,
            threads=1,
        )
        late = request.lateness is not None
        self._late = ReorderBuffer(Lateness(request.lateness, request.late)) if late else None
        self._next = np.empty(0, np.int64)  # of each stream: the interval that has not ended
        self._dtypes: list[Any] = []  # of the items

    def push(self, part: Part, columns: Sequence[Any]) -> IntervalValues:
        """Take the rows of the next part."""
        binned = bin_columns(columns, self._request.bins, part.library)
        columns = [row_slice(column, 0, part.rows) for column in binned]
        auxiliary = self.engine.read(part.auxiliary, part.rows)
        rows = self.engine.encode(columns, auxiliary)
        try:
            return self._process(self._in_time_order(rows, auxiliary, part.first))
        except OutOfOrderError as error:
            raise ValueError(str(error)) from None

    def _in_time_order(self, rows: CodedRows, auxiliary: AuxiliaryArrays, first: int) -> CodedRows:
        """Return the rows that can be processed, in the order of their times."""
        if self._late is not None:
            return self._late.push(rows)[0]
        if self._chunked:
            self.engine.require_order(auxiliary, first)
        if auxiliary.in_order or auxiliary.times is None:
            return rows
        return rows.take(np.argsort(auxiliary.times, kind="stable"))

    def finish(self) -> IntervalValues:
        """Return the values of the intervals that the last rows are in."""
        rest = None if self._late is None else self._late.finish()
        before = [] if rest is None else [self._process(rest[0])]
        streams = np.flatnonzero(self._next != NOT_BEGUN)
        last = self._push_with_ends(None, np.empty(0, np.int64), streams, self._next[streams])
        self._next = np.full(len(self._next), NOT_BEGUN)
        return concatenate([*before, last])

    def _process(self, rows: CodedRows) -> IntervalValues:
        """Take rows whose times do not go back."""
        if not len(rows):
            return self._push_with_ends(None, *(np.empty(0, np.int64) for _ in range(3)))
        if rows.streams is not None:
            rows = by_stream(rows)
        assert rows.times is not None
        self._dtypes = [item.dtype for item in rows.items]
        streams = stream_numbers(rows)
        ends = self.intervals.numbers(rows.times - (0 if self._left else 1)) + 1
        more = int(streams.max(initial=-1)) + 1 - len(self._next)
        self._next = np.append(self._next, np.full(max(0, more), NOT_BEGUN))
        begins = np.append(True, streams[1:] != streams[:-1])[: len(streams)]
        before = np.append(0, ends[:-1])[: len(ends)]
        known = self._next[streams[begins]]
        before[begins] = np.where(known == NOT_BEGUN, ends[begins], known)
        self._next[streams] = ends  # the last row of each stream counts
        ended = ends - before  # intervals before each row
        require_few_intervals(ended, self.intervals)
        offsets = np.arange(int(ended.sum())) - np.repeat(np.cumsum(ended) - ended, ended)
        places = np.arange(len(rows)) + np.cumsum(ended)
        return self._push_with_ends(
            rows, places, np.repeat(streams, ended), np.repeat(before, ended) + offsets
        )

    def _push_with_ends(
        self, rows: CodedRows | None, places: Numbers, streams: Numbers, numbers: Numbers
    ) -> IntervalValues:
        """Push rows at these places, and the ends of intervals at all others."""
        outputs = {name: np.full(len(numbers), np.nan) for name in self._measures}
        if rows is not None or len(numbers):
            size = len(places) + len(numbers)
            is_end = np.ones(size, bool)
            is_end[places] = False
            merged = self._merge_ends(rows, places, is_end, streams, numbers)
            where = np.full(size, -1)
            where[is_end] = np.arange(len(numbers))
            self.engine.push_coded(merged, outputs, 0, None, where)
        return IntervalValues(streams, numbers, [outputs])

    def _merge_ends(
        self,
        rows: CodedRows | None,
        places: Numbers,
        is_end: NDArray[np.bool_],
        streams: Numbers,
        numbers: Numbers,
    ) -> CodedRows:
        def merge(dtype: Any, row_values: Any, end_values: Any) -> Any:
            column = np.empty(len(is_end), dtype)
            column[is_end] = end_values
            if row_values is not None:
                column[places] = row_values
            return column

        items = [None] * len(self._dtypes) if rows is None else rows.items
        # The end of an interval has no label, and a weight of 0.
        merged = [
            merge(dtype, item, NO_CODE if dtype == np.uint32 else 0)
            for dtype, item in zip(self._dtypes, items, strict=True)
        ]
        row_times, row_streams = (None, None) if rows is None else (rows.times, rows.streams)
        times = merge(np.int64, row_times, self.intervals.edges(numbers))
        if self.engine.streams is None:
            return CodedRows(merged, None, times)
        return CodedRows(merged, merge(np.uint32, row_streams, streams), times)


def window_in_order(window: Window) -> Window:
    """Return the same window for rows in the order of their times, without intervals."""
    return Window(
        window.length, window.span, window.min_periods, closed=window.closed, months=window.months
    )


def by_stream(rows: CodedRows) -> CodedRows:
    """Return the rows stream by stream, without those that belong to none."""
    assert rows.streams is not None
    order = np.argsort(rows.streams, kind="stable")
    return rows.take(order[: int(np.searchsorted(rows.streams[order], NO_CODE))])


def stream_numbers(rows: CodedRows) -> Numbers:
    """Return the number of each row's stream; 0 if there is only one."""
    if rows.streams is None:
        return np.zeros(len(rows), np.int64)
    return rows.streams.astype(np.int64)


def require_few_intervals(ended: Numbers, intervals: Intervals) -> None:
    """Refuse intervals that would fill the memory."""
    count = float(ended.sum(dtype=np.float64))
    if count > MAX_INTERVALS:
        raise ValueError(
            f"{repr_short(intervals.given)} gives {count:.0f} intervals, more than "
            f"{MAX_INTERVALS}: take longer ones"
        )


def stack_columns(columns: Sequence[IntervalValues]) -> IntervalValues:
    """Return the values of all columns, which have the same intervals."""
    return IntervalValues(
        columns[0].streams, columns[0].numbers, [each.values[0] for each in columns]
    )


def concatenate(parts: Sequence[IntervalValues]) -> IntervalValues:
    """Return the values of consecutive parts."""
    values = [
        {name: np.concatenate([each.values[place][name] for each in parts]) for name in column}
        for place, column in enumerate(parts[0].values)
    ]
    streams = np.concatenate([each.streams for each in parts])
    return IntervalValues(streams, np.concatenate([each.numbers for each in parts]), values)


def in_order(intervals: IntervalValues) -> IntervalValues:
    """Return the values of each stream together, in the order of time."""
    order = np.lexsort((intervals.numbers, intervals.streams))
    values = [{name: each[order] for name, each in column.items()} for column in intervals.values]
    return IntervalValues(intervals.streams[order], intervals.numbers[order], values)
