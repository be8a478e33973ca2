"""Expanding measures: all rows so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.dispatch import compute
from entrostream.columns.options import Arrays, ExpandingOptions, Same
from entrostream.columns.request import Request
from entrostream.columns.rolling import MEASURES
from entrostream.columns.scan import Chunks
from entrostream.columns.window import expanding_window

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["expanding", "expanding_entropy", "expanding_gini"]


@overload
def expanding_entropy(
    values: Chunks | Iterator[Any], **options: Unpack[ExpandingOptions]
) -> Iterator[Any]: ...
@overload
def expanding_entropy(
    values: Arrays, **options: Unpack[ExpandingOptions]
) -> NDArray[np.float64]: ...
@overload
def expanding_entropy(values: Same, **options: Unpack[ExpandingOptions]) -> Same: ...
def expanding_entropy(
    values: Any,
    *,
    min_periods: int | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the Shannon entropy of all rows up to each, in bits; exact.

    Everything else is as in `rolling_entropy`; `min_periods` is 1 by default.

    >>> es.expanding_entropy(["a", "b", "b", "b"])
    array([0.        , 1.        , 0.91829583, 0.81127812])
    """
    shape = expanding_window(min_periods)
    return compute(values, Request(shape, "entropy", None, by, weights, bins, missing, threads))


@overload
def expanding_gini(
    values: Chunks | Iterator[Any], **options: Unpack[ExpandingOptions]
) -> Iterator[Any]: ...
@overload
def expanding_gini(values: Arrays, **options: Unpack[ExpandingOptions]) -> NDArray[np.float64]: ...
@overload
def expanding_gini(values: Same, **options: Unpack[ExpandingOptions]) -> Same: ...
def expanding_gini(
    values: Any,
    *,
    min_periods: int | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the Gini index of all rows up to each; correctly rounded.

    >>> es.expanding_gini(["a", "b", "b", "b"])
    array([0.        , 0.5       , 0.44444444, 0.375     ])
    """
    shape = expanding_window(min_periods)
    return compute(values, Request(shape, "gini", None, by, weights, bins, missing, threads))


def expanding(
    values: Any,
    *,
    measures: str | tuple[str, ...] = MEASURES,
    min_periods: int | None = None,
    by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give several measures of all rows up to each, in one pass: a frame, as `rolling` does.

    >>> es.expanding(["a", "b", "b"], measures=("n", "distinct"))
    {'n': array([1., 2., 3.]), 'distinct': array([1., 2., 2.])}
    """
    shape = expanding_window(min_periods)
    return compute(values, Request(shape, measures, None, by, weights, bins, missing, threads))
