"""A call of a column function: its arguments, checked, whatever the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from entrostream._core import MEASURES, repr_short
from entrostream.columns.auxiliary import AuxiliaryColumns
from entrostream.columns.frames import are_columns, columns_except, named_columns
from entrostream.columns.lateness import Lateness
from entrostream.columns.libraries import Library, as_column, as_sequence, library_of
from entrostream.columns.options import Late, Missing
from entrostream.columns.window import Window
from entrostream.measure_names import names_of

__all__ = [
    "Request",
    "auxiliary_columns",
    "key_columns",
    "measures_of",
    "pair_from_frame",
    "pair_of_columns",
    "request_of_frame",
]

MISSING = get_args(Missing)


@dataclass(frozen=True)
class Request:
    """The arguments of a column function besides the values.

    One measure by its name gives a column for a column, several give a frame.
    """

    window: Window
    measures: str | tuple[str, ...]
    times: Any = None
    group_by: Any = None
    weights: Any = None
    bins: Any = None
    missing: Missing = "skip"
    base: float = 2.0  # of the logarithms
    threads: int | None = None
    label: str = "right"  # of intervals: the end that is their time
    lateness: Any = None  # over chunks: how far times may go back
    late: Late = "raise"

    @property
    def all_measures(self) -> tuple[str, ...]:
        """The measures as a tuple, also if there is one."""
        return (self.measures,) if isinstance(self.measures, str) else self.measures

    def check(self) -> None:
        """Refuse what is wrong with any column."""
        if not isinstance(self.missing, str) or self.missing not in MISSING:
            raise ValueError(
                f"missing must be one of {', '.join(MISSING)}, got {repr_short(self.missing)}"
            )
        if not self.all_measures:
            raise ValueError("measures holds no measure")
        if self.group_by is not None and self.window.step != 1:
            raise ValueError(
                "step= of rows and group_by= do not go together: rows of which group would count?"
            )
        if self.lateness is not None and not self.window.uses_times:
            raise ValueError("lateness= needs times=, by which rows can be late")
        Lateness(self.lateness, self.late)  # refuses invalid ones


def measures_of(
    measures: str | Sequence[str], known: Sequence[str] = MEASURES
) -> str | tuple[str, ...]:
    """Return one measure, or several in a tuple."""
    return measures if isinstance(measures, str) else names_of(measures, known)


def request_of_frame(frame: Any, request: Request, library: Library) -> tuple[set[int], Request]:
    """Return the request with columns in place of their names, and the places of those columns."""
    used, columns = named_columns(
        frame, library, times=request.times, group_by=request.group_by, weights=request.weights
    )
    return used, replace(request, **columns)


def auxiliary_columns(request: Request, values: Any, library: Library) -> AuxiliaryColumns:
    """Return the auxiliary columns of a request, checked."""
    times = request.times
    if times is None and request.window.uses_times:
        times = library.own_times(values)  # as pandas itself would
    request.window.require_times(times)
    if times is not None:
        times = as_column(times, "times")
        request.window.require_zone(library_of(times).zone(times))
        times = library_of(times).as_times(times)
    weights = None if request.weights is None else as_column(request.weights, "weights")
    return AuxiliaryColumns(times, key_columns(request.group_by), weights)


def key_columns(group_by: Any) -> tuple[Any, ...]:
    """Return the columns of keys: none, one, or several in a tuple, a list or a frame."""
    if group_by is None:
        return ()
    keys = group_by
    library = library_of(keys)
    if library.is_frame(keys):
        keys = tuple(column for _, column in columns_except(keys, library))
    if are_columns(keys):
        keys = tuple(keys)
    if not isinstance(keys, tuple):
        return (as_column(keys, "group_by"),)
    if not keys:
        raise ValueError("group_by= holds no column of keys")
    return tuple(as_column(key, "group_by") for key in keys)


def pair_from_frame(
    x: Any, y: Any, frame: Any, request: Request
) -> tuple[tuple[Any, Any], Request]:
    """Return a pair of columns and its request, with columns of a frame in place of their names."""
    if frame is None:
        return (x, y), request
    _, columns = named_columns(
        frame, frame_library(frame), x=x, y=y, times=request.times, group_by=request.group_by
    )
    x, y = columns.pop("x"), columns.pop("y")
    return (x, y), replace(request, **columns)


def frame_library(frame: Any) -> Library:
    """Return the library of a frame, or refuse what is none."""
    library = library_of(frame)
    if not library.is_frame(frame):
        raise TypeError(f"frame must be a frame or chunks of frames, got {type(frame).__name__}")
    return library


def pair_of_columns(x: Any, y: Any, frame: Any = None) -> list[Any]:
    """Return two columns of the same length; a frame may have them under these names."""
    if frame is not None:
        _, columns = named_columns(frame, frame_library(frame), x=x, y=y)
        return pair_of_columns(**columns)
    first, second = as_sequence(x, "x"), as_sequence(y, "y")
    if len(first) != len(second):
        raise ValueError(f"x and y differ in length: {len(first)} and {len(second)}")
    return [first, second]
