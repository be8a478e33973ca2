"""The certified split schedule: the same tree as an attempt after every example, and its cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, streams
from benchmarks.trees.streams import Stream, progress

REPEATS = 5
MOST_COST = 1.5
MISSING = ("electricity", "rbf", "hyperplane", "nursery")
EVERYWHERE = {
    "default": {},
    "majority leaves": {"leaf": "majority"},
    "delta 0.05, no exploration": {"delta": 0.05, "explore": 0},
    "Gini": {"criterion": "gini"},
    "gain ratio": {"criterion": "gain_ratio"},
    "Hoeffding, delta 1e-7": {"rule": "hoeffding", "delta": 1e-7},
    "Hoeffding, the parent's counts": {"rule": "hoeffding", "delta": 1e-7, "parent_counts": 1},
    "Hoeffding, Gini": {"rule": "hoeffding", "delta": 1e-7, "criterion": "gini"},
    "weights 1, 2, 3": {"weights": 3},
    "limit of 1 MiB": {"memory_limit": 1 << 20},
}

HOEFFDING = {"rule": "hoeffding", "delta": 1e-7, "leaf": "adaptive"}

METHOD = f"""\
Each stream under each setting three times, with split attempts when the certified schedule says
that one could succeed, after every example, and every 200 examples. The first two must grow the
same tree: same splits, same thresholds, same counts in the leaves (one fingerprint of all of
them). New values and classes come all along in the real streams, whose codes are not announced;
"a fifth missing" leaves out each value with probability 0.2 (seed 1). Cost: CPU time over that
of an attempt every 200, the best of {REPEATS} runs each, in turns, default setting; then by
Hoeffding's rule, where the second best attribute keeps the best from a split most of the time,
and where the three schedules grow different trees."""


@dataclass(frozen=True)
class Pair:
    stream: str
    setting: str
    equal: bool
    splits: int


@dataclass(frozen=True)
class Cost:
    stream: str
    rows: int
    attempts: int  # to split a leaf
    certified: float  # CPU seconds
    every: float
    grace: float

    @property
    def ratio(self) -> float:
        return self.certified / self.grace


def report(*, quick: bool) -> Report:
    found = Report("trees/schedule", "The certified schedule", METHOD, 0)
    limit = streams.QUICK_ROWS if quick else None
    names = streams.BASE if quick else (*streams.BASE, *streams.MORE)
    pairs = [pair for stream in streams.all_of(names) for pair in compare(stream, limit)]
    costs = [cost(stream, limit) for stream in streams.all_of(names)]
    classic = [cost(stream, limit, **HOEFFDING) for stream in streams.all_of(streams.BASE)]
    found.tables = [
        equality_table(pairs),
        cost_table("Split attempts, and thousand examples per CPU second", costs),
        cost_table("The same by Hoeffding's rule, delta 1e-7, adaptive leaves", classic),
    ]
    found.targets = [
        Target("trees that differ", sum(not pair.equal for pair in pairs), 0, at_least=False),
        *(
            Target(f"{each.stream}: cost over grace period 200", each.ratio, MOST_COST, False)
            for each in costs
        ),
    ]
    found.figures = [figures_of(each, pairs) for each in costs]
    return found


def compare(stream: Stream, limit: int | None) -> Iterator[Pair]:
    for setting, options in EVERYWHERE.items():
        yield pair(stream, stream.name, setting, {"rows": limit, **options})
    if stream.name in MISSING:
        holes = streams.with_missing(stream)
        for setting in ("default", "Hoeffding, delta 1e-7"):
            options = {"rows": limit, **EVERYWHERE[setting]}
            yield pair(holes, stream.name, f"{setting}, a fifth missing", options)
    progress(f"{stream.name}: compared")


def pair(stream: Stream, name: str, setting: str, options: dict) -> Pair:
    certified = ours.run(stream, looks="certified", **options)
    every = ours.run(stream, looks="every_example", **options)
    equal = certified["fingerprint"] == every["fingerprint"]
    if not equal:
        progress(f"{name}, {setting}: NOT the same tree")
    return Pair(name, setting, equal, every["splits"])


def cost(stream: Stream, limit: int | None, **options: object) -> Cost:
    best: dict[str, float] = {}
    kinds = ours.CHOICES["looks"]
    found = {}
    for _ in range(REPEATS):
        for kind in kinds:
            found[kind] = ours.run(stream, rows=limit, looks=kind, **options)
            best[kind] = min(best.get(kind, 1e9), *found[kind]["cpu"])
    rows = found["certified"]["rows"]
    made = Cost(stream.name, rows, found["certified"]["looks"], *(best[kind] for kind in kinds))
    progress(f"{stream.name}: {made.ratio:.2f} times the cost of grace period 200")
    return made


def equality_table(pairs: list[Pair]) -> Table:
    rows = []
    for setting in dict.fromkeys(pair.setting for pair in pairs):
        chosen = [pair for pair in pairs if pair.setting == setting]
        equal, splits = sum(pair.equal for pair in chosen), sum(pair.splits for pair in chosen)
        differ = ", ".join(pair.stream for pair in chosen if not pair.equal)
        rows.append((setting, len(chosen), equal, f"{splits:,}", differ))
    columns = ("setting", "streams", "same tree", "splits in all", "other tree")
    return Table("The same tree as with a split attempt after every example", columns, rows)


def cost_table(title: str, costs: list[Cost]) -> Table:
    rows = [
        (
            each.stream,
            f"{each.attempts / each.rows:.1%}",
            *(f"{each.rows / s / 1000:,.0f}" for s in (each.grace, each.certified, each.every)),
            f"**{each.ratio:.2f}**",
            f"{each.every / each.grace:.2f}",
        )
        for each in costs
    ]
    columns = ("stream", "rows with an attempt", "every 200", "certified", "every example")
    columns += ("certified / every 200", "every example / every 200")
    return Table(title, columns, rows)


def figures_of(each: Cost, pairs: list[Pair]) -> dict[str, object]:
    mine = [pair for pair in pairs if pair.stream == each.stream]
    return {
        "stream": each.stream,
        "rows": each.rows,
        "settings": len(mine),
        "same_tree": sum(pair.equal for pair in mine),
        "attempts": each.attempts,
        "certified_s": f"{each.certified:.5g}",
        "every_example_s": f"{each.every:.5g}",
        "every_200_s": f"{each.grace:.5g}",
        "ratio": f"{each.ratio:.3f}",
    }
