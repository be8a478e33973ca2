"""Accuracy while the concept changes, compared with river's trees and forests that adapt to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from river import forest, tree

from benchmarks.harness.report import Report, Table
from benchmarks.trees.streams import progress
from entrostream.tree import VFDTClassifier, prequential

ROWS, PERIOD, SEED = 20_000, 5_000, 1
# How many attributes decide about the class, and after how many rows the classes change places.
STREAMS = {
    "two attributes, stationary": (2, ROWS),
    f"two attributes, flips every {PERIOD:,} rows": (2, PERIOD),
    f"one attribute, flips every {PERIOD:,} rows": (1, PERIOD),
}
PEERS: dict[str, Callable[[], Any]] = {
    "river HoeffdingTreeClassifier": tree.HoeffdingTreeClassifier,
    "river HoeffdingAdaptiveTreeClassifier": lambda: tree.HoeffdingAdaptiveTreeClassifier(seed=1),
    "river ARFClassifier": lambda: forest.ARFClassifier(seed=1),
}
OURS = "entrostream VFDTClassifier"

METHOD = f"""\
{ROWS:,} rows of four numeric attributes from 0 to 1. The class is whether the mean of the first
two, or the first alone, is above 0.5; the others say nothing. In the second and third stream the
classes change places every {PERIOD:,} rows. Prequential accuracy in percent, every row predicted
and then learned, defaults, seed {SEED}. river's `HoeffdingTreeClassifier` does not adapt to such
changes; `VFDTClassifier` restarts naive Bayes models within its leaves and never prunes; the
other two replace subtrees or trees when they detect a change."""


def report(*, quick: bool) -> Report:
    found = Report("trees/changing_concepts", "Accuracy while the concept changes", METHOD, 0)
    rows = ROWS // 2 if quick else ROWS
    accuracies: dict[str, dict[str, float]] = {}
    for name, (deciding, period) in STREAMS.items():
        x, y = stream(rows, deciding, period)
        for who in (OURS, *PEERS):
            accuracies.setdefault(name, {})[who] = accuracy(who, x, y)
            progress(f"{name}, {who}: {accuracies[name][who]:.4f}")
    found.tables = [table(accuracies)]
    found.figures = [
        {"stream": name, "who": who, "rows": rows, "accuracy": f"{100 * share:.2f}"}
        for name, each in accuracies.items()
        for who, share in each.items()
    ]
    return found


def stream(rows: int, deciding: int, period: int) -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(SEED).random((rows, 4))
    flipped = np.arange(rows) // period % 2 == 1
    return x, (x[:, :deciding].mean(axis=1) > 0.5) ^ flipped


def accuracy(who: str, x: np.ndarray, y: np.ndarray) -> float:
    if who == OURS:
        return float(prequential(VFDTClassifier(), x, y).accuracy[-1])
    model, right = PEERS[who](), 0
    for row, label in zip(x.tolist(), y.tolist(), strict=True):
        attributes = dict(enumerate(row))
        right += model.predict_one(attributes) == label
        model.learn_one(attributes, label)
    return right / len(y)


def table(accuracies: dict[str, dict[str, float]]) -> Table:
    rows = [
        (who, *(f"{100 * each[who]:.1f}" for each in accuracies.values())) for who in (OURS, *PEERS)
    ]
    return Table("Prequential accuracy, %", ("", *accuracies), rows)
