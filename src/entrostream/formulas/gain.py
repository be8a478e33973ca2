"""Information gain and Gini gain of a split, which the paper announces but does not give.

`branches` is a table of counts: one row for each branch of the split, one column for each class,
rows of equal length with 0 where a class is absent. The parent is the sum of the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import fsum

from entrostream.formulas.domain import Arguments, Number, table
from entrostream.formulas.p_log_p import p_log_p
from entrostream.formulas.parameters import formula


@formula
def information_gain(branches: Iterable[Iterable[Number]]) -> float:
    """Return the entropy of the parent less the mean entropy of the branches, in bits.

    Erratum E18: n IG = [f(n) - sum_i f(c_i)] - sum_j [f(n_j) - sum_i f(c_ij)] with
    f(c) = c log2 c, for class i and branch j. It is evaluated for the shares c / n, where the
    logarithms of n cancel. One example changes four of the terms, so an update costs O(1).
    Domain: every count >= 0; without examples the gain is 0. Rounding may leave a gain of 0 at
    about 1e-16 on either side. Cost: O(table).

    Returns
    -------
    float
        The information gain in bits.

    Examples
    --------
    >>> information_gain([[2, 0], [0, 2]])
    1.0
    >>> information_gain([[1, 1], [1, 1]])
    0.0
    """
    rows = table(Arguments(), "branches", branches)
    n = sum((sum(row) for row in rows), Fraction(0))
    if n == 0:
        return 0.0
    parent = _spread([sum(column) / n for column in zip(*rows, strict=True)])
    return parent - fsum(_spread([c / n for c in row]) for row in rows)


@formula
def gini_gain(branches: Iterable[Iterable[Number]]) -> Fraction | float:
    """Return the Gini index of the parent less the mean Gini index of the branches.

    Erratum E18: n GG = sum_j (sum_i c_ij^2) / n_j - (sum_i c_i^2) / n, for class i and branch j.
    Domain: every count >= 0; without examples the gain is 0, and an empty branch counts for
    nothing. Exact in, exact out: integers and fractions give a `Fraction`. Cost: O(table).

    Returns
    -------
    Fraction or float
        The Gini gain; a `Fraction` unless a count is a float.

    Examples
    --------
    >>> gini_gain([[2, 0], [0, 2]])
    Fraction(1, 2)
    """
    args = Arguments()
    rows = table(args, "branches", branches)
    n = sum((sum(row) for row in rows), Fraction(0))
    if n == 0:
        return args.result(Fraction(0))
    parent = _squares_by_total([sum(column) for column in zip(*rows, strict=True)])
    return args.result((sum(_squares_by_total(row) for row in rows) - parent) / n)


def _spread(shares: list[Fraction]) -> float:
    # [f(c) - sum f(c_i)] / n: the entropy of these counts, weighted with their share of n.
    return p_log_p(sum(shares, Fraction(0))) - fsum(p_log_p(share) for share in shares)


def _squares_by_total(row: list[Fraction]) -> Fraction:
    total = sum(row, Fraction(0))
    return sum((c**2 for c in row), Fraction(0)) / total if total else total
