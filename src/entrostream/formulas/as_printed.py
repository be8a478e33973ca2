"""The four algorithms as the paper prints them, faults included: to look at, not to use.

Every line is evaluated as printed, in the arithmetic of floats where log2 0 = -inf, 1/0 = inf and
0 * inf = NaN. Only where the text cannot be executed is a reading taken:

- the functions assign to their parameters and return one value: here they take the counts before
  the change, return the value, and the loop keeps the counts (erratum E8);
- Algorithm 1 has one index for two elements: here j leaves and i enters, as in Algorithm 3 (E9);
- the window is a set, which would lose duplicates and order: here it is a queue (E10).

`log2_of_zero` is what log2 0 shall be: -inf as printed, or 0.0, as in the author's later program,
which lets Algorithms 3 and 4 get past their first element. `Add` and `Del` are printed with the
algorithms but never called by them.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from entrostream.formulas.domain import Arguments, window_size
from entrostream.formulas.parameters import formula, printed_step

__all__ = [
    "Reading",
    "algorithm_1",
    "algorithm_2",
    "algorithm_3",
    "algorithm_4",
    "entropy_add",
    "entropy_dec",
    "entropy_del",
    "entropy_inc",
    "gini_add",
    "gini_dec",
    "gini_del",
    "gini_inc",
]

_Step = Callable[[float, int, int], float]


class Reading(NamedTuple):
    """What a sliding window says after an element, and how many elements it keeps.

    Attributes
    ----------
    value : float
        The Gini index or the entropy.
    kept : int
        The number of elements in the window.

    Examples
    --------
    >>> next(algorithm_1("aabb", w=2))
    Reading(value=0.0, kept=1)
    """

    value: float
    kept: int


@formula
def algorithm_1(labels: Iterable[Hashable], w: int) -> Iterator[Reading]:
    """Yield the Gini index of the sliding window after each label.

    Keeps w + 1 elements, as the loop removes before it adds and requires `|W| > w` (E1). Cost: O(1)
    per element; classes that have left keep their counter (E7). Domain: w >= 1.

    Returns
    -------
    iterator of Reading
        The value and the number of elements in the window, after each label.

    Examples
    --------
    >>> for reading in algorithm_1("aabb", w=2):
    ...     print(round(reading.value, 3), reading.kept)
    0.0 1
    0.0 2
    0.444 3
    0.444 3
    """
    return _sliding(labels, window_size(w), gini_inc, gini_dec)


@formula
def algorithm_2(labels: Iterable[Hashable], fading_factor: float) -> Iterator[float]:
    """Yield the "faded" Gini index after each label.

    Multiplies the value by alpha, the fading factor, but does not fade the counts (E2). A step is
    in truth (n+1)^2 g' = alpha n^2 g + 2 (n - n_i), so with alpha < 1 the value falls to 0 on any
    stream: after n elements it is at most 2 / ((1 - alpha) n). Cost: O(1) per element, and a count
    for each class ever seen (E6). Domain: 0 < alpha <= 1.

    Parameters
    ----------
    fading_factor : int, float or Fraction
        Alpha, by which the value is multiplied when a label arrives; above 0, at most 1.

    Returns
    -------
    iterator of float
        The value after each label.

    Examples
    --------
    >>> faded = list(algorithm_2("ab" * 5000, fading_factor=0.9))
    >>> [round(faded[n - 1], 3) for n in (1000, 10000)]
    [0.01, 0.001]
    """
    return _fading(labels, _fading_factor(fading_factor), _gini_fading_step)


@formula
def algorithm_3(
    labels: Iterable[Hashable], w: int, *, log2_of_zero: float = -math.inf
) -> Iterator[Reading]:
    """Yield the entropy of the sliding window after each label.

    NaN from the first element on (E3); with `log2_of_zero` = 0.0, the entropy of w + 1 elements
    (E1). Cost: O(1) per element; classes that have left keep their counter (E7). Domain: w >= 1.

    Returns
    -------
    iterator of Reading
        The value and the number of elements in the window, after each label.

    Examples
    --------
    >>> list(algorithm_3("ab", w=2))
    [Reading(value=nan, kept=1), Reading(value=nan, kept=2)]
    >>> list(algorithm_3("ab", w=2, log2_of_zero=0.0))
    [Reading(value=0.0, kept=1), Reading(value=1.0, kept=2)]
    """

    def inc(h: float, n: int, n_i: int) -> float:
        return entropy_inc(h, n, n_i, log2_of_zero=log2_of_zero)

    def dec(h: float, n: int, n_i: int) -> float:
        return entropy_dec(h, n, n_i, log2_of_zero=log2_of_zero)

    return _sliding(labels, window_size(w), inc, dec)


@formula
def algorithm_4(
    labels: Iterable[Hashable], fading_factor: float, *, log2_of_zero: float = -math.inf
) -> Iterator[float]:
    """Yield the "faded" entropy after each label.

    NaN from the first element on (E3). With `log2_of_zero` = 0.0 a step is in truth
    (n+1) h' = alpha n h + f(n+1) - f(n) - f(n_i+1) + f(n_i) with f(c) = c log2 c and alpha the
    fading factor, so with alpha < 1 the value falls to 0 on any stream: after n elements it is at
    most (log2 n + 1.45) / ((1 - alpha) n), as f(n) - f(n-1) is at most log2 n + 1 / ln 2 (E2).
    Cost: O(1) per element, and a count for each class ever seen (E6). Domain: 0 < alpha <= 1.

    Parameters
    ----------
    fading_factor : int, float or Fraction
        Alpha, by which the value is multiplied when a label arrives; above 0, at most 1.

    Returns
    -------
    iterator of float
        The value after each label.

    Examples
    --------
    >>> list(algorithm_4("ab", fading_factor=0.9))
    [nan, nan]
    >>> faded = list(algorithm_4("ab" * 5000, fading_factor=0.9, log2_of_zero=0.0))
    >>> [round(faded[n - 1], 3) for n in (1000, 10000)]
    [0.01, 0.001]
    """

    def step(h: float, n: int, n_i: int, fading_factor: float) -> float:
        return _entropy_fading_step(h, n, n_i, fading_factor, log2_of_zero)

    return _fading(labels, _fading_factor(fading_factor), step)


@printed_step
def gini_add(g: float, n: int, n_i: int) -> float:
    """Add of Algorithm 1, as printed.

    Parameters
    ----------
    n_i : int
        The number of examples of the new class, at least 1.

    Returns
    -------
    float
        The Gini index after the change.

    Examples
    --------
    >>> gini_add(0.0, n=2, n_i=2)
    0.5
    """
    n = n + n_i
    return 1 - _divide(1, n**2) * ((n - n_i) ** 2 * (1 - g) + n_i**2)


@printed_step
def gini_del(g: float, n: int, n_i: int) -> float:
    """Del of Algorithm 1, as printed: NaN for the last class (E5).

    Returns
    -------
    float
        The Gini index after the change.

    Examples
    --------
    >>> gini_del(0.5, n=4, n_i=2), gini_del(0.0, n=2, n_i=2)
    (0.0, nan)
    """
    n = n - n_i
    return 1 - _divide(1, n**2) * ((n + n_i) ** 2 * (1 - g) - n_i**2)


@printed_step
def gini_inc(g: float, n: int, n_i: int) -> float:
    """Inc of Algorithm 1, as printed.

    Returns
    -------
    float
        The Gini index after the change.

    Examples
    --------
    >>> gini_inc(0.0, n=1, n_i=0)
    0.5
    """
    n, n_i = n + 1, n_i + 1
    return 1 - _divide(1, n**2) * ((n - 1) ** 2 * (1 - g) + 2 * n_i - 1)


@printed_step
def gini_dec(g: float, n: int, n_i: int) -> float:
    """Dec of Algorithm 1, as printed: NaN for the last example (E5).

    Returns
    -------
    float
        The Gini index after the change.

    Examples
    --------
    >>> gini_dec(0.5, n=2, n_i=1), gini_dec(0.0, n=1, n_i=1)
    (0.0, nan)
    """
    n, n_i = n - 1, n_i - 1
    return 1 - _divide(1, n**2) * ((n + 1) ** 2 * (1 - g) - 2 * n_i - 1)


@printed_step
def entropy_add(h: float, n: int, n_i: int, *, log2_of_zero: float = -math.inf) -> float:
    """Add of Algorithm 3, as printed: NaN on the empty sample (E5).

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
    >>> entropy_add(0.0, n=2, n_i=2), entropy_add(0.0, n=0, n_i=2)
    (1.0, nan)
    """
    n = n + n_i
    log2 = _log2_with(log2_of_zero)
    kept, new = _divide(n - n_i, n), _divide(n_i, n)
    return kept * (h - log2(kept)) - new * log2(new)


@printed_step
def entropy_del(h: float, n: int, n_i: int, *, log2_of_zero: float = -math.inf) -> float:
    """Del of Algorithm 3, as printed: NaN for the last class (E5).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> entropy_del(1.0, n=4, n_i=2), entropy_del(0.0, n=2, n_i=2)
    (0.0, nan)
    """
    n = n - n_i
    log2 = _log2_with(log2_of_zero)
    gone = _divide(n_i, n + n_i)
    return _divide(n + n_i, n) * (h + gone * log2(gone)) + log2(_divide(n, n + n_i))


@printed_step
def entropy_inc(h: float, n: int, n_i: int, *, log2_of_zero: float = -math.inf) -> float:
    """Inc of Algorithm 3, as printed: NaN for the first example (E3) and for a new class (E4).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> entropy_inc(0.0, n=1, n_i=1), entropy_inc(0.0, n=0, n_i=0), entropy_inc(0.0, n=1, n_i=0)
    (0.0, nan, nan)
    """
    n, n_i = n + 1, n_i + 1
    log2 = _log2_with(log2_of_zero)
    kept, new, old = _divide(n - 1, n), _divide(n_i, n), _divide(n_i - 1, n)
    return kept * (h - log2(kept)) - new * log2(new) + old * log2(old)


@printed_step
def entropy_dec(h: float, n: int, n_i: int, *, log2_of_zero: float = -math.inf) -> float:
    """Dec of Algorithm 3, as printed: NaN for the last member of a class (E4), and of all (E5).

    Returns
    -------
    float
        The entropy after the change, in bits.

    Examples
    --------
    >>> entropy_dec(0.0, n=2, n_i=2), entropy_dec(1.0, n=2, n_i=1), entropy_dec(0.0, n=1, n_i=1)
    (0.0, nan, nan)
    """
    n, n_i = n - 1, n_i - 1
    log2 = _log2_with(log2_of_zero)
    old, new = _divide(n_i + 1, n + 1), _divide(n_i, n + 1)
    return _divide(n + 1, n) * (h + old * log2(old) - new * log2(new)) + log2(_divide(n, n + 1))


def _sliding(labels: Iterable[Hashable], w: int, inc: _Step, dec: _Step) -> Iterator[Reading]:
    # The loop of Algorithms 1 and 3.
    window: deque[Hashable] = deque()
    n_of: defaultdict[Hashable, int] = defaultdict(int)
    n, value = 0, 0.0
    for i in labels:
        if len(window) > w:
            j = window.popleft()
            value = dec(value, n, n_of[j])
            n, n_of[j] = n - 1, n_of[j] - 1
        window.append(i)
        value = inc(value, n, n_of[i])
        n, n_of[i] = n + 1, n_of[i] + 1
        yield Reading(value, len(window))


def _fading(
    labels: Iterable[Hashable],
    fading_factor: float,
    step: Callable[[float, int, int, float], float],
) -> Iterator[float]:
    # The loop of Algorithms 2 and 4.
    n_of: defaultdict[Hashable, int] = defaultdict(int)
    n, value = 0, 0.0
    for i in labels:
        value = step(value, n, n_of[i], fading_factor)
        n, n_of[i] = n + 1, n_of[i] + 1
        yield value


def _gini_fading_step(g: float, n: int, n_i: int, fading_factor: float) -> float:
    return 1 - _divide(1, (n + 1) ** 2) * (n**2 * (1 - fading_factor * g) + 2 * n_i + 1)


def _entropy_fading_step(
    h: float, n: int, n_i: int, fading_factor: float, log2_of_zero: float
) -> float:
    log2 = _log2_with(log2_of_zero)
    kept, new, old = _divide(n, n + 1), _divide(n_i + 1, n + 1), _divide(n_i, n + 1)
    return kept * (fading_factor * h - log2(kept)) - new * log2(new) + old * log2(old)


def _fading_factor(value: float) -> float:
    return float(Arguments().fading_factor("fading_factor", value))


def _divide(numerator: float, denominator: float) -> float:
    # Division as IEEE 754 has it; Python raises instead.
    if denominator:
        return numerator / denominator
    return math.copysign(math.inf, numerator) if numerator else math.nan


def _log2_with(of_zero: float) -> Callable[[float], float]:
    # The logarithm as IEEE 754 has it, where `of_zero` is -inf; Python raises instead.
    return lambda x: math.log2(x) if x else of_zero
