"""How accurate the tree is, row by row before it learns, compared with river's and MOA's."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, peers, streams
from benchmarks.trees.peers import Outcome
from benchmarks.trees.scores import no_change
from benchmarks.trees.streams import Stream, progress, saying

RIVER_ROWS = 100_000  # it would need hours for more

METHOD = f"""\
Every row is predicted, then learned; all systems read the same rows in the same order, at their
defaults. Accuracy in percent, in brackets Cohen's kappa. No change: predicting the last label
again. river: HoeffdingTreeClassifier, on the first {RIVER_ROWS:,} rows where there are more
(then compared with ours on these). MOA: HoeffdingTree through CapyMOA with CapyMOA's defaults
(delta 1e-3) and with MOA's own (delta 1e-7, pre-pruning). Lead: over the best of the peers,
whose answers are kept for later runs (benchmarks/build). Agrawal, SEA, RBF, LED and Hyperplane
are made by MOA's generators, the others are real. Peers: {peers.VERSIONS}.
{streams.notes(streams.BASE + streams.MORE)}."""

RIVER, MOA, MOA_OWN = "river", "MOA, 1e-3", "MOA, 1e-7"


@dataclass
class Row:
    """What all systems made of a stream."""

    stream: str
    rows: int
    no_change: float
    ours: Outcome
    theirs: dict[str, Outcome] = field(default_factory=dict)
    same_rows: float | None = None  # our accuracy on the rows that river had, if those are fewer

    @property
    def lead(self) -> float | None:
        """Return by how much ours is above the best of the peers on the same rows."""
        leads = [self.ours["accuracy"] - each["accuracy"] for each in self.others()]
        if RIVER in self.theirs:
            mine = self.ours["accuracy"] if self.same_rows is None else self.same_rows
            leads.append(mine - self.theirs[RIVER]["accuracy"])
        return min(leads, default=None)

    def others(self) -> list[Outcome]:
        return [found for name, found in self.theirs.items() if name != RIVER]


def report(*, quick: bool) -> Report:
    found = Report("trees/accuracy", "Accuracy of the streaming trees", METHOD, 0)
    limit = streams.QUICK_ROWS if quick else None
    kinds = {"The base streams": streams.BASE}
    if not quick:
        kinds |= {"More real streams": streams.MORE, "Fresh seeds and concepts": streams.FRESH}
    every: list[Row] = []
    for caption, names in kinds.items():
        rows = [measure(stream, limit) for stream in streams.all_of(names)]
        found.tables.append(table(caption, rows))
        every += rows
    found.targets = targets(every)
    found.figures = [figures_of(row) for row in every]
    return found


def measure(stream: Stream, limit: int | None) -> Row:
    rows = min(limit or stream.rows, stream.rows)
    row = Row(
        stream.name, rows, no_change(stream.labels(rows)), ours.prequential(stream, rows=rows)
    )
    river_rows = min(rows, RIVER_ROWS)
    for name, package, many, run in (
        (MOA, "capymoa", rows, lambda: peers.capymoa(stream, rows=rows)[0]),
        (MOA_OWN, "capymoa", rows, lambda: peers.capymoa(stream, rows=rows, moa_defaults=True)[0]),
        (RIVER, "river", river_rows, lambda: peers.river(stream, rows=river_rows)),
    ):
        with saying(f"{stream.name}, {name}"):
            what = f"{name}, {peers.PACKAGES[package]}, {many} rows"
            row.theirs[name] = peers.once(stream, what, run)
    if river_rows < rows:
        row.same_rows = ours.prequential(stream, rows=river_rows)["accuracy"]
    progress(f"{stream.name}: {', '.join(cells(row)[3:])}")
    return row


def table(caption: str, rows: list[Row]) -> Table:
    columns = ("stream", "rows", "no change", "entrostream")
    columns += (RIVER, MOA, MOA_OWN, "lead", "leaves")
    return Table(caption, columns, [cells(row) for row in rows])


def cells(row: Row) -> tuple[str, ...]:
    lead = row.lead
    river = shown(row.theirs.get(RIVER))
    if row.same_rows is not None and river:
        river += f"; ours on these {row.same_rows:.1f}"
    return (
        row.stream,
        f"{row.rows:,}",
        f"{row.no_change:.1f}",
        f"**{row.ours['accuracy']:.1f}** ({row.ours['kappa']:.0f})",
        river,
        shown(row.theirs.get(MOA)),
        shown(row.theirs.get(MOA_OWN)),
        "" if lead is None else f"{lead:+.1f}",
        f"{row.ours['leaves']:,}",
    )


def shown(found: Outcome | None) -> str:
    return f"{found['accuracy']:.1f} ({found['kappa']:.0f})" if found else ""


def targets(rows: list[Row]) -> list[Target]:
    leads = [(row.stream, row.lead) for row in rows if row.lead is not None]
    return [Target(f"{name}: points above the best peer", lead, 0) for name, lead in leads]


def figures_of(row: Row) -> dict[str, object]:
    made: dict[str, object] = {"stream": row.stream, "rows": row.rows}
    made["no_change"] = f"{row.no_change:.3f}"
    for name, each in {"entrostream": row.ours, **dict.fromkeys((RIVER, MOA, MOA_OWN))}.items():
        each = each or row.theirs.get(name)
        short = name.lower().replace(", ", "_").replace("-", "")
        made[f"{short}_accuracy"] = f"{each['accuracy']:.3f}" if each else ""
        made[f"{short}_kappa"] = f"{each['kappa']:.3f}" if each else ""
    made["entrostream_on_rows_of_river"] = row.same_rows or ""
    made["leaves"] = row.ours["leaves"]
    return made
