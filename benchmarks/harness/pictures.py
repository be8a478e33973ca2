"""How the pictures look: one palette, labelled axes, figures on the bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

COLOURS = ("#b0413e", "#1f6f8b", "#6a994e", "#d9a441", "#5b4b8a", "#444444")
OURS = ("#1f6f8b", "#7fb7be", "#c3dfe2")
THEIRS = ("#b0413e", "#dd8f6b", "#ecc9a8")


def grouped_bars(
    panels: dict[str, dict[str, Sequence[float]]],
    *,
    groups: Sequence[str],
    unit: str,
    title: str,
    log: bool,
) -> Figure:
    """Draw horizontal bars: a panel a title, a group a row, a colour a contestant."""
    figure = Figure(figsize=(6.2 * len(panels), 1.1 * len(groups) + 2.0), layout="constrained")
    figure.suptitle(title, fontsize=14)
    axes = figure.subplots(1, len(panels), sharex=True, sharey=True, squeeze=False)[0]
    for ax, (name, bars) in zip(axes, panels.items(), strict=True):
        ax.set_xscale("log" if log else "linear")
        _bars(ax, bars, len(groups))
        ax.set_title(name, fontsize=11)
        ax.set_xlabel(unit)
        below = -0.7 / (figure.get_figheight() - 2)
        ax.legend(
            loc="upper center", bbox_to_anchor=(0.5, below), frameon=False, ncols=2, fontsize=8.5
        )
    axes[0].set_yticks(range(len(groups)), groups)
    axes[0].set_ylim(len(groups) - 0.5, -0.5)
    most = max(value for bars in panels.values() for values in bars.values() for value in values)
    axes[0].set_xlim(1 if log else 0, most * (2 if log else 1.12))
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
    for place, ((name, values), colour) in enumerate(
        zip(bars.items(), _colours(bars), strict=True)
    ):
        rows = [group - 0.42 + (place + 0.5) * height for group in range(groups)]
        drawn = ax.barh(rows, values, height * 0.92, label=name, color=colour)
        ax.bar_label(drawn, [number(value) for value in values], padding=2, fontsize=7.5)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    ax.spines[["top", "right"]].set_visible(False)


def _colours(names: Iterable[str]) -> Iterator[str]:
    ours, theirs = iter(OURS), iter(THEIRS)
    for name in names:
        mine = name.startswith(("entrostream", "Tally", "SlidingWindow"))
        yield next(ours) if mine else "#b8b8b8" if name.startswith("empty") else next(theirs)
