"""Brute force for streams: what a list of batches must give, from the rows alone."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import entrostream as es

MEASURES = ("entropy", "gini", "n", "distinct")


class Event(NamedTuple):
    key: Any
    time: int  # microseconds
    label: Any


class Truth(NamedTuple):
    accepted: dict[Any, list[Event]]
    late: dict[Any, int]
    watermark: int  # of the last trigger, which has no rows


def judged(batches, slide, lateness):
    """Return the rows that are not late, by the rule of the docs; times are in milliseconds.

    The watermark of a trigger is the latest time of all earlier ones less the lateness. A row is
    late if the first window with it ended at the watermark or before.
    """
    accepted, late = defaultdict(list), defaultdict(int)
    watermark = latest = 0
    for batch in batches:
        for event in batch:
            if (event.time // 1000 // slide + 1) * slide <= watermark:
                late[event.key] += 1
            else:
                accepted[event.key].append(event)
        latest = max([latest, *(event.time // 1000 for event in batch)])
        watermark = max(watermark, latest - lateness)
    return Truth(dict(accepted), dict(late), watermark)


def windows(events, size, slide, upto):
    """Return the values of each window with events that ends at `upto` or before, by its end."""
    ends = {
        pane + slide + step
        for event in events
        for pane in [event.time // 1000 // slide * slide]
        for step in range(0, size, slide)
    }
    return {
        end: values(
            [event.label for event in events if end - size <= event.time // 1000 < end]
        )
        for end in sorted(ends)
        if end <= upto
    }


def values(labels):
    """Return the measures of labels, to the last bit."""
    tally = es.Tally(missing="label")
    tally.update_many(labels)
    assert tally.entropy.hex() == es.entropy(labels, missing="label").hex()
    return bits([getattr(tally, name) for name in MEASURES])


def bits(numbers):
    """Return numbers so that equal means the same bits."""
    return tuple(x.hex() if isinstance(x, float) else int(x) for x in numbers)
