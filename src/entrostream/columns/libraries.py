"""What went in comes out: the columns and frames of each library, taken apart and put together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entrostream._core import shown

Values: TypeAlias = "NDArray[np.float64]"

__all__ = [
    "Library",
    "MadeColumn",
    "Polars",
    "Values",
    "as_column",
    "as_sequence",
    "library_of",
    "piece",
    "require_rows",
]


class Library(ABC):
    """How a library's columns and frames are read and made.

    `like` is always what the user gave: results have its index, its names, its kind.
    """

    @abstractmethod
    def is_frame(self, given: Any) -> bool:
        """Say whether this holds several columns."""

    @abstractmethod
    def is_column(self, given: Any) -> bool:
        """Say whether this is one column."""

    @abstractmethod
    def names(self, frame: Any) -> list[Hashable]:
        """Return the names of a frame's columns."""

    @abstractmethod
    def column(self, frame: Any, place: int) -> Any:
        """Return one column of a frame, by its place: two may have the same name."""

    @abstractmethod
    def make_column(self, values: Values, like: Any, step: int) -> Any:
        """Return a column of results for every `step`-th row of what was given."""

    @abstractmethod
    def make_frame(
        self, names: Sequence[Hashable], columns: Sequence[Values], like: Any, step: int
    ) -> Any:
        """Return a frame of results."""

    def make_row(self, names: Sequence[Hashable], values: Sequence[float]) -> Any:
        """Return one value for each column of a frame."""
        return dict(zip(names, values, strict=True))

    def numbers(self, column: Any) -> Values:
        """Return a numeric column as float64, NaN where a value is missing."""
        require_no_times(column)
        return np.asarray(column, dtype=np.float64)

    def own_times(self, given: Any) -> Any:
        """Return the times that a column or a frame brings along, if it does."""
        return None

    def as_times(self, column: Any) -> Any:
        """Return a column of times as the core reads it."""
        return column


class NumPy(Library):
    """Arrays, lists and all that is none of the others; a matrix is a frame."""

    def is_frame(self, given: Any) -> bool:
        return isinstance(given, np.ndarray) and given.ndim == 2

    def is_column(self, given: Any) -> bool:
        if isinstance(given, np.ndarray):
            return given.ndim == 1
        is_sequence = hasattr(given, "__len__") and hasattr(given, "__getitem__")
        return is_sequence and not isinstance(given, Mapping)

    def names(self, frame: Any) -> list[Hashable]:
        return list(range(frame.shape[1]))

    def column(self, frame: Any, place: int) -> Any:
        return frame[:, place]

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        return values

    def make_frame(
        self, names: Sequence[Hashable], columns: Sequence[Values], like: Any, step: int
    ) -> Any:
        if not all(isinstance(name, int) for name in names):
            return dict(zip(names, columns, strict=True))
        matrix = np.empty((-(-len(like) // step), len(columns)))
        for place, column in enumerate(columns):
            matrix[:, place] = column
        return matrix

    def make_row(self, names: Sequence[Hashable], values: Sequence[float]) -> Any:
        return np.array(values, dtype=np.float64)


class Pandas(Library):
    """Series, DataFrame; an index or an extension array gives an array."""

    def is_frame(self, given: Any) -> bool:
        return isinstance(given, import_module("pandas").DataFrame)

    def is_column(self, given: Any) -> bool:
        pandas = import_module("pandas")
        return isinstance(
            given, pandas.Series | pandas.Index | pandas.api.extensions.ExtensionArray
        )

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.columns)

    def column(self, frame: Any, place: int) -> Any:
        return frame.iloc[:, place]

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        pandas = import_module("pandas")
        if not isinstance(like, pandas.Series):
            return values
        return pandas.Series(values, like.index[::step], name=like.name, copy=False)

    def make_frame(
        self, names: Sequence[Hashable], columns: Sequence[Values], like: Any, step: int
    ) -> Any:
        pandas = import_module("pandas")
        if not isinstance(like, pandas.Series | pandas.DataFrame):
            return dict(zip(names, columns, strict=True))
        frame = pandas.DataFrame(dict(enumerate(columns)), like.index[::step], copy=False)
        frame.columns = pandas.Index(names)
        if self.is_frame(like) and frame.columns.nlevels == like.columns.nlevels:
            frame.columns.names = like.columns.names
        return frame

    def make_row(self, names: Sequence[Hashable], values: Sequence[float]) -> Any:
        pandas = import_module("pandas")
        return pandas.Series(values, index=pandas.Index(names), dtype=np.float64)

    def numbers(self, column: Any) -> Values:
        require_no_times(column)
        values: Values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return values

    def own_times(self, given: Any) -> Any:
        index = getattr(given, "index", None)
        is_time = getattr(index, "dtype", np.dtype(object)).kind in "Mm" or self._is_period(index)
        return self.as_times(index) if is_time else None

    def as_times(self, column: Any) -> Any:
        pandas = import_module("pandas")
        if column.dtype.kind == "m":  # so long after one and the same instant
            return pandas.Index(column) + pandas.Timestamp(0)
        return pandas.Index(column).to_timestamp() if self._is_period(column) else column

    def _is_period(self, column: Any) -> bool:
        return isinstance(getattr(column, "dtype", None), import_module("pandas").PeriodDtype)


class Polars(Library):
    """Series, DataFrame; what is not known is null."""

    def is_frame(self, given: Any) -> bool:
        return isinstance(given, import_module("polars").DataFrame)

    def is_column(self, given: Any) -> bool:
        return isinstance(given, import_module("polars").Series)

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.columns)

    def column(self, frame: Any, place: int) -> Any:
        return frame.to_series(place)

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        return import_module("polars").Series(like.name, values, nan_to_null=True)

    def make_frame(
        self, names: Sequence[Hashable], columns: Sequence[Values], like: Any, step: int
    ) -> Any:
        named = dict(zip(names, columns, strict=True))
        return import_module("polars").DataFrame(named, nan_to_null=True)

    def numbers(self, column: Any) -> Values:
        if column.dtype.is_temporal():
            raise TypeError(f"a column of {column.dtype}")
        float64 = import_module("polars").Float64
        values: Values = column.cast(float64).to_numpy()
        return values

    def as_times(self, column: Any) -> Any:
        polars = import_module("polars")
        return column.cast(polars.Datetime("us")) if column.dtype == polars.Date else column


class Arrow(Library):
    """Array, ChunkedArray, RecordBatch, Table; what is not known is null."""

    def is_frame(self, given: Any) -> bool:
        pyarrow = import_module("pyarrow")
        return isinstance(given, pyarrow.Table | pyarrow.RecordBatch)

    def is_column(self, given: Any) -> bool:
        pyarrow = import_module("pyarrow")
        return isinstance(given, pyarrow.Array | pyarrow.ChunkedArray)

    def names(self, frame: Any) -> list[Hashable]:
        return list(frame.schema.names)

    def column(self, frame: Any, place: int) -> Any:
        return frame.column(place)

    def make_column(self, values: Values, like: Any, step: int) -> Any:
        pyarrow = import_module("pyarrow")
        array = pyarrow.array(values, from_pandas=True)
        is_chunked = isinstance(like, pyarrow.ChunkedArray)
        return pyarrow.chunked_array([array]) if is_chunked else array

    def make_frame(
        self, names: Sequence[Hashable], columns: Sequence[Values], like: Any, step: int
    ) -> Any:
        pyarrow = import_module("pyarrow")
        arrays = [pyarrow.array(values, from_pandas=True) for values in columns]
        is_batch = isinstance(like, pyarrow.RecordBatch)
        kind = pyarrow.RecordBatch if is_batch else pyarrow.Table
        return kind.from_arrays(arrays, names=list(names))

    def numbers(self, column: Any) -> Values:
        pyarrow = import_module("pyarrow")
        if pyarrow.types.is_temporal(column.type):
            raise TypeError(f"a column of {column.type}")
        values: Values = column.cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
        return values

    def as_times(self, column: Any) -> Any:
        pyarrow = import_module("pyarrow")
        if not pyarrow.types.is_date(column.type):
            return column
        return column.cast(pyarrow.timestamp("ms"))


_NUMPY = NumPy()
_LIBRARIES: dict[str, Library] = {"pandas": Pandas(), "polars": Polars(), "pyarrow": Arrow()}


def library_of(given: Any) -> Library:
    """Return the library that a column or a frame belongs to, by its class or a base of it."""
    roots = (kind.__module__.partition(".")[0] for kind in type(given).__mro__)
    return next((_LIBRARIES[root] for root in roots if root in _LIBRARIES), _NUMPY)


def require_no_times(column: Any) -> None:
    """Refuse times as numbers, which NumPy would count in ticks of some unit."""
    if getattr(getattr(column, "dtype", None), "kind", "") in ("m", "M"):
        raise TypeError(f"a column of {column.dtype}")


class MadeColumn(ABC):
    """A column whose rows are made when they are read, not all at once."""

    @abstractmethod
    def __len__(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def rows(self, first: int, last: int) -> Any:
        """Return the rows from `first` to before `last`."""


def piece(column: Any, first: int, last: int) -> Any:
    """Return the rows from `first` to before `last`, without a copy where there are slices."""
    if isinstance(column, MadeColumn):
        return column.rows(first, last)
    if first == 0 and last >= len(column):
        return column
    slicing: Callable[[slice], Any] = getattr(column, "iloc", column).__getitem__
    return slicing(slice(first, last))


def require_rows(column: Any, rows: int, name: str) -> None:
    """Refuse a column that does not stand beside the values."""
    if len(column) != rows:
        raise ValueError(f"values and {name} differ in length: {rows} and {len(column)}")


def as_sequence(given: Any, name: str = "values") -> Any:
    """Return a column as it is, if it is one: it has a length and slices."""
    if isinstance(given, deque):
        return list(given)
    if library_of(given).is_column(given):
        return given
    raise TypeError(f"{name} must be a column, got {kind_of(given)}")


def as_column(given: Any, name: str) -> Any:
    """Return a column that stands beside the values: not a text, which can only be a name."""
    if isinstance(given, str):
        raise ValueError(
            f"{name}={shown(given)} names a column, but there is no frame to find it in"
        )
    return as_sequence(given, name)


def kind_of(given: Any) -> str:
    """Return what kind of thing this is, for a message."""
    kind = type(given).__name__
    return f"{kind} of shape {given.shape}" if isinstance(given, np.ndarray) else kind
