"""The fading step, corrected: what Algorithms 2 and 4 mean to compute.

With the fading factor alpha, an element of age k weighs alpha^k, the newest one 1. A new example of
class i turns the weights x_j into alpha x_j (+ 1 for j = i) and their sum S into alpha S + 1. Both
values are the same for x and alpha x, so the step is Theorem 1 or 5 with alpha S, alpha x_i and
r_i = 1. The printed algorithms multiply the *value* by alpha and leave the counts alone, so that it
falls to 0 whatever the stream does (erratum E2).

`total` and `x` are the sum and the weight of the arriving class before the step. The step returns
the new value only; the caller keeps the weights:

>>> from entrostream.formulas import entropy, fade_entropy
>>> fading_factor, total, weights, h = 0.5, 0.0, {"a": 0.0, "b": 0.0}, 0.0
>>> for label in "aaab":
...     h = fade_entropy(h, total, weights[label], fading_factor)
...     total = fading_factor * total + 1
...     weights = {other: fading_factor * weight for other, weight in weights.items()}
...     weights[label] += 1
>>> weights, total
({'a': 0.875, 'b': 1.0}, 1.875)
>>> round(h - entropy(weights.values()), 15)
0.0

The weights are one number for each class ever seen: the space is not constant (E6).
"""

from __future__ import annotations

from fractions import Fraction

from entrostream.formulas.domain import Arguments, Number
from entrostream.formulas.p_log_p import p_log_p
from entrostream.formulas.parameters import formula


@formula
def fade_gini(g: Number, total: Number, x: Number, fading_factor: Number) -> Fraction | float:
    """Return the Gini index of the faded weights after one more example of the class of `x`.

    Algorithm 2, corrected (E2). Domain: 0 < fading_factor <= 1, 0 <= x <= S. Exact in, exact out:
    integers and fractions give a `Fraction`. With fading_factor = 1 it is Claim 1. Cost: O(1).

    Parameters
    ----------
    total : int, float or Fraction
        S, the sum of all weights before the step, at least 0.
    x : int, float or Fraction
        The weight of the arriving class before the step, between 0 and `total`.

    Returns
    -------
    Fraction or float
        The Gini index after the step; a `Fraction` unless an argument is a float.

    Examples
    --------
    >>> from entrostream.formulas import gini
    >>> half = Fraction(1, 2)
    >>> fade_gini(gini([3, 1]), 4, 1, half) == gini([3 * half, 1 * half + 1])
    True
    """
    args = Arguments()
    fading_factor = args.fading_factor("fading_factor", fading_factor)
    total = args.element("total", total)
    g = args.gini("g", g, "total", total)
    x = args.part("x", x, "total", total)
    faded, y = fading_factor * total, fading_factor * x
    return args.result(1 - (faded**2 * (1 - g) + 2 * y + 1) / (faded + 1) ** 2)


@formula
def fade_entropy(h: Number, total: Number, x: Number, fading_factor: Number) -> float:
    """Return the entropy of the faded weights after one more example of the class of `x`.

    Algorithm 4, corrected (E2, and 0 log 0 = 0: E3). In bits. Domain: 0 < fading_factor <= 1,
    0 <= x <= S. With the fading factor alpha the error of `h` shrinks by alpha S / (alpha S + 1) a
    step, so unlike that of the window it does not grow. With alpha = 1 it is Inc. Cost: O(1).

    Parameters
    ----------
    total : int, float or Fraction
        S, the sum of all weights before the step, at least 0.
    x : int, float or Fraction
        The weight of the arriving class before the step, between 0 and `total`.

    Returns
    -------
    float
        The entropy after the step, in bits.

    Examples
    --------
    >>> from entrostream.formulas import entropy
    >>> fade_entropy(entropy([2]), 2, 0, 0.5)
    1.0
    """
    args = Arguments()
    fading_factor = args.fading_factor("fading_factor", fading_factor)
    total = args.element("total", total)
    h = args.entropy("h", h, "total", total)
    x = args.part("x", x, "total", total)
    faded, y = fading_factor * total, fading_factor * x
    after = faded + 1
    kept = faded / after
    return float(kept) * h - p_log_p(kept) - p_log_p((y + 1) / after) + p_log_p(y / after)
