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
    """A change of the distribution of labels: where it is, how large it is, and what moved.

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
        The statistic, divided by the overdispersion of the stream, and what it had to exceed,
        in nats: exp(-strength) is about how likely chance alone is at this place.
    at_most : int or None
        For "frequency": the labels that occur at most this often in the window moved.
    before, after : float or None
        The share of the events that moved, before the change and since: that of the label
        that was tested ("label"), that of all labels seen at most `at_most` times
        ("frequency"), None for "sum".
    labels : tuple of LabelShift
        The labels that moved most, at most five, the most important first.
    severity : float or None
        How far apart the distributions before and after are: their Jensen-Shannon divergence in
        bits, adjusted for chance. 0 is what a random split of the same events gives, 1 that no
        label occurs on both sides. Sort by it to see the largest changes first.
    severity_error : float or None
        Its standard error; more than `severity` itself right after a change.
    entropy_before, entropy_after : float or None
        The entropy of the events before the change and since, in bits.
    gini_before, gini_after : float or None
        Their Gini index.
    duration : int
        How many events the window held of the regime that ended.
    began_at : float, datetime, numpy.datetime64 or None
        The time of the first of them; None where events have no times.

    Examples
    --------
    >>> window = es.AdaptiveWindow()
    >>> window.update_many(["a"] * 384 + ["b"] * 100)
    >>> change = window.changes[0]
    >>> print(change)
    change at event 384, found at 416, severity 1: 'b' 0 % -> 100 %, 'a' 100 % -> 0 %
    >>> change.labels[1]
    LabelShift(label='a', before=1.0, after=0.0)
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
    severity: float | None = None  # from here on unknown in states of version 1
    severity_error: float | None = None
    entropy_before: float | None = None
    entropy_after: float | None = None
    gini_before: float | None = None
    gini_after: float | None = None
    duration: int = 0
    began_at: Any = None

    def _repr_html_(self) -> str:
        return change_html(self)

    def __str__(self) -> str:
        """Describe the change in one line: where, how large, and the labels that moved most."""
        where = f"change at event {self.position}, found at {self.found}"
        if self.at is not None:
            where = f"change at {self.at} (event {self.position}), found at {self.found_at}"
        size = "" if self.severity is None else f", severity {self.severity:.2g}"
        return f"{where}{size}: {self._what()}"

    def _what(self) -> str:
        moved = [f"{_quoted(each.label)} {_moved(each.before, each.after)}" for each in self._named]
        return ", ".join(moved + self._group()) or "no memory to name the labels"

    def _group(self) -> list[str]:
        """Describe rare labels that moved together, where no single label moved nearly as far."""
        if self.at_most is None or self.before is None or self.after is None:
            return []
        single = max((abs(each.after - each.before) for each in self.labels), default=0.0)
        if abs(self.after - self.before) < 1.5 * single:
            return []
        times = "once" if self.at_most == 1 else f"at most {self.at_most} times"
        return [f"labels seen {times} {_moved(self.before, self.after)}"]

    @property
    def _named(self) -> tuple[LabelShift, ...]:
        """The first label, and the next ones that moved at least half as far."""
        far = max((abs(each.after - each.before) for each in self.labels[:1]), default=0.0)
        return self.labels[:1] + tuple(
            each for each in self.labels[1:3] if abs(each.after - each.before) >= far / 2
        )


def _quoted(label: Hashable) -> str:
    """Return a label in quotes, so that a number is not taken for a count.

    What has quotes or brackets of its own, such as bytes and tuples, needs no more of them.
    """
    return repr(label) if isinstance(label, (str, bytes, tuple)) else f"'{label}'"


def _moved(before: float, after: float) -> str:
    return f"{_percent(before)} -> {_percent(after)}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.995 else f"{100 * share:.0f} %"
