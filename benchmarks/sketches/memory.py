"""The memory of a tally and of a sketch per distinct label."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table

LABELS = 2_000_000
SUMMARIES = {"Tally": "es.Tally()", 'EntropySketch("64KiB")': 'es.EntropySketch("64KiB")'}
KINDS = {
    "64-bit integers": "np.arange(first, first + 10_000) * 2_654_435_761",
    'strings such as "10.1.2.3"': (
        '[f"10.{i >> 16}.{i >> 8 & 255}.{i & 255}" for i in range(first, first + 10_000)]'
    ),
}
METHOD = """\
The growth of the resident memory of a fresh process while a summary takes in {labels:,} labels, all
distinct, 10,000 at a time; ten thousand labels go into another summary before. The median of
{rounds} processes."""

# The batches are not kept, so what grows is the summary.
PROGRAM = """\
import numpy as np
import entrostream as es

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

def fill(summary, labels):
    for first in range(0, labels, 10_000):
        summary.update_many({batch})
    return summary

fill({summary}, 10_000)
before = resident()
filled = fill({summary}, {labels})
print(resident() - before)
"""


def report(*, quick: bool) -> Report:
    labels, rounds = (100_000, 1) if quick else (LABELS, 3)
    method = METHOD.format(labels=labels, rounds=rounds)
    found = Report("sketches/memory", "Memory of a tally and of a sketch", method, 0)
    rows = []
    for name, summary in SUMMARIES.items():
        grown = {kind: growth(summary, batch, labels, rounds) for kind, batch in KINDS.items()}
        rows.append((f"`es.{name}`", *(shown(each, labels) for each in grown.values())))
        found.figures += [
            {"summary": name, "labels": kind, "bytes_per_label": f"{each / labels:.2f}"}
            for kind, each in grown.items()
        ]
        progress(f"{name}: {grown}")
    found.tables = [Table("Memory per distinct label", ("", *KINDS), rows)]
    return found


def growth(summary: str, batch: str, labels: int, rounds: int) -> int:
    program = PROGRAM.format(summary=summary, batch=batch, labels=labels)
    grown = [int(output_of(program)) for _ in range(rounds)]
    return sorted(grown)[rounds // 2]


def output_of(program: str) -> str:
    # Away from the repository, whose package is not the one installed.
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout


def shown(grown: int, labels: int) -> str:
    per_label = grown / labels
    return f"{per_label:.0f} bytes" if per_label >= 1 else f"{grown / 1024:.0f} KiB in total"
