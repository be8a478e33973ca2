"""What went in comes out: the columns and frames of each library, taken apart and put together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = "NDArray[np.float64]"

__all__ = [
    "Library",
    "Pandas",
    "Polars",
    "Values",
    "as_sequence",
    "library_of",
    "piece",
    "require_rows",
    "root_of",
]


class Library(ABC):
    """How a library's columns and frames are read and made.

    `like` is always what the user gave: results have its index, its names, its kind.
    """

    @abstractmethod
    def is_frame(self, given: Any) -> bool:
        """Say whether this holds several columns."""

    @abstractmethod
    def names(self, frame: Any) -> list[Hashable]:
        """Return the names of a frame's columns."""

    @abstractmethod
    def column(self, frame: Any, name: Hashable) -> Any:
        """Return one column of a frame."""

    @abstractmethod
    def make_column(self, values: Values, like: Any, step: int) -> Any:
        """Return a column of results for every `step`-th row of what was given."""

    @abstractmethod
    def make_frame(self, columns: Mapping[Hashable, Values], like: Any, step: int) -> Any:
        """Return a frame of results."""

    def numbers(self, column: Any) -> Values:
        """Return a numeric column as float64, NaN where a value is missing."""
        return np.asarray(column, dtype=np.float64)


class NumPy(Library):
    """Arrays, lists and all that is neither of the others; a matrix is a frame."""

    def is_frame(self, given: Any) -> bool:
        return isinstance(given, np.ndarray) and given.ndim == 2

    def names(self, frame: Any) -> list[Hashable]:
        return list(range(frame.shape[1]))

    def column(self, frame: Any, name: Hashable) -> Any:
        return frame[:, name]

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        return values

    def make_frame(self, columns: Mapping[Hashable, Values], like: Any, step: int) -> Any:
        if self.is_frame(like) and all(isinstance(name, int) for name in columns):
            return np.column_stack(list(columns.values()))
        return dict(columns)


class Pandas(Library):
    """Series, DataFrame; an index or an extension array gives an array."""

    def is_frame(self, given: Any) -> bool:
        return hasattr(given, "columns")

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.columns)

    def column(self, frame: Any, name: Hashable) -> Any:
        return frame[name]

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        if not hasattr(like, "index"):
            return values
        pandas = import_module("pandas")
        return pandas.Series(values, index=like.index[::step], name=getattr(like, "name", None))

    def make_frame(self, columns: Mapping[Hashable, Values], like: Any, step: int) -> Any:
        if not hasattr(like, "index"):
            return dict(columns)
        pandas = import_module("pandas")
        return pandas.DataFrame(dict(columns), index=like.index[::step])

    def numbers(self, column: Any) -> Values:
        values: Values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return values


class Polars(Library):
    """Series, DataFrame; what is not known is null."""

    def is_frame(self, given: Any) -> bool:
        return hasattr(given, "columns")

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.columns)

    def column(self, frame: Any, name: Hashable) -> Any:
        return frame[name]

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        return import_module("polars").Series(like.name, values, nan_to_null=True)

    def make_frame(self, columns: Mapping[Hashable, Values], like: Any, step: int) -> Any:
        return import_module("polars").DataFrame(
            {str(name): values for name, values in columns.items()}, nan_to_null=True
        )

    def numbers(self, column: Any) -> Values:
        float64 = import_module("polars").Float64
        values: Values = column.cast(float64).to_numpy()
        return values


class Arrow(Library):
    """Array, ChunkedArray, RecordBatch, Table; what is not known is null."""

    def is_frame(self, given: Any) -> bool:
        return hasattr(given, "column_names")

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.column_names)

    def column(self, frame: Any, name: Hashable) -> Any:
        return frame.column(name)

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        return import_module("pyarrow").array(values, from_pandas=True)

    def make_frame(self, columns: Mapping[Hashable, Values], like: Any, step: int) -> Any:
        arrays = [self.make_column(values, like, step) for values in columns.values()]
        return import_module("pyarrow").table(arrays, names=[str(name) for name in columns])

    def numbers(self, column: Any) -> Values:
        pyarrow = import_module("pyarrow")
        values: Values = column.cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
        return values


_NUMPY = NumPy()
_LIBRARIES: dict[str, Library] = {"pandas": Pandas(), "polars": Polars(), "pyarrow": Arrow()}


def root_of(given: Any) -> str:
    """Return the name of the package that an object's class comes from."""
    return type(given).__module__.partition(".")[0]


def library_of(given: Any) -> Library:
    """Return the library that a column or a frame belongs to."""
    return _LIBRARIES.get(root_of(given), _NUMPY)


def piece(column: Any, first: int, last: int) -> Any:
    """Return the rows from `first` to before `last`, without a copy where there are slices."""
    if first == 0 and last >= len(column):
        return column
    slicing: Callable[[slice], Any] = getattr(column, "iloc", column).__getitem__
    return slicing(slice(first, last))


def require_rows(column: Any, rows: int, name: str) -> None:
    """Refuse a column that does not stand beside the values."""
    if len(column) != rows:
        raise ValueError(f"values and {name} differ in length: {rows} and {len(column)}")


def as_sequence(values: Any) -> Any:
    """Return a column as it is, if it has a length and slices."""
    is_column = hasattr(values, "__len__") and hasattr(values, "__getitem__")
    if is_column and not isinstance(values, Mapping):
        return values
    raise TypeError(f"values must be a column of labels, got {type(values).__name__}")
