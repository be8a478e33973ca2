"""One measure as a line, with gaps; isolated points are dots."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from entrostream.plot.downsample import downsample
from entrostream.plot.style import AXIS_LABELS, set_limits
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
    is_empty = not ax.has_data()
    rows = downsample(ticks, values)
    x, y = timeline.axis_values(ticks[rows]), values[rows]
    dots = list(_isolated(y))
    style: dict[str, Any] = {"marker": "o", "markersize": 3.5, "markevery": dots} if dots else {}
    ax.plot(x, y, color=colour, linewidth=1.3, label=measure, **style)
    ax.set_ylabel(AXIS_LABELS.get(measure, measure), parse_math=False)
    if is_empty:
        ax.margins(x=0.01)
        set_limits(ax, measure, y)


def _isolated(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the values between two gaps, which a line would not show."""
    present = np.concatenate(([False], ~np.isnan(values), [False]))
    return np.flatnonzero(present[1:-1] & ~present[:-2] & ~present[2:])
