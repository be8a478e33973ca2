"""An engine that lets a summary do the work for as long as one has the same window.

A summary's own trace is five to ten times as fast. It cannot go on where a row has no label:
from there on the engine does, which is given what the summary holds. Both give the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from entrostream._core import ContingencyWindow, SlidingWindow, Tally, TimeWindow
from entrostream.columns.engine import Beside, Engine, Outputs
from entrostream.columns.window import Window

__all__ = ["QuickEngine"]


class QuickEngine:
    """The windows of a column, or of a pair of columns; `push` and `finish` are an `Engine`'s."""

    @staticmethod
    def serves(window: Window, beside: Beside, columns: int) -> bool:
        """Say whether some summary has the same window."""
        plain = Window(window.length, window.span, window.min_periods)
        if window != plain or beside.keys or beside.weights is not None:
            return False
        return columns == 1 or (window.length is not None and not window.by_time)

    def __init__(self, window: Window, *, columns: int, missing: str):
        self._window = window
        self._columns = columns
        self._missing = missing
        self._summary = summary_for(window, columns, missing)
        self._engine: Engine | None = None
        self._rows = 0  # so far
        self._unseen = 0  # rows before the first that the engine saw

    def push(self, columns: Sequence[Any], beside: Beside, outputs: Outputs, first: int) -> int:
        """Take the rows that follow."""
        rows = len(columns[0])
        if self._engine is None:
            try:
                self._trace(columns, beside, outputs, self._rows - first)
            except (
                TypeError,
                ValueError,
            ):  # a missing value, times that go back: the engine can, or says
                if self._window.length is None:
                    raise
                self._engine = self._engine_now(beside)
        if self._engine is not None:
            self._engine.push(columns, beside, outputs, first - self._unseen)
        self._rows += rows
        return rows

    def finish(self, outputs: Outputs, first: int) -> int:
        """Do nothing: no row of such windows waits."""
        return 0

    def _trace(self, columns: Sequence[Any], beside: Beside, outputs: Outputs, place: int) -> None:
        at = {} if beside.times is None else {"at": beside.times}
        found = self._summary.trace(*columns, self._needed(tuple(outputs)), **at)
        few = self._few(found)
        for name, values in outputs.items():
            part = values[place : place + len(columns[0])]
            part[:] = found[name]
            part[few] = np.nan

    def _counts_rows(self) -> bool:
        """Say whether the trace must tell how many rows have a label: rows so far do not."""
        least = self._window.min_periods
        if self._window.length is None:
            return least > 0 and self._missing == "skip"
        return least > 1 and self._window.by_time

    def _needed(self, measures: tuple[str, ...]) -> tuple[str, ...]:
        return (*measures, "n") if self._counts_rows() and "n" not in measures else measures

    def _few(self, found: dict[str, Any]) -> Any:
        """Return which rows have too few others in their windows."""
        least = self._window.min_periods
        if self._counts_rows():
            return found["n"] < least
        return slice(0, max(0, least - 1 - self._rows))

    def _engine_now(self, beside: Beside) -> Engine:
        """Return an engine that has seen the rows that are in the window now."""
        engine = Engine(
            self._window, beside, columns=self._columns, missing=self._missing, threads=1
        )
        held, times = self._held()
        rows = len(held[0])
        engine.push(held, Beside(times), {"n": np.empty(rows)}, 0)  # which nobody needs
        self._unseen = self._rows - rows
        self._summary = None
        return engine

    def _held(self) -> tuple[list[list[Any]], list[Any] | None]:
        """Return the rows in the window, oldest first, and their times."""
        events = self._summary.events()
        if self._window.by_time:
            return [[label for _, label in events]], [time for time, _ in events]
        if self._columns == 1:
            return [events], None
        return [[x for x, _ in events], [y for _, y in events]], None


def summary_for(window: Window, columns: int, missing: str) -> Any:
    """Return the summary with this window."""
    if window.length is None:  # no row leaves, so one without a label changes nothing
        return Tally(missing=missing)
    missing = "label" if missing == "label" else "raise"
    if window.by_time:
        return TimeWindow(window.span, missing=missing)
    kind = SlidingWindow if columns == 1 else ContingencyWindow
    return kind(window.length, missing=missing)
