"""The values from scratch, in other words than the formulas: rationals and 50 digits."""

from fractions import Fraction

import mpmath

DIGITS = 50


def true_gini(xs):
    """Return the chance that two draws with replacement are of different classes."""
    xs = [Fraction(x) for x in xs]
    total = sum(xs)
    differ = sum(x * (total - x) for x in xs)
    return Fraction(differ, total**2) if total else Fraction(0)


def true_entropy(xs):
    """Return log2 S - (sum x log2 x) / S to 50 digits."""
    with mpmath.workdps(DIGITS):
        weights = [to_mpf(x) for x in xs if x]
        if not weights:
            return mpmath.mpf(0)
        total = mpmath.fsum(weights)
        return log2(total) - mpmath.fsum(x * log2(x) for x in weights) / total


def to_mpf(x):
    """Return the 50 digits of a number."""
    x = Fraction(x)
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(x.numerator) / x.denominator


def log2(x):
    """Return the binary logarithm to the working precision."""
    return mpmath.log(x, 2)


def assert_close(value, truth, amplified=1):
    """Check a float against 50 digits: 1e-13, times what the formula does to an input's error."""
    with mpmath.workdps(DIGITS):
        error = abs(mpmath.mpf(value) - truth)
    assert error <= 1e-13 * max(1, float(amplified)), f"{value} is off by {mpmath.nstr(error)}"
