"""From columns to the values of their rows: the core's windows, fed piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    DictionaryEncoder,
    LabelWindows,
    PairEncoder,
    PairWindows,
    WeightWindows,
    column_times,
)
from entrostream.columns.libraries import Values, piece, require_rows
from entrostream.columns.threads import in_threads
from entrostream.columns.window import Window

__all__ = [
    "NO_CODE",
    "PIECE",
    "UNIT",
    "Beside",
    "CodedRows",
    "Engine",
    "Outputs",
    "Streams",
    "TimesGoBackError",
    "pieces",
]

PIECE = 1 << 20  # rows read at once: some megabytes of codes and times
UNIT = 2.0**-20  # of weights, as in a WeightedTally
NO_CODE = 2**32 - 1  # of a row without a label

Codes = NDArray[np.uint32]
Outputs = Mapping[str, Values]


class TimesGoBackError(ValueError):
    """The times of a column are not in order, from this row of a piece on."""

    def __init__(self, row: int):
        super().__init__("times must not go back")
        self.row = row


@dataclass(frozen=True)
class Beside:
    """What stands beside the values, row by row."""

    times: Any = None
    keys: tuple[Any, ...] = ()
    weights: Any = None

    def require_rows(self, rows: int) -> None:
        """Refuse columns that are longer or shorter than the values."""
        named = [("times", self.times), ("weights", self.weights)]
        for name, column in named + [("by", key) for key in self.keys]:
            if column is not None:
                require_rows(column, rows, name, hint=hint_for(column))

    def piece(self, first: int, last: int) -> Beside:
        """Return what stands beside the rows from `first` to before `last`."""

        def part(column: Any) -> Any:
            return None if column is None else piece(column, first, last)

        return Beside(part(self.times), tuple(map(part, self.keys)), part(self.weights))

    def shape(self) -> Beside:
        """Return what tells which columns there are, but has none of their rows."""

        def none_of(column: Any) -> Any:
            return None if column is None else ()

        return Beside(none_of(self.times), tuple(map(none_of, self.keys)), none_of(self.weights))


def hint_for(column: Any) -> str:
    """Return what else a list of the wrong length may be meant for."""
    are_strings = isinstance(column, list) and all(isinstance(each, str) for each in column)
    return "; names of columns need a frame" if are_strings else ""


@dataclass(frozen=True)
class CodedRows:
    """Rows as the core takes them: arrays, one number for each row."""

    items: list[Any]  # codes of labels, and weights behind them if there are any
    streams: Codes | None
    times: NDArray[np.int64] | None

    def __len__(self) -> int:
        return len(self.items[0])

    def taken(self, rows: NDArray[np.int64]) -> CodedRows:
        """Return these rows, in this order."""

        def of(column: Any) -> Any:
            return None if column is None else column[rows]

        return CodedRows([of(item) for item in self.items], of(self.streams), of(self.times))

    def followed_by(self, others: CodedRows) -> CodedRows:
        """Return these rows and others after them."""

        def both(first: Any, second: Any) -> Any:
            return None if first is None else np.concatenate([first, second])

        items = [both(*pair) for pair in zip(self.items, others.items, strict=True)]
        return CodedRows(items, both(self.streams, others.streams), both(self.times, others.times))


class Engine:
    """The windows of a column, or of a pair of columns, with all that may stand beside it.

    Rows come piece by piece, in order; `push` and `finish` write the values that are known
    then to `outputs`, whose first row is row `first` of the column, and return how many rows
    got theirs.
    """

    def __init__(self, window: Window, beside: Beside, *, columns: int, missing: str, threads: int):
        self._window = window
        self._weighted = beside.weights is not None
        self._missing = missing
        self._labels = [DictionaryEncoder(missing) for _ in range(columns)]
        self._streams = Streams(len(beside.keys)) if beside.keys else None
        self._in_stream = [PairEncoder() for _ in range(columns)]
        self._pairs = PairEncoder()
        self._last_time: int | None = None
        self._clock = "unset"
        parts = threads if beside.keys else 1
        self._parts = [self._make(columns, (part, parts)) for part in range(parts)]

    def push(
        self,
        columns: Sequence[Any],
        beside: Beside,
        outputs: Outputs,
        first: int,
        order: NDArray[np.int64] | None = None,
    ) -> int:
        """Take the rows that follow; `order` says which of them comes first, and so on."""
        rows = self.coded(columns, beside)
        if order is None:
            self.require_order(rows.times)
        return self.walk(rows, outputs, first, order)

    def coded(self, columns: Sequence[Any], beside: Beside) -> CodedRows:
        """Return rows as the core takes them, whatever their times."""
        streams = None if self._streams is None else self._streams.codes(beside.keys)
        times = self._times(beside.times, len(columns[0]))
        return CodedRows(self._items(columns, streams, beside), streams, times)

    def walk(
        self,
        rows: CodedRows,
        outputs: Outputs,
        first: int,
        order: NDArray[np.int64] | None = None,
        numbers: NDArray[np.int64] | None = None,
    ) -> int:
        """Take rows in the order of their times; `numbers` are their places, -1 for no value."""
        arguments: dict[str, Any] = {
            "streams": rows.streams,
            "times": rows.times,
            "order": order,
            "outputs": list(outputs.items()),
            "first": first,
            "numbers": numbers,
        }
        items = [*rows.items, self._missing] if self._weighted else rows.items
        return self._each(lambda windows: windows.push(*items, **arguments))

    def totals(self, outputs: Outputs) -> None:
        """Write the values of all that each stream holds, in the order of `Streams.keys`."""
        for windows in self._parts:
            windows.totals(list(outputs.items()))

    @property
    def streams(self) -> Streams | None:
        """The streams so far, None if rows have no keys: then they are one."""
        return self._streams

    def finish(self, outputs: Outputs, first: int) -> int:
        """Give the rows that waited for others their values: there are no others."""
        return self._each(lambda windows: windows.finish(list(outputs.items()), first))

    def _make(self, columns: int, part: tuple[int, int]) -> Any:
        if self._window.fading is not None:
            return self._window.fading.engine(self._window.min_periods, part)
        kind: Any = LabelWindows if columns == 1 else PairWindows
        if self._weighted:
            kind = WeightWindows
        unit = UNIT if self._weighted else None
        return kind(**self._window.core_arguments, part=part, unit=unit)

    def _items(self, columns: Sequence[Any], streams: Codes | None, beside: Beside) -> list[Any]:
        codes = [coder.codes(column) for coder, column in zip(self._labels, columns, strict=True)]
        if streams is not None:  # a label of another stream is another label
            coders = zip(self._in_stream, codes, strict=True)
            codes = [coder.codes(streams, each) for coder, each in coders]
        if len(codes) == 2:
            codes.append(self._pairs.codes(*codes))
        return [*codes, weights_of(beside.weights)] if self._weighted else codes

    def _times(self, times: Any, rows: int) -> NDArray[np.int64] | None:
        if times is None or not rows:
            return None
        read, clock = column_times(times, rows)
        if self._clock not in ("unset", clock):
            raise TypeError("times must all be numbers of seconds, or all be instants")
        self._clock = clock
        self._window.require_clock(clock)
        return np.asarray(read)

    @property
    def clock(self) -> str:
        """What the times are: numbers of "seconds" or "instants"; "unset" before the first."""
        return self._clock

    def require_order(self, times: NDArray[np.int64] | None) -> None:
        """Refuse times that go back, also before those so far."""
        if times is None:
            return
        if self._last_time is not None and times[0] < self._last_time:
            raise TimesGoBackError(0)
        if np.any(back := times[1:] < times[:-1]):
            raise TimesGoBackError(int(np.argmax(back)) + 1)
        self._last_time = int(times[-1])

    def _each(self, work: Any) -> int:
        """Let all parts do their share, each of which lets go of Python's lock."""
        if len(self._parts) == 1:
            return int(work(self._parts[0]))
        return sum(in_threads(len(self._parts), work, self._parts))


class Streams:
    """Which stream each row belongs to: one for each combination of keys."""

    def __init__(self, keys: int):
        # As a group of pandas: a row without a key belongs to no stream.
        self._keys = [DictionaryEncoder("skip") for _ in range(keys)]
        self._both = [PairEncoder() for _ in range(keys - 1)]
        self._codes: list[list[Codes]] = [[] for _ in range(keys)]  # of the keys of each stream

    def __len__(self) -> int:
        return len((self._both or self._keys)[-1])

    def codes(self, keys: Sequence[Any]) -> Codes:
        """Return the number of each row's stream."""
        known = len(self)
        codes = [coder.codes(key) for coder, key in zip(self._keys, keys, strict=True)]
        streams = codes[0]
        for coder, others in zip(self._both, codes[1:], strict=True):
            streams = coder.codes(streams, others)
        self._note(known, np.asarray(streams), codes)
        return np.asarray(streams)

    def keys(self) -> list[list[Any]]:
        """Return each column of keys: its value for each stream."""
        if not self._both:
            return [self._keys[0].labels()]
        values = [coder.labels() for coder in self._keys]
        return [
            [labels[code] for part in parts for code in part]
            for labels, parts in zip(values, self._codes, strict=True)
        ]

    def _note(self, known: int, streams: Codes, codes: list[Codes]) -> None:
        """Keep of which keys the streams are that are new."""
        if not self._both or len(self) == known:
            return
        new = np.empty(len(self) - known, np.int64)  # a row of each
        rows = np.flatnonzero((streams >= known) & (streams != NO_CODE))
        new[streams[rows] - known] = rows
        for parts, each in zip(self._codes, codes, strict=True):
            parts.append(each[new])


def weights_of(column: Any) -> NDArray[Any]:
    """Return weights as an array; what a mask hides is None, which NumPy would forget."""
    if isinstance(column, np.ma.MaskedArray):
        return np.array(column.tolist(), dtype=object)
    return np.asarray(column)


def pieces(rows: int, size: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a column begin and end."""
    size = PIECE if size is None else size
    for first in range(0, rows, size):
        yield first, min(first + size, rows)
