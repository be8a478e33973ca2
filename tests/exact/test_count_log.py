"""The two sources of truth, integers and MPFR, agree with each other."""

import random

import gmpy2
import pytest

from tests import truth
from tests.exact.count_log import FRACTION_BITS, count_log, log2

RNG = random.Random(41)
COUNTS = [
    *range(300),
    *(2**k + step for k in range(9, 62) for step in (-1, 0, 1)),
    *(RNG.getrandbits(RNG.randint(9, 62)) for _ in range(2000)),
]


def test_integers_and_mpfr_give_the_same_count_log():
    """F(c) is the integer nearest to what 400 bits say."""
    with gmpy2.context(truth.HIGH):
        for count in COUNTS:
            exact = truth.weighted_log(count) if count else gmpy2.mpfr(0)
            assert count_log(count) == int(gmpy2.rint(gmpy2.mul_2exp(exact, FRACTION_BITS))), count


@pytest.mark.parametrize("bits", [20, 64, 192])
def test_bounds_enclose_the_logarithm(bits):
    """The two integers lie on both sides of the truth, whatever the number of bits."""
    with gmpy2.context(truth.HIGH):
        for count in filter(None, COUNTS):
            low, high = log2(count, bits)
            exact = gmpy2.mul_2exp(truth.log2(count), bits)
            assert low <= exact <= high, count
            assert high - low < 8 * bits


def test_truth_has_its_bits():
    """No step of the way falls back to 53 bits."""
    for value in (truth.entropy([1, 2]), truth.perplexity([1, 2]), truth.renyi2([1, 2])):
        assert value.precision == truth.BITS


def test_ulps_are_counted_in_the_binade_of_the_truth():
    """Above a power of two the next double is one ulp away, below it half of one."""
    one = truth.entropy([1, 1])
    assert truth.ulps(1.0, one) == 0.0
    assert truth.ulps(1.0 + 2**-52, one) == 1.0
    assert truth.ulps(1.0 - 2**-53, one) == 0.5
