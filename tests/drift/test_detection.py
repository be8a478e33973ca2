"""Changes are found soon, once, and where they are; small versions of the benchmark's tables."""

from statistics import median

import numpy as np
import pytest

import entrostream as es
from tests.drift.changing_streams import CHANGES, SHARES, between, draw

BEFORE, AFTER, SEEDS = 30_000, 30_000, 7


def found_in(shares, change, k, seed):
    """Return the changes found after the true one, which is at BEFORE."""
    rng = np.random.default_rng([seed, k, *shares.encode(), *change.encode()])
    p = SHARES[shares](k, seed)
    parts = [draw(p, BEFORE, rng), draw(CHANGES[change](p, rng), AFTER, rng)]
    window = es.AdaptiveWindow()
    window.update_many(np.concatenate(parts))
    return [each for each in window.changes if each.found > BEFORE]


@pytest.mark.parametrize(
    ("change", "k", "delay", "error"),
    [
        ("permute", 2, 80, 32),
        ("permute", 50, 80, 32),
        ("permute", 1000, 80, 32),
        ("swap", 5, 208, 64),
        ("swap", 50, 464, 128),
        ("swap", 1000, 1100, 200),
        ("entropy", 2, 272, 64),
        ("entropy", 50, 112, 32),
        ("novel", 5, 272, 128),
        ("novel", 1000, 400, 128),
        ("small", 50, 1300, 250),
        ("small", 1000, 464, 128),
        ("noise 10 %", 1000, 2000, 600),
        ("noise 15 %", 50, 2300, 600),
        ("noise 25 %", 1000, 464, 128),
        ("flatten", 1000, 1100, 400),
        ("sharpen", 1000, 464, 128),
        ("tail", 1000, 6000, 1500),
    ],
)
def test_changes_of_zipf_are_found(change, k, delay, error):
    """Limits are about twice the measured medians: seven streams tell little more."""
    found = [found_in("zipf", change, k, seed) for seed in range(SEEDS)]

    assert all(found)
    assert median(each[0].found - BEFORE for each in found) <= delay
    assert median(abs(each[0].position - BEFORE) for each in found) <= error
    assert sum(map(len, found)) <= SEEDS + 3


@pytest.mark.parametrize("shares", ["geometric", "two_level", "dirichlet"])
@pytest.mark.parametrize(
    ("change", "delay"),
    [("permute", 80), ("entropy", 112), ("novel", 464), ("noise 25 %", 600), ("split", 272)],
)
def test_changes_of_other_shares_are_found(shares, change, delay):
    """The window knows nothing of Zipf."""
    found = [found_in(shares, change, 50, seed) for seed in range(SEEDS)]

    assert all(found)
    assert median(each[0].found - BEFORE for each in found) <= delay
    assert sum(map(len, found)) <= SEEDS + 4


def test_a_slow_change_is_followed_by_a_few_cuts():
    """A ramp of 10,000 events: the past is dropped piece by piece, not at every block."""
    p, rng = SHARES["zipf"](50), np.random.default_rng(1)
    ramp = np.minimum(1, np.arange(AFTER) / 10_000)
    window = es.AdaptiveWindow()
    window.update_many(np.concatenate([draw(p, BEFORE, rng), between(p, p[::-1], ramp, rng)]))

    assert 3 <= window.n_changes <= 12
    assert window.changes[0].found - BEFORE <= 2500
    assert window.start >= BEFORE + 8000


def test_every_change_of_many_is_found_once():
    """Ten regimes of 5000 events, to and fro."""
    p, rng = SHARES["zipf"](20), np.random.default_rng(2)
    window = es.AdaptiveWindow()
    for regime in range(10):
        window.update_many(draw(p if regime % 2 else p[::-1], 5000, rng))

    places = [change.position for change in window.changes]
    assert len(places) <= 11
    assert all(min(abs(place - 5000 * each) for place in places) <= 64 for each in range(1, 10))


def test_a_change_back_is_found_though_the_past_looked_like_it():
    """A short disturbance is two changes."""
    p, rng = SHARES["zipf"](20), np.random.default_rng(3)
    window = es.AdaptiveWindow()
    window.update_many(draw(p, 30_000, rng))
    window.update_many(draw(p[::-1], 500, rng))
    window.update_many(draw(p, 5000, rng))

    first, second = window.changes
    assert abs(first.position - 30_000) <= 32
    assert abs(second.position - 30_500) <= 64
