"""Brute force for streams: what a list of batches must give, from the rows alone."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import entrostream as es
from tests import truth

MEASURES = ("entropy", "gini", "n", "distinct")
OPEN = 2**62  # milliseconds: no window ends here


class Event(NamedTuple):
    key: Any
    time: int  # microseconds
    label: Any


class Arrival(NamedTuple):
    event: Event
    watermark: int  # of the trigger that read it, in milliseconds


def arrivals(batches, lateness):
    """Return the events of all triggers as they came, and the watermark after the last one.

    The watermark of a trigger is the latest time of all earlier triggers less the lateness, in
    milliseconds; it never falls, and begins at 0.
    """
    found, latest, watermark = [], 0, 0
    for batch in batches:
        found += [Arrival(event, watermark) for event in batch]
        latest = max([latest, *(event.time // 1000 for event in batch)])
        watermark = max(watermark, latest - lateness)
    return found, watermark


def windows(came, rule, upto=OPEN):
    """Return the values of each window with events that ends at `upto` or before, by its end.

    An event is in each window that was not complete when it came.
    """
    labels = {}
    for event, watermark in came:
        first = event.time // 1000 // rule.slide * rule.slide + rule.slide
        for end in range(first, first + rule.size, rule.slide):
            if watermark < end <= upto:
                labels.setdefault(end, []).append(event.label)
    return {end: values(each) for end, each in labels.items()}


def late(came, rule):
    """Return how many events came after their first window was complete."""
    return sum((e.time // 1000 // rule.slide + 1) * rule.slide <= w for e, w in came)


def of_key(came, key):
    """Return the events of a key."""
    return [arrival for arrival in came if arrival.event.key == key]


def values(labels):
    """Return the measures of labels to the last bit, after a comparison with exact arithmetic."""
    counts = Counter(labels)
    tally = es.Tally(counts, missing="label")
    assert truth.ulps(tally.entropy, truth.entropy(counts.values())) <= 0.51
    assert tally.gini == truth.nearest(truth.gini(counts.values()))
    assert (tally.n, tally.distinct) == (len(labels), len(counts))
    return bits(getattr(tally, name) for name in MEASURES)


def bits(numbers):
    """Return numbers so that equal means the same bits."""
    return tuple(x.hex() if isinstance(x, float) else int(x) for x in numbers)
