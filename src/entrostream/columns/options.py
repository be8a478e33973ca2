"""The options of column functions, for type checkers: the input decides the type of the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypedDict, TypeVar

from numpy.typing import NDArray

__all__ = ["Arrays", "ExpandingOptions", "FadingOptions", "RollingOptions", "Same", "WholeOptions"]

# Results of these are arrays of NumPy, all other results have the type of the input.
Arrays: TypeAlias = "NDArray[Any] | Sequence[Any]"
Same = TypeVar("Same")


class ExpandingOptions(TypedDict, total=False):
    """Of all functions that give a value for each row."""

    min_periods: int | None
    by: Any
    weights: Any
    bins: Any
    missing: str
    threads: int | None


class RollingOptions(ExpandingOptions, total=False):
    """Of rolling ones, except `step`, which decides the type of the result."""

    times: Any
    center: bool
    closed: str | None
    lateness: Any
    late: str


class FadingOptions(TypedDict, total=False):
    """Of fading ones."""

    alpha: float | None
    half_life: Any
    times: Any
    min_periods: int
    by: Any
    bins: Any
    missing: str
    threads: int | None
    lateness: Any
    late: str


class WholeOptions(TypedDict, total=False):
    """Of functions that give one value for a column, but for groups and intervals."""

    weights: Any
    bins: Any
    missing: str
