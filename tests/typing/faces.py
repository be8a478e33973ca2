"""A user's program over the faces for river and scikit-learn, for type checkers; it is not run."""

from __future__ import annotations

import numpy as np

import entrostream as es
from entrostream import river, sklearn

tree = river.VFDTClassifier(max_depth=5)
river.VFDTClassifier("hoeffding")  # type: ignore[call-arg]
tree.learn_one({"x": 1.5}, "a")
predicted = tree.predict_one({"x": 1.5})
entropy = river.Entropy()
entropy.update("a")
bits: float = entropy.get()

model = sklearn.VFDTClassifier(leaf_prediction="nba")
sklearn.VFDTClassifier("hoeffding")  # type: ignore[call-arg]
fitted = model.fit(np.zeros((4, 2)), np.array([0, 1, 0, 1]))
classes = model.predict(np.zeros((4, 2)))

lazily = es.river.Entropy()
also_lazily: es.tree.VFDTClassifier = es.tree.VFDTClassifier()
