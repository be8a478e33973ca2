"""Which subtrees an adaptive tree has replaced during a prequential run, and at which rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.tree.adaptive import HoeffdingAdaptiveTreeClassifier
from entrostream.tree.tree_change import TreeChange

__all__ = ["RunChanges"]

MOST = 1000  # as many as a tree remembers: the same over chunks as in one piece


class RunChanges:
    """The changes of a model since the run began; none if it is not an adaptive tree."""

    def __init__(self, model: Any):
        self._model = model
        self._rows = 0
        self._found: list[tuple[TreeChange, int]] = []
        self._changes_before, self._learned_before = counts_of(model)

    def note(self, size: int, weights: NDArray[np.float64] | None) -> None:
        """Take over what changed in the latest rows of the run; None: all weights are 1."""
        changes, learned = counts_of(self._model)
        for change in latest(self._model, changes - self._changes_before):
            place = change.row - self._learned_before  # the tree does not learn rows of weight 0
            if weights is not None:
                place = int(np.flatnonzero(weights)[place - 1]) + 1
            self._found.append((change, self._rows + place))
        self._found = self._found[-MOST:]
        self._changes_before, self._learned_before = changes, learned
        self._rows += size

    def result(self) -> dict[str, Any]:
        """Return the changes, and the number of rows of the run before each."""
        return {
            "changes": tuple(change for change, _ in self._found),
            "change_rows": np.array([row for _, row in self._found], dtype=np.int64),
        }


def tree_of(model: Any) -> HoeffdingAdaptiveTreeClassifier | None:
    """Return the adaptive tree that a model is, or that its face for another library has."""
    for each in (model, getattr(model, "tree", None), getattr(model, "tree_", None)):
        if isinstance(each, HoeffdingAdaptiveTreeClassifier):
            return each
    return None


def counts_of(model: Any) -> tuple[int, int]:
    """Return how many subtrees were replaced, and how many rows were learned."""
    tree = tree_of(model)
    return (0, 0) if tree is None else (tree.n_changes, tree.n)


def latest(model: Any, count: int) -> list[TreeChange]:
    """Return the latest changes of a model, as far as it remembers them."""
    tree = tree_of(model)
    return [] if tree is None or count == 0 else tree.changes[-count:]
