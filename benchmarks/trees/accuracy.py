"""Prequential accuracy of the tree, compared with the Hoeffding trees of river and MOA."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

from matplotlib.figure import Figure

from benchmarks.harness.pictures import COLOURS
from benchmarks.harness.report import Goal, Report, Table
from benchmarks.trees import ours, peers, streams
from benchmarks.trees.peers import Outcome
from benchmarks.trees.scores import no_change
from benchmarks.trees.streams import Stream, progress, saying

PROTOTYPE = Path(__file__).with_name("prototype.csv")
RIVER_ROWS = 100_000  # it would need hours for more
NEAR = 0.5  # points below the prototype that pass

METHOD = f"""\
Every row is predicted, then learned; all systems read the same rows in the same order, at their
defaults. Accuracy in %, in brackets Cohen's kappa. No change: the last label again. river:
HoeffdingTreeClassifier, on the first {RIVER_ROWS:,} rows where there are more (then compared with
ours on these). MOA: HoeffdingTree through CapyMOA with CapyMOA's defaults (delta 1e-3) and with
MOA's own (delta 1e-7, pre-pruning). Prototype: the study before this implementation. Lead: over the
best of the peers, whose predictions are kept for later runs (benchmarks/build). Agrawal, SEA, RBF,
LED and Hyperplane are made by MOA's generators, the others are real. Peers: {peers.VERSIONS}.
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
    prototype = {} if quick else read_prototype()
    every: list[Row] = []
    for caption, names in kinds.items():
        rows = [measure(stream, limit) for stream in streams.all_of(names)]
        found.tables.append(table(caption, rows, prototype))
        every += rows
    found.goals = goals(every, prototype)
    found.figures = [figures_of(row, prototype) for row in every]
    found.draw = lambda: picture(every)
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
    progress(f"{stream.name}: {', '.join(cells(row, {})[3:])}")
    return row


def read_prototype() -> dict[str, float]:
    with PROTOTYPE.open() as file:
        return {row["stream"]: float(row["accuracy"]) for row in csv.DictReader(file)}


def table(caption: str, rows: list[Row], prototype: dict[str, float]) -> Table:
    columns = ("stream", "rows", "no change", "entrostream", "prototype")
    columns += (RIVER, MOA, MOA_OWN, "lead", "leaves")
    return Table(caption, columns, [cells(row, prototype) for row in rows])


def cells(row: Row, prototype: dict[str, float]) -> tuple[str, ...]:
    known, lead = prototype.get(row.stream), row.lead
    river = shown(row.theirs.get(RIVER))
    if row.same_rows is not None and river:
        river += f"; ours on these {row.same_rows:.1f}"
    return (
        row.stream,
        f"{row.rows:,}",
        f"{row.no_change:.1f}",
        f"**{row.ours['accuracy']:.1f}** ({row.ours['kappa']:.0f})",
        "" if known is None else f"{known:.1f}",
        river,
        shown(row.theirs.get(MOA)),
        shown(row.theirs.get(MOA_OWN)),
        "" if lead is None else f"{lead:+.1f}",
        f"{row.ours['leaves']:,}",
    )


def shown(found: Outcome | None) -> str:
    return f"{found['accuracy']:.1f} ({found['kappa']:.0f})" if found else ""


def goals(rows: list[Row], prototype: dict[str, float]) -> list[Goal]:
    made = []
    for row in rows:
        if row.stream in prototype:
            above = row.ours["accuracy"] - prototype[row.stream]
            made.append(Goal(f"{row.stream}: points above the prototype", above, -NEAR))
    leads = [(row.stream, row.lead) for row in rows if row.lead is not None]
    return made + [Goal(f"{name}: points above the best peer", lead, 0) for name, lead in leads]


def figures_of(row: Row, prototype: dict[str, float]) -> dict[str, object]:
    made: dict[str, object] = {"stream": row.stream, "rows": row.rows}
    made["no_change"] = f"{row.no_change:.3f}"
    made["prototype"] = prototype.get(row.stream, "")
    for name, each in {"entrostream": row.ours, **dict.fromkeys((RIVER, MOA, MOA_OWN))}.items():
        each = each or row.theirs.get(name)
        short = name.lower().replace(", ", "_").replace("-", "")
        made[f"{short}_accuracy"] = f"{each['accuracy']:.3f}" if each else ""
        made[f"{short}_kappa"] = f"{each['kappa']:.3f}" if each else ""
    made["entrostream_on_rows_of_river"] = row.same_rows or ""
    made["leaves"] = row.ours["leaves"]
    return made


def picture(rows: list[Row]) -> Figure:
    """Draw a row a stream, a mark a system."""
    figure = Figure(figsize=(9, 0.34 * len(rows) + 1.6), layout="constrained")
    ax = figure.subplots()
    places = range(len(rows))
    ax.plot([row.no_change for row in rows], places, "|", color="#888888", label="no change", ms=9)
    for name, colour, mark in zip((RIVER, MOA, MOA_OWN), COLOURS[2:5], "s^D", strict=True):
        found = [row.theirs[name]["accuracy"] if name in row.theirs else nan for row in rows]
        ax.plot(found, places, mark, color=colour, label=name, ms=6)
    ax.plot([row.ours["accuracy"] for row in rows], places, "o", color=COLOURS[1], ms=8)
    ax.lines[-1].set_label("entrostream")
    ax.set_yticks(places, [row.stream for row in rows])
    ax.invert_yaxis()
    ax.set_xlabel("percent right")
    ax.set_title("Predicted before learned")
    ax.grid(alpha=0.25)
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=5, frameon=False)
    return figure
