"""Entropy estimates are the published ones, at any size of the counts."""

import random
from fractions import Fraction
from math import log2, ulp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from tests.estimates import published
from tests.estimates.published import METHODS
from tests.exact.count_vectors import (
    all_but_one,
    mixed,
    nearly_full,
    partitions,
    tally_of,
    two_classes,
    zipf,
)

every_method = pytest.mark.parametrize("method", METHODS)
samples = st.lists(st.integers(1, 4) | st.integers(1, 60), min_size=1, max_size=25).filter(
    lambda counts: sum(counts) > 1
)


def with_rare(vectors, seed):
    """Yield the counts, with labels seen once, twice or three times added to them."""
    rng = random.Random(seed)
    for counts in vectors:
        rare = [rng.randint(1, 3) for _ in range(rng.randint(0, 30))]
        if sum(counts) + sum(rare) < 2**62:
            yield [*counts, *rare]


VECTORS = {
    "two classes": lambda: two_classes(200, seed=31),
    "all but one": lambda: random.Random(32).sample(all_but_one(300, seed=32), 100),
    "mixed from 1 to 2^55": lambda: mixed(40, most=60, seed=33),
    "few mixed": lambda: mixed(100, most=5, seed=34),
    "n near 2^62": lambda: nearly_full(60, seed=35),
    "Zipf": lambda: [zipf(10), zipf(120)],
    "equal": lambda: [[each] * m for each in (1, 2, 7, 2**40) for m in (2, 3, 40)],
    "rare labels and many others": lambda: with_rare(mixed(60, most=8, seed=36), seed=36),
    "rare labels, 1e15 events": lambda: with_rare([[10**15, 10**13]] * 30, seed=37),
}
every_vector = pytest.mark.parametrize("vectors", VECTORS.values(), ids=VECTORS.keys())


def agrees(counts, method):
    """Return whether the value is the published one, as near as it is promised to be."""
    truth = getattr(published, method)(counts)
    value = tally_of(counts).entropy_estimate(method).value
    allowed = 1e-14 * value if method == "chao_wang_jost" else 0.6 * ulp(float(truth))
    with mp.workprec(published.BITS):
        return abs(mpf(value) - truth) <= allowed


@every_method
@every_vector
def test_value_is_the_published_one(vectors, method):
    """Down to the entropy of one event in 1e15 others, where differences of digits are lost."""
    for counts in vectors():
        assert agrees(counts, method), counts


@every_method
@pytest.mark.parametrize("n", range(2, 13))
def test_value_is_the_published_one_for_all_partitions(n, method):
    """Every way in which up to twelve events can fall into classes."""
    for counts in partitions(n):
        assert agrees(counts, method), counts


@every_method
@given(counts=samples)
def test_value_is_the_published_one_for_any_sample(method, counts):
    """Samples with many rare labels, as they come."""
    assert agrees(counts, method)


@given(counts=st.lists(st.integers(2, 9), min_size=1, max_size=6))
def test_without_singletons_it_is_the_estimate_of_zhang(counts):
    """The part of Chao, Wang and Jost for what was seen is Zhang's, by exact rationals."""
    truth = published.zhang(counts)
    bits = mpf(truth.numerator) / truth.denominator / mp.log(2)

    assert float(bits) == pytest.approx(
        tally_of(counts).entropy_estimate("chao_wang_jost").value, rel=1e-14
    )


@given(counts=samples)
def test_plugin_is_the_entropy(counts):
    """To the last bit."""
    tally = tally_of(counts)

    assert tally.entropy_estimate("plugin").value == tally.entropy


@every_method
@given(counts=samples)
def test_estimates_are_not_below_the_entropy(method, counts):
    """They mend a bias that is downwards; pure samples alone stay at 0."""
    tally = tally_of(counts)
    value = tally.entropy_estimate(method).value

    assert value >= tally.entropy
    assert (value == 0.0) == (tally.distinct == 1)


def test_default_is_chao_wang_jost():
    """The method is named in the estimate."""
    tally = tally_of([5, 3, 1, 1])

    assert tally.entropy_estimate() == tally.entropy_estimate("chao_wang_jost")
    assert tally.entropy_estimate(method="jackknife").method == "jackknife"


def test_estimate_says_what_it_comes_from():
    """n, and the coverage of Good: one minus the share of events that are singletons."""
    estimate = tally_of([5, 3, 1, 1]).entropy_estimate()

    assert (estimate.n, estimate.coverage) == (10, 0.8)
    assert type(estimate.n) is int


@given(counts=samples)
def test_coverage_is_rounded_once(counts):
    """1 - f1/n, as the fraction's nearest double."""
    singletons = Fraction(counts.count(1), sum(counts))

    assert tally_of(counts).entropy_estimate().coverage == float(1 - singletons)


def exact_mean(method, weights, n):
    """Return the mean of the estimate over all samples of n events from these probabilities."""
    total = mpf(0)
    for counts in compositions(n, len(weights)):
        chance = mp.factorial(n)
        for count, weight in zip(counts, weights, strict=True):
            chance *= mpf(weight) ** count / mp.factorial(count)
        total += chance * tally_of(counts).entropy_estimate(method).value
    return float(total)


def compositions(n, places):
    """Yield all ways to put n events into `places` places."""
    if places == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in compositions(n - first, places - 1):
            yield (first, *rest)


def test_bias_shrinks_from_method_to_method():
    """In the exact mean over all samples of twelve from three labels, not by luck."""
    weights = (0.5, 0.3, 0.2)
    true = -sum(p * log2(p) for p in weights)
    bias = {method: abs(exact_mean(method, weights, 12) - true) for method in METHODS}

    assert bias["plugin"] > 0.12
    assert bias["miller_madow"] < bias["plugin"] / 5
    assert bias["jackknife"] < bias["plugin"] / 5
    assert bias["chao_wang_jost"] < bias["plugin"] / 5
