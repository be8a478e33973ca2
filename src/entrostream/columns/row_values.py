"""The values of all rows of a column in memory: by the quickest way that gives them.

A summary's own trace serves columns without missing values, keys or weights; the engine
serves all. Both give the same bits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
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
from entrostream.columns.libraries import MadeColumn, Values, piece
from entrostream.columns.threads import in_threads
from entrostream.columns.window import Window, positive

__all__ = ["Task", "row_values", "threads_for"]

TRACED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile
AT_ONCE = 40 << 20  # bytes of codes and values that are not yet where they belong
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
    parts = [piece(column, 0, task.rows) for column in task.columns]
    windows.push(parts, task.beside, outputs, 0, order)
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
    count = parts_of(task)
    if count == 1 and task.rows <= TRACED_AT_ONCE and is_output(task):
        return dict(trace(task, summary_maker(task)(), 0, task.rows))
    values = {name: np.empty(-(-task.rows // task.window.step)) for name in task.measures}
    # Each thread has values, codes and made labels of its own beside what comes out.
    size = max(1, AT_ONCE // (count * (8 * len(needed(task)) + 8 * len(task.columns))))
    make = summary_maker(task)

    def trace_part(bounds: tuple[int, int]) -> None:
        first, last = bounds
        summary = make()
        if first:  # what the window holds when the part begins
            before = max(0, first - (task.window.length or 0))
            summary.update_many(*(piece(column, before, first) for column in task.columns))
        for start, end in pieces(last - first, size):
            put(values, trace(task, summary, first + start, first + end), task, first + start)

    if count == 1:
        trace_part((0, task.rows))
        return values
    bounds = pieces(task.rows, -(-task.rows // count))
    in_threads(count, trace_part, bounds)
    return values


def parts_of(task: Task) -> int:
    """Return how many parts are traced at the same time, each with the window before it."""
    count = threads_for(task.rows, task.threads)
    length = task.window.length
    if length is None or task.window.by_time or length * 2 >= task.rows // count:
        return 1
    return count


def is_output(task: Task) -> bool:
    """Say whether a trace of all rows is what comes out, and nothing else."""
    is_made = any(isinstance(column, MadeColumn) for column in task.columns)
    return task.window.step == 1 and needed(task) == task.measures and not is_made


def needed(task: Task) -> tuple[str, ...]:
    """Return what to trace: also how many rows have a label, where rows so far do not tell."""
    if task.window.by_time and task.window.min_periods > 1 and "n" not in task.measures:
        return (*task.measures, "n")
    return task.measures


def trace(task: Task, summary: Any, first: int, last: int) -> ManyValues:
    """Return the values of some rows, NaN where the window holds too few."""
    parts = [piece(column, first, last) for column in task.columns]
    times = times_between(task, first, last)
    found = dict(summary.trace(*parts, needed(task), **({} if times is None else {"at": times})))
    fewest = task.window.min_periods
    few: Any = slice(0, max(0, fewest - 1 - first))  # the first rows, if rows are counted
    if task.window.by_time and fewest > 1:
        few = found["n"] < fewest
    for name in task.measures:
        found[name][few] = np.nan
    return found


def times_between(task: Task, first: int, last: int) -> Any:
    """Return the times of some rows, if they have any."""
    return None if task.beside.times is None else piece(task.beside.times, first, last)


def put(values: ManyValues, found: ManyValues, task: Task, first: int) -> None:
    """Write the values of the rows from `first` on to their places, those of every step-th row."""
    step = task.window.step
    place = -(-first // step)
    for name, column in values.items():
        chosen = found[name][-first % step :: step]
        column[place : place + len(chosen)] = chosen


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
