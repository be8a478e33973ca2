"""Fading measures: all rows so far with exponential decay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream._core import MEASURES
from entrostream.columns.base import base_of
from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, FadingMeasure, FadingOptions, Late, Missing, Same
from entrostream.columns.parameters import fading_function
from entrostream.columns.request import Request, measures_of
from entrostream.columns.scan import Chunks
from entrostream.columns.window import fading_window

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["FADING_MEASURES", "fading", "fading_entropy", "fading_gini"]

FADING_MEASURES: tuple[FadingMeasure, ...] = ("entropy", "gini", "n", "distinct", "effective_size")


@overload
def fading_entropy(
    values: Chunks | Iterator[Any], *, base: float = ..., **options: Unpack[FadingOptions]
) -> Iterator[Any]: ...
@overload
def fading_entropy(
    values: Arrays, *, base: float = ..., **options: Unpack[FadingOptions]
) -> NDArray[np.float64]: ...
@overload
def fading_entropy(
    values: Same, *, base: float = ..., **options: Unpack[FadingOptions]
) -> Same: ...
@fading_function
def fading_entropy(
    values: Any,
    *,
    fading_factor: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    group_by: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give the Shannon entropy of the rows up to each with exponential decay, in bits.

    A row of age k weighs fading_factor^k, or 2^(-age/half_life); within 1e-12 of the sum over
    all rows.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.fading_entropy(["a", "a", "b", "b"], fading_factor=0.5)
    array([0.        , 0.        , 0.98522814, 0.72192809])
    >>> es.fading_entropy(["a", "b"], half_life="5min", times=[0, 300])
    array([0.        , 0.91829583])
    """
    request = Request(
        fading_window(fading_factor, half_life, min_periods),
        "entropy",
        times=times,
        group_by=group_by,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)


@overload
def fading_gini(
    values: Chunks | Iterator[Any], **options: Unpack[FadingOptions]
) -> Iterator[Any]: ...
@overload
def fading_gini(values: Arrays, **options: Unpack[FadingOptions]) -> NDArray[np.float64]: ...
@overload
def fading_gini(values: Same, **options: Unpack[FadingOptions]) -> Same: ...
@fading_function
def fading_gini(
    values: Any,
    *,
    fading_factor: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    group_by: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give the Gini index of the rows up to each with exponential decay.

    A row of age k weighs fading_factor^k, or 2^(-age/half_life); within 1e-12 of the sum over
    all rows.

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`: a pandas Series or DataFrame with the same
        index and names, a Polars or Arrow column or frame, a NumPy array; an iterator over them
        for chunks.

    Examples
    --------
    >>> es.fading_gini(["a", "a", "b", "b"], fading_factor=0.5)
    array([0.        , 0.        , 0.48979592, 0.32      ])
    """
    request = Request(
        fading_window(fading_factor, half_life, min_periods),
        "gini",
        times=times,
        group_by=group_by,
        bins=bins,
        missing=missing,
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)


@fading_function
def fading(
    values: Any,
    *,
    measures: FadingMeasure | Sequence[FadingMeasure] = FADING_MEASURES,
    fading_factor: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    group_by: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give several measures of the rows up to each with exponential decay: a frame, as `rolling`.

    `n` is the weight of all rows in units of a row that comes now, `effective_size` Kish's
    effective sample size.

    Returns
    -------
    frame
        A column for each measure, as in `rolling`.

    Examples
    --------
    >>> es.fading(["a", "b", None, "b"], half_life=1, measures=("n", "distinct"))
    {'n': array([1.   , 1.5  , 0.75 , 1.375]), 'distinct': array([1., 2., 2., 2.])}
    """
    request = Request(
        fading_window(fading_factor, half_life, min_periods),
        measures_of(measures, (*MEASURES, "effective_size")),
        times=times,
        group_by=group_by,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    return compute(values, request)
