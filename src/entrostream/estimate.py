"""What a sample says about the source it was drawn from: a value with its error.

Belongs to the layer of the summaries: their `entropy_estimate` and `gini_estimate`
give what is defined here, and it uses nothing of ours.
"""

from __future__ import annotations

from math import e, hypot, inf, log, log2, sqrt
from numbers import Real
from operator import index
from statistics import NormalDist
from typing import Any, NamedTuple

__all__ = ["Basis", "Estimate", "SketchBasis"]

# How much of the source may belong to unseen labels in a reliable sample, at the upper
# 97.5 % confidence limit.
MISSING_AT_MOST = 0.01
# How many labels a reliable sample's source is assumed to have at most, unless told.
LABELS_ASSUMED = 2**32


class Basis(NamedTuple):
    """What an interval is computed from: the rare labels, and the estimate in its parts.

    For an entropy these are the parts of "chao_wang_jost" whatever the method of the
    estimate, because the bias of its first part is known exactly (Zhang 2012).

    Attributes
    ----------
    distinct : int
        Labels seen.
    singletons, doubletons : int
        Labels seen exactly once and exactly twice: f1 and f2.
    least, most : int
        The smallest and the largest count.
    seen, unseen : float
        The estimate's parts for the labels seen and for those not seen.
    standard_error : float
        The standard error of their sum.
    """

    distinct: int
    singletons: int
    doubletons: int
    least: int
    most: int
    seen: float
    unseen: float
    standard_error: float


class SketchBasis(NamedTuple):
    """What the interval of a sketch is computed from, in addition to the standard error.

    Attributes
    ----------
    bias_bound : float
        By how much the mean of the estimate may differ from the value of the events.
    most : float
        The largest value that is possible for the events.
    """

    bias_bound: float
    most: float


class Estimate(NamedTuple):
    """An estimate for the source of the events, with its standard error.

    A summary's `entropy` describes exactly the events that it holds. An estimate is
    about what they were drawn from, independently of each other. The estimate of a sketch
    (EntropySketch, GiniSketch) is about the events themselves.

    Attributes
    ----------
    value : float
        The estimate: bits for an entropy, no unit for a Gini index.
    standard_error : float
        How far off it is likely to be by sampling error; infinite below two events, where
        nothing is known. What unseen labels could add is not part of it.
    coverage : float
        The share of the source that belongs to labels seen (Good 1953): 1 - f1/n, where
        f1 labels were seen once. Far below 1, the value depends on labels not seen.
    n : int
        How many events it comes from.
    method : str
        Which estimator gave it; "unbiased" for the Gini index.
    basis : Basis, SketchBasis or None
        What `interval` is computed from; None if the estimate was made by hand.

    Examples
    --------
    >>> tally = es.Tally()
    >>> tally.update_counts({"a": 500, "b": 300, "c": 170, "d": 20, "e": 10})
    >>> estimate = tally.entropy_estimate()
    >>> round(estimate.value, 3), round(estimate.standard_error, 3), estimate.coverage
    (1.638, 0.031, 1.0)
    >>> low, high = estimate.interval()
    >>> round(low, 3), round(high, 3), estimate.reliable
    (1.574, 1.8, True)
    """

    value: float
    standard_error: float
    coverage: float
    n: int
    method: str
    basis: Basis | SketchBasis | None = None

    @property
    def bias_bound(self) -> float:
        """By how much a sketch's estimate may be off on average; 0.0 for other estimates."""
        return self.basis.bias_bound if isinstance(self.basis, SketchBasis) else 0.0

    @property
    def reliable(self) -> bool:
        """Whether the events bound the value from above, too.

        For an entropy: whether at most 1 % of the source belongs to labels that were not
        seen, at the upper 97.5 % confidence limit. That takes 367 events or more. Otherwise the
        `value` is a lower bound rather than an estimate, and `interval` has an infinite upper
        end unless it is told how many labels there can be. A Gini index hardly depends on
        unseen labels: from two events on it is reliable. A sketch's estimate always is.
        """
        if isinstance(self.basis, SketchBasis):
            return True
        if self.n < 2 or self._is_gini:
            return self.n >= 2
        return _poisson_limit(self._basis.singletons, _deviations(0.95)) <= MISSING_AT_MOST * self.n

    def interval(self, confidence: float = 0.95, labels: int | None = None) -> tuple[float, float]:
        """Give a range that holds the true value with at least about this probability.

        No sample bounds an entropy from above by itself: labels too rare to be seen may
        be numerous enough to add any number of bits. So the upper end is infinite, unless
        `labels` says how many there can be, or the estimate is `reliable`: then it holds for
        all sources of up to 2^32 labels. The lower end needs no such limit. The range is
        the same for all methods, widened to hold the `value`, and cut to what is possible.

        Parameters
        ----------
        confidence : float, default 0.95
            The probability, above 0 and below 1.
        labels : int, optional
            How many labels the source can have at most, if that is known.

        Returns
        -------
        tuple of float
            The lower and the upper end.

        Raises
        ------
        TypeError
            If `confidence` is no number or `labels` no integer.
        ValueError
            If `confidence` is not between 0 and 1, or if more labels were seen than `labels`.

        Examples
        --------
        >>> coin = es.Tally()
        >>> coin.update_counts({"heads": 60, "tails": 40})
        >>> low, high = coin.entropy_estimate().interval(confidence=0.9)
        >>> round(low, 3), high
        (0.904, inf)
        >>> low, high = coin.entropy_estimate().interval(confidence=0.9, labels=2)
        >>> round(low, 3), high
        (0.904, 1.0)
        >>> es.Tally().entropy_estimate().interval()
        (0.0, inf)
        """
        deviations = _deviations(confidence)
        if isinstance(self.basis, SketchBasis):
            return self._sketch_interval(deviations, labels)
        possible = None if labels is None else _checked_labels(labels, self._basis.distinct)
        most = self._most(possible)
        if self.n < 2:
            return 0.0, most
        low, high = self._ends(deviations, possible)
        return max(0.0, min(low, self.value, most)), min(most, max(high, self.value))

    def _sketch_interval(self, deviations: float, labels: int | None) -> tuple[float, float]:
        """Give the range for the events, cut to what is possible."""
        half = deviations * self.standard_error + self.bias_bound
        most = self.basis.most if isinstance(self.basis, SketchBasis) else inf
        if labels is not None:
            most = min(most, log2(_checked_labels(labels, 1)))
        return max(0.0, self.value - half), max(self.value, min(most, self.value + half))

    @property
    def _is_gini(self) -> bool:
        return self.method == "unbiased"

    @property
    def _basis(self) -> Basis:
        """What is known: with no basis given, the singletons alone, from the coverage."""
        if isinstance(self.basis, Basis):
            return self.basis
        singletons = round((1 - self.coverage) * self.n)
        return Basis(min(self.n, 1), singletons, 0, 1, self.n, self.value, 0.0, self.standard_error)

    def _most(self, labels: int | None) -> float:
        if self._is_gini:
            return 1.0 if labels is None else 1 - 1 / labels
        return inf if labels is None else log2(labels)

    def _ends(self, deviations: float, labels: int | None) -> tuple[float, float]:
        if self._is_gini:
            return _gini_ends(self._basis, self.n, deviations)
        low = _entropy_low(self._basis, self.n, deviations)
        if labels is None and not self.reliable:
            return low, inf
        possible = LABELS_ASSUMED if labels is None else labels
        return low, _entropy_high(self._basis, self.n, deviations, possible)


def _deviations(confidence: float) -> float:
    """Give the number of standard deviations on either side of the mean."""
    if not isinstance(confidence, Real):
        kind = type(confidence).__name__
        raise TypeError(f"confidence must be a number, got {confidence!r} ({kind})")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be above 0 and below 1, got {confidence!r}")
    return -NormalDist().inv_cdf((1 - confidence) / 2)


def _checked_labels(labels: Any, distinct: int) -> int:
    try:
        number = index(labels)
    except TypeError:
        kind = type(labels).__name__
        raise TypeError(f"labels must be an integer, got {labels!r} ({kind})") from None
    if number < max(distinct, 1):
        seen = f"the number of labels seen, {distinct}" if distinct else "1"
        raise ValueError(f"labels must be at least {seen}, got {labels!r}")
    return number


def _poisson_limit(count: int, deviations: float) -> float:
    """Give the upper confidence limit for the mean of a Poisson count (Wilson, Hilferty 1931)."""
    k = count + 1.0
    return float(k * (1 - 1 / (9 * k) + deviations / (3 * sqrt(k))) ** 3)


def _score_half(deviations: float, error: float, reach: float) -> float:
    """Give the upper half-width of a score interval, which for a share is that of Wilson (1927).

    An event of a rare label raises the value by `reach`. The variance grows with the number
    of such events, so that it is too small where there were too few of them by chance.
    """
    shift = deviations**2 * reach / 2
    return shift + hypot(deviations * error, shift)


def _entropy_low(basis: Basis, n: int, deviations: float) -> float:
    """Give the lower end: "chao_wang_jost" has no upward bias, so only sampling error counts."""
    # Frequencies off by this many deviations lower the entropy by up to d^2/(2n) nats
    # more than its slope says, and the correction of the bias may have added 1/(2n).
    sampling = deviations * basis.standard_error + (deviations**2 + 1) / (2 * n * log(2))
    # With e times as many doubletons, the part for unseen labels falls by at most f1/n nats.
    doubletons = _poisson_limit(basis.doubletons, deviations) / max(basis.doubletons, 1)
    rare = basis.singletons / n * log2(max(doubletons, 1.0))
    return basis.seen + basis.unseen - hypot(sampling, rare)


def _entropy_high(basis: Basis, n: int, deviations: float, labels: int) -> float:
    """Give the upper end for a source of `labels` labels: the most that unseen ones can add."""
    reach = max(0.0, log2(n / basis.least) - basis.seen - basis.unseen) / n
    sampling = _score_half(deviations, basis.standard_error, reach)
    # The mean of f1 is n times the share of the source that is not seen.
    singletons = basis.singletons
    limit = max(_poisson_limit(singletons, deviations), singletons)
    rare = labels - basis.distinct + singletons + basis.doubletons
    unseen = _most_unseen(singletons, rare) / n
    more = _most_unseen(limit, rare) / n - unseen
    if labels > basis.distinct:
        # A share x of the source on labels unseen adds x (log2(e/x) - H) bits and more, as
        # many as there are of them. Singletons added this much; chance may have left some out.
        more += (limit - singletons) / n * max(0.0, log2(e * n) - basis.seen)
    return basis.seen + unseen + hypot(sampling, more)


def _most_unseen(singletons: float, labels: int) -> float:
    """Bound n times the bias of the seen part, in bits, for this mean number of singletons.

    It is the sum over v >= n of M(v)/v nats, M(v) the mean share of the source that v events
    have not shown. M decreases from f1/n, and is at most labels/(e v), because p (1-p)^v is
    at most 1/(e v): the sum is at most f1 ln(labels/f1) / n, and labels/(e n) whatever f1 is.
    """
    if singletons <= 0 or labels <= 0:
        return 0.0
    if labels < singletons * e:
        singletons = labels / e
    return singletons * (log2(labels) - log2(singletons))


def _gini_ends(basis: Basis, n: int, deviations: float) -> tuple[float, float]:
    """Give the ends for the Gini index, 1 - R, where R = sum p^2."""
    value, error = basis.seen, basis.standard_error
    repeats = 1 - value
    # An event of a rare label adds 2R/n, one of the most frequent takes away 2(p - R)/n.
    largest = (basis.most + deviations**2) / n
    high = value + _score_half(deviations, error, 2 * repeats / n)
    half = _score_half(deviations, error, 2 * max(0.0, largest - repeats) / n)
    # Frequencies that lie off by d deviations lower the value by up to d^2/n times the largest
    # of them more than its slope says, and the correction of the bias may have added 1/n of it.
    return value - half - (deviations**2 + 1) / n * largest, high
