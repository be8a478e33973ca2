"""A user's program over trees, for type checkers; it is not run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from entrostream.tree import Prequential, VFDTClassifier, prequential

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
