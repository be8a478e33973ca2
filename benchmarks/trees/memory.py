"""The limit of memory: held, what it costs in accuracy, and ten million examples under it."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, streams
from benchmarks.trees.peers import Outcome
from benchmarks.trees.streams import Stream, progress

MIB = 1 << 20
NAMES = ("covertype_all", "covertype", "flights_tails", "flights")
LIMITS = (0.125, 0.25, 0.5, 1, 2, 4, 10, 20, 40, None)  # MiB
TARGETS = (1, 10)
LONG = 10_000_000
LONG_LIMITS = (1, 10)

METHOD = f"""\
`memory_limit` from {LIMITS[0]} MiB up, none last. Most held: the largest figure that the tree's own
meter, which counts at allocation, showed after any example. Process: by how much the resident
memory of the process grew while learning; it has the allocator's own needs on top. Long: covertype
(all) and flights with tail numbers over and over until {LONG:,} examples are learned.
{streams.notes(NAMES)}."""


@dataclass(frozen=True)
class Cell:
    stream: str
    limit: float | None
    found: Outcome

    @property
    def most(self) -> float:
        return self.found["most_bytes"] / MIB

    @property
    def grown(self) -> float:
        return self.found["resident_growth"] / MIB


def report(*, quick: bool) -> Report:
    found = Report("trees/memory", "Memory of the streaming tree", METHOD, 0)
    names = NAMES[1::2] if quick else NAMES
    cells = [cell for stream in streams.all_of(names) for cell in curve(stream, quick)]
    long = [
        cell
        for stream in streams.all_of(names[:1] if quick else NAMES[::2])
        for cell in long_runs(stream, 10**6 if quick else LONG)
    ]
    found.tables = [table(name, cells) for name in dict.fromkeys(cell.stream for cell in cells)]
    found.tables.append(long_table(long))
    found.targets = targets(cells, long)
    found.figures = [figures_of(cell) for cell in [*cells, *long]]
    return found


def curve(stream: Stream, quick: bool) -> list[Cell]:
    rows = streams.QUICK_ROWS if quick else None
    runs = {limit: ours.run(stream, rows=rows, **given(limit)) for limit in LIMITS}
    made = [Cell(stream.name, limit, found) for limit, found in runs.items()]
    shown = ", ".join(f"{cell.limit}: {cell.found['accuracy']:.1f}" for cell in made)
    progress(f"{stream.name}: {shown}")
    return made


def long_runs(stream: Stream, examples: int) -> list[Cell]:
    passes = -(-examples // stream.rows)
    made = []
    for limit in LONG_LIMITS:
        made.append(Cell(stream.name, limit, ours.run(stream, passes=passes, **given(limit))))
        progress(f"{stream.name}, {passes} times, {limit} MiB: {made[-1].most:.3f} MiB held")
    return made


def given(limit: float | None) -> dict[str, int]:
    return {} if limit is None else {"memory_limit": int(limit * MIB)}


def cells_of(cell: Cell) -> tuple[str, ...]:
    made = cell.found
    return (
        "none" if cell.limit is None else f"{cell.limit:g} MiB",
        f"{made['accuracy']:.1f} ({made['kappa']:.0f})",
        f"{cell.most:.3f}",
        f"{cell.grown:.1f}",
        f"{made['leaves']:,}",
        f"{made['active_leaves']:,}",
        f"{made['rows'] / made['cpu'][0] / 1000:,.0f}",
    )


COLUMNS = (
    "% accuracy (kappa)",
    "most held, MiB",
    "process, MiB",
    "leaves",
    "active",
    "thousand / s",
)


def table(name: str, cells: list[Cell]) -> Table:
    rows = [cells_of(cell) for cell in cells if cell.stream == name]
    return Table(f"{name}: accuracy against the limit", ("limit", *COLUMNS), rows)


def long_table(cells: list[Cell]) -> Table:
    rows = [(cell.stream, f"{cell.found['rows']:,}", *cells_of(cell)) for cell in cells]
    return Table("Many examples", ("stream", "examples", "limit", *COLUMNS), rows)


def targets(cells: list[Cell], long: list[Cell]) -> list[Target]:
    aimed = [cell for cell in cells if cell.limit in TARGETS]
    made = [
        Target(f"{cell.stream}, limit {cell.limit:g} MiB: MiB held", cell.most, cell.limit, False)
        for cell in [*aimed, *long]
    ]
    over = sum(cell.limit is not None and cell.most > cell.limit for cell in cells)
    return [*made, Target("limits of all broken", over, 0, False)]


def figures_of(cell: Cell) -> dict[str, object]:
    kept = ("rows", "accuracy", "kappa", "leaves", "active_leaves", "deactivations")
    return {
        "stream": cell.stream,
        "limit_mib": "" if cell.limit is None else cell.limit,
        **{name: cell.found[name] for name in kept},
        "most_bytes": cell.found["most_bytes"],
        "resident_growth": cell.found["resident_growth"],
        "cpu_s": f"{cell.found['cpu'][0]:.5g}",
    }
