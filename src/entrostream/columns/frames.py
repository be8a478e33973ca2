"""Frames: which of their columns are measured, and which are auxiliary columns."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Any

from entrostream._core import repr_short
from entrostream.columns.libraries import Library, library_of

__all__ = [
    "are_columns",
    "are_columns_or_names",
    "columns_except",
    "is_column",
    "is_name",
    "named_columns",
    "place_of",
]


def named_columns(frame: Any, library: Library, **given: Any) -> tuple[set[int], dict[str, Any]]:
    """Return `given` with columns in place of their names, and the places of those columns."""
    used: set[int] = set()
    return used, {name: named_column(value, frame, library, used) for name, value in given.items()}


# Not a closure: a recursive one would keep the frame alive until the next garbage collection, and
# frames may come in chunks.
def named_column(value: Any, frame: Any, library: Library, used: set[int]) -> Any:
    """Return the columns that a value names, and add their places to `used`; else the value."""
    names = library.names(frame)
    if is_name(value, names):
        place = place_of(value, names)
        used.add(place)
        return library.column(frame, place)
    several = are_columns_or_names(value) or are_names(value, names, len(frame))
    if isinstance(value, tuple) or several:
        return tuple(named_column(one, frame, library, used) for one in value)
    return value


def columns_except(
    frame: Any, library: Library, used: Collection[int] = ()
) -> Iterator[tuple[Hashable, Any]]:
    """Yield the names and columns of a frame, except those at the places `used`."""
    for place, name in enumerate(library.names(frame)):
        if place not in used:
            yield name, library.column(frame, place)


def is_name(value: Any, names: list[Hashable]) -> bool:
    """Say whether a value names a column: a string, an integer, or a name of several levels."""
    if isinstance(value, tuple):
        return all(isinstance(part, str | int) for part in value) and value in names
    return isinstance(value, str | int)


def are_names(value: Any, names: list[Hashable], rows: int) -> bool:
    """Say whether a list holds names rather than the keys of the rows, as pandas has it."""
    if not isinstance(value, list) or any(is_column(one) for one in value):
        return False
    if not all(isinstance(one, str) for one in value):
        return len(value) != rows and all(one in names for one in value)
    return len(value) != rows or all(one in names for one in value)


def are_columns(value: Any) -> bool:
    """Say whether a list holds columns rather than the keys of the rows.

    No key is a list or an array: those cannot be hashed.
    """
    return isinstance(value, list) and len(value) > 0 and all(is_column(one) for one in value)


def are_columns_or_names(value: Any) -> bool:
    """Say whether a list holds columns, or columns and names of others."""
    if not isinstance(value, list) or not any(is_column(one) for one in value):
        return False
    return all(is_column(one) or isinstance(one, str | int) for one in value)


def is_column(value: Any) -> bool:
    """Say whether a value of a list is a column: not a string or a tuple, which may be a key."""
    if isinstance(value, str | bytes | tuple | range):
        return False
    return library_of(value).is_column(value)


def place_of(name: Hashable, names: list[Hashable]) -> int:
    """Return the place of the column with this name."""
    if names.count(name) == 1:
        return names.index(name)
    if name in names:
        raise ValueError(f"the frame has several columns {repr_short(name)}")
    raise ValueError(f"the frame has no column {repr_short(name)}; it has {repr_short(names)}")
