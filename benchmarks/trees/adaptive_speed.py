"""How fast the adaptive trees learn: compared with CapyMOA's HAT, and CVFDT with VFDT."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees import ours, peers, streams
from benchmarks.trees.speed import REPEATS, warm
from benchmarks.trees.streams import Stream, progress, saying

TIMES_CAPYMOA, SHARE_OF_VFDT = 5, 1 / 8  # the targets
MODEL, READER = "HoeffdingAdaptiveTree", "MajorityClass"
# How Java runs: with all cores or with one, its heap collected before each run or not.
MODES: dict[str, dict[str, bool]] = {
    "collected": {},
    "not collected": {"collect": False},
    "on one core": {"all_cores": False},
}

METHOD = f"""\
Thousand rows per CPU second, predicted and then learned, defaults, in one session. Ours:
`prequential` over NumPy columns in memory, on one core, the trees in turns, {REPEATS} rounds before
CapyMOA's runs and {REPEATS} after them. CapyMOA: `{MODEL}` in its Java loop, {REPEATS} runs in one
JVM, all threads counted; its learning alone: less the same number of runs of its majority learner,
which does nothing but read the ARFF file. The best run of each counts. Java's heap is collected
before each run, outside the clock; not collected: without that; on one core: with Java confined to
one, where it takes its serial garbage collector. The strictest comparison, the least ratio of the
three, stands first. Peers: {peers.VERSIONS}."""


@dataclass
class Speed:
    """The least CPU seconds of a run: of our trees, and of CapyMOA's learner and reader by mode."""

    stream: str
    rows: int
    ours: dict[str, float]
    capymoa: dict[str, float] = field(default_factory=dict)
    reading: dict[str, float] = field(default_factory=dict)

    def learning(self, mode: str) -> float:
        return self.capymoa[mode] - self.reading[mode]

    def ratio(self, mode: str) -> float:
        return self.learning(mode) / self.ours["adaptive"]

    def least_ratio(self) -> float:
        return min(map(self.ratio, self.capymoa))

    def share(self, which: str) -> float:
        """Return the speed of one of our trees, that of VFDT being 1."""
        return self.ours["VFDT"] / self.ours[which]

    def rate(self, seconds: float) -> str:
        return f"{self.rows / seconds / 1000:,.0f}"


def report(*, quick: bool) -> Report:
    found = Report("trees/adaptive_speed", "Speed of the adaptive trees", METHOD, 0)
    limit = streams.QUICK_ROWS if quick else None
    speeds = [measure(stream, limit) for stream in streams.all_of(streams.BASE)]
    found.tables = [capymoa_table(speeds), own_table(speeds)]
    found.targets = targets(speeds)
    found.figures = [figures_of(each) for each in speeds]
    return found


def measure(stream: Stream, limit: int | None) -> Speed:
    rows = min(limit or stream.rows, stream.rows)
    rounds = [one_round(stream, rows) for _ in range(REPEATS)]
    made = Speed(stream.name, rows, {})
    with saying(f"{stream.name}, CapyMOA"):
        for mode, options in MODES.items():
            reading = warm(stream, rows, READER, **options)
            made.capymoa[mode] = warm(stream, rows, MODEL, **options)
            made.reading[mode] = reading
    rounds += [one_round(stream, rows) for _ in range(REPEATS)]
    made.ours = {which: min(each[which] for each in rounds) for which in ours.TREES}
    shares = ", ".join(f"{which} {made.share(which):.2f}" for which in ours.TREES)
    progress(f"{stream.name}: of the speed of VFDT: {shares}")
    return made


def one_round(stream: Stream, rows: int) -> dict[str, float]:
    return {
        which: ours.prequential(stream, rows=rows, which=which)["cpu"][0] for which in ours.TREES
    }


def capymoa_table(speeds: list[Speed]) -> Table:
    columns = ["stream", "CapyMOA, learning alone / adaptive: least", *MODES, "adaptive"]
    columns += [f"CapyMOA, learning alone, {mode}" for mode in MODES]
    columns += ["CapyMOA, with reading"]
    rows = [
        (
            each.stream,
            f"**{each.least_ratio():.1f}**",
            *(f"{each.ratio(mode):.1f}" for mode in MODES),
            each.rate(each.ours["adaptive"]),
            *(each.rate(each.learning(mode)) for mode in MODES),
            each.rate(each.capymoa["collected"]),
        )
        for each in speeds
        if len(each.capymoa) == len(MODES)
    ]
    return Table("HAT, thousand rows per CPU second, and ratios", columns, rows)


def own_table(speeds: list[Speed]) -> Table:
    others = [which for which in ours.TREES if which != "VFDT"]
    columns = ["stream", *(f"{which} / VFDT" for which in others), *ours.TREES]
    rows = [
        (
            each.stream,
            *(f"{each.share(which):.2f}" for which in others),
            *(each.rate(each.ours[which]) for which in ours.TREES),
        )
        for each in speeds
    ]
    return Table(
        "Our trees, speed over that of VFDT, and thousand rows per CPU second", columns, rows
    )


def targets(speeds: list[Speed]) -> list[Target]:
    times = [
        Target(f"{each.stream}: adaptive, times CapyMOA's HAT", each.least_ratio(), TIMES_CAPYMOA)
        for each in speeds
        if each.capymoa
    ]
    shares = [
        Target(f"{each.stream}: CVFDT, of the speed of VFDT", each.share("CVFDT"), SHARE_OF_VFDT)
        for each in speeds
    ]
    return times + shares


def figures_of(each: Speed) -> dict[str, object]:
    mine = {f"{which}_s": f"{seconds:.5g}" for which, seconds in each.ours.items()}
    theirs = {
        f"capymoa_{what}{mode.replace(' ', '_')}_s": f"{found[mode]:.5g}" if mode in found else ""
        for what, found in (("", each.capymoa), ("reading_", each.reading))
        for mode in MODES
    }
    return {"stream": each.stream, "rows": each.rows, **mine, **theirs}
