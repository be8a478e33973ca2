"""Executor of requests for rows that come in chunks: one result per chunk.

The results have the same bits as those of all rows at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from entrostream.columns.bins import bin_columns
from entrostream.columns.chunk_parts import Part, all_parts, explained, parts
from entrostream.columns.engine import Engine
from entrostream.columns.late import LateEngine
from entrostream.columns.lateness import Lateness
from entrostream.columns.libraries import Values, row_slice
from entrostream.columns.request import Request
from entrostream.columns.results import frame_of_columns, to_column_or_frame
from entrostream.columns.summary_engine import SummaryEngine
from entrostream.columns.window import positive

__all__ = ["EngineFactory", "compute_chunks", "compute_late"]


# Given the name of a column, None if there is only one: a callable that makes its engine.
EngineFactory = Callable[[Hashable], Callable[..., Any]]


def compute_chunks(
    values: Any,
    request: Request,
    chosen: tuple[str, ...] = (),
    engine_for: EngineFactory | None = None,
) -> Iterator[Any]:
    """Return an iterator over the results of the chunks, each as long as its chunk.

    A result is yielded as soon as it is known: where windows reach beyond their row, when the
    rows that they reach have been read.
    """
    if request.threads is not None:
        positive("threads", request.threads)
    return run_chunks(parts(values, request, chosen), request, engine_for)


def compute_late(
    values: Any, request: Request, pair: Any = None, engine_for: EngineFactory | None = None
) -> Any:
    """Return the values of rows in memory that may be late: as those of one chunk."""
    (result,) = run_chunks(all_parts(values, request, pair), request, engine_for)
    return result


def run_chunks(
    chunks: Iterator[Part], request: Request, engine_for: EngineFactory | None = None
) -> Iterator[Any]:
    """Yield the results of the chunks."""
    columns: list[ColumnRows] | None = None
    waiting: deque[Part] = deque()
    for part in chunks:
        if columns is None:
            columns = [
                ColumnRows(
                    new_engine(part, len(each), request, engine_for and engine_for(name)), request
                )
                for name, each in zip(part.names, part.columns, strict=True)
            ]
        for column, values in zip(columns, part.columns, strict=True):
            column.push(part, values)
        waiting.append(part)
        yield from complete_results(waiting, columns, request)
    for column in columns or ():
        column.finish()
    yield from complete_results(waiting, columns or [], request)


def complete_results(
    waiting: deque[Part], columns: list[ColumnRows], request: Request
) -> Iterator[Any]:
    """Yield the results of the chunks all of whose rows have their values."""
    while waiting and all(column.has(waiting[0].rows) for column in columns):
        part = waiting.popleft()
        yield chunk_result(part, [column.take(part.rows) for column in columns], request)


def chunk_result(part: Part, values: list[dict[str, Values]], request: Request) -> Any:
    """Return the values of a chunk, of every step-th row, in the library that it came from."""
    step = request.window.step
    start = -part.first % step  # counted from the first row of the stream
    values = [
        {name: every_step(column, start, step) for name, column in each.items()} for each in values
    ]
    like = row_slice(part.like, start, part.rows) if start else part.like
    if not part.framed:
        return to_column_or_frame(values[0], request, like, part.library)
    columns = zip(part.names, values, strict=True)
    return frame_of_columns(columns, request, like, part.library)


def every_step(values: Values, start: int, step: int) -> Values:
    """Return every step-th value."""
    return values if step == 1 else np.ascontiguousarray(values[start::step])


class ColumnRows:
    """A column, or a pair of columns: its engine, and the values computed and not yet taken."""

    def __init__(self, engine: Any, request: Request):
        self._request = request
        self._engine = engine
        self._rows = 0  # so far
        self._known = 0  # of them have their values
        self._held: deque[dict[str, Values]] = deque()
        self._in_order = request.lateness is None

    def push(self, part: Part, columns: Sequence[Any]) -> None:
        """Take the rows of the next chunk."""
        part.auxiliary.require_rows(part.rows)
        outputs = self._new_outputs(part.rows, with_keys=bool(part.auxiliary.keys))
        with explained(part.number, part.first):
            binned = bin_columns(columns, self._request.bins, part.library)
            rows = [row_slice(column, 0, part.rows) for column in binned]
            auxiliary = self._engine.read(part.auxiliary, part.rows)
            if self._in_order:
                self._engine.require_order(auxiliary, part.first)
            known = self._engine.push(rows, auxiliary, outputs, self._known)
        self._rows += part.rows
        # Rows without a key get no value and wait for none.
        with_keys = bool(part.auxiliary.keys) and self._in_order
        self._hold(outputs, part.rows if with_keys else known)

    def finish(self) -> None:
        """Compute the values of the rows that waited for others."""
        outputs = self._new_outputs(0, with_keys=False)
        self._engine.finish(outputs, self._known)
        self._hold(outputs, self._rows - self._known)

    def has(self, rows: int) -> bool:
        """Say whether this many values are known and not yet taken."""
        return sum(row_count(held) for held in self._held) >= rows

    def take(self, rows: int) -> dict[str, Values]:
        """Return the values of the first rows, which are known, and hold the others."""
        taken: list[dict[str, Values]] = []
        while rows:
            held = self._held.popleft()
            size = row_count(held)
            if size > rows:
                self._held.appendleft({name: values[rows:] for name, values in held.items()})
                held = {name: values[:rows] for name, values in held.items()}
            taken.append(held)
            rows -= min(rows, size)
        if len(taken) == 1:
            return taken[0]
        nothing = np.empty(0)
        return {
            name: np.concatenate([nothing, *(each[name] for each in taken)])
            for name in self._request.all_measures
        }

    def _new_outputs(self, more: int, *, with_keys: bool) -> dict[str, Values]:
        """Return columns for the rows without a value and `more` others."""
        rows = self._rows + more - self._known
        fill = np.nan if with_keys else 0.0
        return {name: np.full(rows, fill) for name in self._request.all_measures}

    def _hold(self, outputs: dict[str, Values], known: int) -> None:
        """Hold the values that are known now."""
        self._known += known
        if known:
            self._held.append({name: values[:known] for name, values in outputs.items()})


def row_count(values: dict[str, Values]) -> int:
    """Return the number of rows."""
    return len(next(iter(values.values())))


def new_engine(part: Part, columns: int, request: Request, kind: Callable[..., Any] | None) -> Any:
    """Return the engine of a column, or of a pair, by its first chunk."""
    window = part.library.adapt_window(request.window)
    window = replace(window, step=1)  # only every step-th value goes into a result
    if window.waits and part.auxiliary.keys:
        raise ValueError(
            "group_by= over chunks of Polars with a span of time: rows of the same time may still "
            'come, and would hold back all that follow; take closed="left", or chunks of Arrow'
        )
    # Not the columns of the first chunk, which the engine would keep alive.
    auxiliary = part.auxiliary.without_rows()
    late = request.lateness is not None
    if kind is None and not late and SummaryEngine.serves(window, auxiliary, columns):
        return SummaryEngine(window, columns=columns, missing=request.missing)
    engine = (kind or Engine)(
        window,
        auxiliary,
        columns=columns,
        missing=request.missing,
        threads=request.threads or 1,
    )
    if not late:
        return engine
    lateness = Lateness(request.lateness, request.late)
    return LateEngine(engine, lateness, request.all_measures)
