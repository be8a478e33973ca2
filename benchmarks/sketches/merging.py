"""What merging costs: sixteen sketches of parts of a stream against one of the whole."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from benchmarks.sketches.streams import Labels, stream

EVENTS = 2_000_000
SEEDS = 16
SHARDS = 16
MEMORY = "64KiB"
STREAMS = ("uniform", "Zipf 1.0", "Zipf 1.5", "drift", "frequent labels last", "network traffic")

METHOD = f"""\
{{events:,}} events in {SHARDS} parts, each with a sketch of {MEMORY} and the same seed, merged one
after the other; parts of consecutive events, and parts by label. Root mean square of the error in
bits over {{seeds}} seeds."""


def report(*, quick: bool) -> Report:
    events, seeds = (100_000, 4) if quick else (EVENTS, SEEDS)
    method = METHOD.format(events=events, seeds=seeds)
    found = Report("sketches/merging", "Merging entropy sketches", method, 0)
    rows = []
    for name in STREAMS:
        errors = run(stream(name, events), seeds)
        rms = {how: float(np.sqrt(np.mean(np.square(each)))) for how, each in errors.items()}
        found.figures.append(
            {"stream": name, **{how: f"{value:.5f}" for how, value in rms.items()}}
        )
        rows.append((name, *(f"{value:.4f}" for value in rms.values())))
        progress(f"{name}: {rms}")
    columns = ("stream", "one sketch", "consecutive parts", "parts by label")
    found.tables = [Table("Error of the entropy, bits", columns, rows)]
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


def sketched(labels: Labels, seed: int) -> es.EntropySketch:
    sketch = es.EntropySketch(MEMORY, seed=seed)
    sketch.update_many(labels)
    return sketch
