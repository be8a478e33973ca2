"""A limit of the number of labels that a long-running stream may have at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from entrostream import Tally
from entrostream.ingest.fields import NO_LABEL, encode
from entrostream.ingest.rows import Column, column_of
from entrostream.streaming.label_limit import OTHER

__all__ = ["LabelBudget"]


class LabelBudget:
    """Lets labels pass up to a limit, counts events of all others as `<other>`, and forgets.

    Unlike `LabelLimit`, which is for one pass over a file, `forget` frees the places of labels
    that are gone: a monitor runs for months. The same labels pass however a stream is cut into
    batches, as long as `forget` is called at the same events.

    Parameters
    ----------
    most : int
        How many labels may be known at a time.

    Examples
    --------
    >>> from entrostream.monitor.label_budget import LabelBudget
    >>> budget = LabelBudget(2)
    >>> budget.apply(["a", "b", "c", "a"]).to_pylist(), budget.folded
    (['a', 'b', '<other>', 'a'], 1)
    >>> budget.forget(lambda: ["b"])
    >>> budget.apply(["c"])
    ['c']
    """

    def __init__(self, most: int):
        self.most = most
        # All events that passed: their labels are known. Counting them is cheaper than to look
        # for new labels one by one.
        self.known = Tally(missing="label")
        self.folded = 0  # events
        self.frozen = False  # no further label passes, whatever the limit

    def apply(self, labels: Column) -> Column:
        """Return labels with `<other>` in place of those beyond the limit."""
        if self.frozen or self.known.distinct + most_distinct(labels) > self.most:
            labels = self._folded(labels)
        self.known.update_many(labels)
        return labels

    def forget(self, held: Callable[[], Iterable[Any]]) -> None:
        """Know only the labels that are still held, if a further one would not pass."""
        if self.known.distinct >= self.most:
            self.known = Tally(missing="label")
            self.known.update_counts(dict.fromkeys(held(), 1))

    def _folded(self, labels: Column) -> Column:
        codes, distinct = encode(labels)
        passes = self._admitted(distinct)
        if all(passes):
            return labels
        folded = np.append(~np.array(passes), False)  # at the end: a missing label
        self.folded += int(np.count_nonzero(folded[codes]))
        return replaced(codes, distinct, passes)

    def _admitted(self, distinct: Sequence[Any]) -> list[bool]:
        """Say which labels pass; they come in the order of their first events."""
        room = self.most - self.known.distinct + (self.known[OTHER] > 0)
        room = 0 if self.frozen else room
        passes = []
        for label in distinct:
            is_known = self.known[label] > 0
            passes.append(is_known or room > 0)
            room -= not is_known
        return passes


def most_distinct(labels: Column) -> int:
    """Return how many labels a column has at most."""
    if isinstance(labels, pa.DictionaryArray):
        return min(len(labels), len(labels.dictionary))
    return len(labels)


def replaced(codes: Any, distinct: Sequence[Any], passes: Sequence[bool]) -> Column:
    """Return a column of labels, those that do not pass replaced."""
    names = [label if keep else OTHER for label, keep in zip(distinct, passes, strict=True)]
    if not all(isinstance(name, str) for name in names):
        return column_of([None if code == NO_LABEL else names[code] for code in codes.tolist()])
    kept = list(dict.fromkeys(names))
    place = {name: number for number, name in enumerate(kept)}
    numbers = np.array([place[name] for name in names], dtype=np.int32)[codes]
    return pa.DictionaryArray.from_arrays(
        pa.array(numbers, mask=codes == NO_LABEL), pa.array(kept, pa.string())
    )
