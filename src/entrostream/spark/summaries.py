"""What is counted of each key, and what is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pyspark.sql.types import BinaryType, DoubleType, LongType, StructField

from entrostream._core import ContingencyTable, EntropySketch, StateError, Tally

__all__ = ["KINDS", "STATE", "Reading", "empty_summary", "summary_of"]

pa: Any = import_module("pyarrow")  # it has no type hints

STATE = "state"
KINDS: dict[str, Any] = {
    "tally": Tally,
    "sketch": EntropySketch,
    "contingency": ContingencyTable,
}
CLASS = 5  # the byte of a state that has the number of its class: docs/state.md
CLASSES = {kind().to_bytes()[CLASS]: kind for kind in KINDS.values()}
COUNTS = ("n", "distinct", "distinct_x", "distinct_y")


def empty_summary(kind: str, missing: Any, memory: int | str) -> Any:
    """Return the summary of no rows; ValueError or TypeError for an option that is invalid."""
    if kind == "sketch":
        return EntropySketch(memory, missing=missing)
    return KINDS[kind](missing=missing)


def summary_of(state: Any) -> Any:
    """Return the summary of a state: Tally, EntropySketch or ContingencyTable."""
    if state is None:
        raise StateError("state is null")
    held = bytes(state)
    kind = CLASSES.get(held[CLASS], Tally) if len(held) > CLASS else Tally
    return kind.from_bytes(held)


@dataclass(frozen=True)
class Reading:
    """The columns of a result: the state, measures of it, or both."""

    state: bool
    measures: tuple[str, ...] = ()

    def fields(self) -> list[StructField]:
        """Return the columns as Spark declares them."""
        of_state = [StructField(STATE, BinaryType(), False)] if self.state else []
        return of_state + [
            StructField(name, LongType() if name in COUNTS else DoubleType())
            for name in self.measures
        ]

    def batch(self, keys: Sequence[Any], summaries: Sequence[Any]) -> Any:
        """Return a record batch: the keys k0, k1, ... and what is read, a row per summary."""
        arrays = list(keys)
        if self.state:
            arrays.append(pa.array([each.to_bytes() for each in summaries], pa.binary()))
        arrays += [measured(summaries, name) for name in self.measures]
        names = [f"k{place}" for place in range(len(keys))]
        names += [field.name for field in self.fields()]
        return pa.RecordBatch.from_arrays(arrays, names=names)


def measured(summaries: Sequence[Any], name: str) -> Any:
    """Return a measure of summaries; without a label it is null, as in SQL's avg."""
    for summary in summaries:
        if not hasattr(summary, name):
            raise ValueError(f"the state of a {type(summary).__name__} has no {name}")
    if name in COUNTS:
        return pa.array([int(getattr(each, name)) for each in summaries], pa.int64())
    values = [getattr(each, name) if each.n else None for each in summaries]
    return pa.array(values, pa.float64())
