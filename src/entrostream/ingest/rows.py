"""A batch of rows of a source: columns by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["Column", "Rows", "column_of", "present", "take", "values_of"]

# An Arrow array, or a list where values have several types, as in JSON.
Column: TypeAlias = Any
Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """Columns of the same length, by name.

    Parameters
    ----------
    n : int
        The number of rows; 0 where a live source was silent for a while.
    columns : mapping of str to column
        Arrow arrays, or lists of Python objects.

    Examples
    --------
    >>> from entrostream.ingest import Rows
    >>> Rows(2, {"src": ["a", "b"]}).n
    2
    """

    n: int
    columns: Mapping[str, Column]

    def take(self, indices: Indices) -> Rows:
        """Return these rows, in this order."""
        columns = {name: take(column, indices) for name, column in self.columns.items()}
        return Rows(len(indices), columns)


def take(column: Column, indices: Indices) -> Column:
    """Return the values of a column at these places."""
    if isinstance(column, pa.Array):
        return column.take(pa.array(indices))
    return [column[index] for index in indices]


def present(column: Column) -> NDArray[np.bool_]:
    """Say for each row whether it has a value: not null, not NaN."""
    if isinstance(column, pa.Array):
        return present_in_array(column)
    return np.array([value is not None and value == value for value in column], dtype=bool)


def present_in_array(column: pa.Array) -> NDArray[np.bool_]:
    """Say for each row of an Arrow array whether it has a value."""
    if pa.types.is_dictionary(column.type):
        stored = present_in_array(column.dictionary)
        if not stored.all():  # a null or NaN of the dictionary
            return np.asarray(stored[column.indices.fill_null(0)]) & present_in_array(
                column.indices
            )
    if pa.types.is_floating(column.type):
        valid = pc.invert(column.is_null(nan_is_null=True))
    elif column.null_count:
        valid = column.is_valid()
    else:
        return np.ones(len(column), bool)
    return np.asarray(valid.to_numpy(zero_copy_only=False), dtype=bool)


def values_of(column: Column) -> list[Any]:
    """Return a column as Python objects.

    Times that are no whole microseconds have no datetime: each of them is a NumPy datetime64,
    as it is in the summaries.
    """
    if not isinstance(column, pa.Array):
        return list(column)
    if not pa.types.is_timestamp(column.type) or column.type.unit != "ns":
        return list(column.to_pylist())
    numbers = column.cast(pa.int64()).to_pylist()
    exact = pa.array([number is not None and number % 1000 == 0 for number in numbers])
    times = pc.if_else(exact, column, pa.scalar(None, column.type)).to_pylist()
    return [
        np.datetime64(number, "ns") if time is None and number is not None else time
        for time, number in zip(times, numbers, strict=True)
    ]


def column_of(values: list[Any]) -> Column:
    """Return values as an Arrow array, or as they are if they have several types."""
    try:
        array = pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return values
    mixed = pa.types.is_floating(array.type) and not set(map(type, values)) <= {float, NoneType}
    return values if mixed else array  # 1 stays 1, whatever else is in the batch
