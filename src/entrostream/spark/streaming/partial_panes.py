"""Rows counted per key and pane in the task that reads them, so that few rows reach the state.

PySpark passes rows to a processor with state one by one, at a microsecond and more each; counted
before the shuffle, a key has one row per pane and task instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np
from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

from entrostream.spark.grouped_rows import GroupedCounts
from entrostream.spark.streaming.panes import PaneRule
from entrostream.spark.summaries import STATE

__all__ = ["NULL_TIME", "PANE", "ROWS", "PartialPanes", "pane_type", "partial_panes"]

pa: Any = import_module("pyarrow")  # it has no type hints

PANE, ROWS = "pane", "rows"
BATCH_ROWS = 1000  # of results
NULL_TIME = "time column {!r} has a null: filter the rows without a time"


def pane_type(keys: Sequence[str]) -> StructType:
    """Return the columns of partial panes."""
    return StructType(
        [
            *(StructField(name, StringType()) for name in keys),
            StructField(PANE, LongType()),
            StructField(ROWS, LongType()),
            StructField(STATE, BinaryType()),
        ]
    )


def partial_panes(
    rule: PaneRule, keys: Sequence[str], time: str | None
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return the function of a task: columns of keys, time and label in, partial panes out."""

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        panes = PartialPanes(rule, keys, time)
        for batch in batches:
            panes.push(batch.columns)
        return panes.batches()

    return task


class PartialPanes:
    """The panes of the rows of one task.

    Parameters
    ----------
    rule : PaneRule
        The windows.
    keys : sequence of str
        The names of the columns of keys.
    time : str
        The name of the column of times, for errors.
    """

    def __init__(self, rule: PaneRule, keys: Sequence[str], time: str | None):
        self._rule = rule
        self._names = [*keys, PANE, ROWS, STATE]
        self._time = time
        self._counts = GroupedCounts([*keys, PANE], 1, rule.missing)
        self._rows = np.zeros(0, np.int64)  # by the code of key and pane, missing labels too

    def push(self, columns: Sequence[Any]) -> None:
        """Add rows: the columns of keys, of times in microseconds, and of labels."""
        *keys, times, labels = columns
        if times.null_count:
            raise ValueError(NULL_TIME.format(self._time))
        if not len(times):
            return
        groups = [*keys, pa.array(self._rule.pane_of(times.to_numpy()))]
        codes = self._counts.keys.codes(groups, len(times))
        grown = np.bincount(codes, minlength=len(self._counts.keys))
        grown[: len(self._rows)] += self._rows
        self._rows = grown
        self._counts.push([*groups, labels])

    def batches(self) -> Iterator[Any]:
        """Yield record batches: the keys, the pane, its number of rows, and its state."""
        if not len(self._rows):
            return
        groups = self._counts.keys.arrays()
        tallies = self._counts.summaries()
        first = 0
        while states := [tally.to_bytes() for tally in islice(tallies, BATCH_ROWS)]:
            held = [column.slice(first, len(states)) for column in groups]
            rows = pa.array(self._rows[first : first + len(states)])
            yield pa.RecordBatch.from_arrays(
                [*held, rows, pa.array(states, pa.binary())], names=self._names
            )
            first += len(states)
