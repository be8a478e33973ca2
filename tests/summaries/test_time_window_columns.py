"""Columns through time windows: values and windows are those of single events."""

import gc
import random

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import fresh_tally, reads

ROWS = 4000
GAPS = {
    "even": lambda rng: np.full(ROWS, 1000),
    "random": lambda rng: rng.exponential(1000, ROWS),
    "many at once": lambda rng: rng.integers(0, 2, ROWS) * 5000,
    "bursts": lambda rng: np.where(rng.random(ROWS) < 0.01, 200_000, 10),
    "steady with a rare silence": lambda rng: np.where(np.arange(ROWS) == 2500, 10**6, 1000),
    "nearly even": lambda rng: 1000 + rng.integers(-300, 300, ROWS),
    "faster and slower": lambda rng: 200 + np.arange(ROWS) % 2000,
}
LABELS = {
    "two": lambda rng: rng.integers(0, 2, ROWS),
    "rare": lambda rng: (rng.random(ROWS) < 0.01).astype(int),
    "many": lambda rng: rng.integers(0, 2000, ROWS),
}


@pytest.mark.parametrize("draw", LABELS.values(), ids=LABELS.keys())
@pytest.mark.parametrize("gaps", GAPS.values(), ids=GAPS.keys())
@pytest.mark.parametrize("held", [1, 3, 40, 513, 3000])
def test_trace_of_a_column_is_update_and_read(held, gaps, draw):
    """In order: blocks, slides and single events give the bits of the properties."""
    rng = np.random.default_rng(held)
    times, labels = np.cumsum(gaps(rng)).astype(np.int64), draw(rng)
    stamps = times.view("M8[ns]")
    span = np.timedelta64(held * 1000, "ns")
    both, entropy, one_by_one = (es.TimeWindow(span) for _ in range(3))
    cut = rng.integers(0, ROWS)

    values = [
        both.trace(labels[:cut], ("entropy", "gini"), times=stamps[:cut]),
        both.trace(labels[cut:], ("entropy", "gini"), times=stamps[cut:]),
    ]
    alone = entropy.trace(labels, "entropy", times=stamps)
    expected = {"entropy": [], "gini": []}
    for label, at in zip(labels.tolist(), stamps, strict=True):
        one_by_one.update(label, at=at)
        expected["entropy"].append(one_by_one.entropy)
        expected["gini"].append(one_by_one.gini)

    for name, column in expected.items():
        traced = np.concatenate([part[name] for part in values])
        assert traced.tobytes() == np.array(column).tobytes(), name
    assert alone.tobytes() == np.array(expected["entropy"]).tobytes()
    assert both == entropy == one_by_one


@pytest.mark.parametrize("part", [0.001, 0.1, 1.0])
@pytest.mark.parametrize("measures", [("entropy", "gini"), ("n", "entropy")])
def test_trace_of_a_column_with_late_events_is_update_and_read(part, measures):
    """Few late, some late, all shuffled: the bits of the properties."""
    rng = np.random.default_rng(7)
    times = np.cumsum(rng.exponential(1.0, ROWS))
    delays = np.where(rng.random(ROWS) < part, rng.uniform(0, 80, ROWS), 0.0)
    times = times[np.argsort(times + delays, kind="stable")]
    labels = rng.integers(0, 20, ROWS)
    traced, updated = (es.TimeWindow(100, lateness=80) for _ in range(2))

    values = traced.trace(labels, measures, times=times)
    for row, (label, at) in enumerate(zip(labels.tolist(), times.tolist(), strict=True)):
        updated.update(label, at=at)
        for name in measures:
            assert values[name][row] == getattr(updated, name)

    assert traced == updated


@pytest.mark.parametrize("even", [True, False])
def test_trace_of_a_window_longer_than_any_table_is_that_of_fresh_tallies(even):
    """Across the end of the library's tables and back, at some places."""
    rng = np.random.default_rng(2)
    rows, held = 400_000, 150_000
    gaps = np.ones(rows, np.int64) if even else rng.integers(0, 3, rows)
    gaps[300_000] = held - 1000
    times, labels = (
        np.cumsum(gaps),
        np.minimum(rng.geometric(0.5, rows), rng.integers(0, 999, rows)),
    )
    window = es.TimeWindow(held)

    values = window.trace(labels, ("entropy", "gini"), times=times)

    for row in [*rng.integers(0, rows, 15).tolist(), 131_071, 131_072, 299_999, 300_000]:
        first = np.searchsorted(times, times[row] - held, side="right")
        fresh = es.Tally()
        fresh.update_many(labels[first : row + 1])
        assert values["entropy"][row].hex() == fresh.entropy.hex()
        assert values["gini"][row].hex() == fresh.gini.hex()
    assert reads(window) == reads(fresh_tally(window.counts()))


def test_arrays_of_a_trace_are_their_own():
    """They can be written to, outlive the window, and the times given stay as they were."""
    times = np.arange(1000.0)
    window = es.TimeWindow(10)
    values = window.trace(np.arange(1000) % 3, ("entropy", "gini"), times=times)
    before = {name: array.copy() for name, array in values.items()}
    more = window.trace(np.arange(1000) % 3, ("entropy", "gini"), times=times + 1000)
    values["gini"][:] = 7.0

    assert times.tolist() == list(range(1000))
    assert values["entropy"].tobytes() == before["entropy"].tobytes()
    assert more["gini"].max() < 1.0
    del window
    gc.collect()
    values["entropy"][:] = 5.0
    assert values["entropy"].sum() == 5000.0
    assert values["entropy"].flags.writeable


def test_column_counts_what_one_by_one_counts():
    """update_many, in any pieces, leaves what update leaves."""
    rng = random.Random(3)
    for lateness in (0, 50):
        for _ in range(20):
            rows, now, times = rng.randrange(2000), 0, []
            for _ in range(rows):
                now += rng.randrange(3)
                times.append(now - rng.randrange(lateness + 1))
            labels = [rng.randrange(10) for _ in times]
            column, one_by_one = (es.TimeWindow(100, lateness=lateness) for _ in range(2))
            cut = rng.randrange(rows + 1)
            column.update_many(labels[:cut], times=times[:cut])
            column.update_many(np.array(labels[cut:], int), times=np.array(times[cut:], int))
            for label, at in zip(labels, times, strict=True):
                one_by_one.update(label, at=at)

            assert column == one_by_one
            assert column.to_bytes() == one_by_one.to_bytes()
