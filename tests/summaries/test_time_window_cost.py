"""What a time window costs: memory for what is held, the same time for every event."""

import gc
import time
import weakref
from collections import Counter

import numpy as np
import pytest

import entrostream as es


class Label:
    """A label that can be watched."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        return isinstance(other, Label) and self.number == other.number


@pytest.mark.parametrize("way", ["advance", "update", "update_many"])
def test_labels_of_a_burst_are_let_go(way):
    """Once it has left the window, also if no new label comes."""
    window = es.TimeWindow(10)
    window.update("known", at=0)
    burst = [Label(number) for number in range(1000)]
    watched = [weakref.ref(label) for label in burst]
    window.update_many(burst, times=np.linspace(0, 1, 1000))
    del burst
    {
        "advance": lambda: window.advance(20),
        "update": lambda: [window.update("known", at=at) for at in (5, 20)],
        "update_many": lambda: window.update_many(["known"], times=[20]),
    }[way]()
    gc.collect()

    assert sum(label() is not None for label in watched) <= 64


def test_bytes_grow_with_what_is_held_not_with_what_was_seen():
    """A million events through a window of ten."""
    window = es.TimeWindow(10)
    window.update_many(np.arange(10**6) % 1000, times=np.arange(10**6))

    assert window.n == 10
    assert len(window.to_bytes()) < 200


@pytest.mark.slow
@pytest.mark.parametrize("late", [0.0, 0.1, 1.0])
def test_cost_of_an_event_does_not_grow_with_the_window(late):
    """A thousand or three hundred thousand held: caches apart, the same mean cost."""
    costs = [cost_of_an_event(held, late) for held in (1000, 300_000)]

    assert costs[1] < 3 * costs[0]


def cost_of_an_event(held, late):
    """Return the least of three means, in seconds."""
    rng = np.random.default_rng(held)
    rows = 2 * held + 200_000
    times = np.arange(rows) + rng.random(rows)
    delays = np.where(rng.random(rows) < late, rng.uniform(0, held, rows), 0.0)
    times = times[np.argsort(times + delays, kind="stable")].tolist()
    labels = rng.integers(0, 100, rows).tolist()
    filled = es.TimeWindow(held, lateness=held)
    filled.update_many(labels[: 2 * held], times=times[: 2 * held])
    rest = list(zip(labels[2 * held :], times[2 * held :], strict=True))
    costs = []
    for _ in range(3):
        window = filled.copy()
        start = time.process_time()
        for label, at in rest:
            window.update(label, at=at)
        costs.append((time.process_time() - start) / len(rest))
    assert window.counts() == Counter(label for _, label in window.events())
    return min(costs)
