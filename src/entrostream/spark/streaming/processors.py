"""What Spark runs per key: its state is given to the panes, and their results become rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from pyspark.sql import types
from pyspark.sql.streaming import StatefulProcessor, StatefulProcessorHandle
from pyspark.sql.types import StructField, StructType

from entrostream import AdaptiveWindow, Change, StateError, Tally
from entrostream.spark.streaming.arguments import Arguments
from entrostream.spark.streaming.changes import Events, feed, in_order
from entrostream.spark.streaming.label_column import LabelColumn
from entrostream.spark.streaming.panes import NEW, PanedKey, Progress

__all__ = ["PROCESSORS", "TIME", "KeyProcessor"]

TIME = "entrostream_time"
WHOLE, REAL = types.LongType(), types.DoubleType()
Row = dict[str, Any]


def struct(**fields: types.DataType) -> StructType:
    """Return the type of a state."""
    return StructType([StructField(name, kind) for name, kind in fields.items()])


class KeyProcessor(StatefulProcessor):
    """What all outputs share.

    Parameters
    ----------
    arguments : Arguments
        The query.
    column : LabelColumn
        Its labels.
    """

    times: tuple[str, ...] = ()  # columns of microseconds in the output

    def __init__(self, arguments: Arguments, column: LabelColumn):
        self._arguments = arguments
        self._column = column

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [
            StructField(name, WHOLE if name in ("n", "distinct") else REAL)
            for name in self._arguments.measures
        ]

    def close(self) -> None:
        """End: there is nothing to release."""

    def _read(self, tally: Tally) -> Row:
        return {name: getattr(tally, name) for name in self._arguments.measures}

    def _frames(self, key: tuple[Any, ...], rows: list[Row]) -> Iterator[pd.DataFrame]:
        """Return the rows of a key as one frame, or none."""
        if not rows:
            return iter(())
        names = self._arguments.group_by
        keys = {name: [value] * len(rows) for name, value in zip(names, key, strict=True)}
        columns = {field.name: [row[field.name] for row in rows] for field in self.fields()}
        return iter([pd.DataFrame(keys | columns)])

    @contextmanager
    def _named(self, key: tuple[Any, ...]) -> Iterator[None]:
        """Say whose state cannot be read."""
        try:
            yield
        except StateError as error:
            names = zip(self._arguments.group_by, key, strict=True)
            where = ", ".join(f"{name}={value!r}" for name, value in names)
            raise StateError(f"state of key {where}: {error}") from None


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
            stored = self._state.get()
            missing = self._arguments.rule.missing
            tally = Tally(missing=missing) if stored is None else Tally.from_bytes(stored[0])
            for part in rows:
                tally.update_many(self._column.decoded(part))
            self._state.update((tally.to_bytes(),))
            return self._frames(key, [self._read(tally)])


class PanedProcessor(KeyProcessor):
    """Panes of event time with a timer for the first window that is not complete."""

    def init(self, handle: StatefulProcessorHandle) -> None:
        """Declare the state."""
        self._handle = handle
        pane = struct(state=types.BinaryType(), slide=WHOLE)
        self._panes = handle.getMapState("panes", struct(start=WHOLE), pane)
        progress = struct(emitted=WHOLE, timer=WHOLE, late=WHOLE)
        self._progress = handle.getValueState("progress", progress)

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [*super().fields(), StructField("late", WHOLE)]

    def handleInputRows(  # noqa: N802 - Spark's name
        self,
        key: Any,
        rows: Iterator[pd.DataFrame],
        timerValues: Any,  # noqa: N803
    ) -> Iterator[pd.DataFrame]:
        """Add the rows of a key in one trigger."""
        watermark = timerValues.getCurrentWatermarkInMs()
        with self._named(key), self._windows() as windows:
            panes: set[int] = set()
            for part in rows:
                labels = self._labels(part)
                panes.update(windows.add(self._times(part), labels, watermark))
            return self._frames(key, self._added(windows, sorted(panes), watermark))

    def handleExpiredTimer(  # noqa: N802 - Spark's names; it passes them by keyword
        self,
        key: Any,
        timerValues: Any,  # noqa: N803
        expiredTimerInfo: Any,  # noqa: N803
    ) -> Iterator[pd.DataFrame]:
        """Return what the watermark completed."""
        watermark = timerValues.getCurrentWatermarkInMs()
        with self._named(key), self._windows() as windows:
            return self._frames(key, self._completed(windows, watermark))

    @contextmanager
    def _windows(self) -> Iterator[PanedKey]:
        """Give the windows of the current key, and store how far they came."""
        stored = self._progress.get()
        before = NEW if stored is None else Progress(*map(int, stored))
        store = StoredPanes(self._panes, self._arguments.rule.slide)
        windows = PanedKey(self._arguments.rule, store, before, self._handle.registerTimer)
        yield windows
        if windows.progress == NEW and stored is not None:
            self._progress.clear()
        elif windows.progress != before:
            self._progress.update(tuple(windows.progress))

    def _times(self, rows: pd.DataFrame) -> Any:
        times = rows[TIME]
        if times.isna().any():
            raise ValueError(
                f"a row has no time: filter with where({self._arguments.time} IS NOT NULL)"
            )
        return times.to_numpy(np.int64)

    def _labels(self, rows: pd.DataFrame) -> Any:
        return self._column.decoded(rows)

    def _added(self, windows: PanedKey, panes: list[int], watermark: int) -> list[Row]:
        return []

    def _completed(self, windows: PanedKey, watermark: int) -> list[Row]:
        raise NotImplementedError


class WindowProcessor(PanedProcessor):
    """Each window once, when it is complete."""

    times = ("start", "end")

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        return [StructField("start", WHOLE), StructField("end", WHOLE), *super().fields()]

    def _completed(self, windows: PanedKey, watermark: int) -> list[Row]:
        return self._rows(windows, windows.complete(watermark, self._read), complete=True)

    def _rows(
        self, windows: PanedKey, found: list[tuple[int, Row]], *, complete: bool
    ) -> list[Row]:
        size, late = self._arguments.rule.size, windows.progress.late
        return [
            values
            | {
                "start": 1000 * (end - size),
                "end": 1000 * end,
                "complete": complete,
                "late": late,
            }
            for end, values in found
        ]


class EarlyProcessor(WindowProcessor):
    """Windows before they are complete, at every trigger that changed them, and when they are."""

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        start, end, *others = super().fields()
        return [start, end, StructField("complete", types.BooleanType()), *others]

    def _added(self, windows: PanedKey, panes: list[int], watermark: int) -> list[Row]:
        found = windows.changed(panes, watermark, self._read)
        return self._rows(windows, found, complete=False)


class ChangeProcessor(PanedProcessor):
    """The changes that an adaptive window finds in the events of a key."""

    times = ("at", "found_at", "began_at")

    def init(self, handle: StatefulProcessorHandle) -> None:
        """Declare the state."""
        super().init(handle)
        self._adaptive = handle.getValueState("adaptive", struct(state=types.BinaryType()))

    def fields(self) -> list[StructField]:
        """Return the columns of the output after those of the key."""
        shift = struct(label=types.StringType(), before=REAL, after=REAL)
        kinds = {
            "position": WHOLE,
            "found": WHOLE,
            "at": WHOLE,
            "found_at": WHOLE,
            "began_at": WHOLE,
            "statistic": types.StringType(),
            "strength": REAL,
            "threshold": REAL,
            "severity": REAL,
            "severity_error": REAL,
            "entropy_before": REAL,
            "entropy_after": REAL,
            "gini_before": REAL,
            "gini_after": REAL,
            "duration": WHOLE,
            "labels": types.ArrayType(shift),
            "late": WHOLE,
        }
        return [StructField(name, kind) for name, kind in kinds.items()]

    def _labels(self, rows: pd.DataFrame) -> Events:
        labels = self._column.decoded(rows).tolist()
        return Events(self._times(rows), labels, self._arguments.rule.missing)

    def _completed(self, windows: PanedKey, watermark: int) -> list[Row]:
        buckets = windows.complete(watermark, in_order)
        events = [event for _, bucket in buckets for event in bucket]
        if not events:
            return []
        stored = self._adaptive.get()
        new: Callable[[], AdaptiveWindow] = partial(
            AdaptiveWindow, self._arguments.rate, missing=self._arguments.rule.missing
        )
        state, found = feed(None if stored is None else stored[0], events, new)
        self._adaptive.update((state,))
        return [row_of(change) | {"late": windows.progress.late} for change in found]


class StoredPanes:
    """The panes of the current key in Spark's state store.

    Parameters
    ----------
    panes : MapState
        Spark's map.
    slide : int
        The length of a pane in milliseconds; panes of another length are refused.
    """

    def __init__(self, panes: Any, slide: int):
        self._panes = panes
        self._slide = slide

    def get(self, start: int) -> bytes | None:
        """Return a pane, or None."""
        value = self._panes.getValue((start,))
        return None if value is None else self._checked(value)

    def put(self, start: int, state: bytes) -> None:
        """Write a pane."""
        self._panes.updateValue((start,), (state, self._slide))

    def remove(self, start: int) -> None:
        """Delete a pane that is there."""
        self._panes.removeKey((start,))

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Return all panes, in any order."""
        for (start,), value in self._panes.iterator():
            yield int(start), self._checked(value)

    def _checked(self, value: tuple[Any, ...]) -> bytes:
        state, slide = value
        if slide != self._slide:
            raise StateError(
                f"the checkpoint was written with a slide of {slide} ms, the query has "
                f"{self._slide} ms: use the same slide, or a new checkpoint location"
            )
        return bytes(state)


def row_of(change: Change) -> Row:
    """Return a change as plain values."""
    row = change._asdict()
    for name in ChangeProcessor.times:
        row[name] = int(np.datetime64(row[name].replace(tzinfo=None), "us").astype(np.int64))
    row["labels"] = [
        {
            "label": None if each.label is None else str(each.label),
            "before": each.before,
            "after": each.after,
        }
        for each in change.labels
    ]
    return row


PROCESSORS: dict[str, type[KeyProcessor]] = {
    "windows": WindowProcessor,
    "early": EarlyProcessor,
    "running": RunningProcessor,
    "changes": ChangeProcessor,
}
