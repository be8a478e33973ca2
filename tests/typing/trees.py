"""A user's program over trees, for type checkers; it is not run."""

from __future__ import annotations

import numpy as np

from entrostream.tree import Prequential, VFDTClassifier, prequential

tree = VFDTClassifier(memory_limit="1MiB")
tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
predicted: object = tree.predict_one({"sky": "blue"})
shares: dict[object, float] = dict(tree.predict_proba_one({"sky": "blue"}))
tree.learn_many({"sky": ["blue", "grey"]}, ["sail", "stay"])
run: Prequential = prequential(tree, {"wind": np.arange(3.0)}, ["a", "b", "a"], every=1)
last: float = float(run.accuracy[-1])
nodes: int = tree.n_nodes
text: str = tree.describe()
