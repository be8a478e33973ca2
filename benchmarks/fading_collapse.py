"""What the printed fading gives instead: a value that falls to 0 whatever the stream does."""

from __future__ import annotations

from itertools import islice
from math import log

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from river import stats

import entrostream as es
from benchmarks.harness.pictures import COLOURS
from benchmarks.harness.report import Report, Table
from entrostream.formulas.as_printed import algorithm_2, algorithm_4

FACTOR, LABELS, PART = 0.99, 4, 10_000
PARTS = ("four labels, uniform", "one label", "four labels, uniform")
OURS, PRINTED, RIVER = "es.FadingTally", "as printed", "river stats.Entropy"
MARKS = (100, 1000, 10_000, 20_000, 30_000)

METHOD = f"""\
A stream that changes: {PART:,} events of four equally frequent labels, {PART:,} of one label, and
{PART:,} of the four again. `es.FadingTally(fading_factor={FACTOR})`; Algorithms 4 and 2 as printed
(`entrostream.formulas.as_printed`, with log2 0 = 0, without which every value is NaN); and river's
`stats.Entropy(fading_factor={FACTOR})`, which follows Algorithm 4, its nats turned into bits. The
true values of four equal labels are H = 2 bits and G = 0.75, of one label 0."""


def report(*, quick: bool) -> Report:
    del quick  # it takes a second
    labels = stream()
    found = Report("fading_collapse", "Fading as printed, and as meant", METHOD, 0)
    entropy, gini = entropies(labels), ginis(labels)
    found.tables = [table("Entropy in bits", entropy), table("Gini index", gini)]
    for measure, curves in (("entropy", entropy), ("gini", gini)):
        for name, values in curves.items():
            found.figures += [
                {"measure": measure, "who": name, "events": at, "value": f"{values[at - 1]:.6g}"}
                for at in MARKS
            ]
    found.draw = lambda: picture(entropy, gini)
    return found


def stream() -> list[int]:
    rng = np.random.default_rng(7)
    mixed = [rng.integers(0, LABELS, PART).tolist() for _ in range(2)]
    return [*mixed[0], *[0] * PART, *mixed[1]]


def entropies(labels: list[int]) -> dict[str, np.ndarray]:
    printed = algorithm_4(labels, FACTOR, log2_of_zero=0.0)
    return {
        OURS: es.FadingTally(fading_factor=FACTOR).trace(labels, "entropy"),
        PRINTED: np.fromiter(islice(printed, len(labels)), float),
        RIVER: river_bits(labels),
    }


def river_bits(labels: list[int]) -> np.ndarray:
    entropy, values = stats.Entropy(fading_factor=FACTOR), []
    for label in labels:
        entropy.update(label)
        values.append(entropy.get() / log(2))
    return np.array(values)


def ginis(labels: list[int]) -> dict[str, np.ndarray]:
    return {
        OURS: es.FadingTally(fading_factor=FACTOR).trace(labels, "gini"),
        PRINTED: np.fromiter(algorithm_2(labels, FACTOR), float),
    }


def table(caption: str, curves: dict[str, np.ndarray]) -> Table:
    rows = [(name, *(f"{values[at - 1]:.3g}" for at in MARKS)) for name, values in curves.items()]
    return Table(caption, ("after", *(f"{at:,}" for at in MARKS)), rows)


def picture(entropy: dict[str, np.ndarray], gini: dict[str, np.ndarray]) -> Figure:
    figure = Figure(figsize=(11, 7), layout="constrained")
    figure.suptitle(f"Fading with the factor {FACTOR}, as printed and as meant", fontsize=14)
    top, bottom = figure.subplots(2, 1, sharex=True)
    draw(top, entropy, "entropy in bits", 2.0)
    draw(bottom, gini, "Gini index", 0.75)
    bottom.set_xlabel("events")
    handles, names = top.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4, frameon=False)
    return figure


def draw(ax: Axes, curves: dict[str, np.ndarray], what: str, most: float) -> None:
    styles = {OURS: (COLOURS[1], "-", 1.2), PRINTED: (COLOURS[0], "-", 2.0)}
    styles[RIVER] = (COLOURS[3], "--", 2.0)
    truth = np.repeat([most, 0.0, most], PART)
    ax.plot(truth, color="#b8b8b8", lw=4, label="the source")
    for name, values in curves.items():
        colour, style, width = styles[name]
        ax.plot(values, style, color=colour, lw=width, label=name)
    for part, title in enumerate(PARTS):
        ax.text((part + 0.5) * PART, 1.12 * most, title, ha="center", fontsize=10)
    ax.set_ylim(-0.03 * most, 1.25 * most)
    ax.set_xlim(0, 3 * PART)
    ax.set_ylabel(what)
    ax.spines[["top", "right"]].set_visible(False)
