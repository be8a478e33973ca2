"""Measures of two columns that stand side by side."""

from __future__ import annotations

from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.request import Request, answer_pair, pair_of
from entrostream.columns.whole import counted
from entrostream.columns.window import window_of

__all__ = ["information_gain", "rolling_mutual_information"]


def information_gain(x: Any, y: Any, *, missing: str = "skip") -> float:
    """Give what knowing x says about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns.

    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """
    columns = pair_of(x, y)
    table = counted(lambda: ContingencyTable(missing=missing), columns)
    return float(table.information_gain)


def rolling_mutual_information(
    x: Any,
    y: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the mutual information of two columns in the window of each row, in bits.

    A row counts if both have a label. Everything else is as in `rolling_entropy`; what
    comes back is of the kind of `x`.

    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "mutual_information", times, by, None, None, missing, threads)
    return answer_pair(x, y, request)
