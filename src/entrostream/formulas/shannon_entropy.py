"""The Shannon entropy and its update formulas: section 3 of the paper, in bits.

Results are floats. Ratios are formed exactly; only logarithms and their sums are rounded. Results
are not forced above 0: fed with a rounded value, a formula may give -1e-17. Everywhere
0 log 0 = 0 (errata E3, E4).

`h` is the entropy of a sample and `total` its sum, both before the change. The empty sample has
h = 0 and total = 0. Elements are weights, at least 0; the paper's are above 0 (erratum E12).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import fsum

from entrostream.formulas.domain import Arguments, Number, same_length
from entrostream.formulas.p_log_p import p_log_p
from entrostream.formulas.parameters import formula, of_two_samples


@formula
def entropy(xs: Iterable[Number]) -> float:
    """Return the entropy of a sample, - sum p_i log2 p_i with p_i = x_i / S.

    Definition 2. Domain: every x_i >= 0; the paper's are positive (E12). The empty sample, or
    one of zeros only, has the value 0. Cost: O(elements).

    Returns
    -------
    float
        The entropy in bits.

    Examples
    --------
    >>> entropy([1, 1, 2])
    1.5
    """
    sample = Arguments().elements("xs", xs)
    total = sum(sample)
    if total == 0:
        return 0.0
    # 0.0 - x, as -x would give -0.0 for a single class.
    return 0.0 - fsum(p_log_p(x / total) for x in sample)


@formula
def scaled_entropy(h: Number, total: Number, r: Number) -> float:
    """Return - sum q_i log2 q_i with q_i = x_i / (S + r), from the entropy alone.

    Lemma 2: S/(S+r) (h - log2 S/(S+r)). The q_i add up to S/(S+r), not to 1, so this is a part of
    an entropy; with r < 0 it may be negative. Domain: S >= 0 and r > -S; the paper requires
    r > 0, though Dec and Del need r < 0 (E12). Cost: O(1).

    Parameters
    ----------
    r : int, float or Fraction
        By how much the sum is larger, above -S; it may be negative.

    Returns
    -------
    float
        The part of an entropy, in bits.

    Examples
    --------
    >>> scaled_entropy(entropy([1, 1, 2]), total=4, r=4)
    1.25
    """
    args = Arguments()
    total = args.element("total", total)
    h = args.entropy("h", h, "total", total)
    r = args.number("r", r)
    return _scaled(h, total, args.new_total("total + r", total + r))


@formula
def entropy_after_new_element(h: Number, total: Number, x: Number) -> float:
    """Return the entropy after a new element `x` has entered the sample.

    Claim 3. Domain: x >= 0 and S + x > 0. Cost: O(1).

    Parameters
    ----------
    x : int, float or Fraction
        The new element, at least 0; `total` does not contain it.

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> entropy_after_new_element(entropy([1, 1]), total=2, x=2)
    1.5
    """
    args = Arguments()
    total = args.element("total", total)
    h = args.entropy("h", h, "total", total)
    x = args.element("x", x)
    after = args.new_total("total + x", total + x)
    return _scaled(h, total, after) - p_log_p(x / after)


@of_two_samples
def entropy_of_concatenation(h_x: Number, total_x: Number, h_y: Number, total_y: Number) -> float:
    """Return the entropy of two samples one after the other.

    Theorem 4. The samples must have no class in common; if they have, use `entropy_of_union`.
    Domain: R >= 0, S >= 0, R + S > 0. Cost: O(1).

    Returns
    -------
    float
        The entropy of both samples, in bits.

    Examples
    --------
    >>> entropy_of_concatenation(entropy([1, 1]), 2, entropy([2]), 2)
    1.5
    """
    args = Arguments()
    total_x = args.element("total_x", total_x)
    total_y = args.element("total_y", total_y)
    h_x = args.entropy("h_x", h_x, "total_x", total_x)
    h_y = args.entropy("h_y", h_y, "total_y", total_y)
    after = args.new_total("total_x + total_y", total_x + total_y)
    return _scaled(h_x, total_x, after) + _scaled(h_y, total_y, after)


@formula
def entropy_after_changes(
    h: Number, total: Number, changes: Iterable[tuple[Number, Number]]
) -> float:
    """Return the entropy after some elements x have become x + r.

    Theorem 5; `changes` are the pairs (x, r) of the elements that change, one pair each. It is
    Lemma 2 with R = sum r, the old terms out and the new terms in; the printed proof, by Theorem
    4, has another denominator and proves something else (E13). Domain: x >= 0, r >= -x and
    S + sum r > 0; the paper requires r > 0 and x > 0 (E12). Cost: O(changes).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> entropy_after_changes(entropy([1, 1, 2]), 4, [(1, -1), (2, -1), (0, 2)])
    1.5
    """
    args = Arguments()
    total = args.element("total", total)
    h = args.entropy("h", h, "total", total)
    pairs = args.changes("changes", changes, "total", total)
    after = args.new_total("total + sum of r", total + sum(r for _, r in pairs))
    growth = fsum(p_log_p((x + r) / after) - p_log_p(x / after) for x, r in pairs)
    return _scaled(h, total, after) - growth


@of_two_samples
def entropy_of_union(
    h_x: Number,
    total_x: Number,
    h_y: Number,
    total_y: Number,
    xs: Iterable[Number],
    ys: Iterable[Number],
) -> float:
    """Return the entropy of the sums x_i + y_i: two samples of the same classes, merged.

    Not in the paper, which announces section 3 as analogous but leaves out Theorem 3 (E16): it
    is Theorem 4 with, for each common class, the terms of x_i and y_i replaced by that of their
    sum. `xs` and `ys` are aligned class by class, with 0 where a class is absent; classes that
    only one sample has may be left out of both lists. The four numbers alone do not determine
    the result (E15). Domain: x_i >= 0, y_i >= 0, as many xs as ys, R + S > 0.
    Cost: O(common classes).

    Returns
    -------
    float
        The entropy of the merged sample, in bits.

    Examples
    --------
    >>> entropy_of_union(entropy([1, 2]), 3, entropy([2, 1]), 3, [1, 2], [2, 1])
    1.0
    >>> round(entropy_of_union(entropy([1, 2]), 3, entropy([1, 2]), 3, [1, 2], [1, 2]), 3)
    0.918
    """
    args = Arguments()
    total_x = args.element("total_x", total_x)
    total_y = args.element("total_y", total_y)
    h_x = args.entropy("h_x", h_x, "total_x", total_x)
    h_y = args.entropy("h_y", h_y, "total_y", total_y)
    common_x = args.parts("xs", xs, "total_x", total_x)
    common_y = args.parts("ys", ys, "total_y", total_y)
    same_length(common_x, common_y)
    after = args.new_total("total_x + total_y", total_x + total_y)
    joined = fsum(
        p_log_p((x + y) / after) - p_log_p(x / after) - p_log_p(y / after)
        for x, y in zip(common_x, common_y, strict=True)
    )
    return _scaled(h_x, total_x, after) + _scaled(h_y, total_y, after) - joined


def _scaled(h: float, total: Fraction, after: Fraction) -> float:
    # Lemma 2 with the product written out: 0 log 0 = 0 then covers the empty sample too (E3).
    share = total / after
    return float(share) * h - p_log_p(share)
