"""The protocol of user-defined split criteria."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

__all__ = ["Criterion"]


@runtime_checkable
class Criterion(Protocol):
    """A callable that says what a split is worth: larger is better, 0 or less is no gain.

    It gets the counts that the split would make, an array of branches by classes, and returns
    a number. With an attribute `range`, the largest gain there can be (1.0 if it has none), it
    serves `rule="hoeffding"` too.

    Under `rule="evidence"` it chooses among the splits that have evidence, so the guarantees
    against noise (with `explore=0`) and of lazy split attempts hold for any criterion. If it
    raises, the call that learns raises the same error, and has learned nothing.

    Examples
    --------
    >>> from entrostream.tree import VFDTClassifier
    >>> def hits(counts):
    ...     return counts.max(axis=1).sum() - counts.sum(axis=0).max()
    >>> tree = VFDTClassifier(split_criterion=hits)
    >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
    >>> tree.n_leaves
    2
    """

    def __call__(self, counts: NDArray[np.float64], /) -> float:
        """Return what the split is worth."""
        ...
