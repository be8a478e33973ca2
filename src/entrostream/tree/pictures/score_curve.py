"""The prequential accuracy of a tree over time, with the no-change baseline and its changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.drawing import LINES, MARK, require_axes
from entrostream.measure_names import names_of

if TYPE_CHECKING:
    from entrostream.tree.prequential import Prequential

__all__ = ["score_curve"]

MEASURES = ("accuracy", "kappa")
RUN, BASELINE, CHANGES = "run", "no change", "changes"  # what a line is, written into its gid
MOST_CHANGES = 200  # that are drawn


def score_curve(
    run: Prequential,
    given: Any,
    measures: str | Iterable[str],
    no_change: bool,
    label: str | None,
) -> Axes:
    """Draw the scores of a run, into a figure of their own if no axes are given."""
    names = chosen(measures)
    if not len(run.rows):
        raise ValueError("nothing to draw: the run has no rows")
    ax = new_axes() if given is None else require_axes(given)
    dress(ax, names, int(run.rows[0]))
    colour = LINES[sum(line.get_gid() == RUN for line in ax.lines) % len(LINES)]
    prefix = "" if label is None else f"{label}: "
    if "accuracy" in names:
        name = f"{prefix}accuracy {run.accuracy[-1]:.1%}"
        add_line(ax, run.rows, run.recent_accuracy, name, RUN, color=colour)
        if no_change:
            add_baseline(ax, run)
    if "kappa" in names:
        # The second line of a run, of its colour, is not counted as a run.
        alone = len(names) == 1
        style = {"linestyle": "-" if alone else ":", "color": colour}
        name = f"{prefix}kappa {run.kappa[-1]:.3f}"
        add_line(ax, run.rows, run.recent_kappa, name, RUN if alone else "kappa", **style)
    if run.changes:
        add_changes(ax, run, prefix, colour)
    write_legend(ax)
    return ax


def chosen(measures: Any) -> list[str]:
    """Return the measures to draw, or say which there are."""
    names = list(names_of(measures, MEASURES))
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        raise ValueError(
            f"measure must be one of {', '.join(MEASURES)}, got {repr_short(unknown[0])}"
        )
    if not names:
        raise ValueError("nothing to draw: there is no measure")
    return names


def new_axes() -> Axes:
    """Make a figure as wide as a page."""
    from matplotlib import pyplot as plt  # only here: given axes need none of its state

    figure = plt.figure(figsize=(9.0, 3.6), layout="constrained")
    return figure.add_subplot()


def dress(ax: Axes, names: list[str], every: int) -> None:
    """Give axes that are still empty their words, grid and scales."""
    if ax.has_data():
        return
    ax.set_xlabel("rows")
    ax.set_ylabel(f"{' and '.join(names)} of each {every:,} rows")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    if names == ["accuracy"]:
        ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=None))
    ax.grid(alpha=0.25)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0.01)


def add_line(
    ax: Axes,
    rows: NDArray[np.int64],
    values: NDArray[np.float64],
    name: str,
    gid: str,
    **style: Any,
) -> None:
    """Draw one curve; a single point is a dot."""
    marker = "o" if len(rows) == 1 else None
    ax.plot(rows, values, linewidth=1.3, marker=marker, label=name, gid=gid, **style)


def add_baseline(ax: Axes, run: Prequential) -> None:
    """Draw the accuracy of saying the class of the row before, once for the same rows."""
    values = run.recent_no_change
    drawn = (line.get_ydata() for line in ax.lines if line.get_gid() == BASELINE)
    if not any(np.array_equal(np.asarray(each), values) for each in drawn):
        name = f"no change: {run.no_change[-1]:.1%}"
        style = {"color": MARK, "linestyle": (0, (4, 3)), "zorder": 1.5}
        add_line(ax, run.rows, values, name, BASELINE, **style)


def add_changes(ax: Axes, run: Prequential, prefix: str, colour: str) -> None:
    """Mark the rows at which subtrees were replaced, the latest if there are very many."""
    rows = run.change_rows[-MOST_CHANGES:]
    marks = LineCollection(
        [[(row, 0.0), (row, 1.0)] for row in rows],
        transform=ax.get_xaxis_transform(),
        colors=colour,
        linewidths=0.7,
        alpha=0.45,
        zorder=1.2,
        label=f"{prefix}{changes_shown(len(run.changes))}",
        gid=CHANGES,
    )
    ax.add_collection(marks, autolim=False)
    ax.update_datalim(np.column_stack([rows, rows]), updatey=False)
    ax.autoscale_view(scaley=False)


def changes_shown(count: int) -> str:
    """Return the number of changes, and how many of them are drawn."""
    many = f", the latest {MOST_CHANGES} drawn" if count > MOST_CHANGES else ""
    return f"{count:,} change{'' if count == 1 else 's'} of the tree{many}"


def write_legend(ax: Axes) -> None:
    """Name the curves and the changes, the baselines last."""
    marks = (each for each in ax.collections if each.get_gid() == CHANGES)
    lines = sorted(
        (line for line in [*ax.lines, *marks] if not str(line.get_label()).startswith("_")),
        key=lambda line: line.get_gid() == BASELINE,
    )
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "ncols": 3}
    legend = ax.legend(handles=lines, frameon=False, fontsize="small", **place)
    for text in legend.get_texts():
        text.set_parse_math(False)
