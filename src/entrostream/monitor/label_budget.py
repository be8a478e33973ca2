"""A limit of the number of labels that a summary of a long-running stream may hold."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import pyarrow as pa

from entrostream import Tally
from entrostream.ingest.fields import encode
from entrostream.ingest.rows import Column
from entrostream.streaming.label_limit import count_folded, fold

__all__ = ["LabelBudget"]


class LabelBudget:
    """Lets labels pass up to a limit, and counts events of all others as `<other>`.

    Unlike `LabelLimit`, which is for one pass over a file, the places of labels that left the
    summary are free again: a monitor runs for months. What is held is looked at when an interval
    begins, so that the same labels pass however its events are cut into batches. Far from the
    limit nothing is looked up at all.

    Parameters
    ----------
    most : int
        How many labels may be held.

    Examples
    --------
    >>> from entrostream import Tally
    >>> from entrostream.monitor.label_budget import LabelBudget
    >>> budget = LabelBudget(2)
    >>> budget.apply(["a", "b", "c", "a"], Tally()).to_pylist(), budget.folded
    (['a', 'b', '<other>', 'a'], 1)
    >>> budget.begin(held=1, known=None)
    >>> budget.apply(["c"], Tally())
    ['c']
    """

    def __init__(self, most: int):
        self.most = most
        self.folded = 0  # events
        self.frozen = False  # no further label passes, whatever the limit
        self._held = 0  # labels when the interval began
        self.known: Tally | None = None  # those labels; None if they were not looked at
        self.passed: Tally | None = None  # labels of this interval; None while all passed

    def begin(self, held: int, known: Tally | None) -> None:
        """Begin an interval, given how many labels are held, and which."""
        self._held, self.known, self.passed = held, known, None

    def apply(self, labels: Column, interval: Tally) -> Column:
        """Return labels with `<other>` in place of those beyond the limit.

        `interval` has the events of the interval before these, as they passed.
        """
        is_far = self._held + interval.distinct + most_distinct(labels) <= self.most
        if self.passed is None and is_far and not self.frozen:
            return labels
        if self.passed is None:
            self.passed = once(interval.keys())
        codes, distinct = encode(labels)
        passes = self._admitted(distinct, self.passed)
        if all(passes):
            return labels
        self.folded += count_folded(codes, passes)
        return fold(codes, distinct, passes)

    def restore(self, held: int, folded: int, known: Tally | None, passed: Tally | None) -> None:
        """Take the state of another budget."""
        self._held, self.folded, self.known, self.passed = held, folded, known, passed

    @property
    def held(self) -> int:
        """How many labels were held when the interval began."""
        return self._held

    def _admitted(self, distinct: Sequence[Any], passed: Tally) -> list[bool]:
        """Say which labels pass, in the order of their first events."""
        room = 0 if self.frozen else self.most - self._held - self._new_in(passed)
        passes: list[bool] = []
        new: dict[Hashable, int] = {}
        for label in distinct:
            is_known = passed[label] > 0 or (self.known is not None and self.known[label] > 0)
            passes.append(is_known or len(new) < room)
            if not is_known and len(new) < room:
                new[label] = 1
        passed.update_counts(new)
        return passes

    def _new_in(self, passed: Tally) -> int:
        """Return how many labels of this interval were not held before."""
        if self.known is None:
            return passed.distinct
        return sum(1 for label in passed.counts() if not self.known[label])


def once(labels: Any) -> Tally:
    """Return labels, each counted once."""
    counted = Tally(missing="label")
    counted.update_counts(dict.fromkeys(labels, 1))
    return counted


def most_distinct(labels: Column) -> int:
    """Return how many labels a column has at most."""
    if isinstance(labels, pa.DictionaryArray):
        return min(len(labels), len(labels.dictionary))
    return len(labels)
