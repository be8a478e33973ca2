"""Rolling measures: the window of each row."""

from __future__ import annotations

from typing import Any

from entrostream.columns.answers import answer
from entrostream.columns.request import Request
from entrostream.columns.window import window_of

__all__ = ["MEASURES", "rolling", "rolling_entropy", "rolling_gini"]

MEASURES = ("entropy", "gini", "n", "distinct", "evenness", "perplexity")


def rolling_entropy(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the Shannon entropy of the window of each row, in bits; exact.

    What goes in comes out: a pandas Series or DataFrame with the same index and names, a
    Polars or Arrow column or frame, a NumPy array. Windows are those of `pandas.rolling`.

    >>> es.rolling_entropy(["a", "b", "b", "a", "c"], 2)
    array([nan,  1.,  0.,  1.,  1.])

    Parameters
    ----------
    values : column or frame
        Labels of any kind, the letters of a text among them; each column of a frame is
        measured by itself, but for those named as times, by or weights. Or chunks of
        either, from an iterator or a file (see `scan`): then an iterator over the results of
        the chunks comes back, the same bits in all.
    window : int or span
        So many rows, or a span of time ("10min", timedelta) with `times`.
    times : column or name, optional
        The time of each row, for a span; a pandas index of times serves by itself. Times
        may be in any order: the rows are taken in that of their times, so that a window
        reaches back in time also where the times of the rows decrease (pandas' own reaches up
        the rows there, and so does `entrostream.pandas`). Rows of equal times: as in pandas,
        and for Polars as in Polars.
    min_periods : int, optional
        NaN (null) where fewer rows of the window have a label. The window if it is a number
        of rows, 1 if it is a span.
    step, center, closed
        As in pandas: every step-th row, the window around its row, which ends belong to it.
    by : column, name, or several in a tuple, a list of names, a frame; optional
        Each key is a stream of its own; values stand beside their rows. Rows without a
        key get NaN.
    weights : column or name, optional
        How much each row counts, a positive number.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}
        A row without a value takes its place in the window and adds nothing; or is an
        error; or None is a label.
    threads : int, optional
        How many to use; as many as pay if nothing is said. The same bits with any number.
    """
    shape = window_of(window, min_periods, step, center, closed)
    return answer(values, Request(shape, "entropy", times, by, weights, bins, missing, threads))


def rolling_gini(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the Gini index 1 - sum p^2 of the window of each row; correctly rounded.

    Everything else is as in `rolling_entropy`.

    >>> es.rolling_gini(["a", "b", "b", "a", "c"], 2)
    array([nan, 0.5, 0. , 0.5, 0.5])
    """
    shape = window_of(window, min_periods, step, center, closed)
    return answer(values, Request(shape, "gini", times, by, weights, bins, missing, threads))


def rolling(
    values: Any,
    window: Any,
    *,
    measures: str | tuple[str, ...] = MEASURES,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give several measures of the window of each row, in one pass: a frame.

    A dict of arrays for arrays and lists. Of a frame with several columns the names are
    those of the columns and of the measures: "source_entropy". All measures of `trace` can
    be had; one by its name, measures="nats", gives a column. Everything else is as in
    `rolling_entropy`.

    >>> es.rolling(["a", "b", "b", "a"], 3, measures=("n", "distinct"), min_periods=1)
    {'n': array([1., 2., 3., 3.]), 'distinct': array([1., 2., 2., 2.])}
    """
    shape = window_of(window, min_periods, step, center, closed)
    return answer(values, Request(shape, measures, times, by, weights, bins, missing, threads))
