"""Late events put in their place: events in the order of their times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from entrostream._core import span_nanoseconds
from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import column_of, values_of
from entrostream.streaming.events import Events

__all__ = ["Reorder"]

NONE = re.compile(r"0+\s*[a-z]*")


class Reorder:
    """Holds events until no earlier one can come, by the lateness that is allowed.

    Parameters
    ----------
    lateness : str, default "0s"
        By how much an event may be late.
    late : {"fail", "drop"}, default "fail"
        What happens to events that are later: an error, or they are counted and left out.

    Raises
    ------
    ValueError
        If the lateness is no length of time.

    Examples
    --------
    >>> import numpy as np
    >>> from entrostream.streaming import Events, Reorder
    >>> reorder = Reorder("5s")
    >>> seconds = np.array([10, 8, 20]) * 10**9
    >>> ready = reorder.push(Events(3, {"src": ["b", "a", "c"]}, seconds))
    >>> ready.labels["src"], reorder.finish().labels["src"]
    (['a', 'b'], ['c'])
    """

    def __init__(self, lateness: str = "0s", late: Literal["fail", "drop"] = "fail"):
        self._lateness = lateness_of(lateness)
        self._fails = late == "fail"
        self._held: Events | None = None
        self._now: int | None = None
        self._released: int | None = None  # the largest time of `finish`: nothing before it now
        self.late = 0  # events left out

    def push(self, events: Events) -> Events:
        """Return the events that no later one can precede, in the order of their times."""
        if events.times is None or not events.n:
            return events
        clock = np.maximum.accumulate(events.times)
        if self._now is not None:
            clock = np.maximum(clock, self._now)
        self._now = int(clock[-1])
        events = self._on_time(events, clock)
        if self._held is not None:
            events = joined(self._held, events)
        assert events.times is not None
        if np.any(events.times[1:] < events.times[:-1]):
            events = events.take(np.argsort(events.times, kind="stable"))
        assert events.times is not None
        due = int(np.searchsorted(events.times, self._now - self._lateness, "right"))
        self._held = events.slice(due, events.n) if due < events.n else None
        return events.slice(0, due)

    def finish(self) -> Events:
        """Return the events that are still held."""
        self._released = self._now
        held, self._held = self._held, None
        return Events(0, {}) if held is None else held

    def state(self) -> dict[str, Any]:
        """Return the state as plain data."""
        held = self._held
        return {
            "now": self._now,
            "released": self._released,
            "late": self.late,
            "times": [] if held is None or held.times is None else held.times.tolist(),
            "labels": {}
            if held is None
            else {name: values_of(column) for name, column in held.labels.items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take the state of another object: pairs that became lists are pairs again."""
        self._now, self._released, self.late = state["now"], state["released"], state["late"]
        times = np.array(state["times"], dtype=np.int64)
        labels = {
            name: column_of([as_label(value) for value in values])
            for name, values in state["labels"].items()
        }
        self._held = Events(len(times), labels, times) if len(times) else None

    def _on_time(self, events: Events, clock: Any) -> Events:
        """Leave out events that are too late, or raise."""
        assert events.times is not None
        by = clock - events.times
        too_late = by > self._lateness
        if self._released is not None:
            too_late |= events.times < self._released
        if not too_late.any():
            return events
        if self._fails:
            seconds = int(by[np.argmax(too_late)]) / 1e9
            raise InputError(
                f"an event is {seconds:g} s late: --lateness {max(1, round(seconds * 2))}s sorts "
                "such events into place, --late drop leaves them out"
            )
        self.late += int(np.count_nonzero(too_late))
        return events.take(np.flatnonzero(~too_late))


def lateness_of(given: str) -> int:
    """Return a length of time that may be 0, in nanoseconds."""
    if NONE.fullmatch(given):
        return 0
    try:
        return span_nanoseconds(given)
    except (TypeError, ValueError):
        raise ValueError(
            f"--lateness must be a length of time such as 30s, got {given!r}"
        ) from None


def as_label(value: Any) -> Any:
    """Return a label that was stored as plain data."""
    return tuple(as_label(each) for each in value) if isinstance(value, list) else value


def joined(first: Events, second: Events) -> Events:
    """Return events and others after them."""

    def both(one: Any, two: Any) -> Any:
        return None if one is None else np.concatenate([one, two])

    return replace(
        second,
        n=first.n + second.n,
        labels={
            name: join_columns([labels, second.labels[name]])
            for name, labels in first.labels.items()
        },
        times=both(first.times, second.times),
        groups=both(first.groups, second.groups),
        weights=both(first.weights, second.weights),
    )


def join_columns(columns: Sequence[Any]) -> Any:
    """Return columns one after the other: an Arrow array if they have one type."""
    arrays = [column for column in columns if isinstance(column, pa.Array)]
    if len(arrays) == len(columns):
        plain = [
            array.dictionary_decode() if pa.types.is_dictionary(array.type) else array
            for array in arrays
        ]
        if len({array.type for array in plain}) == 1:
            return pa.concat_arrays(plain)
    return [value for column in columns for value in values_of(column)]
