"""A user's program over the faces for river and scikit-learn, for type checkers; it is not run."""

from __future__ import annotations

import numpy as np

import entrostream as es
from entrostream import river, sklearn

tree = river.VFDTClassifier(max_depth=5)
river.VFDTClassifier("hoeffding")  # type: ignore[call-arg]
tree.learn_one({"x": 1.5}, "a")
predicted = tree.predict_one({"x": 1.5})
for each in (
    river.HoeffdingAdaptiveTreeClassifier(weight_type="frequency"),
    river.EFDTClassifier(re_evaluation_period=100),
    river.CVFDTClassifier(window=1000),
):
    each.learn_one({"x": 1.5}, "a")
    replaced: list[es.tree.TreeChange] = each.changes
river.CVFDTClassifier("hoeffding")  # type: ignore[call-arg]
river.EFDTClassifier(window=1000)  # type: ignore[call-arg]
river.CVFDTClassifier(weight_type="importance")  # type: ignore[arg-type]
entropy = river.Entropy()
entropy.update("a")
bits: float = entropy.get()

model = sklearn.VFDTClassifier(leaf_prediction="nba")
sklearn.VFDTClassifier("hoeffding")  # type: ignore[call-arg]
fitted = model.fit(np.zeros((4, 2)), np.array([0, 1, 0, 1]))
classes = model.predict(np.zeros((4, 2)))
windowed = sklearn.CVFDTClassifier(window=1000, re_evaluation_period=100)
also_windowed = windowed.fit(np.zeros((4, 2)), np.array([0, 1, 0, 1]))
adaptive = sklearn.HoeffdingAdaptiveTreeClassifier(max_depth=5)
efdt = sklearn.EFDTClassifier(re_evaluation_period=100)
sklearn.CVFDTClassifier("hoeffding")  # type: ignore[call-arg]
sklearn.EFDTClassifier(window=1000)  # type: ignore[call-arg]
sklearn.CVFDTClassifier(splitter="gaussian")  # type: ignore[arg-type]

lazily = es.river.Entropy()
also_lazily: es.tree.VFDTClassifier = es.tree.VFDTClassifier()
