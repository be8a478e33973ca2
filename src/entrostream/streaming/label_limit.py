"""A limit of the number of labels: further ones become one label, `OTHER`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from entrostream.ingest.fields import NO_LABEL, encode
from entrostream.ingest.rows import Column, column_of

__all__ = ["OTHER", "LabelLimit"]

OTHER = "<other>"


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
        names = [label if keep else OTHER for label, keep in zip(distinct, known, strict=True)]
        folded = [not keep for keep in known]
        self.folded += sum(folded[code] for code in codes.tolist() if code != NO_LABEL)
        return column_of([None if code == NO_LABEL else names[code] for code in codes.tolist()])

    def _admit(self, label: Any) -> bool:
        """Say whether a label passes; distinct ones come in the order of their first event."""
        if label in self._known:
            return True
        if len(self._known) >= self._most:
            return False
        self._known.add(label)
        return True
