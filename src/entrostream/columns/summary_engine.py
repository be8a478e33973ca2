"""An engine over chunks that lets a summary compute the values while no row is missing.

A summary drops labels that left its window, which the engine never does: over an endless stream
of new labels its memory stays bounded. It cannot continue where a row has no label: the engine
takes over before such a chunk is read, with the rows that the summary holds. Both give the same
bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from entrostream._core import ContingencyWindow, SlidingWindow, TimeWindow, column_times
from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.engine import Engine, Outputs
from entrostream.columns.libraries import library_of
from entrostream.columns.window import Window

__all__ = ["SummaryEngine"]


class SummaryEngine:
    """The windows of a column, or of a pair of columns; the methods are those of `Engine`."""

    @staticmethod
    def serves(window: Window, auxiliary: AuxiliaryColumns, columns: int) -> bool:
        """Say whether a summary has the same window."""
        slides = window.is_plain and window.step == 1 and window.length is not None
        labels_only = not auxiliary.keys and auxiliary.weights is None
        return slides and labels_only and (columns == 1 or not window.by_time)

    def __init__(self, window: Window, *, columns: int, missing: str):
        self._window = window
        self._columns = columns
        self._missing = missing
        self._summary = summary_for(window, columns, missing)
        # Reads auxiliary columns from the start, and rows once it has taken over.
        self._engine = Engine(
            window, AuxiliaryColumns(), columns=columns, missing=missing, threads=1
        )
        self._rows = 0  # so far
        self._unseen = 0  # rows before the first that the engine saw

    def read(self, auxiliary: AuxiliaryColumns, rows: int) -> AuxiliaryArrays:
        """Read the times of rows."""
        return self._engine.read(auxiliary, rows)

    def require_order(self, auxiliary: AuxiliaryArrays, row: int) -> None:
        """Refuse times that go back."""
        self._engine.require_order(auxiliary, row)

    def push(
        self, columns: Sequence[Any], auxiliary: AuxiliaryArrays, outputs: Outputs, first: int
    ) -> int:
        """Take the rows of the next chunk."""
        rows = len(columns[0])
        if self._summary is not None and not self._can_trace(columns):
            self._hand_over()
        if self._summary is not None:
            self._trace(columns, auxiliary, outputs, self._rows - first)
        else:
            self._engine.push(columns, auxiliary, outputs, first - self._unseen)
        self._rows += rows
        return rows

    def finish(self, outputs: Outputs, first: int) -> int:
        """Do nothing: no row of such windows waits."""
        return 0

    def _can_trace(self, columns: Sequence[Any]) -> bool:
        """Say whether the summary treats these rows as the engine would."""
        if self._missing == "label":
            return True
        return not any(library_of(column).holds_missing(column) for column in columns)

    def _trace(
        self, columns: Sequence[Any], auxiliary: AuxiliaryArrays, outputs: Outputs, place: int
    ) -> None:
        values = self._summary.trace(
            *columns, self._measures(tuple(outputs)), **self._times(auxiliary)
        )
        too_few = self._too_few(values)
        for name, output in outputs.items():
            part = output[place : place + len(columns[0])]
            part[:] = values[name]
            part[too_few] = np.nan

    def _times(self, auxiliary: AuxiliaryArrays) -> dict[str, Any]:
        """Return the times of rows for a trace, as instants: a summary only compares them."""
        if not self._window.by_time:
            return {}
        times = np.empty(0, np.int64) if auxiliary.times is None else auxiliary.times
        return {"times": times.view("M8[ns]")}

    def _needs_n(self) -> bool:
        """Say whether the number of rows of a window is only known from a trace of n."""
        return self._window.min_periods > 1 and self._window.by_time

    def _measures(self, measures: tuple[str, ...]) -> tuple[str, ...]:
        return (*measures, "n") if self._needs_n() and "n" not in measures else measures

    def _too_few(self, values: dict[str, Any]) -> Any:
        """Return the rows whose windows hold fewer than `min_periods`."""
        min_periods = self._window.min_periods
        if self._needs_n():
            return values["n"] < min_periods
        return slice(0, max(0, min_periods - 1 - self._rows))

    def _hand_over(self) -> None:
        """Let the engine continue: it takes the rows that are in the window now."""
        labels, times = self._held_rows()
        rows = len(labels[0])
        self._engine.push(labels, AuxiliaryArrays(times), {}, 0)
        self._unseen = self._rows - rows
        self._summary = None

    def _held_rows(self) -> tuple[list[list[Any]], Any]:
        """Return the rows in the window, oldest first, and their times."""
        events = self._summary.events()
        if self._window.by_time:
            times, _, _ = column_times([time for time, _ in events], len(events))
            return [[label for _, label in events]], times
        if self._columns == 1:
            return [events], None
        return [[x for x, _ in events], [y for _, y in events]], None


def summary_for(window: Window, columns: int, missing: str) -> Any:
    """Return the summary with this window."""
    rule: Literal["label", "raise"] = "label" if missing == "label" else "raise"
    if window.by_time:
        return TimeWindow(window.span, missing=rule)
    assert window.length is not None
    kind = SlidingWindow if columns == 1 else ContingencyWindow
    return kind(window.length, missing=rule)
