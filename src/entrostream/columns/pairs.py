"""Measures of pairs of columns."""

from __future__ import annotations

from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.aggregate import (
    Grouping,
    compute_by_group,
    count_chunks,
    count_rows,
    read_total,
)
from entrostream.columns.base import base_of
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.dispatch import compute_pair
from entrostream.columns.options import Closed, Late, Missing
from entrostream.columns.parameters import per_row_function, whole_function
from entrostream.columns.request import Request, pair_of_columns
from entrostream.columns.window import expanding_window, window_of

__all__ = ["information_gain", "mutual_information", "rolling_mutual_information"]


@whole_function
def information_gain(
    x: Any,
    y: Any,
    *,
    frame: Any = None,
    group_by: Any = None,
    every: Any = None,
    times: Any = None,
    missing: Missing = "skip",
    base: float = 2,
) -> Any:
    """Give the information gain of x about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns. A row counts
    if both have a label.

    Returns
    -------
    float, or a column or frame
        One value, NaN if no row counts; with `group_by` or `every` one for each group or
        interval.

    Examples
    --------
    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """
    grouping = Grouping(group_by, every, times, missing=missing, base=base_of(base))
    return measure_pair(x, y, frame, "information_gain", grouping)


@whole_function
def mutual_information(
    x: Any,
    y: Any,
    *,
    frame: Any = None,
    group_by: Any = None,
    every: Any = None,
    times: Any = None,
    missing: Missing = "skip",
    base: float = 2,
) -> Any:
    """Give the mutual information of two columns, in bits: H(X) + H(Y) - H(X, Y).

    The same number as `information_gain`, which is its name where one column is to be
    predicted. A row counts if both have a label.

    Returns
    -------
    float, or a column or frame
        One value, NaN if no row counts; with `group_by` or `every` one for each group or
        interval.

    Examples
    --------
    >>> es.mutual_information(["a", "a", "b", "b"], ["u", "u", "v", "v"])
    1.0
    >>> es.mutual_information(["a", "b", "a", "b"], ["u", "v", "u", "u"], group_by=[1, 1, 2, 2])
    {1: 1.0, 2: 0.0}
    """
    grouping = Grouping(group_by, every, times, missing=missing, base=base_of(base))
    return measure_pair(x, y, frame, "mutual_information", grouping)


def measure_pair(x: Any, y: Any, frame: Any, measure: str, grouping: Grouping) -> Any:
    """Return a measure of two columns."""

    def make_table() -> ContingencyTable:
        return ContingencyTable(missing=grouping.missing)

    if not grouping.is_single:
        return compute_by_group(frame, grouping.request(measure), (x, y))
    if not are_chunks(frame):
        table = count_rows(make_table(), pair_of_columns(x, y, frame))
        return read_total(table, measure, grouping.base)
    request = Request(expanding_window(None), measure, missing=grouping.missing)
    tables, _ = count_chunks(make_table, frame, request, (x, y))
    return read_total(tables[0], measure, grouping.base)


@per_row_function
def rolling_mutual_information(
    x: Any,
    y: Any,
    window: Any,
    *,
    frame: Any = None,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give the mutual information of two columns in the window of each row, in bits.

    A row counts if both have a label.

    Returns
    -------
    column
        A value for each row, of the type of `x`; an iterator over columns for chunks.

    Examples
    --------
    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    request = Request(
        window_of(window, min_periods, step, center, closed, every),
        "mutual_information",
        times=times,
        group_by=group_by,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute_pair(x, y, frame, request)
