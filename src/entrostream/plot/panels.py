"""The axes of a figure: new panels, given ones, or two y axes in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib import dates
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from entrostream.drawing import require_axes
from entrostream.plot.timeline import SECOND, Timeline


class Panels(NamedTuple):
    """Axes from the top down; `twins`: the second shares the place of the first."""

    axes: list[Axes]
    twins: bool = False
    own_figure: bool = False

    def finish(self, timeline: Timeline, title: str | None) -> None:
        """Add the grid to all panels, the x axis to the lowest and the title to the highest."""
        for ax in self.axes:
            ax.spines[["top"] if self.twins else ["top", "right"]].set_visible(False)
        for ax in self.axes[:1] if self.twins else self.axes:
            ax.grid(alpha=0.25)
            ax.set_axisbelow(True)
        lowest = self.axes[0 if self.twins else -1]
        _format_x_axis(lowest, timeline)
        if title is not None:
            self._set_title(title)

    def _set_title(self, title: str) -> None:
        if self.own_figure:  # above the labels of changes
            self.axes[0].figure.suptitle(title, x=0.01, horizontalalignment="left")
        else:
            self.axes[0].set_title(title, loc="left", pad=18 if self.axes[0].texts else None)


def new_panels(heights: Sequence[float]) -> Panels:
    """Return the panels of a new figure, one above the other, as wide as a page."""
    from matplotlib import pyplot as plt  # only here: given axes need none of its state

    size = (9.0, 0.8 + sum(heights))
    ratios = {"height_ratios": heights}
    layout: dict[str, Any] = {"squeeze": False, "gridspec_kw": ratios, "layout": "constrained"}
    _, axes = plt.subplots(len(heights), 1, sharex=True, figsize=size, **layout)
    return Panels(list(axes[:, 0]), own_figure=True)


def given_panels(ax: Any, count: int) -> Panels:
    """Return the axes to draw into; a second y axis if one is given for two."""
    axes = [require_axes(each) for each in np.ravel(np.array(ax, dtype=object))]
    if len(axes) == 1 and count == 2:
        return Panels([axes[0], axes[0].twinx()], twins=True)
    if len(axes) != count:
        raise ValueError(f"ax must hold {count} axes, one for each panel, got {len(axes)}")
    return Panels(axes)


def _format_x_axis(ax: Axes, timeline: Timeline) -> None:
    if timeline.dates:
        locator = dates.AutoDateLocator(maxticks=9)  # type: ignore[no-untyped-call]
        ax.xaxis.set_major_locator(locator)
        ax.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    elif timeline.numbered:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_xlabel(timeline.label)
    first, last = timeline.ticks[0], timeline.ticks[-1]
    if first == last:  # a single position has no width
        ax.set_xlim(*timeline.axis_values(np.array([first - SECOND // 2, first + SECOND // 2])))
