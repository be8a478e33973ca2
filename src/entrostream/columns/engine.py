"""From columns to the values of their rows: the core's windows, fed piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    Coder,
    LabelWindows,
    PairCoder,
    PairWindows,
    WeightWindows,
    column_times,
)
from entrostream.columns.libraries import Values, piece, require_rows
from entrostream.columns.threads import in_threads
from entrostream.columns.window import Window

__all__ = ["PIECE", "UNIT", "Beside", "Engine", "TimesGoBackError", "pieces"]

PIECE = 1 << 20  # rows read at once: some megabytes of codes and times
UNIT = 2.0**-20  # of weights, as in a WeightedTally

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
                require_rows(column, rows, name)

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


class Engine:
    """The windows of a column, or of a pair of columns, with all that may stand beside it.

    Rows come piece by piece, in order; `push` and `finish` write the values that are known
    then to `outputs`, whose first row is row `first` of the column, and return how many rows
    got theirs.
    """

    def __init__(self, window: Window, beside: Beside, *, columns: int, missing: str, threads: int):
        self._window = window
        self._weighted = beside.weights is not None
        self._labels = [Coder(missing) for _ in range(columns)]
        self._streams = Streams(len(beside.keys)) if beside.keys else None
        self._in_stream = [PairCoder() for _ in range(columns)]
        self._pairs = PairCoder()
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
        rows = len(columns[0])
        streams = None if self._streams is None else self._streams.codes(beside.keys)
        arguments: dict[str, Any] = {
            "streams": streams,
            "times": self._times(beside.times, rows, order),
            "order": order,
            "outputs": list(outputs.items()),
            "first": first,
        }
        items = self._items(columns, streams, beside)
        return self._each(lambda windows: windows.push(*items, **arguments))

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
        return [*codes, beside.weights] if self._weighted else codes

    def _times(
        self, times: Any, rows: int, order: NDArray[np.int64] | None
    ) -> NDArray[np.int64] | None:
        if times is None or not rows:
            return None
        read, clock = column_times(times, rows)
        if self._clock not in ("unset", clock):
            raise TypeError("times must all be numbers of seconds, or all be instants")
        self._clock = clock
        if order is None:
            if self._last_time is not None and read[0] < self._last_time:
                raise TimesGoBackError(0)
            if np.any(back := read[1:] < read[:-1]):
                raise TimesGoBackError(int(np.argmax(back)) + 1)
            self._last_time = int(read[-1])
        return np.asarray(read)

    def _each(self, work: Any) -> int:
        """Let all parts do their share, each of which lets go of Python's lock."""
        if len(self._parts) == 1:
            return int(work(self._parts[0]))
        return sum(in_threads(len(self._parts), work, self._parts))


class Streams:
    """Which stream each row belongs to: one for each combination of keys."""

    def __init__(self, keys: int):
        # As a group of pandas: a row without a key belongs to no stream.
        self._keys = [Coder("skip") for _ in range(keys)]
        self._both = [PairCoder() for _ in range(keys - 1)]

    def codes(self, keys: Sequence[Any]) -> Codes:
        """Return the number of each row's stream."""
        first, *others = (coder.codes(key) for coder, key in zip(self._keys, keys, strict=True))
        for coder, codes in zip(self._both, others, strict=True):
            first = coder.codes(first, codes)
        return np.asarray(first)


def pieces(rows: int, size: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a column begin and end."""
    size = PIECE if size is None else size
    for first in range(0, rows, size):
        yield first, min(first + size, rows)
