"""The Gini index and its update formulas say what the definition says, without rounding."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.formulas import (
    gini,
    gini_after_changes,
    gini_after_increment,
    gini_after_new_element,
    gini_of_concatenation,
    gini_of_union,
    gini_sum_of_squares,
)
from tests.formulas.brute_force import true_gini
from tests.formulas.samples import (
    aligned,
    changed,
    exact_elements,
    exact_samples,
    floats,
    repeatable,
)


@repeatable
@given(xs=exact_samples)
def test_gini_is_the_chance_that_two_draws_differ(xs):
    """Definition 1, for integers and fractions: the exact fraction."""
    value = gini(xs)

    assert isinstance(value, Fraction)
    assert value == true_gini(xs)


@repeatable
@given(xs=st.lists(floats, max_size=8))
def test_gini_of_floats_is_the_exact_value_rounded_once(xs):
    """Definition 1, for floats: no rounding before the last."""
    assert gini(xs) == float(true_gini(xs))


@pytest.mark.parametrize("xs", [[], [0], [0, 0], [0.0]])
def test_gini_of_nothing_is_zero(xs):
    """The empty sample, and one of zeros only, has the value 0."""
    assert gini(xs) == 0


def test_one_float_makes_the_result_a_float():
    """Exact in, exact out; a float among the arguments gives a float."""
    assert isinstance(gini([1, Fraction(1, 2), 2]), Fraction)
    assert isinstance(gini([1, Fraction(1, 2), 2.0]), float)
    assert isinstance(gini_after_increment(Fraction(1, 2), 2, 1), Fraction)
    assert isinstance(gini_after_increment(0.5, 2, 1), float)


def test_size_of_the_numbers_does_not_matter():
    """Squares of large or small floats neither overflow nor vanish."""
    assert gini([1e300, 1e300]) == gini([1e-300, 1e-300]) == 0.5
    assert gini_after_changes(0.5, 2e-300, [(1e-300, 1e-300)]) == gini([2.0, 1.0])


@repeatable
@given(xs=exact_samples)
def test_sum_of_squares_follows_from_gini_and_total(xs):
    """Lemma 1, the empty sample included."""
    assert gini_sum_of_squares(gini(xs), sum(xs)) == sum(x**2 for x in xs)


@repeatable
@given(xs=exact_samples, x=exact_elements)
def test_increment_gives_the_gini_of_the_grown_sample(xs, x):
    """Claim 1, and with x = 0 a new class (E12)."""
    before, after = [*xs, x], [*xs, x + 1]

    assert gini_after_increment(gini(before), sum(before), x) == true_gini(after)


@repeatable
@given(both=changed(exact_elements), data=st.data())
def test_changes_give_the_gini_of_the_changed_sample(both, data):
    """Theorem 1 in the larger domain of E12; unchanged elements need not be named."""
    before, after = both
    changes = [(x, y - x) for x, y in zip(before, after, strict=True)]
    named = [(x, r) for x, r in changes if r or data.draw(st.booleans())]

    assert gini_after_changes(gini(before), sum(before), named) == true_gini(after)


@repeatable
@given(both=changed(floats))
def test_changes_of_floats_are_rounded_once(both):
    """Theorem 1, for floats, from an exact value: the exact result, rounded."""
    before, after = ([Fraction(x) for x in xs] for xs in both)
    changes = [(x, y - x) for x, y in zip(before, after, strict=True)]
    one_float = [(float(changes[0][0]), changes[0][1]), *changes[1:]]

    assert gini_after_changes(gini(before), sum(before), one_float) == float(true_gini(after))


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ([(2, -1)], [1, 1, 1]),
        ([(2, -2)], [1, 1]),
        ([(0, 3)], [1, 1, 2, 3]),
        ([(1, -1), (1, -1), (2, 5), (0, 1)], [7, 1]),
        ([(1, 0)], [1, 1, 2]),
        ([], [1, 1, 2]),
    ],
)
def test_changes_cover_what_the_paper_leaves_out(changes, after):
    """E12: less of a class, none of it, a new one, no change."""
    assert gini_after_changes(gini([1, 1, 2]), 4, changes) == true_gini(after)


@repeatable
@given(xs=exact_samples, x=exact_elements.filter(bool))
def test_new_element_gives_the_gini_of_the_longer_sample(xs, x):
    """Claim 2, also on the empty sample."""
    assert gini_after_new_element(gini(xs), sum(xs), x) == true_gini([*xs, x])


@repeatable
@given(xs=exact_samples.filter(any), ys=exact_samples)
def test_concatenation_gives_the_gini_of_both_samples_in_a_row(xs, ys):
    """Theorem 2, in either order."""
    x, y = (gini(xs), sum(xs)), (gini(ys), sum(ys))

    assert gini_of_concatenation(*x, *y) == true_gini(xs + ys)
    assert gini_of_concatenation(*y, *x) == true_gini(ys + xs)


@repeatable
@given(both=aligned(exact_elements))
def test_union_gives_the_gini_of_the_sums(both):
    """Theorem 3, zeros allowed (E15)."""
    xs, ys = both
    merged = [x + y for x, y in zip(xs, ys, strict=True)]

    assert gini_of_union(gini(xs), sum(xs), gini(ys), sum(ys), xs, ys) == true_gini(merged)


@repeatable
@given(both=aligned(exact_elements))
def test_union_needs_the_common_classes_only(both):
    """E15: a class that one sample lacks adds nothing to the cross term."""
    xs, ys = both
    merged = [x + y for x, y in zip(xs, ys, strict=True)]
    common = [(x, y) for x, y in zip(xs, ys, strict=True) if x and y]
    xs_common, ys_common = [x for x, _ in common], [y for _, y in common]

    value = gini_of_union(gini(xs), sum(xs), gini(ys), sum(ys), xs_common, ys_common)

    assert value == true_gini(merged)


def test_union_is_not_determined_by_values_and_totals():
    """E15: the same four numbers, two results."""
    numbers = (gini([1, 2]), 3, gini([1, 2]), 3)
    assert gini([2, 1]) == gini([1, 2])

    assert gini_of_union(*numbers, [1, 2], [1, 2]) == true_gini([2, 4]) == Fraction(4, 9)
    assert gini_of_union(*numbers, [1, 2], [2, 1]) == true_gini([3, 3]) == Fraction(1, 2)
