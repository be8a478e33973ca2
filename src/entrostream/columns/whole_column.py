"""The values of all rows of a column in memory: by the quickest way that gives them.

A summary's own trace serves columns without missing values, keys or weights; the engine
serves all. Both give the same bits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
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
from entrostream.columns.engine import Beside, Engine, TimesGoBackError, pieces
from entrostream.columns.libraries import Values, piece
from entrostream.columns.window import Window

__all__ = ["row_values", "threads_for"]

TRACED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile
PAYS_FROM = 2_000_000  # rows a thread

Columns = Sequence[Any]
ManyValues = dict[str, Values]


def row_values(
    columns: Columns,
    window: Window,
    measures: tuple[str, ...],
    beside: Beside,
    *,
    missing: str,
    threads: int | None,
) -> ManyValues:
    """Return the values of every row that gets one, by measure."""
    beside.require_rows(len(columns[0]))
    if window.is_plain and not beside.keys and beside.weights is None:
        try:
            return traced(columns, window, measures, beside.times, missing, threads)
        except ValueError:
            pass  # a missing value, times that go back: the engine knows what to do, or says
    try:
        return walked(columns, window, measures, beside, missing, threads)
    except TimesGoBackError:
        return walked_in_order(columns, window, measures, beside, missing, threads)


def threads_for(rows: int, threads: int | None) -> int:
    """Return how many threads to use: so many as asked for, or as pay."""
    if threads is None:
        return max(1, min(os.cpu_count() or 1, rows // PAYS_FROM))
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads must be a positive integer, got {threads!r}")
    return threads


def walked(
    columns: Columns,
    window: Window,
    measures: tuple[str, ...],
    beside: Beside,
    missing: str,
    threads: int | None,
) -> ManyValues:
    """Return the values as the engine gives them."""
    rows = len(columns[0])
    outputs = nothing_known(measures, rows, window.step)
    engine = Engine(
        window,
        beside,
        columns=len(columns),
        missing=missing,
        threads=threads_for(rows, threads),
    )
    for first, last in pieces(rows):
        parts = [piece(column, first, last) for column in columns]
        engine.push(parts, beside.piece(first, last), outputs, 0)
    engine.finish(outputs, 0)
    return outputs


def walked_in_order(
    columns: Columns,
    window: Window,
    measures: tuple[str, ...],
    beside: Beside,
    missing: str,
    threads: int | None,
) -> ManyValues:
    """Return the same for times that go back: the rows are taken in the order of their times."""
    rows = len(columns[0])
    times, _ = column_times(beside.times, rows)
    order = np.argsort(times, kind="stable")
    outputs = nothing_known(measures, rows, window.step)
    count = threads_for(rows, threads)
    engine = Engine(window, beside, columns=len(columns), missing=missing, threads=count)
    engine.push(columns, beside, outputs, 0, order)
    engine.finish(outputs, 0)
    return outputs


def nothing_known(measures: tuple[str, ...], rows: int, step: int) -> ManyValues:
    """Return a column of NaN for each measure, a row for each that gets a value."""
    return {name: np.full(-(-rows // step), np.nan) for name in measures}


def traced(
    columns: Columns,
    window: Window,
    measures: tuple[str, ...],
    times: Any,
    missing: str,
    threads: int | None,
) -> ManyValues:
    """Return the values as a summary's trace gives them; ValueError if a row has no label."""
    rows = len(columns[0])
    make = summary_maker(len(columns), window, rows, "label" if missing == "label" else "raise")
    needed = measures
    if window.by_time and window.min_periods > 1 and "n" not in measures:
        needed = (*measures, "n")
    count = threads_for(rows, threads)
    if window.length is not None and not window.by_time and splits(rows, window.length, count):
        values = traced_in_parts(columns, window.length, needed, make, count)
    else:
        values = traced_in_turn(columns, needed, times, make())
    return with_few_left_out(values, window, measures)


def summary_maker(columns: int, window: Window, rows: int, missing: str) -> Callable[[], Any]:
    """Return what makes the summary with this window."""
    if window.by_time:
        return lambda: TimeWindow(window.span, missing=missing)
    if window.length is None or window.length >= rows:  # it never slides
        return lambda: (Tally if columns == 1 else ContingencyTable)(missing=missing)
    size = window.length
    return lambda: (SlidingWindow if columns == 1 else ContingencyWindow)(size, missing=missing)


def traced_in_turn(
    columns: Columns, measures: tuple[str, ...], times: Any, summary: Any
) -> ManyValues:
    """Return the trace of all rows: at once if they are not too many, or piece by piece."""
    rows = len(columns[0])
    beside = {} if times is None else {"at": times}
    if rows <= TRACED_AT_ONCE:
        return dict(summary.trace(*columns, measures, **beside))
    values = {name: np.empty(rows) for name in measures}
    for first, last in pieces(rows):
        parts = [piece(column, first, last) for column in columns]
        at = {name: piece(column, first, last) for name, column in beside.items()}
        for name, traced_part in summary.trace(*parts, measures, **at).items():
            values[name][first:last] = traced_part
    return values


def splits(rows: int, length: int, count: int) -> bool:
    """Say whether it pays to give each thread a part of the rows and the window before it."""
    return count > 1 and length * 2 < rows // count


def traced_in_parts(
    columns: Columns,
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
    for name in measures:
        if window.by_time and window.min_periods > 1:
            values[name] = np.where(values["n"] < window.min_periods, np.nan, values[name])
        else:
            values[name][: max(0, window.min_periods - 1)] = np.nan
    return {name: np.ascontiguousarray(values[name][:: window.step]) for name in measures}
