"""What went in comes out: the columns and frames of each library, taken apart and put together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short

Values: TypeAlias = "NDArray[np.float64]"

__all__ = [
    "KeyColumn",
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


@dataclass(frozen=True)
class KeyColumn:
    """What tells the rows of a result apart: keys of groups, or times of intervals."""

    name: Hashable  # None if it has none
    values: Any  # a list of keys, or nanoseconds
    like: Any  # the column that was given
    clock: str = ""  # of times: "instants" or "seconds"

    def fits(self, unit: str) -> bool:
        """Say whether times are whole numbers of a unit such as "ms"."""
        nanoseconds = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[unit]
        return not np.any(self.values % nanoseconds)

    @property
    def as_array(self) -> Any:
        """Times as an array of NumPy, keys as they are."""
        if self.clock == "seconds":
            return self.values / 1e9
        return self.values.view("M8[ns]") if self.clock else self.values


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

    def result_name(self, column: Any, measure: str) -> Hashable:
        """Return what the results of a column are called in a frame: as it is, or as they are."""
        return getattr(column, "name", None) or measure

    @abstractmethod
    def make_keyed(
        self,
        keys: Sequence[KeyColumn],
        names: Sequence[Hashable],
        columns: Sequence[Values],
        *,
        one: bool,
    ) -> Any:
        """Return results that have keys of their own; `one` if they are of one column."""

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

    def zone(self, times: Any) -> str | None:
        """Return the time zone of a column, if it has one."""
        return None


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

    def make_keyed(
        self,
        keys: Sequence[KeyColumn],
        names: Sequence[Hashable],
        columns: Sequence[Values],
        *,
        one: bool,
    ) -> Any:
        if any(key.clock for key in keys):
            return named_arrays(keys, names, columns)
        rows = [key.values for key in keys]
        groups = rows[0] if len(rows) == 1 else list(zip(*rows, strict=True))
        if one:
            return dict(zip(groups, columns[0].tolist(), strict=True))
        return dict(zip(groups, np.column_stack(columns), strict=True))


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

    def make_keyed(
        self,
        keys: Sequence[KeyColumn],
        names: Sequence[Hashable],
        columns: Sequence[Values],
        *,
        one: bool,
    ) -> Any:
        pandas = import_module("pandas")
        levels = [self._key(key) for key in keys]
        index = levels[0] if len(levels) == 1 else pandas.MultiIndex.from_arrays(levels)
        if one:
            found = pandas.Series(columns[0], index, name=names[0], copy=False)
        else:
            found = pandas.DataFrame(dict(enumerate(columns)), index, copy=False)
            found.columns = pandas.Index(names)
        if all(key.clock for key in keys):
            return found
        try:
            return found.sort_index()  # as groupby does
        except TypeError:  # keys that cannot be compared
            return found

    def _key(self, key: KeyColumn) -> Any:
        pandas = import_module("pandas")
        index = pandas.Index(key.as_array, name=key.name)
        if library_of(key.like) is not self:
            return index
        if not key.clock:
            return index.astype(key.like.dtype)
        if key.like.dtype.kind == "m":
            return (index - pandas.Timestamp(0)).rename(key.name)
        if key.like.dtype.kind != "M":
            return index
        unit = pandas.Index(key.like).unit
        index = index.as_unit(unit) if key.fits(unit) else index
        zone = getattr(key.like.dtype, "tz", None)
        return index if zone is None else index.tz_localize("UTC").tz_convert(zone)

    def result_name(self, column: Any, measure: str) -> Hashable:
        name: Hashable = getattr(column, "name", None)
        return name  # a Series needs none

    def zone(self, times: Any) -> str | None:
        zone = getattr(times.dtype, "tz", None)
        return None if zone is None else str(zone)

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

    def make_keyed(
        self,
        keys: Sequence[KeyColumn],
        names: Sequence[Hashable],
        columns: Sequence[Values],
        *,
        one: bool,
    ) -> Any:
        polars = import_module("polars")
        named = named_arrays(keys, names, columns)
        places = dict(zip(named, [*map(self._key, keys), *columns], strict=True))
        return polars.DataFrame(places, nan_to_null=True)

    def _key(self, key: KeyColumn) -> Any:
        polars = import_module("polars")
        own = library_of(key.like) is self
        if not key.clock:
            return polars.Series(key.values, dtype=key.like.dtype if own else None, strict=False)
        times = polars.Series(key.as_array)
        if not own or not isinstance(key.like.dtype, polars.Datetime):
            return times
        zone = key.like.dtype.time_zone
        unit = key.like.dtype.time_unit
        times = times.dt.cast_time_unit(unit) if key.fits(unit) else times
        if zone is None:
            return times
        return times.dt.replace_time_zone("UTC").dt.convert_time_zone(zone)

    def zone(self, times: Any) -> str | None:
        return getattr(times.dtype, "time_zone", None)

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

    def make_keyed(
        self,
        keys: Sequence[KeyColumn],
        names: Sequence[Hashable],
        columns: Sequence[Values],
        *,
        one: bool,
    ) -> Any:
        pyarrow = import_module("pyarrow")
        values = [pyarrow.array(each, from_pandas=True) for each in columns]
        named = named_arrays(keys, names, columns)
        return pyarrow.table(dict(zip(named, [*map(self._key, keys), *values], strict=True)))

    def _key(self, key: KeyColumn) -> Any:
        pyarrow = import_module("pyarrow")
        kind = key.like.type if library_of(key.like) is self else None
        if not key.clock:
            if kind is not None and pyarrow.types.is_dictionary(kind):
                kind = kind.value_type  # as which a file may be read
            return pyarrow.array(key.values, kind)
        times = pyarrow.array(key.as_array)
        if kind is None or not pyarrow.types.is_timestamp(kind):
            return times
        unit = kind.unit if key.fits(kind.unit) else "ns"
        return times.cast(pyarrow.timestamp(unit, kind.tz))

    def zone(self, times: Any) -> str | None:
        return getattr(times.type, "tz", None)

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


def named_arrays(
    keys: Sequence[KeyColumn], names: Sequence[Hashable], columns: Sequence[Values]
) -> dict[Any, Any]:
    """Return keys and results by their names; a key without a name gets one."""
    named: dict[Any, Any] = {}
    for place, key in enumerate(keys):
        several = sum(not other.clock for other in keys) > 1
        own = "time" if key.clock else f"by_{place}" if several else "by"
        named[own if key.name is None else key.name] = key.as_array
    for name, column in zip(names, columns, strict=True):
        while name in named:
            name = f"{name}_"
        named[name] = column
    return named


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


def require_rows(column: Any, rows: int, name: str, hint: str = "") -> None:
    """Refuse a column that does not stand beside the values."""
    if len(column) != rows:
        raise ValueError(f"values and {name} differ in length: {rows} and {len(column)}{hint}")


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
            f"{name}={repr_short(given)} names a column, but there is no frame to find it in"
        )
    return as_sequence(given, name)


def kind_of(given: Any) -> str:
    """Return what kind of thing this is, for a message."""
    kind = type(given).__name__
    return f"{kind} of shape {given.shape}" if isinstance(given, np.ndarray) else kind
