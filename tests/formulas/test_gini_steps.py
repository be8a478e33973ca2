"""Inc, Dec, Add and Del follow the Gini index of counts, without rounding."""

from collections import Counter, deque
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.formulas import gini, gini_add, gini_dec, gini_del, gini_inc
from tests.formulas.brute_force import true_gini
from tests.formulas.samples import counts, labels, repeatable


@repeatable
@given(cs=counts, new=st.booleans())
def test_inc_gives_the_gini_with_one_more(cs, new):
    """Inc of Algorithm 1, for a class that is there and for a new one."""
    last = 0 if new else cs[-1]
    after = [*cs, 1] if new else [*cs[:-1], last + 1]

    assert gini_inc(gini(cs), sum(cs), last) == true_gini(after)


@repeatable
@given(cs=counts)
def test_dec_gives_the_gini_with_one_less(cs):
    """Dec of Algorithm 1."""
    assert gini_dec(gini(cs), sum(cs), cs[-1]) == true_gini([*cs[:-1], cs[-1] - 1])


@repeatable
@given(cs=counts)
def test_add_gives_the_gini_with_a_new_class(cs):
    """Add of Algorithm 1, on the empty sample too."""
    *others, new = cs

    assert gini_add(gini(others), sum(others), new) == true_gini(cs)


@repeatable
@given(cs=counts)
def test_del_gives_the_gini_without_a_class(cs):
    """Del of Algorithm 1."""
    assert gini_del(gini(cs), sum(cs), cs[-1]) == true_gini(cs[:-1])


def test_first_example_has_the_value_zero():
    """Inc and Add on the empty sample."""
    assert gini_inc(0, 0, 0) == gini_add(0, 0, 5) == 0


@pytest.mark.parametrize(("step", "n"), [(gini_dec, 1), (gini_del, 1), (gini_del, 7)])
def test_emptied_sample_has_the_value_zero(step, n):
    """E5: where the printed form divides by 0."""
    assert step(0, n, n) == 0
    assert isinstance(step(0, n, n), Fraction)
    assert isinstance(step(0.0, n, n), float)


@repeatable
@given(cs=counts, more=st.integers(1, 100))
def test_add_on_a_class_that_is_there_is_wrong(cs, more):
    """E11: Add takes the new examples for a class of their own."""
    grown = [*cs[:-1], cs[-1] + more]

    assert gini_add(gini(cs), sum(cs), more) != true_gini(grown)


@repeatable
@given(stream=labels, w=st.integers(1, 10))
def test_window_made_of_inc_and_dec_never_drifts_in_fractions(stream, w):
    """E1 corrected: add, then remove while too long; every value is exact."""
    window, held, g = deque(), Counter(), Fraction(0)
    for label in stream:
        g = gini_inc(g, len(window), held[label])
        window.append(label)
        held[label] += 1
        if len(window) > w:
            old = window.popleft()
            g = gini_dec(g, len(window) + 1, held[old])
            held[old] -= 1

        assert g == true_gini(Counter(window).values())


def float_window(w, events):
    """Slide a window of w over runs of two classes; yield the value in floats and the counts."""
    window, held, g = deque("a" * w), Counter(a=w), 0.0
    for t in range(events):
        new, old = "ab"[t // 50 % 2], window.popleft()
        g = gini_dec(g, w, held[old])
        held[old] -= 1
        g = gini_inc(g, w - 1, held[new])
        held[new] += 1
        window.append(new)
        yield g, held


def test_rounded_value_may_be_fed_back():
    """What rounding leaves below 0 is taken in again, in windows of some sizes for long."""
    below = 0
    for w in range(3, 13):
        for g, held in float_window(w, events=300):
            assert abs(g - true_gini(held.values())) < 1e-12
            below += g < 0
    assert below > 0


def test_small_rest_of_a_large_sample_is_lost_in_floats_but_not_in_fractions():
    """E19: taking 2e9 examples away multiplies the rounding of the value by about 1e18."""
    large, rest = 10**9, [1, 1]
    exact = gini([*rest, large, large])

    def without_both(g):
        g = gini_del(g, 2 * large + 2, large)
        return gini_del(g, large + 2, large)

    assert without_both(exact) == true_gini(rest)
    impossible = without_both(float(exact))
    assert not 0 <= impossible <= 1
    with pytest.raises(ValueError, match="compute it afresh"):
        gini_inc(impossible, 2, 1)
