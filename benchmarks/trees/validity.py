"""Splits on noise: how many streams of it are ever split, with a split attempt after every row."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, streams
from benchmarks.trees.stream_files import write_bin
from benchmarks.trees.streams import Stream, progress

ROWS = 20_000
STREAMS = 400
FIRST_SEED = 710_000
BY_DELTA = (1e-3, 0.05, 0.2)
EXPLORING = "evidence, 1e-3, exploring"
PRICE = ("agrawal", "agrawal_s2", "rbf", "hyperplane", "led", "sea")

RULES = {
    **{
        f"evidence, {delta:g}": {"delta": delta, "explore": 0, "split_schedule": "lazy"}
        for delta in BY_DELTA
    },
    EXPLORING: {},
    "Hoeffding, 1e-7, every 200": {
        "rule": "hoeffding",
        "delta": 1e-7,
        "split_schedule": "grace_period",
    },
    "Hoeffding, 1e-7, every row": {"rule": "hoeffding", "delta": 1e-7},
}

METHOD = f"""\
{STREAMS} streams per setting of {ROWS:,} rows each whose attributes say nothing about the class;
the share of them in which the tree ever split, and the mean number of leaves. The schedule is the
lazy one, which grows the same tree as a split attempt after every row: trees/schedule. With
exploration off the evidence rule guarantees a share of at most delta. Exploration, on by default,
splits leaves without evidence on purpose, rarer and rarer. Seeds from {FIRST_SEED}. The second
table says what exploration brings and costs where there is something to learn."""


@dataclass
class Noise:
    """Attributes and classes that have nothing to do with each other."""

    numeric: int
    nominal: int
    values: int
    classes: int
    first: float  # probability of the first class; the others share the rest
    split: dict[str, int] = field(default_factory=dict)
    leaves: dict[str, int] = field(default_factory=dict)
    streams: int = 0

    def __str__(self) -> str:
        kinds = [f"{self.numeric} numeric"] if self.numeric else []
        kinds += [f"{self.nominal} of {self.values} values"] if self.nominal else []
        return f"{', '.join(kinds)}; {self.classes} classes, first {self.first:.0%}"

    def draw(self, path: Path, seed: int) -> None:
        rng = np.random.default_rng(seed)
        numbers = rng.random((ROWS, self.numeric))
        codes = rng.integers(max(self.values, 1), size=(ROWS, self.nominal))
        rest = (1 - self.first) / (self.classes - 1)
        shares = [self.first] + [rest] * (self.classes - 1)
        labels = rng.choice(self.classes, size=ROWS, p=shares)
        kinds = [0] * self.numeric + [self.values] * self.nominal
        write_bin(path, kinds, self.classes, np.hstack([numbers, codes]), labels)


def report(*, quick: bool) -> Report:
    found = Report("trees/validity", "Splits on noise", METHOD, 0)
    many = 20 if quick else STREAMS
    cells = [run(noise, many) for noise in settings()]
    price = [what_it_costs(each, quick) for each in streams.all_of(PRICE)]
    found.tables = [table(cells), price_table(price)]
    found.targets = [
        Target(f"{cell}, delta {delta:g}: % ever split", share(cell, delta), 100 * delta, False)
        for cell in cells
        for delta in BY_DELTA
    ]
    found.figures = [figures_of(cell, rule) for cell in cells for rule in RULES]
    return found


def settings() -> list[Noise]:
    return [
        Noise(10, 0, 0, 2, 0.5),
        Noise(10, 0, 0, 2, 0.95),
        Noise(0, 1, 2, 2, 0.5),
        Noise(0, 10, 2, 2, 0.5),
        Noise(0, 10, 20, 2, 0.5),
        Noise(5, 5, 5, 5, 0.2),
        Noise(5, 5, 2, 10, 0.1),
    ]


def run(noise: Noise, many: int) -> Noise:
    with TemporaryDirectory() as folder:
        stream = Stream("noise", Path(folder))
        for seed in range(FIRST_SEED, FIRST_SEED + many):
            noise.draw(stream.bin, seed)
            for rule, options in RULES.items():
                # Majority class leaves: the splits are the same, the run is faster.
                made = ours.run(stream, leaf_prediction="mc", **options)
                noise.split[rule] = noise.split.get(rule, 0) + (made["splits"] > 0)
                noise.leaves[rule] = noise.leaves.get(rule, 0) + made["leaves"]
            noise.streams += 1
    progress(f"{noise}: {noise.split}")
    return noise


def share(cell: Noise, delta: float) -> float:
    """Return the percentage of streams ever split."""
    return 100 * cell.split[f"evidence, {delta:g}"] / cell.streams


def what_it_costs(stream: Stream, quick: bool) -> tuple[str, dict, dict]:
    rows = streams.QUICK_ROWS if quick else None
    return stream.name, ours.run(stream, rows=rows), ours.run(stream, rows=rows, explore=0)


def table(cells: list[Noise]) -> Table:
    rows = [
        (
            cell,
            *(
                f"{cell.split[rule] / cell.streams:.1%}, {cell.leaves[rule] / cell.streams:.1f}"
                for rule in RULES
            ),
        )
        for cell in cells
    ]
    return Table("Streams of noise ever split, mean leaves", ("noise", *RULES), rows)


def price_table(price: list[tuple[str, dict, dict]]) -> Table:
    rows = [
        (
            name,
            f"{on['accuracy']:.1f}",
            f"{off['accuracy']:.1f}",
            f"{on['leaves']:,}",
            f"{off['leaves']:,}",
            on["explorations"],
        )
        for name, on, off in price
    ]
    columns = ("stream", "exploring", "not", "leaves exploring", "leaves not", "explorations")
    return Table("What exploration brings, accuracy in %", columns, rows)


def figures_of(cell: Noise, rule: str) -> dict[str, object]:
    return {
        "numeric": cell.numeric,
        "nominal": cell.nominal,
        "values": cell.values,
        "classes": cell.classes,
        "first": cell.first,
        "rule": rule,
        "streams": cell.streams,
        "split": cell.split[rule],
        "leaves": f"{cell.leaves[rule] / cell.streams:.3f}",
    }
