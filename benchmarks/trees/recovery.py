"""How accuracy recovers after abrupt drift, block by block, compared with HAT of river and MOA."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean

from benchmarks.harness.report import Report, Table
from benchmarks.trees import peers, streams
from benchmarks.trees.adaptive_learners import MOA_HAT, OURS, RIVER_HAT, SEEDS, Learner
from benchmarks.trees.scores import BLOCK
from benchmarks.trees.streams import Stream, progress, saying

# After how many rows the concept changes abruptly, again and again.
PERIODS = {"flip": 20_000, "agrawal_drift": 20_000, "rbf_drift": 25_000}
BEFORE, AFTER = 3, 20  # blocks that are shown
SOON = (1, 2, 5, 10)  # blocks after the change over which accuracy is averaged
PEERS = (RIVER_HAT, MOA_HAT)
LEARNERS = (*OURS, *PEERS)
ADAPTIVE = "adaptive"
CLOSE = 2  # points below the accuracy before the change that count as recovered

METHOD = f"""\
Accuracy in percent of blocks of {BLOCK:,} rows around an abrupt change of the concept, every row
predicted and then learned, at the defaults; the mean over all such changes of a stream and over
{{seeds}}. Ours: `VFDTClassifier`, `HoeffdingAdaptiveTreeClassifier` (adaptive), `CVFDTClassifier`,
`EFDTClassifier`; HAT: river's `HoeffdingAdaptiveTreeClassifier`, and MOA's `HoeffdingAdaptiveTree`
through CapyMOA. Recovered: rows after the change until the first block that is less than {CLOSE}
points below the last {BEFORE} blocks before it, if within {AFTER * BLOCK:,} rows. The strictest
comparison stands first: by how many points the adaptive tree is above the better HAT. Peers:
{peers.VERSIONS}.
{streams.notes(PERIODS)}."""


@dataclass
class Curve:
    """Accuracies of the blocks around each change, of all seeds."""

    stream: str
    learner: str
    changes: list[list[float]] = field(default_factory=list)

    def blocks(self) -> list[float]:
        """Return the mean over the changes; the first blocks are before them."""
        return [mean(each) for each in zip(*self.changes, strict=True)]

    def after(self, many: int) -> float:
        return mean(self.blocks()[BEFORE : BEFORE + many])

    def recovered(self) -> int | None:
        """Return the number of rows after which accuracy is close to that before the change."""
        blocks = self.blocks()
        wanted = mean(blocks[:BEFORE]) - CLOSE
        close = (at for at, each in enumerate(blocks[BEFORE:]) if each > wanted)
        return next((at * BLOCK for at in close), None)


def report(*, quick: bool) -> Report:
    seeds = SEEDS[:1] if quick else SEEDS
    method = METHOD.format(seeds=f"{len(seeds)} seed{'s' if len(seeds) > 1 else ''}")
    found = Report("trees/recovery", "Recovery after abrupt drift", method, 0)
    names = ("flip",) if quick else tuple(PERIODS)
    curves = {name: measure(name, seeds) for name in names}
    found.tables = [lead_table(curves), summary_table(curves)]
    found.tables += [block_table(name, each) for name, each in curves.items()]
    found.figures = [row for each in curves.values() for curve in each for row in figures_of(curve)]
    return found


def measure(name: str, seeds: tuple[int, ...]) -> list[Curve]:
    repeated = [streams.get(each) for each in streams.repetitions(name)[: len(seeds)]]
    curves = []
    for learner in LEARNERS:
        with saying(f"{name}, {learner.name}"):
            curve = Curve(name, learner.name)
            for stream, seed in zip(repeated, seeds, strict=True):
                curve.changes += around_changes(learner, stream, PERIODS[name], seed)
            curves.append(curve)
            progress(f"{name}, {learner.name}: {curve.after(5):.1f} in the first 5 blocks")
    return curves


def around_changes(learner: Learner, stream: Stream, period: int, seed: int) -> list[list[float]]:
    right = learner.outcome(stream, stream.rows, seed)["right"]
    changes = range(period // BLOCK, stream.rows // BLOCK, period // BLOCK)
    return [[100 * each / BLOCK for each in right[at - BEFORE : at + AFTER]] for at in changes]


def lead_table(curves: dict[str, list[Curve]]) -> Table:
    rows = []
    for name, each in curves.items():
        known = {curve.learner: curve for curve in each}
        theirs = [known[peer.name] for peer in PEERS if peer.name in known]
        leads = [known[ADAPTIVE].after(many) - max(c.after(many) for c in theirs) for many in SOON]
        rows.append((name, *(f"{lead:+.1f}" for lead in leads)))
    columns = ("stream", *(f"first {many * BLOCK:,} rows" for many in SOON))
    return Table("Adaptive less the better HAT, points after the change", columns, rows)


def summary_table(curves: dict[str, list[Curve]]) -> Table:
    rows = [
        (
            f"{name}, {curve.learner}",
            f"{mean(curve.blocks()[:BEFORE]):.1f}",
            *(f"{curve.after(many):.1f}" for many in SOON),
            "not" if (row := curve.recovered()) is None else f"{row:,}",
        )
        for name, each in curves.items()
        for curve in each
    ]
    columns = ("stream, tree", "before", *(f"first {many * BLOCK:,}" for many in SOON), "recovered")
    return Table("Accuracy before and after the change, %", columns, rows)


def block_table(name: str, curves: list[Curve]) -> Table:
    blocks = [curve.blocks() for curve in curves]
    rows = [
        (f"{place * BLOCK:,}", *(f"{each[place + BEFORE]:.1f}" for each in blocks))
        for place in range(-BEFORE, AFTER)
    ]
    columns = ("from row", *(curve.learner for curve in curves))
    return Table(f"{name}: accuracy by block, rows counted from the change", columns, rows)


def figures_of(curve: Curve) -> list[dict[str, object]]:
    spreads = [(min(each), max(each)) for each in zip(*curve.changes, strict=True)]
    return [
        {
            "stream": curve.stream,
            "learner": curve.learner,
            "changes": len(curve.changes),
            "from_row": (place - BEFORE) * BLOCK,
            "accuracy": f"{accuracy:.2f}",
            "lowest": f"{low:.2f}",
            "highest": f"{high:.2f}",
        }
        for place, (accuracy, (low, high)) in enumerate(zip(curve.blocks(), spreads, strict=True))
    ]
