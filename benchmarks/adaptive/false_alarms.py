"""How often streams that do not change are cut: independent labels, and repeated ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import adwin, progress
from benchmarks.harness.report import Report, Table, Target
from tests.drift.changing_streams import SHARES, draw, repeated

RATE = 1e-4
EVENTS = 1_000_000  # of one stream
STAYS = (0.5, 0.9)
FIRST_SEED = 610_000

METHOD = f"""\
Streams of {EVENTS:,} events that do not change, a fresh `es.AdaptiveWindow({RATE},
recurring="report")` for each; every cut is a false alarm. Promised for independent labels: at most
{RATE * 1e6:.0f} cuts per million events. For comparison, ADWIN (`es.ADWIN()`, delta 0.002) on the
labels' numbers, which are in the order of their shares, divided by how many there are. Zipf: shares
1/rank (two labels: 0.8, 0.2); skew: one label has 98 %; geometric, two_level and dirichlet: see
tests/drift/changing_streams.py. Repeated: every label is the one before it with the probability
given. Seeds from {FIRST_SEED}."""


@dataclass(frozen=True)
class Cell:
    """One kind of stream, how many of them, and what was found in them."""

    shares: str
    k: int
    stay: float
    streams: int
    alarms: int = 0
    adwin_alarms: int = 0

    @property
    def rate(self) -> float:
        """False alarms per million events."""
        return self.alarms / (self.streams * EVENTS) * 1e6

    @property
    def adwin_rate(self) -> float:
        return self.adwin_alarms / (self.streams * EVENTS) * 1e6


def report(*, quick: bool) -> Report:
    found = Report("adaptive/false_alarms", "False alarms of the adaptive window", METHOD, 0)
    cells = [run(cell) for cell in plan(quick)]
    summary = summary_table(cells)
    found.tables = [summary, *(table(cells, stay) for stay in (0.0, *STAYS))]
    found.targets = targets(cells)
    found.figures = [figures_of(cell) for cell in cells]
    return found


def plan(quick: bool) -> list[Cell]:
    kinds = [(name, k) for k in (2, 5, 50, 1000) for name in ("zipf", "uniform", "skew")]
    others = [(name, k) for k in (5, 50, 1000) for name in ("geometric", "two_level", "dirichlet")]
    still = [Cell(*kind, 0.0, 1 if quick else 20) for kind in kinds]
    still += [Cell(*kind, 0.0, 1 if quick else 20) for kind in [*others, ("zipf", 10_000)]]
    kinds += [(name, 10_000) for name in ("zipf", "uniform")]
    return still + [Cell(*kind, stay, 1 if quick else 10) for stay in STAYS for kind in kinds]


def run(cell: Cell) -> Cell:
    alarms = adwin_alarms = 0
    for stream in range(cell.streams):
        labels = make(cell, FIRST_SEED + stream)
        window = es.AdaptiveWindow(RATE, recurring="report")
        window.update_many(labels)
        alarms += window.n_changes
        adwin_alarms += adwin(labels, cell.k).n_changes
    done = Cell(cell.shares, cell.k, cell.stay, cell.streams, alarms, adwin_alarms)
    progress(f"{cell.shares}, {cell.k} labels, repeated {cell.stay}: {done.rate:.2f} in a million")
    return done


def make(cell: Cell, seed: int) -> np.ndarray:
    rng = np.random.default_rng([seed, cell.k, *cell.shares.encode()])
    labels = draw(SHARES[cell.shares](cell.k, seed), EVENTS, rng)
    return repeated(labels, cell.stay, rng) if cell.stay else labels


def targets(cells: list[Cell]) -> list[Target]:
    limited = [cell for cell in cells if cell.k <= 1000 and cell.shares in ("zipf", "uniform")]
    return [
        Target(
            f"{cell.shares}, {cell.k} labels{f', repeated {cell.stay}' if cell.stay else ''}: "
            "false alarms per million events",
            cell.rate,
            5 if cell.stay else 2,
            at_least=False,
        )
        for cell in limited
    ]


def summary_table(cells: list[Cell]) -> Table:
    """Return the rates of the main cells, those of ADWIN below each other's."""
    by_kind = {(cell.shares, cell.stay, cell.k): cell for cell in cells}
    sizes = (2, 5, 50, 1000, 10_000)
    rows = []
    for name, stay in (
        ("zipf", 0.0),
        ("uniform", 0.0),
        ("skew", 0.0),
        ("zipf", 0.5),
        ("zipf", 0.9),
    ):
        chosen = [by_kind.get((name, stay, k)) for k in sizes]
        kind = f"{name}, repeated {stay}" if stay else name
        rows.append((kind, *(f"{cell.rate:.2f}" if cell else "" for cell in chosen)))
        adwin_cells = (f"{cell.adwin_rate:.2f}" if cell else "" for cell in chosen)
        rows.append((f"{kind}: ADWIN", *adwin_cells))
    columns = ("stream", *(f"{k:,} labels" for k in sizes))
    return Table("False alarms per million events", columns, rows)


def table(cells: list[Cell], stay: float) -> Table:
    rows = [
        (
            f"{cell.k} labels, {cell.shares}",
            f"{cell.streams * EVENTS / 1e6:.0f} M",
            cell.alarms,
            f"{cell.rate:.2f}",
            f"{cell.adwin_rate:.2f}",
        )
        for cell in cells
        if cell.stay == stay
    ]
    kind = f"labels repeated with probability {stay}" if stay else "independent labels"
    columns = ("stream", "events", "cuts", "in a million", "ADWIN on numbers")
    return Table(f"False alarms, {kind}", columns, rows)


def figures_of(cell: Cell) -> dict[str, object]:
    return {
        "shares": cell.shares,
        "labels": cell.k,
        "repeated": cell.stay,
        "events": cell.streams * EVENTS,
        "cuts": cell.alarms,
        "per_million": f"{cell.rate:.3f}",
        "adwin_per_million": f"{cell.adwin_rate:.3f}",
    }
