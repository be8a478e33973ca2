"""How the pictures look: one palette, labelled axes, figures on the bars."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

COLOURS = ("#b0413e", "#1f6f8b", "#7fb7be", "#b8b8b8", "#d9a441", "#5b4b8a")


def grouped_bars(
    panels: dict[str, dict[str, Sequence[float]]], *, groups: Sequence[str], unit: str, title: str
) -> Figure:
    """Horizontal bars on a log axis: a panel a title, a group a row, a colour a contestant."""
    figure = Figure(figsize=(6.2 * len(panels), 1.1 * len(groups) + 2.0), layout="constrained")
    figure.suptitle(title, fontsize=14)
    axes = figure.subplots(1, len(panels), sharex=True, sharey=True, squeeze=False)[0]
    for ax, (name, bars) in zip(axes, panels.items(), strict=True):
        _bars(ax, bars, len(groups))
        ax.set_title(name, fontsize=11)
        ax.set_xlabel(unit)
    axes[0].set_yticks(range(len(groups)), groups)
    axes[0].invert_yaxis()
    return figure


def line_panel(ax: Axes, title: str, x: str, y: str) -> None:
    """Frame a log-log panel with lines."""
    ax.set_xscale("log")
    ax.set_title(title, fontsize=11)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.grid(True, alpha=0.25)
    ax.spines[["top", "right"]].set_visible(False)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _bars(ax: Axes, bars: dict[str, Sequence[float]], groups: int) -> None:
    height = 0.84 / len(bars)
    for place, (name, values) in enumerate(bars.items()):
        rows = [group - 0.42 + (place + 0.5) * height for group in range(groups)]
        drawn = ax.barh(rows, values, height * 0.92, label=name, color=COLOURS[place])
        ax.bar_label(drawn, [number(value) for value in values], padding=2, fontsize=7.5)
    ax.set_xscale("log")
    most = max(max(values) for values in bars.values())
    ax.set_xlim(1, max(ax.get_xlim()[1], 2 * most))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), fontsize=8, frameon=False, ncols=2)
