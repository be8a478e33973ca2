"""Pictures of the sketches: the error against the memory."""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.harness.pictures import BLUE, ORANGE, legend_above, page
from benchmarks.harness.results import figures

SHOWN = ("uniform", "Zipf 1.0", "Zipf 1.5", "drift", "network traffic")


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
