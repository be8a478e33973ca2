"""How often 95 % intervals hold the truth, and how wide they are, over a grid of sources and n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

import entrostream as es
from benchmarks.confidence_sources import GRID, entropy, gini
from benchmarks.harness.report import Table

# n, and how many samples of it from sources of many labels; from others, 1000 of each.
SIZES = {100: 1000, 1000: 1000, 10_000: 1000, 100_000: 200, 1_000_000: 40}
MANY = 10_000
KINDS = ("normal", "interval", "labels known", "Gini normal", "Gini")
DEVIATIONS = 1.959964
# Shares of fewer reliable samples than these say nothing.
ENOUGH = 20


@dataclass
class Held:
    """The intervals of one kind: how many hold the true value, and how wide they are."""

    true: float
    widths: list[float] = field(default_factory=list)
    held: int = 0

    def see(self, low: float, high: float) -> bool:
        holds = low - 1e-12 <= self.true <= high + 1e-12
        self.held += holds
        self.widths.append(high - low)
        return holds

    @property
    def share(self) -> float:
        return self.held / len(self.widths)

    @property
    def width(self) -> float:
        return float(np.median(self.widths))


@dataclass
class Cell:
    """All samples of one size from one source."""

    source: str
    true: float
    n: int
    kinds: dict[str, Held]
    coverages: list[float] = field(default_factory=list)
    reliable: int = 0
    reliable_held: int = 0

    def see(self, tally: es.Tally, labels: int) -> None:
        estimate, index = tally.entropy_estimate(), tally.gini_estimate()
        self.kinds["normal"].see(*normal(estimate))
        holds = self.kinds["interval"].see(*estimate.interval())
        self.kinds["labels known"].see(*estimate.interval(labels=labels))
        self.kinds["Gini normal"].see(*normal(index))
        self.kinds["Gini"].see(*index.interval())
        self.coverages.append(estimate.coverage)
        self.reliable += estimate.reliable
        self.reliable_held += estimate.reliable and holds

    @property
    def samples(self) -> int:
        return len(self.coverages)

    @property
    def reliable_share(self) -> float | None:
        return self.reliable_held / self.reliable if self.reliable >= ENOUGH else None


def normal(estimate: es.Estimate) -> tuple[float, float]:
    """Return the interval of the textbooks."""
    half = DEVIATIONS * estimate.standard_error
    return estimate.value - half, estimate.value + half


def cells(*, quick: bool) -> Iterator[Cell]:
    for source, make in GRID.items():
        p = make()
        for n, samples in SIZES.items():
            enough = samples if len(p) > MANY else 1000
            yield cell(source, p, n, 20 if quick else enough)


def cell(source: str, p: np.ndarray, n: int, samples: int) -> Cell:
    true, index = entropy(p), gini(p)
    found = Cell(source, true, n, {k: Held(index if "Gini" in k else true) for k in KINDS})
    rng = np.random.default_rng([n, *source.encode()])
    edges = np.cumsum(p) / p.sum()
    for _ in range(samples):
        tally = es.Tally()
        tally.update_many(draw(rng, p, edges, n))
        found.see(tally, len(p))
    return found


def draw(rng: np.random.Generator, p: np.ndarray, edges: np.ndarray, n: int) -> np.ndarray:
    """Return n independent labels, by the cheaper of two ways."""
    if 8 * n > len(p):
        return np.repeat(np.arange(len(p)), rng.multinomial(n, p))
    return np.minimum(np.searchsorted(edges, rng.random(n), side="right"), len(p) - 1)


def worst_table(found: list[Cell]) -> Table:
    """Return the least share over all n, one row per source."""
    rows = []
    for source in dict.fromkeys(cell.source for cell in found):
        mine = [cell for cell in found if cell.source == source]
        least = [min(cell.kinds[kind].share for cell in mine) for kind in KINDS]
        reliable = [cell.reliable_share for cell in mine if cell.reliable_share is not None]
        first = next((f"{c.n:,}" for c in mine if 2 * c.reliable > c.samples), "-")
        cells = [f"{share:.3f}" for share in least]
        cells[2:2] = [f"{min(reliable):.3f}" if reliable else "-", first]
        rows.append((f"{source} ({mine[0].true:.2f} bits)", *cells))
    columns = ("source", *KINDS[:2], "of the reliable", "reliable from n", *KINDS[2:])
    return Table("Least share of 95 % intervals that hold the true value, over n", columns, rows)


def covers_table(found: list[Cell]) -> Table:
    rows = []
    for each in found:
        shares = [f"{held.share:.3f}" for held in each.kinds.values()]
        among = "-" if each.reliable_share is None else f"{each.reliable_share:.3f}"
        shares[2:2] = [among, f"{each.reliable / each.samples:.2f}"]
        rows.append((each.source, f"{each.n:,}", f"{np.mean(each.coverages):.3f}", *shares))
    columns = ("source", "n", "coverage", *KINDS[:2], "of the reliable", "reliable", *KINDS[2:])
    return Table("Share of 95 % intervals that hold the true value", columns, rows)


def widths_table(found: list[Cell]) -> Table:
    rows = []
    for each in found:
        widths = [held.width for held in each.kinds.values()]
        rows.append((each.source, f"{each.n:,}", *map(shown, widths)))
    return Table("Median width of the 95 % intervals", ("source", "n", *KINDS), rows)


def shown(width: float) -> str:
    return f"{width:.3g}" if isfinite(width) else "inf"


def figures(found: list[Cell]) -> Iterator[dict[str, object]]:
    for each in found:
        for kind, held in each.kinds.items():
            yield {
                "source": each.source,
                "n": each.n,
                "method": kind,
                "samples": each.samples,
                "true": f"{held.true:.6f}",
                "coverage": f"{np.mean(each.coverages):.4f}",
                "covers": f"{held.share:.4f}",
                "width": shown(held.width),
                "reliable": f"{each.reliable / each.samples:.4f}",
            }
