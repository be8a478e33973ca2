"""Dependent streams that do not change are hardly ever cut, and what changes in them is found."""

from statistics import median

import numpy as np
import pytest

import entrostream as es
from tests.drift.changing_streams import CHANGES, draw, zipf
from tests.drift.dependent_streams import DEPENDENT, hidden_states, make, sessions
from tests.drift.reference import ReferenceWindow

LEARNING = 100_000
# They take longer than 100,000 events to learn, or to make.
LONG = {
    "regimes of 4,000",
    "regimes of 10,000",
    "regimes of 30,000",
    "floods now and then",
    "drifting slowly",
    "Markov chain",
}


def changes_after_learning(labels, **options):
    """Return how many changes are found after the first 100,000 events."""
    window = es.AdaptiveWindow(**options)
    window.update_many(labels)
    return sum(change.found > LEARNING for change in window.changes)


@pytest.mark.parametrize("name", [name for name in DEPENDENT if name not in LONG])
@pytest.mark.parametrize("k", [5, 50])
def test_dependent_streams_are_hardly_ever_cut(name, k):
    """The target is 10 in a million; 200,000 events after learning measure it roughly."""
    assert changes_after_learning(make(name, k, 300_000)) <= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", DEPENDENT)
@pytest.mark.parametrize("k", [2, 20, 1000])
def test_dependent_streams_in_the_long_run(name, k):
    """At most 10 in a million on average, over five seeds."""
    found = [changes_after_learning(make(name, k, 1_000_000, seed=seed)) for seed in range(5)]

    assert sum(found) <= 10 * 5 * 0.9


@pytest.mark.parametrize("name", ["repeated, lag 10", "4 sessions", "rare bursts of 20"])
def test_without_calibration_they_are_cut_all_the_time(name):
    """So the test above can fail."""
    labels = make(name, 20, 200_000)

    assert changes_after_learning(labels, calibrate=False) > 20
    assert changes_after_learning(labels) <= 4


@pytest.mark.parametrize("name", ["swap", "small", "novel", "noise 15 %", "jitter"])
@pytest.mark.parametrize("k", [5, 50])
def test_changes_of_independent_streams_are_found_as_soon(name, k):
    """What is learned from independent events delays nothing."""
    delays = {True: [], False: []}
    for seed in range(5):
        rng = np.random.default_rng([k, seed, *name.encode()])
        before = zipf(k)
        labels = np.r_[draw(before, 30_000, rng), draw(CHANGES[name](before, rng), 30_000, rng)]
        for calibrate, found in delays.items():
            window = es.AdaptiveWindow(calibrate=calibrate)
            window.update_many(labels)
            found.append(next((c.found for c in window.changes if c.found > 30_000), 60_000))

    assert median(delays[True]) - 30_000 <= 1.3 * (median(delays[False]) - 30_000)


def test_changes_that_come_now_and_then_stay_changes():
    """One every 30,000 events is found every time, as soon as the first."""
    rng = np.random.default_rng(7)
    p, q = zipf(20), zipf(20)[::-1]
    labels = np.concatenate([draw((p, q)[i % 2], 30_000, rng) for i in range(30)])
    window = es.AdaptiveWindow(recurring="report")
    window.update_many(labels)

    assert window.n_changes == 29
    assert max(change.found - 30_000 * (i + 1) for i, change in enumerate(window.changes)) <= 96


def test_a_flood_in_a_dependent_stream_is_found():
    """A label of no session takes over: told, and first among the labels."""
    labels = make("20 sessions", 20, 300_000)
    labels[250_000:252_000] = 99
    window = es.AdaptiveWindow()
    window.update_many(labels)

    begin, end = sorted(window.changes, key=lambda change: change.severity)[-2:]
    begin, end = min(begin, end), max(begin, end)
    assert 0 <= begin.found - 250_000 <= 256
    assert 0 <= end.found - 252_000 <= 256
    assert begin.labels[0].label == 99
    assert begin.labels[0].after > 0.5


@pytest.mark.parametrize("name", ["repeated, lag 10", "4 sessions", "mixed bursts of 20"])
@pytest.mark.parametrize("k", [3, 30])
def test_what_is_learned_is_what_the_reference_learns(name, k):
    """Event for event: cuts, lengths and the factor."""
    labels = make(name, k, 5000)
    reference, window = ReferenceWindow(block=8), es.AdaptiveWindow(block=8)
    for label in labels.tolist():
        reference.update(label)
        window.update(label)
        assert window.n == reference.n

    assert [(c.position, c.found, c.statistic) for c in window.changes] == [
        (c.position, c.found, c.what.statistic) for c in reference.changes
    ]
    assert window.overdispersion == pytest.approx(reference.overdispersion, rel=1e-9)
    assert window.overdispersion > 2


def test_independent_events_have_no_overdispersion():
    """Exactly 1, and so has a window that is not calibrated, whatever it sees."""
    window = es.AdaptiveWindow()
    window.update_many(draw(zipf(20), 200_000, np.random.default_rng(1)))
    assert window.overdispersion == 1.0

    window = es.AdaptiveWindow(calibrate=False)
    window.update_many(sessions(4, 0.9)(np.random.default_rng(1), 20, 20_000))
    assert window.overdispersion == 1.0


def test_overdispersion_is_forgotten_where_a_stream_becomes_independent():
    """Changes are found as in a stream that always was, some hundred thousand events later."""
    rng = np.random.default_rng(3)
    window = es.AdaptiveWindow()
    window.update_many(hidden_states(5, 200)(rng, 20, 100_000))
    learned = window.overdispersion
    for _ in range(10):
        window.update_many(draw(zipf(20), 100_000, rng))

    assert learned > 10
    assert window.overdispersion < learned / 10


def test_learning_survives_bytes_copies_and_clear():
    """A restored window goes on with what it has learned; a cleared one begins anew."""
    labels = make("20 sessions", 20, 60_000)
    window = es.AdaptiveWindow()
    window.update_many(labels[:30_000])
    restored, copied = es.AdaptiveWindow.from_bytes(window.to_bytes()), window.copy()
    assert restored == window
    for each in (window, restored, copied):
        each.update_many(labels[30_000:])

    assert restored == copied == window
    assert window.overdispersion > 1
    window.clear()
    assert window.overdispersion == 1
    assert window == es.AdaptiveWindow()
