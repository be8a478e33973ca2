"""Columns of a Spark frame by name, checked before a job starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, functions
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    ShortType,
    StringType,
    StructType,
    TimestampNTZType,
    TimestampType,
)

from entrostream._core import repr_short

__all__ = [
    "Selection",
    "key_columns",
    "key_names",
    "labels_of",
    "named_column",
    "require_batch",
    "require_column",
    "require_frame",
    "require_label",
    "select_columns",
]

LABELS = (
    StringType,
    BinaryType,
    BooleanType,
    ByteType,
    ShortType,
    IntegerType,
    LongType,
    FloatType,
    DoubleType,
    DecimalType,
    DateType,
    TimestampType,
    TimestampNTZType,
    DayTimeIntervalType,
)
NOT_KEYS = (MapType, ArrayType, StructType)


@dataclass(frozen=True)
class Selection:
    """The keys and labels of a frame under names that cannot collide: k0, k1, ... and x0, ..."""

    frame: DataFrame  # with the columns `keys` and `labels`
    group_by: tuple[str, ...]  # the names of the keys in the frame of the user
    columns: tuple[str, ...]  # those of the labels
    key_types: tuple[DataType, ...]
    label_types: tuple[DataType, ...]

    @property
    def keys(self) -> list[str]:
        """The names of the keys in `frame`."""
        return [f"k{place}" for place in range(len(self.group_by))]

    @property
    def labels(self) -> list[str]:
        """The names of the labels in `frame`."""
        return [f"x{place}" for place in range(len(self.columns))]


def select_columns(frame: Any, columns: Sequence[str], group_by: Any) -> Selection:
    """Return the columns of a frame; ValueError or TypeError for what cannot be used."""
    require_batch(frame)
    for name in columns:
        require_column(frame, name)
        require_label(name, frame.schema[name].dataType)
    keys = key_names(frame, group_by)
    types = frame.schema
    labels = [
        labels_of(named_column(frame, name), types[name].dataType).alias(f"x{place}")
        for place, name in enumerate(columns)
    ]
    chosen = frame.select(*key_columns(frame, keys), *labels)
    kinds = tuple(field.dataType for field in chosen.schema.fields)
    return Selection(chosen, keys, tuple(columns), kinds[: len(keys)], kinds[len(keys) :])


def named_column(frame: Any, name: str) -> Any:
    """Return a column by its exact name, which may contain dots."""
    return frame["`" + name.replace("`", "``") + "`"]


def key_columns(frame: Any, names: Sequence[str]) -> list[Any]:
    """Return the columns of keys as k0, k1, ...; equal keys have equal bits, as in GROUP BY."""
    return [
        equal_bits(named_column(frame, name), frame.schema[name].dataType).alias(f"k{place}")
        for place, name in enumerate(names)
    ]


def equal_bits(values: Any, kind: DataType) -> Any:
    """Return a column of keys: -0.0 is 0.0, every NaN the same, and strings have no collation."""
    if not isinstance(kind, FloatType | DoubleType):
        return labels_of(values, kind)
    nan = functions.lit(float("nan"))
    return functions.when(functions.isnan(values), nan).otherwise(values + 0.0).cast(kind)


def labels_of(values: Any, kind: DataType) -> Any:
    """Return a column of labels: strings are equal if their bytes are, whatever the collation."""
    if isinstance(kind, StringType) and kind != StringType():
        return functions.collate(values, "UTF8_BINARY")
    return values


def require_frame(frame: Any) -> None:
    """Refuse what is not a frame of Spark."""
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"frame must be a Spark DataFrame, got {type(frame).__name__}")


def require_batch(frame: Any) -> None:
    """Refuse what is not a frame of Spark, and a stream."""
    require_frame(frame)
    if frame.isStreaming:
        raise ValueError("the frame is a stream: pass it to entrostream.spark.stream")


def require_column(frame: Any, name: Any) -> None:
    """Refuse a name that no column has, or several have."""
    if not isinstance(name, str):
        raise TypeError(f"a column must be named by a string, got {type(name).__name__}")
    found = frame.columns.count(name)
    if found == 0:
        raise ValueError(
            f"there is no column {repr_short(name)}; there are {repr_short(frame.columns)}"
        )
    if found > 1:
        raise ValueError(f"there are {found} columns {repr_short(name)}: rename all but one")


def require_label(name: str, kind: DataType) -> None:
    """Refuse a type whose values are not labels."""
    if not isinstance(kind, LABELS):
        raise TypeError(
            f"column {repr_short(name)} is of type {kind.simpleString()}, which cannot be a "
            "label: select a part of it, or cast it to string"
        )


def key_names(frame: Any, group_by: Any) -> tuple[str, ...]:
    """Return the names of the keys; ValueError or TypeError for what cannot be a key."""
    if group_by is None:
        return ()
    names = (group_by,) if isinstance(group_by, str) else tuple(group_by)
    for name in names:
        require_column(frame, name)
        kind = frame.schema[name].dataType
        if isinstance(kind, NOT_KEYS):
            raise TypeError(
                f"column {repr_short(name)} is of type {kind.simpleString()}, which cannot be a "
                "key: select a part of it, or cast it to string"
            )
    if len(set(names)) != len(names):
        raise ValueError(f"group_by must name columns, each once, got {repr_short(list(names))}")
    return names
