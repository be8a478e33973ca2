"""Pictures of the trees for streams that change: how accuracy recovers after abrupt drift."""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.harness.pictures import (
    BLUE,
    FAINT,
    GREEN,
    GREY,
    LIGHT_BLUE,
    ORANGE,
    PURPLE,
    legend_above,
    page,
)
from benchmarks.harness.results import figures

# The name in the legend, colour and line of each learner, ours drawn last.
LINES = {
    "river HAT": ("river, HAT", ORANGE, "--"),
    "MOA HAT": ("MOA, HAT", PURPLE, "--"),
    "VFDT": ("VFDT", GREY, "-"),
    "EFDT": ("EFDT", GREEN, "-"),
    "CVFDT": ("CVFDT", LIGHT_BLUE, "-"),
    "adaptive": ("HoeffdingAdaptiveTree", BLUE, "-"),
}
TITLES = {
    "flip": "flip: classes swapped",
    "agrawal_drift": "Agrawal: another function",
    "rbf_drift": "RBF: other centroids",
}


def recovery() -> Figure:
    rows = figures("trees/recovery")
    streams = list(dict.fromkeys(row["stream"] for row in rows))
    figure = page(3.4)
    axes = figure.subplots(1, len(streams), squeeze=False)[0]
    for ax, stream in zip(axes, streams, strict=True):
        for learner, (name, colour, line) in LINES.items():
            mine = [row for row in rows if (row["stream"], row["learner"]) == (stream, learner)]
            places = [(int(row["from_row"]) + 500) / 1000 for row in mine]  # the middle of a block
            accuracies = [float(row["accuracy"]) for row in mine]
            ax.plot(places, accuracies, line, color=colour, label=name)
        ax.axvline(0, color=FAINT, lw=1, ls=":")
        ax.set_title(TITLES[stream], loc="left")
        ax.set_xlabel("thousand rows after the change")
    axes[0].set_ylabel("accuracy of 1,000 rows, %")
    legend_above(figure, axes, 6)
    return figure
