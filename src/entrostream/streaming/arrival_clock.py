"""The time of arrival, for events that have no other."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from entrostream.streaming.events import Events

__all__ = ["ArrivalClock"]


class ArrivalClock:
    """The clock of the machine, except that it never goes back: windows of time refuse that.

    Parameters
    ----------
    start : int, default 0
        A time that it is not before, such as the last one before a restart.

    Examples
    --------
    >>> from entrostream.streaming import ArrivalClock, Events
    >>> clock = ArrivalClock()
    >>> events = clock.stamp(Events(2, {"src": ["a", "b"]}))
    >>> bool(events.times[0] == events.times[1] <= clock.now())
    True
    """

    def __init__(self, start: int = 0) -> None:
        self._now = start

    def now(self) -> int:
        """Return the time in nanoseconds since 1970."""
        self._now = max(self._now, time.time_ns())
        return self._now

    def stamp(self, events: Events) -> Events:
        """Return events that arrived now."""
        return replace(events, times=np.full(events.n, self.now())) if events.n else events
