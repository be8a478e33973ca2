"""Auxiliary columns: times, keys and weights, given by name or as columns."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from entrostream._core import repr_short
from entrostream.columns.frames import is_column

__all__ = ["TimesColumn", "pair_of", "split_auxiliary", "times_column"]

TimesColumn = tuple[int, Hashable, Any]  # its place in the frame, its name, and the column


def split_auxiliary(data: Any, **given: Any) -> tuple[Any, dict[str, Any]]:
    """Return the data to measure, and the auxiliary columns by argument.

    A name of a column of the frame becomes that column, which is not measured then.
    """
    used: list[Hashable] = []

    def column(value: Any) -> Any:
        if not is_name(value, data):
            return value
        require_column(data, value)
        used.append(value)
        return data[value]

    auxiliary = {}
    for argument, value in given.items():
        if are_several_columns(value, data):
            auxiliary[argument] = tuple(column(one) for one in value)
        elif value is not None:
            auxiliary[argument] = column(value)
    return (data.drop(columns=used) if used else data), auxiliary


def are_several_columns(value: Any, data: Any) -> bool:
    """Say whether a value holds several columns or names of columns."""
    if not isinstance(value, list | tuple) or has_column(data, value):
        return False
    if all(is_column(one) or has_column(data, one) for one in value):
        return True
    return isinstance(value, list) and data.ndim == 2 and len(value) != len(data)


def has_column(data: Any, name: Any) -> bool:
    """Say whether a value names a column of a frame; unhashable values do not."""
    try:
        return data.ndim == 2 and name in data.columns
    except TypeError:
        return False


def is_name(given: Any, data: Any) -> bool:
    """Say whether a value is meant as the name of a column of a frame."""
    if data.ndim == 1 or not isinstance(given, Hashable) or is_column(given):
        return False
    return not isinstance(given, tuple) or has_column(data, given)


def require_column(frame: Any, name: Hashable) -> None:
    """Refuse a name that the frame does not have."""
    if name not in frame.columns:
        raise ValueError(
            f"the frame has no column {repr_short(name)}; it has {repr_short(list(frame.columns))}"
        )


def times_column(data: Any, measured: Any, times: Any, step: int | None) -> TimesColumn | None:
    """Return the column of times of a frame, which pandas includes in its results."""
    if times is None or not is_name(times, data):
        return None
    before = data.columns[: data.columns.get_loc(times)]
    return len(before.intersection(measured.columns)), times, data[times].iloc[::step]


def pair_of(data: Any, x: Hashable, y: Hashable) -> tuple[Any, Any]:
    """Return two columns of a frame."""
    if data.ndim == 1:
        raise TypeError("two columns are measured in a frame: frame[['x', 'y']].entro")
    require_column(data, x)
    require_column(data, y)
    return data[x], data[y]
