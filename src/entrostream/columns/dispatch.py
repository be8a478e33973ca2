"""The answer to a request: at once for rows in memory, chunk by chunk for chunks of rows."""

from __future__ import annotations

from typing import Any

from entrostream.columns import request as at_once
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.chunks import answer_chunks, answer_late
from entrostream.columns.intervals import answer_intervals
from entrostream.columns.request import Request

__all__ = ["answer", "answer_pair"]


def answer(values: Any, request: Request) -> Any:
    """Return the values of a column or a frame, or an iterator over those of chunks."""
    if request.window.intervals is not None:
        return answer_intervals(values, request)
    if are_chunks(values):
        return answer_chunks(values, request)
    if request.lateness is not None:
        return answer_late(values, request)
    return at_once.answer(values, request)


def answer_pair(x: Any, y: Any, frame: Any, request: Request) -> Any:
    """Return the values of two columns, which may be columns of a frame, or of chunks."""
    if request.window.intervals is not None:
        return answer_intervals(frame, request, (x, y))
    if are_chunks(frame):
        return answer_chunks(frame, request, (x, y))
    if request.lateness is not None:
        return answer_late(frame, request, (x, y))
    return at_once.answer_pair(x, y, request, frame)
