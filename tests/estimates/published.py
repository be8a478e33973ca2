"""The estimators as their authors wrote them, with mpmath: independent of the library.

Entropies in bits, as numbers of 300 bits; rationals as fractions where there are any.
"""

from collections import Counter
from fractions import Fraction

from mpmath import mp, mpf

BITS = 300
METHODS = ("plugin", "miller_madow", "jackknife", "chao_wang_jost")


def high_precision(function):
    """Return the function with 300 bits for all that it computes."""

    def with_bits(*arguments):
        with mp.workprec(BITS):
            return function(*arguments)

    return with_bits


@high_precision
def plugin(counts):
    """Return - sum p log2 p."""
    n = sum(counts)
    return -mp.fsum(mpf(c) / n * mp.log(mpf(c) / n, 2) for c in counts if c) if n else mpf(0)


@high_precision
def miller_madow(counts):
    """Return the entropy and (m - 1)/(2 n) nats: Miller (1955)."""
    n, labels = sum(counts), sum(c > 0 for c in counts)
    return plugin(counts) + mpf(max(labels - 1, 0)) / (2 * max(n, 1) * mp.log(2))


@high_precision
def jackknife(counts):
    """Return n H - (n-1) (mean of H with one event left out): Zahl (1977)."""
    n = sum(counts)
    left_out = [(c, plugin(fewer)) for c, fewer in without_one(counts)]
    return n * plugin(counts) - (n - 1) * mp.fsum(c * h for c, h in left_out) / n


@high_precision
def chao_wang_jost(counts):
    """Return equation (5) of Chao, Wang and Jost (2013)."""
    n, held = sum(counts), Counter(counts)
    seen = mp.fsum(m * mpf(c) / n * (mp.digamma(n) - mp.digamma(c)) for c, m in held.items() if c)
    return (seen + unseen(n, held[1], held[2])) / mp.log(2)


def unseen(n, f1, f2):
    """Return their second term; x^(1-n) times the bracket is (x/n) 2F1(1, n; n+1; x)."""
    if f1 == 0 or (f2 == 0 and f1 == 1) or n == 1:
        return mpf(0)
    share = mpf(2 * f2) / ((n - 1) * f1 + 2 * f2) if f2 else mpf(2) / ((n - 1) * (f1 - 1) + 2)
    x = 1 - share
    if n > 60:
        return mpf(f1) / n * x / n * mp.hyp2f1(1, n, n + 1, x)
    bracket = -mp.log(share) - mp.fsum(x**r / r for r in range(1, n))
    return mpf(f1) / n * x ** (1 - n) * bracket


def zhang(counts):
    """Return the estimate of Zhang (2012) in nats, his formula in exact rationals."""
    n, total = sum(counts), Fraction(0)
    for v in range(1, n):
        for c in counts:
            product = Fraction(c, n)
            for j in range(1, v + 1):
                product *= 1 - Fraction(c - 1, n - j)
            total += product / v
    return total


def without_one(counts):
    """Yield (c, the counts with one event less of a label with count c), for each label."""
    for place, c in enumerate(counts):
        if c:
            yield c, [*counts[:place], c - 1, *counts[place + 1 :]]


@high_precision
def standard_error(counts, method):
    """Return the jackknife's: from the method with each event left out, one by one."""
    n = sum(counts)
    value = plugin if method == "jackknife" else globals()[method]
    left_out = [(c, value(fewer)) for c, fewer in without_one(counts)]
    mean = mp.fsum(c * h for c, h in left_out) / n
    return mp.sqrt(mpf(n - 1) / n * mp.fsum(c * (h - mean) ** 2 for c, h in left_out))


def unbiased_gini(counts):
    """Return the share of pairs of different events that differ in their label."""
    n = sum(counts)
    return Fraction(sum(c * (n - c) for c in counts), n * (n - 1))


@high_precision
def gini_error(counts):
    """Return 2 sqrt((sum p^3 - (sum p^2)^2) / n)."""
    n = sum(counts)
    third, second = (
        Fraction(sum(c**3 for c in counts), n**3),
        Fraction(sum(c**2 for c in counts), n**2),
    )
    variance = (third - second**2) * 4 / n
    return mp.sqrt(mpf(variance.numerator) / variance.denominator)
