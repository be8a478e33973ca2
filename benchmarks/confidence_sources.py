"""The sources from which samples are drawn to see what estimates are worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import NormalDist

import numpy as np

MILLION = 10**6


def _of(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum()


def _zipf(exponent: float, labels: int) -> np.ndarray:
    return _of(np.arange(1, labels + 1, dtype=np.float64) ** -exponent)


def _log_normal(sigma: float, labels: int) -> np.ndarray:
    """Return weights at the evenly spaced quantiles: nothing is left to chance."""
    quantiles = [NormalDist(0, sigma).inv_cdf((i + 0.5) / labels) for i in range(labels)]
    return _of(np.exp(quantiles))


def _uniform(labels: int) -> np.ndarray:
    return np.full(labels, 1 / labels)


def _geometric(p: float) -> np.ndarray:
    """Return the labels that make up all but e^-60 of the source."""
    return _of((1 - p) ** np.arange(min(MILLION, int(60 / p))))


def _levels(*levels: tuple[float, int]) -> np.ndarray:
    """Return the share of each label: every level is a share of the source and how many have it."""
    return np.concatenate([np.full(labels, share / labels) for share, labels in levels])


def _pitman_yor(discount: float, strength: float, seed: int) -> np.ndarray:
    """Return the first million sticks of a Pitman-Yor process, a Dirichlet process for 0."""
    rng = np.random.default_rng(seed)
    broken = rng.beta(1 - discount, strength + discount * np.arange(1, MILLION + 1))
    left = np.exp(np.r_[0.0, np.cumsum(np.log1p(-broken))[:-1]])
    return _of(np.maximum(broken * left, 1e-300))


def _dirichlet(concentration: float, labels: int, seed: int) -> np.ndarray:
    drawn = np.random.default_rng(seed).gamma(concentration, size=labels)
    return _of(np.maximum(drawn, 1e-300))


# Those of the table of biases. The first seven are those by which the methods were chosen.
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


# Those of the table of intervals, each made when its turn comes: some have a million labels.
GRID: dict[str, Callable[[], np.ndarray]] = {
    **{f"uniform {k:,}": partial(_uniform, k) for k in (2, 10, 100, 1000, 10**4, MILLION)},
    **{
        f"Zipf {exponent:g}, {k:,}": partial(_zipf, exponent, k)
        for exponent in (0.5, 0.8, 1, 1.2, 1.5, 2)
        for k in (10, 1000, MILLION)
    },
    **{f"geometric {p:g}": partial(_geometric, p) for p in (0.5, 0.1, 0.01, 0.001)},
    "Dirichlet process 10": partial(_pitman_yor, 0, 10, 5),
    "Pitman-Yor 0.3, 1": partial(_pitman_yor, 0.3, 1, 5),
    "Pitman-Yor 0.5, 10": partial(_pitman_yor, 0.5, 10, 5),
    "Pitman-Yor 0.8, 10": partial(_pitman_yor, 0.8, 10, 5),
    "0.99 + 0.01 of 10": partial(_levels, (0.99, 1), (0.01, 10)),
    "coin + 0.5 of 1e6": partial(_levels, (0.5, 2), (0.5, MILLION)),
    "coin + 0.01 of 1e6": partial(_levels, (0.99, 2), (0.01, MILLION)),
    "coin + 0.001 of 1e6": partial(_levels, (0.999, 2), (0.001, MILLION)),
    "coin + 1e-4 of 1e6": partial(_levels, (0.9999, 2), (1e-4, MILLION)),
    # Not used to choose the intervals, but for the last.
    "log-normal 1, 10,000": partial(_log_normal, 1, 10**4),
    "log-normal 3, 100,000": partial(_log_normal, 3, 10**5),
    "Dirichlet 0.1, 100": partial(_dirichlet, 0.1, 100, 12),
    "Dirichlet 1, 1000": partial(_dirichlet, 1, 1000, 12),
    "Dirichlet 0.05, 1e6": partial(_dirichlet, 0.05, MILLION, 12),
    "Zipf 1.35, 1e6": partial(_zipf, 1.35, MILLION),
    "Zipf 3, 1e6": partial(_zipf, 3, MILLION),
    "Pitman-Yor 0.9, 1": partial(_pitman_yor, 0.9, 1, 77),
    "die + 0.003 of 1e6": partial(_levels, (0.997, 6), (0.003, MILLION)),
    "0.7 of 5, 0.25 of 1000, 0.05 of 1e6": partial(
        _levels, (0.7, 5), (0.25, 1000), (0.05, MILLION)
    ),
    "0.03 + 0.97 of 1e6": partial(_levels, (0.03, 1), (0.97, MILLION)),
}


def entropy(p: np.ndarray) -> float:
    return float(-(p * np.log2(p)).sum())


def gini(p: np.ndarray) -> float:
    return float(1 - (p * p).sum())
