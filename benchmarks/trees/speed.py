"""How fast the tree learns: in bulk compared with CapyMOA's, one by one with river's."""

from __future__ import annotations

import os
from dataclasses import dataclass

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, peers, streams
from benchmarks.trees.streams import Stream, progress, saying

REPEATS = 5
RIVER_ROWS = 20_000
TIMES_CAPYMOA, TIMES_RIVER = 15, 10  # the targets

METHOD = f"""\
Thousand examples per CPU second, predicted and then learned, defaults. In bulk: ours is
`prequential(VFDTClassifier(), X, y)` over NumPy columns in memory, on one core, {REPEATS} runs
before CapyMOA's and {REPEATS} after them; CapyMOA's HoeffdingTree in its Java loop, {REPEATS} runs
in one JVM, which reads its ARFF file meanwhile; all threads counted, the best run of each. Java's
heap is collected before each run, outside the clock. Not collected: without that, where Java takes
less CPU time. On one core: with Java confined to one, where it takes
its serial garbage collector. Its learning alone: less the best of as many runs of its majority
learner, which does nothing but read. Our core alone: without Python. With parsing: ours and the
reading of the same ARFF file by pyarrow. StreamDM: measured if {peers.STREAMDM}
names its program. One by one: `predict_one` and `learn_one` with the
same dicts, the first {RIVER_ROWS:,} rows, defaults. Peers: {peers.VERSIONS}."""


@dataclass
class Bulk:
    """CPU seconds per run, the best ones."""

    stream: str
    rows: int
    ours: float
    parsing: float
    core: float  # ours without Python
    capymoa: float | None = None
    uncollected: float | None = None  # CapyMOA with what earlier runs left on Java's heap
    one_core: float | None = None  # CapyMOA with Java confined to one core
    reading: float | None = None  # CapyMOA with a learner that does nothing
    streamdm: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.capymoa / self.ours if self.capymoa else None

    def speed(self, seconds: float | None) -> str:
        return f"{self.rows / seconds / 1000:,.0f}" if seconds else ""

    def times(self, seconds: float | None, mine: float) -> str:
        return f"{seconds / mine:.1f}" if seconds else ""


@dataclass
class Single:
    stream: str
    rows: int
    ours: float
    river: float


def report(*, quick: bool) -> Report:
    found = Report("trees/speed", "Speed of the streaming trees", METHOD, 0)
    limit = streams.QUICK_ROWS if quick else None
    bulk = [in_bulk(stream, limit) for stream in streams.all_of(streams.BASE)]
    single = one_by_one(2_000 if quick else RIVER_ROWS)
    found.tables = [bulk_table(bulk), parsing_table(bulk), single_table(single)]
    found.targets = targets(bulk, single)
    found.figures = [figures_of(each, single) for each in bulk]
    return found


def in_bulk(stream: Stream, limit: int | None) -> Bulk:
    rows = min(limit or stream.rows, stream.rows)
    seconds = ours.prequential(stream, rows=rows, repeats=REPEATS)["cpu"]
    core = min(ours.run(stream, rows=rows, repeats=REPEATS)["cpu"])
    parsing = min(ours.parse(stream) for _ in range(REPEATS)) * rows / stream.rows
    made = Bulk(stream.name, rows, min(seconds), parsing, core)
    with saying(f"{stream.name}, CapyMOA"):
        made.capymoa = warm(stream, rows, "HoeffdingTree")
        made.reading = warm(stream, rows, "MajorityClass")
        made.uncollected = warm(stream, rows, "HoeffdingTree", collect=False)
        made.one_core = warm(stream, rows, "HoeffdingTree", all_cores=False)
    if peers.STREAMDM in os.environ and rows == stream.rows:  # it has no way to stop earlier
        made.streamdm = min(peers.streamdm(stream)["cpu"][0] for _ in range(REPEATS))
    seconds += ours.prequential(stream, rows=rows, repeats=REPEATS)["cpu"]
    made.ours = min(seconds)
    progress(f"{stream.name}: {made.speed(made.ours)} thousand a second, ratio {made.ratio}")
    return made


def warm(
    stream: Stream, rows: int, model: str, *, all_cores: bool = True, collect: bool = True
) -> float:
    options = {"model": model, "all_cores": all_cores, "collect": collect}
    runs = peers.capymoa(stream, rows=rows, repeats=REPEATS, **options)
    return min(run["cpu"][0] for run in runs)


def one_by_one(rows: int) -> list[Single]:
    made = []
    for stream in streams.all_of(streams.BASE):
        with saying(f"{stream.name}, one by one"):
            mine = min(ours.one_by_one(stream, rows=rows)["cpu"][0] for _ in range(3))
            theirs = peers.river(stream, rows=rows)
            made.append(Single(stream.name, theirs["rows"], mine, theirs["cpu"][0]))
            progress(f"{stream.name}, one by one: {theirs['cpu'][0] / mine:.1f} times river")
    return made


def bulk_table(bulk: list[Bulk]) -> Table:
    rows = []
    for each in bulk:
        learning = each.capymoa - each.reading if each.capymoa and each.reading else None
        rows.append(
            (
                each.stream,
                each.speed(each.ours),
                each.speed(each.capymoa),
                f"**{each.times(each.capymoa, each.ours)}**",
                each.speed(each.uncollected),
                each.times(each.uncollected, each.ours),
                each.speed(each.one_core),
                each.times(each.one_core, each.ours),
                each.speed(learning),
                each.times(learning, each.ours),
                each.speed(each.core),
            )
        )
    columns = ("in bulk", "entrostream", "CapyMOA, warm", "times", "not collected", "times")
    columns += ("on one core", "times", "its learning alone", "times", "our core alone")
    return Table("In bulk, thousand examples per CPU second", columns, rows)


def parsing_table(bulk: list[Bulk]) -> Table:
    measured = any(each.streamdm for each in bulk)
    columns = ("with parsing", "entrostream", "CapyMOA, warm", "times")
    columns += ("StreamDM", "times") if measured else ()
    rows = []
    for each in bulk:
        mine = each.ours + each.parsing
        row = (each.stream, each.speed(mine), each.speed(each.capymoa))
        row += (each.times(each.capymoa, mine),)
        row += (each.speed(each.streamdm), each.times(each.streamdm, mine)) if measured else ()
        rows.append(row)
    return Table("With parsing, thousand examples per CPU second", columns, rows)


def single_table(single: list[Single]) -> Table:
    rows = [
        (
            each.stream,
            f"{each.rows / each.ours / 1000:,.0f}",
            f"{each.rows / each.river / 1000:.1f}",
            f"**{each.river / each.ours:.1f}**",
        )
        for each in single
    ]
    columns = ("one by one", "entrostream", "river", "times")
    return Table("One by one, thousand examples per CPU second", columns, rows)


def targets(bulk: list[Bulk], single: list[Single]) -> list[Target]:
    ratios = [(each.stream, each.ratio) for each in bulk if each.ratio]
    made = [Target(f"{name}: times CapyMOA, warm", ratio, TIMES_CAPYMOA) for name, ratio in ratios]
    for how, seconds in (("not collected", "uncollected"), ("on one core", "one_core")):
        known = [(each.stream, getattr(each, seconds), each.ours) for each in bulk]
        made += [
            Target(f"{name}: times CapyMOA, warm, {how}", theirs / mine, TIMES_CAPYMOA)
            for name, theirs, mine in known
            if theirs
        ]
    for each in single:
        ratio = each.river / each.ours
        made.append(Target(f"{each.stream}: times river, one by one", ratio, TIMES_RIVER))
    return made


def figures_of(each: Bulk, single: list[Single]) -> dict[str, object]:
    found = next((one for one in single if one.stream == each.stream), None)
    seconds = {
        "entrostream": each.ours,
        "entrostream_core": each.core,
        "parsing": each.parsing,
        "capymoa": each.capymoa,
        "capymoa_uncollected": each.uncollected,
        "capymoa_one_core": each.one_core,
        "capymoa_reading": each.reading,
        "streamdm": each.streamdm,
    }
    return {
        "stream": each.stream,
        "rows": each.rows,
        **{f"{name}_s": f"{value:.5g}" if value else "" for name, value in seconds.items()},
        "one_by_one_rows": found.rows if found else "",
        "one_by_one_entrostream_s": f"{found.ours:.5g}" if found else "",
        "one_by_one_river_s": f"{found.river:.5g}" if found else "",
    }
