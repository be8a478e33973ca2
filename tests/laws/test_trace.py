"""A trace is update-and-read one by one, bit for bit, however the stream is cut."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws import streams
from tests.laws.summaries import MEASURES, add_counts, every_summary, fresh_tally, reads


def one_by_one(summary, stream):
    """Return each measure after each event, as the properties give it."""
    rows = {name: [] for name in MEASURES}
    for label in stream:
        summary.update(label)
        for name in MEASURES:
            rows[name].append(float(getattr(summary, name)))
    return rows


def in_batches(summary, stream, cuts):
    """Return the same by trace, one batch after the other."""
    edges = [0, *sorted(cuts), len(stream)]
    parts = [summary.trace(stream[start:end], MEASURES) for start, end in pairwise(edges)]
    return {name: np.concatenate([part[name] for part in parts]) for name in MEASURES}


def assert_same(traced, expected):
    """Check all measures to the last bit."""
    for name in MEASURES:
        assert traced[name].dtype == np.float64
        assert traced[name].tobytes() == np.array(expected[name], dtype=np.float64).tobytes(), name


@every_summary
@given(
    stream=streams.streams_with_missing,
    rule=streams.missing_rules,
    base=streams.counts,
    cuts=st.lists(st.integers(0, 40), max_size=3),
)
def test_trace_is_update_and_read(make, stream, rule, base, cuts):
    """All measures, any split into batches, missing rows and counts from before included."""
    traced, updated = make(missing=rule), make(missing=rule)
    for summary in (traced, updated):
        add_counts(summary, base)

    assert_same(in_batches(traced, stream, cuts), one_by_one(updated, stream))
    assert traced == updated


LONG_STREAMS = {
    "two labels": lambda rng: rng.randrange(2),
    "fifty labels": lambda rng: min(rng.randrange(50), rng.randrange(50)),
    "many labels": lambda rng: rng.randrange(5000),
    "runs": lambda rng: rng.getrandbits(30) if rng.random() < 0.01 else 0,
    "one label": lambda rng: 7,
}


@pytest.mark.parametrize("draw", LONG_STREAMS.values(), ids=LONG_STREAMS.keys())
@pytest.mark.parametrize("size", [None, 1, 2, 7, 511, 512, 513, 1000, 10_000])
def test_trace_of_a_long_stream_is_update_and_read(size, draw):
    """Past every length of a block, and over the moment when the window is full."""
    rng = random.Random(size)
    stream = [draw(rng) for _ in range(3000)]
    traced, updated = (es.SlidingWindow(size) if size else es.Tally() for _ in range(2))

    assert_same(
        in_batches(traced, np.array(stream), [1, 512, 1025, 1100]), one_by_one(updated, stream)
    )


@pytest.mark.parametrize("measures", [("entropy",), ("gini",), ("gini", "entropy"), ("nats",)])
@pytest.mark.parametrize("size", [None, 40])
def test_measures_alone_are_those_among_others(size, measures):
    """A measure does not depend on which others are traced with it."""
    rng = random.Random(5)
    stream = [rng.randrange(30) for _ in range(2000)]
    alone, together = (es.SlidingWindow(size) if size else es.Tally() for _ in range(2))
    expected = together.trace(stream, MEASURES)

    traced = alone.trace(stream, measures)

    assert list(traced) == list(measures)
    for name in measures:
        assert traced[name].tobytes() == expected[name].tobytes()


@pytest.mark.parametrize("magnitude", [2**31, 2**40, 2**53, 2**61])
def test_trace_beside_large_counts_is_update_and_read(magnitude):
    """The sums are exact where doubles would long have lost the last event."""
    rng = random.Random(magnitude)
    traced, updated = es.Tally(), es.Tally()
    for tally in (traced, updated):
        tally.update_counts({0: magnitude - 3, 1: 5, 2: magnitude // 1000})
    stream = [rng.randrange(4) for _ in range(1200)]

    assert_same(in_batches(traced, stream, [600]), one_by_one(updated, stream))


def test_skipped_row_repeats_the_value_before_it():
    """Also before the first event, where the value is that of the summary as it was."""
    tally = es.Tally(missing="skip")
    tally.update_many("aab")

    values = tally.trace([None, "b", None, None, "b", None], "n")

    assert values.tolist() == [3.0, 4.0, 4.0, 4.0, 5.0, 5.0]


@every_summary
def test_trace_of_nothing_is_empty(make):
    """No row, no event, but one array per measure."""
    summary = make()

    traced = summary.trace([], MEASURES)

    assert [values.shape for values in traced.values()] == [(0,)] * len(MEASURES)
    assert summary.trace([], ()) == {}
    assert summary.n == 0


@pytest.mark.parametrize("size", [131_071, 131_072, 131_073, 150_000])
def test_trace_of_a_large_window_is_that_of_fresh_tallies(size):
    """Counts and windows larger than any table of the library's, at some hundred places."""
    rng = np.random.default_rng(size)
    stream = np.where(rng.random(2 * size) < 0.9, 0, rng.integers(0, 5000, 2 * size))
    window = es.SlidingWindow(size)
    traced = window.trace(stream, ("entropy", "gini"))

    for place in rng.integers(0, 2 * size, 25).tolist():
        fresh = es.Tally()
        fresh.update_many(stream[max(0, place + 1 - size) : place + 1])
        assert traced["entropy"][place].hex() == fresh.entropy.hex()
        assert traced["gini"][place].hex() == fresh.gini.hex()
    window.update_many(stream[: size // 2])
    window.remove_counts({0: 1000})
    assert reads(window) == reads(fresh_tally(window.counts()))
