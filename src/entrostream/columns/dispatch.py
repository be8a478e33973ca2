"""Which executor serves a request: intervals, chunks, late rows, or rows in memory."""

from __future__ import annotations

from typing import Any

from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.chunks import compute_chunks, compute_late
from entrostream.columns.in_memory import compute_in_memory, compute_pair_in_memory
from entrostream.columns.intervals import compute_intervals
from entrostream.columns.request import Request

__all__ = ["compute", "compute_pair"]


def compute(values: Any, request: Request) -> Any:
    """Return the values of a column or a frame, or an iterator over those of chunks."""
    if request.window.intervals is not None:
        return compute_intervals(values, request)
    if are_chunks(values):
        return compute_chunks(values, request)
    if request.lateness is not None:
        return compute_late(values, request)
    return compute_in_memory(values, request)


def compute_pair(x: Any, y: Any, frame: Any, request: Request) -> Any:
    """Return the values of a pair of columns, which `frame` or its chunks may have by name."""
    if request.window.intervals is not None:
        return compute_intervals(frame, request, (x, y))
    if are_chunks(frame):
        return compute_chunks(frame, request, (x, y))
    if request.lateness is not None:
        return compute_late(frame, request, (x, y))
    return compute_pair_in_memory(x, y, frame, request)
