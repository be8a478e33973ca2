"""Executor of requests for rows in memory: a column, a frame or a pair of columns."""

from __future__ import annotations

from typing import Any

from entrostream.columns.auxiliary import AuxiliaryColumns
from entrostream.columns.bins import bin_columns
from entrostream.columns.frames import columns_except
from entrostream.columns.libraries import Library, Values, as_sequence, library_of
from entrostream.columns.request import (
    Request,
    auxiliary_columns,
    pair_from_frame,
    pair_of_columns,
    request_of_frame,
)
from entrostream.columns.results import frame_of_columns, to_column_or_frame
from entrostream.columns.row_values import Task, compute_rows

__all__ = ["compute_in_memory", "compute_pair_in_memory"]


def compute_in_memory(values: Any, request: Request) -> Any:
    """Return the values of a column, or of each column of a frame."""
    request.check()
    library = library_of(values)
    if library.is_frame(values):
        return compute_frame(values, request, library)
    auxiliary = auxiliary_columns(request, values, library)
    results = compute_columns([as_sequence(values)], request, auxiliary, library)
    return to_column_or_frame(results, request, values, library)


def compute_frame(frame: Any, request: Request, library: Library) -> Any:
    """Return the values of each column of a frame that is not an auxiliary one."""
    used, request = request_of_frame(frame, request, library)
    auxiliary = auxiliary_columns(request, frame, library)
    results = [
        (name, compute_columns([column], request, auxiliary, library))
        for name, column in columns_except(frame, library, used)
    ]
    return frame_of_columns(results, request, frame, library)


def compute_pair_in_memory(x: Any, y: Any, frame: Any, request: Request) -> Any:
    """Return the values of a pair of columns, in the library of the first."""
    request.check()
    (x, y), request = pair_from_frame(x, y, frame, request)
    pair = pair_of_columns(x, y)
    library = library_of(x)
    results = compute_columns(pair, request, auxiliary_columns(request, x, library), library)
    return to_column_or_frame(results, request, x, library)


def compute_columns(
    columns: list[Any], request: Request, auxiliary: AuxiliaryColumns, library: Library
) -> dict[str, Values]:
    """Return the values of one column, or of a pair, by measure."""
    columns = bin_columns(columns, request.bins, library)
    window = library.adapt_window(request.window)
    measures = request.all_measures
    return compute_rows(
        Task(columns, window, measures, auxiliary, request.missing, request.threads)
    )
