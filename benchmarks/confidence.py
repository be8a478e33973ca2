"""What the estimates are worth: bias, error and coverage of their intervals, by simulation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

import entrostream as es
from benchmarks import confidence_grid
from benchmarks.confidence_sources import SOURCES, entropy, gini
from benchmarks.harness.report import Report, Table

METHODS = ("plugin", "miller_madow", "jackknife", "chao_wang_jost")
GINI = "gini"
SIZES = (20, 100, 1000, 10_000)
PANELS = (
    "uniform 2",
    "uniform 1,000",
    "uniform 1,000,000",
    "Zipf 1, 1,000",
    "Zipf 1, 1,000,000",
    "Zipf 1.2, 1,000,000",
    "Zipf 2, 1,000,000",
    "geometric 0.1",
    "Pitman-Yor 0.5, 10",
    "0.99 + 0.01 of 10",
    "coin + 0.001 of 1e6",
    "die + 0.003 of 1e6",
)

METHOD = """\
Samples of n independent events from each source (fixed seeds), each counted by an `es.Tally`.

Intervals, all of 95 %: "normal" is value +- 1.96 standard errors of `entropy_estimate()` and of
`gini_estimate()`, "interval" is `interval()`, "labels known" is `interval(labels=k)` with the
true number of labels. The share of them that hold the true value is to be at least 0.95, from
1000 samples, so known to about +-0.014; of sources with more than 10,000 labels 200 samples of
100,000 events (+-0.03) and 40 of 1,000,000 (+-0.07). "of the reliable" is the share among samples
that are `reliable`, if these are 20 or more.
Coverage: mean of 1 - f1/n, the share of the source that was seen.

Bias: mean of the estimates less the true value, in bits; rmse: root of the mean squared error,
of {samples} samples."""


@dataclass
class Worth:
    """What one method gave for all samples of one size from one source."""

    true: float
    errors: list[float] = field(default_factory=list)
    standard_errors: list[float] = field(default_factory=list)

    def see(self, estimate: es.Estimate) -> None:
        self.errors.append(estimate.value - self.true)
        self.standard_errors.append(estimate.standard_error)

    @property
    def bias(self) -> float:
        return float(np.mean(self.errors))

    @property
    def rmse(self) -> float:
        return sqrt(float(np.mean(np.square(self.errors))))


Trials = dict[tuple[str, int], dict[str, Worth]]


def report(*, quick: bool) -> Report:
    samples = 200 if quick else 10_000
    trials = {(name, n): trial(name, n, samples) for name in SOURCES for n in SIZES}
    grid = list(confidence_grid.cells(quick=quick))
    found = Report(
        "confidence",
        "Bias and coverage of the estimates",
        METHOD.format(samples=f"{samples:,}"),
        0,
    )
    worst, bias = confidence_grid.worst_table(grid), bias_table(trials)
    found.tables = [
        worst,
        confidence_grid.covers_table(grid),
        confidence_grid.widths_table(grid),
        bias,
    ]
    figures = [*confidence_grid.figures(grid), *bias_figures(trials)]
    columns = dict.fromkeys(column for figure in figures for column in figure)
    found.figures = [dict.fromkeys(columns, "") | figure for figure in figures]
    return found


def trial(name: str, n: int, samples: int) -> dict[str, Worth]:
    p = SOURCES[name]
    seen = {method: Worth(entropy(p)) for method in METHODS} | {GINI: Worth(gini(p))}
    rng = np.random.default_rng([n, *name.encode()])
    for _ in range(samples):
        counts = rng.multinomial(n, p)
        tally = es.Tally()
        tally.update_counts({label: int(counts[label]) for label in np.flatnonzero(counts)})
        for method in METHODS:
            seen[method].see(tally.entropy_estimate(method))
        seen[GINI].see(tally.gini_estimate())
    return seen


def bias_table(trials: Trials) -> Table:
    rows = []
    for (name, n), worth in trials.items():
        cells = [f"{signed(each.bias)} / {each.rmse:.3f}" for each in worth.values()]
        rows.append((f"{name} ({worth['plugin'].true:.3f})", n, *cells))
    columns = ("source (entropy)", "n", *METHODS, "Gini")
    return Table("Bias / rmse, in bits (Gini: no unit)", columns, rows)


def signed(number: float) -> str:
    """Write three digits, and no sign before nothing."""
    text = f"{number:+.3f}"
    return "0.000" if text[1:] == "0.000" else text


def bias_figures(trials: Trials) -> Iterator[dict[str, object]]:
    for (name, n), worth in trials.items():
        for method, each in worth.items():
            yield {
                "source": name,
                "n": n,
                "method": method,
                "samples": len(each.errors),
                "true": f"{each.true:.6f}",
                "bias": f"{each.bias:.5f}",
                "rmse": f"{each.rmse:.5f}",
                "deviation": f"{np.std(each.errors):.5f}",
                "standard_error": f"{np.mean(each.standard_errors):.5f}",
            }
