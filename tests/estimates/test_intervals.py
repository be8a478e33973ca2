"""Intervals: normal, widened where the error is itself uncertain, cut to possible values."""

import doctest
import pickle
from math import inf, isclose, log, log2, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm

import entrostream as es
from entrostream.estimate import Estimate
from tests.exact.count_vectors import tally_of
from tests.refusals import refused

confidences = st.floats(0.001, 0.999)


@given(
    value=st.floats(0.1, 20),
    error=st.floats(0, 3),
    n=st.integers(2, 10**15),
    confidence=confidences,
)
def test_interval_is_normal_and_as_wide_as_the_error_of_the_error(value, error, n, confidence):
    """The standard error and 1/(n ln 2), added in quadrature; nothing below 0."""
    low, high = Estimate(value, error, 1.0, n, "jackknife").interval(confidence)
    half = norm.ppf((1 + confidence) / 2) * sqrt(error**2 + (1 / (n * log(2))) ** 2)

    assert isclose(high, value + half, rel_tol=1e-9)
    assert isclose(low, max(0.0, value - half), rel_tol=1e-9, abs_tol=1e-9)


@given(value=st.floats(0.1, 1), error=st.floats(0, 1), confidence=confidences)
def test_interval_of_a_gini_index_ends_at_one(value, error, confidence):
    """The unit is 1/n, and no index is above 1."""
    low, high = Estimate(value, error, 1.0, 50, "unbiased").interval(confidence)
    half = norm.ppf((1 + confidence) / 2) * sqrt(error**2 + (1 / 50) ** 2)

    assert isclose(high, min(1.0, value + half), rel_tol=1e-9)
    assert isclose(low, max(0.0, value - half), rel_tol=1e-9, abs_tol=1e-9)


def test_default_confidence_is_95_percent():
    """By place or by name."""
    estimate = tally_of([5, 3, 2]).entropy_estimate()

    assert estimate.interval() == estimate.interval(0.95) == estimate.interval(confidence=0.95)


@given(
    counts=st.lists(st.integers(1, 30), min_size=1, max_size=9),
    confidence=confidences,
    more=confidences,
)
def test_more_confidence_gives_a_wider_interval_around_the_value(counts, confidence, more):
    """For every method, and for pure and single events too."""
    tally = tally_of(counts)
    for estimate in (tally.entropy_estimate(), tally.gini_estimate()):
        low, high = estimate.interval(min(confidence, more))
        lower, higher = estimate.interval(max(confidence, more))
        assert 0.0 <= lower <= low <= estimate.value <= high <= higher


@pytest.mark.parametrize("n", [0, 1])
def test_below_two_events_everything_is_possible(n):
    """All that an entropy or a Gini index can be."""
    tally = tally_of([n])

    assert tally.entropy_estimate().interval() == (0.0, inf)
    assert tally.gini_estimate().interval() == (0.0, 1.0)


@pytest.mark.parametrize("n", [5, 20, 100, 10**6, 10**15])
def test_one_label_alone_leaves_room_for_a_second(n):
    """Up to the frequency at which it would have been missed in 5 % of such samples."""
    tally = tally_of([n])
    p = -np.expm1(np.log(0.05) / n)

    low, high = tally.entropy_estimate().interval()
    assert low == 0.0
    assert high == pytest.approx(-p * log2(p) - (1 - p) * np.log1p(-p) / log(2), rel=1e-12)
    assert tally.gini_estimate().interval() == (0.0, pytest.approx(2 * p * (1 - p), rel=1e-12))


def test_two_events_of_one_label_leave_room_for_one_bit():
    """A second label may well be as frequent as the first: no more than that is claimed."""
    assert tally_of([2]).entropy_estimate().interval() == (0.0, 1.0)
    assert tally_of([2]).gini_estimate().interval() == (0.0, 0.5)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, nan, inf, 0.0, 1.0])
def test_confidence_must_lie_between_0_and_1(confidence):
    """95 is not 0.95."""
    estimate = tally_of([3, 2]).entropy_estimate()

    with refused(ValueError, f"confidence must be above 0 and below 1, got {confidence!r}"):
        estimate.interval(confidence)


def test_confidence_must_be_a_number():
    """Not the text of one."""
    with refused(TypeError, "confidence must be a number, got '0.95' (str)"):
        tally_of([3, 2]).entropy_estimate().interval("0.95")


def test_confidence_next_to_1_has_an_interval():
    """The last double below 1."""
    low, high = tally_of([300, 200]).entropy_estimate().interval(1 - 2**-53)

    assert 0.0 < low < high < 2.0


def covered(p, n, read):
    """Return the exact chance that the 95 % interval for a coin holds the true value."""
    true = read(p)
    chance = 0.0
    for heads in range(n + 1):
        tally = tally_of([heads, n - heads])
        estimate = tally.entropy_estimate() if read is entropy else tally.gini_estimate()
        low, high = estimate.interval()
        chance += binom.pmf(heads, n, p) * (low <= true <= high)
    return chance


def entropy(p):
    """Return the entropy of a coin."""
    return -p * log2(p) - (1 - p) * log2(1 - p)


def gini(p):
    """Return the Gini index of a coin."""
    return 2 * p * (1 - p)


@pytest.mark.parametrize("read", [entropy, gini])
@pytest.mark.parametrize("n", [50, 100, 300])
@pytest.mark.parametrize("p", [0.5, 0.51, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 0.95, 0.99])
def test_coins_are_covered(p, n, read):
    """Computed over all samples: at least 0.89 everywhere, from 1/2 to nearly pure.

    The plain normal interval falls to 0.74 near 1/2, where its error vanishes by chance,
    and to 0.4 near 1, where most samples show one label alone.
    """
    assert covered(p, n, read) > 0.89


def test_few_draws_of_many_labels_are_covered():
    """A thousand labels, a hundred draws: nearly all that is drawn is drawn once."""
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(300):
        low, high = (
            tally_of(rng.multinomial(100, np.full(1000, 1e-3))).entropy_estimate().interval()
        )
        hits += low <= log2(1000) <= high

    assert hits / 300 > 0.9


def test_estimate_is_a_tuple_with_names():
    """Unpacks, compares, pickles."""
    estimate = tally_of([3, 2]).entropy_estimate("jackknife")
    value, standard_error, coverage, n, method = estimate

    assert isinstance(estimate, es.Estimate)
    assert (value, standard_error) == (estimate.value, estimate.standard_error)
    assert (coverage, n, method) == (1.0, 5, "jackknife")
    assert pickle.loads(pickle.dumps(estimate)) == estimate


def test_examples_of_the_interval_give_what_they_say():
    """As a reader would type them."""
    parser = doctest.DocTestParser()
    examples = parser.get_doctest(Estimate.interval.__doc__, {"es": es}, "interval", None, 0)

    assert doctest.DocTestRunner().run(examples).failed == 0
    assert examples.examples
