"""The options of column functions, for type checkers: the input decides the type of the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar

from numpy.typing import NDArray

from entrostream.measures import Measure

__all__ = [
    "Arrays",
    "Closed",
    "ExpandingOptions",
    "FadingMeasure",
    "FadingOptions",
    "Late",
    "Measure",
    "Method",
    "Missing",
    "RollingOptions",
    "Same",
    "Weighting",
    "WholeOptions",
]

# Results of these are arrays of NumPy, all other results have the type of the input.
Arrays: TypeAlias = "NDArray[Any] | Sequence[Any]"
Same = TypeVar("Same")

Missing: TypeAlias = Literal["skip", "raise", "label"]
Late: TypeAlias = Literal["raise", "drop"]
Closed: TypeAlias = Literal["right", "both", "left", "neither"]
Method: TypeAlias = Literal["jensen-shannon", "kullback-leibler"]
Weighting: TypeAlias = Literal["equal", "rows"]
FadingMeasure: TypeAlias = Measure | Literal["effective_size"]


class ExpandingOptions(TypedDict, total=False):
    """Of all functions that give a value for each row."""

    min_periods: int | None
    group_by: Any
    weights: Any
    bins: Any
    missing: Missing
    threads: int | None


class RollingOptions(ExpandingOptions, total=False):
    """Of rolling ones, except `every`, which decides the type of the result."""

    times: Any
    step: int | None
    center: bool
    closed: Closed | None
    lateness: Any
    late: Late


class FadingOptions(TypedDict, total=False):
    """Of fading ones."""

    fading_factor: float | None
    half_life: Any
    times: Any
    min_periods: int
    group_by: Any
    bins: Any
    missing: Missing
    threads: int | None
    lateness: Any
    late: Late


class WholeOptions(TypedDict, total=False):
    """Of functions that give one value for a column, but for groups and intervals."""

    weights: Any
    bins: Any
    missing: Missing
    memory: int | str | None
