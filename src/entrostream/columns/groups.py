"""One value for each group of rows, and results that have keys of their own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from entrostream.columns.bins import binned
from entrostream.columns.chunk_parts import Part, are_chunks, explained, part_of, parts
from entrostream.columns.engine import Beside, Engine, Streams, pieces
from entrostream.columns.frames import are_columns, columns_but
from entrostream.columns.in_memory import threads_for
from entrostream.columns.libraries import KeyColumn, Values, library_of, piece
from entrostream.columns.request import Request, beside_of, joined, named_pair, pair_of

__all__ = ["Dress", "all_parts", "group_values", "made_keyed", "values_of"]


def all_parts(
    values: Any, request: Request, pair: Any = None, *, large: bool = False
) -> Iterator[Part]:
    """Return what is to be measured: chunk by chunk, or all at once.

    A pair is measured if there are two columns, or their names in `values`.
    """
    if are_chunks(values):
        return parts(values, request, pair or (), large=large)
    request.check()
    if pair is None:
        return iter([part_of(0, 0, values, request, ())])
    x, y = pair
    (x, y), request = named_pair(x, y, request, values)
    columns = pair_of(x, y)
    library = library_of(x)
    beside = beside_of(request, x, library)
    return iter([Part(0, 0, len(columns[0]), library, x, [None], [columns], beside, False)])


def group_values(
    values: Any,
    request: Request,
    pair: Any = None,
    engine_of: Callable[[Hashable], Callable[..., Engine]] | None = None,
) -> Any:
    """Return the values of each group in the user's kind of frame; without keys those of all."""
    engines: list[GroupColumn] | None = None
    part: Part | None = None
    dress: Dress | None = None
    chunked = are_chunks(values)
    for part in all_parts(values, request, pair, large=True):
        if engines is None:
            dress = Dress.of(part, request)
            engines = [
                GroupColumn(part, len(each), request, engine_of and engine_of(name), chunked)
                for name, each in zip(part.names, part.columns, strict=True)
            ]
        part.beside.require_rows(part.rows)
        for column, each in zip(engines, part.columns, strict=True):
            column.push(part, each)
    if engines is None or part is None or dress is None:
        raise ValueError("there are no rows, and no groups: no chunk came")
    found = [column.values() for column in engines]
    if request.by is None:
        one = [float(each[str(request.measures)][0]) for each in found]
        return part.library.make_row(part.names, one) if part.framed else one[0]
    streams = np.arange(len(found[0][request.all_measures[0]]))
    return made_keyed(dress.keys(engines[0].engine.streams, streams), found, part, request)


class GroupColumn:
    """One column, or a pair of columns, counted group by group."""

    def __init__(
        self,
        part: Part,
        columns: int,
        request: Request,
        kind: Callable[..., Engine] | None,
        chunked: bool,
    ):
        threads = threads_for(part.rows, request.threads)

        def make() -> Engine:
            return (kind or Engine)(
                request.window,
                part_shape,
                columns=columns,
                missing=request.missing,
                threads=threads,
            )

        part_shape = part.beside.shape()
        self._make = make
        self._request = request
        self._chunked = chunked
        self.engine = make()

    def push(self, part: Part, columns: Sequence[Any]) -> None:
        """Take the rows of the next part."""
        values = values_of(part, columns, self._request)
        try:
            self._count(self.engine, values, part.beside, part.rows)
        except (TypeError, ValueError):
            self._explain(part, values)
            raise

    def values(self) -> dict[str, Values]:
        """Return the values of each group, in the order in which they came."""
        streams = self.engine.streams
        groups = 1 if streams is None else len(streams)
        outputs = {name: np.full(groups, np.nan) for name in self._request.all_measures}
        self.engine.totals(outputs)
        return outputs

    @staticmethod
    def _count(engine: Engine, columns: Sequence[Any], beside: Beside, rows: int) -> None:
        for first, last in pieces(rows):
            some = [piece(column, first, last) for column in columns]
            engine.push(some, beside.piece(first, last), {}, 0)

    def _explain(self, part: Part, columns: Sequence[Any]) -> None:
        """Raise the error that all rows at once give, which counts them from the first."""
        if not self._chunked:
            self._make().push([piece(each, 0, part.rows) for each in columns], part.beside, {}, 0)
            return
        with explained(part.number, part.first):
            self._make().push([piece(each, 0, part.rows) for each in columns], part.beside, {}, 0)


def values_of(part: Part, columns: Sequence[Any], request: Request) -> list[Any]:
    """Return columns, or the bins that their numbers fall into."""
    if request.bins is None:
        return list(columns)
    return [binned(column, request.bins, part.library) for column in columns]


@dataclass(frozen=True)
class Dress:
    """How keys and times are called in a result, and of which kind they are."""

    key_names: list[Hashable]
    key_columns: list[Any]
    time_name: Hashable
    times: Any

    @classmethod
    def of(cls, part: Part, request: Request) -> Dress:
        """Take names and kinds from the first part."""
        columns = [piece(key, 0, 0) for key in part.beside.keys]  # not the rows, which would stay
        given = names_given(request.by, len(columns), framed=part.framed)
        names = [name_of(*each) for each in zip(given, columns, strict=True)]
        own = part.library.own_times(part.like) is not None and request.times is None
        times = part.like.index if own else part.beside.times
        like = None if times is None else piece(times, 0, 0)
        return cls(names, columns, name_of(request.times, like), like)

    def keys(self, streams: Streams | None, numbers: Any) -> list[KeyColumn]:
        """Return the columns of keys of the streams with these numbers."""
        if streams is None:
            return []
        return [
            KeyColumn(name, [values[number] for number in numbers], like)
            for name, like, values in zip(
                self.key_names, self.key_columns, streams.keys(), strict=True
            )
        ]


def names_given(by: Any, keys: int, *, framed: bool) -> list[Any]:
    """Return what was given for each column of keys: a name, or a column."""
    if not keys:
        return []
    library = library_of(by)
    if library.is_frame(by):
        return [name for name, _ in columns_but(by, library)]
    listed = isinstance(by, list) and (keys > 1 or framed or are_columns(by))
    return list(by) if (listed or isinstance(by, tuple)) and len(by) == keys else [by]


def name_of(given: Any, column: Any) -> Hashable:
    """Return what a column of keys or times is called."""
    if isinstance(given, str | int):
        return given
    name: Hashable = getattr(column, "name", None)
    return None if name == "" else name


def made_keyed(
    keys: list[KeyColumn], found: Sequence[dict[str, Values]], part: Part, request: Request
) -> Any:
    """Return results with keys, of one column or of each column of a frame."""
    one = isinstance(request.measures, str)
    names: list[Hashable] = []
    columns: list[Values] = []
    for name, each in zip(part.names, found, strict=True):
        for measure, values in each.items():
            if not part.framed:
                names.append(part.library.result_name(part.like, measure) if one else measure)
            else:
                names.append(name if one else joined(name, measure))
            columns.append(values)
    return part.library.make_keyed(keys, names, columns, one=one and not part.framed)
