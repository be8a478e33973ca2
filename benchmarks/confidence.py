"""What the estimates are worth: bias, error and coverage of their intervals, by simulation."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from matplotlib.figure import Figure

import entrostream as es
from benchmarks.confidence_sources import SOURCES, entropy, gini
from benchmarks.harness.pages import write_into_page
from benchmarks.harness.pictures import COLOURS, line_panel
from benchmarks.harness.report import Report, Table

METHODS = ("plugin", "miller_madow", "jackknife", "chao_wang_jost")
GINI = "gini"
SIZES = (20, 100, 1000, 10_000)

METHOD = """\
Samples of n independent events from each source (fixed seeds), each counted by an `es.Tally`, and
of each tally every estimate with its 95 % interval: `entropy_estimate(method)`, `gini_estimate()`.
Bias: mean of the estimates less the true value, in bits; rmse: root of the mean squared error.
Covers: share of the intervals that hold the true value, to be 0.95; from {samples} samples, so
known to about +-{known:.3f}. Coverage: mean of 1 - f1/n, the share of the source that was seen."""


@dataclass
class Worth:
    """What one method gave for all samples of one size from one source."""

    true: float
    errors: list[float] = field(default_factory=list)
    standard_errors: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    held: int = 0

    def see(self, estimate: es.Estimate) -> None:
        low, high = estimate.interval()
        self.errors.append(estimate.value - self.true)
        self.standard_errors.append(estimate.standard_error)
        self.widths.append(high - low)
        self.held += low <= self.true <= high

    @property
    def bias(self) -> float:
        return float(np.mean(self.errors))

    @property
    def rmse(self) -> float:
        return sqrt(float(np.mean(np.square(self.errors))))

    @property
    def covers(self) -> float:
        return self.held / len(self.errors)


@dataclass
class Trial:
    """All samples of one size from one source."""

    worth: dict[str, Worth]
    coverages: list[float] = field(default_factory=list)

    @property
    def coverage(self) -> float:
        return float(np.mean(self.coverages))


Trials = dict[tuple[str, int], Trial]


def report(*, quick: bool) -> Report:
    samples = 200 if quick else 10_000
    trials = {(name, n): trial(name, n, samples) for name in SOURCES for n in SIZES}
    known = 2 * sqrt(0.05 * 0.95 / samples)
    method = METHOD.format(samples=f"{samples:,}", known=known)
    found = Report("confidence", "Bias and coverage of the estimates", method, 0)
    found.tables = [covers_table(trials), bias_table(trials)]
    found.draw = lambda: picture(trials)
    record(found, trials)
    if not quick:
        write_into_page("confidence.md", found.tables)
    return found


def trial(name: str, n: int, samples: int) -> Trial:
    p = SOURCES[name]
    seen = Trial({method: Worth(entropy(p)) for method in METHODS} | {GINI: Worth(gini(p))})
    rng = np.random.default_rng([n, *name.encode()])
    for _ in range(samples):
        counts = rng.multinomial(n, p)
        tally = es.Tally()
        tally.update_counts({label: int(counts[label]) for label in np.flatnonzero(counts)})
        for method in METHODS:
            seen.worth[method].see(tally.entropy_estimate(method))
        estimate = tally.gini_estimate()
        seen.worth[GINI].see(estimate)
        seen.coverages.append(estimate.coverage)
    return seen


def covers_table(trials: Trials) -> Table:
    rows = [
        (name, n, f"{each.coverage:.3f}", *(f"{worth.covers:.3f}" for worth in each.worth.values()))
        for (name, n), each in trials.items()
    ]
    columns = ("source", "n", "coverage", *METHODS, "Gini")
    return Table("Share of 95 % intervals that hold the true value", columns, rows)


def bias_table(trials: Trials) -> Table:
    rows = []
    for (name, n), each in trials.items():
        cells = [f"{signed(worth.bias)} / {worth.rmse:.3f}" for worth in each.worth.values()]
        true = each.worth["plugin"].true
        rows.append((f"{name} ({true:.3f})", n, *cells))
    columns = ("source (entropy)", "n", *METHODS, "Gini")
    return Table("Bias / rmse, in bits (Gini: no unit)", columns, rows)


def signed(number: float) -> str:
    """Write three digits, and no sign before nothing."""
    text = f"{number:+.3f}"
    return "0.000" if text[1:] == "0.000" else text


def picture(trials: Trials) -> Figure:
    names = list(SOURCES)
    figure = Figure(figsize=(13, 9), layout="constrained")
    figure.suptitle("Share of 95 % intervals that hold the true value", fontsize=14)
    axes = figure.subplots(3, 4, sharex=True, sharey=True)
    for ax, name in zip(axes.flat, names, strict=False):
        line_panel(ax, name, "", "")
        for method, colour in zip((*METHODS, GINI), COLOURS, strict=False):
            shares = [trials[name, n].worth[method].covers for n in SIZES]
            style = ":" if method == GINI else "-"
            ax.plot(SIZES, shares, style, marker="o", ms=4, color=colour, label=method)
        ax.axhline(0.95, color="black", lw=0.8)
        ax.set_ylim(-0.03, 1.03)
    for ax in axes.flat[len(names) :]:
        ax.axis("off")
    for ax in axes[-1]:
        ax.set_xlabel("events n")
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=5, frameon=False)
    return figure


def record(found: Report, trials: Trials) -> None:
    for (name, n), each in trials.items():
        for method, worth in each.worth.items():
            found.figures.append(
                {
                    "source": name,
                    "n": n,
                    "method": method,
                    "samples": len(worth.errors),
                    "true": f"{worth.true:.6f}",
                    "coverage": f"{each.coverage:.4f}",
                    "bias": f"{worth.bias:.5f}",
                    "rmse": f"{worth.rmse:.5f}",
                    "deviation": f"{np.std(worth.errors):.5f}",
                    "standard_error": f"{np.mean(worth.standard_errors):.5f}",
                    "covers": f"{worth.covers:.4f}",
                    "width": f"{np.mean(worth.widths):.4f}",
                }
            )
