"""How fast the tree learns: in bulk compared with CapyMOA, one by one compared with river."""

from __future__ import annotations

import os
from dataclasses import dataclass

from matplotlib.figure import Figure

from benchmarks.harness.pictures import grouped_bars
from benchmarks.harness.report import Goal, Report, Table
from benchmarks.trees import ours, peers, streams
from benchmarks.trees.streams import Stream, progress, saying

REPEATS = 5
RIVER_ROWS = 20_000
ASKED, HOPED = 15, 25  # times CapyMOA
ASKED_RIVER = 10

# What the study of the peers measured, StreamDM-C++ over CapyMOA, warm. StreamDM is on no package
# index: these place it where it cannot be run.
STREAMDM = {
    "electricity": 7.9,
    "covertype": 2.7,
    "agrawal": 4.2,
    "sea": 3.4,
    "rbf": 1.7,
    "led": 2.0,
    "hyperplane": 3.5,
    "nursery": 4.5,
}

METHOD = f"""\
Thousand examples a CPU second, predicted and then learned, defaults. In bulk: ours is
`prequential(VFDTClassifier(), X, y)` over NumPy columns in memory, on one core, {REPEATS} runs
before CapyMOA's and {REPEATS} after them; CapyMOA's HoeffdingTree in its Java loop, {REPEATS} runs
in one JVM, which reads its ARFF file meanwhile; all threads counted, the best run of each. As in
the study of the peers, Java's heap is collected before each run, outside the clock. Not collected:
without that, where Java takes less CPU time. On one core: with Java confined to one, where it takes
its serial garbage collector. Its learning alone: less the best of as many runs of its majority
learner, which does nothing but read. Our core alone: without Python. With parsing: ours and the
reading of the same ARFF file by pyarrow. StreamDM: CapyMOA's speed times the ratio known from the
study, unless {peers.STREAMDM} names the program. One by one: `predict_one` and `learn_one` with the
same dicts, the first {RIVER_ROWS:,} rows, defaults. Peers: {peers.VERSIONS}."""


@dataclass
class Bulk:
    """CPU seconds a run, the best ones."""

    stream: str
    rows: int
    ours: float
    parsing: float
    core: float  # ours without Python
    capymoa: float | None = None
    uncollected: float | None = None  # CapyMOA with what earlier runs left on Java's heap
    one_core: float | None = None  # CapyMOA with Java confined to one core
    reading: float | None = None  # CapyMOA with a learner that does nothing
    streamdm: float | None = None  # measured, else by the known ratio

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
    found.goals = goals(bulk, single)
    found.figures = [figures_of(each, single) for each in bulk]
    found.draw = lambda: picture(bulk)
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
        made.streamdm = made.capymoa / STREAMDM[stream.name]
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
    return Table("In bulk, thousand examples a CPU second", columns, rows)


def parsing_table(bulk: list[Bulk]) -> Table:
    rows = []
    for each in bulk:
        mine = each.ours + each.parsing
        rows.append(
            (
                each.stream,
                each.speed(mine),
                each.speed(each.capymoa),
                each.times(each.capymoa, mine),
                each.speed(each.streamdm),
                each.times(each.streamdm, mine),
            )
        )
    columns = ("with parsing", "entrostream", "CapyMOA, warm", "times", "StreamDM", "times")
    return Table("With parsing, thousand examples a CPU second", columns, rows)


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
    return Table("One by one, thousand examples a CPU second", columns, rows)


def goals(bulk: list[Bulk], single: list[Single]) -> list[Goal]:
    ratios = [(each.stream, each.ratio) for each in bulk if each.ratio]
    made = [Goal(f"{name}: times CapyMOA, warm", ratio, ASKED) for name, ratio in ratios]
    if ratios:
        least = min(ratio for _, ratio in ratios)
        made.append(Goal("least of them (hoped for)", least, HOPED))
    for how, seconds in (("not collected", "uncollected"), ("on one core", "one_core")):
        known = [(each.stream, getattr(each, seconds), each.ours) for each in bulk]
        made += [
            Goal(f"{name}: times CapyMOA, warm, {how}", theirs / mine, ASKED)
            for name, theirs, mine in known
            if theirs
        ]
    for each in single:
        ratio = each.river / each.ours
        made.append(Goal(f"{each.stream}: times river, one by one", ratio, ASKED_RIVER))
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


def picture(bulk: list[Bulk]) -> Figure:
    known = [each for each in bulk if each.capymoa]
    bars = {
        "CapyMOA, warm, reads its file": [each.rows / each.capymoa / 1000 for each in known],
        "entrostream, with parsing": [
            each.rows / (each.ours + each.parsing) / 1000 for each in known
        ],
        "entrostream": [each.rows / each.ours / 1000 for each in known],
    }
    if not known:
        return Figure()
    return grouped_bars(
        {"in bulk": bars},
        groups=[each.stream for each in known],
        unit="thousand examples a CPU second",
        title="Speed of the streaming trees",
        log=True,
    )
