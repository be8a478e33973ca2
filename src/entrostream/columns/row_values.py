"""The values of all rows of a column in memory.

The way is chosen by the request and the type of the column, before any row is read. A summary
reads a column that surely holds no missing value and traces it without storing the codes of its
labels; the engine serves every request. Both give the same bits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from entrostream._core import SlidingWindow, Tally
from entrostream.columns import engine
from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.engine import Engine, pieces
from entrostream.columns.libraries import Values, is_lazy, library_of, row_slice
from entrostream.columns.threads import in_threads
from entrostream.columns.window import Window, positive

__all__ = ["Task", "compute_rows", "thread_count"]

ROWS_AT_ONCE = 12_000_000  # the codes of labels need four bytes each meanwhile
TRACE_BYTES = 40 << 20  # of codes and values that a thread holds besides the results
ROWS_PER_THREAD = 2_000_000  # below which a thread does not pay
MAX_THREADS = 64  # started, whatever the request

ValuesByMeasure = dict[str, Values]


@dataclass(frozen=True)
class Task:
    """A column, or a pair of columns, and what to compute for each row."""

    columns: Sequence[Any]
    window: Window
    measures: tuple[str, ...]
    auxiliary: AuxiliaryColumns
    missing: str
    threads: int | None
    make_engine: Callable[..., Engine] = Engine
    lookback: int | None = None  # rows before a row that its value depends on, if that is known

    @property
    def rows(self) -> int:
        """The number of rows, with a label or without."""
        return len(self.columns[0])

    @property
    def has_summary(self) -> bool:
        """Whether a summary of labels has the same window."""
        is_measure = len(self.columns) == 1 and self.make_engine is Engine
        return is_measure and self.auxiliary.is_empty and self.window.is_plain

    @property
    def is_traced(self) -> bool:
        """Whether a summary serves: the type of the column rules out missing values."""
        column = self.columns[0]
        return self.has_summary and not library_of(column).may_hold_missing(column)


def compute_rows(task: Task) -> ValuesByMeasure:
    """Return the values of every row that gets one, by measure."""
    task.auxiliary.require_rows(task.rows)
    task = replace(task, window=shortened(task.window, task.rows))
    if task.is_traced:
        return run_trace(task)
    parts = part_count(task)
    return run_engine(task) if parts == 1 else run_engine_in_parts(task, parts)


def shortened(window: Window, rows: int) -> Window:
    """Return the same window; one that never slides becomes one of all rows so far."""
    slides = not window.is_plain or window.by_time or window.length is None or window.length < rows
    return window if slides else replace(window, length=None)


def thread_count(rows: int, threads: int | None) -> int:
    """Return the number of threads to use: as requested, or as many as pay."""
    if threads is None:
        return max(1, min(os.cpu_count() or 1, rows // ROWS_PER_THREAD))
    return min(positive("threads", threads), MAX_THREADS)


def part_count(task: Task) -> int:
    """Return how many parts of the rows are computed at the same time."""
    count = thread_count(task.rows, task.threads)
    before = lookback(task)
    return 1 if before is None or before * 2 >= task.rows // count else count


def lookback(task: Task) -> int | None:
    """Return how many rows before a row its value depends on; None if it may be any number."""
    if not is_labels_only(task) or task.window.by_time:
        return None
    if task.make_engine is Engine:
        return task.window.length if task.window.is_plain else None
    return task.lookback


def is_labels_only(task: Task) -> bool:
    """Say whether rows have neither keys nor weights."""
    return not task.auxiliary.keys and task.auxiliary.weights is None


def empty_outputs(task: Task) -> ValuesByMeasure:
    """Return a column for each measure; NaN with keys, since a row without one gets no value."""
    rows = -(-task.rows // task.window.step)
    new = partial(np.full, fill_value=np.nan) if task.auxiliary.keys else np.empty
    return {name: new(rows) for name in task.measures}


# ------------------------------------------------------------------ the engine


def run_engine(task: Task) -> ValuesByMeasure:
    """Return the values that the engine computes, piece by piece."""
    windows = new_engine(task)
    auxiliary = windows.read(task.auxiliary, task.rows)
    if not auxiliary.in_order:
        return run_in_time_order(task, windows, auxiliary)
    outputs = empty_outputs(task)
    if reads_before_it_writes(task) and auxiliary.times is not None:
        outputs[task.measures[0]] = auxiliary.times.view(np.float64)
    for first, last in pieces(task.rows, piece_rows(task)):
        columns = [row_slice(column, first, last) for column in task.columns]
        windows.push(columns, auxiliary.slice(first, last), outputs, 0, row=first)
    windows.finish(outputs, 0)
    return outputs


def reads_before_it_writes(task: Task) -> bool:
    """Say whether the value of a row may overwrite its time.

    The kernel for windows of time reads the time of a row before it writes the value; fresh memory
    would cost a fifth of the time.
    """
    is_kernel = task.window.is_plain and task.window.by_time and is_labels_only(task)
    return is_kernel and len(task.columns) == 1 and task.window.step == 1


def run_in_time_order(task: Task, windows: Engine, auxiliary: AuxiliaryArrays) -> ValuesByMeasure:
    """Return the same for times that go back: rows are taken in the order of their times."""
    assert auxiliary.times is not None
    order = np.argsort(auxiliary.times, kind="stable")
    outputs = empty_outputs(task)
    columns = [row_slice(column, 0, task.rows) for column in task.columns]
    windows.push(columns, auxiliary, outputs, 0, order=order)
    windows.finish(outputs, 0)
    return outputs


def run_engine_in_parts(task: Task, parts: int) -> ValuesByMeasure:
    """Return the same, with a thread and an engine for each part of the rows."""
    before = lookback(task)
    assert before is not None
    step = task.window.step
    outputs = empty_outputs(task)

    def run_part(bounds: tuple[int, int]) -> None:
        first, last = bounds
        start = max(0, first - before) // step * step
        windows = new_engine(replace(task, threads=1))
        warm_up = [row_slice(column, start, first) for column in task.columns]
        windows.push(warm_up, AuxiliaryArrays(), {}, 0, row=start)
        part = {name: values[first // step : -(-last // step)] for name, values in outputs.items()}
        for begin, end in pieces(last - first):
            columns = [row_slice(column, first + begin, first + end) for column in task.columns]
            windows.push(columns, AuxiliaryArrays(), part, first - start, row=first + begin)

    size = -(-task.rows // (parts * step)) * step
    in_threads(parts, run_part, pieces(task.rows, size))
    return outputs


def new_engine(task: Task) -> Engine:
    """Return an engine for the task."""
    return task.make_engine(
        task.window,
        task.auxiliary,
        columns=len(task.columns),
        missing=task.missing,
        threads=thread_count(task.rows, task.threads),
    )


def piece_rows(task: Task) -> int:
    """Return how many rows to encode at once: many, if only their codes take memory.

    The distinct labels are looked up again for each piece.
    """
    lazy = any(is_lazy(column) for column in task.columns)
    traced = task.window.is_plain or task.window.fading is not None
    if lazy or not is_labels_only(task) or not traced:
        return engine.PIECE_ROWS
    return max(1, ROWS_AT_ONCE // len(task.columns))


# ------------------------------------------------------------------ summaries


def run_trace(task: Task) -> ValuesByMeasure:
    """Return the values that a summary traces; the column holds no missing value."""
    parts = part_count(task)
    if parts == 1 and task.rows <= ROWS_AT_ONCE and task.window.step == 1:
        return trace(task, new_summary(task), 0, task.rows)
    outputs = empty_outputs(task)
    size = max(1, TRACE_BYTES // (parts * 8 * (len(task.measures) + 1)))

    def trace_part(bounds: tuple[int, int]) -> None:
        first, last = bounds
        summary = new_summary(task)
        if first:  # what the window holds when the part begins
            before = max(0, first - (task.window.length or 0))
            summary.update_many(row_slice(task.columns[0], before, first))
        for start, end in pieces(last - first, size):
            values = trace(task, summary, first + start, first + end)
            write_steps(outputs, values, task.window.step, first + start)

    if parts == 1:
        trace_part((0, task.rows))
    else:
        in_threads(parts, trace_part, pieces(task.rows, -(-task.rows // parts)))
    return outputs


def trace(task: Task, summary: Any, first: int, last: int) -> ValuesByMeasure:
    """Return the values of some rows; NaN for the first, whose windows hold too few."""
    labels = row_slice(task.columns[0], first, last)
    values: ValuesByMeasure = dict(summary.trace(labels, task.measures))
    too_few = slice(0, max(0, task.window.min_periods - 1 - first))
    for name in task.measures:
        values[name][too_few] = np.nan
    return values


def write_steps(outputs: ValuesByMeasure, values: ValuesByMeasure, step: int, first: int) -> None:
    """Write the values of every step-th row; the first value is that of row `first`."""
    start = -(-first // step)
    for name, column in outputs.items():
        chosen = values[name][-first % step :: step]
        column[start : start + len(chosen)] = chosen


def new_summary(task: Task) -> SlidingWindow | Tally:
    """Return an empty summary with the window of the task."""
    length = task.window.length
    return Tally() if length is None else SlidingWindow(length)
