"""Nothing drifts: after any number of events a value is that of a fresh count."""

from collections import Counter

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import fresh_tally, reads


def slides(chunks, rows, seed):
    """Slide a window of 1000 over `chunks` chunks; check the value after each of them."""
    rng = np.random.default_rng(seed)
    window = es.SlidingWindow(1000)
    for _ in range(chunks):
        # Labels come and go: each chunk has its own middle and its own spread.
        spread = rng.choice([1.0, 10.0, 300.0])
        chunk = rng.normal(rng.integers(-500, 500), spread, rows).astype(np.int64)
        last = window.trace(chunk, "entropy")[-1]

        fresh = es.Tally()
        fresh.update_many(chunk[-1000:])
        assert last.hex() == fresh.entropy.hex()
        assert reads(window) == reads(fresh)
    assert window.counts() == Counter(chunk[-1000:].tolist())


def test_a_million_slides_do_not_drift():
    """A window of 1000 equals a fresh tally bit for bit, every 50 000 events."""
    slides(chunks=20, rows=50_000, seed=1)


@pytest.mark.slow
def test_a_hundred_million_slides_do_not_drift():
    """The same after 1e8 events."""
    slides(chunks=100, rows=1_000_000, seed=2)


def test_slides_one_by_one_do_not_drift():
    """A hundred thousand single updates of a small window that is never quiet."""
    rng = np.random.default_rng(3)
    window = es.SlidingWindow(100)
    stream = rng.zipf(1.3, 100_000).tolist()
    for place, label in enumerate(stream):
        window.update(label)
        if place % 997 == 0:
            assert reads(window) == reads(fresh_tally(Counter(window.events())))


def test_tally_that_drains_to_one_event_has_no_entropy():
    """Grow to a million, remove one by one and in bulk down to one: exactly 0.0."""
    stream = np.random.default_rng(4).geometric(0.003, 1_000_000)
    tally = es.Tally()
    tally.update_many(stream)
    grown = reads(tally)
    for label in stream[:200_000].tolist():
        tally.remove(label)
    tally.remove_counts(Counter(stream[200_000:-1].tolist()))

    assert tally.counts() == {int(stream[-1]): 1}
    assert (tally.entropy, tally.gini) == (0.0, 0.0)

    tally.update_many(stream[:-1])
    assert reads(tally) == grown


def test_window_that_drains_to_one_event_has_no_entropy():
    """The same of a window that a million events filled."""
    stream = np.random.default_rng(5).integers(0, 40, 1_000_000)
    window = es.SlidingWindow(2_000_000)
    window.update_many(stream)
    held = Counter(stream.tolist())
    for label in range(20):
        window.drop(label)
        del held[label]
    assert reads(window) == reads(fresh_tally(held))

    window.remove_counts(held - Counter([39]))

    assert window.events() == [39]
    assert (window.entropy, window.gini) == (0.0, 0.0)
