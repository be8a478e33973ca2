"""The picture of `--plot`: the entropy of each field and group over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from entrostream.cli.exits import stop
from entrostream.streaming import Readings
from entrostream.streaming.printable import printable
from entrostream.streaming.texts import label_text

__all__ = ["Plot"]

ENDINGS = (".png", ".svg", ".pdf")
MAX_PANELS = 12
PANEL_HEIGHT = 1.9  # inches


class Plot:
    """Collects readings, then draws a panel per field and group, at most a dozen."""

    def __init__(self, path: str):
        if not path.endswith(ENDINGS):
            stop(f"--plot draws {', '.join(ENDINGS)} files, got {path!r}")
        # Imported now: a missing library is said before the work, not after it.
        from entrostream import plot

        self._trace = plot.trace
        self._path = path
        self._parts: list[Readings] = []

    def take(self, readings: Readings) -> None:
        """Keep readings."""
        if len(readings):
            self._parts.append(readings)

    def draw(self) -> None:
        """Write the picture."""
        lines = self._lines()
        if not lines:
            raise ValueError(f"there is nothing to draw into {self._path}: the input is empty")
        if len(lines) == 1:
            self._draw_one(*lines.popitem())
        else:
            self._draw_panels(lines)

    def _draw_one(self, name: str, readings: list[Any]) -> None:
        values = {each: numbers(readings, each) for each in ("entropy", "gini")}
        axes = self._trace(values, times=positions(readings), title=name)
        finish(axes[-1].figure, axes[-1], readings, self._path)

    def _draw_panels(self, lines: dict[str, list[Any]]) -> None:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9.0, 0.6 + PANEL_HEIGHT * len(lines)), layout="constrained")
        axes = figure.subplots(len(lines), 1, sharex=True, squeeze=False)[:, 0]
        for ax, (name, readings) in zip(axes, lines.items(), strict=True):
            values = {"entropy": numbers(readings, "entropy")}
            self._trace(values, times=positions(readings), ax=ax, title=name)
            ax.set_xlabel("")
        finish(figure, axes[-1], readings, self._path)

    def _lines(self) -> dict[str, list[Any]]:
        """Return the readings of each field and group by its name; the longest of many."""
        lines: dict[str, list[Any]] = {}
        for part in self._parts:
            for each in part:
                name = printable(", ".join([each.field, *map(label_text, each.key)]))
                lines.setdefault(name, []).append(each)
        longest = sorted(lines, key=lambda name: -len(lines[name]))[:MAX_PANELS]
        return {name: readings for name, readings in lines.items() if name in longest}


def numbers(readings: list[Any], measure: str) -> Any:
    """Return a measure of readings."""
    return np.array([each.values[measure] for each in readings])


def positions(readings: list[Any]) -> Any:
    """Return where readings are: their times, or after how many events."""
    if readings[0].time is None:
        return np.array([each.row for each in readings])
    return np.array([each.time for each in readings]).view("M8[ns]")


def finish(figure: Any, lowest: Any, readings: list[Any], path: str) -> None:
    """Name the x axis, and write the figure."""
    lowest.set_xlabel("event" if readings[0].time is None else "time (UTC)")
    figure.savefig(path, dpi=150)
