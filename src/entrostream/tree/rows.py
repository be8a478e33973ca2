"""Rows in bulk, as columns that the core can read: numbers as float64, labels as they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from entrostream._core import repr_short
from entrostream.columns.frames import is_name, place_of
from entrostream.columns.libraries import Library, library_of

__all__ = [
    "Column",
    "Rows",
    "auxiliary_columns",
    "class_column",
    "column_kind",
    "column_values",
    "is_frame",
    "named_columns",
    "row_count",
    "weight_column",
]

# The name of an attribute, how the core is to read its column, and the column.
Column: TypeAlias = "tuple[Hashable, str, Any]"
KindOf: TypeAlias = "Callable[[Hashable], str | None]"


class Rows:
    """Rows of attributes: a frame, a matrix, or a mapping of names to columns.

    `kind_of` gives the kind of an attribute that the tree knows, "declared nominal" if all its
    values are labels, None for a new attribute. `names` are those of the columns of a matrix.
    `auxiliary`: columns that are no attributes, or the names of such columns.
    """

    def __init__(
        self,
        given: Any,
        kind_of: KindOf,
        names: list[Hashable] | None = None,
        auxiliary: tuple[Any, ...] = (),
    ):
        table = list(named_columns(given))
        if names is not None:
            table = [(name, column) for name, (_, column) in zip(names, table, strict=True)]
        require_different([name for name, _ in table])
        self.size = row_count(given, table)
        self.auxiliary, used = auxiliary_columns(table, auxiliary)
        self.columns: list[Column] = [
            (name, *readable(name, column, kind_of(name)))
            for place, (name, column) in enumerate(table)
            if place not in used
        ]


def auxiliary_columns(
    table: list[tuple[Hashable, Any]], auxiliary: tuple[Any, ...]
) -> tuple[list[Any], set[int]]:
    """Return the columns that are no attributes, and the places of those that were named."""
    used: set[int] = set()
    return [named_column(one, table, used) for one in auxiliary], used


def named_column(value: Any, table: list[tuple[Hashable, Any]], used: set[int]) -> Any:
    """Return the column that a value names, and note its place; any other value as it is."""
    names = [name for name, _ in table]
    if not is_name(value, names):
        return value
    place = place_of(value, names)
    used.add(place)
    return table[place][1]


def is_frame(given: Any) -> bool:
    """Say whether this holds columns: a frame or a matrix."""
    return library_of(given).is_frame(given)


def named_columns(given: Any) -> Iterator[tuple[Hashable, Any]]:
    """Yield the columns of what was given with their names."""
    if isinstance(given, Mapping):
        for name, column in given.items():
            require_column(name, column)
            yield name, column
        return
    library = library_of(given)
    if not library.is_frame(given):
        raise TypeError(
            "X must be a frame, a matrix, or a dict of columns, got "
            f"{type(given).__name__}{shape_of(given)}; learn_one and predict_one take one row"
        )
    for place, name in enumerate(library.names(given)):
        yield name, library.column(given, place)


def require_column(name: Hashable, column: Any) -> None:
    """Refuse a single value where a column belongs."""
    if isinstance(column, str | bytes) or not library_of(column).is_column(column):
        raise TypeError(
            f"attribute {repr_short(name)} must be a column, got {repr_short(column)} "
            f"({type(column).__name__}); learn_one and predict_one take one row"
        )


def shape_of(given: Any) -> str:
    """Return the shape of an array, for a message."""
    return f" of shape {given.shape}" if isinstance(given, np.ndarray) else ""


def require_different(names: list[Hashable]) -> None:
    """Refuse two columns of one name: an attribute has one value in a row."""
    met: set[Hashable] = set()
    for name in names:
        if name in met:
            raise ValueError(f"X has several columns {repr_short(name)}")
        met.add(name)


def row_count(given: Any, table: list[tuple[Hashable, Any]]) -> int:
    """Return how many rows there are, the same in all columns."""
    if not isinstance(given, Mapping):
        return len(given)
    sizes = {name: len(column) for name, column in table}
    size = next(iter(sizes.values()), 0)
    for name, other in sizes.items():
        if other != size:
            first = next(iter(sizes))
            raise ValueError(
                f"attributes {repr_short(first)} and {repr_short(name)} differ in "
                f"length: {size} and {other}"
            )
    return size


def readable(name: Hashable, column: Any, known: str | None) -> tuple[str, Any]:
    """Return how a column is to be read, and the column."""
    library = library_of(column)
    kind = column_kind(column)
    if known == "declared nominal":
        return "categories", column
    if kind == "numbers":
        return kind, numbers(name, column, library)
    return kind, list(column) if kind == "objects" else column


def numbers(name: Hashable, column: Any, library: Library) -> Any:
    """Return a column of numbers as float64, NaN where one is missing."""
    if isinstance(column, np.ma.MaskedArray):
        return np.ma.filled(column.astype(np.float64), np.nan)
    return library.numbers(column)


def column_kind(column: Any) -> str:
    """Return what a column holds by its type: numbers, labels, categories, or any objects."""
    root = next(
        (
            root
            for root in (kind.__module__.partition(".")[0] for kind in type(column).__mro__)
            if root in KINDS
        ),
        None,
    )
    return "objects" if root is None else KINDS[root](column)


def numpy_kind(column: Any) -> str:
    """By the dtype; an array of objects is read value by value."""
    if column.ndim != 1:
        raise ValueError(f"a column must have one dimension, got shape {column.shape}")
    return kind_of_dtype(column.dtype)


def kind_of_dtype(dtype: Any) -> str:
    """Say what NumPy's dtypes hold."""
    if dtype.kind in "iuf":
        return "numbers"
    return "objects" if dtype.kind in "OcV" else "labels"


def pandas_kind(column: Any) -> str:
    """By the dtype; NumPy's among them."""
    pandas = import_module("pandas")
    dtype = column.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        return "categories"
    if isinstance(dtype, np.dtype):
        return kind_of_dtype(dtype)
    is_number = pandas.api.types.is_numeric_dtype(dtype) and not pandas.api.types.is_bool_dtype(
        dtype
    )
    return "numbers" if is_number else "labels"


def polars_kind(column: Any) -> str:
    """By the dtype; a column of nulls says nothing."""
    polars = import_module("polars")
    if column.dtype in (polars.Categorical, polars.Enum):
        return "categories"
    if column.dtype in (polars.Object, polars.Null):
        return "objects"
    return "numbers" if column.dtype.is_numeric() else "labels"


def arrow_kind(column: Any) -> str:
    """By the type; a column of nulls says nothing."""
    types = import_module("pyarrow").types
    if types.is_dictionary(column.type):
        return "categories"
    if types.is_null(column.type):
        return "objects"
    is_number = (
        types.is_integer(column.type)
        or types.is_floating(column.type)
        or types.is_decimal(column.type)
    )
    return "numbers" if is_number else "labels"


KINDS: dict[str, Callable[[Any], str]] = {
    "numpy": numpy_kind,
    "pandas": pandas_kind,
    "polars": polars_kind,
    "pyarrow": arrow_kind,
}


def column_values(column: Any) -> list[Any]:
    """Return the values of a column as objects of Python."""
    for name in ("tolist", "to_list", "to_pylist"):
        if hasattr(column, name):
            values: list[Any] = getattr(column, name)()
            return values
    return list(column)


def class_column(y: Any, rows: int) -> Any:
    """Return the classes as a column of this number of rows."""
    if isinstance(y, str | bytes) or not hasattr(y, "__len__"):
        raise TypeError(f"y must be a column of classes, got {repr_short(y)}")
    if getattr(y, "ndim", 1) != 1:
        raise ValueError(f"y must have one dimension, got shape {y.shape}")
    if len(y) != rows:
        raise ValueError(f"X and y differ in length: {rows} and {len(y)}")
    return y


def weight_column(weights: Any, rows: int) -> Any:
    """Return weights as float64, one for each row; None if there are none."""
    if weights is None:
        return None
    try:
        column = library_of(weights).numbers(weights)
    except (TypeError, ValueError):
        raise TypeError("weights must be a column of numbers") from None
    if column.ndim == 0:
        column = np.full(rows, column)
    if column.ndim != 1:
        raise ValueError(f"weights must have one dimension, got shape {column.shape}")
    return column
