"""Accuracy while the concept changes, compared with learners that adapt to it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean
from typing import Any

import numpy as np
from river import forest, tree
from sklearn.tree import DecisionTreeClassifier

from benchmarks.harness.report import Report, Table
from benchmarks.trees.streams import progress
from entrostream.tree import VFDTClassifier, prequential

ROWS, PERIOD, SEEDS = 40_000, 5_000, (1, 2, 3)
QUICK_ROWS = 10_000
EVERY, KEPT = 1_000, 5_000
# How many attributes decide about the class, and after how many rows the classes change places.
STREAMS = {
    f"two attributes, flips every {PERIOD:,} rows": (2, PERIOD),
    f"one attribute, flips every {PERIOD:,} rows": (1, PERIOD),
    "two attributes, stationary": (2, None),
}
OURS = "entrostream VFDTClassifier"
BATCH = "scikit-learn DecisionTreeClassifier, retrained"
RIVER: dict[str, Callable[[int], Any]] = {
    "river ARFClassifier": lambda seed: forest.ARFClassifier(seed=seed),
    "river HoeffdingAdaptiveTreeClassifier": lambda seed: tree.HoeffdingAdaptiveTreeClassifier(
        seed=seed
    ),
    "river HoeffdingTreeClassifier": lambda _: tree.HoeffdingTreeClassifier(),
}

METHOD = f"""\
{{rows:,}} rows of four numeric attributes from 0 to 1. The class is whether the mean of the first
two, or the first alone, is above 0.5; the others say nothing. In two of the streams the classes
change places every {PERIOD:,} rows. Prequential accuracy in percent, every row predicted and then
learned, default parameters; the mean over the seeds {{seeds}} (data and learners), the lowest and
the highest in brackets. river's `HoeffdingTreeClassifier` does not adapt to such changes;
`VFDTClassifier` restarts naive Bayes models within its leaves and never prunes; river's other two
replace subtrees or trees when they detect a change. scikit-learn's tree is trained again every
{EVERY:,} rows on the last {KEPT:,}, which it keeps; before the first training the most frequent
class so far is predicted. The strictest comparison stands first: by how many points entrostream is
above the best of the others."""

Accuracies = dict[str, dict[str, list[float]]]  # by stream and learner, one per seed


def report(*, quick: bool) -> Report:
    rows, seeds = (QUICK_ROWS, SEEDS[:1]) if quick else (ROWS, SEEDS)
    method = METHOD.format(rows=rows, seeds=", ".join(map(str, seeds)))
    found = Report("trees/changing_concepts", "Accuracy while the concept changes", method, 0)
    accuracies: Accuracies = {}
    for name, (deciding, period) in STREAMS.items():
        for seed in seeds:
            x, y = stream(rows, deciding, period or rows, seed)
            for who in (OURS, *RIVER, BATCH):
                share = round(100 * accuracy(who, x, y, seed), 2)  # as it is recorded
                accuracies.setdefault(name, {}).setdefault(who, []).append(share)
                progress(f"{name}, seed {seed}, {who}: {share:.2f}")
    found.tables = [table(accuracies)]
    found.figures = [
        {"stream": name, "who": who, "rows": rows, "seed": seed, "accuracy": f"{share:.2f}"}
        for name, each in accuracies.items()
        for who, shares in each.items()
        for seed, share in zip(seeds, shares, strict=True)
    ]
    return found


def stream(rows: int, deciding: int, period: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(seed).random((rows, 4))
    flipped = np.arange(rows) // period % 2 == 1
    return x, (x[:, :deciding].mean(axis=1) > 0.5) ^ flipped


def accuracy(who: str, x: np.ndarray, y: np.ndarray, seed: int) -> float:
    if who == OURS:
        return float(prequential(VFDTClassifier(), x, y).accuracy[-1])
    if who == BATCH:
        return retrained(x, y, seed)
    return one_by_one(RIVER[who](seed), x, y)


def one_by_one(model: Any, x: np.ndarray, y: np.ndarray) -> float:
    right = 0
    for row, label in zip(x.tolist(), y.tolist(), strict=True):
        attributes = dict(enumerate(row))
        right += model.predict_one(attributes) == label
        model.learn_one(attributes, label)
    return right / len(y)


def retrained(x: np.ndarray, y: np.ndarray, seed: int) -> float:
    """Predict EVERY rows at a time with the tree of the KEPT rows before them."""
    right = int((most_frequent_so_far(y[:EVERY]) == y[:EVERY]).sum())
    for at in range(EVERY, len(y), EVERY):
        before, after = slice(max(at - KEPT, 0), at), slice(at, at + EVERY)
        model = DecisionTreeClassifier(random_state=seed).fit(x[before], y[before])
        right += int((model.predict(x[after]) == y[after]).sum())
    return right / len(y)


def most_frequent_so_far(y: np.ndarray) -> np.ndarray:
    """Predict each label from those before it; the first and ties as False."""
    trues = np.cumsum(y) - y
    return 2 * trues > np.arange(len(y))


def table(accuracies: Accuracies) -> Table:
    """Order the others by their mean over the streams whose classes change places."""
    flips = [each for name, each in accuracies.items() if "flips" in name]
    others = sorted((*RIVER, BATCH), key=lambda who: -mean(mean(each[who]) for each in flips))
    rows = [
        (
            name,
            f"{mean(each[OURS]) - max(mean(each[who]) for who in others):+.1f}",
            *(spread(each[who]) for who in (OURS, *others)),
        )
        for name, each in accuracies.items()
    ]
    columns = ("stream", "entrostream, less the best of the others", OURS, *others)
    return Table("Prequential accuracy, %", columns, rows)


def spread(shares: list[float]) -> str:
    return f"{mean(shares):.1f} ({min(shares):.1f} to {max(shares):.1f})"
