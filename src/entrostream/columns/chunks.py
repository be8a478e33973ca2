"""The values of rows that come in chunks: one result a chunk, the same bits as in one piece."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from entrostream.columns.bins import binned
from entrostream.columns.chunk_parts import Part, explained, parts
from entrostream.columns.engine import Engine, TimesGoBackError, pieces
from entrostream.columns.groups import all_parts
from entrostream.columns.late import LateEngine
from entrostream.columns.lateness import Lateness, TooLateError
from entrostream.columns.libraries import Library, Polars, Values, piece
from entrostream.columns.quick_engine import QuickEngine
from entrostream.columns.request import Request, joined, made
from entrostream.columns.window import positive

__all__ = ["answer_chunks", "answer_late"]


# Given the name of a column, None if there is but one: what makes an engine for it.
EngineOf = Callable[[Hashable], Callable[..., Any]]


def answer_chunks(
    values: Any,
    request: Request,
    chosen: tuple[str, ...] = (),
    engine_of: EngineOf | None = None,
) -> Iterator[Any]:
    """Return an iterator over the results of the chunks, each as long as its chunk.

    A result comes as soon as it is known: where windows reach beyond their row, that is when
    the rows that they reach have come.
    """
    if request.threads is not None:
        positive("threads", request.threads)
    return walk(parts(values, request, chosen), request, engine_of)


def answer_late(
    values: Any, request: Request, pair: Any = None, engine_of: EngineOf | None = None
) -> Any:
    """Return the values of rows in memory that may be late: as those of one chunk."""
    (found,) = walk(all_parts(values, request, pair), request, engine_of)
    return found


def walk(
    chunks: Iterator[Part], request: Request, engine_of: EngineOf | None = None
) -> Iterator[Any]:
    """Yield the results of the chunks."""
    columns: list[ColumnRows] | None = None
    waiting: deque[Part] = deque()
    for part in chunks:
        if columns is None:
            columns = [
                ColumnRows(
                    engine_maker(part, len(each), request, engine_of and engine_of(name)), request
                )
                for name, each in zip(part.names, part.columns, strict=True)
            ]
        for column, values in zip(columns, part.columns, strict=True):
            column.push(part, values)
        waiting.append(part)
        yield from results(waiting, columns, request)
    for column in columns or ():
        column.finish()
    yield from results(waiting, columns or [], request)


def results(waiting: deque[Part], columns: list[ColumnRows], request: Request) -> Iterator[Any]:
    """Yield the results of the chunks all of whose rows have their values."""
    while waiting and all(column.has(waiting[0].rows) for column in columns):
        part = waiting.popleft()
        yield result(part, [column.take(part.rows) for column in columns], request)


def result(part: Part, found: list[dict[str, Values]], request: Request) -> Any:
    """Return the values of a chunk, of every step-th row, in the library that it came from."""
    step = request.window.step
    start = -part.first % step  # counted from the first row of all
    found = [
        {name: stepped(values, start, step) for name, values in each.items()} for each in found
    ]
    like = piece(part.like, start, part.rows) if start else part.like
    if not part.framed:
        return made(found[0], request, like, part.library)
    names, columns = [], []
    for name, each in zip(part.names, found, strict=True):
        for measure, values in each.items():
            names.append(name if isinstance(request.measures, str) else joined(name, measure))
            columns.append(values)
    return part.library.make_frame(names, columns, like, step)


def stepped(values: Values, start: int, step: int) -> Values:
    """Return every step-th value."""
    return values if step == 1 else np.ascontiguousarray(values[start::step])


class ColumnRows:
    """One column, or a pair of columns: its windows, and the values known and not yet given."""

    def __init__(self, make: Callable[[], Any], request: Request):
        self._request = request
        self._make = make
        self._engine = make()
        self._rows = 0  # so far
        self._known = 0  # of them have their values
        self._held: deque[dict[str, Values]] = deque()
        self._in_order = request.lateness is None

    def push(self, part: Part, columns: Sequence[Any]) -> None:
        """Take the rows of the next chunk."""
        part.beside.require_rows(part.rows)
        outputs = self._room(part.rows, by_key=bool(part.beside.keys))
        known = 0
        for first, last in pieces(part.rows):
            beside = part.beside.piece(first, last)
            values = self._values(columns, first, last, part.library)
            try:
                known += self._engine.push(values, beside, outputs, self._known)
            except TimesGoBackError as error:
                row = part.first + first + error.row
                raise ValueError(
                    f"times must not go back over chunks, as that of row {row} does; pass "
                    "lateness=, or sort first"
                ) from None
            except TooLateError as error:
                raise ValueError(str(error)) from None
            except (TypeError, ValueError):
                self._explain(part, columns)
                raise
        self._rows += part.rows
        # Rows without a key get no value and wait for none.
        by_key = bool(part.beside.keys) and self._in_order
        self._keep(outputs, part.rows if by_key else known)

    def finish(self) -> None:
        """Give the rows that waited for others their values."""
        outputs = self._room(0, by_key=False)
        self._engine.finish(outputs, self._known)
        self._keep(outputs, self._rows - self._known)

    def has(self, rows: int) -> bool:
        """Say whether so many values are known."""
        return sum(rows_of(held) for held in self._held) >= rows

    def take(self, rows: int) -> dict[str, Values]:
        """Return the values of the rows that come first, which are known."""
        found: list[dict[str, Values]] = []
        while rows:
            held = self._held.popleft()
            size = rows_of(held)
            if size > rows:
                self._held.appendleft({name: values[rows:] for name, values in held.items()})
                held = {name: values[:rows] for name, values in held.items()}
            found.append(held)
            rows -= min(rows, size)
        if len(found) == 1:
            return found[0]
        nothing = np.empty(0)
        return {
            name: np.concatenate([nothing, *(each[name] for each in found)])
            for name in self._request.all_measures
        }

    def _room(self, more: int, *, by_key: bool) -> dict[str, Values]:
        """Return room for the rows without a value and so many more."""
        rows = self._rows + more - self._known
        fill = np.nan if by_key else 0.0
        return {name: np.full(rows, fill) for name in self._request.all_measures}

    def _keep(self, outputs: dict[str, Values], known: int) -> None:
        """Hold the values that are known now."""
        self._known += known
        if known:
            self._held.append({name: values[:known] for name, values in outputs.items()})

    def _values(self, columns: Sequence[Any], first: int, last: int, library: Library) -> list[Any]:
        if self._request.bins is not None:
            columns = [binned(column, self._request.bins, library) for column in columns]
        return [piece(column, first, last) for column in columns]

    def _explain(self, part: Part, columns: Sequence[Any]) -> None:
        """Raise the error that the chunk gives by itself, which counts rows from its first."""
        outputs = self._room(part.rows, by_key=False)
        with explained(part.number, part.first):
            values = self._values(columns, 0, part.rows, part.library)
            self._make().push(values, part.beside, outputs, 0)


def rows_of(values: dict[str, Values]) -> int:
    """Return how many rows there are."""
    return len(next(iter(values.values())))


def engine_maker(
    part: Part, columns: int, request: Request, kind: Callable[..., Any] | None
) -> Callable[[], Any]:
    """Return what makes the engine of a column, or of a pair, by the first chunk of it."""
    window = request.window.as_polars() if isinstance(part.library, Polars) else request.window
    window = replace(window, step=1)  # steps are taken when the results are made
    if window.waits and part.beside.keys:
        raise ValueError(
            "by= over chunks of Polars with a span of time: rows of the same time may still come, "
            'and would hold back all that follow; take closed="left", or chunks of Arrow'
        )
    late = request.lateness is not None
    if kind is None and not late and QuickEngine.serves(window, part.beside, columns):
        return partial(QuickEngine, window, columns=columns, missing=request.missing)
    make = partial(
        kind or Engine,
        window,
        part.beside.shape(),  # not the columns, which would stay
        columns=columns,
        missing=request.missing,
        threads=request.threads or 1,
    )
    if not late:
        return make
    lateness = Lateness(request.lateness, request.late)
    return lambda: LateEngine(make(), lateness, request.all_measures)
