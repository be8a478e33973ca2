"""How all pictures of results look, and the dot plots and lines that most of them are made of.

A picture is transparent and its colours are mid-tones, so that one file is legible on a light and
on a dark page. It is as wide as a page of the docs: fonts are not scaled down there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

WIDTH = 8.0  # inches
DPI = 200  # twice the pixels of a page that is 800 wide, for dense screens

INK, FAINT = "#70757e", "#8a8f98"
BLUE, LIGHT_BLUE = "#2f81c7", "#67aedd"
ORANGE, GREEN, PURPLE, RED = "#d9742b", "#4f9d5b", "#9a6bc4", "#cf5563"
BROWN, GREY = "#a07a45", "#8b9199"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, RED, BROWN)
MARKERS = ("o", "D", "s", "^", "v", "P")

STYLE = {
    "font.size": 9.5,
    "axes.titlesize": 10,
    "axes.labelsize": 9.5,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": FAINT,
    "grid.alpha": 0.28,
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "legend.frameon": False,
    "legend.handletextpad": 0.4,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "savefig.transparent": True,
}


@dataclass(frozen=True)
class Series:
    """What one contestant has in every row; None where it has nothing."""

    name: str
    values: Sequence[float | None]
    colour: str
    marker: str = "o"
    filled: bool = True


def page(height: float) -> Figure:
    return Figure(figsize=(WIDTH, height), layout="constrained")


def dot_rows(
    ax: Axes, rows: Sequence[str], series: Sequence[Series], *, labels: Sequence[str] = ()
) -> None:
    """Draw a row for each name, a dot for each series, and a label to the right of its last dot."""
    for at in range(len(rows)):
        values = [known for each in series if (known := each.values[at]) is not None]
        ax.plot([min(values), max(values)], [at, at], "-", color=FAINT, lw=1.1, alpha=0.6, zorder=1)
    for each in series:
        places = [at for at, value in enumerate(each.values) if value is not None]
        values = [value for value in each.values if value is not None]
        face = each.colour if each.filled else "none"
        ax.plot(values, places, each.marker, color=each.colour, mfc=face, mew=1.4, label=each.name)
    for at, label in enumerate(labels):
        last = max(known for each in series if (known := each.values[at]) is not None)
        ax.annotate(
            label, (last, at), (7, 0), textcoords="offset points", va="center", fontsize=8.5
        )
    ax.set_yticks(range(len(rows)), rows)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")


def times(slow: Sequence[float], fast: Sequence[float]) -> list[str]:
    """Return how many times as fast, to be written to the right of the dots."""
    return [ratio_text(a / b) for a, b in zip(slow, fast, strict=True)]


def ratio_text(ratio: float) -> str:
    digits = 2 if ratio < 3 else 1 if ratio < 10 else 0
    return f"{ratio:,.{digits}f}\N{MULTIPLICATION SIGN}"


def label_rows(ax: Axes, labels: Sequence[str]) -> None:
    """Write a label to the right of the panel for each row."""
    for at, label in enumerate(labels):
        ax.annotate(
            label,
            (1.0, at),
            (5, 0),
            xycoords=ax.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            annotation_clip=False,
        )


def log_axis(ax: Axes, low: float, high: float, ticks: Sequence[float]) -> None:
    ax.set_xscale("log")
    ax.set_xlim(low, high)
    ax.set_xticks(ticks)
    ax.minorticks_off()
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plain(value)))


def plain(value: float) -> str:
    """Write a tick: 0.5, 20, 1,000, 10k, 1M."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= unit:
            return f"{value / (1e3 if name == 'k' else unit):g}{name}"
    return f"{value:,g}"


def legend_above(figure: Figure, axes: Iterable[Axes], columns: int) -> None:
    """Put one legend for all panels above them; a name that several panels have stands once."""
    handles = {}
    for ax in axes:
        for handle, name in zip(*ax.get_legend_handles_labels(), strict=True):
            handles.setdefault(name, handle)
    figure.legend(handles.values(), handles, loc="outside upper left", ncols=columns)


def label_ends(
    ax: Axes, ends: Sequence[tuple[float, float, str, str]], *, gap: float, log: bool = True
) -> None:
    """Write each line's name (x, y, name, colour) at its end, at least `gap` apart.

    `gap` is a factor on a logarithmic axis, else a difference.
    """
    lowest = -float("inf")
    for x, y, name, colour in sorted(ends, key=lambda end: end[1]):
        place = max(y, lowest * gap if log else lowest + gap) if isfinite(lowest) else y
        ax.annotate(
            name,
            (x, place),
            (8, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=8.5,
            annotation_clip=False,
        )
        lowest = place
