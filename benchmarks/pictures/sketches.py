"""Pictures of the sketches: the error against the memory."""

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

SHOWN = ("uniform", "Zipf 1.0", "Zipf 1.5", "drift", "network traffic")
METHODS = {
    "hcc": ("hcc", BLUE, "o"),
    "ccm07": ("ccm07", ORANGE, "D"),
    "cdm06": ("cdm06", GREEN, "s"),
    "clifford_cosma": ("clifford_cosma", PURPLE, "^"),
    "reservoir": ("reservoir, plug-in", GREY, "v"),
}
LEAST = 1e-5  # where an error of 0 is drawn


def accuracy() -> Figure:
    figure = page(2.6)
    axes = figure.subplots(1, len(SHOWN), sharex=True, sharey=True)
    for ax, name in zip(axes, SHOWN, strict=True):
        rows = [row for row in figures("sketches/accuracy") if row["stream"] == name]
        memory = [int(row["memory"]) / 1024 for row in rows]
        sample = [float(row["sample_percent"]) for row in rows]
        ax.plot(memory, sample, "D--", color=ORANGE, label="sample, plug-in")
        errors = [float(row["rms_percent"]) for row in rows]
        ax.plot(memory, errors, "o-", color=BLUE, label="EntropySketch")
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xticks(memory, [f"{kib:.0f}" for kib in memory])
        ax.set_title(name, loc="left", fontsize=9.5)
        ax.set_xlabel("KiB")
    axes[0].set_ylabel("rms error, % of the entropy")
    legend_above(figure, axes, 2)
    return figure


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
