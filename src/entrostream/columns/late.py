"""Rows that come late: held back until they can be taken in the order of their times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.engine import NO_CODE, Beside, CodedRows, Engine, Outputs
from entrostream.columns.lateness import Lateness
from entrostream.columns.libraries import Values

__all__ = ["LateEngine", "RowsInOrder"]

Numbers = NDArray[np.int64]
UNKNOWN = -np.inf  # no measure is ever so low
FIRST_TIME = -(2**63)


class RowsInOrder:
    """Takes rows in any order within the lateness, and gives them in that of their times."""

    def __init__(self, lateness: Lateness):
        self._lateness = lateness
        self._held: CodedRows | None = None
        self._numbers: Numbers = np.empty(0, np.int64)
        self._rows = 0
        self._now: int | None = None

    def push(self, rows: CodedRows) -> tuple[CodedRows, Numbers, Numbers]:
        """Return rows that no other can come before, their numbers, and those dropped."""
        numbers = np.arange(self._rows, self._rows + len(rows))
        self._rows += len(rows)
        if rows.times is None:  # there are none
            return rows, numbers, numbers
        kept = self._in_time(rows.times, numbers)
        dropped = numbers[~kept]
        rows, numbers = rows.taken(np.flatnonzero(kept)), numbers[kept]
        if self._held is not None:
            rows, numbers = (
                self._held.followed_by(rows),
                np.concatenate([self._numbers, numbers]),
            )
        assert rows.times is not None
        assert self._now is not None
        order = np.argsort(rows.times, kind="stable")
        last = max(self._now - self._lateness.nanoseconds, FIRST_TIME)
        due = int(np.searchsorted(rows.times[order], last, "right"))
        ready, rest = order[:due], np.sort(order[due:])
        self._held, self._numbers = rows.taken(rest), numbers[rest]
        return rows.taken(ready), numbers[ready], dropped

    def finish(self) -> tuple[CodedRows, Numbers] | None:
        """Return the rows that are left, if any row came at all."""
        if self._held is None or self._held.times is None:
            return None
        order = np.argsort(self._held.times, kind="stable")
        return self._held.taken(order), self._numbers[order]

    def _in_time(self, times: Numbers, numbers: Numbers) -> NDArray[np.bool_]:
        """Say which rows are not too late, by the latest time before each."""
        clock = np.maximum.accumulate(times)
        if self._now is not None:
            clock = np.maximum(clock, self._now)
        self._now = int(clock[-1])
        age = (clock - times).view(np.uint64)  # never negative, and may be all that there is
        kept = age <= self._lateness.nanoseconds
        if not self._lateness.drops and not np.all(kept):
            raise self._lateness.error(int(numbers[np.argmin(kept)]))
        return kept


class LateEngine:
    """An engine for rows that come late; `push` and `finish` are an `Engine`'s.

    A row is known when all before it are: values stay in the order of the column.
    """

    def __init__(self, engine: Engine, lateness: Lateness, measures: tuple[str, ...]):
        self._engine = engine
        self._rows = RowsInOrder(lateness)
        self._values: dict[str, Values] = {name: np.empty(0) for name in measures}
        self._known = 0

    def push(self, columns: Sequence[Any], beside: Beside, outputs: Outputs, first: int) -> int:
        """Take the rows that follow."""
        coded = self._engine.coded(columns, beside)
        more = np.full(len(coded), UNKNOWN)
        ready, numbers, dropped = self._rows.push(coded)
        self._values = {name: np.concatenate([held, more]) for name, held in self._values.items()}
        self._set_nan(dropped)
        self._take(ready, numbers)
        return self._give(outputs, first)

    def finish(self, outputs: Outputs, first: int) -> int:
        """Give the rows that waited for others their values: there are no others."""
        rest = self._rows.finish()
        if rest is not None:
            self._take(*rest)
        self._engine.finish(self._values, self._known)
        return self._give(outputs, first)

    def _take(self, rows: CodedRows, numbers: Numbers) -> None:
        if rows.streams is not None:  # a row without a key gets no value
            self._set_nan(numbers[rows.streams == NO_CODE])
        if len(rows):
            self._engine.walk(rows, self._values, self._known, None, numbers)

    def _set_nan(self, numbers: Numbers) -> None:
        for values in self._values.values():
            values[numbers - self._known] = np.nan

    def _give(self, outputs: Outputs, first: int) -> int:
        """Write the values that are known up to the first that is not."""
        unknown = next(iter(self._values.values())) == UNKNOWN
        known = int(np.argmax(unknown)) if np.any(unknown) else len(unknown)
        place = self._known - first
        for name, values in self._values.items():
            outputs[name][place : place + known] = values[:known]
        self._values = {name: values[known:] for name, values in self._values.items()}
        self._known += known
        return known
