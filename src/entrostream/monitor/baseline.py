"""What was usual before the window: counts that fade by halves."""

from __future__ import annotations

from entrostream import Tally

__all__ = ["Baseline"]


class Baseline:
    """The counts of events that left the window, halved from time to time.

    Integers that are halved are the same on every machine and after every restart, and labels
    that were seen once vanish: the memory is bounded by the labels that come back.

    Parameters
    ----------
    half_life : int
        The number of intervals after which counts are halved.
    most : int
        The number of labels beyond which they are halved at once.

    Examples
    --------
    >>> from entrostream import Tally
    >>> from entrostream.monitor.baseline import Baseline
    >>> counts = Tally()
    >>> counts.update_counts({"a": 3, "b": 1})
    >>> baseline = Baseline(half_life=60, most=1000)
    >>> baseline.add(counts)
    >>> baseline.advance(60)
    >>> baseline.counts.counts()
    {'a': 1}
    """

    def __init__(self, half_life: int, most: int):
        self._half_life = half_life
        self._most = most
        self.halved = 0  # the number of the last half-life that ended
        self.counts = Tally(missing="label")

    def add(self, counts: Tally) -> None:
        """Take events."""
        self.counts.merge(counts)
        while self.counts.distinct > self._most:
            self._halve()

    def advance(self, number: int) -> None:
        """Move the clock to an interval."""
        ended = number // self._half_life
        if ended > self.halved:
            self._halve()
        self.halved = ended

    def share(self, label: object) -> float | None:
        """Return the share of a label; None while nothing is known."""
        return self.counts[label] / self.counts.n if self.counts.n else None

    def _halve(self) -> None:
        halves = {label: count // 2 for label, count in self.counts.counts().items() if count > 1}
        self.counts = Tally(missing="label")
        self.counts.update_counts(halves)
