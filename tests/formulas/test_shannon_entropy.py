"""The entropy and its update formulas say what the definition says, to the last digits."""

from fractions import Fraction
from math import log2

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from entrostream.formulas import (
    entropy,
    entropy_after_changes,
    entropy_after_new_element,
    entropy_of_concatenation,
    entropy_of_union,
    scaled_entropy,
)
from tests.formulas.brute_force import DIGITS, assert_close, to_mpf, true_entropy
from tests.formulas.samples import aligned, changed, elements, repeatable, samples


def exact(xs):
    """Return the elements as fractions, so that no sum of the test is rounded."""
    return [Fraction(x) for x in xs]


@repeatable
@given(xs=samples)
def test_entropy_is_the_mean_surprise(xs):
    """Definition 2, for integers, fractions and floats."""
    assert_close(entropy(xs), true_entropy(xs))


@pytest.mark.parametrize("xs", [[], [0], [0, 0], [0.0], [5], [0, 3, 0]])
def test_entropy_of_nothing_and_of_one_class_is_zero(xs):
    """And it is not -0.0."""
    assert str(entropy(xs)) == "0.0"


@pytest.mark.parametrize("k", [1, 2, 4, 1024])
def test_entropy_of_equal_classes_is_the_logarithm_of_their_number(k):
    """In bits."""
    assert entropy([3] * k) == k.bit_length() - 1


def test_size_of_the_numbers_does_not_matter():
    """Sums of large or small numbers neither overflow nor vanish."""
    assert entropy([1e308, 1e308]) == entropy([5e-324, 5e-324]) == entropy([10**400] * 2) == 1.0
    assert entropy([1e308, 5e-324]) == 0.0


@repeatable
@given(xs=samples.filter(any), share=st.fractions(Fraction(1, 100), 100))
def test_scaled_entropy_is_the_sum_with_a_changed_denominator(xs, share):
    """Lemma 2 in the larger domain R > -S of E12; `share` is S / (S + R)."""
    xs = exact(xs)
    total = sum(xs)
    r = total / share - total

    with mpmath.workdps(DIGITS):
        shares = [to_mpf(x / (total + r)) for x in xs if x]
        truth = -mpmath.fsum(q * mpmath.log(q, 2) for q in shares)

    assert_close(scaled_entropy(entropy(xs), total, r), truth, amplified=10 * share)


def test_scaled_entropy_of_nothing_is_zero():
    """Lemma 2 for the empty sample: 0 log 0 = 0."""
    assert scaled_entropy(0, 0, 3) == 0.0


@repeatable
@given(xs=samples, x=elements.filter(bool))
def test_new_element_gives_the_entropy_of_the_longer_sample(xs, x):
    """Claim 3, also on the empty sample."""
    xs = exact(xs)

    value = entropy_after_new_element(entropy(xs), sum(xs), x)

    assert_close(value, true_entropy([*xs, x]))


@repeatable
@given(xs=samples.filter(any), ys=samples)
def test_concatenation_gives_the_entropy_of_both_samples_in_a_row(xs, ys):
    """Theorem 4, in either order."""
    xs, ys = exact(xs), exact(ys)
    x, y = (entropy(xs), sum(xs)), (entropy(ys), sum(ys))

    assert_close(entropy_of_concatenation(*x, *y), true_entropy(xs + ys))
    assert_close(entropy_of_concatenation(*y, *x), true_entropy(ys + xs))


@repeatable
@given(xs=samples, x=elements.filter(bool))
def test_new_element_is_the_concatenation_with_a_sample_of_one(xs, x):
    """The remark after Theorem 4: Claim 3 is its corollary."""
    xs = exact(xs)
    h, total = entropy(xs), sum(xs)

    value = entropy_after_new_element(h, total, x)

    assert value == pytest.approx(entropy_of_concatenation(h, total, 0, x), abs=1e-13)


@repeatable
@given(both=changed(elements), data=st.data())
def test_changes_give_the_entropy_of_the_changed_sample(both, data):
    """Theorem 5 in the larger domain of E12; unchanged elements need not be named."""
    before, after = exact(both[0]), exact(both[1])
    changes = [(x, y - x) for x, y in zip(before, after, strict=True)]
    named = [(x, r) for x, r in changes if r or data.draw(st.booleans())]
    shrinks = sum(before) / sum(after)
    assume(shrinks < 10**6)

    value = entropy_after_changes(entropy(before), sum(before), named)

    # Each of the terms is as large as the ratio of the sums, times its logarithm.
    assert_close(value, true_entropy(after), amplified=100 * shrinks)


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
    assert_close(entropy_after_changes(entropy([1, 1, 2]), 4, changes), true_entropy(after))


@pytest.mark.parametrize(
    ("before", "changes"),
    [([1, 1], {0: 1}), ([1, 1, 2], {0: 1}), ([5, 3, 2], {0: 4, 2: 1}), ([7], {0: 3})],
)
def test_changes_are_right_though_their_proof_is_not(before, changes):
    """E13: Theorem 5 holds; Theorem 4 on the terms x + r, as its proof says, does not."""
    h, total = entropy(before), sum(before)
    after = [x + changes.get(i, 0) for i, x in enumerate(before)]
    grown = [after[i] for i in changes]
    old_terms = sum(x * log2(Fraction(x, sum(after))) for x in (before[i] for i in changes))

    stated = entropy_after_changes(h, total, [(before[i], r) for i, r in changes.items()])
    joined = entropy_of_concatenation(h, total, entropy(grown), sum(grown))
    by_proof = joined + old_terms / sum(after)

    assert_close(stated, true_entropy(after))
    assert abs(by_proof - true_entropy(after)) > 0.01


@repeatable
@given(both=aligned(elements))
def test_union_gives_the_entropy_of_the_sums(both):
    """E16: the union that the paper leaves out, zeros allowed."""
    xs, ys = exact(both[0]), exact(both[1])
    merged = [x + y for x, y in zip(xs, ys, strict=True)]

    value = entropy_of_union(entropy(xs), sum(xs), entropy(ys), sum(ys), xs, ys)

    assert_close(value, true_entropy(merged))


@repeatable
@given(both=aligned(elements))
def test_union_needs_the_common_classes_only(both):
    """E15, E16: a class that one sample lacks keeps its term."""
    xs, ys = exact(both[0]), exact(both[1])
    merged = [x + y for x, y in zip(xs, ys, strict=True)]
    common = [(x, y) for x, y in zip(xs, ys, strict=True) if x and y]
    xs_common, ys_common = [x for x, _ in common], [y for _, y in common]

    value = entropy_of_union(entropy(xs), sum(xs), entropy(ys), sum(ys), xs_common, ys_common)

    assert_close(value, true_entropy(merged))


def test_union_is_not_determined_by_values_and_totals():
    """E15: the same four numbers, two results."""
    numbers = (entropy([1, 2]), 3, entropy([1, 2]), 3)
    assert entropy([2, 1]) == entropy([1, 2])

    assert_close(entropy_of_union(*numbers, [1, 2], [1, 2]), true_entropy([1, 2]))
    assert_close(entropy_of_union(*numbers, [1, 2], [2, 1]), mpmath.mpf(1))
