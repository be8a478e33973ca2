"""The error of the entropy against the memory, for each method of `es.EntropySketch`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from time import process_time_ns

import numpy as np

import entrostream as es
from benchmarks.harness.report import Report, Table
from benchmarks.sketches.streams import Labels, stream

EVENTS = 2_000_000
STREAMS = ("uniform", "Zipf 0.8", "Zipf 1.0", "Zipf 1.5", "one label of 99 %", "network traffic")
MEMORY = tuple(1024 * size for size in (4, 16, 64, 256))
# Its error is the same on every stream and known, and an event costs 0.4 ns per register.
MOST_DENSE = 65536
DENSE, RESERVOIR = "clifford_cosma", "reservoir"
METHODS = ("hcc", "ccm07", "cdm06", DENSE, RESERVOIR)
TIMED, ROUNDS = 200_000, 5

METHOD = """\
{events:,} events of each stream, {seeds} seeds; a sketch of `method=` in the memory given. Error:
root mean square of estimate - H, as a share of H, the entropy of the events. Reservoir: the plug-in
entropy of a uniform sample without replacement of as many events as there are words of eight bytes.
Of clifford_cosma up to 64 KiB. Interval: the share of runs whose 95 % interval,
value +- (1.96 standard errors + bias bound), holds H, over all streams and sizes, of the runs that
were not exact. Cost: CPU time of `update_many` of {timed:,} integers into an empty sketch of
64 KiB, the least of {rounds} rounds."""


@dataclass
class Cell:
    """What one method gave for one stream in one size of memory."""

    stream: str
    method: str
    memory: int
    true: float
    errors: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    @property
    def relative(self) -> float:
        return sqrt(float(np.mean(np.square(self.errors)))) / self.true


def report(*, quick: bool) -> Report:
    events, seeds = (100_000, 3) if quick else (EVENTS, 12)
    timed = TIMED // 10 if quick else TIMED
    method = METHOD.format(events=events, seeds=seeds, timed=timed, rounds=ROUNDS)
    found = Report("sketches/methods", "Methods of the entropy sketch", method, 0)
    cells = [cell for name in STREAMS for cell in measured(name, events, seeds)]
    errors = [error_table(cells, name) for name in STREAMS]
    found.tables = [*errors, interval_table(cells), cost_table(timed)]
    found.figures = [figure_of(cell) for cell in cells]
    return found


def measured(name: str, events: int, seeds: int) -> Iterator[Cell]:
    labels = stream(name, events)
    true = entropy(labels)
    for method in METHODS:
        estimate = reservoir(labels) if method == RESERVOIR else sketched(labels, method)
        for memory in MEMORY:
            if method == DENSE and memory > MOST_DENSE:
                continue
            cell = Cell(name, method, memory, true)
            for seed in range(1, seeds + 1):
                estimate(cell, seed)
            yield cell


def sketched(labels: Labels, method: str) -> Callable[[Cell, int], None]:
    """Return what adds to a cell the error of a sketch, with its interval."""
    distinct, counts = np.unique(labels, return_counts=True)

    def estimate(cell: Cell, seed: int) -> None:
        sketch = es.EntropySketch(cell.memory, seed=seed, method=method)
        if method == DENSE:  # linear: all events of a label at once give the same registers
            sketch.update_many(distinct, counts)
        else:
            sketch.update_many(labels)
        found = sketch.entropy_estimate()
        cell.errors.append(found.value - cell.true)
        if not sketch.is_exact:
            low, high = found.interval(0.95)
            cell.held.append(low <= cell.true <= high)

    return estimate


def reservoir(labels: Labels) -> Callable[[Cell, int], None]:
    def estimate(cell: Cell, seed: int) -> None:
        size = min(len(labels), cell.memory // 8)
        chosen = np.random.default_rng(seed).choice(len(labels), size, replace=False, shuffle=False)
        cell.errors.append(entropy(labels[chosen]) - cell.true)

    return estimate


def entropy(labels: Labels) -> float:
    """Return the plug-in entropy, in bits."""
    return float(es.entropy(labels))


def error_table(cells: list[Cell], name: str) -> Table:
    mine = {(cell.method, cell.memory): cell for cell in cells if cell.stream == name}
    rows = []
    for method in METHODS:
        row = [mine.get((method, memory)) for memory in MEMORY]
        rows.append((method, *(percent(cell.relative) if cell else "" for cell in row)))
    (true,) = {cell.true for cell in mine.values()}
    columns = ("method", *(f"{memory // 1024} KiB" for memory in MEMORY))
    return Table(f"Error over H, {name}, H = {true:.4g} bits", columns, rows)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.995 else f"{100 * share:.2g} %"


def interval_table(cells: list[Cell]) -> Table:
    rows = []
    for method in METHODS:
        held = [each for cell in cells if cell.method == method for each in cell.held]
        if held:
            rows.append((method, len(held), f"{np.mean(held):.3f}"))
    return Table("95 % intervals", ("method", "runs", "hold H"), rows)


def cost_table(events: int) -> Table:
    streams = [stream(name, events) for name in STREAMS]
    rows = [
        (method, *(f"{nanoseconds(method, labels):,.0f}" for labels in streams))
        for method in METHODS
        if method != RESERVOIR
    ]
    return Table("Nanoseconds per event, 64 KiB", ("method", *STREAMS), rows)


def nanoseconds(method: str, labels: Labels) -> float:
    rounds = []
    for _ in range(ROUNDS):
        sketch = es.EntropySketch("64KiB", method=method)
        start = process_time_ns()
        sketch.update_many(labels)
        rounds.append(process_time_ns() - start)
    return min(rounds) / len(labels)


def figure_of(cell: Cell) -> dict[str, object]:
    return {
        "stream": cell.stream,
        "method": cell.method,
        "memory": cell.memory,
        "true": f"{cell.true:.6f}",
        "runs": len(cell.errors),
        "bias": f"{np.mean(cell.errors):.6f}",
        "rms_error": f"{sqrt(np.mean(np.square(cell.errors))):.6f}",
        "relative": f"{cell.relative:.6g}",
        "held": f"{np.mean(cell.held):.3f}" if cell.held else "",
    }
