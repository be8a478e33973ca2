"""Measures of two columns that stand side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.aggregate import Rows, by_group, counted, counted_chunks
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.dispatch import answer_pair
from entrostream.columns.request import Request, pair_of
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
    """Give what knowing x says about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns. They may
    be named columns of a `frame`, or of chunks of frames (see `scan`). `by`, `every` and
    `times` are as in `entropy`: one value for each group, or for each interval.

    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """
    rows = Rows(by, every, times, missing=missing)
    return of_pair(x, y, frame, "information_gain", rows)


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

    The same number as `information_gain`, under the name that it has where neither column is
    there to be predicted. Everything else is as in `information_gain`.

    >>> es.mutual_information(["a", "a", "b", "b"], ["u", "u", "v", "v"])
    1.0
    >>> es.mutual_information(["a", "b", "a", "b"], ["u", "v", "u", "u"], by=[1, 1, 2, 2])
    {1: 1.0, 2: 0.0}
    """
    rows = Rows(by, every, times, missing=missing)
    return of_pair(x, y, frame, "mutual_information", rows)


def of_pair(x: Any, y: Any, frame: Any, measure: str, rows: Rows) -> Any:
    """Return a measure of two columns."""
    missing = rows.missing

    def make() -> ContingencyTable:
        return ContingencyTable(missing=missing)

    if not rows.are_one:
        return by_group(frame, rows.request(measure), (x, y))
    if not are_chunks(frame):
        return float(getattr(counted(make, pair_of(x, y, frame)), measure))
    request = Request(expanding_window(None), measure, missing=missing)
    tables, _ = counted_chunks(make, frame, request, (x, y))
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

    A row counts if both have a label. Everything else is as in `rolling_entropy`; what
    comes back is of the kind of `x`. `x` and `y` may be named columns of a `frame`, or of
    chunks of frames: then an iterator over columns comes back.

    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "mutual_information", times, by, None, None, missing, threads)
    return answer_pair(x, y, frame, replace(request, lateness=lateness, late=late))
