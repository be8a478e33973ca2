"""The same sums in other dress keep the bounds that core/exact/sums.hpp states."""

import sys

import pytest

from tests import truth
from tests.exact.count_vectors import (
    all_but_one,
    mixed,
    nearly_full,
    partitions,
    tally_of,
    two_classes,
    zipf,
)

BOUNDS = {"evenness": 0.52, "perplexity": 1.0, "renyi2": 0.51}
BASES = [2, 3, 10, 2.718281828459045, 1.5, 1 + sys.float_info.epsilon, sys.float_info.max]

VECTORS = {
    "two classes": lambda: two_classes(1200, seed=31),
    "all but one": lambda: all_but_one(600, seed=32),
    "mixed from 1 to 2^55": lambda: mixed(40, most=200, seed=33),
    "few mixed": lambda: mixed(800, most=5, seed=34),
    "n near 2^62": lambda: nearly_full(500, seed=35),
    "Zipf": lambda: [zipf(10), zipf(1000), zipf(30_000)],
    "partitions": lambda: (c for n in range(2, 17) for c in partitions(n) if len(c) > 1),
}
every_vector = pytest.mark.parametrize("vectors", VECTORS.values(), ids=VECTORS.keys())


@every_vector
@pytest.mark.parametrize("name", BOUNDS)
def test_read_is_within_its_bound(name, vectors):
    """Fractions of an ulp, whatever the size of the counts."""
    true_value = getattr(truth, name)
    for counts in vectors():
        error = truth.ulps(getattr(tally_of(counts), name), true_value(counts))
        assert error <= BOUNDS[name], counts


@every_vector
def test_entropy_in_any_base_is_within_its_bound(vectors):
    """Division by log2(base) costs a hundredth of an ulp, for the smallest base and the largest."""
    for counts in vectors():
        tally = tally_of(counts)
        for base in BASES:
            error = truth.ulps(tally.entropy_in(base), truth.entropy_in(counts, base))
            assert error <= 0.52, (counts, base)


@every_vector
def test_entropy_in_base_two_is_the_entropy(vectors):
    """Bits by another name: the same bits."""
    for counts in vectors():
        tally = tally_of(counts)
        assert tally.entropy_in(2) == tally.entropy


@every_vector
def test_evenness_is_never_above_one(vectors):
    """From 0 to 1, and 1.0 wherever all counts are equal."""
    for counts in vectors():
        value = tally_of(counts).evenness
        assert 0.0 < value <= 1.0
        assert value == 1.0 or len(set(counts)) > 1
