"""How far the entropy of each kind of window is from the true one, while the mixture changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from tests.drift.changing_streams import (
    ABRUPT,
    CHANGES,
    GRADUAL,
    SHARES,
    Shares,
    between,
    entropy,
    even_out,
    permute,
    regimes,
)

EVENTS, REGIME = 80_000, 10_000
FIRST_SEED = 630_000
SIZES = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
STATIONARY, PERIODIC = "stationary", "periodic"
SCENARIOS = (STATIONARY, *ABRUPT, "noise 15 %", "flatten", GRADUAL, PERIODIC)
ADAPTIVE, RESTART = "adaptive", "restart"

METHOD = f"""\
{EVENTS:,} events, a change every {REGIME:,}, to and fro ({GRADUAL}: ramps of {REGIME:,} to the
reversed order, each followed by {REGIME:,} events at rest; {PERIODIC}: a sine of period
{2 * REGIME:,} between the mixture and equal shares). Error: mean over all events of |H - H_true|,
in bits. The adaptive window has its default settings; the fixed window (`es.SlidingWindow`) and the
fading factor (`es.FadingTally`) are the best in hindsight of {", ".join(map(str, SIZES))}
events (factor 1 - 1/events). Restart: a tally begun anew at every true change. Adaptive over
best: its error over that of the better of these two; below 1 it beats every fixed choice.
Seeds from {FIRST_SEED} on."""


@dataclass
class Cell:
    """One scenario, and the errors of every method, one per stream."""

    shares: str
    scenario: str
    k: int
    errors: dict[str, list[float]] = field(default_factory=dict)

    def error(self, way: str) -> float:
        return mean(self.errors[way])

    def best(self, kind: str) -> tuple[float, int]:
        """Return the least error of a kind of window, and the size that had it."""
        return min((self.error(f"{kind} {size}"), size) for size in SIZES)

    @property
    def over_best(self) -> float:
        return self.error(ADAPTIVE) / min(self.best("window")[0], self.best("fading")[0])


def report(*, quick: bool) -> Report:
    found = Report("adaptive/tracking", "Following the entropy of a stream", METHOD, 0)
    seeds = 2 if quick else 20
    cells = [run(cell, seeds) for cell in plan()]
    shares = ("zipf", "geometric", "dirichlet")
    found.tables = [summary_table(cells), *(table(cells, name) for name in shares)]
    found.figures = [row for cell in cells for row in figures_of(cell)]
    return found


def plan() -> Iterable[Cell]:
    for name in ("zipf", "geometric", "dirichlet"):
        for k in (2, 5, 50, 1000) if name == "zipf" else (5, 50):
            for scenario in SCENARIOS:
                if k > 2 or scenario not in ("swap", "noise 15 %", "flatten"):
                    yield Cell(name, scenario, k)


def run(cell: Cell, seeds: int) -> Cell:
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        rng = np.random.default_rng([seed, cell.k, *cell.shares.encode(), *cell.scenario.encode()])
        p = SHARES[cell.shares](cell.k, seed)
        labels, true = make(cell.scenario, p, rng)
        for way, values in ways(cell.scenario, labels):
            cell.errors.setdefault(way, []).append(float(np.abs(values - true).mean()))
    progress(f"{cell.shares}, {cell.scenario}, {cell.k} labels: {cell.over_best:.2f} of the best")
    return cell


def make(scenario: str, p: Shares, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the labels, and the true entropy at every event."""
    if scenario in (GRADUAL, PERIODIC):
        q = permute(p, rng) if scenario == GRADUAL else even_out(p, rng)
        weights = ramps() if scenario == GRADUAL else sine()
        return between(p, q, weights, rng), entropies_between(p, q, weights)
    q = p if scenario == STATIONARY else CHANGES[scenario](p, rng)
    shares = [p, q] * (EVENTS // REGIME // 2)
    return regimes(shares, REGIME, rng), np.repeat([entropy(each) for each in shares], REGIME)


def ramps() -> np.ndarray:
    """Return weights that rest, rise, rest and fall."""
    place = np.arange(EVENTS) / REGIME % 4
    return np.clip(place - 1, 0, 1) - np.clip(place - 3, 0, 1)


def sine() -> np.ndarray:
    return (1 - np.cos(np.pi * np.arange(EVENTS) / REGIME)) / 2


def entropies_between(p: Shares, q: Shares, weights: np.ndarray) -> np.ndarray:
    grid = np.linspace(0, 1, 201)
    exact = [entropy((1 - weight) * p + weight * q) for weight in grid]
    return np.interp(weights, grid, exact)


def ways(scenario: str, labels: np.ndarray) -> Iterable[tuple[str, np.ndarray]]:
    yield ADAPTIVE, es.AdaptiveWindow().trace(labels, "entropy")
    if scenario not in (STATIONARY, GRADUAL, PERIODIC):
        parts = [labels[start : start + REGIME] for start in range(0, EVENTS, REGIME)]
        yield RESTART, np.concatenate([es.Tally().trace(part, "entropy") for part in parts])
    for size in SIZES:
        yield f"window {size}", es.SlidingWindow(size).trace(labels, "entropy")
        yield f"fading {size}", es.FadingTally(fading_factor=1 - 1 / size).trace(labels, "entropy")


def summary_table(cells: list[Cell]) -> Table:
    """Return the quotients of Zipf's shares, a row a scenario."""
    sizes = (2, 5, 50, 1000)
    by_kind = {(cell.scenario, cell.k): cell for cell in cells if cell.shares == "zipf"}
    rows = []
    for scenario in SCENARIOS:
        chosen = [by_kind.get((scenario, k)) for k in sizes]
        rows.append((scenario, *(f"{cell.over_best:.2f}" if cell else "" for cell in chosen)))
    columns = ("stream", *(f"{k:,} labels" for k in sizes))
    return Table("Error of the entropy over that of the best fixed choice", columns, rows)


def table(cells: list[Cell], shares: str) -> Table:
    rows = []
    for cell in cells:
        if cell.shares == shares:
            window, fading = cell.best("window"), cell.best("fading")
            rows.append(
                (
                    f"{cell.k} labels, {cell.scenario}",
                    f"{cell.error(ADAPTIVE):.4f}",
                    f"{cell.error(RESTART):.4f}" if RESTART in cell.errors else "",
                    f"{window[0]:.4f} ({window[1]})",
                    f"{fading[0]:.4f} ({fading[1]})",
                    f"{cell.over_best:.2f}",
                )
            )
    columns = (
        "stream",
        "adaptive",
        "restart",
        "best window (size)",
        "best fading (events)",
        "adaptive over best",
    )
    return Table(f"Mean error of the entropy, bits; {shares}", columns, rows)


def figures_of(cell: Cell) -> Iterable[dict[str, object]]:
    for way in cell.errors:
        yield {
            "shares": cell.shares,
            "scenario": cell.scenario,
            "labels": cell.k,
            "way": way,
            "streams": len(cell.errors[way]),
            "error_bits": f"{cell.error(way):.5f}",
        }
