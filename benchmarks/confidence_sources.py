"""The sources from which samples are drawn to see what estimates are worth."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np


def _of(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum()


def _zipf(exponent: float, labels: int) -> np.ndarray:
    return _of(np.arange(1, labels + 1, dtype=np.float64) ** -exponent)


def _log_normal(sigma: float, labels: int) -> np.ndarray:
    """Return weights at the evenly spaced quantiles: nothing is left to chance."""
    quantiles = [NormalDist(0, sigma).inv_cdf((i + 0.5) / labels) for i in range(labels)]
    return _of(np.exp(quantiles))


# The first seven are those of the study in which the methods were chosen.
SOURCES: dict[str, np.ndarray] = {
    "uniform 2": _of(np.ones(2)),
    "uniform 10": _of(np.ones(10)),
    "uniform 100": _of(np.ones(100)),
    "uniform 1000": _of(np.ones(1000)),
    "Zipf 1, 1000": _zipf(1.0, 1000),
    "0.99 + 10 rare": _of(np.r_[0.99, np.full(10, 0.001)]),
    "geometric 1/2": _of(0.5 ** np.arange(1, 31)),
    "0.6, 0.4": np.array([0.6, 0.4]),
    "Zipf 0.8, 1000": _zipf(0.8, 1000),
    "Zipf 1.5, 1000": _zipf(1.5, 1000),
    "log-normal 2, 500": _log_normal(2.0, 500),
}


def entropy(p: np.ndarray) -> float:
    return float(-(p * np.log2(p)).sum())


def gini(p: np.ndarray) -> float:
    return float(1 - (p * p).sum())
