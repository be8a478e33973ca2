"""Intervals hold the value, are cut to what is possible, and say where nothing is known."""

import doctest
import pickle
from math import inf, isfinite, log, log2, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

import entrostream as es
from entrostream.estimate import Estimate
from tests.estimates import published
from tests.exact.count_vectors import tally_of
from tests.refusals import refused

confidences = st.floats(0.001, 0.999)


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


@given(
    counts=st.lists(st.integers(1, 30), min_size=1, max_size=9),
    more=st.integers(0, 10**6),
    method=st.sampled_from(published.METHODS),
)
def test_more_possible_labels_give_a_higher_end(counts, more, method):
    """The lower end is the same, and no end is above the greatest entropy that is possible."""
    estimate = tally_of(counts).entropy_estimate(method)
    low, high = estimate.interval(labels=len(counts))
    lower, higher = estimate.interval(labels=len(counts) + more)

    assert high <= higher <= log2(len(counts) + more)
    assert low == min(lower, log2(len(counts)))
    assert estimate.interval()[0] == lower


@given(counts=st.lists(st.integers(1, 400), min_size=1, max_size=9))
def test_interval_is_that_of_all_methods(counts):
    """It is about the source: wider only as far as is needed to hold the value."""
    tally = tally_of(counts)
    low, high = tally.entropy_estimate().interval()
    for method in published.METHODS:
        estimate = tally.entropy_estimate(method)
        assert estimate.interval() == (min(low, estimate.value), max(high, estimate.value))


@pytest.mark.parametrize("n", [0, 1])
def test_below_two_events_everything_is_possible(n):
    """All that an entropy or a Gini index can be."""
    tally = tally_of([n])

    assert tally.entropy_estimate().interval() == (0.0, inf)
    assert tally.entropy_estimate().interval(labels=8) == (0.0, 3.0)
    assert tally.gini_estimate().interval() == (0.0, 1.0)
    assert tally.gini_estimate().interval(labels=8) == (0.0, 0.875)
    assert not tally.entropy_estimate().reliable
    assert not tally.gini_estimate().reliable


@pytest.mark.parametrize("n", [5, 20, 100, 10**6, 10**15])
@pytest.mark.parametrize("labels", [2, 3, 1000, 10**6])
def test_one_label_alone_leaves_room_for_others(n, labels):
    """Up to the share at which they would have been missed in 2.5 % of such samples."""
    tally = tally_of([n])
    p = min(-np.expm1(np.log(0.025) / n), 1 - 1 / labels)
    possible = -p * log2(p / (labels - 1)) - (1 - p) * np.log1p(-p) / log(2)

    low, high = tally.entropy_estimate().interval(labels=labels)
    assert low == 0.0
    assert min(log2(labels), 0.99 * possible) <= high <= max(2 * possible, 5 / n)
    low, high = tally.gini_estimate().interval(labels=labels)
    assert low == 0.0
    assert min(1 - 1 / labels, 0.99 * (1 - (1 - p) ** 2)) <= high <= max(3 * p, 8 / n)


@pytest.mark.parametrize("singletons", [0, 1, 7, 60])
def test_sample_is_reliable_if_little_of_the_source_can_be_unseen(singletons):
    """1 % at the exact 97.5 % limit for the mean of a Poisson count, but for half a percent."""
    limit = chi2.ppf(0.975, 2 * (singletons + 1)) / 2
    few, enough = (round(100 * limit * factor) for factor in (0.99, 1.01))

    for n, reliable in ((few, False), (enough, True)):
        estimate = tally_of([n - singletons, *[1] * singletons]).entropy_estimate()
        assert estimate.reliable is reliable
        assert isfinite(estimate.interval()[1]) is reliable
        assert isfinite(estimate.interval(labels=10**6)[1])


@pytest.mark.parametrize(("singletons", "events"), [(0, 367), (5, 1167), (100, 12163)])
def test_events_that_a_reliable_estimate_takes(singletons, events):
    """docs/confidence.md has these numbers."""
    few, enough = (
        tally_of([n - singletons, *[1] * singletons]).entropy_estimate()
        for n in (events - 1, events)
    )

    assert not few.reliable
    assert enough.reliable


def test_reliable_interval_is_that_for_four_billion_labels():
    """As many are assumed if the caller knows nothing better."""
    estimate = tally_of([500, 300, 190, 9, 1]).entropy_estimate()

    assert estimate.interval() == estimate.interval(labels=2**32)
    assert estimate.interval(labels=2**64)[1] > estimate.interval()[1]


def test_any_number_of_labels_is_possible():
    """Also one that no double holds."""
    low, high = tally_of([500, 500]).entropy_estimate().interval(labels=10**400)

    assert 0.9 < low < 1.0 < high < 10


@pytest.mark.parametrize("labels", [4, 1, 0, -3])
def test_more_labels_than_possible_are_refused(labels):
    """The caller is wrong about the source: no interval is right."""
    tally = tally_of([5, 4, 3, 2, 1])
    for estimate in (tally.entropy_estimate(), tally.gini_estimate()):
        text = f"labels must be at least the number of labels seen, 5, got {labels}"
        with refused(ValueError, text):
            estimate.interval(labels=labels)


def test_number_of_labels_must_be_a_positive_integer():
    """One label, or more."""
    with refused(TypeError, "labels must be an integer, got 2.5 (float)"):
        tally_of([3, 2]).entropy_estimate().interval(labels=2.5)
    with refused(ValueError, "labels must be at least 1, got 0"):
        es.Tally().entropy_estimate().interval(labels=0)


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

    assert 0.0 < low < 0.9 < 1.0 < high < 10.0


def test_estimate_is_a_tuple_with_names():
    """Unpacks, compares, pickles."""
    estimate = tally_of([3, 2]).entropy_estimate("jackknife")
    value, standard_error, coverage, n, method, basis = estimate

    assert isinstance(estimate, es.Estimate)
    assert (value, standard_error) == (estimate.value, estimate.standard_error)
    assert (coverage, n, method, basis) == (1.0, 5, "jackknife", estimate.basis)
    assert pickle.loads(pickle.dumps(estimate)) == estimate


def test_basis_says_what_the_interval_is_computed_from():
    """The rare labels, and the parts of Chao, Wang and Jost, whatever the method."""
    tally = tally_of([7, 4, 2, 2, 1, 1, 1])
    best = tally.entropy_estimate()
    for method in published.METHODS:
        basis = tally.entropy_estimate(method).basis
        assert basis == best.basis
    assert basis[:5] == (7, 3, 2, 1, 7)
    assert basis.seen + basis.unseen == best.value
    assert basis.unseen > 0.0
    assert basis.standard_error == best.standard_error


@pytest.mark.parametrize("method", [*published.METHODS, "unbiased"])
def test_estimate_without_a_basis_has_a_cautious_interval(method):
    """Such as one that was pickled before there was one: only the singletons are known."""
    tally = tally_of([400, 300, 280, 14, 3, 2, 1])
    whole = tally.gini_estimate() if method == "unbiased" else tally.entropy_estimate(method)
    bare = Estimate(*whole[:5])

    assert bare.basis is None
    assert bare.reliable == whole.reliable
    assert bare.interval()[1] >= whole.value
    assert bare.interval(labels=7)[0] <= whole.value


def test_examples_of_the_interval_give_what_they_say():
    """As a reader would type them."""
    parser = doctest.DocTestParser()
    examples = parser.get_doctest(Estimate.interval.__doc__, {"es": es}, "interval", None, 0)

    assert doctest.DocTestRunner().run(examples).failed == 0
    assert examples.examples
