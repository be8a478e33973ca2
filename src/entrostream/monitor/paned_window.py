"""A window of time in panes: exact at the end of every interval, whatever the rate of events."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator

from entrostream import Tally
from entrostream.ingest.rows import Column

__all__ = ["Pane", "PanedWindow"]

FASTEST = 1  # level of compression


class Pane:
    """The counts of one interval as compressed bytes: a tenth or less of the memory of a `Tally`.

    Parameters
    ----------
    number : int
        The number of the interval.
    data : bytes
        Its counts, as `to_bytes` gave them.

    Examples
    --------
    >>> from entrostream import Tally
    >>> from entrostream.monitor.paned_window import Pane
    >>> Pane.of(7, Tally("aab")).counts()
    <Tally: 3 events, 2 labels, entropy 0.9183, gini 0.4444>
    """

    def __init__(self, number: int, data: bytes):
        self.number = number
        self._data = data
        self.digest: str | None = None  # of the bytes, once they are stored

    @staticmethod
    def of(number: int, counts: Tally) -> Pane:
        """Return the pane of counts."""
        return Pane(number, zlib.compress(counts.to_bytes(), FASTEST))

    def counts(self) -> Tally:
        """Return the counts."""
        return Tally.from_bytes(zlib.decompress(self._data))

    def to_bytes(self) -> bytes:
        """Return what the state keeps."""
        return self._data


class PanedWindow:
    """The counts of the last intervals of a stream.

    A `TimeWindow` keeps every event until it leaves. Here each interval keeps its counts, and the
    window is their sum: counts merge and are removed without error, so that the values at the end
    of an interval are the same to the last bit, and the memory grows with the labels of intervals,
    not with their events.

    Parameters
    ----------
    panes : int
        How many intervals the window has.

    Examples
    --------
    >>> from entrostream.monitor.paned_window import PanedWindow
    >>> window = PanedWindow(2)
    >>> for number, labels in enumerate([["a"], ["b"], ["c"]]):
    ...     window.update(labels)
    ...     expired = window.close(number)
    >>> window.total.counts(), expired.counts()
    ({'b': 1, 'c': 1}, {'a': 1})
    """

    def __init__(self, panes: int):
        self._size = panes
        self.total = Tally(missing="label")  # of all intervals that are closed
        self.current = Tally(missing="label")
        self.panes: deque[Pane] = deque()

    def update(self, labels: Column) -> None:
        """Take events of the interval that is open."""
        self.current.update_many(labels)

    def close(self, number: int) -> Tally | None:
        """End the open interval, and return the events that leave the window, if any."""
        if self.current.n:
            self._append(Pane.of(number, self.current), self.current)
            self.current = Tally(missing="label")
        expired = None
        while self.panes and self.panes[0].number <= number - self._size:
            counts = self.panes.popleft().counts()
            self.total.remove_counts(counts.counts())
            expired = counts if expired is None else expired + counts
        return expired

    def restore(self, panes: Iterator[Pane], current: Tally) -> None:
        """Take the state of another window of this size."""
        for pane in panes:
            self._append(pane, pane.counts())
        self.current = current

    def around(self, number: int) -> tuple[Tally, Tally]:
        """Return the counts of the intervals before one, and of those after it."""
        before, after = self.total.copy(), Tally(missing="label")
        for pane in reversed(self.panes):
            if pane.number < number:
                break
            counts = pane.counts()
            before.remove_counts(counts.counts())
            if pane.number > number:
                after.merge(counts)
        return before, after

    def _append(self, pane: Pane, counts: Tally) -> None:
        self.panes.append(pane)
        self.total.merge(counts)
