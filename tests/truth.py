"""The true values, independent of the library: exact rationals, and MPFR with 400 bits."""

from fractions import Fraction
from functools import lru_cache

import gmpy2

BITS = 400
HIGH = gmpy2.context(precision=BITS)


def gini(counts):
    """Return 1 - sum p^2 as an exact fraction."""
    n = sum(counts)
    return 1 - Fraction(sum(c * c for c in counts), n * n) if n else Fraction(0)


def inverse_simpson(counts):
    """Return 1 / sum p^2 as an exact fraction."""
    return Fraction(sum(counts) ** 2, sum(c * c for c in counts))


def entropy(counts):
    """Return the Shannon entropy in bits: log2 n - (sum c log2 c) / n."""
    if sum(c > 0 for c in counts) == 1:
        return gmpy2.mpfr(0)  # the two terms are rounded, and need not cancel
    with gmpy2.context(HIGH):
        n = sum(counts)
        return gmpy2.log2(gmpy2.mpfr(n)) - gmpy2.fsum([weighted_log(c) for c in counts]) / n


def nats(counts):
    """Return the Shannon entropy in nats."""
    with gmpy2.context(HIGH):
        return entropy(counts) * gmpy2.const_log2()


def entropy_in(counts, base):
    """Return the Shannon entropy with logarithms to a base that is a float or an int."""
    with gmpy2.context(HIGH):
        return entropy(counts) / gmpy2.log2(gmpy2.mpfr(base))


def evenness(counts):
    """Return the entropy as a part of its maximum."""
    return entropy_in(counts, len(counts))


def perplexity(counts):
    """Return 2 to the power of the entropy."""
    with gmpy2.context(HIGH):
        return gmpy2.exp2(entropy(counts))


def renyi2(counts):
    """Return -log2 sum p^2."""
    with gmpy2.context(HIGH):
        ratio = inverse_simpson(counts)
        return gmpy2.log2(gmpy2.mpfr(ratio.numerator) / ratio.denominator)


def log2(number):
    """Return the binary logarithm of an integer."""
    with gmpy2.context(HIGH):
        return gmpy2.log2(gmpy2.mpfr(number))


@lru_cache(maxsize=1 << 16)
def weighted_log(count):
    """Return c log2 c."""
    with gmpy2.context(HIGH):
        return count * gmpy2.log2(gmpy2.mpfr(count))


def nearest(truth):
    """Return the double nearest to a true value, which is a Fraction or has 400 bits."""
    if isinstance(truth, Fraction):
        return truth.numerator / truth.denominator  # true division of integers rounds once
    return float(truth)


def ulps(value, truth):
    """Return how far a double is from the truth, in units of the truth's last place."""
    with gmpy2.context(HIGH):
        if truth == 0:
            return 0.0 if value == 0.0 else float("inf")
        last_place = gmpy2.exp2(gmpy2.get_exp(truth) - 53)
        return float(abs(gmpy2.mpfr(value) - truth) / last_place)
