"""The Gini index and the inverse Simpson index are the exact fractions, rounded once."""

from fractions import Fraction
from math import ceil, floor, ulp

import pytest

from tests import truth
from tests.exact.count_vectors import (
    all_but_one,
    mixed,
    near_ties,
    nearly_full,
    partitions,
    tally_of,
    two_classes,
    zipf,
)

VECTORS = {
    "two classes": lambda: two_classes(5000, seed=21),
    "all but one": lambda: all_but_one(3000, seed=22),
    "mixed from 1 to 2^55": lambda: mixed(400, most=200, seed=23),
    "few mixed": lambda: mixed(3000, most=5, seed=24),
    "n near 2^62": lambda: nearly_full(2000, seed=25),
    "Zipf": lambda: [zipf(10), zipf(1000), zipf(100_000)],
    "equal": lambda: [[each] * m for each in (1, 7, 2**40) for m in (2, 3, 10, 9999)],
}
every_vector = pytest.mark.parametrize("vectors", VECTORS.values(), ids=VECTORS.keys())


@pytest.mark.parametrize("n", range(1, 25))
def test_gini_is_correctly_rounded_for_all_partitions(n):
    """Every way in which up to 24 events can fall into classes."""
    for counts in partitions(n):
        tally = tally_of(counts)
        assert tally.gini == truth.nearest(truth.gini(counts)), counts
        assert tally.inverse_simpson == truth.nearest(truth.inverse_simpson(counts)), counts


@every_vector
def test_gini_is_correctly_rounded(vectors):
    """The double nearest to (n^2 - Q) / n^2, up to the largest n there is."""
    for counts in vectors():
        assert tally_of(counts).gini == truth.nearest(truth.gini(counts)), counts


@every_vector
def test_inverse_simpson_is_correctly_rounded(vectors):
    """The double nearest to n^2 / Q."""
    for counts in vectors():
        value = tally_of(counts).inverse_simpson
        assert value == truth.nearest(truth.inverse_simpson(counts)), counts


def tie_of_gini(n, square_sum):
    """Return the square sum, above this one, whose Gini index lies between two doubles."""
    value = Fraction(n * n - square_sum, n * n)
    tie = between_doubles_below(value)
    return ceil((1 - tie) * n * n)


def tie_of_inverse_simpson(n, square_sum):
    """Return the same for the inverse Simpson index."""
    return ceil(n * n / between_doubles_below(Fraction(n * n, square_sum)))


def between_doubles_below(value):
    """Return a midpoint between neighbouring doubles little below a fraction."""
    half = Fraction(ulp(float(value))) / 2
    return (floor(value / half) - 2 | 1) * half


TIES = {
    "gini": (tie_of_gini, truth.gini),
    "inverse_simpson": (tie_of_inverse_simpson, truth.inverse_simpson),
}


@pytest.mark.parametrize("name", TIES)
def test_ties_are_broken_by_the_last_bit(name):
    """Values a 2^-100th from the middle between two doubles go to the right one."""
    target, true_value = TIES[name]
    sides = set()
    for counts in near_ties(400, target, seed=26):
        value = true_value(counts)
        half = Fraction(ulp(truth.nearest(value))) / 2
        off = value / half % 2 - 1  # from the nearest midpoint, in half units in the last place
        assert abs(off) < Fraction(1, 2**45), "the counts are no near tie"
        sides.add(off > 0)
        assert getattr(tally_of(counts), name) == truth.nearest(value), counts
    assert sides == {False, True}
