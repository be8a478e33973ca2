"""The plans: how Spark brings the rows of each key together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, functions
from pyspark.sql.types import StructField, StructType

from entrostream.spark.frame_columns import Selection
from entrostream.spark.grouped_rows import GroupedCounts, GroupedSketches, GroupedStates
from entrostream.spark.parquet_scan import (
    FilePart,
    ScannedColumns,
    file_parts,
    is_plain_parquet,
)
from entrostream.spark.summaries import STATE, Reading, empty_summary
from entrostream.spark.whole_keys import whole_keys

__all__ = ["Counting", "merged_frame", "state_frame"]

Task = Callable[[Iterator[Any]], Iterator[Any]]  # from record batches to record batches

AS_STATES = Reading(state=True)
COUNT, PARTITION = "count", "partition"
FILES_PER_TASK = 32


@dataclass(frozen=True)
class Counting:
    """What is counted of the rows of each key."""

    kind: str
    missing: str
    memory: int | str
    group_by: tuple[str, ...]
    labels: int

    def empty(self) -> Any:
        """Return the summary of no rows."""
        return empty_summary(self.kind, self.missing, self.memory)

    def rows(self, *, counted: bool = False) -> Any:
        """Return what counts the rows of a task."""
        if self.kind == "sketch":
            return GroupedSketches(self.group_by, self.memory, self.missing)
        return GroupedCounts(self.group_by, self.labels, self.missing, counted=counted)


def state_frame(
    frame: DataFrame, selection: Selection, counting: Counting, reading: Reading
) -> DataFrame:
    """Return one row per key: the fastest plan that sees exactly the rows of the frame.

    - Executors scan Parquet files: dictionary codes never become rows of the JVM.
    - A sketch, which is to bound memory, gets the rows of each partition as they are.
    - Otherwise Spark counts equal rows, and states are made of the counts.
    """
    if is_plain_parquet(frame, selection):
        parts = scanned_parts(frame, selection, counting)
    elif counting.kind == "sketch":
        parts = selection.frame.mapInArrow(partial_states(counting), part_schema(selection))
    else:
        return counted_frame(selection, counting, reading)
    if not selection.keys:
        parts = with_empty(parts, counting)
    return merged_frame(parts, selection.keys, selection.group_by, reading)


def part_schema(selection: Selection) -> StructType:
    """Return the columns of partial states."""
    keys = zip(selection.keys, selection.key_types, strict=True)
    return StructType([*(StructField(name, kind) for name, kind in keys), *AS_STATES.fields()])


def with_empty(parts: DataFrame, counting: Counting) -> DataFrame:
    """Add the state of no rows, so that a frame without rows has a result."""
    empty = functions.lit(counting.empty().to_bytes()).alias(STATE)
    return parts.union(parts.sparkSession.range(1).select(empty))


# ------------------------------------------------------------------ partial states


def scanned_parts(frame: DataFrame, selection: Selection, counting: Counting) -> DataFrame:
    """Return the partial states of files; a task gets numbers, and reads the files itself."""
    spark = frame.sparkSession
    parallelism = spark.sparkContext.defaultParallelism
    files = file_parts(frame.inputFiles(), parallelism)
    tasks = min(len(files), max(2 * parallelism, len(files) // FILES_PER_TASK))
    columns = ScannedColumns.of(selection)
    task = scanned_states(files, columns, counting)
    return spark.range(0, len(files), 1, tasks).mapInArrow(task, part_schema(selection))


def scanned_states(files: Sequence[FilePart], columns: ScannedColumns, counting: Counting) -> Task:
    """Return the function of a task that reads files."""

    def states(batches: Iterator[Any]) -> Iterator[Any]:
        rows = counting.rows()
        for batch in batches:
            for number in batch.column(0).to_pylist():
                columns.push(files[number], rows)
        yield from results_of(rows, AS_STATES)

    return states


def partial_states(counting: Counting) -> Task:
    """Return the function of a task that gets rows from the JVM."""

    def states(batches: Iterator[Any]) -> Iterator[Any]:
        rows = counting.rows()
        for batch in batches:
            rows.push(batch.columns)
        yield from results_of(rows, AS_STATES)

    return states


def results_of(rows: Any, reading: Reading) -> Iterator[Any]:
    """Yield what is read of each key of some rows, if there is one."""
    if len(rows.keys):
        yield from reading.batches(rows.keys.arrays(), rows.summaries())


# ------------------------------------------------------------------ whole keys


def counted_frame(selection: Selection, counting: Counting, reading: Reading) -> DataFrame:
    """Return one row per key: Spark counts equal rows, a task makes states of the counts."""
    keys, labels = selection.keys, selection.labels
    counts = selection.frame.groupBy(*keys, *labels).agg(functions.count("*").alias(COUNT))
    if not keys:
        counts = counts.union(no_rows(counts, labels))
    made = by_key(counts, keys, lambda: counting.rows(counted=True), reading)
    return renamed(made, selection.group_by, reading)


def no_rows(counts: DataFrame, labels: Sequence[str]) -> DataFrame:
    """Return a count of 0, so that a frame without rows has a result."""
    nothing = [
        functions.lit(None).cast(counts.schema[name].dataType).alias(name) for name in labels
    ]
    zero = functions.lit(0).cast("long").alias(COUNT)
    return counts.sparkSession.range(1).select(*nothing, zero)


def merged_frame(
    parts: DataFrame, keys: Sequence[str], names: Sequence[str], reading: Reading
) -> DataFrame:
    """Return one row per key of a frame that has keys and a column of states."""
    tagged = parts.withColumn(PARTITION, functions.spark_partition_id())
    group_by = tuple(names)
    made = by_key(tagged, keys, lambda: GroupedStates(group_by), reading)
    return renamed(made, group_by, reading)


def by_key(
    frame: DataFrame, keys: Sequence[str], rows: Callable[[], Any], reading: Reading
) -> DataFrame:
    """Return what is read of the rows of each key, which come together in one task."""
    if keys:
        together = frame.repartition(*keys).sortWithinPartitions(*keys)
    else:
        together = frame.repartition(1)
    schema = StructType([*(frame.schema[name] for name in keys), *reading.fields()])
    return together.mapInArrow(read_whole_keys(len(keys), rows, reading), schema)


def read_whole_keys(keys: int, rows: Callable[[], Any], reading: Reading) -> Task:
    """Return the function of a task that has all rows of its keys."""

    def results(batches: Iterator[Any]) -> Iterator[Any]:
        for piece in whole_keys(batches, keys):
            held = rows()
            for batch in piece:
                held.push(batch.columns)
            yield from results_of(held, reading)

    return results


def renamed(result: DataFrame, names: Sequence[str], reading: Reading) -> DataFrame:
    """Return a result with the names that the keys have in the frame of the user."""
    return result.toDF(*names, *(field.name for field in reading.fields()))
