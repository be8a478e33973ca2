"""A user's program over trees, for type checkers; it is not run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    Prequential,
    TreeChange,
    VFDTClassifier,
    prequential,
)

tree = VFDTClassifier(memory_limit="1MiB")
tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
tree.learn_one({"sky": "blue"}, "sail", weight=0.5)
predicted: object = tree.predict_one({"sky": "blue"})
shares: dict[object, float] = dict(tree.predict_proba_one({"sky": "blue"}))
tree.learn_many({"sky": ["blue", "grey"]}, ["sail", "stay"], weights=[1, 2])
run: Prequential = prequential(tree, {"wind": np.arange(3.0)}, ["a", "b", "a"], every=1)
last: float = float(run.accuracy[-1])
nodes: int = tree.n_nodes
text: str = tree.describe()
size: int = tree.nbytes
parameters: dict[str, object] = dict(tree.get_params())


def own_criterion(counts: NDArray[np.float64], /) -> float:
    """Return how many rows the largest class of each branch has."""
    return float(counts.max(axis=1).sum())


limited = VFDTClassifier(max_depth=3, split_schedule="every_row", split_criterion=own_criterion)
# What the runtime refuses, type checkers refuse too.
VFDTClassifier("hoeffding")  # type: ignore[call-arg]
VFDTClassifier(leaf_prediction="majority")  # type: ignore[arg-type]

adaptive = HoeffdingAdaptiveTreeClassifier(weight_type="importance", max_depth=5)
efdt = EFDTClassifier(re_evaluation_period=100)
cvfdt = CVFDTClassifier(window=1000, re_evaluation_period=100, memory_limit="1MiB")
trees: list[VFDTClassifier] = [adaptive, efdt, cvfdt]
cvfdt.learn_one({"sky": "blue"}, "sail", weight=2)
restored: CVFDTClassifier = CVFDTClassifier.from_bytes(cvfdt.to_bytes())
rows_held: int = restored.window_size
changes: list[TreeChange] = efdt.changes
during: tuple[TreeChange, ...] = prequential(adaptive, {"x": [1.0]}, ["a"]).changes
at_rows: list[int] = [int(row) for row in run.change_rows]
for change in changes:
    gained: float = change.accuracy_after - change.accuracy_before
    why: str = f"{change.row} {change.reason}: {[test.attribute for test in change.conditions]}"
counted: int = adaptive.n_changes + adaptive.n_alternates
# Those of other classes, and choices that the class does not have, are refused.
VFDTClassifier(window=1000)  # type: ignore[call-arg]
EFDTClassifier(window=1000)  # type: ignore[call-arg]
CVFDTClassifier("hoeffding")  # type: ignore[call-arg]
CVFDTClassifier(weight_type="importance")  # type: ignore[arg-type]
CVFDTClassifier(splitter="gaussian")  # type: ignore[arg-type]
EFDTClassifier(weight_type="importance")  # type: ignore[arg-type]
no_window = efdt.window_size  # type: ignore[attr-defined]
