"""Standard errors are the jackknife's, from each method's own values with an event left out."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.estimates import published
from tests.estimates.published import METHODS
from tests.exact.count_vectors import mixed, partitions, tally_of

every_method = pytest.mark.parametrize("method", METHODS)
samples = st.lists(st.integers(1, 5), min_size=1, max_size=12).filter(lambda c: sum(c) > 1)


@every_method
@given(counts=samples)
def test_standard_error_is_leave_one_out(method, counts):
    """Also where the event left out changes how many labels were seen once or twice."""
    truth = float(published.standard_error(counts, method))

    found = tally_of(counts).entropy_estimate(method).standard_error

    assert found == pytest.approx(truth, rel=1e-12, abs=1e-15)


@every_method
@pytest.mark.parametrize("n", range(2, 10))
def test_standard_error_is_leave_one_out_for_all_partitions(n, method):
    """Every way in which up to nine events can fall into classes."""
    for counts in partitions(n):
        truth = float(published.standard_error(counts, method))
        found = tally_of(counts).entropy_estimate(method).standard_error
        assert found == pytest.approx(truth, rel=1e-12, abs=1e-15), counts


@every_method
def test_standard_error_of_large_counts(method):
    """Counts to 2^55: nothing overflows or cancels."""
    for counts in mixed(25, most=8, seed=41):
        truth = float(published.standard_error(counts, method))
        found = tally_of(counts).entropy_estimate(method).standard_error
        assert found == pytest.approx(truth, rel=1e-9), counts


@every_method
@pytest.mark.parametrize("each", [2, 7, 1000, 10**15])
def test_equal_counts_have_standard_error_zero(method, each):
    """No event tells more than another; what the interval makes of it is its own affair."""
    assert tally_of([each] * 5).entropy_estimate(method).standard_error == 0.0


@every_method
@pytest.mark.parametrize("counts", [[], [1]])
def test_below_two_events_nothing_is_known(method, counts):
    """The value is that of an empty summary, the error says what it is worth."""
    estimate = tally_of(counts).entropy_estimate(method)

    assert estimate[:5] == (0.0, inf, 0.0, len(counts), method)
