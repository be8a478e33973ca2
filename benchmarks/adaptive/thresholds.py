"""The thresholds that the statistics of found changes exceeded, by the number of labels."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

import entrostream as es
from benchmarks.adaptive.detection import AFTER, BEFORE, FIRST_SEED, is_one
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from tests.drift.changing_streams import CHANGES, SHARES, draw

SEEDS = 10
SIZES = (2, 5, 50, 1000, 10_000)
STATISTICS = {
    "label": "one label changes",
    "frequency": "rare labels change relative to frequent ones",
    "sum": "many labels change",
}

METHOD = f"""\
{BEFORE:,} events with label frequencies by Zipf's law, then {AFTER:,} after one of the
{len(CHANGES)} sudden changes of adaptive/detection, {{seeds}} streams for each, default `rate`. The
least and the greatest `threshold` in nats of the first change found after event {BEFORE:,}, by
the statistic that found it; empty where it found none first. Seeds from {FIRST_SEED} on."""


@dataclass
class Cell:
    """What one statistic found first, of one number of labels."""

    thresholds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.thresholds:
            return ""
        low, high = f"{min(self.thresholds):.0f}", f"{max(self.thresholds):.0f}"
        return low if low == high else f"{low} to {high}"


def report(*, quick: bool) -> Report:
    seeds = 1 if quick else SEEDS
    method = METHOD.format(seeds=seeds)
    found = Report("adaptive/thresholds", "Thresholds of the changes found", method, 0)
    cells = {(statistic, k): Cell() for k in SIZES for statistic in STATISTICS}
    for k in SIZES:
        for name in CHANGES:
            if is_one(name, k, "zipf"):
                for seed in range(FIRST_SEED, FIRST_SEED + seeds):
                    see(cells, k, name, seed)
        progress(f"{k} labels: {', '.join(str(cells[each, k]) for each in STATISTICS)}")
    rows = [
        (f'`"{statistic}"`: {what}', *(cells[statistic, k] for k in SIZES))
        for statistic, what in STATISTICS.items()
    ]
    columns = ("statistic", *(f"{k:,} labels" for k in SIZES))
    found.tables = [Table("Thresholds, nats", columns, rows)]
    found.figures = [
        {
            "statistic": statistic,
            "labels": k,
            "changes": len(cell.thresholds),
            "least": f"{min(cell.thresholds):.2f}" if cell.thresholds else "",
            "most": f"{max(cell.thresholds):.2f}" if cell.thresholds else "",
        }
        for (statistic, k), cell in cells.items()
    ]
    return found


def see(cells: dict[tuple[str, int], Cell], k: int, name: str, seed: int) -> None:
    rng = np.random.default_rng([seed, k, *name.encode()])
    p = SHARES["zipf"](k, seed)
    window = es.AdaptiveWindow()
    window.update_many(np.r_[draw(p, BEFORE, rng), draw(CHANGES[name](p, rng), AFTER, rng)])
    after = [change for change in window.changes if change.found > BEFORE]
    if after:
        cells[after[0].statistic, k].thresholds.append(after[0].threshold)
