"""Streams of events for the tests of the monitor."""

from itertools import pairwise

import numpy as np
import pyarrow as pa

from entrostream.streaming import Events

START = 1_700_000_000
SECOND = 10**9


def events_of(seconds, **labels):
    """Return events at these seconds after the start."""
    times = START * SECOND + np.round(np.asarray(seconds) * SECOND).astype(np.int64)
    return Events(len(times), {name: pa.array(each) for name, each in labels.items()}, times)


def changing(events, seed=0, rate=200.0):
    """Return events of two fields whose distributions change halfway."""
    random = np.random.default_rng(seed)
    seconds = np.sort(random.random(events)) * events / rate
    late = np.arange(events) >= events // 2
    src = np.where(late, random.integers(0, 400, events), random.integers(0, 20, events))
    port = np.where(late & (random.random(events) < 0.7), 443, random.choice([22, 53, 80], events))
    return events_of(seconds, src=[f"h{each}" for each in src], port=[str(each) for each in port])


def cut(events, places):
    """Return events in several batches."""
    edges = [0, *sorted(places), events.n]
    return [events.slice(first, last) for first, last in pairwise(edges)]


def everything(monitor):
    """Return the whole state of a monitor, in a form that can be compared."""
    blobs = {name: part.to_bytes() for name, part in monitor.blobs().items()}
    alarms = [alarm.to_dict() for alarm in monitor.alarms.newest()]
    return monitor.state(), blobs, repr(monitor.history.take_new()), alarms
