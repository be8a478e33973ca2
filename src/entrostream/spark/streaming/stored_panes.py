"""The panes and the progress of one key in the state store of Spark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyspark.sql import types
from pyspark.sql.types import StructField, StructType

from entrostream import StateError
from entrostream.spark.streaming.panes import NEW, PaneRule, Progress

__all__ = ["StoredPanes", "StoredProgress", "struct"]

WHOLE = types.LongType()


def struct(**fields: types.DataType) -> StructType:
    """Return the type of a state."""
    return StructType([StructField(name, kind) for name, kind in fields.items()])


class StoredPanes:
    """The panes of the current key.

    Parameters
    ----------
    handle : StatefulProcessorHandle
        Where the state is declared.
    """

    def __init__(self, handle: Any):
        pane = struct(state=types.BinaryType())
        self._panes = handle.getMapState("panes", struct(start=WHOLE), pane)

    def starts(self) -> Iterator[int]:
        """Return the starts of all panes, in any order."""
        return (int(start) for (start,) in self._panes.keys())  # noqa: SIM118 - not a dict

    def get(self, start: int) -> bytes:
        """Return a pane that is there: for others, Spark logs a warning."""
        return bytes(self._panes.getValue((start,))[0])

    def put(self, start: int, state: bytes) -> None:
        """Write a pane."""
        self._panes.updateValue((start,), (state,))

    def remove(self, start: int) -> None:
        """Delete a pane that is there."""
        self._panes.removeKey((start,))

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Return all panes, in any order."""
        for (start,), (state,) in self._panes.iterator():
            yield int(start), bytes(state)


class StoredProgress:
    """The progress of the current key, with the windows that its panes were made for.

    Parameters
    ----------
    handle : StatefulProcessorHandle
        Where the state is declared.
    rule : PaneRule
        The windows; a state that was made for others is refused.
    """

    def __init__(self, handle: Any, rule: PaneRule):
        fields = struct(emitted=WHOLE, timer=WHOLE, late=WHOLE, size=WHOLE, slide=WHOLE)
        self._progress = handle.getValueState("progress", fields)
        self._rule = rule

    def get(self) -> Progress:
        """Return the progress."""
        stored = self._progress.get()
        if stored is None:
            return NEW
        *progress, size, slide = map(int, stored)
        if (size, slide) != (self._rule.size, self._rule.slide):
            raise StateError(
                f"the checkpoint was written with a window of {size} ms and a slide of {slide} ms, "
                f"the query has {self._rule.size} ms and {self._rule.slide} ms: use the same, or "
                "another checkpoint location"
            )
        return Progress(*progress)

    def put(self, before: Progress, after: Progress) -> None:
        """Write the progress, unless it is the same; delete that of a key without panes."""
        if after == before:
            return
        if after == NEW:
            self._progress.clear()
        else:
            self._progress.update((*after, self._rule.size, self._rule.slide))
