"""Chunks of rows: where they come from, and what is measured in each of them."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from entrostream._core import repr_short
from entrostream.columns.auxiliary import AuxiliaryColumns
from entrostream.columns.frames import columns_except, place_of
from entrostream.columns.lateness import OutOfOrderError
from entrostream.columns.libraries import Library, as_sequence, library_of
from entrostream.columns.request import (
    Request,
    auxiliary_columns,
    pair_from_frame,
    pair_of_columns,
    request_of_frame,
)
from entrostream.columns.scan import Chunks, scan

__all__ = ["Part", "all_parts", "are_chunks", "explained", "is_dataset", "parts"]


@dataclass(frozen=True)
class Part:
    """What is measured of a chunk: columns, or a pair of columns, and auxiliary columns."""

    number: int  # of the chunk, from 0
    first: int  # row of the stream
    rows: int
    library: Library
    like: Any  # results are of its kind
    names: list[Hashable]  # None for a single column
    columns: list[list[Any]]
    auxiliary: AuxiliaryColumns
    framed: bool  # results are frames with these names, not single columns


def are_chunks(values: Any) -> bool:
    """Say whether these are chunks of rows rather than rows."""
    return isinstance(values, Chunks) or hasattr(values, "__next__") or is_dataset(values)


def is_dataset(values: Any) -> bool:
    """Say whether this is a Dataset or a Scanner of pyarrow."""
    dataset = sys.modules.get("pyarrow.dataset")
    return dataset is not None and isinstance(values, dataset.Dataset | dataset.Scanner)


def parts(
    values: Any, request: Request, chosen: tuple[str, ...] = (), *, large: bool = False
) -> Iterator[Part]:
    """Return what to measure, chunk by chunk: the `chosen` columns of frames, or all.

    Checks the request immediately, whatever the chunks. `large`: those of files may have more
    rows than requested, since results do not show it.
    """
    request = over_chunks(request)
    auxiliary = [name for names in auxiliary_names(request).values() for name in names]
    if is_dataset(values):
        values = scan(values) if hasattr(values, "schema") else values.to_batches()
    if isinstance(values, Chunks):
        if isinstance(values.columns, str) and not chosen:
            chosen = (values.columns,)
        values = values.batches([*chosen, *map(str, auxiliary)], large=large)
    return read_parts(values, request, chosen)


def all_parts(
    values: Any, request: Request, pair: Any = None, *, large: bool = False
) -> Iterator[Part]:
    """Return what to measure: chunk by chunk, or rows in memory as one part.

    `pair`: two columns, or their names in `values`.
    """
    if are_chunks(values):
        return parts(values, request, pair or (), large=large)
    request.check()
    if pair is None:
        return iter([part_of(0, 0, values, request, ())])
    x, y = pair
    (x, y), request = pair_from_frame(x, y, values, request)
    columns = pair_of_columns(x, y)
    library = library_of(x)
    auxiliary = auxiliary_columns(request, x, library)
    return iter([Part(0, 0, len(columns[0]), library, x, [None], [columns], auxiliary, False)])


def over_chunks(request: Request) -> Request:
    """Return the request with names of columns only, or refuse what chunks cannot give."""
    request.check()
    keys = request.group_by
    if keys is not None:
        keys = tuple(keys) if isinstance(keys, list | tuple) else (keys,)
    request = replace(request, group_by=keys)
    for argument, names in auxiliary_names(request).items():
        for name in names:
            if not isinstance(name, str | int):
                raise TypeError(
                    f"{argument}= over chunks must name a column of them, "
                    f"got {type(name).__name__}; let the chunks be frames"
                )
    if request.bins is not None and np.ndim(request.bins) == 0:
        raise ValueError(
            f"bins={repr_short(request.bins)} needs all numbers at once: over chunks give edges, "
            "such as es.quantile_edges(sample, bins)"
        )
    if keys and request.window.center:
        raise ValueError(
            "center= and group_by= do not go together over chunks: the last rows of each group "
            "would hold back all that follow until the end"
        )
    return request


def auxiliary_names(request: Request) -> dict[str, tuple[Any, ...]]:
    """Return the names of the auxiliary columns by argument."""
    keys = () if request.group_by is None else request.group_by
    given = {"times": (request.times,), "group_by": keys, "weights": (request.weights,)}
    return {
        argument: tuple(name for name in names if name is not None)
        for argument, names in given.items()
    }


def read_parts(chunks: Iterable[Any], request: Request, chosen: tuple[str, ...]) -> Iterator[Part]:
    """Yield the parts; ValueError if a chunk is unlike the first."""
    expected: Kind | None = None
    first = 0
    for number, chunk in enumerate(chunks):
        kind = kind_of(chunk, number)
        expected = expected or kind
        if kind != expected:
            raise ValueError(
                f"chunk {number} is {kind}, the first was {expected}: chunks must be alike"
            )
        with explained(number, first):
            part = part_of(number, first, chunk, request, chosen)
        yield part
        first += part.rows


@dataclass(frozen=True)
class Kind:
    """What all chunks share: the library, and the names of a frame's columns."""

    library: str
    names: frozenset[Hashable] | None

    def __str__(self) -> str:
        if self.names is None:
            return f"a column of {self.library}"
        return f"a frame of {self.library} with {sorted(map(str, self.names))}"


def kind_of(chunk: Any, number: int) -> Kind:
    """Return the kind of a chunk, or refuse what is none."""
    library = library_of(chunk)
    name = type(library).__name__
    if library.is_frame(chunk):
        return Kind(name, frozenset(library.names(chunk)))
    if isinstance(chunk, str | bytes) or not library.is_column(chunk):
        raise TypeError(
            f"an iterator must give chunks of rows, columns or frames; chunk {number} is "
            f"{type(chunk).__name__} (for one column of labels pass a list)"
        )
    return Kind(name, None)


def part_of(number: int, first: int, chunk: Any, request: Request, chosen: tuple[str, ...]) -> Part:
    """Return what to measure of one chunk."""
    library = library_of(chunk)
    if not library.is_frame(chunk):
        if chosen:
            raise TypeError(f"{', '.join(map(repr, chosen))} name columns: chunks must be frames")
        auxiliary = auxiliary_columns(request, chunk, library)
        column = as_sequence(chunk)
        columns = [[column]]
        return Part(number, first, len(column), library, chunk, [None], columns, auxiliary, False)
    used, request = request_of_frame(chunk, request, library)
    auxiliary = auxiliary_columns(request, chunk, library)
    rows = len(chunk)
    if chosen:
        names = library.names(chunk)
        pair = [library.column(chunk, place_of(name, names)) for name in chosen]
        return Part(number, first, rows, library, pair[0], [None], [pair], auxiliary, False)
    measured = list(columns_except(chunk, library, used))
    names = [name for name, _ in measured]
    columns = [[column] for _, column in measured]
    return Part(number, first, rows, library, chunk, names, columns, auxiliary, True)


@contextmanager
def explained(number: int, first: int) -> Iterator[None]:
    """Let errors name the chunk, unless they name the row of the stream."""
    try:
        yield
    except OutOfOrderError as error:
        raise ValueError(str(error)) from None
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"chunk {number}, which begins with row {first}: {error}") from error
