"""The values of all rows of a column in memory: by the quickest way that gives them.

A summary's own trace serves columns without missing values, keys or weights; the engine
serves all. Both give the same bits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from entrostream._core import (
    ContingencyTable,
    ContingencyWindow,
    SlidingWindow,
    Tally,
    TimeWindow,
    column_times,
)
from entrostream.columns import engine
from entrostream.columns.engine import Beside, Engine, TimesGoBackError, pieces
from entrostream.columns.libraries import Values, piece
from entrostream.columns.window import Window, positive

__all__ = ["Task", "row_values", "threads_for"]

TRACED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile
PAYS_FROM = 2_000_000  # rows a thread
MOST_THREADS = 64  # no more are started, whatever is asked for

ManyValues = dict[str, Values]


@dataclass(frozen=True)
class Task:
    """A column, or a pair of columns, and what is to be known of each row."""

    columns: Sequence[Any]
    window: Window
    measures: tuple[str, ...]
    beside: Beside
    missing: str
    threads: int | None
    engine: Callable[..., Engine] = Engine

    @property
    def rows(self) -> int:
        """How many rows there are, with a value or without."""
        return len(self.columns[0])

    @property
    def has_summary(self) -> bool:
        """Whether some summary has the same window; those of pairs know no time."""
        if self.beside.keys or self.beside.weights is not None or self.engine is not Engine:
            return False
        return self.window.is_plain and not (self.window.by_time and len(self.columns) == 2)


def row_values(task: Task) -> ManyValues:
    """Return the values of every row that gets one, by measure."""
    task.beside.require_rows(task.rows)
    if task.has_summary:
        try:
            return traced(task)
        except (TypeError, ValueError):
            pass  # a missing value, times that go back: the engine knows what to do, or says
    try:
        return walked(task)
    except TimesGoBackError:
        return walked_in_order(task)


def threads_for(rows: int, threads: int | None) -> int:
    """Return how many threads to use: so many as asked for, or as pay."""
    if threads is None:
        return max(1, min(os.cpu_count() or 1, rows // PAYS_FROM))
    return min(positive("threads", threads), MOST_THREADS)


def walked(task: Task) -> ManyValues:
    """Return the values as the engine gives them."""
    try:
        return walked_in_pieces(task, engine.PIECE)
    except TimesGoBackError:
        raise
    except (TypeError, ValueError):
        if task.rows > engine.PIECE:  # a message may count rows from the first of a piece
            walked_in_pieces(task, task.rows)
        raise


def walked_in_pieces(task: Task, size: int) -> ManyValues:
    """Return the values as the engine gives them, so many rows at once."""
    outputs = nothing_known(task)
    windows = engine_for(task)
    for first, last in pieces(task.rows, size):
        parts = [piece(column, first, last) for column in task.columns]
        windows.push(parts, task.beside.piece(first, last), outputs, 0)
    windows.finish(outputs, 0)
    return outputs


def walked_in_order(task: Task) -> ManyValues:
    """Return the same for times that go back: the rows are taken in the order of their times."""
    times, _ = column_times(task.beside.times, task.rows)
    order = np.argsort(times, kind="stable")
    outputs = nothing_known(task)
    windows = engine_for(task)
    windows.push(task.columns, task.beside, outputs, 0, order)
    windows.finish(outputs, 0)
    return outputs


def engine_for(task: Task) -> Engine:
    """Return the engine that serves the task."""
    return task.engine(
        task.window,
        task.beside,
        columns=len(task.columns),
        missing=task.missing,
        threads=threads_for(task.rows, task.threads),
    )


def nothing_known(task: Task) -> ManyValues:
    """Return a column of NaN for each measure, a row for each that gets a value."""
    rows = -(-task.rows // task.window.step)
    return {name: np.full(rows, np.nan) for name in task.measures}


def traced(task: Task) -> ManyValues:
    """Return the values as a summary's trace gives them; ValueError if a row has no label."""
    window = task.window
    make = summary_maker(task)
    needed = task.measures
    if window.by_time and window.min_periods > 1 and "n" not in needed:
        needed = (*needed, "n")
    count = threads_for(task.rows, task.threads)
    if window.length is not None and not window.by_time and splits(task.rows, window.length, count):
        values = traced_in_parts(task.columns, window.length, needed, make, count)
    else:
        # A half-life in rows is one in time, where each row is a second after the one before.
        numbered = window.fading is not None and window.fading.in_rows
        times = range(task.rows) if numbered else task.beside.times
        values = traced_in_turn(task.columns, needed, times, make())
    return with_few_left_out(values, window, task.measures)


def summary_maker(task: Task) -> Callable[[], Any]:
    """Return what makes the summary with this window."""
    one = len(task.columns) == 1
    window = task.window
    missing = "label" if task.missing == "label" else "raise"
    fading = window.fading
    if fading is not None:
        return lambda: fading.summary(missing)
    if window.by_time:
        return lambda: TimeWindow(window.span, missing=missing)
    if window.length is None or window.length >= task.rows:  # it never slides
        return lambda: (Tally if one else ContingencyTable)(missing=missing)
    size = window.length
    return lambda: (SlidingWindow if one else ContingencyWindow)(size, missing=missing)


def traced_in_turn(
    columns: Sequence[Any], measures: tuple[str, ...], times: Any, summary: Any
) -> ManyValues:
    """Return the trace of all rows: at once if they are not too many, or piece by piece."""
    rows = len(columns[0])
    if rows <= TRACED_AT_ONCE and not isinstance(times, range):
        beside = {} if times is None else {"at": times}
        return dict(summary.trace(*columns, measures, **beside))
    values = {name: np.empty(rows) for name in measures}
    for first, last in pieces(rows):
        parts = [piece(column, first, last) for column in columns]
        at = {} if times is None else {"at": times_between(times, first, last)}
        for name, traced_part in summary.trace(*parts, measures, **at).items():
            values[name][first:last] = traced_part
    return values


def times_between(times: Any, first: int, last: int) -> Any:
    """Return the times of some rows; a range stands for the numbers of the rows."""
    return np.arange(first, last) if isinstance(times, range) else piece(times, first, last)


def splits(rows: int, length: int, count: int) -> bool:
    """Say whether it pays to give each thread a part of the rows and the window before it."""
    return count > 1 and length * 2 < rows // count


def traced_in_parts(
    columns: Sequence[Any],
    length: int,
    measures: tuple[str, ...],
    make: Callable[[], Any],
    count: int,
) -> ManyValues:
    """Return the trace of all rows, parts of them at the same time."""
    rows = len(columns[0])
    values = {name: np.empty(rows) for name in measures}

    def trace_part(bounds: tuple[int, int]) -> None:
        first, last = bounds
        summary = make()
        if first:  # what the window holds when the part begins
            before = max(0, first - length)
            summary.update_many(*(piece(column, before, first) for column in columns))
        parts = [piece(column, first, last) for column in columns]
        for name, part in traced_in_turn(parts, measures, None, summary).items():
            values[name][first:last] = part

    with ThreadPoolExecutor(count) as pool:
        list(pool.map(trace_part, pieces(rows, -(-rows // count))))
    return values


def with_few_left_out(values: ManyValues, window: Window, measures: tuple[str, ...]) -> ManyValues:
    """Return every step-th row of the measures, NaN where the window holds too few rows."""
    fewest = window.min_periods
    few: Any = slice(0, max(0, fewest - 1))  # the first rows, if rows are counted
    if window.by_time and fewest > 1:
        few = values["n"] < fewest
    for name in measures:
        values[name][few] = np.nan
    return {name: np.ascontiguousarray(values[name][:: window.step]) for name in measures}
