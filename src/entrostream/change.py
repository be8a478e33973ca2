"""A change that a window found in its stream, as it tells it.

Belongs to the layer of the summaries: AdaptiveWindow gives what is defined here, and it
uses nothing of ours but how it looks.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from entrostream.notebook import change_html

__all__ = ["Change", "LabelShift"]


class LabelShift(NamedTuple):
    """A label's share of the events, before a change and since.

    Attributes
    ----------
    label : hashable
        The label.
    before, after : float
        Its share of the events of the window before the change and since, from 0 to 1.

    Examples
    --------
    >>> es.LabelShift("GET", 0.71, 0.12)
    LabelShift(label='GET', before=0.71, after=0.12)
    """

    label: Hashable
    before: float
    after: float


class Change(NamedTuple):
    """A change of the mixture: where it is, how sure it is, and what moved.

    Attributes
    ----------
    position : int
        Number of the first event of the new regime; the first of the stream is 0.
    found : int
        How many events had been seen when it was found: `found - position` is the delay.
    at, found_at : float, datetime, numpy.datetime64 or None
        The times of these two events; None where events have no times.
    statistic : str
        What found it: "sum" (many labels moved), "label" (one label moved) or "frequency"
        (rare labels against frequent ones).
    strength, threshold : float
        The statistic and what it had to exceed, in nats: exp(-strength) is about how
        likely chance alone is at this place.
    at_most : int or None
        For "frequency": it is the labels seen at most so often in the window that moved.
    before, after : float or None
        The share of the events that moved, before the change and since: that of the first
        of `labels` ("label"), that of all labels seen at most `at_most` times
        ("frequency"), None for "sum".
    labels : tuple of LabelShift
        The labels that moved most, at most five.

    Examples
    --------
    >>> window = es.AdaptiveWindow()
    >>> window.update_many(["a", "a", "a", "b"] * 96 + ["b", "c"] * 100)
    >>> change = window.changes[0]
    >>> print(change)
    change at event 384, found at 416 (sum): 'c' 0 % before, 50 % after, 'a' 75 % before, 0 % after
    >>> change.labels[1]
    LabelShift(label='a', before=0.75, after=0.0)
    """

    position: int
    found: int
    at: Any
    found_at: Any
    statistic: str
    strength: float
    threshold: float
    at_most: int | None
    before: float | None
    after: float | None
    labels: tuple[LabelShift, ...]

    def _repr_html_(self) -> str:
        return change_html(self)

    def __str__(self) -> str:
        """Tell the change in one line."""
        where = f"change at event {self.position}, found at {self.found}"
        if self.at is not None:
            where = f"change at {self.at} (event {self.position}), found at {self.found_at}"
        return f"{where} ({self.statistic}): {self._what()}"

    def _what(self) -> str:
        group = self._group()
        if group is not None:
            return group
        told = self.labels[:2] if self.statistic == "sum" else self.labels[:1]
        return ", ".join(f"{each.label!r} {_moved(each.before, each.after)}" for each in told)

    def _group(self) -> str | None:
        """Tell of the rare labels that moved together; a group of one has a name."""
        if self.at_most is None or self.before is None or self.after is None:
            return None
        moved = _moved(self.before, self.after)
        for each in self.labels:
            if (each.before, each.after) == (self.before, self.after):
                return f"{each.label!r} {moved}"
        times = "once" if self.at_most == 1 else f"at most {self.at_most} times"
        return f"labels seen {times}: {moved}"


def _moved(before: float, after: float) -> str:
    return f"{_percent(before)} before, {_percent(after)} after"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.995 else f"{100 * share:.0f} %"
