"""What merging costs: sixteen sketches of parts of a stream against one of the whole."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from benchmarks.sketches.streams import HARD_TO_MERGE, STREAMS, Labels, stream

EVENTS = 2_000_000
SEEDS = 200
SHARDS = 16
MEMORY = "64KiB"
SPREAD_SIZES = ("4KiB", "64KiB")
SPREAD_SEEDS = 4
SAME = 1e-12  # bits

METHOD = f"""\
{{events:,}} events in {SHARDS} parts, each with a sketch of {MEMORY} and the same seed, merged one
after the other; parts of consecutive events, and parts by label. Root mean square of the error in
bits over {{seeds}} seeds. Spread: the parts of consecutive events with sketches of
{" and ".join(SPREAD_SIZES)}, {SPREAD_SEEDS} seeds each, merged in turn from the first to the last;
the same with the two sides of every merge exchanged; in another order, from the last to the first;
and in another grouping, neighbours first. How many of the runs have the same answer within {SAME}
bits, and the largest difference in standard errors of the estimate."""


def report(*, quick: bool) -> Report:
    events, seeds = (100_000, 4) if quick else (EVENTS, SEEDS)
    method = METHOD.format(events=events, seeds=seeds)
    found = Report("sketches/merging", "Merging entropy sketches", method, 0)
    rows = []
    for name in (*STREAMS, *HARD_TO_MERGE):
        errors = run(stream(name, events), seeds)
        rms = {how: float(np.sqrt(np.mean(np.square(each)))) for how, each in errors.items()}
        found.figures.append(
            {"stream": name, **{how: f"{value:.5f}" for how, value in rms.items()}}
        )
        rows.append((name, *(f"{value:.4f}" for value in rms.values())))
        progress(f"{name}: {rms}")
    columns = ("stream", "one sketch", "consecutive parts", "parts by label")
    found.tables = [Table("Error of the entropy, bits", columns, rows), spread_table(events)]
    return found


def run(labels: Labels, seeds: int) -> dict[str, list[float]]:
    truth = es.Tally(labels).entropy
    errors: dict[str, list[float]] = {"one": [], "consecutive": [], "by label": []}
    by_label = [labels[labels % SHARDS == part] for part in range(SHARDS)]
    for seed in range(seeds):
        errors["one"].append(sketched(labels, seed).entropy - truth)
        consecutive = (sketched(part, seed) for part in np.array_split(labels, SHARDS))
        errors["consecutive"].append(reduce(add, consecutive).entropy - truth)
        errors["by label"].append(
            reduce(add, (sketched(part, seed) for part in by_label)).entropy - truth
        )
    return errors


def sketched(labels: Labels, seed: int, memory: str = MEMORY) -> es.EntropySketch:
    sketch = es.EntropySketch(memory, seed=seed)
    sketch.update_many(labels)
    return sketch


def spread_table(events: int) -> Table:
    found: dict[str, list[float]] = {}
    for name in STREAMS:
        parts = np.array_split(stream(name, events), SHARDS)
        for memory in SPREAD_SIZES:
            for seed in range(SPREAD_SEEDS):
                for how, difference in spread([sketched(part, seed, memory) for part in parts]):
                    found.setdefault(how, []).append(difference)
        progress(f"spread, {name}")
    rows = [
        (
            how,
            f"{len(differences)}",
            f"{sum(each == 0 for each in differences)}",
            f"{max(differences):.2f}",
        )
        for how, differences in found.items()
    ]
    return Table(
        "Spread of merged answers", ("merged", "runs", "same", "most, standard errors"), rows
    )


def spread(parts: list[es.EntropySketch]) -> list[tuple[str, float]]:
    """Return how far the answer is from that of the usual order, in standard errors; 0 if same."""
    usual = reduce(add, parts).entropy_estimate()
    merged = {
        "sides exchanged": reduce(lambda whole, part: part + whole, parts),
        "another order": reduce(add, parts[::-1]),
        "another grouping": by_neighbours(parts),
    }
    differences = {how: abs(each.entropy - usual.value) for how, each in merged.items()}
    return [
        (how, 0.0 if each <= SAME else each / usual.standard_error)
        for how, each in differences.items()
    ]


def by_neighbours(parts: list[es.EntropySketch]) -> es.EntropySketch:
    while len(parts) > 1:
        parts = [left + right for left, right in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]
