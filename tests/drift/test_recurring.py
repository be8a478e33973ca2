"""Changes that recur are followed and, once it is known what is usual, no longer reported."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.drift.changing_streams import draw, zipf
from tests.drift.dependent_streams import make
from tests.examples import examples

LEARNING = 100_000
BEGIN = datetime(2026, 1, 1, tzinfo=timezone.utc)


def reported(changes):
    """Return which of all changes are reported, by the rule in plain Python."""
    budget, level, last, chosen = 3.0, -7.0, None, []
    for change in changes:
        if last is not None:
            millions = (change.found - last.found) / 1e6
            timed = change.found_at is not None
            weeks = (change.found_at - last.found_at) / timedelta(days=7) if timed else 0
            budget = min(3.0, budget + max(4 * millions, weeks))
            level = max(-7.0, level - millions)
        last = change
        odds = change.severity / (1 - change.severity) if change.severity < 1 else math.inf
        excess = math.log2(min(max(odds, 2**-7), 2**7)) - level
        if excess > 0:
            level += max(1.0, 0.7 * excess)
        if excess > 0 or budget >= 1 or change.found <= LEARNING:
            chosen.append(change)
        budget -= budget >= 1
    return chosen


def alternating(length, count, k=20, seed=7):
    """Return a stream whose shares are reversed and back, every `length` events."""
    rng = np.random.default_rng(seed)
    p, q = zipf(k), zipf(k)[::-1]
    return np.concatenate([draw((p, q)[i % 2], length, rng) for i in range(count)])


def windows(labels, **options):
    """Return a window that skips recurring changes, and one that reports all of them."""
    both = [es.AdaptiveWindow(recurring=each) for each in ("skip", "report")]
    for window in both:
        window.update_many(labels, **options)
    return both


@pytest.mark.parametrize("name", ["regimes of 10,000", "heavy-tailed bursts", "drifting slowly"])
def test_reported_are_the_changes_that_the_rule_chooses(name):
    """Of the changes that are found either way: the window is cut at the same events."""
    skip, report = windows(make(name, 20, 600_000))

    assert skip.changes == reported(report.changes)
    assert skip.n_changes + skip.n_recurring == report.n_changes > skip.n_changes
    assert report.n_recurring == 0
    assert (skip.n, skip.entropy, skip.start) == (report.n, report.entropy, report.start)


@pytest.mark.parametrize("days", [1, 40, 400])
def test_with_times_one_change_per_week_is_never_too_many(days):
    """The same stream in a day is mostly skipped, and in a year and more mostly reported."""
    labels = alternating(20_000, 30)
    times = [BEGIN + i * timedelta(days=days) / len(labels) for i in range(len(labels))]
    skip, report = windows(labels, times=times)

    assert skip.changes == reported(report.changes)
    assert (skip.n_changes == report.n_changes) == (days == 400)


def test_nothing_is_skipped_in_the_first_hundred_thousand_events():
    """What is usual has to be learned first."""
    skip, report = windows(alternating(9_000, 11))

    assert skip.changes == report.changes
    assert skip.n_changes == 10


def test_recurring_changes_are_hardly_reported_in_the_long_run():
    """Of 49 per million events after learning, fewer than ten."""
    skip, report = windows(alternating(20_000, 50))

    assert report.n_changes == 49
    assert sum(change.found > LEARNING for change in skip.changes) < 10


def test_a_flood_among_recurring_changes_is_reported():
    """It is more severe than what is usual."""
    labels = alternating(20_000, 50)
    labels[905_000:906_000] = 99
    skip, _ = windows(labels)

    begin = max(skip.changes, key=lambda change: change.severity)
    assert begin.labels[0].label == 99
    assert 905_000 <= begin.found <= 905_512


@examples(15)
@given(seed=st.integers(0, 2**32), cut=st.integers(1, 160_000))
def test_a_restored_window_skips_what_the_saved_one_would_have(seed, cut):
    """Bytes carry the threshold, and how many changes were skipped."""
    random.seed(seed)
    labels = alternating(9_000, 18, k=random.choice([2, 5, 20]), seed=seed)
    whole, begun = es.AdaptiveWindow(), es.AdaptiveWindow()
    whole.update_many(labels)
    begun.update_many(labels[:cut])
    restored = es.AdaptiveWindow.from_bytes(begun.to_bytes())
    restored.update_many(labels[cut:])

    assert restored == whole
    assert restored.to_bytes() == whole.to_bytes()
    assert (restored.n_changes, restored.n_recurring) == (whole.n_changes, whole.n_recurring)


def test_without_calibration_everything_is_reported():
    """Nothing is learned then."""
    assert es.AdaptiveWindow(calibrate=False).recurring == "report"
    assert es.AdaptiveWindow().recurring == "skip"
    assert es.AdaptiveWindow(recurring="report").recurring == "report"


def test_clear_forgets_what_is_usual():
    """A cleared window begins anew."""
    window, _ = windows(alternating(9_000, 20))
    assert window.n_recurring > 0
    window.clear()

    assert window.n_recurring == 0
    assert window == es.AdaptiveWindow()


@pytest.mark.parametrize("wrong", ["all", None, True])
def test_unknown_choices_are_refused(wrong):
    """By name."""
    message = f'^recurring must be "skip" or "report", got {wrong!r}$'
    with pytest.raises(ValueError, match=message):
        es.AdaptiveWindow(recurring=wrong)
