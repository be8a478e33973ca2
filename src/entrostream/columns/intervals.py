"""One value for each interval of the clock: "every ten minutes", also where nothing happened."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.columns.calendar import Intervals
from entrostream.columns.chunk_parts import Part, are_chunks
from entrostream.columns.engine import NO_CODE, CodedRows, Engine, TimesGoBackError
from entrostream.columns.groups import Dress, all_parts, made_keyed, values_of
from entrostream.columns.late import RowsInOrder
from entrostream.columns.lateness import Lateness, TooLateError
from entrostream.columns.libraries import KeyColumn, Values
from entrostream.columns.request import Request
from entrostream.columns.window import Window

__all__ = ["answer_intervals", "collected_intervals"]

Numbers = NDArray[np.int64]
EngineOf = Callable[[Hashable], Callable[..., Engine]]
MOST_INTERVALS = 1 << 27
NOT_BEGUN = np.iinfo(np.int64).min


def answer_intervals(
    values: Any, request: Request, pair: Any = None, engine_of: EngineOf | None = None
) -> Any:
    """Return a frame of intervals and their values; of chunks an iterator over frames."""
    chunked = are_chunks(values)
    walk = IntervalWalk(request, engine_of, chunked=chunked)
    parts = all_parts(values, request, pair)
    if chunked:
        return walk.frames(parts)
    return walk.frame(parts)


def collected_intervals(
    values: Any, request: Request, pair: Any = None, engine_of: EngineOf | None = None
) -> Any:
    """Return one frame of intervals and their values, also of chunks."""
    walk = IntervalWalk(request, engine_of, chunked=are_chunks(values))
    return walk.frame(all_parts(values, request, pair, large=True))


@dataclass(frozen=True)
class Found:
    """Values of intervals: each the `number`-th of a stream."""

    streams: Numbers
    numbers: Numbers
    values: list[dict[str, Values]]  # of each column


class IntervalWalk:
    """All columns of the parts of a stream, and the values of intervals that are over."""

    def __init__(self, request: Request, engine_of: EngineOf | None, *, chunked: bool):
        self._request = request
        self._engine_of = engine_of
        self._chunked = chunked
        self._columns: list[Ticks] | None = None
        self._dress: Dress | None = None
        self._part: Part | None = None

    def frames(self, parts: Iterator[Part]) -> Iterator[Any]:
        """Yield the intervals that are over after each part, and at the end the last ones."""
        for part in parts:
            yield self._made(self._push(part))
        if self._columns is not None:
            yield self._made(self._finish())

    def frame(self, parts: Iterator[Part]) -> Any:
        """Return all intervals, those of a group one after the other."""
        found = [self._push(part) for part in parts]
        if self._columns is None:
            raise ValueError("there are no rows, and no intervals: no chunk came")
        return self._made(in_order(joined_found([*found, self._finish()])))

    def _push(self, part: Part) -> Found:
        if self._columns is None:
            self._begin(part)
        assert self._columns is not None
        self._part = part
        part.beside.require_rows(part.rows)
        pairs = zip(self._columns, part.columns, strict=True)
        return side_by_side([column.push(part, values) for column, values in pairs])

    def _begin(self, part: Part) -> None:
        self._dress = Dress.of(part, self._request)
        self._columns = [
            Ticks(
                part,
                len(each),
                self._request,
                self._engine_of and self._engine_of(name),
                self._chunked,
            )
            for name, each in zip(part.names, part.columns, strict=True)
        ]

    def _finish(self) -> Found:
        return side_by_side([column.finish() for column in self._columns or ()])

    def _made(self, found: Found) -> Any:
        assert self._columns
        assert self._dress is not None
        assert self._part is not None
        engine = self._columns[0].engine
        intervals = self._columns[0].intervals
        shift = 1 if self._request.label == "left" else 0
        times = intervals.edges(found.numbers - shift)
        keys = self._dress.keys(engine.streams, found.streams)
        clock = "seconds" if engine.clock == "seconds" else "instants"
        keys.append(KeyColumn(self._dress.time_name, times, self._dress.times, clock))
        return made_keyed(keys, found.values, self._part, self._request)


class Ticks:
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
            plain(window), part.beside.shape(), columns=columns, missing=request.missing, threads=1
        )
        late = request.lateness is not None
        self._late = RowsInOrder(Lateness(request.lateness, request.late)) if late else None
        self._next = np.empty(0, np.int64)  # of each stream: the interval that is not over
        self._kinds: list[Any] = []  # of the items, for rows that are made

    def push(self, part: Part, columns: Sequence[Any]) -> Found:
        """Take the rows of the next part."""
        rows = self.engine.coded(values_of(part, columns, self._request), part.beside)
        if self._late is not None:
            try:
                return self._take(self._late.push(rows)[0])
            except TooLateError as error:
                raise ValueError(str(error)) from None
        if not self._chunked:
            return self._take(in_time_order(rows))
        try:
            self.engine.require_order(rows.times)
        except TimesGoBackError as error:
            raise ValueError(
                f"times must not go back over chunks, as that of row {part.first + error.row} "
                "does; pass lateness=, or sort first"
            ) from None
        return self._take(rows)

    def finish(self) -> Found:
        """Return the values of the intervals that the last rows are in."""
        rest = None if self._late is None else self._late.finish()
        before = [] if rest is None else [self._take(rest[0])]
        streams = np.flatnonzero(self._next != NOT_BEGUN)
        last = self._walk(None, np.empty(0, np.int64), streams, self._next[streams])
        self._next = np.full(len(self._next), NOT_BEGUN)
        return joined_found([*before, last])

    def _take(self, rows: CodedRows) -> Found:
        """Take rows whose times do not go back."""
        if not len(rows):
            return self._walk(None, *(np.empty(0, np.int64) for _ in range(3)))
        if rows.streams is not None:
            rows = by_stream(rows)
        assert rows.times is not None
        self._kinds = [item.dtype for item in rows.items]
        streams = stream_numbers(rows)
        ends = self.intervals.numbers(rows.times - (0 if self._left else 1)) + 1
        more = int(streams.max(initial=-1)) + 1 - len(self._next)
        self._next = np.append(self._next, np.full(max(0, more), NOT_BEGUN))
        begins = np.append(True, streams[1:] != streams[:-1])[: len(streams)]
        before = np.append(0, ends[:-1])[: len(ends)]
        known = self._next[streams[begins]]
        before[begins] = np.where(known == NOT_BEGUN, ends[begins], known)
        self._next[streams] = ends  # of rows of the same stream the last counts
        over = ends - before
        require_few(over, self.intervals)
        all_over = int(over.sum())
        offsets = np.arange(all_over) - np.repeat(np.cumsum(over) - over, over)
        places = np.arange(len(rows)) + np.cumsum(over)
        return self._walk(rows, places, np.repeat(streams, over), np.repeat(before, over) + offsets)

    def _walk(
        self, rows: CodedRows | None, places: Numbers, streams: Numbers, numbers: Numbers
    ) -> Found:
        """Give the engine rows at these places, and the ends of intervals at all others."""
        outputs = {name: np.full(len(numbers), np.nan) for name in self._measures}
        if rows is not None or len(numbers):
            size = len(places) + len(numbers)
            is_end = np.ones(size, bool)
            is_end[places] = False
            merged = self._merged(rows, places, is_end, streams, numbers)
            where = np.full(size, -1)
            where[is_end] = np.arange(len(numbers))
            self.engine.walk(merged, outputs, 0, None, where)
        return Found(streams, numbers, [outputs])

    def _merged(
        self,
        rows: CodedRows | None,
        places: Numbers,
        is_end: NDArray[np.bool_],
        streams: Numbers,
        numbers: Numbers,
    ) -> CodedRows:
        def both(kind: Any, of_rows: Any, of_ends: Any) -> Any:
            column = np.empty(len(is_end), kind)
            column[is_end] = of_ends
            if of_rows is not None:
                column[places] = of_rows
            return column

        given = [None] * len(self._kinds) if rows is None else rows.items
        # A code that is none; a weight of 0 where the kind is another.
        items = [
            both(kind, item, NO_CODE if kind == np.uint32 else 0)
            for kind, item in zip(self._kinds, given, strict=True)
        ]
        times = both(np.int64, None if rows is None else rows.times, self.intervals.edges(numbers))
        if self.engine.streams is None:
            return CodedRows(items, None, times)
        return CodedRows(
            items, both(np.uint32, None if rows is None else rows.streams, streams), times
        )


def plain(window: Window) -> Window:
    """Return the same window for rows that stand in the order of their times."""
    return Window(
        window.length, window.span, window.min_periods, closed=window.closed, months=window.months
    )


def by_stream(rows: CodedRows) -> CodedRows:
    """Return the rows stream by stream, without those that belong to none."""
    assert rows.streams is not None
    order = np.argsort(rows.streams, kind="stable")
    return rows.taken(order[: int(np.searchsorted(rows.streams[order], NO_CODE))])


def stream_numbers(rows: CodedRows) -> Numbers:
    """Return the number of each row's stream; all are of one if nothing is said."""
    if rows.streams is None:
        return np.zeros(len(rows), np.int64)
    return rows.streams.astype(np.int64)


def in_time_order(rows: CodedRows) -> CodedRows:
    """Return the rows in the order of their times."""
    if rows.times is None or not np.any(rows.times[1:] < rows.times[:-1]):
        return rows
    return rows.taken(np.argsort(rows.times, kind="stable"))


def require_few(over: Numbers, intervals: Intervals) -> None:
    """Refuse intervals that would fill the memory."""
    many = float(over.sum(dtype=np.float64))
    if many > MOST_INTERVALS:
        raise ValueError(
            f"{repr_short(intervals.given)} gives {many:.0f} intervals, more than "
            f"{MOST_INTERVALS}: "
            "take longer ones"
        )


def side_by_side(found: Sequence[Found]) -> Found:
    """Return the values of all columns, which have the same intervals."""
    return Found(found[0].streams, found[0].numbers, [each.values[0] for each in found])


def joined_found(found: Sequence[Found]) -> Found:
    """Return all values one after the other."""
    values = [
        {name: np.concatenate([each.values[place][name] for each in found]) for name in column}
        for place, column in enumerate(found[0].values)
    ]
    streams = np.concatenate([each.streams for each in found])
    return Found(streams, np.concatenate([each.numbers for each in found]), values)


def in_order(found: Found) -> Found:
    """Return the values of each stream together, in the order of time."""
    order = np.lexsort((found.numbers, found.streams))
    values = [{name: each[order] for name, each in column.items()} for column in found.values]
    return Found(found.streams[order], found.numbers[order], values)
