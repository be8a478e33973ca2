"""Rolling measures: the window of each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.base import base_of
from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, Closed, Late, Measure, Missing, RollingOptions, Same
from entrostream.columns.parameters import per_row_function
from entrostream.columns.request import Request, measures_of
from entrostream.columns.scan import Chunks
from entrostream.columns.window import window_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["MEASURES", "rolling", "rolling_entropy", "rolling_gini"]

MEASURES: tuple[Measure, ...] = ("entropy", "gini", "n", "distinct", "evenness", "perplexity")


@overload
def rolling_entropy(
    values: Chunks | Iterator[Any],
    window: Any,
    *,
    base: float = ...,
    **options: Unpack[RollingOptions],
) -> Iterator[Any]: ...
@overload
def rolling_entropy(
    values: Arrays, window: Any, *, base: float = ..., **options: Unpack[RollingOptions]
) -> NDArray[np.float64]: ...
@overload
def rolling_entropy(
    values: Same, window: Any, *, base: float = ..., **options: Unpack[RollingOptions]
) -> Same: ...
@overload
def rolling_entropy(
    values: Any, window: Any, *, every: Any, base: float = ..., **options: Unpack[RollingOptions]
) -> Any: ...
@per_row_function
def rolling_entropy(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give the Shannon entropy of the window of each row, in bits; exact.

    Windows are those of `pandas.rolling`. NaN (null) where a window holds too few labels.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.rolling_entropy(["a", "b", "b", "a", "c"], 2)
    array([nan,  1.,  0.,  1.,  1.])
    >>> es.rolling_entropy(["a", "b", "b", "a", "c"], 2, min_periods=1, base=4)
    array([0. , 0.5, 0. , 0.5, 0.5])
    """
    request = Request(
        window_of(window, min_periods, step, center, closed, every),
        "entropy",
        times=times,
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)


@overload
def rolling_gini(
    values: Chunks | Iterator[Any], window: Any, **options: Unpack[RollingOptions]
) -> Iterator[Any]: ...
@overload
def rolling_gini(
    values: Arrays, window: Any, **options: Unpack[RollingOptions]
) -> NDArray[np.float64]: ...
@overload
def rolling_gini(values: Same, window: Any, **options: Unpack[RollingOptions]) -> Same: ...
@overload
def rolling_gini(
    values: Any, window: Any, *, every: Any, **options: Unpack[RollingOptions]
) -> Any: ...
@per_row_function
def rolling_gini(
    values: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give the Gini index 1 - sum p^2 of the window of each row; correctly rounded.

    Windows are those of `pandas.rolling`. NaN (null) where a window holds too few labels.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.rolling_gini(["a", "b", "b", "a", "c"], 2)
    array([nan, 0.5, 0. , 0.5, 0.5])
    """
    request = Request(
        window_of(window, min_periods, step, center, closed, every),
        "gini",
        times=times,
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)


@per_row_function
def rolling(
    values: Any,
    window: Any,
    *,
    measures: Measure | Sequence[Measure] = MEASURES,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give several measures of the window of each row, in one pass: a frame.

    Windows are those of `pandas.rolling`. NaN (null) where a window holds too few labels.

    Returns
    -------
    frame
        A column for each measure, in the library of `values`; a dict of arrays for arrays and
        lists. The columns of a frame give names of both: "source_entropy". A single measure,
        `measures="nats"`, gives what `rolling_entropy` would.

    Examples
    --------
    >>> es.rolling(["a", "b", "b", "a"], 3, measures=("n", "distinct"), min_periods=1)
    {'n': array([1., 2., 3., 3.]), 'distinct': array([1., 2., 2., 2.])}
    """
    request = Request(
        window_of(window, min_periods, step, center, closed, every),
        measures_of(measures),
        times=times,
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)
