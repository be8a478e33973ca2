"""The true values of fading weights: every event weighed with 400 bits, none forgotten."""

from collections import Counter
from dataclasses import dataclass

import gmpy2
import numpy as np

from tests.truth import HIGH


@dataclass(frozen=True)
class Truth:
    """What the summaries should read."""

    entropy: gmpy2.mpfr
    gini: gmpy2.mpfr
    n: gmpy2.mpfr
    effective_size: gmpy2.mpfr

    @classmethod
    def of(cls, events):
        """Weigh (label, weight) pairs; the weights are in units of a new event."""
        with gmpy2.context(HIGH):
            weights, squares = Counter(), gmpy2.mpfr(0)
            for label, weight in events:
                weights[label] += weight
                squares += weight * weight
            return cls.of_weights(list(weights.values()), squares)

    @classmethod
    def of_weights(cls, weights, squares, unit=1):
        """Read from the weight of each label, all of them times `unit`."""
        with gmpy2.context(HIGH):
            n = gmpy2.fsum(weights)
            logs = gmpy2.fsum([w * gmpy2.log2(w) for w in weights])
            purity = gmpy2.fsum([w * w for w in weights]) / n**2
            return cls(gmpy2.log2(n) - logs / n, 1 - purity, n / unit, n**2 / squares)


def by_count(stream, fading_factor, marks):
    """Yield the truth after each number of events in `marks`, which ascend."""
    with gmpy2.context(HIGH):
        growth, unit = 1 / gmpy2.mpfr(fading_factor), gmpy2.mpfr(1)
        weights, squares, place = Counter(), gmpy2.mpfr(0), 0
        for mark in marks:
            for label in stream[place:mark]:
                unit *= growth
                weights[label] += unit
                squares += unit * unit
            place = mark
            yield Truth.of_weights(list(weights.values()), squares, unit)


def by_time(labels, times, half_life, now):
    """Return the truth at the time `now`; all times are integers of one unit."""
    with gmpy2.context(HIGH):
        return Truth.of(
            (label, gmpy2.exp2(gmpy2.mpfr(at - now) / half_life))
            for label, at in zip(labels, times, strict=True)
        )


def in_window(stream, size, fading_factor, marks):
    """Yield the truth of the last `size` events after each number of events in `marks`."""
    with gmpy2.context(HIGH):
        weight, powers = gmpy2.mpfr(1), []
        for _ in range(min(size, len(stream))):
            powers.append(weight)
            weight *= gmpy2.mpfr(fading_factor)
        for mark in marks:
            held = reversed(stream[max(0, mark - size) : mark])
            yield Truth.of(zip(held, powers, strict=False))


def errors(summary, truth):
    """Return how far the reads are off: entropy and Gini index in full, the others in part."""
    with gmpy2.context(HIGH):
        return {
            "entropy": float(abs(summary.entropy - truth.entropy)),
            "gini": float(abs(summary.gini - truth.gini)),
            "n": float(abs(summary.n - truth.n) / truth.n),
            "effective_size": float(
                abs(summary.effective_size - truth.effective_size) / truth.effective_size
            ),
        }


def _endless(rng, rows):
    fresh = rng.random(rows) < 0.5
    return np.where(fresh, 5 + np.cumsum(fresh), rng.integers(0, 5, rows))


STREAMS = {
    "uniform": lambda rng, rows: rng.integers(0, 10, rows),
    "Zipf": lambda rng, rows: np.minimum(rng.zipf(1.3, rows), 5000),
    "near pure": lambda rng, rows: (rng.random(rows) < 1e-3) * rng.integers(1, 10, rows),
    "bursts, then pure": lambda rng, rows: np.where(
        np.arange(rows) // (rows // 10) % 2 == 0, rng.integers(0, 100, rows), 0
    ),
    "endless": _endless,
}
