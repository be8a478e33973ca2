"""The Gini index and its update formulas: section 2 of the paper.

Exact in, exact out: integers and fractions give a `Fraction`. If any argument is a float, the
formula is still evaluated exactly and the result is rounded once, to a float. Results are not
forced into [0, 1]: fed with a rounded value, a formula may give -1e-17.

`g` is the Gini index of a sample and `total` its sum, both before the change. The empty sample
has g = 0 and total = 0. Elements are weights, at least 0; the paper's are above 0 (erratum E12).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from entrostream.formulas.domain import Arguments, Number, same_length
from entrostream.formulas.parameters import formula, of_two_samples


@formula
def gini(xs: Iterable[Number]) -> Fraction | float:
    """Return the Gini index of a sample, 1 - sum (x_i / S)^2.

    Definition 1. Domain: every x_i >= 0; the paper says "real numbers" and means positive ones
    (erratum E20). The empty sample, or one of zeros only, has the value 0. Cost: O(elements).

    Returns
    -------
    Fraction or float
        The Gini index; a `Fraction` unless an element is a float.

    Examples
    --------
    >>> gini([1, 1, 2])
    Fraction(5, 8)
    >>> gini([1.0, 1.0, 2.0])
    0.625
    """
    args = Arguments()
    sample = args.elements("xs", xs)
    total = sum(sample)
    if total == 0:
        return args.result(Fraction(0))
    return args.result(1 - sum(x**2 for x in sample) / total**2)


@formula
def gini_sum_of_squares(g: Number, total: Number) -> Fraction | float:
    """Return the sum of the squares of the elements, S^2 (1 - g).

    Lemma 1. Domain: S >= 0. Cost: O(1).

    Parameters
    ----------
    g : int, float or Fraction
        The Gini index of the sample, between 0 and 1; 0 for the empty sample.
    total : int, float or Fraction
        S, the sum of all elements, at least 0.

    Returns
    -------
    Fraction or float
        The sum of squares; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_sum_of_squares(gini([1, 1, 2]), 4)
    Fraction(6, 1)
    """
    args = Arguments()
    total = args.element("total", total)
    g = args.gini("g", g, "total", total)
    return args.result(total**2 * (1 - g))


@formula
def gini_after_increment(g: Number, total: Number, x: Number) -> Fraction | float:
    """Return the Gini index after the element `x` has become x + 1.

    Claim 1. Domain: 0 <= x <= S; x = 0 is the first example of a new class (E12), also on the
    empty sample. Cost: O(1).

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_after_increment(gini([1, 1, 2]), total=4, x=1) == gini([1, 2, 2])
    True
    """
    args = Arguments()
    total = args.element("total", total)
    g = args.gini("g", g, "total", total)
    x = args.part("x", x, "total", total)
    return args.result(1 - (total**2 * (1 - g) + 2 * x + 1) / (total + 1) ** 2)


@formula
def gini_after_changes(
    g: Number, total: Number, changes: Iterable[tuple[Number, Number]]
) -> Fraction | float:
    """Return the Gini index after some elements x have become x + r.

    Theorem 1; `changes` are the pairs (x, r) of the elements that change, one pair each. Domain:
    x >= 0, r >= -x and S + sum r > 0; the paper requires r > 0 and x > 0, which leaves out
    decrements, deletions and new classes (E12). Cost: O(changes).

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_after_changes(gini([1, 1, 2]), 4, [(1, -1), (2, 3), (0, 7)]) == gini([1, 5, 7])
    True
    """
    args = Arguments()
    total = args.element("total", total)
    g = args.gini("g", g, "total", total)
    pairs = args.changes("changes", changes, "total", total)
    after = args.new_total("total + sum of r", total + sum(r for _, r in pairs))
    growth = sum(2 * x * r + r**2 for x, r in pairs)
    return args.result(1 - (total**2 * (1 - g) + growth) / after**2)


@formula
def gini_after_new_element(g: Number, total: Number, x: Number) -> Fraction | float:
    """Return the Gini index after a new element `x` has entered the sample.

    Claim 2. Domain: x >= 0 and S + x > 0. Cost: O(1).

    Parameters
    ----------
    x : int, float or Fraction
        The new element, at least 0; `total` does not contain it.

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_after_new_element(gini([1, 1, 2]), total=4, x=5) == gini([1, 1, 2, 5])
    True
    """
    args = Arguments()
    total = args.element("total", total)
    g = args.gini("g", g, "total", total)
    x = args.element("x", x)
    after = args.new_total("total + x", total + x)
    return args.result(1 - (total**2 * (1 - g) + x**2) / after**2)


@of_two_samples
def gini_of_concatenation(
    g_x: Number, total_x: Number, g_y: Number, total_y: Number
) -> Fraction | float:
    """Return the Gini index of two samples one after the other.

    Theorem 2 (its proof has S_m for S_n once: E14). The samples must have no class in common;
    if they have, use `gini_of_union`. Domain: R >= 0, S >= 0, R + S > 0. Cost: O(1).

    Returns
    -------
    Fraction or float
        The Gini index of both samples; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_of_concatenation(gini([1, 1]), 2, gini([2, 3]), 5) == gini([1, 1, 2, 3])
    True
    """
    args = Arguments()
    total_x = args.element("total_x", total_x)
    total_y = args.element("total_y", total_y)
    g_x = args.gini("g_x", g_x, "total_x", total_x)
    g_y = args.gini("g_y", g_y, "total_y", total_y)
    after = args.new_total("total_x + total_y", total_x + total_y)
    squares = total_x**2 * (1 - g_x) + total_y**2 * (1 - g_y)
    return args.result(1 - squares / after**2)


@of_two_samples
def gini_of_union(
    g_x: Number,
    total_x: Number,
    g_y: Number,
    total_y: Number,
    xs: Iterable[Number],
    ys: Iterable[Number],
) -> Fraction | float:
    """Return the Gini index of the sums x_i + y_i: two samples of the same classes, merged.

    Theorem 3. `xs` and `ys` are aligned class by class, with 0 where a class is absent; classes
    that only one sample has may be left out of both lists. The four numbers alone do not
    determine the result (E15). Domain: x_i >= 0, y_i >= 0, as many xs as ys, R + S > 0.
    Cost: O(common classes).

    Returns
    -------
    Fraction or float
        The Gini index of the merged sample; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> gini_of_union(gini([1, 2]), 3, gini([2, 1]), 3, [1, 2], [2, 1])
    Fraction(1, 2)
    >>> gini_of_union(gini([1, 2]), 3, gini([1, 2]), 3, [1, 2], [1, 2])
    Fraction(4, 9)
    """
    args = Arguments()
    total_x = args.element("total_x", total_x)
    total_y = args.element("total_y", total_y)
    g_x = args.gini("g_x", g_x, "total_x", total_x)
    g_y = args.gini("g_y", g_y, "total_y", total_y)
    common_x = args.parts("xs", xs, "total_x", total_x)
    common_y = args.parts("ys", ys, "total_y", total_y)
    same_length(common_x, common_y)
    after = args.new_total("total_x + total_y", total_x + total_y)
    squares = total_x**2 * (1 - g_x) + total_y**2 * (1 - g_y)
    cross = 2 * sum(x * y for x, y in zip(common_x, common_y, strict=True))
    return args.result(1 - (squares + cross) / after**2)
