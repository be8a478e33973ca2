"""Streams of every kind that the adaptive window meets, small and with fixed seeds."""

from __future__ import annotations

import numpy as np


def zipf(k: int) -> np.ndarray:
    shares = 1 / np.arange(1, k + 1)
    return shares / shares.sum()


def stationary(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    return rng.choice(k, n, p=zipf(k))


def permuted(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    labels = stationary(rng, k, n)
    labels[n // 2 :] = k - 1 - labels[n // 2 :]
    return labels


def new_labels(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    labels = stationary(rng, k, n)
    new = rng.random(n) < 0.1
    new[: n // 2] = False
    labels[new] = k + rng.integers(0, 3, new.sum())
    return labels


def noise(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    labels = stationary(rng, k, n)
    noisy = rng.random(n) < 0.5
    noisy[: n // 2] = False
    labels[noisy] = rng.integers(0, k, noisy.sum())
    return labels


def sticky(rng: np.random.Generator, k: int, n: int, stay: float = 0.6) -> np.ndarray:
    """Every label is the one before it with this probability."""
    return repeated(stationary(rng, k, n), rng.random(n) < stay)


def sticky_then_permuted(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    labels = repeated(stationary(rng, k, n), rng.random(n) < 0.3)
    labels[n // 2 :] = k - 1 - labels[n // 2 :]
    return labels


def all_distinct(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    del rng, k
    return np.arange(n)


def mostly_new(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    """Nearly every label is new; from the middle on a quarter as many."""
    labels = rng.integers(0, 20 * k, n)
    labels[n // 2 :] //= 4
    return labels


def repeated(labels: np.ndarray, again: np.ndarray) -> np.ndarray:
    """Replace the labels marked by the last one before them that is not."""
    own = np.where(again, 0, np.arange(len(labels)))
    return labels[np.maximum.accumulate(own)]


STREAMS = {
    each.__name__: each
    for each in (
        stationary,
        permuted,
        new_labels,
        noise,
        sticky,
        sticky_then_permuted,
        all_distinct,
        mostly_new,
    )
}


def make(name: str, k: int, n: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng([seed, k, n, *name.encode()])
    return STREAMS[name](rng, k, n)
