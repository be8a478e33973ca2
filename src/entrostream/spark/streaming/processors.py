"""What Spark runs per key: its state is given to the panes, and their results become rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pandas as pd
from pyspark import TaskContext
from pyspark.sql import types
from pyspark.sql.streaming.stateful_processor import StatefulProcessor, StatefulProcessorHandle
from pyspark.sql.types import StructField

from entrostream import StateError, Tally
from entrostream.spark.streaming.arguments import Arguments
from entrostream.spark.streaming.panes import PanedKey
from entrostream.spark.streaming.partial_panes import PANE, ROWS
from entrostream.spark.streaming.stored_panes import StoredPanes, StoredProgress, struct
from entrostream.spark.summaries import STATE

__all__ = [
    "TIME",
    "EarlyProcessor",
    "KeyProcessor",
    "PanedProcessor",
    "Row",
    "RunningProcessor",
    "WindowProcessor",
]

TIME = "time"
WHOLE, REAL = types.LongType(), types.DoubleType()
COUNTS = ("n", "distinct")
Row = dict[str, Any]
Key = tuple[str, ...]


class KeyProcessor(StatefulProcessor):
    """What all outputs share.

    Parameters
    ----------
    arguments : Arguments
        The query.
    """

    times: tuple[str, ...] = ()  # columns of microseconds in the output

    def __init__(self, arguments: Arguments):
        self._arguments = arguments

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [
            StructField(name, WHOLE if name in COUNTS else REAL)
            for name in self._arguments.measures
        ]

    def close(self) -> None:
        """End: there is nothing to release."""

    def _read(self, tally: Tally) -> Row:
        return {name: getattr(tally, name) for name in self._arguments.measures}

    def _frames(self, key: Key, rows: list[Row]) -> Iterator[pd.DataFrame]:
        """Return the rows of a key as one frame, or none."""
        if not rows:
            return iter(())
        columns: dict[str, Any] = {
            name: [value] * len(rows)
            for name, value in zip(self._arguments.keys.sent, key, strict=True)
        }
        for field in self.fields():
            # Objects: pandas would make integers with a None among them floats.
            values = [row[field.name] for row in rows]
            columns[field.name] = pd.Series(values, dtype=object)
        return iter([pd.DataFrame(columns)])

    @contextmanager
    def _named(self, key: Key) -> Iterator[None]:
        """Say whose state cannot be read."""
        try:
            yield
        except StateError as error:
            where = f"state of key {self._arguments.keys.described(key)}"
            context = TaskContext.get()
            if context is not None:
                where += f" in partition {context.partitionId()}"
            raise StateError(f"{where}: {error}") from None


class RunningProcessor(KeyProcessor):
    """One tally of all rows of a key."""

    def init(self, handle: StatefulProcessorHandle) -> None:
        """Declare the state."""
        self._state = handle.getValueState("tally", struct(state=types.BinaryType()))

    def handleInputRows(  # noqa: N802 - Spark's name
        self,
        key: Any,
        rows: Iterator[pd.DataFrame],
        timerValues: Any,  # noqa: N803
    ) -> Iterator[pd.DataFrame]:
        """Add the rows of a key in one trigger, and return its value."""
        with self._named(key):
            tally = Tally(missing=self._arguments.rule.missing)
            for part in rows:
                tally.update_many(self._arguments.labels.decoded(part))
            stored = self._state.get()
            if stored is not None:
                tally.merge(Tally.from_bytes(bytes(stored[0])))
            self._state.update((tally.to_bytes(),))
            return self._frames(key, [self._read(tally)])


class PanedProcessor(KeyProcessor):
    """Panes of event time with a timer for the first window that is not complete."""

    def init(self, handle: StatefulProcessorHandle) -> None:
        """Declare the state."""
        self._handle = handle
        self._panes = StoredPanes(handle)
        self._progress = StoredProgress(handle, self._arguments.rule)

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [*super().fields(), StructField("late", WHOLE)]

    def handleInputRows(  # noqa: N802 - Spark's name
        self,
        key: Any,
        rows: Iterator[pd.DataFrame],
        timerValues: Any,  # noqa: N803
    ) -> Iterator[pd.DataFrame]:
        """Return what the watermark completed, and then add the rows of a key in one trigger."""
        watermark = timerValues.getCurrentWatermarkInMs()
        with self._named(key), self._windows(watermark) as windows:
            timer = windows.progress.timer
            found = self._completed(windows)
            if timer <= watermark:
                self._handle.deleteTimer(timer)  # what it is for is done
            panes: set[int] = set()
            for part in rows:
                panes.update(self._add(windows, part))
            return self._frames(key, found + self._added(windows, sorted(panes)))

    def handleExpiredTimer(  # noqa: N802 - Spark's names; it passes them by keyword
        self,
        key: Any,
        timerValues: Any,  # noqa: N803
        expiredTimerInfo: Any,  # noqa: N803
    ) -> Iterator[pd.DataFrame]:
        """Return what the watermark completed."""
        watermark = timerValues.getCurrentWatermarkInMs()
        with self._named(key), self._windows(watermark) as windows:
            return self._frames(key, self._completed(windows))

    @contextmanager
    def _windows(self, watermark: int) -> Iterator[PanedKey]:
        """Give the windows of the current key, and store how far they came."""
        before = self._progress.get()
        rule, register = self._arguments.rule, self._handle.registerTimer
        windows = PanedKey(rule, self._panes, before, watermark, register)
        yield windows
        self._progress.put(before, windows.progress)

    def _add(self, windows: PanedKey, rows: pd.DataFrame) -> list[int]:
        """Add rows as they were sent, and return the panes that they are in."""
        raise NotImplementedError

    def _added(self, windows: PanedKey, panes: list[int]) -> list[Row]:
        return []

    def _completed(self, windows: PanedKey) -> list[Row]:
        raise NotImplementedError


class WindowProcessor(PanedProcessor):
    """Each window once, when it is complete."""

    times = ("start", "end")

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [StructField("start", WHOLE), StructField("end", WHOLE), *super().fields()]

    def _add(self, windows: PanedKey, rows: pd.DataFrame) -> list[int]:
        columns = (rows[PANE].tolist(), rows[ROWS].tolist(), map(bytes, rows[STATE]))
        return windows.add_panes(zip(*columns, strict=True))

    def _completed(self, windows: PanedKey) -> list[Row]:
        return self._rows(windows, windows.complete(self._read), complete=True)

    def _rows(
        self, windows: PanedKey, found: list[tuple[int, Row]], *, complete: bool
    ) -> list[Row]:
        size, late = self._arguments.rule.size, windows.progress.late
        return [
            {
                "start": 1000 * (end - size),
                "end": 1000 * end,
                "complete": complete,
                "late": late,
                **values,
            }
            for end, values in found
        ]


class EarlyProcessor(WindowProcessor):
    """Windows before they are complete, at every trigger that changed them, and when they are."""

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        start, end, *others = super().fields()
        return [start, end, StructField("complete", types.BooleanType()), *others]

    def _added(self, windows: PanedKey, panes: list[int]) -> list[Row]:
        return self._rows(windows, windows.changed(panes, self._read), complete=False)
