"""Pictures of the sketches: the error of the entropy against the memory."""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.harness.pictures import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    legend_above,
    log_axis,
    page,
)
from benchmarks.harness.results import figures

METHODS = {
    "hcc": ("hcc", BLUE, "o"),
    "ccm07": ("ccm07", ORANGE, "D"),
    "cdm06": ("cdm06", GREEN, "s"),
    "clifford_cosma": ("clifford_cosma", PURPLE, "^"),
    "reservoir": ("reservoir, plug-in", GREY, "v"),
}
LEAST = 1e-5  # where an error of 0 is drawn


def methods() -> Figure:
    rows = figures("sketches/methods")
    streams = list(dict.fromkeys((row["stream"], row["true"]) for row in rows))
    figure = page(5.6)
    axes = figure.subplots(2, 3, sharex=True, sharey=True)
    for ax, (stream, true) in zip(axes.flat, streams, strict=True):
        for method, (name, colour, marker) in METHODS.items():
            mine = [r for r in rows if (r["stream"], r["method"]) == (stream, method)]
            x = [int(row["memory"]) / 1024 for row in mine]
            y = [max(LEAST, float(row["relative"])) for row in mine]
            ax.plot(x, y, "-", marker=marker, ms=4.5, lw=1.3, color=colour, label=name)
        ax.set_title(f"{stream}, {float(true):.3g} bits", loc="left", fontsize=9.5)
        ax.set_yscale("log")
        ticks = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1)
        ax.set_yticks(ticks, ["0.001 %", "0.01 %", "0.1 %", "1 %", "10 %", "100 %"])
        log_axis(ax, 3, 350, (4, 16, 64, 256))
    for ax in axes[-1]:
        ax.set_xlabel("memory, KiB")
    figure.supylabel("rms error of the entropy, as a share of it", fontsize=9.5)
    legend_above(figure, axes.flat[:1], 5)
    return figure
