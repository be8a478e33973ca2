"""A window moved over a column: its entropy at every row, its shares at the points of a grid."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import entrostream as es
from entrostream import _core
from entrostream._core import repr_short
from entrostream.plot.timeline import SECOND, Ticks, Timeline


class Column:
    """Labels that can be cut into slices, whatever library they come from."""

    def __init__(self, labels: Any, missing: Literal["skip", "raise", "label"]) -> None:
        cut = hasattr(labels, "__len__") and hasattr(labels, "__getitem__")
        self.categories: Any
        self.categories, labels = _codes(labels) if cut else (None, list(labels))
        self.missing: Literal["skip", "raise", "label"] = missing
        self.tally = self._tally(labels)
        self.rows = len(labels)
        self._labels = getattr(labels, "iloc", labels)  # pandas: by position, not by index

    def __getitem__(self, rows: slice) -> Any:
        return self._labels[rows]

    def most_common(self, top: int) -> list[Any]:
        """Return the labels with the largest counts; codes, if there are categories."""
        return [label for label, _ in self.tally.most_common(top)]

    def name_of(self, label: Any) -> str:
        """Return the name of a label in the legend."""
        if label is None:
            return "(missing)"
        return str(label if self.categories is None else self.categories[label])

    def counts(self, rows: slice) -> tuple[dict[Any, int], int]:
        """Return the counts of the labels of some rows, and their number."""
        tally = self._tally(self[rows])
        return tally.counts(), tally.n

    def present(self, rows: slice) -> NDArray[np.bool_]:
        """Tell which rows are events."""
        events = es.Tally(missing=self.missing).trace(self[rows], "n")
        return np.diff(events, prepend=0.0) > 0

    def _tally(self, labels: Any) -> es.Tally:
        tally = es.Tally(missing=self.missing)
        tally.update_many(labels)
        return tally


def _codes(labels: Any) -> tuple[Any, Any]:
    """Return categories and codes of a pandas categorical; anything else as it is.

    Each slice of a categorical carries all categories, and would be read with them.
    """
    array = getattr(labels, "array", labels)
    if not (hasattr(array, "codes") and hasattr(array, "categories")):
        return None, labels
    return array.categories, np.ma.masked_equal(array.codes, -1)


class Windows(NamedTuple):
    """Windows that end at the points of a grid.

    `clock` is what the window is measured by: the number of each row, or its time. The
    window at a point holds the rows with a clock in (now - span, now]: start to end.
    """

    grid: Ticks
    clock: Ticks
    span: int
    now: Ticks
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]


def windows_on_grid(timeline: Timeline, window: Any, points: int) -> Windows:
    """Lay a grid over the timeline, and a window before each of its points."""
    rows = len(timeline.ticks)
    grid = _grid(timeline, points)
    if isinstance(window, str) or hasattr(window, "total_seconds") or _is_timedelta64(window):
        if timeline.numbered:
            raise ValueError(f"window {repr_short(window)} is a length of time and needs times=")
        span = _core.span_nanoseconds(window)
        clock, now = timeline.ticks, grid
    else:
        span = min(es.SlidingWindow(window).size, rows) * SECOND
        clock = np.arange(rows, dtype=np.int64) * SECOND
        now = (np.searchsorted(timeline.ticks, grid, "right") - 1) * SECOND
    span = min(span, int(clock[-1]) - int(clock[0]) + 1)
    starts = np.searchsorted(clock, now - span, "right")
    return Windows(grid, clock, span, now, starts, np.searchsorted(clock, now, "right"))


def _is_timedelta64(window: Any) -> bool:
    return isinstance(window, np.timedelta64)


def _grid(timeline: Timeline, points: int) -> Ticks:
    """Return points evenly spaced from the first row to the last; integers for events."""
    first, length = timeline.ticks[0], int(timeline.ticks[-1]) - int(timeline.ticks[0])
    unit = SECOND if timeline.numbered else 1
    steps = np.linspace(0, length // unit, points) if points > 1 else np.array([length / unit])
    units = np.unique(np.rint(steps).astype(np.int64).clip(max=length // unit))
    return np.asarray(first + units * unit)


def shares(column: Column, labels: list[Any], windows: Windows) -> NDArray[np.float64]:
    """Return a row for each label and one for all others; NaN where a window is empty."""
    edges = np.unique(np.concatenate((windows.starts, windows.ends)))
    counts = np.zeros((len(edges), len(labels) + 1), dtype=np.int64)
    for place, (start, end) in enumerate(pairwise(edges)):
        if windows.starts[np.searchsorted(windows.ends, start, "right")] <= start:
            held, n = column.counts(slice(start, end))
            counts[place + 1] = [*(held.get(label, 0) for label in labels), n]
    counts = counts.cumsum(axis=0)
    first, last = np.searchsorted(edges, windows.starts), np.searchsorted(edges, windows.ends)
    *named, n = (counts[last] - counts[first]).T
    rest = n - sum(named)
    return np.vstack([*named, rest]) / np.where(n > 0, n, np.nan)


def entropy_curve(
    column: Column, timeline: Timeline, windows: Windows
) -> tuple[Ticks, NDArray[np.float64]]:
    """Return the entropy after each event, and at each point of the grid; NaN if empty.

    At the grid too, because a window of time goes on losing events when none come.
    """
    summary = es.TimeWindow(np.timedelta64(windows.span, "ns"), missing=column.missing)
    clock = windows.clock.view("datetime64[ns]")
    ticks: list[Ticks] = []
    values: list[NDArray[np.float64]] = []
    ends = [0, *windows.ends.tolist()]
    for point, now, start, end in zip(windows.grid, windows.now, ends, ends[1:], strict=False):
        rows = slice(start, end)
        events = column.present(rows)
        values.append(summary.trace(column[rows], "entropy", times=clock[rows])[events])
        summary.advance(np.datetime64(int(now), "ns"))
        values.append(np.array([summary.entropy if summary.n else np.nan]))
        ticks += [timeline.ticks[rows][events], np.array([point])]
    return _without_repeats(np.concatenate(ticks), np.concatenate(values))


def _without_repeats(
    ticks: Ticks, values: NDArray[np.float64]
) -> tuple[Ticks, NDArray[np.float64]]:
    """Leave out a point that is the one before it: an event at a point of the grid."""
    new = np.concatenate(([True], (np.diff(ticks) != 0) | (np.diff(values) != 0)))
    return ticks[new], values[new]
