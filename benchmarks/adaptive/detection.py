"""Detection delay, power, number of detections per change, and error of its position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import adwin, in_another_order, progress
from benchmarks.harness.report import Report, Table, Target
from tests.drift.changing_streams import (
    ABRUPT,
    CHANGES,
    DIFFUSE,
    GRADUAL,
    OTHER,
    SHARES,
    Shares,
    between,
    draw,
    evidence,
    permute,
)

BEFORE, AFTER, RAMP = 30_000, 30_000, 10_000
FIRST_SEED = 620_000
NEVER = float("inf")
SUDDEN = (*ABRUPT, *DIFFUSE)
VISIBLE = 20  # nats, in all events after the change

METHOD = f"""\
{BEFORE:,} events of one mixture, then {AFTER:,} of another ({GRADUAL}: a ramp of {RAMP:,}).
Delay: from the change to the event at which a cut is made, median over the streams; in brackets
how many streams had none. Cuts: mean number after the change, 1 is ideal. Error: how far the
position that `es.Change` tells is from the true one, median. A block is 32 events and the change
falls in the middle of one, so that 16 is the least of both. ADWIN: `es.ADWIN()` on the labels'
numbers, in the order of their shares, and in an arbitrary order. Left out are changes for which
all events after them are evidence of less than {VISIBLE} nats (neighbours of nearly equal shares
that change places): no test can find them. Seeds from {FIRST_SEED} on; the changes are in
tests/drift/changing_streams.py."""


@dataclass
class Cell:
    """One change of one mixture, and what came of it in all streams."""

    shares: str
    change: str
    k: int
    delays: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    by_order: list[float] = field(default_factory=list)
    by_other_order: list[float] = field(default_factory=list)

    def see(self, window: es.AdaptiveWindow) -> None:
        after = [change for change in window.changes if change.found > BEFORE]
        self.delays.append(after[0].found - BEFORE if after else NEVER)
        self.cuts.append(len(after))
        if after:
            self.errors.append(abs(after[0].position - BEFORE))

    def see_adwin(self, labels: np.ndarray, seed: int) -> None:
        numbers = (labels, in_another_order(labels, self.k, seed))
        for delays, codes in zip((self.by_order, self.by_other_order), numbers, strict=True):
            found = [change.found for change in adwin(codes, self.k).changes]
            delays.append(min((at - BEFORE for at in found if at > BEFORE), default=NEVER))


def report(*, quick: bool) -> Report:
    found = Report("adaptive/detection", "How soon changes are found", METHOD, 0)
    seeds = 5 if quick else 40
    cells = [run(cell, seeds) for cell in plan(quick)]
    summaries = [summary_table(cells), sureness_table(cells)]
    found.tables = [
        *summaries,
        table("Abrupt and gradual changes, Zipf", cells, ["zipf"], [*ABRUPT, GRADUAL]),
        table("Diffuse changes, Zipf", cells, ["zipf"], DIFFUSE),
        table("Other changes, Zipf", cells, ["zipf"], OTHER),
    ]
    found.tables += [
        table(f"Other shares: {name}", cells, [name], [*CHANGES, GRADUAL])
        for name in SHARES
        if name not in ("zipf", "skew")
    ]
    found.targets = targets(cells)
    found.figures = [figures_of(cell) for cell in cells]
    return found


def plan(quick: bool) -> Iterator[Cell]:
    sizes = dict.fromkeys(("geometric", "uniform", "two_level", "dirichlet"), (5, 50, 1000))
    if quick:
        sizes = dict.fromkeys(sizes, (50,))
    for name, many in {"zipf": (2, 5, 50, 1000, 10_000), **sizes}.items():
        for change in (*ABRUPT, GRADUAL, *DIFFUSE, *OTHER):
            yield from (Cell(name, change, k) for k in many if is_one(change, k, name))


def is_one(change: str, k: int, name: str) -> bool:
    """Return whether these shares can change so, and by enough for any test to see it."""
    if k == 2:
        return change in ("permute", "entropy", "small", "novel", GRADUAL)
    p, rng = SHARES[name](k, FIRST_SEED), np.random.default_rng(0)
    return AFTER * evidence(p, CHANGES.get(change, permute)(p, rng)) > VISIBLE


def run(cell: Cell, seeds: int) -> Cell:
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        labels = make(cell, seed)
        window = es.AdaptiveWindow()
        window.update_many(labels)
        cell.see(window)
        cell.see_adwin(labels, seed)
    progress(f"{cell.shares}, {cell.change}, {cell.k} labels: {shown(cell.delays)}")
    return cell


def make(cell: Cell, seed: int) -> np.ndarray:
    rng = np.random.default_rng([seed, cell.k, *cell.shares.encode(), *cell.change.encode()])
    p = SHARES[cell.shares](cell.k, seed)
    before = draw(p, BEFORE, rng)
    if cell.change == GRADUAL:
        return np.concatenate([before, ramp(p, rng)])
    return np.concatenate([before, draw(CHANGES[cell.change](p, rng), AFTER, rng)])


def ramp(p: Shares, rng: np.random.Generator) -> np.ndarray:
    return between(p, p[::-1], np.minimum(1, np.arange(AFTER) / RAMP), rng)


def shown(delays: Sequence[float]) -> str:
    """Return the median and the share of those that never came."""
    missed = sum(delay == NEVER for delay in delays) / len(delays)
    middle = median(delays)
    text = "never" if middle == NEVER else f"{middle:.0f}"
    return f"{text} ({missed:.0%})" if missed else text


def table(
    caption: str,
    cells: list[Cell],
    shares: Sequence[str],
    changes: Sequence[str],
) -> Table:
    rows = [
        (
            f"{cell.change}, {cell.k} labels",
            shown(cell.delays),
            f"{mean(cell.cuts):.2f}",
            f"{median(cell.errors):.0f}" if cell.errors else "",
            shown(cell.by_order),
            shown(cell.by_other_order),
        )
        for cell in cells
        if cell.shares in shares and cell.change in changes
    ]
    columns = ("change", "delay", "cuts", "error", "ADWIN", "ADWIN, other order")
    return Table(caption, columns, rows)


def summary_table(cells: list[Cell]) -> Table:
    """Return the delays of Zipf's shares, a row a change."""
    sizes = (2, 5, 50, 1000, 10_000)
    by_kind = {(cell.change, cell.k): cell for cell in cells if cell.shares == "zipf"}
    rows = []
    for change in (*ABRUPT, GRADUAL, *DIFFUSE, *OTHER):
        chosen = [by_kind.get((change, k)) for k in sizes]
        rows.append((change, *(shown(cell.delays) if cell else "" for cell in chosen)))
    columns = ("change", *(f"{k:,} labels" for k in sizes))
    return Table("Events until the change is found", columns, rows)


def sureness_table(cells: list[Cell]) -> Table:
    """Return how many cuts per change has and how far off its position is, over all of a kind."""
    rows = []
    for name in SHARES:
        for kind, changes in (("abrupt", ABRUPT), ("diffuse", DIFFUSE), ("other", OTHER)):
            chosen = [cell for cell in cells if cell.shares == name and cell.change in changes]
            if chosen:
                cuts = [many for cell in chosen for many in cell.cuts]
                errors = [error for cell in chosen for error in cell.errors]
                missed = sum(many == 0 for many in cuts) / len(cuts)
                far = f"{median(errors):.0f}", f"{np.quantile(errors, 0.9):.0f}"
                rows.append(
                    (f"{name}, {kind}", len(cuts), f"{missed:.1%}", f"{mean(cuts):.2f}", *far)
                )
    columns = (
        "changes",
        "streams",
        "missed",
        "cuts per change",
        "error, median",
        "nine in ten below",
    )
    return Table("Cuts per change, and where it is said to be", columns, rows)


def targets(cells: list[Cell]) -> list[Target]:
    sudden = [mean(cell.cuts) for cell in cells if cell.shares == "zipf" and cell.change in SUDDEN]
    what = "Zipf, abrupt and diffuse changes: mean cuts per change"
    return [Target(what, mean(sudden), 1.1, at_least=False)]


def figures_of(cell: Cell) -> dict[str, object]:
    return {
        "shares": cell.shares,
        "change": cell.change,
        "labels": cell.k,
        "streams": len(cell.delays),
        "delay": median(cell.delays),
        "missed": f"{sum(delay == NEVER for delay in cell.delays) / len(cell.delays):.3f}",
        "cuts": f"{mean(cell.cuts):.3f}",
        "error": median(cell.errors) if cell.errors else "",
        "adwin_delay": median(cell.by_order),
        "adwin_other_order_delay": median(cell.by_other_order),
    }
