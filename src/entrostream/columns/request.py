"""One call of a column function: what was asked for, and its answer in the user's library."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from entrostream._core import repr_short
from entrostream.columns.bins import binned
from entrostream.columns.engine import Beside
from entrostream.columns.frames import are_columns, columns_but, named_columns
from entrostream.columns.in_memory import Task, row_values
from entrostream.columns.lateness import Lateness
from entrostream.columns.libraries import (
    Library,
    Polars,
    Values,
    as_column,
    as_sequence,
    library_of,
)
from entrostream.columns.window import Window

__all__ = ["Request", "answer", "answer_pair", "beside_of", "keys_of", "named_pair", "pair_of"]

MISSING = ("skip", "raise", "label")


@dataclass(frozen=True)
class Request:
    """What a column function was asked for, whatever the column.

    One measure by its name gives a column for a column, several give a frame.
    """

    window: Window
    measures: str | tuple[str, ...]
    times: Any = None
    by: Any = None
    weights: Any = None
    bins: Any = None
    missing: str = "skip"
    threads: int | None = None
    label: str = "right"  # of intervals: which end says when
    lateness: Any = None  # over chunks: how far times may go back
    late: str = "raise"

    @property
    def all_measures(self) -> tuple[str, ...]:
        """The measures, also if it is one."""
        return (self.measures,) if isinstance(self.measures, str) else tuple(self.measures)

    def check(self) -> None:
        """Refuse what is wrong with any column."""
        if not isinstance(self.missing, str) or self.missing not in MISSING:
            raise ValueError(
                f"missing must be one of {', '.join(MISSING)}, got {repr_short(self.missing)}"
            )
        if not self.all_measures:
            raise ValueError("measures holds no measure")
        if self.by is not None and self.window.step != 1:
            raise ValueError(
                "step= of rows and by= do not go together: rows of which group would count?"
            )
        if self.lateness is not None and not self.window.uses_times:
            raise ValueError("lateness= needs times=, by which rows can be late")
        Lateness(self.lateness, self.late)  # says what is wrong with them


def answer(values: Any, request: Request) -> Any:
    """Return the values of a column, or of each column of a frame."""
    request.check()
    library = library_of(values)
    if library.is_frame(values):
        return answer_frame(values, request, library)
    beside = beside_of(request, values, library)
    found = column_values([as_sequence(values)], request, beside, library)
    return made(found, request, values, library)


def answer_frame(frame: Any, request: Request, library: Library) -> Any:
    """Return the values of each column of a frame that is not named as something else."""
    used, columns = named_columns(
        frame, library, times=request.times, by=request.by, weights=request.weights
    )
    request = replace(request, **columns)
    beside = beside_of(request, frame, library)
    names: list[Hashable] = []
    found: list[Values] = []
    for name, column in columns_but(frame, library, used):
        for measure, values in column_values([column], request, beside, library).items():
            names.append(name if isinstance(request.measures, str) else joined(name, measure))
            found.append(values)
    return library.make_frame(names, found, frame, request.window.step)


def answer_pair(x: Any, y: Any, request: Request, frame: Any = None) -> Any:
    """Return the values of two columns that stand side by side, as the first of them."""
    request.check()
    (x, y), request = named_pair(x, y, request, frame)
    pair = pair_of(x, y)
    library = library_of(x)
    found = column_values(pair, request, beside_of(request, x, library), library)
    return made(found, request, x, library)


def named_pair(x: Any, y: Any, request: Request, frame: Any) -> tuple[tuple[Any, Any], Request]:
    """Return two columns that a frame may have under these names, and the request alike."""
    if frame is None:
        return (x, y), request
    _, columns = named_columns(
        frame, frame_library(frame), x=x, y=y, times=request.times, by=request.by
    )
    x, y = columns.pop("x"), columns.pop("y")
    return (x, y), replace(request, **columns)


def frame_library(frame: Any) -> Library:
    """Return the library of a frame, or say that it is none."""
    library = library_of(frame)
    if not library.is_frame(frame):
        raise TypeError(f"frame must be a frame or chunks of frames, got {type(frame).__name__}")
    return library


def pair_of(x: Any, y: Any, frame: Any = None) -> list[Any]:
    """Return two columns of the same length, which a frame may have under these names."""
    if frame is not None:
        _, columns = named_columns(frame, frame_library(frame), x=x, y=y)
        return pair_of(**columns)
    first, second = as_sequence(x, "x"), as_sequence(y, "y")
    if len(first) != len(second):
        raise ValueError(f"x and y differ in length: {len(first)} and {len(second)}")
    return [first, second]


def made(found: dict[str, Values], request: Request, like: Any, library: Library) -> Any:
    """Return a column of the values, or a frame of several measures."""
    step = request.window.step
    if isinstance(request.measures, str):
        return library.make_column(found[request.measures], like, step)
    return library.make_frame(list(found), list(found.values()), like, step)


def joined(name: Hashable, measure: str) -> Hashable:
    """Return the name of a measure of a column; names of several levels get one more."""
    return (*name, measure) if isinstance(name, tuple) else f"{name}_{measure}"


def column_values(
    columns: list[Any], request: Request, beside: Beside, library: Library
) -> dict[str, Values]:
    """Return the values of one column, or of a pair, by measure."""
    window = request.window.as_polars() if isinstance(library, Polars) else request.window
    if request.bins is not None:
        columns = [binned(column, request.bins, library) for column in columns]
    measures = request.all_measures
    return row_values(Task(columns, window, measures, beside, request.missing, request.threads))


def beside_of(request: Request, values: Any, library: Library) -> Beside:
    """Return what stands beside the values, checked."""
    times = request.times
    if times is None and request.window.uses_times:
        times = library.own_times(values)  # as pandas itself would
    request.window.require_times(times)
    if times is not None:
        times = as_column(times, "times")
        request.window.require_zone(library_of(times).zone(times))
        times = library_of(times).as_times(times)
    weights = None if request.weights is None else as_column(request.weights, "weights")
    return Beside(times, keys_of(request.by), weights)


def keys_of(by: Any) -> tuple[Any, ...]:
    """Return the columns of keys: none, one, or several in a tuple, a list or a frame."""
    if by is None:
        return ()
    library = library_of(by)
    if library.is_frame(by):
        by = tuple(column for _, column in columns_but(by, library))
    if are_columns(by):
        by = tuple(by)
    if not isinstance(by, tuple):
        return (as_column(by, "by"),)
    if not by:
        raise ValueError("by= holds no column of keys")
    return tuple(as_column(key, "by") for key in by)
