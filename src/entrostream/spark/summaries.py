"""What is counted of each key, and what is read from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
BATCH_ROWS, BATCH_BYTES = 10_000, 16 << 20  # of results
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

    def batches(self, keys: Sequence[Any], summaries: Iterable[Any]) -> Iterator[Any]:
        """Yield record batches: the keys k0, k1, ... and what is read, a row per summary.

        Summaries are read one by one, and a batch has some megabytes of states, so that neither
        all of them are in memory nor their offsets overflow.
        """
        rows: list[list[Any]] = []
        first = size = 0
        for summary in summaries:
            rows.append(self.row(summary))
            size += len(rows[-1][0]) if self.state else 0
            if size >= BATCH_BYTES or len(rows) == BATCH_ROWS:
                yield self._batch(keys, first, rows)
                first, size, rows = first + len(rows), 0, []
        if rows:
            yield self._batch(keys, first, rows)

    def row(self, summary: Any) -> list[Any]:
        """Return the state and the measures of a summary; without a label they are null."""
        return [summary.to_bytes()] * self.state + [
            measured(summary, name) for name in self.measures
        ]

    def _batch(self, keys: Sequence[Any], first: int, rows: list[list[Any]]) -> Any:
        types = [pa.binary()] * self.state
        types += [pa.int64() if name in COUNTS else pa.float64() for name in self.measures]
        values = zip(zip(*rows, strict=True), types, strict=True)
        arrays = [column.slice(first, len(rows)) for column in keys]
        arrays += [pa.array(column, kind) for column, kind in values]
        names = [f"k{place}" for place in range(len(keys))]
        names += [field.name for field in self.fields()]
        return pa.RecordBatch.from_arrays(arrays, names=names)


def measured(summary: Any, name: str) -> int | float | None:
    """Return a measure; without a label it is null, as SQL's avg, but for numbers of something."""
    if not hasattr(summary, name):
        raise ValueError(f"the state of a {type(summary).__name__} has no {name}")
    value: int | float = getattr(summary, name)
    if name in COUNTS:
        return int(value)
    return value if summary.n else None
