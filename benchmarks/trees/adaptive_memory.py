"""Memory of the adaptive trees over ten million rows of ever new concepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import concept_streams, ours
from benchmarks.trees.concept_streams import MIXED
from benchmarks.trees.streams import progress
from entrostream import tree

MIB = 1 << 20
ROWS, PERIOD, READ_EVERY = 10_000_000, 100_000, 10_000
QUICK_ROWS, QUICK_PERIOD = 400_000, 20_000
LIMITS = (None, 1.0, 0.25)  # MiB
GROWTH = 1.1  # how much larger the second half may be than the first
DEPTH, SEED = 5, 1
NOT_FLAT = "VFDT"  # never prunes, for comparison

METHOD = f"""\
{{rows:,}} rows of 3 numeric and 3 nominal attributes; every {{period:,}} rows a new random tree of
depth {DEPTH} labels them, with 5 % noise. `nbytes`, which counts everything that the tree holds,
alternates included, is read every {READ_EVERY:,} rows, without and with `memory_limit`. Growth: the
largest reading of the second half of the rows over that of the first half. Accuracy is prequential.
`VFDTClassifier`, which never prunes, is there for comparison."""


@dataclass
class Run:
    """A tree under a limit, with what it held after each READ_EVERY rows."""

    which: str
    limit: float | None
    held: list[int] = field(default_factory=list)
    right: int = 0
    leaves: int = 0

    @property
    def most(self) -> float:
        return max(self.held) / MIB

    @property
    def growth(self) -> float:
        half = len(self.held) // 2
        return max(self.held[half:]) / max(self.held[:half])

    @property
    def name(self) -> str:
        return f"{self.which}, {'no limit' if self.limit is None else f'{self.limit:g} MiB'}"

    @property
    def accuracy(self) -> float:
        return 100 * self.right / (len(self.held) * READ_EVERY)


def report(*, quick: bool) -> Report:
    rows, period = (QUICK_ROWS, QUICK_PERIOD) if quick else (ROWS, PERIOD)
    method = METHOD.format(rows=rows, period=period)
    found = Report("trees/adaptive_memory", "Memory of the adaptive trees", method, 0)
    runs = [measure(which, limit, rows, period) for which in ours.TREES for limit in LIMITS]
    found.tables = [table(runs)]
    found.targets = targets(runs)
    found.figures = [row for run in runs for row in figures_of(run)]
    return found


def measure(which: str, limit: float | None, rows: int, period: int) -> Run:
    run = Run(which, limit)
    nominal = [place for place, values in enumerate(MIXED) if values]
    given = {} if limit is None else {"memory_limit": int(limit * MIB)}
    model = getattr(tree, ours.TREES[which])(nominal_attributes=nominal, **given)
    for columns, labels in chunks(rows, period):
        found = tree.prequential(model, columns, labels, every=READ_EVERY, progress=False)
        run.right += round(found.accuracy[-1] * READ_EVERY)
        run.held.append(model.nbytes)
    run.leaves = model.n_leaves
    progress(f"{run.name}: at most {run.most:.3f} MiB, growth {run.growth:.2f}")
    return run


def chunks(rows: int, period: int) -> Iterator[tuple[dict[int, np.ndarray], np.ndarray]]:
    """Give READ_EVERY rows at a time."""
    random = np.random.default_rng(SEED)
    for at in range(0, rows, READ_EVERY):
        x = concept_streams.rows_of(random, MIXED, READ_EVERY)
        y = concept_streams.concept((SEED, at // period), x, MIXED, 2, depth=DEPTH)
        columns = {
            place: x[:, place].astype(np.int64) if values else np.ascontiguousarray(x[:, place])
            for place, values in enumerate(MIXED)
        }
        yield columns, concept_streams.noisy(random, y, 2)


def table(runs: list[Run]) -> Table:
    rows = [
        (
            run.name,
            f"{run.growth:.2f}",
            f"{run.most:.3f}",
            *(f"{held / MIB:.3f}" for held in quarters(run)),
            f"{run.accuracy:.1f}",
            f"{run.leaves:,}",
        )
        for run in runs
    ]
    columns = ("tree, limit", "growth", "most", *(f"after {each} / 4" for each in range(1, 5)))
    return Table("MiB held", (*columns, "accuracy, %", "leaves"), rows)


def quarters(run: Run) -> list[int]:
    return [run.held[len(run.held) * part // 4 - 1] for part in range(1, 5)]


def targets(runs: list[Run]) -> list[Target]:
    flat = [
        Target(f"{run.name}: growth", run.growth, GROWTH, at_least=False)
        for run in runs
        if run.which != NOT_FLAT
    ]
    below = [
        Target(f"{run.name}: MiB held", run.most, run.limit, at_least=False)
        for run in runs
        if run.limit is not None
    ]
    return flat + below


def figures_of(run: Run) -> list[dict[str, object]]:
    """Return the largest reading of each hundredth of the rows."""
    parts = np.array_split(np.array(run.held), min(100, len(run.held)))
    ends = np.cumsum([len(part) for part in parts]) * READ_EVERY
    return [
        {
            "tree": run.which,
            "limit_mib": "" if run.limit is None else run.limit,
            "rows": int(end),
            "most_bytes": int(part.max()),
            "accuracy_of_all_rows": f"{run.accuracy:.3f}",
        }
        for part, end in zip(parts, ends, strict=True)
    ]
