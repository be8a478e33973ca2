"""Adapters of the dataframe libraries: reading and making their columns and frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entrostream._core import has_missing, repr_short
from entrostream.columns.window import Window

Values: TypeAlias = "NDArray[np.float64]"

__all__ = [
    "KeyColumn",
    "LazyColumn",
    "Library",
    "Values",
    "as_column",
    "as_sequence",
    "is_lazy",
    "library_of",
    "require_rows",
    "row_slice",
]

NEVER_MISSING = "biuSU"  # kinds of NumPy's types that have no missing value


@dataclass(frozen=True)
class KeyColumn:
    """A column that identifies the rows of a result: keys of groups, or times of intervals."""

    name: Hashable  # None if it has none
    values: Any  # a list of keys, or nanoseconds
    like: Any  # the column that was given
    clock: str = ""  # of times: "instants" or "seconds"

    def fits(self, unit: str) -> bool:
        """Say whether times are multiples of a unit such as "ms"."""
        nanoseconds = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[unit]
        return not np.any(self.values % nanoseconds)

    @property
    def as_array(self) -> Any:
        """Times as an array of NumPy, keys as they are."""
        if self.clock == "seconds":
            return self.values / 1e9
        return self.values.view("M8[ns]") if self.clock else self.values


class Library(ABC):
    """Reads and makes the columns and frames of one library.

    `like` is always the user's column or frame: results have its index, its names, its type.
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
        """Return results with keys; `one` if they are those of one column."""

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

    def may_hold_missing(self, column: Any) -> bool:
        """Say whether rows may be missing, by the type and the metadata of a column.

        Does not look at the rows; False only if none can be missing.
        """
        return True

    def holds_missing(self, column: Any) -> bool:
        """Say whether rows are missing; True also where a scan would cost as much as reading."""
        return self.may_hold_missing(column)

    def adapt_window(self, window: Window) -> Window:
        """Return a window with the semantics of this library."""
        return window


class NumPy(Library):
    """Arrays, lists and all that is none of the others; a matrix is a frame."""

    def is_frame(self, given: Any) -> bool:
        return isinstance(given, np.ndarray) and given.ndim == 2

    def is_column(self, given: Any) -> bool:
        if isinstance(given, np.ndarray):
            return given.ndim == 1
        is_sequence = hasattr(given, "__len__") and hasattr(given, "__getitem__")
        return is_sequence and not isinstance(given, Mapping)

    def may_hold_missing(self, column: Any) -> bool:
        if isinstance(column, np.ndarray):
            return isinstance(column, np.ma.MaskedArray) or column.dtype.kind not in NEVER_MISSING
        return not isinstance(column, str | bytes | bytearray | range)

    def holds_missing(self, column: Any) -> bool:
        if isinstance(column, np.ndarray):
            return array_holds_missing(column)
        is_plain_list = type(column) in (list, tuple)
        return has_missing(column) if is_plain_list else self.may_hold_missing(column)

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
            result = pandas.Series(columns[0], index, name=names[0], copy=False)
        else:
            result = pandas.DataFrame(dict(enumerate(columns)), index, copy=False)
            result.columns = pandas.Index(names)
        if all(key.clock for key in keys):
            return result
        try:
            return result.sort_index()  # as groupby does
        except TypeError:  # keys that cannot be compared
            return result

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

    def may_hold_missing(self, column: Any) -> bool:
        if isinstance(column.dtype, import_module("pandas").CategoricalDtype):
            codes = getattr(column, "array", column).codes
            return bool(len(codes) and codes.min() < 0)
        if column.dtype.kind not in NEVER_MISSING:
            return True
        is_nullable = not isinstance(column.dtype, np.dtype)  # it has a mask
        return is_nullable and bool(getattr(column, "array", column).isna().any())

    def holds_missing(self, column: Any) -> bool:
        if isinstance(column.dtype, np.dtype) and hasattr(column, "to_numpy"):
            return array_holds_missing(column.to_numpy())
        return self.may_hold_missing(column)

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
    """Series, DataFrame; missing values are null."""

    def adapt_window(self, window: Window) -> Window:
        return window.with_ties_together()

    def may_hold_missing(self, column: Any) -> bool:
        kind = column.dtype
        has_other = kind.is_float() or kind.is_nested() or kind == import_module("polars").Object
        return has_other or bool(column.null_count())

    def holds_missing(self, column: Any) -> bool:
        if column.null_count() or not column.dtype.is_float():
            return self.may_hold_missing(column)
        return bool(column.is_nan().any())

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
    """Array, ChunkedArray, RecordBatch, Table; missing values are null."""

    def may_hold_missing(self, column: Any) -> bool:
        types = import_module("pyarrow").types
        kind = column.type
        only_null = types.is_integer(kind) or types.is_boolean(kind) or is_arrow_string(kind, types)
        return not only_null or bool(column.null_count)

    def holds_missing(self, column: Any) -> bool:
        if column.null_count or not import_module("pyarrow").types.is_floating(column.type):
            return self.may_hold_missing(column)
        nan = import_module("pyarrow.compute").is_nan(column)
        return bool(import_module("pyarrow.compute").any(nan).as_py())

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
        own = "time" if key.clock else f"group_{place}" if several else "group"
        named[own if key.name is None else key.name] = key.as_array
    for name, column in zip(names, columns, strict=True):
        while name in named:
            name = f"{name}_"
        named[name] = column
    return named


def array_holds_missing(array: NDArray[Any]) -> bool:
    """Say whether an array holds None, NaN or NaT, or hides a row behind a mask."""
    kind = array.dtype.kind
    if isinstance(array, np.ma.MaskedArray) or kind not in "fmMO":
        return isinstance(array, np.ma.MaskedArray) or kind not in NEVER_MISSING
    if kind == "O":
        return has_missing(array)
    return bool(np.any(np.isnan(array) if kind == "f" else np.isnat(array)))


def is_arrow_string(kind: Any, types: Any) -> bool:
    """Say whether an Arrow type is one of strings or bytes."""
    strings = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    return bool(strings or types.is_binary(kind) or types.is_large_binary(kind))


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


class LazyColumn(ABC):
    """A column whose rows are computed when they are read."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of rows."""

    @abstractmethod
    def rows(self, first: int, last: int) -> Any:
        """Return the rows from `first` to before `last`."""


def is_lazy(column: Any) -> bool:
    """Say whether the rows of a column are computed when they are read."""
    return isinstance(column, LazyColumn)


def row_slice(column: Any, first: int, last: int) -> Any:
    """Return the rows from `first` to before `last`, as a view where the library has views."""
    if isinstance(column, LazyColumn):
        return column.rows(first, last)
    if first == 0 and last >= len(column):
        return column
    slicing: Callable[[slice], Any] = getattr(column, "iloc", column).__getitem__
    return slicing(slice(first, last))


def require_rows(column: Any, rows: int, name: str, hint: str = "") -> None:
    """Refuse a column that is longer or shorter than the values."""
    if len(column) != rows:
        raise ValueError(f"values and {name} differ in length: {rows} and {len(column)}{hint}")


def as_sequence(given: Any, name: str = "values") -> Any:
    """Return a column unchanged, or refuse what has no length and slices."""
    if isinstance(given, deque):
        return list(given)
    if library_of(given).is_column(given):
        return given
    raise TypeError(f"{name} must be a column, got {kind_of(given)}")


def as_column(given: Any, name: str) -> Any:
    """Return an auxiliary column; a string can only be a name, and there is no frame."""
    if isinstance(given, str):
        raise ValueError(
            f"{name}={repr_short(given)} names a column, but there is no frame to find it in"
        )
    return as_sequence(given, name)


def kind_of(given: Any) -> str:
    """Return the type of a value, and the shape of an array, for a message."""
    kind = type(given).__name__
    return f"{kind} of shape {given.shape}" if isinstance(given, np.ndarray) else kind
