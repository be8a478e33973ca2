"""Results in the library that the values came from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from entrostream.columns.base import in_base
from entrostream.columns.libraries import Library, Values
from entrostream.columns.request import Request

__all__ = ["frame_of_columns", "measure_name", "to_column_or_frame"]


def to_column_or_frame(
    values: dict[str, Values], request: Request, like: Any, library: Library
) -> Any:
    """Return a column for one measure, a frame for several."""
    step = request.window.step
    values = {measure: in_base(each, measure, request.base) for measure, each in values.items()}
    if isinstance(request.measures, str):
        return library.make_column(values[request.measures], like, step)
    return library.make_frame(list(values), list(values.values()), like, step)


def frame_of_columns(
    columns: Iterable[tuple[Hashable, dict[str, Values]]],
    request: Request,
    like: Any,
    library: Library,
) -> Any:
    """Return a frame of the measures of each column of a frame."""
    names: list[Hashable] = []
    results: list[Values] = []
    for name, by_measure in columns:
        for measure, values in by_measure.items():
            names.append(measure_name(name, measure, request))
            results.append(in_base(values, measure, request.base))
    return library.make_frame(names, results, like, request.window.step)


def measure_name(name: Hashable, measure: str, request: Request) -> Hashable:
    """Return the name of a measure of a column: that of the column if there is one measure.

    Names of several levels get one more.
    """
    if isinstance(request.measures, str):
        return name
    return (*name, measure) if isinstance(name, tuple) else f"{name}_{measure}"
