"""One measure as a line, gaps left open, points that stand alone shown as dots."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from entrostream.plot.downsample import thinned
from entrostream.plot.style import WORDS, set_limits
from entrostream.plot.timeline import Ticks, Timeline


def draw_line(
    ax: Axes,
    measure: str,
    ticks: Ticks,
    values: NDArray[np.float64],
    timeline: Timeline,
    colour: Any,
) -> None:
    """Draw one measure over the timeline."""
    fresh = not ax.has_data()
    rows = thinned(ticks, values)
    x, y = timeline.repr_short(ticks[rows]), values[rows]
    dots = list(_alone(y))
    style: dict[str, Any] = {"marker": "o", "markersize": 3.5, "markevery": dots} if dots else {}
    ax.plot(x, y, color=colour, linewidth=1.3, label=measure, **style)
    ax.set_ylabel(WORDS.get(measure, measure), parse_math=False)
    if fresh:
        ax.margins(x=0.01)
        set_limits(ax, measure, y)


def _alone(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return which values have no neighbour that a line could lead to."""
    there = np.concatenate(([False], ~np.isnan(values), [False]))
    return np.flatnonzero(there[1:-1] & ~there[:-2] & ~there[2:])
