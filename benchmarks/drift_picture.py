"""The picture of the drift: error against the number of events, a panel a window."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.harness.pictures import COLOURS, line_panel

MEASURES = ("entropy H", "Gini index G")
LOWEST = 1e-17


@dataclass(frozen=True)
class Curve:
    """The errors of H and G after `events` events; `law` is the drift an event, if it has one."""

    stream: str
    window: int
    events: list[int]
    errors: list[tuple[float, float]]
    law: tuple[float, float] | None


def picture(curves: list[Curve]) -> Figure:
    windows = list(dict.fromkeys(curve.window for curve in curves))
    streams = list(dict.fromkeys(curve.stream for curve in curves))
    colours = dict(zip(streams, COLOURS, strict=True))
    figure = Figure(figsize=(13, 9), layout="constrained")
    figure.suptitle("Error of the recurrences as printed (float64)", fontsize=14)
    axes = figure.subplots(2, len(windows), sharex=True, sharey="row")
    for row, measure in enumerate(MEASURES):
        for ax, window in zip(axes[row], windows, strict=True):
            line_panel(ax, f"{measure}, window of {window:,} labels", "events" if row else "", "")
            _draw(ax, [curve for curve in curves if curve.window == window], row, colours)
        axes[row][0].set_ylabel(f"largest error of the {measure} so far")
        axes[row][0].set_yscale("log")
        axes[row][0].set_ylim(bottom=LOWEST)
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return figure


def _draw(ax: Axes, curves: list[Curve], row: int, colours: dict[str, str]) -> None:
    for curve in curves:
        errors = [max(error[row], LOWEST) for error in curve.errors]
        ax.plot(curve.events, errors, "o-", ms=3, color=colours[curve.stream], label=curve.stream)
    _draw_law(ax, curves[0], row, colours[curves[0].stream])
    ax.axhline(LOWEST, color="black", lw=6, label="exact window: no drift")


def _draw_law(ax: Axes, curve: Curve, row: int, colour: str) -> None:
    ends = curve.events[0], curve.events[-1]
    drift = [curve.law[row] * events for events in ends]
    ax.plot(ends, drift, ":", color=colour, lw=2.5, label=f"law for {curve.stream}")
