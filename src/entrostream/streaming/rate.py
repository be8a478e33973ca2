"""Events per second of a live stream."""

from __future__ import annotations

import time
from collections import deque

__all__ = ["Rate"]

SHORTEST = 0.25  # seconds between two looks: below, a rate would be chance


class Rate:
    """Events per second, over the last looks at a stream.

    Parameters
    ----------
    looks : int
        How many.
    """

    def __init__(self, looks: int):
        self._points: deque[tuple[float, int]] = deque(maxlen=looks)

    def of(self, rows: int) -> float:
        """Return the rate, given how many events there were so far."""
        now = time.monotonic()
        self._points.append((now, rows))
        then, before = self._points[0]
        return (rows - before) / (now - then) if now - then >= SHORTEST else 0.0
