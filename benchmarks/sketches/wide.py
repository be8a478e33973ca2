"""A stream of a hundred million distinct labels, in 16 and 64 KiB."""

from __future__ import annotations

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table

EVENTS = 100_000_000
SEEDS = 20
SIZES = ("16KiB", "64KiB")
METHOD = """\
{events:,} events, all with different labels: the entropy is log2 of their number. Root mean square
of the error over {seeds} seeds, in percent."""


def report(*, quick: bool) -> Report:
    events, seeds = (1_000_000, 2) if quick else (EVENTS, SEEDS)
    method = METHOD.format(events=events, seeds=seeds)
    found = Report("sketches/wide", "A hundred million distinct labels", method, 0)
    row = []
    for size in SIZES:
        errors = []
        for seed in range(seeds):
            sketch = es.EntropySketch(size, seed=seed)
            for first in range(0, events, 1_000_000):
                sketch.update_many(np.arange(first, first + 1_000_000))
            errors.append(100 * (sketch.entropy / np.log2(events) - 1))
        rms = float(np.sqrt(np.mean(np.square(errors))))
        row.append(f"{rms:.3f}")
        found.figures.append({"memory": size, "rms_percent": f"{rms:.4f}"})
        progress(f"{size}: {rms:.3f} %")
    found.tables = [Table("Error of the entropy, %", ("events", *SIZES), [(f"{events:,}", *row)])]
    return found
