"""Whether a window is exact at this moment, judged without its own arithmetic."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import mpmath

import entrostream as es


def require_exact(window: es.SlidingWindow, held: Counter) -> None:
    """AssertionError unless the counts are those held and the values are theirs."""
    assert held == window.counts()
    fresh = es.Tally()
    fresh.update_counts(held)
    assert fresh.entropy.hex() == window.entropy.hex()
    assert fresh.gini.hex() == window.gini.hex()
    assert window.gini == float(exact_gini(held))
    with mpmath.workdps(60):
        error = abs(exact_entropy(held) - window.entropy)
    assert error <= 0.51 * math.ulp(window.entropy) + 1e-50  # mpmath's own rounding


def exact_gini(counts: Counter) -> Fraction:
    n = counts.total()
    return 1 - Fraction(sum(count * count for count in counts.values()), n * n)


def exact_entropy(counts: Counter) -> mpmath.mpf:
    """Return the entropy in bits, in mpmath's precision of the moment."""
    n, times = counts.total(), Counter(counts.values())
    total = mpmath.fsum(many * count * mpmath.log(count, 2) for count, many in times.items())
    return mpmath.log(n, 2) - total / n
