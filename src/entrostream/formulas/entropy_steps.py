"""Inc, Dec, Add and Del for the entropy: the functions of Algorithm 3, for counts, in bits.

`h` is the entropy of the counts, `n` the number of all examples and `n_i` that of one class, all
*before* the change, except where noted. The paper's functions also assign the new n and n_i to
their parameters; these return the new value only, and the caller keeps the counts (erratum E8).
Counts are integers; for real weights use `entropy_after_changes`. Everywhere 0 log 0 = 0, which
the printed functions do not say: they give NaN for the first example of all (E3), for the first
and the last of a class (E4), and when the sample becomes empty (E5).
"""

from __future__ import annotations

from fractions import Fraction
from math import log2

from entrostream.formulas.domain import Arguments, Number, count, counts, present_count
from entrostream.formulas.p_log_p import p_log_p
from entrostream.formulas.parameters import formula, of_present_class


@formula
def entropy_inc(h: Number, n: int, n_i: int) -> float:
    """Return the entropy after one more example of a class that has `n_i`.

    Inc of Algorithm 3, which is Theorem 5 with r_i = 1. Domain: 0 <= n_i <= n. Cost: O(1).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> from entrostream.formulas import entropy
    >>> entropy_inc(entropy([1, 2]), n=3, n_i=1)
    1.0
    """
    n, n_i = counts(n, n_i, present=False)
    h = Arguments().entropy("h", h, "n", Fraction(n))
    n, n_i = n + 1, n_i + 1
    kept = Fraction(n - 1, n)
    new, old = p_log_p(Fraction(n_i, n)), p_log_p(Fraction(n_i - 1, n))
    return float(kept) * h - p_log_p(kept) - new + old


@of_present_class
def entropy_dec(h: Number, n: int, n_i: int) -> float:
    """Return the entropy after one example less of a class that has `n_i`.

    Dec of Algorithm 3, which is Theorem 5 with r_i = -1 (E12). Domain: 1 <= n_i <= n. The last
    example leaves the empty sample, with the value 0 (E5). In floats each step multiplies the
    error of `h` by n / (n - 1): a long descent needs a fresh start. Cost: O(1).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> from entrostream.formulas import entropy
    >>> round(entropy_dec(entropy([2, 3]), n=5, n_i=3), 15)
    1.0
    """
    n, n_i = counts(n, n_i, present=True)
    h = Arguments().entropy("h", h, "n", Fraction(n))
    n, n_i = n - 1, n_i - 1
    if n == 0:
        return 0.0
    old, new = p_log_p(Fraction(n_i + 1, n + 1)), p_log_p(Fraction(n_i, n + 1))
    return (n + 1) / n * (h + old - new) + log2(n / (n + 1))


@formula
def entropy_add(h: Number, n: int, n_i: int) -> float:
    """Return the entropy after a new class has come with `n_i` examples.

    Add of Algorithm 3, which is Claim 3; `n` does not count the new examples. The class must be
    absent: for more examples of a class that is there, use `entropy_after_changes` (E11).
    Domain: n >= 0, n_i >= 1. Cost: O(1).

    Parameters
    ----------
    n_i : int
        The number of examples of the new class, at least 1.

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> from entrostream.formulas import entropy
    >>> entropy_add(entropy([1, 1]), n=2, n_i=2)
    1.5
    """
    n, n_i = count("n", n), present_count("n_i", n_i)
    h = Arguments().entropy("h", h, "n", Fraction(n))
    n = n + n_i
    kept = Fraction(n - n_i, n)
    return float(kept) * h - p_log_p(kept) - p_log_p(Fraction(n_i, n))


@of_present_class
def entropy_del(h: Number, n: int, n_i: int) -> float:
    """Return the entropy after a class has gone with all of its `n_i` examples.

    Del of Algorithm 3, which is Theorem 5 with r_i = -n_i (E12). It takes the whole class (E11);
    for a part of it, use `entropy_after_changes`. Domain: 1 <= n_i <= n. The last class leaves
    the empty sample, with the value 0 (E5). Cost: O(1).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> from entrostream.formulas import entropy
    >>> entropy_del(entropy([1, 1, 2]), n=4, n_i=2)
    1.0
    """
    n, n_i = counts(n, n_i, present=True)
    h = Arguments().entropy("h", h, "n", Fraction(n))
    n = n - n_i
    if n == 0:
        return 0.0
    return (n + n_i) / n * (h + p_log_p(Fraction(n_i, n + n_i))) + log2(n / (n + n_i))
