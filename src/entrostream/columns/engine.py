"""The column engine: encodes rows and feeds them to the core's windows, piece by piece."""

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
    column_weights,
)
from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.lateness import times_go_back
from entrostream.columns.libraries import Values
from entrostream.columns.threads import in_threads
from entrostream.columns.window import Window

__all__ = [
    "NO_CODE",
    "PIECE_ROWS",
    "UNIT",
    "CodedRows",
    "Engine",
    "Outputs",
    "Streams",
    "pieces",
]

PIECE_ROWS = 1 << 20  # read at once: some megabytes of codes
ROWS_FOR_THREADS = 50_000  # below which starting threads takes longer than the work
UNIT = 2.0**-20  # of weights, as in a WeightedTally
NO_CODE = 2**32 - 1  # of a row without a label

Codes = NDArray[np.uint32]
Outputs = Mapping[str, Values]


@dataclass(frozen=True)
class CodedRows:
    """Rows as the core takes them: arrays, one number for each row."""

    items: list[Any]  # codes of the labels of each column, then weights in units if there are any
    streams: Codes | None
    times: NDArray[np.int64] | None

    def __len__(self) -> int:
        return len(self.items[0])

    def take(self, rows: NDArray[np.int64]) -> CodedRows:
        """Return these rows, in this order."""

        def selected(column: Any) -> Any:
            return None if column is None else column[rows]

        items = [selected(item) for item in self.items]
        return CodedRows(items, selected(self.streams), selected(self.times))

    def append(self, others: CodedRows) -> CodedRows:
        """Return these rows and others after them."""

        def joined(first: Any, second: Any) -> Any:
            return None if first is None else np.concatenate([first, second])

        items = [joined(*pair) for pair in zip(self.items, others.items, strict=True)]
        streams = joined(self.streams, others.streams)
        return CodedRows(items, streams, joined(self.times, others.times))


class Engine:
    """The windows of a column, or of a pair of columns, over all its streams.

    Rows come piece by piece, in order. `push` and `finish` write the values known by then to
    `outputs`, whose first row is row `first` of the column, and return how many rows got theirs.
    """

    def __init__(
        self,
        window: Window,
        auxiliary: AuxiliaryColumns,
        *,
        columns: int,
        missing: str,
        threads: int,
    ):
        self._window = window
        self._weighted = auxiliary.weights is not None
        self._missing = missing
        self._labels = [DictionaryEncoder(missing) for _ in range(columns)]
        self._streams = Streams(len(auxiliary.keys)) if auxiliary.keys else None
        self._in_stream = [PairEncoder() for _ in range(columns)]
        self._pairs = PairEncoder()
        self._last_time: int | None = None
        self._rows = 0
        self._clock = "unset"
        parts = threads if auxiliary.keys else 1
        self._parts = [self._make_windows(columns, (part, parts)) for part in range(parts)]

    def read(self, auxiliary: AuxiliaryColumns, rows: int) -> AuxiliaryArrays:
        """Read the times and weights of rows; errors count rows from the first of these."""
        weights = auxiliary.weights
        if weights is not None:
            weights = column_weights(weights, rows, missing=self._missing, unit=UNIT)
        if auxiliary.times is None or not rows:
            return AuxiliaryArrays(None, auxiliary.keys, weights)
        times, clock, in_order = column_times(auxiliary.times, rows)
        if self._clock not in ("unset", clock):
            raise TypeError("times must all be numbers of seconds, or all be instants")
        self._clock = clock
        self._window.require_clock(clock)
        return AuxiliaryArrays(times, auxiliary.keys, weights, in_order)

    def push(
        self,
        columns: Sequence[Any],
        auxiliary: AuxiliaryArrays,
        outputs: Outputs,
        first: int,
        *,
        row: int = 0,
        order: NDArray[np.int64] | None = None,
    ) -> int:
        """Take the rows that follow; errors call the first of them row `row`.

        `order` has the rows in the order of their times, if they are not.
        """
        return self.push_coded(self.encode(columns, auxiliary, row), outputs, first, order)

    def encode(self, columns: Sequence[Any], auxiliary: AuxiliaryArrays, row: int = 0) -> CodedRows:
        """Return rows as the core takes them, whatever their times."""
        streams = None if self._streams is None else self._streams.codes(auxiliary.keys, row)
        items = self._encode_items(columns, streams, auxiliary, row)
        return CodedRows(items, streams, auxiliary.times)

    def push_coded(
        self,
        rows: CodedRows,
        outputs: Outputs,
        first: int,
        order: NDArray[np.int64] | None = None,
        numbers: NDArray[np.int64] | None = None,
    ) -> int:
        """Take rows in the order of their times; `numbers` are their rows, -1 for no value."""
        arguments: dict[str, Any] = {
            "streams": rows.streams,
            "times": rows.times,
            "order": order,
            "outputs": list(outputs.items()),
            "first": first,
            "numbers": numbers,
        }
        items = rows.items
        if len(self._labels) == 2:
            in_order = rows.streams is None and order is None and numbers is None
            traced = in_order and self._window.is_plain  # the core needs no codes of pairs
            items = [*items, None if traced else self._pairs.codes(*items)]
        self._rows += len(rows)
        return self._run_parts(lambda windows: windows.push(*items, **arguments), len(rows))

    def totals(self, outputs: Outputs) -> None:
        """Write the value of all rows of each stream, in the order of `Streams.keys`."""
        for windows in self._parts:
            windows.totals(list(outputs.items()))

    @property
    def streams(self) -> Streams | None:
        """The streams so far; None without keys, when all rows are one stream."""
        return self._streams

    def finish(self, outputs: Outputs, first: int) -> int:
        """Write the values of the rows that waited for later ones."""
        arrays = list(outputs.items())
        return self._run_parts(lambda windows: windows.finish(arrays, first), self._rows)

    @property
    def clock(self) -> str:
        """What the times are: numbers of "seconds" or "instants"; "unset" before the first."""
        return self._clock

    def require_order(self, auxiliary: AuxiliaryArrays, row: int) -> None:
        """Refuse times that go back, also from chunk to chunk; the first is that of row `row`."""
        times = auxiliary.times
        if times is None:
            return
        if self._last_time is not None and times[0] < self._last_time:
            raise times_go_back(row)
        if not auxiliary.in_order:
            raise times_go_back(row + int(np.argmax(times[1:] < times[:-1])) + 1)
        self._last_time = int(times[-1])

    def _make_windows(self, columns: int, part: tuple[int, int]) -> Any:
        if self._window.fading is not None:
            return self._window.fading.engine(self._window.min_periods, part)
        arguments = {**self._window.core_arguments, "part": part}
        if self._weighted:
            return WeightWindows(**arguments, unit=UNIT)
        kind: Any = LabelWindows if columns == 1 else PairWindows
        return kind(**arguments)

    def _encode_items(
        self, columns: Sequence[Any], streams: Codes | None, auxiliary: AuxiliaryArrays, row: int
    ) -> list[Any]:
        encoders = zip(self._labels, columns, strict=True)
        codes = [encoder.codes(column, row) for encoder, column in encoders]
        if streams is not None:  # a label of another stream is another label
            in_stream = zip(self._in_stream, codes, strict=True)
            codes = [encoder.codes(streams, each) for encoder, each in in_stream]
        return codes if auxiliary.weights is None else [*codes, auxiliary.weights]

    def _run_parts(self, work: Any, rows: int) -> int:
        """Run work over this many rows on all parts; each releases the GIL."""
        if len(self._parts) == 1 or rows < ROWS_FOR_THREADS:
            return sum(int(work(part)) for part in self._parts)
        return sum(in_threads(len(self._parts), work, self._parts))


class Streams:
    """Which stream each row belongs to: one for each combination of keys."""

    def __init__(self, keys: int):
        # As a group of pandas: a row without a key belongs to no stream.
        self._keys = [DictionaryEncoder("skip") for _ in range(keys)]
        self._combinations = [PairEncoder() for _ in range(keys - 1)]
        # For each column of keys: the codes of the keys of each stream.
        self._codes: list[list[Codes]] = [[] for _ in range(keys)]

    def __len__(self) -> int:
        return len((self._combinations or self._keys)[-1])

    def codes(self, keys: Sequence[Any], row: int = 0) -> Codes:
        """Return the number of each row's stream; errors call the first row `row`."""
        known = len(self)
        encoders = zip(self._keys, keys, strict=True)
        codes = [encoder.codes(key, row) for encoder, key in encoders]
        streams = codes[0]
        for encoder, others in zip(self._combinations, codes[1:], strict=True):
            streams = encoder.codes(streams, others)
        self._record_new(known, np.asarray(streams), codes)
        return np.asarray(streams)

    def keys(self) -> list[list[Any]]:
        """Return each column of keys: its value for each stream."""
        if not self._combinations:
            return [self._keys[0].labels()]
        values = [encoder.labels() for encoder in self._keys]
        return [
            [labels[code] for part in parts for code in part]
            for labels, parts in zip(values, self._codes, strict=True)
        ]

    def _record_new(self, known: int, streams: Codes, codes: list[Codes]) -> None:
        """Record the keys of the streams from number `known` on."""
        if not self._combinations or len(self) == known:
            return
        new = np.empty(len(self) - known, np.int64)  # a row of each
        rows = np.flatnonzero((streams >= known) & (streams != NO_CODE))
        new[streams[rows] - known] = rows
        for parts, each in zip(self._codes, codes, strict=True):
            parts.append(each[new])


def pieces(rows: int, size: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the pieces of a column."""
    size = PIECE_ROWS if size is None else size
    for first in range(0, rows, size):
        yield first, min(first + size, rows)
