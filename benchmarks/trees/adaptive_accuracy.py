"""How accurate the adaptive trees are compared with the peers' and with simple baselines."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import baselines, peers, streams
from benchmarks.trees.adaptive_learners import (
    BASELINES,
    EVERYONE,
    PEER_TREES,
    SEEDS,
    Learner,
)
from benchmarks.trees.peers import Outcome
from benchmarks.trees.scores import BLOCK
from benchmarks.trees.streams import Stream, progress, saying

QUICK_ROWS = 6_000
ADAPTIVE, CVFDT = "adaptive", "CVFDT"
# Accuracies to be reached on the base streams, in percent, of the first seed.
LEAST = {
    ADAPTIVE: (85.5, 92.2, 90.8, 88.0, 84.3, 72.9, 89.5, 92.6),
    CVFDT: (84.8, 92.0, 90.7, 87.2, 84.4, 72.5, 89.3, 92.6),
}

# Without those for which the retrained models would need hours.
REAL = tuple(name for name in streams.MORE if not name.endswith("_all"))

METHOD = f"""\
Every row is predicted, then learned; all learners read the same rows in the same order, at their
defaults. Accuracy in percent, the mean of {len(SEEDS)} seeds: of the generator or of the order of
the rows, and of the learner if it is random; other real data has one order. Ours: `VFDTClassifier`,
`HoeffdingAdaptiveTreeClassifier` (adaptive), `CVFDTClassifier`, `EFDTClassifier`. HAT and EFDT:
`HoeffdingAdaptiveTreeClassifier` and `ExtremelyFastDecisionTreeClassifier` of river,
`HoeffdingAdaptiveTree` and `EFDT` of MOA through CapyMOA; ARF: river's `ARFClassifier`, ten trees.
No change: the label of the row before; majority: the most frequent label so far. Retrained: trained
again every {baselines.EVERY:,} rows on the last {baselines.KEPT:,}, which are kept; to scikit-learn
nominal values are numbers, to LightGBM categories. @40k: on the first 40,000 rows, where a learner
would need hours for all; for the same reason river's learners and LightGBM have the first seed
only, and river's EFDT the base streams only. "Less" compares on the rows and seeds that both had,
and the strictest comparison stands first. What peers and retrained models found is kept for later
runs (benchmarks/build). Peers: {peers.VERSIONS}, {baselines.VERSIONS}.
{streams.notes((*streams.BASE, *streams.DRIFT, *REAL))}."""

KINDS = {
    "the base streams": streams.BASE,
    "streams with drift": streams.DRIFT,
    "more real streams": REAL,
}


@dataclass
class Row:
    """What all learners made of a stream, by seed."""

    stream: str
    rows: int
    found: dict[str, list[Outcome]] = field(default_factory=dict)

    def accuracy(self, name: str) -> float:
        return mean(each["accuracy"] for each in self.found[name])

    def fewer_rows(self, name: str) -> int | None:
        """Return how many rows it had, if not all."""
        rows = self.found[name][0]["rows"]
        return rows if rows < self.rows else None

    def ahead_of(self, other: str, mine: str = ADAPTIVE) -> float:
        """Return by how many points ours is above another on the rows and seeds that it had."""
        theirs = self.found[other]
        same = [first_rows(each, theirs[0]["rows"]) for each in self.found[mine][: len(theirs)]]
        return mean(same) - self.accuracy(other)

    def best_of(self, learners: tuple[Learner, ...], mine: str = ADAPTIVE) -> tuple[float, str]:
        """Return the least lead over some learners, and over whom."""
        names = [each.name for each in learners if self.found.get(each.name)]
        return min((self.ahead_of(name, mine), name) for name in names)


def first_rows(found: Outcome, rows: int) -> float:
    """Return the accuracy on the first rows alone, a number of whole blocks, in percent."""
    if rows == found["rows"]:
        return float(found["accuracy"])
    return 100 * sum(found["right"][: rows // BLOCK]) / rows


def report(*, quick: bool) -> Report:
    found = Report("trees/adaptive_accuracy", "Accuracy of the adaptive trees", METHOD, 0)
    limit = QUICK_ROWS if quick else None
    seeds = SEEDS[:1] if quick else SEEDS
    by_kind = {
        kind: [measure(name, limit, seeds) for name in names if available(name)]
        for kind, names in KINDS.items()
        if not quick or names is not REAL
    }
    every = [row for rows in by_kind.values() for row in rows]
    found.tables = [behind_table(every)]
    found.tables += [lead_table(kind, rows) for kind, rows in by_kind.items()]
    found.tables += [accuracy_table(kind, rows) for kind, rows in by_kind.items()]
    found.targets = targets(every, absolute=not quick)
    found.figures = [each for row in every for each in figures_of(row)]
    return found


def available(name: str) -> bool:
    return bool(list(streams.all_of((name,))))


def measure(name: str, limit: int | None, seeds: tuple[int, ...]) -> Row:
    repeated = [streams.get(each) for each in streams.repetitions(name)[: len(seeds)]]
    rows = min(limit or repeated[0].rows, repeated[0].rows)
    row = Row(name, rows)
    for learner in EVERYONE:
        if learner.base_only and name not in streams.BASE:
            continue
        most = min(rows, learner.most_rows or rows)
        with saying(f"{name}, {learner.name}"):
            row.found[learner.name] = [
                learner.outcome(stream, most, seed)
                for stream, seed in runs_of(learner, repeated, seeds)[: learner.most_seeds]
            ]
            progress(f"{name}, {learner.name}: {row.accuracy(learner.name):.2f}")
    return row


def runs_of(
    learner: Learner, repeated: list[Stream], seeds: tuple[int, ...]
) -> list[tuple[Stream, int]]:
    """Pair streams with seeds; where there is one order of rows, only random learners run again."""
    if len(repeated) == len(seeds):
        return list(zip(repeated, seeds, strict=True))
    return [(repeated[0], seed) for seed in (seeds if learner.seeded else seeds[:1])]


def behind_table(rows: list[Row]) -> Table:
    """Say where another learner is ahead of the adaptive tree, the farthest first."""
    behind = sorted(
        (lead, row.stream, each.name, row)
        for row in rows
        for each in EVERYONE
        if row.found.get(each.name) and (lead := row.ahead_of(each.name)) < 0
    )
    shown = [
        (stream, name, cell(row, name), f"{row.accuracy(name) + lead:.1f}", f"{lead:+.1f}")
        for lead, stream, name, row in behind
    ]
    columns = ("stream", "learner", "its accuracy", "adaptive on these rows", "less")
    return Table("Where another learner is ahead of the adaptive tree", columns, shown)


def lead_table(kind: str, rows: list[Row]) -> Table:
    columns = ["stream"]
    for mine in (ADAPTIVE, CVFDT):
        for others in ("best HAT or EFDT of the peers", "best baseline"):
            columns += [f"{mine} less the {others}", "which"]
    shown = []
    for row in rows:
        pairs = [
            row.best_of(others, mine)
            for mine in (ADAPTIVE, CVFDT)
            for others in (PEER_TREES, BASELINES)
        ]
        cells = [each for lead, name in pairs for each in (f"{lead:+.1f}", name)]
        shown.append((row.stream, *cells))
    return Table(f"Points ahead: {kind}", columns, shown)


def accuracy_table(kind: str, rows: list[Row]) -> Table:
    names = [each.name for each in EVERYONE]
    shown = [(row.stream, f"{row.rows:,}", *(cell(row, name) for name in names)) for row in rows]
    return Table(f"Accuracy, %: {kind}", ("stream", "rows", *names), shown)


def cell(row: Row, name: str) -> str:
    if not row.found.get(name):
        return ""
    fewer = row.fewer_rows(name)
    return f"{row.accuracy(name):.1f}{f' @{fewer // 1000}k' if fewer else ''}"


def targets(rows: list[Row], *, absolute: bool) -> list[Target]:
    made = []
    for mine in (ADAPTIVE, CVFDT):
        made += [
            Target(f"{row.stream}: {mine}, points above the best HAT or EFDT of the peers", lead, 0)
            for row in rows
            for lead, _ in [row.best_of(PEER_TREES, mine)]
        ]
    for mine, limits in LEAST.items() if absolute else ():
        by_name = {row.stream: row for row in rows}
        made += [
            Target(f"{name}: {mine}, accuracy", by_name[name].found[mine][0]["accuracy"], least)
            for name, least in zip(streams.BASE, limits, strict=True)
            if name in by_name
        ]
    return made


def figures_of(row: Row) -> list[dict[str, object]]:
    return [
        {
            "stream": row.stream,
            "learner": name,
            "rows": each["rows"],
            "run": place,
            "accuracy": f"{each['accuracy']:.3f}",
            "kappa": f"{each['kappa']:.3f}",
            "adaptive_on_these_rows": f"{row.accuracy(name) + row.ahead_of(name):.3f}",
        }
        for name, found in row.found.items()
        for place, each in enumerate(found, 1)
    ]
