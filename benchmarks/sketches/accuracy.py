"""How far the entropy of a sketch is from the exact one, and whether its intervals hold it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from benchmarks.sketches.streams import HARD_TO_COUNT, STREAMS, Labels, stream

EVENTS = 2_000_000
SEEDS = 44
SIZES = {"4 KiB": 4096, "16 KiB": 16384, "64 KiB": 65536}
PLAIN = "reservoir sample"

METHOD = """\
{events:,} events of each stream, up to a million and more distinct labels, through
`EntropySketch(memory, seed=...)` with {seeds} seeds. Error: root mean square of the difference
from the exact entropy, in percent of it; 0 where all labels fit and the sketch is exact. For
comparison, the entropy of a uniform sample of as many labels as fit into the memory with 8 bytes
each ({plain}, plug-in estimate). Intervals: the share of runs that were not exact whose 95 %
interval held the exact value."""


@dataclass
class Cell:
    """The runs of one stream at one size."""

    truth: float
    errors: list[float] = field(default_factory=list)
    stated: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)  # of runs that were not exact
    sampled: list[float] = field(default_factory=list)

    def rms(self, errors: list[float]) -> float:
        return 100 * float(np.sqrt(np.mean(np.square(errors)))) / self.truth


def report(*, quick: bool) -> Report:
    events, seeds = (100_000, 4) if quick else (EVENTS, SEEDS)
    method = METHOD.format(events=events, seeds=seeds, plain=PLAIN)
    found = Report("sketches/accuracy", "Accuracy of entropy sketches", method, 0)
    cells = {}
    for name in (*STREAMS, *HARD_TO_COUNT):
        labels = stream(name, events)
        truth = es.Tally(labels).entropy
        for size, memory in SIZES.items():
            cells[name, size] = run(labels, truth, memory, seeds)
        progress(
            f"{name}: "
            + ", ".join(
                f"{cells[name, size].rms(cells[name, size].errors):.3f} %" for size in SIZES
            )
        )
    found.tables = [
        errors_table("Error of the entropy, %", STREAMS, cells),
        errors_table("Error where it is largest, %", HARD_TO_COUNT, cells),
        sample_table(cells),
        intervals_table(cells),
    ]
    found.figures = [
        {
            "stream": name,
            "memory": SIZES[size],
            "entropy": f"{cell.truth:.6f}",
            "rms_percent": f"{cell.rms(cell.errors):.4f}",
            "stated_percent": f"{cell.rms(cell.stated):.4f}",
            "sample_percent": f"{cell.rms(cell.sampled):.4f}",
            "runs": len(cell.held),
            "inside": sum(cell.held),
        }
        for (name, size), cell in cells.items()
    ]
    return found


def run(labels: Labels, truth: float, memory: int, seeds: int) -> Cell:
    cell = Cell(truth)
    for seed in range(seeds):
        sketch = es.EntropySketch(memory, seed=seed)
        sketch.update_many(labels)
        assert sketch.nbytes <= memory
        estimate = sketch.entropy_estimate()
        cell.errors.append(estimate.value - truth)
        cell.stated.append(estimate.standard_error)
        if not sketch.is_exact:
            low, high = estimate.interval()
            cell.held.append(low <= truth <= high)
        if seed < 4:
            sample = np.random.default_rng(seed).choice(labels, memory // 8, replace=False)
            cell.sampled.append(es.entropy(sample) - truth)
    return cell


def errors_table(title: str, names: Iterable[str], cells: dict[tuple[str, str], Cell]) -> Table:
    rows = [
        (
            name,
            f"{cells[name, '4 KiB'].truth:.4g}",
            *(f"{cells[name, size].rms(cells[name, size].errors):.2f}" for size in SIZES),
        )
        for name in names
    ]
    return Table(title, ("stream", "entropy, bits", *SIZES), rows)


def sample_table(cells: dict[tuple[str, str], Cell]) -> Table:
    rows = [
        (name, *(f"{cells[name, size].rms(cells[name, size].sampled):.2f}" for size in SIZES))
        for name in STREAMS
    ]
    return Table("Error of a sample of the same size, %", ("stream", *SIZES), rows)


def intervals_table(cells: dict[tuple[str, str], Cell]) -> Table:
    rows = []
    for size in (*SIZES, "all"):
        held = [
            each for (_, of), cell in cells.items() if size in (of, "all") for each in cell.held
        ]
        rows.append((size, f"{len(held):,}", f"{100 * np.mean(held):.1f}"))
    return Table(
        "Intervals of 95 % that hold the exact value", ("memory", "runs", "share, %"), rows
    )
