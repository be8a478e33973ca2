"""One call of a column function: what was asked for, and its answer in the user's library."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from entrostream.columns.bins import binned
from entrostream.columns.engine import Beside
from entrostream.columns.libraries import Library, Polars, Values, as_sequence, library_of
from entrostream.columns.whole_column import row_values
from entrostream.columns.window import Window

__all__ = ["Request", "answer"]

MISSING = ("skip", "raise", "label")


@dataclass(frozen=True)
class Request:
    """What a column function was asked for, whatever the column.

    `window(times)` checks the window; it is called once it is known whether there are times.
    """

    window: Callable[[Any], Window]
    measures: tuple[str, ...]
    one: bool  # a column comes back for a column, not a frame of measures
    span: bool = False  # the window is a span of time
    times: Any = None
    by: Any = None
    weights: Any = None
    bins: Any = None
    missing: str = "skip"
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.missing not in MISSING:
            raise ValueError(f"missing must be one of {', '.join(MISSING)}, got {self.missing!r}")


def answer(values: Any, request: Request) -> Any:
    """Return the values of a column, or of each column of a frame."""
    library = library_of(values)
    if library.is_frame(values):
        return answer_frame(values, request, library)
    column = as_sequence(values)
    request = with_index_as_times(request, column)
    found = column_values(column, request, library)
    step = request.window(request.times).step
    if request.one:
        return library.make_column(found[request.measures[0]], values, step)
    return library.make_frame(dict(found.items()), values, step)


def answer_frame(frame: Any, request: Request, library: Library) -> Any:
    """Return the values of each column of a frame that is not named as something else."""
    names, request = named_beside(frame, request, library)
    request = with_index_as_times(request, frame)
    found: dict[Hashable, Values] = {}
    for name in names:
        column = library.column(frame, name)
        for measure, values in column_values(column, request, library).items():
            found[name if request.one else f"{name}_{measure}"] = values
    return library.make_frame(found, frame, request.window(request.times).step)


def named_beside(frame: Any, request: Request, library: Library) -> tuple[list[Hashable], Request]:
    """Return the columns to measure, and the request with columns in place of their names."""
    known = library.names(frame)
    used: list[Hashable] = []

    def column(given: Any) -> Any:
        if isinstance(given, str):
            if given not in known:
                raise ValueError(f"the frame has no column {given!r}; it has {known}")
            used.append(given)
            return library.column(frame, given)
        return given

    by = request.by
    if isinstance(by, list | tuple) and all(isinstance(key, str) for key in by):
        by = tuple(column(key) for key in by)
    found = replace(
        request, times=column(request.times), by=column(by), weights=column(request.weights)
    )
    return [name for name in known if name not in used], found


def known_times(request: Request, column: Any) -> Any:
    """Return the times of the rows: those given, or the index of a pandas column of times."""
    if request.times is not None or not request.span:
        return request.times
    index = getattr(column, "index", None)
    kind = getattr(getattr(index, "dtype", None), "kind", "")
    return index if kind == "M" else None


def with_index_as_times(request: Request, column: Any) -> Request:
    """Return the request with the times that pandas itself would take."""
    return replace(request, times=known_times(request, column))


def column_values(column: Any, request: Request, library: Library) -> dict[str, Values]:
    """Return the values of one column, by measure."""
    window = request.window(request.times)
    if isinstance(library, Polars):
        window = window.as_polars()
    if request.bins is not None:
        column = binned(column, request.bins, library)
    return row_values(
        [column],
        window,
        request.measures,
        beside_of(request),
        missing=request.missing,
        threads=request.threads,
    )


def beside_of(request: Request) -> Beside:
    """Return what stands beside the values."""
    if request.by is not None and request.window(request.times).step != 1:
        raise ValueError("step= and by= do not go together: rows of which group would count?")
    return Beside(request.times, keys_of(request.by), request.weights)


def keys_of(by: Any) -> tuple[Any, ...]:
    """Return the columns of keys: none, one, or a tuple of several."""
    if by is None:
        return ()
    if isinstance(by, tuple):
        return tuple(as_sequence(key) for key in by)
    return (as_sequence(by),)
