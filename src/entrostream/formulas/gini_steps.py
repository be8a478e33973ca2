"""Inc, Dec, Add and Del for the Gini index: the functions of Algorithm 1, for counts.

`g` is the Gini index of the counts, `n` the number of all examples and `n_i` that of one class,
all *before* the change, except where noted. The paper's functions also assign the new n and n_i
to their parameters; these return the new value only, and the caller keeps the counts (erratum
E8). Counts are integers; for real weights use `gini_after_changes`. Exact in, exact out, as in
`gini_index`.
"""

from __future__ import annotations

from fractions import Fraction

from entrostream.formulas.domain import Arguments, Number, count, counts, present_count
from entrostream.formulas.parameters import formula, of_present_class


@formula
def gini_inc(g: Number, n: int, n_i: int) -> Fraction | float:
    """Return the Gini index after one more example of a class that has `n_i`.

    Inc of Algorithm 1, which is Claim 1. Domain: 0 <= n_i <= n. Cost: O(1).

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless `g` is a float.

    Examples
    --------
    >>> from entrostream.formulas import gini
    >>> gini_inc(gini([1, 1, 2]), n=4, n_i=2) == gini([1, 1, 3])
    True
    """
    n, n_i = counts(n, n_i, present=False)
    args = Arguments()
    g = args.gini("g", g, "n", Fraction(n))
    n, n_i = n + 1, n_i + 1
    return args.result(1 - ((n - 1) ** 2 * (1 - g) + 2 * n_i - 1) / n**2)


@of_present_class
def gini_dec(g: Number, n: int, n_i: int) -> Fraction | float:
    """Return the Gini index after one example less of a class that has `n_i`.

    Dec of Algorithm 1, which is Theorem 1 with r_i = -1 (E12). Domain: 1 <= n_i <= n. The last
    example leaves the empty sample, with the value 0; the printed form divides by 0 (E5). In
    floats each step multiplies the error of `g` by (n / (n - 1))^2: a long descent needs
    fractions, or a fresh start. Cost: O(1).

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless `g` is a float.

    Examples
    --------
    >>> from entrostream.formulas import gini
    >>> gini_dec(gini([1, 1, 2]), n=4, n_i=1) == gini([1, 2])
    True
    """
    n, n_i = counts(n, n_i, present=True)
    args = Arguments()
    g = args.gini("g", g, "n", Fraction(n))
    n, n_i = n - 1, n_i - 1
    if n == 0:
        return args.result(Fraction(0))
    return args.result(1 - ((n + 1) ** 2 * (1 - g) - 2 * n_i - 1) / n**2)


@formula
def gini_add(g: Number, n: int, n_i: int) -> Fraction | float:
    """Return the Gini index after a new class has come with `n_i` examples.

    Add of Algorithm 1, which is Claim 2; `n` does not count the new examples. The class must be
    absent: for more examples of a class that is there, use `gini_after_changes` (E11). Domain:
    n >= 0, n_i >= 1. Cost: O(1).

    Parameters
    ----------
    n_i : int
        The number of examples of the new class, at least 1.

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless `g` is a float.

    Examples
    --------
    >>> from entrostream.formulas import gini
    >>> gini_add(gini([1, 1, 2]), n=4, n_i=3) == gini([1, 1, 2, 3])
    True
    """
    n, n_i = count("n", n), present_count("n_i", n_i)
    args = Arguments()
    g = args.gini("g", g, "n", Fraction(n))
    n = n + n_i
    return args.result(1 - ((n - n_i) ** 2 * (1 - g) + n_i**2) / n**2)


@of_present_class
def gini_del(g: Number, n: int, n_i: int) -> Fraction | float:
    """Return the Gini index after a class has gone with all of its `n_i` examples.

    Del of Algorithm 1, which is Theorem 1 with r_i = -n_i (E12). It takes the whole class (E11);
    for a part of it, use `gini_after_changes`. Domain: 1 <= n_i <= n. The last class leaves the
    empty sample, with the value 0; the printed form divides by 0 (E5). Cost: O(1).

    Returns
    -------
    Fraction or float
        The Gini index after the change; a `Fraction` unless `g` is a float.

    Examples
    --------
    >>> from entrostream.formulas import gini
    >>> gini_del(gini([1, 1, 2]), n=4, n_i=2) == gini([1, 1])
    True
    """
    n, n_i = counts(n, n_i, present=True)
    args = Arguments()
    g = args.gini("g", g, "n", Fraction(n))
    n = n - n_i
    if n == 0:
        return args.result(Fraction(0))
    return args.result(1 - ((n + n_i) ** 2 * (1 - g) - n_i**2) / n**2)
