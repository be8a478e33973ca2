"""A limit of the number of labels: further ones become one label, `OTHER`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from entrostream.ingest.fields import NO_LABEL, encode
from entrostream.ingest.rows import Column, column_of

__all__ = ["OTHER", "LabelLimit", "count_folded", "fold"]

OTHER = "<other>"
Codes: TypeAlias = NDArray[np.int64]


class LabelLimit:
    """Lets the first labels pass, and counts events of all others as one label.

    Entropy, Gini index and the number of labels are lower bounds then. The same labels pass
    however the stream is cut into batches.
    """

    def __init__(self, most: int):
        self._most = most
        self._known: set[Hashable] = set()
        self.folded = 0  # events

    def apply(self, labels: Column) -> Column:
        """Return the labels with `OTHER` in place of those beyond the limit."""
        codes, distinct = encode(labels)
        known = [self._admit(label) for label in distinct]
        if all(known):
            return labels
        self.folded += count_folded(codes, known)
        return fold(codes, distinct, known)

    def _admit(self, label: Any) -> bool:
        """Say whether a label passes; distinct ones come in the order of their first event."""
        if label in self._known:
            return True
        if len(self._known) >= self._most:
            return False
        self._known.add(label)
        return True


def count_folded(codes: Codes, passes: Sequence[bool]) -> int:
    """Return how many rows have a label that does not pass; a missing one does."""
    folded = np.append(~np.array(passes), False)  # at the end: the code of a missing label
    return int(np.count_nonzero(folded[codes]))


def fold(codes: Codes, distinct: Sequence[Hashable], passes: Sequence[bool]) -> Column:
    """Return a column of labels, `OTHER` in place of those that do not pass."""
    names = [label if keep else OTHER for label, keep in zip(distinct, passes, strict=True)]
    if not all(isinstance(name, str) for name in names):
        return column_of([None if code == NO_LABEL else names[code] for code in codes.tolist()])
    kept = list(dict.fromkeys(names))
    place = {name: number for number, name in enumerate(kept)}
    numbers = np.array([place[name] for name in names], dtype=np.int32)[codes]
    return pa.DictionaryArray.from_arrays(
        pa.array(numbers, mask=codes == NO_LABEL), pa.array(kept, pa.string())
    )
