"""The axes that a picture is drawn into: panels of its own, given ones, or two y axes in one."""

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

    def dress(self, timeline: Timeline, title: str | None) -> None:
        """Give all panels their grid, the lowest the words below, the highest the title."""
        for ax in self.axes:
            ax.spines[["top"] if self.twins else ["top", "right"]].set_visible(False)
        for ax in self.axes[:1] if self.twins else self.axes:
            ax.grid(alpha=0.25)
            ax.set_axisbelow(True)
        lowest = self.axes[0 if self.twins else -1]
        _dress_below(lowest, timeline)
        if title is not None:
            self._entitle(title)

    def _entitle(self, title: str) -> None:
        if self.own_figure:  # above all, texts of changes included
            self.axes[0].figure.suptitle(title, x=0.01, horizontalalignment="left")
        else:
            self.axes[0].set_title(title, loc="left", pad=18 if self.axes[0].texts else None)


def new_panels(heights: Sequence[float]) -> Panels:
    """Make a figure of panels above each other, as wide as a page."""
    from matplotlib import pyplot as plt  # only here: given axes need none of its state

    size = (9.0, 0.8 + sum(heights))
    ratios = {"height_ratios": heights}
    layout: dict[str, Any] = {"squeeze": False, "gridspec_kw": ratios, "layout": "constrained"}
    _, axes = plt.subplots(len(heights), 1, sharex=True, figsize=size, **layout)
    return Panels(list(axes[:, 0]), own_figure=True)


def given_panels(ax: Any, many: int) -> Panels:
    """Return the axes to draw into; a second y axis if one is given for two."""
    axes = [require_axes(each) for each in np.ravel(np.array(ax, dtype=object))]
    if len(axes) == 1 and many == 2:
        return Panels([axes[0], axes[0].twinx()], twins=True)
    if len(axes) != many:
        raise ValueError(f"ax must hold {many} axes, one for each panel, got {len(axes)}")
    return Panels(axes)


def _dress_below(ax: Axes, timeline: Timeline) -> None:
    if timeline.dates:
        locator = dates.AutoDateLocator(maxticks=9)  # type: ignore[no-untyped-call]
        ax.xaxis.set_major_locator(locator)
        ax.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    elif timeline.numbered:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_xlabel(timeline.label)
    first, last = timeline.ticks[0], timeline.ticks[-1]
    if first == last:  # a single place has no width of its own
        ax.set_xlim(*timeline.repr_short(np.array([first - SECOND // 2, first + SECOND // 2])))
