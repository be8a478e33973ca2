"""Expanding measures: all rows so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.base import base_of
from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, ExpandingOptions, Measure, Missing, Same
from entrostream.columns.parameters import expanding_function
from entrostream.columns.request import Request, measures_of
from entrostream.columns.rolling import MEASURES
from entrostream.columns.scan import Chunks
from entrostream.columns.window import expanding_window

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["expanding", "expanding_entropy", "expanding_gini"]


@overload
def expanding_entropy(
    values: Chunks | Iterator[Any], *, base: float = ..., **options: Unpack[ExpandingOptions]
) -> Iterator[Any]: ...
@overload
def expanding_entropy(
    values: Arrays, *, base: float = ..., **options: Unpack[ExpandingOptions]
) -> NDArray[np.float64]: ...
@overload
def expanding_entropy(
    values: Same, *, base: float = ..., **options: Unpack[ExpandingOptions]
) -> Same: ...
@expanding_function
def expanding_entropy(
    values: Any,
    *,
    min_periods: int | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
) -> Any:
    """Give the Shannon entropy of all rows up to each, in bits; exact.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.expanding_entropy(["a", "b", "b", "b"])
    array([0.        , 1.        , 0.91829583, 0.81127812])
    """
    request = Request(
        expanding_window(min_periods),
        "entropy",
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
    )
    return compute(values, request)


@overload
def expanding_gini(
    values: Chunks | Iterator[Any], **options: Unpack[ExpandingOptions]
) -> Iterator[Any]: ...
@overload
def expanding_gini(values: Arrays, **options: Unpack[ExpandingOptions]) -> NDArray[np.float64]: ...
@overload
def expanding_gini(values: Same, **options: Unpack[ExpandingOptions]) -> Same: ...
@expanding_function
def expanding_gini(
    values: Any,
    *,
    min_periods: int | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    threads: int | None = None,
) -> Any:
    """Give the Gini index of all rows up to each; correctly rounded.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.expanding_gini(["a", "b", "b", "b"])
    array([0.        , 0.5       , 0.44444444, 0.375     ])
    """
    request = Request(
        expanding_window(min_periods),
        "gini",
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        threads=threads,
    )
    return compute(values, request)


@expanding_function
def expanding(
    values: Any,
    *,
    measures: Measure | Sequence[Measure] = MEASURES,
    min_periods: int | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
) -> Any:
    """Give several measures of all rows up to each, in one pass: a frame, as `rolling` does.

    Returns
    -------
    frame
        A column for each measure, as in `rolling`.

    Examples
    --------
    >>> es.expanding(["a", "b", "b"], measures=("n", "distinct"))
    {'n': array([1., 2., 3.]), 'distinct': array([1., 2., 2.])}
    """
    request = Request(
        expanding_window(min_periods),
        measures_of(measures),
        group_by=group_by,
        weights=weights,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
    )
    return compute(values, request)
