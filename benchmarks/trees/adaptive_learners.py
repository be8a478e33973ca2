"""Who takes part where concepts change: our trees, the peers' adaptive ones, and baselines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from benchmarks.trees import baselines, ours, peers
from benchmarks.trees.peers import Outcome
from benchmarks.trees.streams import Stream

SEEDS = (1, 2, 3, 4, 5)
RIVER, MOA = peers.PACKAGES["river"], peers.PACKAGES["capymoa"]


@dataclass(frozen=True)
class Learner:
    name: str
    kind: Literal["ours", "tree", "baseline"]
    run: Callable[[Stream, int, int], Outcome]  # a stream, its first rows, a seed
    seeded: bool = False  # whether it is random, so that a seed changes what it predicts
    package: str = ""  # if given, what it found is kept for later runs
    # It would need hours for more: rows, seeds, and streams other than the base ones.
    most_rows: int | None = None
    most_seeds: int | None = None
    base_only: bool = False

    def outcome(self, stream: Stream, rows: int, seed: int) -> Outcome:
        if not self.package:
            return self.run(stream, rows, seed)
        seeded = f", seed {seed}" if self.seeded else ""
        what = f"{self.name}, {self.package}, {rows} rows{seeded}"
        return peers.once(stream, what, lambda: self.run(stream, rows, seed))


def _ours(which: str) -> Learner:
    run = partial(_run_ours, which)
    return Learner(which, "ours", run)


def _run_ours(which: str, stream: Stream, rows: int, _: int) -> Outcome:
    return ours.prequential(stream, rows=rows, which=which)


def _run_river(model: str, stream: Stream, rows: int, seed: int) -> Outcome:
    return peers.river(stream, rows=rows, model=model, seed=seed)


def _run_moa(model: str, stream: Stream, rows: int, _: int) -> Outcome:
    # Its option random_seed changes nothing for these models.
    return peers.capymoa(stream, rows=rows, model=model, by_block=True)[0]


OURS = tuple(map(_ours, ours.TREES))
RIVER_HAT = Learner(
    "river HAT",
    "tree",
    partial(_run_river, "tree.HoeffdingAdaptiveTreeClassifier"),
    seeded=True,
    package=RIVER,
    most_rows=100_000,
    most_seeds=1,
)
RIVER_EFDT = Learner(
    "river EFDT",
    "tree",
    partial(_run_river, "tree.ExtremelyFastDecisionTreeClassifier"),
    package=RIVER,
    most_rows=10_000,
    most_seeds=1,
    base_only=True,
)
MOA_HAT = Learner("MOA HAT", "tree", partial(_run_moa, "HoeffdingAdaptiveTree"), package=MOA)
MOA_EFDT = Learner("MOA EFDT", "tree", partial(_run_moa, "EFDT"), package=MOA)
RIVER_ARF = Learner(
    "river ARF",
    "baseline",
    partial(_run_river, "forest.ARFClassifier"),
    seeded=True,
    package=RIVER,
    most_rows=40_000,
    most_seeds=1,
)
NO_CHANGE = Learner(
    "no change", "baseline", lambda stream, rows, _: baselines.no_change(stream, rows)
)
MAJORITY = Learner("majority", "baseline", lambda stream, rows, _: baselines.majority(stream, rows))
DECISION_TREE = Learner(
    "scikit-learn tree, retrained",
    "baseline",
    baselines.decision_tree,
    seeded=True,
    package=baselines.VERSIONS,
)
LIGHTGBM = Learner(
    "LightGBM, retrained",
    "baseline",
    lambda stream, rows, _: baselines.lightgbm(stream, rows),
    package=baselines.VERSIONS,
    most_seeds=1,
)
PEER_TREES = (RIVER_HAT, RIVER_EFDT, MOA_HAT, MOA_EFDT)
BASELINES = (NO_CHANGE, MAJORITY, DECISION_TREE, LIGHTGBM, RIVER_ARF)
EVERYONE = (*OURS, *PEER_TREES, *BASELINES)
