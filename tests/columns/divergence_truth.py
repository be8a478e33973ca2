"""What rolling_divergence must give: windows row by row, and MPFR with 400 bits."""

from collections import Counter
from fractions import Fraction

import gmpy2
import numpy as np

from tests.truth import HIGH


def counted_frames(rows, length, *, closed="right", center=False):
    """Return for each row where its window begins and ends, and where the one before begins."""
    ahead = (length - 1) // 2 if center else 0
    for row in range(rows):
        end = row + 1 + ahead - (closed in ("left", "neither"))
        start = row + 1 + ahead - length - (closed in ("left", "both"))
        previous = start - (end - start)
        yield tuple(min(max(at, 0), rows) for at in (previous, start, end))


def timed_sides(times, span, *, closed="right", center=False):
    """Return for each row those of its window, and those of the one before; times ascend."""
    reach = Fraction(span, 2) if center else 0
    for row, now in enumerate(times):
        first, last = now + reach - span, now + reach
        below = (lambda t, x: t < x) if closed in ("left", "both") else (lambda t, x: t <= x)
        beyond = (lambda t, x: t > x) if closed in ("right", "both") else (lambda t, x: t >= x)
        known = [i for i, t in enumerate(times) if not beyond(t, last) and (center or i <= row)]
        window = [i for i in known if not below(times[i], first)]
        older = [i for i in range(len(times)) if below(times[i], first)]
        yield window, [i for i in older if not below(times[i], first - span)]


def held(labels):
    """Return the counts of labels, without the rows that have none."""
    return Counter(label for label in labels if label is not None)


def log2(x):
    """Return the logarithm of a fraction."""
    x = Fraction(x)
    return gmpy2.log2(gmpy2.mpfr(x.numerator)) - gmpy2.log2(gmpy2.mpfr(x.denominator))


def mean_log(p, q):
    """Return the sum of p log2(p / q): shares or fractions of them, by label."""
    return sum((gmpy2.mpq(p[x]) * log2(p[x] / q[x]) for x in p if p[x]), gmpy2.mpfr(0))


def shares(counts):
    """Return the share of each label."""
    n = sum(counts.values())
    return {label: Fraction(count, n) for label, count in counts.items()}


def jensen_shannon(c, d, *, by_rows=False):
    """Return the divergence of two counts, both sides weighted alike or by their rows."""
    with gmpy2.context(HIGH):
        n, m = sum(c.values()), sum(d.values())
        weight = Fraction(n, n + m) if by_rows else Fraction(1, 2)
        p, q = shares(c), shares(d)
        mixed = {x: weight * p.get(x, 0) + (1 - weight) * q.get(x, 0) for x in {*p, *q}}
        return gmpy2.mpq(weight) * mean_log(p, mixed) + gmpy2.mpq(1 - weight) * mean_log(q, mixed)


def kullback_leibler(c, d, unseen="inf"):
    """Return the divergence of the first from the second, with the rule for labels unseen."""
    if unseen == "inf":
        if any(not d[x] for x in c):
            return float("inf")
        with gmpy2.context(HIGH):
            return mean_log(shares(c), shares(d))
    s = Fraction(unseen)
    total = sum(d.values()) + s * (len(d) + 1)
    q = {x: (d[x] + s) / total for x in d} | {None: s / total}
    p = Counter()
    for label, count in c.items():
        p[label if d[label] else None] += count
    with gmpy2.context(HIGH):
        return mean_log(shares(p), q)


ERRORS = {"jensen-shannon": 2.0**-59, "rows": 2.0**-58, "kullback-leibler": 2.0**-57}


def true_value(c, d, method="jensen-shannon", weighting="equal", unseen="inf"):
    """Return the divergence for these options, and how far ours may be from it."""
    if method == "kullback-leibler":
        return kullback_leibler(c, d, unseen), ERRORS[method]
    by_rows = weighting == "rows"
    return jensen_shannon(c, d, by_rows=by_rows), ERRORS["rows" if by_rows else method]


def is_near(value, c, d, **options):
    """Say whether a value is as near to the true one as the docs promise."""
    true, error = true_value(c, d, **options)
    if true == float("inf"):
        return value == true
    with gmpy2.context(HIGH):
        return abs(gmpy2.mpfr(float(value)) - true) <= error + np.spacing(max(value, 1e-300)) / 2
