"""The plans: how the rows of a frame become one state per key, and what is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pyspark.sql import functions
from pyspark.sql.types import BinaryType, DoubleType, LongType, StructField, StructType

from entrostream._core import ContingencyTable, EntropySketch, StateError, Tally, repr_short
from entrostream.spark.frame_columns import STATE, Selection
from entrostream.spark.grouped_rows import GroupedCounts, GroupedSketches
from entrostream.spark.parquet_scan import (
    FilePart,
    ScannedColumns,
    file_parts,
    is_plain_parquet,
)

__all__ = ["KINDS", "Counting", "Reading", "merged_frame", "state_frame", "summary_of"]

pa: Any = import_module("pyarrow")  # it has no type hints

KINDS: dict[str, Any] = {
    "tally": Tally,
    "sketch": EntropySketch,
    "contingency": ContingencyTable,
}
CLASSES = {kind().to_bytes()[5]: kind for kind in KINDS.values()}  # by the class in the header
COUNTS = ("n", "distinct", "distinct_x", "distinct_y")
PARTITION = "partition"
FILES_PER_TASK = 32


@dataclass(frozen=True)
class Counting:
    """What is counted of each key."""

    kind: str
    missing: str
    memory: int | str

    def empty(self) -> Any:
        """Return the summary of no rows."""
        if self.kind == "sketch":
            return EntropySketch(self.memory, missing=self.missing)
        return KINDS[self.kind](missing=self.missing)

    def rows(self, keys: int, labels: int) -> Any:
        """Return what counts the rows of a task."""
        if self.kind == "sketch":
            return GroupedSketches(keys, self.memory, self.missing)
        return GroupedCounts(keys, labels, self.missing)


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

    def values(self, summary: Any) -> list[Any]:
        """Return the columns of one row. Without a label a measure is null, as in SQL's avg."""
        of_state = [pa.array([summary.to_bytes()], pa.binary())] if self.state else []
        return of_state + [
            pa.array([int(getattr(summary, name))], pa.int64())
            if name in COUNTS
            else pa.array([getattr(summary, name) if summary.n else None], pa.float64())
            for name in self.measures
        ]


def state_frame(frame: Any, selection: Selection, counting: Counting, reading: Reading) -> Any:
    """Return one row per key: the fastest plan that gives exactly the rows of the frame."""
    if is_plain_parquet(frame, selection):
        parts = scanned_parts(frame, selection, counting)
    elif counting.kind == "sketch":
        parts = selection.frame.mapInArrow(
            partial_states(len(selection.keys), counting), part_schema(selection)
        )
    else:
        return counted_by_spark(selection, counting, reading)
    if not selection.keys:
        parts = with_empty(parts, frame, counting)
    return merged_frame(parts, selection.keys, selection.group_by, reading)


def part_schema(selection: Selection) -> StructType:
    """Return the columns of partial states."""
    keys = zip(selection.keys, selection.key_types, strict=True)
    return StructType(
        [StructField(name, kind) for name, kind in keys] + [StructField(STATE, BinaryType(), False)]
    )


# ------------------------------------------------------------------ executors scan the files


def scanned_parts(frame: Any, selection: Selection, counting: Counting) -> Any:
    """Return the partial states of files; a task gets numbers, and reads the files itself."""
    spark = frame.sparkSession
    parallelism = spark.sparkContext.defaultParallelism
    files = file_parts(frame.inputFiles(), parallelism)
    tasks = min(len(files), max(2 * parallelism, len(files) // FILES_PER_TASK))
    columns = ScannedColumns.of(selection)
    return spark.range(0, len(files), 1, tasks).mapInArrow(
        scanned_states(files, columns, len(selection.keys), counting), part_schema(selection)
    )


def scanned_states(
    files: Sequence[FilePart], columns: ScannedColumns, keys: int, counting: Counting
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return the function of a task that reads files."""

    def states(batches: Iterator[Any]) -> Iterator[Any]:
        numbers = (number for batch in batches for number in batch.column(0).to_pylist())
        rows = (columns.batches(files[number]) for number in numbers)
        return states_of((batch for file in rows for batch in file), keys, counting)

    return states


def partial_states(keys: int, counting: Counting) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return the function of a task that gets rows from the JVM."""

    def states(batches: Iterator[Any]) -> Iterator[Any]:
        return states_of((batch.columns for batch in batches), keys, counting)

    return states


def states_of(batches: Iterable[list[Any]], keys: int, counting: Counting) -> Iterator[Any]:
    """Yield one batch with the states of all keys of a task."""
    rows = None
    types: list[Any] = []
    for columns in batches:
        types = types or [plain_type(column.type) for column in columns[:keys]]
        rows = rows or counting.rows(keys, len(columns) - keys)
        rows.push(columns[:keys], columns[keys:])
    if rows is None:
        return
    values = [
        pa.array(column, kind) for column, kind in zip(rows.keys.values(), types, strict=True)
    ]
    states = pa.array([summary.to_bytes() for summary in rows.summaries()], pa.binary())
    names = [*(f"k{place}" for place in range(keys)), STATE]
    yield pa.RecordBatch.from_arrays([*values, states], names=names)


def plain_type(kind: Any) -> Any:
    """Return the type of values that may be dictionary-encoded."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def with_empty(parts: Any, frame: Any, counting: Counting) -> Any:
    """Add the state of no rows, so that a frame without rows has a result."""
    empty = functions.lit(counting.empty().to_bytes()).alias(STATE)
    return parts.union(frame.sparkSession.range(1).select(empty))


# ------------------------------------------------------------------ Spark counts


def counted_by_spark(selection: Selection, counting: Counting, reading: Reading) -> Any:
    """Return one row per key: Spark counts equal rows, a task makes the state of the counts."""
    keys, labels = selection.keys, selection.labels
    counts = selection.frame.groupBy(*keys, *labels).count()
    if not keys:
        nothing = [
            functions.lit(None).cast(counts.schema[name].dataType).alias(name) for name in labels
        ]
        no_row = frame_of_one(counts).select(*nothing, functions.lit(0).alias("count"))
        counts = counts.union(no_row)
    schema = result_schema(counts, keys, reading)
    result = counts.groupBy(*keys).applyInArrow(
        measures_of_counts(len(keys), counting, reading, selection.group_by), schema
    )
    return renamed(result, keys, selection.group_by, reading)


def frame_of_one(frame: Any) -> Any:
    return frame.sparkSession.range(1)


def measures_of_counts(
    keys: int, counting: Counting, reading: Reading, names: Sequence[str]
) -> Callable[[Any], Any]:
    """Return the function that makes one row of all counts of a key."""

    def one_row(table: Any) -> Any:
        kept = table.filter(pa.compute.greater(table.column("count"), 0))
        *columns, counts = kept.columns
        rows = counting.rows(0, len(columns) - keys)
        if len(kept):
            try:
                rows.push([], columns[keys:], counts.to_numpy())
            except ValueError as error:
                raise ValueError(f"{described_key(table, names)}{error}") from None
        (summary,) = rows.summaries()
        return result_row(table, keys, reading, summary)

    return one_row


# ------------------------------------------------------------------ states are merged


def merged_frame(parts: Any, keys: Sequence[str], names: Sequence[str], reading: Reading) -> Any:
    """Return one row per key of a frame with keys and a column of states."""
    tagged = parts.withColumn(PARTITION, functions.spark_partition_id())
    schema = result_schema(parts, keys, reading)
    result = tagged.groupBy(*keys).applyInArrow(merged_states(len(keys), reading, names), schema)
    return renamed(result, keys, names, reading)


def merged_states(keys: int, reading: Reading, names: Sequence[str]) -> Callable[[Any], Any]:
    """Return the function that merges all states of a key."""

    def one_row(table: Any) -> Any:
        states = table.column(STATE).to_pylist()
        partitions = table.column(PARTITION).to_pylist()
        # By their bytes: the order in which a shuffle delivers them decides nothing.
        order = sorted(range(len(states)), key=lambda place: states[place] or b"")
        merged: Any = None
        for place in order:
            try:
                summary = summary_of(states[place])
                if merged is None:
                    merged = summary
                else:
                    merged.merge(summary)
            except (TypeError, ValueError) as error:
                where = f"{described_key(table, names)}partition {partitions[place]}: {error}"
                raise StateError(where) from None
        return result_row(table, keys, reading, merged)

    return one_row


def summary_of(state: Any) -> Any:
    """Return the summary of a state: Tally, EntropySketch or ContingencyTable."""
    if state is None:
        raise StateError("state is null")
    held = bytes(state)
    kind = CLASSES.get(held[5], Tally) if len(held) > 5 else Tally
    return kind.from_bytes(held)


def described_key(table: Any, names: Sequence[str]) -> str:
    """Return the key of a group for an error: "key host='a', "."""
    values = (table.column(place)[0].as_py() for place in range(len(names)))
    pairs = zip(names, values, strict=True)
    text = ", ".join(f"{name}={repr_short(value)}" for name, value in pairs)
    return f"key {text}, " if text else ""


def result_schema(frame: Any, keys: Sequence[str], reading: Reading) -> StructType:
    """Return the columns of a result: the keys, then what is read."""
    of_keys = [StructField(name, frame.schema[name].dataType) for name in keys]
    return StructType([*of_keys, *reading.fields()])


def result_row(table: Any, keys: int, reading: Reading, summary: Any) -> Any:
    """Return one row: the key of a group, then what is read."""
    key = [table.column(place).slice(0, 1) for place in range(keys)]
    names = [*table.column_names[:keys], *(field.name for field in reading.fields())]
    return pa.table([*key, *reading.values(summary)], names=names)


def renamed(result: Any, keys: Sequence[str], names: Sequence[str], reading: Reading) -> Any:
    """Return a result with the names that the keys have in the frame of the user."""
    return result.toDF(*names, *(field.name for field in reading.fields()))
