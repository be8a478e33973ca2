"""What Spark runs per key for output="changes": an adaptive window, and its changes as rows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
from pyspark.sql import types
from pyspark.sql.streaming.stateful_processor import StatefulProcessorHandle
from pyspark.sql.types import StructField

from entrostream import Change
from entrostream.spark.streaming.changes import Events, feed, in_order
from entrostream.spark.streaming.panes import EPOCH, PanedKey
from entrostream.spark.streaming.partial_panes import NULL_TIME
from entrostream.spark.streaming.processors import TIME, PanedProcessor, Row
from entrostream.spark.streaming.stored_panes import struct

__all__ = ["ChangeProcessor"]

WHOLE, REAL, STRING = types.LongType(), types.DoubleType(), types.StringType()
FIELDS = {
    "position": WHOLE,
    "found": WHOLE,
    "at": WHOLE,
    "found_at": WHOLE,
    "statistic": STRING,
    "strength": REAL,
    "threshold": REAL,
    "at_most": WHOLE,
    "before": REAL,
    "after": REAL,
    "labels": types.ArrayType(struct(label=STRING, before=REAL, after=REAL)),
    "severity": REAL,
    "severity_error": REAL,
    "entropy_before": REAL,
    "entropy_after": REAL,
    "gini_before": REAL,
    "gini_after": REAL,
    "duration": WHOLE,
    "began_at": WHOLE,
    "late": WHOLE,
}


class ChangeProcessor(PanedProcessor):
    """The changes that an adaptive window finds in the events of a key."""

    times = ("at", "found_at", "began_at")

    def init(self, handle: StatefulProcessorHandle) -> None:
        """Declare the state."""
        super().init(handle)
        self._adaptive = handle.getValueState("adaptive", struct(state=types.BinaryType()))

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [StructField(name, kind) for name, kind in FIELDS.items()]

    def _add(self, windows: PanedKey, rows: pd.DataFrame) -> list[int]:
        times = self._times(rows)
        labels = self._arguments.labels.decoded(rows).tolist()
        return windows.add(times, Events(times, labels, self._arguments.rule.missing))

    def _times(self, rows: pd.DataFrame) -> Any:
        times = rows[TIME]
        if times.isna().any():
            raise ValueError(NULL_TIME.format(self._arguments.time))
        return times.to_numpy(np.int64)

    def _completed(self, windows: PanedKey) -> list[Row]:
        buckets = windows.complete(in_order)
        events = [event for _, bucket in buckets for event in bucket]
        if not events:
            return []
        stored = self._adaptive.get()
        state = None if stored is None else bytes(stored[0])
        state, found = feed(state, events, self._arguments.adaptive)
        self._adaptive.update((state,))
        return [row_of(change) | {"late": windows.progress.late} for change in found]


def row_of(change: Change) -> Row:
    """Return a change as plain values; times are microseconds."""
    row: Row = change._asdict()
    for name in ChangeProcessor.times:
        row[name] = microseconds(row[name])
    row["labels"] = [
        (None if shift.label is None else str(shift.label), shift.before, shift.after)
        for shift in change.labels
    ]
    return row


def microseconds(time: datetime | None) -> int | None:
    """Return a time as a number."""
    return None if time is None else (time - EPOCH) // timedelta(microseconds=1)
