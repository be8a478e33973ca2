"""Inc, Dec, Add and Del follow the entropy of counts."""

from collections import Counter, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.formulas import entropy, entropy_add, entropy_dec, entropy_del, entropy_inc
from tests.formulas.brute_force import assert_close, true_entropy
from tests.formulas.samples import counts, repeatable


@repeatable
@given(cs=counts, new=st.booleans())
def test_inc_gives_the_entropy_with_one_more(cs, new):
    """Inc of Algorithm 3, for a class that is there and for a new one (E4)."""
    last = 0 if new else cs[-1]
    after = [*cs, 1] if new else [*cs[:-1], last + 1]

    assert_close(entropy_inc(entropy(cs), sum(cs), last), true_entropy(after))


@repeatable
@given(cs=counts)
def test_dec_gives_the_entropy_with_one_less(cs):
    """Dec of Algorithm 3, for the last member of a class too (E4)."""
    value = entropy_dec(entropy(cs), sum(cs), cs[-1])

    assert_close(value, true_entropy([*cs[:-1], cs[-1] - 1]))


@repeatable
@given(cs=counts)
def test_dec_of_a_last_member_drops_the_class(cs):
    """E4: 0 log 0 = 0."""
    assert_close(entropy_dec(entropy([*cs, 1]), sum(cs) + 1, 1), true_entropy(cs))


@repeatable
@given(cs=counts)
def test_add_gives_the_entropy_with_a_new_class(cs):
    """Add of Algorithm 3, on the empty sample too (E5)."""
    *others, new = cs

    assert_close(entropy_add(entropy(others), sum(others), new), true_entropy(cs))


@repeatable
@given(cs=counts)
def test_del_gives_the_entropy_without_a_class(cs):
    """Del of Algorithm 3."""
    rest = sum(cs[:-1])
    amplified = 10 * sum(cs) / rest if rest else 1

    value = entropy_del(entropy(cs), sum(cs), cs[-1])

    assert_close(value, true_entropy(cs[:-1]), amplified)


def test_first_example_has_the_value_zero():
    """E3, E5: Inc and Add on the empty sample."""
    assert entropy_inc(0, 0, 0) == entropy_add(0, 0, 5) == 0.0


@pytest.mark.parametrize(("step", "n"), [(entropy_dec, 1), (entropy_del, 1), (entropy_del, 7)])
def test_emptied_sample_has_the_value_zero(step, n):
    """E5: where the printed form divides by 0."""
    assert step(0.0, n, n) == 0.0


@repeatable
@given(cs=counts, more=st.integers(1, 100))
def test_add_on_a_class_that_is_there_is_wrong(cs, more):
    """E11: Add takes the new examples for a class of their own."""
    grown = [*cs[:-1], cs[-1] + more]

    assert entropy_add(entropy(cs), sum(cs), more) > float(true_entropy(grown)) + 1e-6


def float_window(w, events):
    """Slide a window of w over runs of two classes; yield the value in floats and the counts."""
    window, held, h = deque("a" * w), Counter(a=w), 0.0
    for t in range(events):
        new, old = "ab"[t // 50 % 2], window.popleft()
        h = entropy_dec(h, w, held[old])
        held[old] -= 1
        h = entropy_inc(h, w - 1, held[new])
        held[new] += 1
        window.append(new)
        yield h, held


def test_rounded_value_may_be_fed_back():
    """What rounding leaves below 0 is taken in again, in windows of some sizes for long."""
    below = 0
    for w in range(3, 13):
        for h, held in float_window(w, events=300):
            assert abs(h - float(true_entropy(held.values()))) < 1e-12
            below += h < 0
    assert below > 0


def test_small_rest_of_a_large_sample_loses_digits():
    """E19: taking 2e9 examples away multiplies the rounding of the value by about 1e9."""
    large, rest = 10**9, [1, 1]
    h = entropy([*rest, large, large])

    h = entropy_del(h, 2 * large + 2, large)
    h = entropy_del(h, large + 2, large)

    assert 1e-11 < abs(h - float(true_entropy(rest))) < 1e-5
