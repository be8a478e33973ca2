"""Rolling measures: the window of each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, RollingOptions, Same
from entrostream.columns.request import Request
from entrostream.columns.scan import Chunks
from entrostream.columns.window import window_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["MEASURES", "rolling", "rolling_entropy", "rolling_gini"]

MEASURES = ("entropy", "gini", "n", "distinct", "evenness", "perplexity")


@overload
def rolling_entropy(
    values: Chunks | Iterator[Any],
    window: Any,
    *,
    step: int | None = ...,
    **options: Unpack[RollingOptions],
) -> Iterator[Any]: ...
@overload
def rolling_entropy(
    values: Arrays, window: Any, *, step: int | None = ..., **options: Unpack[RollingOptions]
) -> NDArray[np.float64]: ...
@overload
def rolling_entropy(
    values: Same, window: Any, *, step: int | None = ..., **options: Unpack[RollingOptions]
) -> Same: ...
@overload
def rolling_entropy(
    values: Any, window: Any, *, step: Any, **options: Unpack[RollingOptions]
) -> Any: ...
def rolling_entropy(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: Any = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give the Shannon entropy of the window of each row, in bits; exact.

    The result has the type of `values`: a pandas Series or DataFrame with the same index and
    names, a Polars or Arrow column or frame, a NumPy array. Windows are those of
    `pandas.rolling`.

    >>> es.rolling_entropy(["a", "b", "b", "a", "c"], 2)
    array([nan,  1.,  0.,  1.,  1.])

    Parameters
    ----------
    values : column or frame
        Labels of any kind, or the characters of a string; each column of a frame is measured
        separately, except those named as times, by or weights. Or chunks of either, from an
        iterator or a file (see `scan`): then the result is an iterator over the results of the
        chunks, with the same bits.
    window : int or span
        A number of rows, or a span of time ("10min", timedelta) with `times`. Months, quarters
        and years follow the calendar: "1mo" reaches back to the same day of the month before,
        or its last.
    times : column or name, optional
        The time of each row, for a span; by default a pandas index of times. Times may be in
        any order: rows are processed in the order of their times, so that a window reaches back
        in time also where the times of the rows decrease (in pandas it extends up the rows
        there, and so it does in `entrostream.pandas`). Rows of equal times: as in pandas, and
        for Polars as in Polars.
    min_periods : int, optional
        NaN (null) where fewer rows of the window have a label. The window if it is a number
        of rows, 1 if it is a span.
    step : int or span, optional
        Every step-th row, as in pandas. Or a length of time ("10min", "1d", "1mo"), for a window
        that is a span: a value at each multiple of it, of the window that ends there, also
        where there is no row. The result has these times: as the index of a Series or a frame
        of pandas, as a column of a frame of Polars or Arrow, in a dict of arrays for arrays and
        lists. (`es.entropy(..., every="10min")` measures the intervals themselves.)
    center, closed
        As in pandas: a window around its row, and which ends belong to it.
    by : column, name, or several in a tuple, a list, a frame; optional
        Windows hold only rows of the same key; the result has a value for each row. Rows
        without a key get NaN.
    weights : column or name, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}
        A row without a value occupies a row of the window and adds nothing; or is an error; or
        None is a label. A missing weight is treated like a missing label with "skip", else it
        is an error.
    threads : int, optional
        How many to use; by default as many as pay. The same bits with any number.
    lateness : span, optional
        Over chunks, how far times may go back ("1h"), as in a `TimeWindow`: rows and their
        results are held until no earlier row can follow. Without it times over chunks must be
        in order.
    late : {"raise", "drop"}
        Rows that are later raise an error, or are ignored and get NaN.
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "entropy", times, by, weights, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))


@overload
def rolling_gini(
    values: Chunks | Iterator[Any],
    window: Any,
    *,
    step: int | None = ...,
    **options: Unpack[RollingOptions],
) -> Iterator[Any]: ...
@overload
def rolling_gini(
    values: Arrays, window: Any, *, step: int | None = ..., **options: Unpack[RollingOptions]
) -> NDArray[np.float64]: ...
@overload
def rolling_gini(
    values: Same, window: Any, *, step: int | None = ..., **options: Unpack[RollingOptions]
) -> Same: ...
@overload
def rolling_gini(
    values: Any, window: Any, *, step: Any, **options: Unpack[RollingOptions]
) -> Any: ...
def rolling_gini(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: Any = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give the Gini index 1 - sum p^2 of the window of each row; correctly rounded.

    Everything else is as in `rolling_entropy`.

    >>> es.rolling_gini(["a", "b", "b", "a", "c"], 2)
    array([nan, 0.5, 0. , 0.5, 0.5])
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, "gini", times, by, weights, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))


def rolling(
    values: Any,
    window: Any,
    *,
    measures: str | tuple[str, ...] = MEASURES,
    times: Any = None,
    min_periods: int | None = None,
    step: Any = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give several measures of the window of each row, in one pass: a frame.

    A dict of arrays for arrays and lists. Results of a frame have the names of the columns and
    the measures: "source_entropy". All measures of `trace` are available; a single name,
    measures="nats", gives a column. Everything else is as in `rolling_entropy`.

    >>> es.rolling(["a", "b", "b", "a"], 3, measures=("n", "distinct"), min_periods=1)
    {'n': array([1., 2., 3., 3.]), 'distinct': array([1., 2., 2., 2.])}
    """
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, measures, times, by, weights, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))
