"""The Gini estimate is the exact share of differing pairs, and without bias."""

from fractions import Fraction
from math import factorial, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import truth
from tests.estimates import published
from tests.estimates.test_entropy_estimates import VECTORS, compositions
from tests.exact.count_vectors import partitions, tally_of

samples = st.lists(st.integers(1, 60), min_size=1, max_size=25).filter(lambda c: sum(c) > 1)
every_vector = pytest.mark.parametrize("vectors", VECTORS.values(), ids=VECTORS.keys())


@every_vector
def test_value_is_rounded_once(vectors):
    """The double nearest to (n^2 - Q)/(n (n-1)), up to the largest n there is."""
    for counts in vectors():
        value = tally_of(counts).gini_estimate().value
        assert value == truth.nearest(published.unbiased_gini(counts)), counts


@pytest.mark.parametrize("n", range(2, 20))
def test_value_is_rounded_once_for_all_partitions(n):
    """Every way in which up to 19 events can fall into classes."""
    for counts in partitions(n):
        value = tally_of(counts).gini_estimate().value
        assert value == truth.nearest(published.unbiased_gini(counts)), counts


def test_mean_over_all_samples_is_the_true_index():
    """Exactly, in rationals: that is what unbiased means."""
    weights, n = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), 7
    mean = Fraction(0)
    for counts in compositions(n, 3):
        chance = Fraction(factorial(n))
        for count, weight in zip(counts, weights, strict=True):
            chance *= weight**count / factorial(count)
        mean += chance * published.unbiased_gini(counts)
        value = tally_of(counts).gini_estimate().value
        assert value == truth.nearest(published.unbiased_gini(counts))

    assert mean == 1 - sum(weight**2 for weight in weights)


@given(counts=samples)
def test_standard_error_comes_from_the_sum_of_cubes(counts):
    """2 sqrt((sum p^3 - (sum p^2)^2)/n)."""
    found = tally_of(counts).gini_estimate().standard_error

    assert found == pytest.approx(float(published.gini_error(counts)), rel=1e-13)


@every_vector
def test_standard_error_of_large_counts(vectors):
    """No overflow of the cubes, no loss of digits between nearly equal counts."""
    for counts in vectors():
        found = tally_of(counts).gini_estimate().standard_error
        assert found == pytest.approx(float(published.gini_error(counts)), rel=1e-11), counts


@pytest.mark.parametrize("counts", [[], [1]])
def test_below_two_events_nothing_is_known(counts):
    """There is no pair to compare."""
    assert tally_of(counts).gini_estimate()[:5] == (0.0, inf, 0.0, len(counts), "unbiased")
