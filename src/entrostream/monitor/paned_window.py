"""A window of time in panes: exact at the end of every interval, whatever the rate of events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from entrostream import Tally
from entrostream.ingest.rows import Column

__all__ = ["Pane", "PanedWindow"]


@dataclass
class Pane:
    """The events of one interval.

    Parameters
    ----------
    number : int
        The number of the interval.
    counts : Tally
        Its events.
    digest : str, optional
        The digest of its bytes, once they are stored.
    """

    number: int
    counts: Tally
    digest: str | None = None


class PanedWindow:
    """The counts of the last intervals of a stream.

    A `TimeWindow` keeps every event until it leaves. Here each interval keeps its counts, and the
    window is their sum: counts merge and are removed without error, so that the values at the end
    of an interval are the same to the last bit, and the memory does not grow with the rate.

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
            self._append(Pane(number, self.current))
            self.current = Tally(missing="label")
        expired = None
        while self.panes and self.panes[0].number <= number - self._size:
            counts = self.panes.popleft().counts
            self.total.remove_counts(counts.counts())
            expired = counts if expired is None else expired + counts
        return expired

    def restore(self, panes: Iterator[Pane], current: Tally) -> None:
        """Take the state of another window of this size."""
        for pane in panes:
            self._append(pane)
        self.current = current

    def around(self, number: int) -> tuple[Tally, Tally]:
        """Return the counts of the intervals before one, and of those after it."""
        before, after = self.total.copy(), Tally(missing="label")
        for pane in reversed(self.panes):
            if pane.number < number:
                break
            before.remove_counts(pane.counts.counts())
            if pane.number > number:
                after.merge(pane.counts)
        return before, after

    def _append(self, pane: Pane) -> None:
        self.panes.append(pane)
        self.total.merge(pane.counts)
