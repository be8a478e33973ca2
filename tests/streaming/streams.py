"""Events for tests, and the readings of streams that are cut into batches."""

from itertools import pairwise

import numpy as np

from entrostream.streaming import Events, Schedule, StreamMeasures, WindowRule

SECOND = 10**9
MEASURES = ("n", "distinct", "entropy", "evenness", "gini")


def events(labels, times=None, groups=None, weights=None, field="x"):
    """Return events of one field; groups are given by their keys."""
    keys = list(dict.fromkeys(groups)) if groups is not None else []
    return Events(
        len(labels),
        {field: list(labels)},
        None if times is None else np.array(times, np.int64),
        None if groups is None else np.array([keys.index(key) for key in groups], np.int64),
        keys,
        None if weights is None else np.array(weights, float),
    )


def batches(all_events, cuts=()):
    """Return events cut at these places."""
    places = [0, *sorted(set(cuts) & set(range(1, all_events.n))), all_events.n]
    return [all_events.slice(*each) for each in pairwise(places)]


def readings(all_events, rule=None, every=None, cuts=(), measures=MEASURES, **options):
    """Return what a stream reads, as tuples of time or row, key and values."""
    rule = rule or WindowRule()
    schedule = Schedule.for_window(every, rule)
    stream = StreamMeasures(
        list(all_events.labels),
        rule,
        schedule,
        measures,
        grouped=all_events.groups is not None,
        **options,
    )
    parts = [stream.push(batch) for batch in batches(all_events, cuts)] + [stream.finish()]
    found = []
    for part in parts:
        for each in part:
            where = each.row if each.time is None else each.time
            values = tuple(bits(value) for value in each.values.values())
            found.append((where, each.key, each.field, values))
    return found


def bits(value):
    """Return a number so that equal bits are equal, NaN included."""
    return float(value).hex()


def values_of(summary, measures=MEASURES):
    """Return the measures of a summary; NaN but for counts if it is empty."""
    counts = ("n", "distinct")
    return tuple(
        bits(getattr(summary, name)) if summary.n or name in counts else bits(float("nan"))
        for name in measures
    )
