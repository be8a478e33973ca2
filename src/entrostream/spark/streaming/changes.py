"""Changes of the distribution of labels of one key, by an adaptive window, without Spark.

An adaptive window depends on the order of its events. They wait in buckets of event time until
the watermark has passed, and are then sorted by time and label: what is found depends on the
events alone, not on how they came.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from entrostream import AdaptiveWindow, Change, StateError, Tally
from entrostream.spark.streaming.panes import Missing

__all__ = ["Events", "feed", "in_order"]

PARAMETERS = (
    "rate",
    "block",
    "max_size",
    "statistics",
    "calibrate",
    "recurring",
    "min_shift",
    "season",
    "season_bins",
    "missing",
)


class Events:
    """Events as pairs of time and label, which a bucket counts.

    Parameters
    ----------
    times : iterable of int
        Microseconds.
    labels : iterable
        The labels; refused if one is missing and `missing` is "raise".
    missing : {"raise", "skip", "label"}
        What missing labels are.

    Examples
    --------
    >>> from entrostream.spark.streaming.changes import Events
    >>> Events([5, 7], ["a", None], "label").take([1])
    [(7, None)]
    """

    def __init__(self, times: Iterable[int], labels: Iterable[Any], missing: Missing):
        labels = list(labels)
        Tally(missing=missing).update_many(labels)  # refuses what the window would refuse later
        plain = (None if is_missing(label) else label for label in labels)
        self._pairs = list(zip(map(int, times), plain, strict=True))
        self._skips = missing == "skip"

    def take(self, indices: Iterable[int]) -> list[tuple[int, Any]]:
        """Return some of the events; without those whose label is missing, if they are skipped."""
        taken = (self._pairs[index] for index in indices)
        return [pair for pair in taken if not (self._skips and pair[1] is None)]


def is_missing(label: Any) -> bool:
    """Say whether a label is None, NaN or NaT."""
    return label is None or bool(label != label)


def in_order(bucket: Tally) -> list[tuple[int, Any]]:
    """Return the events of a bucket by time, those of the same time by label."""
    pairs = sorted(bucket.counts().items(), key=lambda item: sort_key(*item[0]))
    return [pair for pair, count in pairs for _ in range(count)]


def sort_key(time: int, label: Any) -> tuple[int, bool, Any]:
    """Return what events are sorted by; missing labels come first."""
    return (time, False, 0) if label is None else (time, True, label)


def feed(
    state: bytes | None, events: list[tuple[int, Any]], first: bytes
) -> tuple[bytes, list[Change]]:
    """Add events in order to the adaptive window of a state, and return its state and changes.

    `first` is the state of a new key; one with other parameters is refused.
    """
    window = AdaptiveWindow.from_bytes(first)
    if state is not None:
        fresh, window = window, AdaptiveWindow.from_bytes(state)
        require_parameters(window, fresh)
    found: list[Change] = []
    window.on_change = found.append
    times = np.array([time for time, _ in events], dtype="datetime64[us]")
    window.update_many([label for _, label in events], times=times)
    return window.to_bytes(), found


def require_parameters(stored: AdaptiveWindow, wanted: AdaptiveWindow) -> None:
    """Refuse a window with other parameters than those of a new key."""
    for name in PARAMETERS:
        old, new = getattr(stored, name), getattr(wanted, name)
        if old != new:
            raise StateError(
                f"the checkpoint was written with {name}={old!r} of the adaptive window, the query "
                f"has {name}={new!r}: pass the same, or use another checkpoint location"
            )
