"""A gain is the value of the parent less the mean value of the branches."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.formulas import gini_gain, information_gain
from tests.formulas.brute_force import DIGITS, assert_close, to_mpf, true_entropy, true_gini
from tests.formulas.samples import elements, exact_elements, floats, repeatable


def tables(element):
    """Return tables of up to five branches and five classes, empty ones too."""
    return st.integers(0, 5).flatmap(
        lambda k: st.lists(st.lists(element, min_size=k, max_size=k), max_size=5)
    )


def parent_and_shares(branches):
    """Return the counts of the parent, and for each branch its counts and its share."""
    rows = [[Fraction(c) for c in row] for row in branches]
    n = sum(sum(row) for row in rows)
    shares = [(row, sum(row) / n if n else Fraction(0)) for row in rows]
    return [sum(column) for column in zip(*rows, strict=True)], shares


@repeatable
@given(branches=tables(elements))
def test_information_gain_is_the_mean_reduction_of_entropy(branches):
    """E18: the definition, with 50 digits."""
    parent, shares = parent_and_shares(branches)
    with mpmath.workdps(DIGITS):
        mean = mpmath.fsum(to_mpf(share) * true_entropy(row) for row, share in shares)
        truth = true_entropy(parent) - mean

    assert_close(information_gain(branches), truth)


@repeatable
@given(branches=tables(st.integers(0, 1000)))
def test_information_gain_is_the_identity_in_c_log_c(branches):
    """E18: n IG = [f(n) - sum f(c_i)] - sum_j [f(n_j) - sum f(c_ij)]."""

    def spread(counts):
        return f(sum(counts)) - mpmath.fsum(f(c) for c in counts)

    def f(c):
        return c * mpmath.log(c, 2) if c else mpmath.mpf(0)

    parent, n = [sum(c) for c in zip(*branches, strict=True)], sum(map(sum, branches))
    with mpmath.workdps(DIGITS):
        truth = (spread(parent) - mpmath.fsum(spread(row) for row in branches)) / max(n, 1)

    assert_close(information_gain(branches), truth)


@repeatable
@given(branches=tables(exact_elements))
def test_gini_gain_is_the_mean_reduction_of_gini(branches):
    """E18, the analogue for Gini: exact for integers and fractions."""
    parent, shares = parent_and_shares(branches)

    gain = gini_gain(branches)

    assert isinstance(gain, Fraction)
    assert gain == true_gini(parent) - sum(share * true_gini(row) for row, share in shares)


@repeatable
@given(branches=tables(floats))
def test_gini_gain_of_floats_is_rounded_once(branches):
    """E18: the exact gain, rounded."""
    parent, shares = parent_and_shares(branches)
    truth = true_gini(parent) - sum(share * true_gini(row) for row, share in shares)

    assert gini_gain(branches) == float(truth)


@pytest.mark.parametrize("branches", [[], [[]], [[], []], [[0, 0], [0, 0]]])
def test_gain_without_examples_is_zero(branches):
    """Nothing to split, nothing to gain."""
    assert information_gain(branches) == 0.0
    assert gini_gain(branches) == 0


def test_empty_branch_changes_nothing():
    """A branch that no example takes has no weight."""
    assert information_gain([[3, 1], [0, 0], [1, 3]]) == information_gain([[3, 1], [1, 3]])
    assert gini_gain([[3, 1], [0, 0], [1, 3]]) == gini_gain([[3, 1], [1, 3]])


def test_split_that_says_nothing_gains_nothing():
    """All branches have the shares of the parent."""
    branches = [[3, 6, 9], [1, 2, 3]]

    assert abs(information_gain(branches)) < 1e-15
    assert gini_gain(branches) == 0


def test_split_that_says_all_gains_the_whole_value():
    """Each branch has one class."""
    assert information_gain([[4, 0, 0], [0, 2, 0], [0, 0, 2]]) == 1.5
    assert gini_gain([[4, 0, 0], [0, 2, 0], [0, 0, 2]]) == true_gini([4, 2, 2])
