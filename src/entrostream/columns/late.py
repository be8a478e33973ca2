"""Late rows: held until they can be processed in the order of their times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.engine import NO_CODE, CodedRows, Engine, Outputs
from entrostream.columns.lateness import Lateness
from entrostream.columns.libraries import Values

__all__ = ["LateEngine", "ReorderBuffer"]

Numbers = NDArray[np.int64]
UNKNOWN = -np.inf  # which no measure has
FIRST_TIME = -(2**63)


class ReorderBuffer:
    """Takes rows in any order within the lateness, and returns them in the order of their times."""

    def __init__(self, lateness: Lateness):
        self._lateness = lateness
        self._held: CodedRows | None = None
        self._numbers: Numbers = np.empty(0, np.int64)
        self._rows = 0
        self._now: int | None = None

    def push(self, rows: CodedRows) -> tuple[CodedRows, Numbers, Numbers]:
        """Return the rows that no later one can precede, their numbers, and those dropped."""
        numbers = np.arange(self._rows, self._rows + len(rows))
        self._rows += len(rows)
        if rows.times is None:  # there are none
            return rows, numbers, numbers
        on_time = self._on_time(rows.times, numbers)
        dropped = numbers[~on_time]
        rows, numbers = rows.take(np.flatnonzero(on_time)), numbers[on_time]
        if self._held is not None:
            rows, numbers = (
                self._held.append(rows),
                np.concatenate([self._numbers, numbers]),
            )
        assert rows.times is not None
        assert self._now is not None
        order = np.argsort(rows.times, kind="stable")
        last = max(self._now - self._lateness.nanoseconds, FIRST_TIME)
        due = int(np.searchsorted(rows.times[order], last, "right"))
        ready, rest = order[:due], np.sort(order[due:])
        self._held, self._numbers = rows.take(rest), numbers[rest]
        return rows.take(ready), numbers[ready], dropped

    def finish(self) -> tuple[CodedRows, Numbers] | None:
        """Return the rows that are still held, if there were any rows."""
        if self._held is None or self._held.times is None:
            return None
        order = np.argsort(self._held.times, kind="stable")
        return self._held.take(order), self._numbers[order]

    def _on_time(self, times: Numbers, numbers: Numbers) -> NDArray[np.bool_]:
        """Say which rows are not too late, by the latest time before each."""
        clock = np.maximum.accumulate(times)
        if self._now is not None:
            clock = np.maximum(clock, self._now)
        self._now = int(clock[-1])
        age = (clock - times).view(np.uint64)  # never negative, but may exceed int64
        on_time = age <= self._lateness.nanoseconds
        if not self._lateness.drops and not np.all(on_time):
            raise self._lateness.error(int(numbers[np.argmin(on_time)]))
        return on_time


class LateEngine:
    """An engine for late rows; the methods are those of `Engine`.

    The value of a row is written once those of all rows before it are known.
    """

    def __init__(self, engine: Engine, lateness: Lateness, measures: tuple[str, ...]):
        self._engine = engine
        self._rows = ReorderBuffer(lateness)
        self._values: dict[str, Values] = {name: np.empty(0) for name in measures}
        self._known = 0

    def read(self, auxiliary: AuxiliaryColumns, rows: int) -> AuxiliaryArrays:
        """Read the times and weights of rows."""
        return self._engine.read(auxiliary, rows)

    def push(
        self, columns: Sequence[Any], auxiliary: AuxiliaryArrays, outputs: Outputs, first: int
    ) -> int:
        """Take the rows that follow."""
        coded = self._engine.encode(columns, auxiliary)
        more = np.full(len(coded), UNKNOWN)
        ready, numbers, dropped = self._rows.push(coded)
        self._values = {name: np.concatenate([held, more]) for name, held in self._values.items()}
        self._set_nan(dropped)
        self._process(ready, numbers)
        return self._write_known(outputs, first)

    def finish(self, outputs: Outputs, first: int) -> int:
        """Write the values of the rows that waited for later ones."""
        rest = self._rows.finish()
        if rest is not None:
            self._process(*rest)
        self._engine.finish(self._values, self._known)
        return self._write_known(outputs, first)

    def _process(self, rows: CodedRows, numbers: Numbers) -> None:
        if rows.streams is not None:  # a row without a key gets no value
            self._set_nan(numbers[rows.streams == NO_CODE])
        if len(rows):
            self._engine.push_coded(rows, self._values, self._known, None, numbers)

    def _set_nan(self, numbers: Numbers) -> None:
        for values in self._values.values():
            values[numbers - self._known] = np.nan

    def _write_known(self, outputs: Outputs, first: int) -> int:
        """Write the values up to the first that is not known."""
        unknown = next(iter(self._values.values())) == UNKNOWN
        known = int(np.argmax(unknown)) if np.any(unknown) else len(unknown)
        place = self._known - first
        for name, values in self._values.items():
            outputs[name][place : place + known] = values[:known]
        self._values = {name: values[known:] for name, values in self._values.items()}
        self._known += known
        return known
