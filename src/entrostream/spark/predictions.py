"""Predictions of a saved tree for the rows of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

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

from entrostream._core import repr_short
from entrostream.spark.frame_columns import require_batch
from entrostream.tree import VFDTClassifier

__all__ = ["predict"]

pa: Any = import_module("pyarrow")  # it has no type hints

TYPES: dict[type, DataType] = {
    str: StringType(),
    bool: BooleanType(),
    int: LongType(),
    float: DoubleType(),
}


def predict(
    frame: DataFrame, tree: VFDTClassifier | bytes, *, name: str = "prediction"
) -> DataFrame:
    """Give the rows of a frame with the class that a trained tree predicts for each.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows; columns that the tree has not seen are ignored, as on one machine.
    tree : tree or bytes
        A tree of `entrostream.tree`, or what `to_bytes` of a `VFDTClassifier` gave.
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
    >>> frame = session.createDataFrame([(2.75,)], ["wind"])
    >>> entrostream.spark.predict(frame, tree).collect()
    [Row(wind=2.75, prediction='sail')]
    """
    require_batch(frame)
    if isinstance(tree, bytes | bytearray):
        tree = VFDTClassifier.from_bytes(bytes(tree))
    if not isinstance(tree, VFDTClassifier):
        raise TypeError(f"tree must be a tree of entrostream.tree, got {type(tree).__name__}")
    if name in frame.columns:
        raise ValueError(f"there is a column {repr_short(name)} already: pass name=")
    kind = class_type(tree.classes)
    schema = StructType([*frame.schema.fields, StructField(name, kind)])
    return frame.mapInArrow(predictions(type(tree), tree.to_bytes(), name), schema)


def class_type(classes: list[Any]) -> DataType:
    """Return the type of a column of classes."""
    kinds = {type(each) for each in classes}
    if not kinds:
        return StringType()
    if len(kinds) > 1 or not kinds <= set(TYPES):
        raise TypeError(
            "the classes of the tree must all be strings, integers, floats or bools, got "
            f"{repr_short(classes)}"
        )
    return TYPES[kinds.pop()]


def predictions(
    kind: type[VFDTClassifier], state: bytes, name: str
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return the function of a task, which reads the tree once."""

    def predicted(batches: Iterator[Any]) -> Iterator[Any]:
        tree = kind.from_bytes(state)
        for batch in batches:
            classes = pa.array(tree.predict_many(batch).tolist())
            yield batch.append_column(name, classes)

    return predicted
