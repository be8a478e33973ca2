"""The composition of a stream: the shares of its top labels, and its entropy above."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.drawing import LINES, MARK, REST, area_colours, short
from entrostream.plot.changes import mark_changes, read_changes
from entrostream.plot.lines import draw_line
from entrostream.plot.moving_windows import (
    Column,
    Windows,
    entropy_curve,
    shares,
    windows_on_grid,
)
from entrostream.plot.panels import given_panels, new_panels
from entrostream.plot.timeline import SECOND, Timeline, read_timeline

LONGEST_NAME = 28


def labels(
    labels: Any,
    window: Any,
    *,
    times: Any = None,
    top: int = 8,
    points: int = 400,
    missing: Literal["skip", "raise", "label"] = "skip",
    changes: Any = None,
    ax: Any = None,
    title: str | None = None,
) -> NDArray[Any]:
    """Draw the shares of the top labels in a moving window, and its entropy above.

    The areas show the windows that end at each point of a grid; the curve has the exact
    entropy after every event. Where a window holds no event, both have a gap.

    Parameters
    ----------
    labels : column
        List, NumPy array, pandas or Polars Series, Arrow array.
    window : int or length of time
        A number of rows, or with times a span: "10min", timedelta(hours=1).
    times : column, optional
        The time of each row, never going back: datetime64, datetimes, a column of pandas,
        Polars or Arrow, or numbers of seconds. By default the number of the row, from 0.
    top : int, default 8
        The number of most common labels that have an area each; the rest is "other", in grey.
    points : int, default 400
        How many points the grid has at most. Windows shorter than its steps leave rows
        out of the areas, not out of the curve.
    missing : {"skip", "raise", "label"}, default "skip"
        A missing label takes a row of the window and is no event, is an error, or counts
        as a label.
    changes : list or dict, optional
        Where to draw a dashed line, as in `trace`.
    ax : Axes or two, optional
        Where to draw: the curve, the areas. A single one gets the areas, and a second y
        axis for the curve. By default a new figure.
    title : str, optional
        Written above.

    Returns
    -------
    numpy.ndarray of Axes
        That of the curve and that of the areas.

    Raises
    ------
    TypeError
        If `labels` is no column, if `window` is neither an integer nor a length of time, if `top`
        or `points` is not an integer, if a time is of no valid kind, or if `ax` is not
        Matplotlib axes.
    ValueError
        If `window`, `top` or `points` is not positive, if `window` is a span and there are no
        times, if labels and times differ in length, if a time cannot be read or is before the
        one in front of it, if `missing` is not one of its choices, or if a label is missing and
        missing="raise".

    Examples
    --------
    >>> above, below = plot.labels(["a", "b", "b", "a", "c", "c", "c"], 3, top=2)
    >>> [text.get_text() for text in below.get_legend().get_texts()]
    ['other', 'a', 'c']
    """
    top, points = _positive(top, "top"), _positive(points, "points")
    column = Column(labels, missing)
    _require_labels(column)
    timeline = read_timeline(times, column.rows, "labels")
    windows = windows_on_grid(timeline, window, points)
    marks = read_changes(changes, timeline)
    common = column.most_common(top)
    heights = shares(column, common, windows)
    curve = entropy_curve(column, timeline, windows)

    names = [short(column.name_of(label), LONGEST_NAME) for label in common]
    panels = new_panels([1.5, max(2.8, 0.21 * (top + 1))]) if ax is None else given_panels(ax, 2)
    # With two y axes in one panel the areas have the first, so that the curve is drawn on top.
    below, above = panels.axes if panels.twins else reversed(panels.axes)
    areas = _draw_areas(below, heights, names, windows, timeline)
    _write_legend(below, areas, 1.1 if panels.twins else 1.0)
    draw_line(above, "entropy", *curve, timeline, MARK if panels.twins else LINES[0])
    mark_changes([above, below], marks, timeline)
    panels.finish(timeline, title)
    return np.array([above, below])


def _positive(value: Any, name: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} must be an integer, got {repr_short(value)} ({kind})") from None
    if number < 1:
        raise ValueError(f"{name} must be a positive integer, got {number}")
    return number


def _require_labels(column: Column) -> None:
    if column.rows == 0:
        raise ValueError("nothing to draw: labels has no rows")
    if column.tally.n == 0:
        raise ValueError(f"nothing to draw: all labels are missing, {column.rows} in all")


def _draw_areas(
    ax: Axes,
    heights: NDArray[np.float64],
    names: list[str],
    windows: Windows,
    timeline: Timeline,
) -> list[Artist]:
    """Stack the shares, each as wide as the distance to its neighbours on the grid.

    Steps rather than slopes: a single point, or one between gaps, has an area too.
    """
    x = np.repeat(timeline.axis_values(_borders(windows.grid)), 2)[1:-1]
    tops = np.repeat(heights.cumsum(axis=0), 2, axis=1)
    bottoms = np.vstack((np.zeros(tops.shape[1]), tops[:-1]))
    colours = [*area_colours(len(names)), REST]
    areas: list[Artist] = []
    for place, name in enumerate([*names, "other"]):
        if np.any(heights[place] > 0):
            area = (x, bottoms[place], tops[place])
            areas.append(ax.fill_between(*area, color=colours[place], linewidth=0, label=name))
    ax.margins(x=0.005)
    ax.set_ylim(0, 1)
    ax.set_ylabel("share of events")
    return areas


def _borders(grid: NDArray[np.int64]) -> NDArray[np.int64]:
    if len(grid) == 1:
        return np.array([grid[0] - SECOND // 2, grid[0] + SECOND // 2])
    return np.concatenate((grid[:1], grid[:-1] + np.diff(grid) // 2, grid[-1:]))


def _write_legend(ax: Axes, areas: list[Artist], left: float) -> None:
    """Add a legend to the right, in the order of the areas."""
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (left, 1.02)}
    names = [str(area.get_label()) for area in areas]
    legend = ax.legend(areas[::-1], names[::-1], frameon=False, fontsize="small", **place)
    for text in legend.get_texts():
        text.set_parse_math(False)
