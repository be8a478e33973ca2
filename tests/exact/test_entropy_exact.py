"""Entropy is within 0.51 ulp of the truth, and the double nearest to a ratio of integers."""

import random
from fractions import Fraction

import pytest

import entrostream as es
from tests import truth
from tests.exact.count_log import FRACTION_BITS, count_log
from tests.exact.count_vectors import (
    all_but_one,
    mixed,
    nearly_full,
    partitions,
    tally_of,
    two_classes,
    zipf,
)

BOUND = 0.51


def entropy_error(counts):
    """Return by how many ulp the library's entropy is off."""
    return truth.ulps(tally_of(counts).entropy, truth.entropy(counts))


def nats_error(counts):
    """Return the same in nats."""
    return truth.ulps(tally_of(counts).nats, truth.nats(counts))


VECTORS = {
    "two classes": lambda: two_classes(20_000, seed=1),
    "all but one": lambda: all_but_one(10_000, seed=2),
    "mixed from 1 to 2^55": lambda: mixed(500, most=200, seed=3),
    "n near 2^62": lambda: nearly_full(3000, seed=4),
    "Zipf": lambda: [zipf(10), zipf(1000), zipf(100_000)],
}
every_vector = pytest.mark.parametrize("vectors", VECTORS.values(), ids=VECTORS.keys())


@pytest.mark.parametrize("n", range(2, 25))
def test_entropy_is_within_its_bound_for_all_partitions(n):
    """Every way in which up to 24 events can fall into classes, in bits and in nats."""
    for counts in partitions(n):
        if len(counts) > 1:
            assert entropy_error(counts) <= BOUND, counts
            assert nats_error(counts) <= BOUND, counts


@every_vector
def test_entropy_is_within_its_bound(vectors):
    """0.51 ulp, from two events to 2^62, from two classes to 1e5."""
    for counts in vectors():
        assert entropy_error(counts) <= BOUND, counts


@every_vector
def test_nats_are_within_their_bound(vectors):
    """The factor ln 2 costs nothing."""
    for counts in vectors():
        assert nats_error(counts) <= BOUND, counts


@pytest.mark.parametrize("each", [1, 2, 3, 10, 999, 10**6 + 3, 2**40, 2**45 - 1])
def test_equal_counts_give_the_logarithm_of_their_number(each):
    """The entropy of m equal counts is the double nearest to log2 m, its evenness 1."""
    for classes in [*range(2, 200), 1000, 4095, 4096, 99_991]:
        tally = tally_of([each] * classes)

        assert tally.entropy == truth.nearest(truth.log2(classes)), classes
        assert tally.evenness == 1.0, classes


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10**6, 2**55 + 1, 2**62 - 1])
def test_one_label_has_no_entropy(count):
    """Nothing and one label alone give exactly 0.0, not nearly."""
    tally = tally_of([count])

    assert (tally.entropy, tally.nats, tally.evenness, tally.renyi2) == (0.0, 0.0, 0.0, 0.0)
    assert (tally.gini, tally.perplexity, tally.inverse_simpson) == (0.0, 1.0, 1.0)
    assert tally.entropy_in(3) == 0.0


def exact_ratio(counts):
    """Return (F(n) - L) / (n 2^58), the number that an entropy is rounded from."""
    n = sum(counts)
    excess = count_log(n) - sum(map(count_log, counts))
    return Fraction(excess, n << FRACTION_BITS)


@pytest.mark.parametrize(
    "vectors",
    [
        lambda: two_classes(1000, seed=5),
        lambda: all_but_one(500, seed=6),
        lambda: mixed(60, most=200, seed=7),
        lambda: mixed(1000, most=5, seed=8),
        lambda: nearly_full(1000, seed=9),
        lambda: [zipf(3000)],
    ],
    ids=["two classes", "all but one", "many mixed", "few mixed", "n near 2^62", "Zipf"],
)
def test_entropy_is_the_integer_ratio_rounded_once(vectors):
    """Bit for bit: no path in the library rounds twice or sums in another order."""
    for counts in vectors():
        assert tally_of(counts).entropy == truth.nearest(exact_ratio(counts)), counts


def test_entropy_stays_the_integer_ratio_event_by_event():
    """The steps of F add up to F: the same ratio while counts grow and shrink by one."""
    rng = random.Random(10)
    counts = [rng.getrandbits(rng.randint(1, 50)) + 8 for _ in range(6)]
    tally = tally_of(counts)
    for _ in range(600):
        label = rng.randrange(len(counts))
        step = rng.choice([-1, 1])
        counts[label] += step
        (tally.update if step == 1 else tally.remove)(label)

        assert tally.entropy == truth.nearest(exact_ratio([c for c in counts if c])), counts


def test_trace_is_the_integer_ratio_at_every_event():
    """Columns go another way through the machine and arrive at the same doubles."""
    rng = random.Random(11)
    stream = [min(rng.getrandbits(6), rng.getrandbits(6)) for _ in range(1500)]
    values = es.Tally().trace(stream, "entropy")
    counts = [0] * 64
    for label, value in zip(stream, values, strict=True):
        counts[label] += 1
        assert value == truth.nearest(exact_ratio([c for c in counts if c]))
