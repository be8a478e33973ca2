"""Fading measures: all rows so far with exponential decay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, FadingOptions, Same
from entrostream.columns.request import Request
from entrostream.columns.scan import Chunks
from entrostream.columns.window import fading_window

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["fading", "fading_entropy", "fading_gini"]

MEASURES = ("entropy", "gini", "n", "distinct", "effective_size")


@overload
def fading_entropy(
    values: Chunks | Iterator[Any], **options: Unpack[FadingOptions]
) -> Iterator[Any]: ...
@overload
def fading_entropy(values: Arrays, **options: Unpack[FadingOptions]) -> NDArray[np.float64]: ...
@overload
def fading_entropy(values: Same, **options: Unpack[FadingOptions]) -> Same: ...
def fading_entropy(
    values: Any,
    *,
    alpha: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    by: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give the Shannon entropy of the rows up to each, old ones weighing less, in bits.

    A row of age k weighs alpha^k, or 2^(-age/half_life); within 1e-12 of the sum over all rows.
    Results have the type of `values`, as in `rolling_entropy`.

    >>> es.fading_entropy(["a", "a", "b", "b"], alpha=0.5)
    array([0.        , 0.        , 0.98522814, 0.72192809])
    >>> es.fading_entropy(["a", "b"], half_life="5min", times=[0, 300])
    array([0.        , 0.91829583])

    Parameters
    ----------
    values : column or frame
        Labels of any kind; each column of a frame is measured separately.
    alpha : float, above 0 and at most 1
        The weight of a row relative to the next one; 1 does not fade. (pandas and Polars call
        1 - alpha "alpha".) Exactly one of alpha and half_life is given.
    half_life : span or number
        In which time a row loses half its weight ("5min", timedelta), with `times`; or, as a
        number, after how many rows.
    times : column or name, optional
        The time of each row, for a span; by default a pandas index of times. Times may be in
        any order: rows are processed in the order of their times.
    min_periods : int, default 1
        NaN (null) where fewer rows so far have a label.
    by : column, name, or several in a tuple, a list, a frame; optional
        The rows of each key decay separately, by their own number or times; the result has a
        value for each row. Rows without a key get NaN.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}
        A row without a value ages the others and adds nothing, as in pandas'
        `ewm(ignore_na=False)`; or is an error; or None is a label.
    threads : int, optional
        How many to use for groups; by default as many as pay.
    lateness, late
        As in `rolling_entropy`: how far times may go back over chunks.
    """
    shape = fading_window(alpha, half_life, min_periods)
    request = Request(shape, "entropy", times, by, None, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))


@overload
def fading_gini(
    values: Chunks | Iterator[Any], **options: Unpack[FadingOptions]
) -> Iterator[Any]: ...
@overload
def fading_gini(values: Arrays, **options: Unpack[FadingOptions]) -> NDArray[np.float64]: ...
@overload
def fading_gini(values: Same, **options: Unpack[FadingOptions]) -> Same: ...
def fading_gini(
    values: Any,
    *,
    alpha: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    by: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give the Gini index of the rows up to each, old ones weighing less.

    Everything else is as in `fading_entropy`.

    >>> es.fading_gini(["a", "a", "b", "b"], alpha=0.5)
    array([0.        , 0.        , 0.48979592, 0.32      ])
    """
    shape = fading_window(alpha, half_life, min_periods)
    request = Request(shape, "gini", times, by, None, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))


def fading(
    values: Any,
    *,
    measures: str | tuple[str, ...] = MEASURES,
    alpha: float | None = None,
    half_life: Any = None,
    times: Any = None,
    min_periods: int = 1,
    by: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: str = "raise",
) -> Any:
    """Give several measures of the rows up to each, old ones weighing less: a frame, as `rolling`.

    `n` is the weight of all rows in units of a row that comes now, `effective_size` Kish's
    effective sample size. All measures of `trace` are available as well. Everything else is as
    in `fading_entropy`.

    >>> es.fading(["a", "b", None, "b"], half_life=1, measures=("n", "distinct"))
    {'n': array([1.   , 1.5  , 0.75 , 1.375]), 'distinct': array([1., 2., 2., 2.])}
    """
    shape = fading_window(alpha, half_life, min_periods)
    request = Request(shape, measures, times, by, None, bins, missing, threads)
    return compute(values, replace(request, lateness=lateness, late=late))
