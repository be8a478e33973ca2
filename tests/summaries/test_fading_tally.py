"""A fading tally reads what the sum over all events reads, each with its own weight."""

import datetime as dt
import math
import pickle
import random
import tracemalloc
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws.summaries import MEASURES, RESTORES, reads
from tests.refusals import refused, unchanged
from tests.summaries import fading_truth
from tests.summaries.fading_truth import STREAMS

PROMISED = 1e-12  # of entropy and Gini index; what was seen is a hundred times better
SECOND = 10**9

FADING_FACTORS = [0.5, 0.9, 0.99, 0.9999, 1 - 1e-6, 1.0, 0.75, 1e-3, 1 - 2**-53, 5e-324]
every_fading_factor = pytest.mark.parametrize("fading_factor", FADING_FACTORS)
every_stream = pytest.mark.parametrize("draw", STREAMS.values(), ids=STREAMS.keys())


def assert_right(summary, truth, tolerance=PROMISED):
    """Check all reads against the truth."""
    off = fading_truth.errors(summary, truth)
    assert max(off.values()) <= tolerance, off


def by_count_is_right(fading_factor, stream, marks):
    """Check a tally of a stream at some places."""
    tally, place = es.FadingTally(fading_factor=fading_factor), 0
    for mark, truth in zip(
        marks, fading_truth.by_count(stream.tolist(), fading_factor, marks), strict=True
    ):
        tally.update_many(stream[place:mark])
        assert_right(tally, truth)
        place = mark


@every_fading_factor
@every_stream
def test_weight_is_fading_factor_to_the_age(fading_factor, draw):
    """Algorithms 2 and 4 as meant, against brute force with 400 bits."""
    stream = draw(np.random.default_rng(3), 10_000)

    by_count_is_right(fading_factor, stream, [1, 2, 3, 100, 1023, 5000, 10_000])


@pytest.mark.slow
@every_fading_factor
@every_stream
def test_weight_is_fading_factor_to_the_age_for_long(fading_factor, draw):
    """Forty times as many events."""
    stream = draw(np.random.default_rng(4), 400_000)

    by_count_is_right(fading_factor, stream, list(range(10_007, 400_000, 30_000)))


def faded_reads(stream, first, fading_factor):
    """Return entropy and Gini index of the events from `first` on, in long double."""
    per_event = np.log(np.longdouble(fading_factor))
    weights = np.zeros(int(stream.max()) + 1, dtype=np.longdouble)
    for start in range(first, len(stream), 1_000_000):
        part = stream[start : start + 1_000_000]
        ages = len(stream) - 1 - np.arange(start, start + len(part))
        powers = np.exp(ages.astype(np.longdouble) * per_event)
        for label in np.unique(part):
            weights[label] += powers[part == label].sum()
    shares = weights[weights > 0] / weights.sum()
    return float(-(shares * np.log2(shares)).sum()), float(1 - (shares**2).sum())


@pytest.mark.slow
@pytest.mark.parametrize("fading_factor", [0.9, 0.999, 1 - 1e-6])
def test_many_events_leave_no_drift(fading_factor):
    """1e8 events; the last ones, beyond which nothing weighs 2^-48, decide."""
    rng = np.random.default_rng(8)
    tally = es.FadingTally(fading_factor=fading_factor)
    matter = min(100_000_000, int(48 / -math.log2(fading_factor)) + 1)
    last = []
    for done in range(0, 100_000_000, 1_000_000):
        part = np.minimum(rng.integers(0, 20, 1_000_000), rng.integers(0, 20, 1_000_000))
        tally.update_many(part)
        if done + 1_000_000 > 100_000_000 - matter:
            last.append(part)
    stream = np.concatenate(last)

    entropy, gini = faded_reads(stream, len(stream) - matter, fading_factor)

    assert tally.entropy == pytest.approx(entropy, abs=PROMISED)
    assert tally.gini == pytest.approx(gini, abs=PROMISED)


@pytest.mark.parametrize("fading_factor", [0.3, 0.5, 0.9, 0.99, 0.999])
def test_endless_alphabet_is_held_in_bounded_memory(fading_factor):
    """At most 96/log2(1/fading_factor) labels and 3 more, always, in bulk and one by one."""
    bound = 96 / math.log2(1 / fading_factor) + 3
    rows = int(4 * bound) + 20_000
    labels = np.arange(rows)
    tally, single = (
        es.FadingTally(fading_factor=fading_factor),
        es.FadingTally(fading_factor=fading_factor),
    )

    assert tally.trace(labels, "distinct").max() <= bound
    for label in range(int(3 * bound)):
        single.update(f"label {label}")
        assert single.distinct <= bound


def test_forgotten_labels_take_no_memory():
    """A million labels come and go; what is left is that of the few still held."""
    tally = es.FadingTally(fading_factor=0.99)
    for label in range(20_000):
        tally.update(label)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for label in range(20_000, 200_000):
            tally.update(float(label) + 0.5)
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()

    assert len(tally.to_bytes()) < 40 * 7000
    assert grown < 24 * 4 * 7000


def test_labels_that_adversity_brings_stay_within_the_bound():
    """Labels that come twice at the last moment at which they still count."""
    fading_factor = 0.99
    bound = 96 / math.log2(1 / fading_factor) + 3
    stream = [label for start in range(0, 30_000, 50) for label in [*range(start, start + 50)] * 2]

    assert es.FadingTally(fading_factor=fading_factor).trace(stream, "distinct").max() <= bound


# ------------------------------------------------------------------ by time


def timed_events(rng, half_life, rows, lateness):
    """Return labels and times: irregular, one in ten late, gaps of up to 300 half-lives."""
    now, labels, times = rng.randrange(-(10**18), 10**18), [], []
    for _ in range(rows):
        chance = rng.random()
        if chance < 0.98:
            now += int(rng.expovariate(20 / half_life))
        elif chance > 0.995:
            now += int(half_life * rng.uniform(1, 300))
        late = rng.randrange(lateness + 1) if lateness and rng.random() < 0.1 else 0
        labels.append(int(rng.paretovariate(0.7)) % 50)
        times.append(now - late)
    return labels, times


def instants(times):
    """Return integers of nanoseconds as NumPy's instants."""
    return np.array(times, dtype="datetime64[ns]")


@pytest.mark.parametrize("half_life", [1, 7, 1000, SECOND // 3, 60 * SECOND, 86_400 * SECOND])
def test_weight_halves_with_each_half_life(half_life):
    """Irregular and late times, gaps of up to 300 half-lives, against brute force."""
    rng = random.Random(half_life)
    lateness = 3 * half_life
    labels, times = timed_events(rng, half_life, 1500, lateness)
    span = np.timedelta64(half_life, "ns")
    tally = es.FadingTally(half_life=span, lateness=np.timedelta64(lateness, "ns"))
    for start, end in pairwise(range(0, 1501, 100)):
        tally.update_many(labels[start:end], times=instants(times[start:end]))
        now = max(times[:end])

        assert_right(tally, fading_truth.by_time(labels[:end], times[:end], half_life, now))
        assert tally.now == np.datetime64(now, "ns")


@pytest.mark.parametrize("gap", [300, 1000, 10**6, 10**9])
def test_gaps_of_many_half_lives_leave_the_new_alone(gap):
    """Weights before the gap vanish against those after it; nothing overflows."""
    tally = es.FadingTally(half_life=1)
    tally.update_many("aab", times=[0, 1, 2])
    tally.update_many("cd", times=gap)

    assert (tally.entropy, tally.gini, tally.n, tally.distinct) == (1.0, 0.5, 2.0, 2)
    assert tally.counts() == {"c": 1.0, "d": 1.0}


@pytest.mark.parametrize("gap", [1, 300, 10**6, 10**9])
def test_entropy_stays_while_the_clock_goes_on(gap):
    """All weights fade alike: only what they are in units of a new event changes."""
    tally = es.FadingTally(half_life=2)
    tally.update_many("aab", times=[0, 1, 2])
    before, n = (tally.entropy, tally.gini, tally.distinct), tally.n

    tally.advance(2 + gap)

    assert (tally.entropy, tally.gini, tally.distinct) == before
    assert tally.now == 2 + gap
    assert tally.n == pytest.approx(n * 0.5 ** (gap / 2), rel=1e-12)
    assert all(weight > 0 for weight in tally.counts().values())
    assert len(tally.counts()) == tally.distinct


@pytest.mark.parametrize("late", ["raise", "drop"])
def test_bulk_is_one_by_one_in_time(late):
    """All measures, any split into batches; late events dropped alike."""
    rng = random.Random(5)
    labels, times = timed_events(rng, 10**6, 1200, 9 * 10**6 if late == "drop" else 0)
    options = {"half_life": 1e-3, "late": late, "lateness": 2e-3}
    bulk, single = es.FadingTally(**options), es.FadingTally(**options)
    edges = [0, 1, 300, 301, 900, 1200]
    parts = [
        bulk.trace(labels[start:end], MEASURES, times=instants(times[start:end]))
        for start, end in pairwise(edges)
    ]
    blocks = es.FadingTally(**options).trace(labels, times=instants(times))

    for row, (label, at) in enumerate(zip(labels, instants(times), strict=True)):
        single.update(label, at=at)
        traced = [part[name] for name in MEASURES for part in parts]
        assert blocks["entropy"][row] == single.entropy
        assert blocks["gini"][row] == single.gini
        for name in MEASURES:
            traced = np.concatenate([part[name] for part in parts]) if row % 100 == 0 else None
            assert traced is None or traced[row] == getattr(single, name)
    assert bulk == single
    assert bulk.dropped == single.dropped
    assert (late == "drop") == (bulk.dropped > 0)


def test_late_event_has_the_weight_of_its_time():
    """Within the lateness; the clock does not go back."""
    tally = es.FadingTally(half_life="1min", lateness="2min")
    tally.update("new", at=600)
    tally.update("old", at=480)

    assert tally.counts() == {"new": 1.0, "old": 0.25}
    assert tally.now == 600
    text = (
        "time 479.0 is too late: the clock stands at 600.0 and the lateness is 2min; "
        'pass a larger lateness, or late="drop"'
    )
    with unchanged(tally), refused(ValueError, text):
        tally.update("older", at=479)
    with unchanged(tally), refused(ValueError, text.replace("600.0", "601.0")):
        tally.update_many(["new", "older"], times=[601, 479])


def test_late_events_are_dropped_and_counted():
    """A dropped row of a trace repeats the value before it."""
    tally = es.FadingTally(half_life=60, late="drop")

    values = tally.trace("abab", "n", times=[0, 60, 30, 60])

    assert values.tolist() == [1.0, 1.5, 1.5, 2.5]
    assert (tally.dropped, tally.counts()) == (1, {"a": 0.5, "b": 2.0})


def test_times_of_all_kinds():
    """Numbers of seconds, or instants, but not both."""
    start = dt.datetime(2024, 2, 29, tzinfo=dt.timezone.utc)
    tally = es.FadingTally(half_life=dt.timedelta(hours=1))
    tally.update("a", at=start)
    tally.update("b", at=pd.Timestamp("2024-02-29 01:00"))
    tally.update("b", at=np.datetime64("2024-02-29T02:00"))

    assert tally.counts() == {"a": 0.25, "b": 1.5}
    assert tally.now == start + dt.timedelta(hours=2)
    with (
        unchanged(tally),
        refused(TypeError, "time is a number of seconds, but earlier times were datetimes"),
    ):
        tally.update("a", at=3)
    tally.clear()
    assert tally.now is None
    tally.update("a", at=3)
    assert tally.now == 3.0


@given(
    events=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 40)), max_size=12),
    more=st.lists(st.tuples(st.sampled_from("bcd"), st.integers(0, 40)), max_size=12),
)
def test_merge_is_one_tally_of_both_streams(events, more):
    """Times are aligned; what comes of it is right to 1e-12."""
    options = {"half_life": 7, "lateness": 100}
    left, right, both = (es.FadingTally(**options) for _ in range(3))
    for tally, part in ((left, events), (right, more), (both, events + more)):
        for label, at in part:
            tally.update(label, at=at)

    before = right.to_bytes()
    left.merge(right)

    assert right.to_bytes() == before
    assert left.now == both.now
    for name in MEASURES:
        assert getattr(left, name) == pytest.approx(getattr(both, name), abs=PROMISED)
    assert left.counts() == pytest.approx(both.counts(), abs=PROMISED)


def test_what_cannot_merge_says_why():
    """Nothing changes on either side."""
    by_count, minute, hour = (
        es.FadingTally(fading_factor=0.5),
        es.FadingTally(half_life="1min"),
        es.FadingTally(half_life="1h"),
    )
    minute.update("a", at=0)
    hour.update("a", at=0)
    by_count_text = (
        "FadingTally by fading_factor cannot merge: how the events of two streams follow each "
        "other is unknown; pass half_life and times"
    )
    for left, right, error, text in [
        (by_count, by_count, TypeError, by_count_text),
        (by_count, minute, TypeError, by_count_text),
        (minute, hour, ValueError, "tallies with half-lives 1min and 1h cannot merge"),
        (
            minute,
            by_count,
            TypeError,
            f"FadingTally can merge a FadingTally by half_life, got {by_count!r} (FadingTally)",
        ),
        (
            minute,
            None,
            TypeError,
            "FadingTally can merge a FadingTally by half_life, got None (NoneType)",
        ),
    ]:
        with unchanged(minute, hour, by_count), refused(error, text):
            left.merge(right)
    instant = es.FadingTally(half_life="1min")
    instant.update("a", at=dt.datetime(2024, 1, 1))
    with (
        unchanged(minute, instant),
        refused(TypeError, "time is a datetime, but earlier times were numbers of seconds"),
    ):
        minute.merge(instant)


# ------------------------------------------------------------------ both ways


@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
@pytest.mark.parametrize("fading_factor", [1.0, 0.9999, 0.97, 0.5, 0.01])
def test_restored_by_count_goes_on_to_the_bit(fading_factor, restore):
    """Saved and restored at any moment, the future is the same."""
    rng = np.random.default_rng(6)
    original = restored = es.FadingTally(fading_factor=fading_factor)
    restored = original.copy()
    for _ in range(30):
        part = np.minimum(rng.zipf(1.4, rng.integers(1, 900)), 300)
        expected = original.trace(part, MEASURES)
        restored = restore(restored)
        traced = restored.trace(part, MEASURES)

        assert all(traced[name].tobytes() == expected[name].tobytes() for name in MEASURES)
        assert restored == original
        assert restored.to_bytes() == original.to_bytes()
        assert restored.effective_size == original.effective_size


@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
def test_restored_by_time_goes_on_to_the_bit(restore):
    """With its clock, its lateness and what it dropped."""
    rng = random.Random(12)
    labels, times = timed_events(rng, 10**9, 1500, 5 * 10**9)
    original = es.FadingTally(half_life=1, lateness=2, late="drop")
    restored = original.copy()
    for start, end in pairwise(range(0, 1501, 50)):
        at = instants(times[start:end])
        expected = original.trace(labels[start:end], MEASURES, times=at)
        restored = restore(restored)
        traced = restored.trace(labels[start:end], MEASURES, times=at)

        assert all(traced[name].tobytes() == expected[name].tobytes() for name in MEASURES)
        assert restored == original
        assert (restored.now, restored.dropped) == (original.now, original.dropped)


@pytest.mark.parametrize("fading_factor", [0.9999, 0.97, 0.5])
def test_names_do_not_matter(fading_factor):
    """The same events under other names read the same, to the bit."""
    stream = np.minimum(np.random.default_rng(7).zipf(1.3, 30_000), 900)
    names = {label: f"{label * 7919 % 1009}" for label in range(1, 901)}
    plain, renamed = (
        es.FadingTally(fading_factor=fading_factor),
        es.FadingTally(fading_factor=fading_factor),
    )

    expected = plain.trace(stream, MEASURES)
    traced = renamed.trace([names[label] for label in stream.tolist()], MEASURES)

    assert all(traced[name].tobytes() == expected[name].tobytes() for name in MEASURES)
    assert renamed.counts() == {names[label]: w for label, w in plain.counts().items()}


def test_alpha_of_one_does_not_fade():
    """It counts as a Tally does; weights are whole numbers."""
    stream = np.minimum(np.random.default_rng(9).zipf(1.3, 50_000), 900)
    fading, tally = es.FadingTally(fading_factor=1), es.Tally()
    traced, expected = fading.trace(stream), tally.trace(stream)

    assert np.abs(traced["entropy"] - expected["entropy"]).max() <= 1e-14
    assert np.abs(traced["gini"] - expected["gini"]).max() <= 1e-15
    assert fading.counts() == tally.counts()
    assert fading.n == fading.effective_size == tally.n


def test_fading_follows_the_corrected_formulas():
    """Step by step what `formulas.fade_entropy` and `fade_gini` say of Theorems 5 and 1."""
    fading_factor, total, weights, h, g = 0.9, 0.0, dict.fromkeys("abcd", 0.0), 0.0, 0.0
    tally = es.FadingTally(fading_factor=fading_factor)
    for label in "abacabadabacab" * 20:
        h = es.formulas.fade_entropy(h, total, weights[label], fading_factor)
        g = es.formulas.fade_gini(g, total, weights[label], fading_factor)
        total = fading_factor * total + 1
        weights = {other: fading_factor * weight for other, weight in weights.items()}
        weights[label] += 1
        tally.update(label)

        assert tally.entropy == pytest.approx(h, abs=1e-13)
        assert tally.gini == pytest.approx(g, abs=1e-13)
        assert tally.n == pytest.approx(total, rel=1e-14)
    assert tally.counts() == pytest.approx(weights, rel=1e-14)


def test_effective_size_tends_to_its_limit():
    """(1 + fading_factor)/(1 - fading_factor) for many events, their number for few."""
    tally = es.FadingTally(fading_factor=0.99)
    assert tally.effective_size == 0.0
    tally.update("a")
    assert tally.effective_size == 1.0
    tally.update_many("ab" * 5000)
    assert tally.effective_size == pytest.approx(1.99 / 0.01, rel=1e-12)


def test_dropped_label_leaves_the_others_as_they_are():
    """Del: as if it had never been there, but the others' ages stay."""
    stream = np.minimum(np.random.default_rng(2).zipf(1.5, 5000), 50).tolist()
    fading_factor = 0.999
    tally = es.FadingTally(fading_factor=fading_factor)
    tally.update_many(stream)
    tally.drop(1)

    rest = fading_truth.Truth.of(
        (label, fading_truth.gmpy2.mpfr(fading_factor) ** age)
        for age, label in enumerate(reversed(stream))
        if label != 1
    )
    assert_right(tally, rest)
    with unchanged(tally), refused(ValueError, "cannot drop 1: it is not held"):
        tally.drop(1)
    tally.update(1)
    assert tally.counts()[1] == 1.0


def test_everything_dropped_is_empty():
    """And begins anew, by count and by time."""
    by_count, by_time = es.FadingTally(fading_factor=0.9), es.FadingTally(half_life=1)
    by_count.update_many("ab")
    by_time.update_many("ab", times=[0, 500])
    for tally in (by_count, by_time):
        for label in tally.counts():
            tally.drop(label)
        assert (tally.n, tally.distinct, tally.entropy, tally.counts()) == (0.0, 0, 0.0, {})
        assert type(tally).from_bytes(tally.to_bytes()) == tally
    by_count.update("c")
    by_time.update("c", at=501)
    assert by_count.counts() == by_time.counts() == {"c": 1.0}


# ------------------------------------------------------------------ a limit of labels

TOO_MANY = (
    "a new label would be one more than max_labels, 3: drop labels or pass a larger max_labels"
)


@pytest.mark.parametrize("timed", [False, True])
def test_label_beyond_the_limit_is_refused(timed):
    """One by one and in bulk, where nothing of the batch is applied."""
    tally = (
        es.FadingTally(half_life=100, max_labels=3)
        if timed
        else es.FadingTally(fading_factor=0.99, max_labels=3)
    )
    at, times = ({"at": 5}, {"times": 5}) if timed else ({}, {})
    tally.update_many("abca", **times)

    for call in [
        lambda: tally.update("d", **at),
        lambda: tally.update_many("abd", **times),
        lambda: tally.trace(["a", "b", "d", "a"], **times),
        lambda: tally.trace(["a", "d"], "n", **times),
    ]:
        before = tally.copy()
        with unchanged(tally), refused(ValueError, TOO_MANY):
            call()
        assert tally == before
        assert tally.to_bytes() == before.to_bytes()
    tally.update_many("abcabc", **times)
    tally.drop("a")
    tally.update("d", **at)
    assert set(tally.counts()) == {"b", "c", "d"}
    assert tally.max_labels == 3


def test_negligible_labels_make_room():
    """What weighs 2^-58 of a new event is not worth a refusal."""
    tally = es.FadingTally(fading_factor=0.5, max_labels=2)
    tally.update_many("ab")
    tally.update_many("b" * 30)
    with unchanged(tally), pytest.raises(ValueError, match="max_labels"):
        tally.update("c")
    tally.update_many("b" * 30)
    tally.update("c")
    assert set(tally.counts()) == {"b", "c"}

    timed = es.FadingTally(half_life=1, max_labels=1)
    timed.update("a", at=0)
    with unchanged(timed), pytest.raises(ValueError, match="max_labels"):
        timed.update("b", at=50)
    timed.update("b", at=100)
    assert timed.counts() == {"b": 1.0}


def test_limit_and_bulk_agree_with_one_by_one():
    """A batch that may be refused is tried on a copy; it gives the same bits."""
    stream = (np.arange(5000) // 60 % 3).tolist()
    bulk, single = (es.FadingTally(fading_factor=0.4, max_labels=2) for _ in range(2))
    values = bulk.trace(stream, "entropy")
    for row, label in enumerate(stream):
        single.update(label)
        assert values[row] == single.entropy
    assert bulk == single


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("fading_factor", "error", "text"),
    [
        (0, ValueError, "fading_factor must be above 0 and at most 1, got 0"),
        (0.0, ValueError, "fading_factor must be above 0 and at most 1, got 0.0"),
        (-0.5, ValueError, "fading_factor must be above 0 and at most 1, got -0.5"),
        (1.5, ValueError, "fading_factor must be above 0 and at most 1, got 1.5"),
        (
            2**2000,
            ValueError,
            "fading_factor must be above 0 and at most 1, got " + str(2**2000)[:97],
        ),
        (math.nan, ValueError, "fading_factor must be above 0 and at most 1, got nan"),
        (math.inf, ValueError, "fading_factor must be above 0 and at most 1, got inf"),
        ("x", TypeError, "fading_factor must be a number, got 'x' (str)"),
        ("0.5", TypeError, "fading_factor must be a number, got '0.5' (str)"),
        (True, TypeError, "fading_factor must be a number, got True (bool)"),
        (0.5j, TypeError, "fading_factor must be a number, got 0.5j (complex)"),
        ([0.5], TypeError, "fading_factor must be a number, got [0.5] (list)"),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    "make", [es.FadingTally, lambda fading_factor: es.FadingWindow(3, fading_factor=fading_factor)]
)
def test_fading_factor_is_a_number_above_0_and_at_most_1(make, fading_factor, error, text):
    """The value and the limits."""
    with pytest.raises(error) as caught:
        make(fading_factor=fading_factor)

    assert str(caught.value).startswith(text)


@pytest.mark.parametrize(
    ("half_life", "error"),
    [
        (0, ValueError),
        (-1, ValueError),
        (math.nan, ValueError),
        (math.inf, ValueError),
        ("-5min", ValueError),
        ("soon", ValueError),
        (dt.timedelta(0), ValueError),
        (True, TypeError),
        ([], TypeError),
    ],
    ids=repr,
)
def test_half_life_is_a_positive_length_of_time(half_life, error):
    """And is named in the message."""
    with pytest.raises(error, match="half_life"):
        es.FadingTally(half_life=half_life)


def test_exactly_one_of_alpha_and_half_life():
    """Both, or neither, is no way to fade."""
    with refused(TypeError, "FadingTally needs fading_factor or half_life"):
        es.FadingTally()
    with refused(TypeError, "FadingTally needs fading_factor or half_life"):
        es.FadingTally(fading_factor=None)
    with refused(TypeError, "FadingTally takes fading_factor or half_life, not both"):
        es.FadingTally(fading_factor=0.5, half_life=3)
    with pytest.raises(TypeError):
        es.FadingTally(0.5)


@pytest.mark.parametrize("options", [{"lateness": 3}, {"late": "drop"}])
def test_lateness_goes_with_half_life(options):
    """By count nothing can be late."""
    text = "lateness and late go with half_life: with fading_factor events have no times"
    with refused(ValueError, text):
        es.FadingTally(fading_factor=0.5, **options)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"lateness": -1}, ValueError),
        ({"late": "wait"}, ValueError),
        ({"max_labels": 0}, ValueError),
        ({"max_labels": -3}, ValueError),
        ({"max_labels": 2.5}, TypeError),
        ({"max_labels": True}, TypeError),
        ({"missing": "keep"}, ValueError),
    ],
    ids=repr,
)
def test_options_are_checked(options, error):
    """Each is named in its message."""
    with pytest.raises(error, match=next(iter(options))):
        es.FadingTally(half_life=5, **options)


def test_time_is_given_where_there_are_times_and_only_there():
    """One by one, in bulk and for the clock alone."""
    by_count, by_time = es.FadingTally(fading_factor=0.5), es.FadingTally(half_life=5)
    by_count.update("a")
    by_time.update("a", at=0)
    needless = (
        "{}() got an argument '{}': with fading_factor events have no times; "
        "pass half_life for that"
    )
    missing = (
        "{}() missing 1 required keyword-only argument: '{}' "
        "(with half_life every event has a time)"
    )
    for tally, name, call, text in [
        (by_count, "update", lambda: by_count.update("b", at=3), needless),
        (by_count, "update_many", lambda: by_count.update_many("b", times=3), needless),
        (by_count, "trace", lambda: by_count.trace("b", times=3), needless),
        (by_time, "update", lambda: by_time.update("b"), missing),
        (by_time, "update_many", lambda: by_time.update_many("b"), missing),
        (by_time, "trace", lambda: by_time.trace("b"), missing),
        (
            by_count,
            "advance",
            lambda: by_count.advance(3),
            "{}() needs half_life: with fading_factor there are no times",
        ),
    ]:
        parameter = "at" if name == "update" else "times"
        with unchanged(tally), refused(TypeError, text.format(name, parameter)):
            call()


@pytest.mark.parametrize(
    "at",
    [None, "yesterday", math.nan, math.inf, 1e300, np.datetime64("NaT", "ns"), pd.NaT, [1], 2**80],
    ids=repr,
)
def test_time_is_a_time(at):
    """Missing, endless and far times are refused; nothing changes."""
    tally = es.FadingTally(half_life=5)
    tally.update("a", at=0)
    with unchanged(tally), pytest.raises((TypeError, ValueError)):
        tally.update("b", at=at)
    with unchanged(tally), pytest.raises((TypeError, ValueError)):
        tally.advance(at)


def test_wrong_calls_of_update_are_python_errors():
    """Too many, too few, unknown."""
    tally = es.FadingTally(fading_factor=0.5)
    for call in [
        lambda: tally.update(),
        lambda: tally.update("a", 3),
        lambda: tally.update("a", label="b"),
        lambda: tally.update("a", when=3),
        lambda: tally.remove("a"),
        lambda: tally.update_counts({"a": 1}),
    ]:
        with unchanged(tally), pytest.raises((TypeError, AttributeError)):
            call()
    tally.update(label="a")
    assert tally.n == 1.0


def test_parameters_are_shown_and_take_part_in_equality():
    """What will fade otherwise is not equal."""
    tally = es.FadingTally(half_life="5min", lateness=30, late="drop", max_labels=9)
    assert (tally.fading_factor, tally.half_life) == (None, dt.timedelta(minutes=5))
    assert (tally.lateness, tally.late) == (dt.timedelta(seconds=30), "drop")
    assert (tally.now, tally.dropped, tally.max_labels) == (None, 0, 9)
    assert repr(tally) == "<FadingTally half_life='5min': weight 0, 0 labels, entropy 0, gini 0>"
    assert es.FadingTally(fading_factor=0.5).fading_factor == 0.5
    assert es.FadingTally(fading_factor=0.5).half_life is None
    assert es.FadingTally(fading_factor=0.5).max_labels is None

    others = [
        {"half_life": "5min"},
        {"half_life": "6min", "lateness": 30, "late": "drop", "max_labels": 9},
        {"half_life": "5min", "lateness": 31, "late": "drop", "max_labels": 9},
        {"half_life": "5min", "lateness": 30, "max_labels": 9},
        {"half_life": "5min", "lateness": 30, "late": "drop", "max_labels": 8},
        {"fading_factor": 0.5},
    ]
    assert all(tally != es.FadingTally(**other) for other in others)
    assert tally == es.FadingTally(half_life=300, lateness="30s", late="drop", max_labels=9)
    assert es.FadingTally(fading_factor=0.5) != es.FadingTally(fading_factor=0.25)


def test_clock_takes_part_in_equality():
    """Equal weights at another time are another content."""
    one, two = es.FadingTally(half_life=10), es.FadingTally(half_life=10)
    one.update("a", at=0)
    two.update("a", at=10)
    assert one != two
    two = es.FadingTally(half_life=10)
    two.update("a", at=0)
    assert one == two
    two.advance(1)
    assert one != two


def test_pickle_carries_labels_of_any_type():
    """In their own order, with their weights."""
    tally = es.FadingTally(fading_factor=0.5)
    tally.update_many([frozenset({1}), range(3), "a", frozenset({1})])

    twin = pickle.loads(pickle.dumps(tally))

    assert twin == tally
    assert reads(twin) == reads(tally)
    with pytest.raises(TypeError):
        tally.to_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda state: (*state, None),
        lambda state: (state[0], state[1][:-1], state[2]),
        lambda state: (state[0], [*state[1], "x"], state[2]),
        lambda state: (state[0], ["a", "a"], state[2]),
        lambda state: (state[0][:-1], state[1], state[2]),
        lambda state: (es.Tally().to_bytes(), state[1], state[2]),
    ],
)
def test_damaged_pickles_are_refused(change):
    """Labels and weights must go together."""
    tally = es.FadingTally(fading_factor=0.5)
    tally.update_many("ab")
    blank = es.FadingTally.__new__(es.FadingTally)
    with pytest.raises(es.StateError):
        blank.__setstate__(change(tally.__getstate__()))
