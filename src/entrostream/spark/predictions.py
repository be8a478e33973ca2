"""Predictions of a saved tree for the rows of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeAlias

from pyspark.sql import DataFrame
from pyspark.sql.types import (
    BooleanType,
    DataType,
    DoubleType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from entrostream._core import StateError, repr_short
from entrostream.spark.frame_columns import require_frame
from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)

__all__ = ["predict"]

pa: Any = import_module("pyarrow")  # it has no type hints

Tree: TypeAlias = VFDTClassifier  # of which all others are subclasses
OTHER_TREES = (HoeffdingAdaptiveTreeClassifier, EFDTClassifier, CVFDTClassifier)
TYPES: dict[type, tuple[DataType, Any]] = {
    str: (StringType(), pa.string()),
    bool: (BooleanType(), pa.bool_()),
    int: (LongType(), pa.int64()),
    float: (DoubleType(), pa.float64()),
}


def predict(frame: DataFrame, tree: Tree | bytes, *, name: str = "prediction") -> DataFrame:
    """Give the rows of a frame, or of a stream, with the class that a tree predicts for each.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows. As on one machine, null is a missing value, an attribute of the tree that is not
        a column is missing everywhere, and other columns do not matter.
    tree : tree or bytes
        A tree of `entrostream.tree`, or what its `to_bytes` gave.
    name : str, default "prediction"
        The name of the new column.

    Returns
    -------
    pyspark.sql.DataFrame
        The rows with one more column; null if the tree has learnt nothing.

    Raises
    ------
    StateError
        If the bytes are damaged or not a tree.
    TypeError
        If this is not a tree, or its classes are not all strings, integers, floats or bools.
    ValueError
        If there is a column of this name already.

    Examples
    --------
    >>> from entrostream.tree import VFDTClassifier
    >>> tree = VFDTClassifier()
    >>> tree.learn_many({"wind": [3.0, 9.5, 2.5]}, ["sail", "stay", "sail"])
    >>> session = es.spark.session("local[2]")
    >>> frame = session.createDataFrame([(2.75,)], ["wind"])
    >>> es.spark.predict(frame, tree).collect()
    [Row(wind=2.75, prediction='sail')]
    """
    require_frame(frame)
    held = read_tree(tree) if isinstance(tree, bytes | bytearray) else tree
    if not isinstance(held, VFDTClassifier):
        raise TypeError(f"tree must be a tree of entrostream.tree, got {type(tree).__name__}")
    if name in frame.columns:
        raise ValueError(f"there is a column {repr_short(name)} already: pass name=")
    kind, arrow = class_types(held.classes)
    schema = StructType([*frame.schema.fields, StructField(name, kind)])
    return frame.mapInArrow(predictions(held, name, arrow), schema)


def read_tree(state: bytes | bytearray) -> VFDTClassifier:
    """Return the tree of a state, of whichever class it is."""
    for kind in OTHER_TREES:
        with suppress(StateError):
            return kind.from_bytes(bytes(state))
    return VFDTClassifier.from_bytes(bytes(state))


def class_types(classes: list[Any]) -> tuple[DataType, Any]:
    """Return the type of a column of classes, in Spark and in Arrow."""
    kinds = {type(each) for each in classes} or {str}
    if len(kinds) > 1 or not kinds <= set(TYPES):
        raise TypeError(
            "the classes of the tree must all be strings, integers, floats or bools, got "
            f"{repr_short(classes)}"
        )
    return TYPES[kinds.pop()]


def predictions(
    tree: VFDTClassifier, name: str, kind: Any
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return the function of a task; the tree travels with it, as a pickle."""

    def predicted(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            known = [each for each in batch.schema.names if each in tree.attributes]
            rows = batch.select(known) if known else batch
            classes = pa.array(tree.predict_many(rows).tolist(), kind)
            yield batch.append_column(name, classes)

    return predicted
