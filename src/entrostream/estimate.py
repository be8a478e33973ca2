"""What a sample says about the source it was drawn from: a value with its error.

Belongs to the layer of the summaries: their `entropy_estimate` and `gini_estimate`
give what is defined here, and it uses nothing of ours.
"""

from __future__ import annotations

from math import expm1, hypot, inf, log, log1p, log2
from numbers import Real
from statistics import NormalDist
from typing import NamedTuple

__all__ = ["Estimate"]


class Estimate(NamedTuple):
    """An estimate for the source of the events, with its standard error.

    A summary's `entropy` describes exactly the events that it holds. An estimate is
    about what they were drawn from, independently of each other.

    >>> tally = es.Tally()
    >>> tally.update_counts({"a": 50, "b": 30, "c": 17, "d": 2, "e": 1})
    >>> estimate = tally.entropy_estimate()
    >>> round(estimate.value, 3), round(estimate.standard_error, 3), estimate.coverage
    (1.671, 0.113, 0.99)
    >>> low, high = estimate.interval()
    >>> round(low, 3), round(high, 3)
    (1.448, 1.894)

    Attributes
    ----------
    value : float
        The estimate: bits for an entropy, no unit for a Gini index.
    standard_error : float
        How far off it is likely to be; infinite below two events, where nothing is known.
    coverage : float
        The share of the source that belongs to labels seen (Good 1953): 1 - f1/n, where
        f1 labels were seen once. Far below 1, the value rests on what is not seen.
    n : int
        How many events it comes from.
    method : str
        Which estimator gave it; "unbiased" for the Gini index.
    """

    value: float
    standard_error: float
    coverage: float
    n: int
    method: str

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Give a range that holds the true value with about this probability.

        Normal, cut to the values there are: from 0, and to 1 for a Gini index. The
        standard error is itself uncertain by 1/(n ln 2) bits, 1/n for a Gini index, which
        matters near the greatest entropy, where it may vanish by chance; that is added
        in quadrature. If one label alone was seen, the range ends where a second one
        would most likely have been seen by now (the "rule of three").

        >>> coin = es.Tally()
        >>> coin.update_counts({"heads": 60, "tails": 40})
        >>> low, high = coin.entropy_estimate().interval(confidence=0.9)
        >>> round(low, 3), round(high, 3)
        (0.925, 1.032)
        >>> es.Tally().entropy_estimate().interval()
        (0.0, inf)
        """
        if not isinstance(confidence, Real):
            kind = type(confidence).__name__
            raise TypeError(f"confidence must be a number, got {confidence!r} ({kind})")
        if not 0 < confidence < 1:
            raise ValueError(f"confidence must be above 0 and below 1, got {confidence!r}")
        if self.n < 2:
            return 0.0, self._most
        if self.value == 0.0:
            return 0.0, self._with_second_label(1 - confidence)
        deviations = -NormalDist().inv_cdf((1 - confidence) / 2)
        half = deviations * hypot(self.standard_error, self._curvature / self.n)
        return max(0.0, self.value - half), min(self._most, self.value + half)

    @property
    def _is_gini(self) -> bool:
        return self.method == "unbiased"

    @property
    def _most(self) -> float:
        return 1.0 if self._is_gini else inf

    @property
    def _curvature(self) -> float:
        return 1.0 if self._is_gini else 1 / log(2)

    def _with_second_label(self, doubt: float) -> float:
        """Give the value if a second label were as frequent as can be: (1 - p)^n = doubt."""
        p = min(-expm1(log(doubt) / self.n), 0.5)
        return 2 * p * (1 - p) if self._is_gini else -(p * log2(p) + (1 - p) * log1p(-p) / log(2))
