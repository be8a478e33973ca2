"""An engine for requests of one value per group, with a sketch of each group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from entrostream._core import GroupSketches
from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.engine import UNIT, Engine, Outputs, Streams
from entrostream.columns.window import Window

__all__ = ["SketchEngine", "sketch_engines"]


class SketchEngine:
    """The sketches of a column by group; the methods are those of `Engine` that groups need."""

    def __init__(
        self,
        window: Window,
        auxiliary: AuxiliaryColumns,
        *,
        measure: str,
        memory: int | str,
        columns: int,
        missing: str,
        threads: int,
    ):
        # Reads auxiliary columns, and numbers the keys.
        self._engine = Engine(window, auxiliary, columns=columns, missing=missing, threads=1)
        self._sketches = GroupSketches(measure, memory, missing)

    @property
    def streams(self) -> Streams | None:
        """The groups so far; None without keys."""
        return self._engine.streams

    def read(self, auxiliary: AuxiliaryColumns, rows: int) -> AuxiliaryArrays:
        """Read the weights of rows."""
        return self._engine.read(auxiliary, rows)

    def push(
        self,
        columns: Sequence[Any],
        auxiliary: AuxiliaryArrays,
        outputs: Outputs,
        first: int,
        *,
        row: int = 0,
    ) -> int:
        """Take the rows that follow; errors call the first of them row `row`."""
        streams = self.streams
        codes = None if streams is None else streams.codes(auxiliary.keys, row)
        self._sketches.push(columns[0], codes, auxiliary.weights, UNIT)
        return len(columns[0])

    def totals(self, outputs: Outputs) -> None:
        """Write the value of each group, in the order of `Streams.keys`."""
        for output in outputs.values():
            self._sketches.totals(output)


def sketch_engines(measure: str, memory: int | str) -> Any:
    """Return what makes the engine of a column, whatever its name."""
    return lambda name: partial(SketchEngine, measure=measure, memory=memory)
