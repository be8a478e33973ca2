"""Executor of requests for one value per group of rows, and results with keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from entrostream.columns.base import in_base
from entrostream.columns.bins import bin_columns
from entrostream.columns.chunk_parts import Part, all_parts, are_chunks, explained
from entrostream.columns.engine import Engine, Streams, pieces
from entrostream.columns.frames import are_columns, columns_except
from entrostream.columns.libraries import KeyColumn, Values, library_of, row_slice
from entrostream.columns.request import Request
from entrostream.columns.results import measure_name
from entrostream.columns.row_values import thread_count

__all__ = ["KeyLayout", "group_values", "to_keyed_result"]


def group_values(
    values: Any,
    request: Request,
    pair: Any = None,
    engine_for: Callable[[Hashable], Callable[..., Engine]] | None = None,
) -> Any:
    """Return the values of each group in the library of the user; without keys, of all rows."""
    columns: list[GroupColumn] | None = None
    part: Part | None = None
    layout: KeyLayout | None = None
    chunked = are_chunks(values)
    for part in all_parts(values, request, pair, large=True):
        if columns is None:
            layout = KeyLayout.of(part, request)
            columns = [
                GroupColumn(part, len(each), request, engine_for and engine_for(name), chunked)
                for name, each in zip(part.names, part.columns, strict=True)
            ]
        part.auxiliary.require_rows(part.rows)
        for column, each in zip(columns, part.columns, strict=True):
            column.push(part, each)
    if columns is None or part is None or layout is None:
        raise ValueError("there are no rows, and no groups: no chunk came")
    values_of_columns = [column.values() for column in columns]
    if request.group_by is None:
        measure = str(request.measures)
        row = [
            float(in_base(each[measure][0], measure, request.base)) for each in values_of_columns
        ]
        return part.library.make_row(part.names, row) if part.framed else row[0]
    streams = np.arange(len(values_of_columns[0][request.all_measures[0]]))
    keys = layout.keys(columns[0].engine.streams, streams)
    return to_keyed_result(keys, values_of_columns, part, request)


class GroupColumn:
    """A column, or a pair of columns, counted group by group."""

    def __init__(
        self,
        part: Part,
        columns: int,
        request: Request,
        kind: Callable[..., Engine] | None,
        chunked: bool,
    ):
        self._request = request
        self._chunked = chunked
        self.engine = (kind or Engine)(
            request.window,
            part.auxiliary.without_rows(),
            columns=columns,
            missing=request.missing,
            threads=thread_count(part.rows, request.threads),
        )

    def push(self, part: Part, columns: Sequence[Any]) -> None:
        """Take the rows of the next part."""
        with explained(part.number, part.first) if self._chunked else nullcontext():
            binned = bin_columns(columns, self._request.bins, part.library)
            auxiliary = self.engine.read(part.auxiliary, part.rows)
            for first, last in pieces(part.rows):
                rows = [row_slice(column, first, last) for column in binned]
                self.engine.push(rows, auxiliary.slice(first, last), {}, 0, row=first)

    def values(self) -> dict[str, Values]:
        """Return the values of each group, in the order of their first rows."""
        streams = self.engine.streams
        groups = 1 if streams is None else len(streams)
        outputs = {name: np.full(groups, np.nan) for name in self._request.all_measures}
        self.engine.totals(outputs)
        return outputs


@dataclass(frozen=True)
class KeyLayout:
    """The names and types of keys and times in a result."""

    key_names: list[Hashable]
    key_columns: list[Any]
    time_name: Hashable
    times: Any

    @classmethod
    def of(cls, part: Part, request: Request) -> KeyLayout:
        """Take names and types from the first part."""
        # Without the rows, which would be kept alive.
        columns = [row_slice(key, 0, 0) for key in part.auxiliary.keys]
        given = given_names(request.group_by, len(columns), framed=part.framed)
        names = [name_of(*each) for each in zip(given, columns, strict=True)]
        own = part.library.own_times(part.like) is not None and request.times is None
        times = part.like.index if own else part.auxiliary.times
        like = None if times is None else row_slice(times, 0, 0)
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


def given_names(group_by: Any, keys: int, *, framed: bool) -> list[Any]:
    """Return what was given for each column of keys: a name, or a column."""
    if not keys:
        return []
    library = library_of(group_by)
    if library.is_frame(group_by):
        return [name for name, _ in columns_except(group_by, library)]
    listed = isinstance(group_by, list) and (keys > 1 or framed or are_columns(group_by))
    several = listed or isinstance(group_by, tuple)
    return list(group_by) if several and len(group_by) == keys else [group_by]


def name_of(given: Any, column: Any) -> Hashable:
    """Return the name of a column of keys or times."""
    if isinstance(given, str | int):
        return given
    name: Hashable = getattr(column, "name", None)
    return None if name == "" else name


def to_keyed_result(
    keys: list[KeyColumn],
    values_of_columns: Sequence[dict[str, Values]],
    part: Part,
    request: Request,
) -> Any:
    """Return results with keys, of one column or of each column of a frame."""
    one = isinstance(request.measures, str)
    names: list[Hashable] = []
    columns: list[Values] = []
    for name, each in zip(part.names, values_of_columns, strict=True):
        for measure, values in each.items():
            if part.framed:
                names.append(measure_name(name, measure, request))
            else:
                names.append(part.library.result_name(part.like, measure) if one else measure)
            columns.append(in_base(values, measure, request.base))
    return part.library.make_keyed(keys, names, columns, one=one and not part.framed)
