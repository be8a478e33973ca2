"""Outside its domain a formula raises, and says the value, the limit and the way out."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from entrostream.formulas import (
    as_printed,
    entropy,
    entropy_add,
    entropy_after_changes,
    entropy_after_new_element,
    entropy_dec,
    entropy_del,
    entropy_inc,
    entropy_of_concatenation,
    entropy_of_union,
    fade_entropy,
    fade_gini,
    gini,
    gini_add,
    gini_after_changes,
    gini_after_increment,
    gini_after_new_element,
    gini_dec,
    gini_del,
    gini_gain,
    gini_inc,
    gini_of_concatenation,
    gini_of_union,
    gini_sum_of_squares,
    information_gain,
    scaled_entropy,
)

AFRESH_GINI = "compute it afresh with gini(counts)"
AFRESH_ENTROPY = "compute it afresh with entropy(counts)"
EMPTY = "no formula is needed: the empty sample has the value 0"
BEFORE = "total is the sum of all elements before the change"
NO_CLASS = "a class without examples cannot come or go"
ALIGN = "align the classes and write 0 where one is absent"

OUTSIDE = [
    # Elements
    (gini, ([1, -1],), "xs[1] must be at least 0, got -1"),
    (gini, ([math.nan],), "xs[0] must be finite, got nan"),
    (gini, ([2, math.inf],), "xs[1] must be finite, got inf"),
    (entropy, ([1, -0.5],), "xs[1] must be at least 0, got -0.5"),
    (entropy, ([-math.inf],), "xs[0] must be finite, got -inf"),
    (gini_after_new_element, (0, 4, Fraction(-1, 2)), "x must be at least 0, got -1/2"),
    (entropy_after_new_element, (0, 4, -1), "x must be at least 0, got -1"),
    (gini_sum_of_squares, (0, -4), "total must be at least 0, got -4"),
    (information_gain, ([[1, 2], [3, -1]],), "branches[1][1] must be at least 0, got -1"),
    # Values
    (
        gini_sum_of_squares,
        (1.5, 4),
        f"g must be a Gini index, between 0 and 1, got 1.5; {AFRESH_GINI}",
    ),
    (
        gini_after_increment,
        (-0.25, 4, 1),
        f"g must be a Gini index, between 0 and 1, got -0.25; {AFRESH_GINI}",
    ),
    (
        gini_dec,
        (5.0, 4, 1),
        f"g must be a Gini index, between 0 and 1, got 5.0; {AFRESH_GINI}",
    ),
    (
        gini_of_concatenation,
        (0, 1, 2, 1),
        f"g_y must be a Gini index, between 0 and 1, got 2; {AFRESH_GINI}",
    ),
    (gini_inc, (math.nan, 4, 1), "g must be finite, got nan"),
    (
        scaled_entropy,
        (-0.5, 4, 1),
        f"h must be an entropy, at least 0, got -0.5; {AFRESH_ENTROPY}",
    ),
    (
        entropy_of_concatenation,
        (1, 2, -1, 2),
        f"h_y must be an entropy, at least 0, got -1; {AFRESH_ENTROPY}",
    ),
    (entropy_inc, (math.nan, 4, 1), "h must be finite, got nan"),
    (entropy_inc, (math.inf, 4, 1), "h must be finite, got inf"),
    (gini_inc, (0.5, 0, 0), "g must be 0 for an empty sample (n = 0), got 0.5"),
    (entropy_add, (1.0, 0, 3), "h must be 0 for an empty sample (n = 0), got 1.0"),
    (fade_entropy, (1.0, 0, 0, 0.5), "h must be 0 for an empty sample (total = 0), got 1.0"),
    # An element against the sum that it is part of
    (gini_after_increment, (0, 3, 5), f"x must be at most total = 3, got 5; {BEFORE}"),
    (fade_gini, (0, 3, 3.5, 0.5), f"x must be at most total = 3.0, got 3.5; {BEFORE}"),
    (
        gini_after_changes,
        (0, 3, [(2, 1), (2, 1)]),
        f"the sum of x in changes must be at most total = 3, got 4; {BEFORE}",
    ),
    (
        gini_of_union,
        (0, 3, 0, 3, [4], [1]),
        "the sum of xs must be at most total_x = 3, got 4; "
        "total_x is the sum of all elements before the change",
    ),
    # Changes
    (
        gini_after_changes,
        (0, 3, [(3, 1), (0, -1)]),
        "r of changes[1] must be at least -x = 0, got -1; no element can fall below 0",
    ),
    (
        entropy_after_changes,
        (0, 3, [(3, -4)]),
        "r of changes[0] must be at least -x = -3, got -4; no element can fall below 0",
    ),
    (gini_after_changes, (0, 3, [(-1, 2)]), "x of changes[0] must be at least 0, got -1"),
    (entropy_after_changes, (0, 3, [(1, math.nan)]), "r of changes[0] must be finite, got nan"),
    # What becomes empty
    (gini_after_changes, (0, 3, [(3, -3)]), f"total + sum of r must be above 0, got 0; {EMPTY}"),
    (entropy_after_changes, (0, 0, []), f"total + sum of r must be above 0, got 0; {EMPTY}"),
    (scaled_entropy, (1, 4, -4), f"total + r must be above 0, got 0; {EMPTY}"),
    (scaled_entropy, (1, 4, -4.5), f"total + r must be above 0, got -0.5; {EMPTY}"),
    (gini_after_new_element, (0, 0, 0), f"total + x must be above 0, got 0; {EMPTY}"),
    (entropy_after_new_element, (0, 0, 0), f"total + x must be above 0, got 0; {EMPTY}"),
    (gini_of_concatenation, (0, 0, 0, 0), f"total_x + total_y must be above 0, got 0; {EMPTY}"),
    (entropy_of_union, (0, 0, 0, 0, [], []), f"total_x + total_y must be above 0, got 0; {EMPTY}"),
    # Counts
    (gini_inc, (0, -1, 0), "n must be at least 0, got -1"),
    (entropy_inc, (0, 4, -1), "n_i must be at least 0, got -1"),
    (
        gini_inc,
        (0, 4, 5),
        "n_i must be at most n = 4, got 5; n counts the examples of all classes",
    ),
    (
        entropy_del,
        (0, 4, 5),
        "n_i must be at most n = 4, got 5; n counts the examples of all classes",
    ),
    (gini_dec, (0, 4, 0), f"n_i must be at least 1, got 0; {NO_CLASS}"),
    (entropy_dec, (0, 4, 0), f"n_i must be at least 1, got 0; {NO_CLASS}"),
    (gini_del, (0, 4, 0), f"n_i must be at least 1, got 0; {NO_CLASS}"),
    (gini_add, (0, 4, 0), f"n_i must be at least 1, got 0; {NO_CLASS}"),
    (entropy_add, (0, 4, -2), f"n_i must be at least 1, got -2; {NO_CLASS}"),
    # Alignment
    (
        gini_of_union,
        (0, 3, 0, 3, [1, 2], [3]),
        f"xs and ys must have the same length, got 2 and 1; {ALIGN}",
    ),
    (
        entropy_of_union,
        (0, 3, 0, 3, [], [3]),
        f"xs and ys must have the same length, got 0 and 1; {ALIGN}",
    ),
    (
        gini_gain,
        ([[1, 2], [3, 4], [5]],),
        "branches must have equally many classes each, got 2 in branches[0] and 1 in branches[2]; "
        "write 0 where a class is absent",
    ),
    # Windows and fading
    (fade_gini, (0, 0, 0, 1.5), "fading_factor must be above 0 and at most 1, got 1.5"),
    (fade_entropy, (0, 0, 0, 0), "fading_factor must be above 0 and at most 1, got 0"),
    (fade_entropy, (0, 0, 0, math.nan), "fading_factor must be finite, got nan"),
    (as_printed.algorithm_2, ("ab", -0.1), "fading_factor must be above 0 and at most 1, got -0.1"),
    (as_printed.algorithm_4, ("ab", 1.1), "fading_factor must be above 0 and at most 1, got 1.1"),
    (as_printed.algorithm_1, ("ab", 0), "window size must be a positive integer, got 0"),
    (as_printed.algorithm_3, ("ab", -3), "window size must be a positive integer, got -3"),
]

WRONG_TYPE = [
    (gini, ([True],), "xs[0] must be a real number, got True (bool)"),
    (gini, ("ab",), "xs[0] must be a real number, got 'a' (str)"),
    (gini, ([1j],), "xs[0] must be a real number, got 1j (complex)"),
    (entropy, ([None],), "xs[0] must be a real number, got None (NoneType)"),
    (entropy, ([Decimal(1)],), "xs[0] must be a real number, got Decimal('1') (Decimal)"),
    (gini, (5,), "xs must be an iterable, got 5 (int)"),
    (entropy, ({1: 5, 2: 7},), "xs must be numbers, got a mapping; pass its values()"),
    (gini_gain, ([1, 2],), "branches[0] must be an iterable, got 1 (int)"),
    (gini_inc, ("0", 4, 1), "g must be a real number, got '0' (str)"),
    (gini_inc, (0, 4.0, 1), "n must be an integer, got 4.0 (float)"),
    (entropy_dec, (0, 4, 1.5), "n_i must be an integer, got 1.5 (float)"),
    (entropy_add, (0, 4, True), "n_i must be an integer, got True (bool)"),
    (gini_after_changes, (0, 3, [3]), "changes[0] must be a pair (x, r), got 3 (int)"),
    (
        entropy_after_changes,
        (0, 3, [(1, 2, 3)]),
        "changes[0] must be a pair (x, r), got (1, 2, 3) (tuple)",
    ),
    (fade_gini, (0, 0, 0, "0.5"), "fading_factor must be a real number, got '0.5' (str)"),
    (as_printed.algorithm_1, ("ab", 2.5), "window size must be an integer, got 2.5 (float)"),
]


@pytest.mark.parametrize(("call", "arguments", "message"), OUTSIDE)
def test_value_outside_the_domain_raises_value_error(call, arguments, message):
    """The whole text is matched."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(*arguments)


@pytest.mark.parametrize(("call", "arguments", "message"), WRONG_TYPE)
def test_what_is_not_a_number_raises_type_error(call, arguments, message):
    """Booleans are not counts, and a mapping is not a sample."""
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        call(*arguments)


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (gini_inc, (-1e-17, 4, 1)),
        (gini_after_increment, (1 + 1e-15, 4, 1)),
        (entropy_inc, (-1e-17, 4, 1)),
        (entropy_dec, (-1e-12, 4, 1)),
        (fade_entropy, (1e-17, 0, 0, 0.9)),
        (gini_after_increment, (0.0, 0.3, 0.1 + 0.2)),
        (entropy_after_changes, (1.0, 2.0, [(0.3, -(0.1 + 0.2))])),
    ],
)
def test_what_rounding_leaves_outside_is_accepted(call, arguments):
    """Within 1e-9, once a float is among the arguments."""
    assert math.isfinite(call(*arguments))


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (gini_inc, (-2e-9, 4, 1)),
        (gini_inc, (1 + 2e-9, 4, 1)),
        (entropy_inc, (-2e-9, 4, 1)),
        (gini_after_increment, (0.0, 1.0, 1 + 2e-9)),
        (entropy_after_changes, (1.0, 2.0, [(1.0, -1 - 2e-9)])),
    ],
)
def test_what_rounding_cannot_explain_is_refused(call, arguments):
    """The tolerance is 1e-9, not more."""
    with pytest.raises(ValueError, match="must be"):
        call(*arguments)


def test_fractions_have_no_tolerance():
    """Integers and fractions are never rounded, so their bounds are strict."""
    with pytest.raises(ValueError, match="g must be a Gini index"):
        gini_inc(Fraction(-1, 10**17), 4, 1)
    with pytest.raises(ValueError, match="x must be at most total"):
        gini_after_increment(0, 1, 1 + Fraction(1, 10**17))


def test_numpy_scalars_are_numbers():
    """A NumPy integer does not wrap around, a NumPy float is a float."""
    large = np.int64(2**62)

    assert gini([large, large]) == Fraction(1, 2)
    assert gini([np.float32(1), np.uint8(1)]) == 0.5
    assert isinstance(gini([np.float64(1)]), float)
    assert entropy(np.array([3, 3, 3, 3])) == 2.0
    assert gini_inc(0, np.int64(1), np.int64(0)) == Fraction(1, 2)


def test_one_pass_iterables_are_samples():
    """Generators and views are read once."""
    assert gini(x for x in (1, 1)) == Fraction(1, 2)
    assert entropy({"a": 1, "b": 1}.values()) == 1.0
    assert information_gain(iter([iter([1, 0]), iter([0, 1])])) == 1.0
