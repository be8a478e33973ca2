"""Measures of two columns that stand side by side."""

from __future__ import annotations

from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.answers import answer_pair
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.request import Request, pair_of
from entrostream.columns.whole import counted, counted_chunks
from entrostream.columns.window import expanding_window, window_of

__all__ = ["information_gain", "rolling_mutual_information"]


def information_gain(x: Any, y: Any, *, frame: Any = None, missing: str = "skip") -> float:
    """Give what knowing x says about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns. They may
    be named columns of a `frame`, or of chunks of frames (see `scan`).

    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """

    def make() -> ContingencyTable:
        return ContingencyTable(missing=missing)

    if not are_chunks(frame):
        return float(counted(make, pair_of(x, y, frame)).information_gain)
    request = Request(expanding_window(None), "information_gain", missing=missing)
    tables, _ = counted_chunks(make, frame, request, (x, y))
    return float(tables[0].information_gain)


def rolling_mutual_information(
    x: Any,
    y: Any,
    window: Any,
    *,
    frame: Any = None,
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
    comes back is of the kind of `x`. `x` and `y` may be named columns of a `frame`, or of
    chunks of frames: then an iterator over columns comes back.

    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "mutual_information", times, by, None, None, missing, threads)
    return answer_pair(x, y, frame, request)
