"""Measures of pairs of columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.aggregate import Grouping, compute_by_group, count_chunks, count_rows
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.dispatch import compute_pair
from entrostream.columns.request import Request, pair_of_columns
from entrostream.columns.window import expanding_window, window_of

__all__ = ["information_gain", "mutual_information", "rolling_mutual_information"]


def information_gain(
    x: Any,
    y: Any,
    *,
    frame: Any = None,
    by: Any = None,
    every: Any = None,
    times: Any = None,
    missing: str = "skip",
) -> Any:
    """Give the information gain of x about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns. They may
    be named columns of a `frame`, or of chunks of frames (see `scan`). `by`, `every` and
    `times` are as in `entropy`: one value for each group, or for each interval.

    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """
    grouping = Grouping(by, every, times, missing=missing)
    return measure_pair(x, y, frame, "information_gain", grouping)


def mutual_information(
    x: Any,
    y: Any,
    *,
    frame: Any = None,
    by: Any = None,
    every: Any = None,
    times: Any = None,
    missing: str = "skip",
) -> Any:
    """Give the mutual information of two columns, in bits: H(X) + H(Y) - H(X, Y).

    The same number as `information_gain`, which is its name where one column is to be
    predicted. Everything else is as in `information_gain`.

    >>> es.mutual_information(["a", "a", "b", "b"], ["u", "u", "v", "v"])
    1.0
    >>> es.mutual_information(["a", "b", "a", "b"], ["u", "v", "u", "u"], by=[1, 1, 2, 2])
    {1: 1.0, 2: 0.0}
    """
    grouping = Grouping(by, every, times, missing=missing)
    return measure_pair(x, y, frame, "mutual_information", grouping)


def measure_pair(x: Any, y: Any, frame: Any, measure: str, grouping: Grouping) -> Any:
    """Return a measure of two columns."""

    def make_table() -> ContingencyTable:
        return ContingencyTable(missing=grouping.missing)

    if not grouping.is_single:
        return compute_by_group(frame, grouping.request(measure), (x, y))
    if not are_chunks(frame):
        return float(getattr(count_rows(make_table(), pair_of_columns(x, y, frame)), measure))
    request = Request(expanding_window(None), measure, missing=grouping.missing)
    tables, _ = count_chunks(make_table, frame, request, (x, y))
    return float(getattr(tables[0], measure))


def rolling_mutual_information(
    x: Any,
    y: Any,
    window: Any,
    *,
    frame: Any = None,
    times: Any = None,
    min_periods: int | None = None,
    step: Any = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give the mutual information of two columns in the window of each row, in bits.

    A row counts if both have a label. Everything else is as in `rolling_entropy`; the result
    has the type of `x`. `x` and `y` may be names of columns of a `frame`, or of chunks of
    frames: then the result is an iterator over columns.

    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "mutual_information", times, by, None, None, missing, threads)
    return compute_pair(x, y, frame, replace(request, lateness=lateness, late=late))
