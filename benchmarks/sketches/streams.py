"""Streams with more labels than a sketch has room for: arrays of int64, the same in every run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

Labels = np.ndarray
Stream = Callable[[int, np.random.Generator], Labels]

MANY = 1_000_000  # labels of a source


def uniform(n: int, rng: np.random.Generator) -> Labels:
    return rng.integers(0, MANY, n)


def zipf(n: int, rng: np.random.Generator, *, exponent: float, labels: int = MANY) -> Labels:
    """Return ranks from 0 on, each with a share that falls as a power of the rank."""
    shares = np.arange(1, labels + 1, dtype=float) ** -exponent
    cumulative = np.cumsum(shares)
    return np.searchsorted(cumulative, rng.random(n) * cumulative[-1])


def pure(n: int, rng: np.random.Generator, *, share: float) -> Labels:
    """Return one label with this share, and a uniform rest."""
    return np.where(rng.random(n) < share, 0, 1 + rng.integers(0, MANY, n))


def two_scales(n: int, rng: np.random.Generator) -> Labels:
    """Return half of the events from 2000 equal labels, and half that occur once."""
    return np.where(rng.random(n) < 0.5, rng.integers(0, 2000, n), 2000 + np.arange(n))


def changing(n: int, rng: np.random.Generator) -> Labels:
    """Return Zipf's law with other labels in each tenth of the stream."""
    rank, part = zipf(n, rng, exponent=1.1), np.arange(n) * 10 // n
    return (rank * 2_654_435_761 + part * 7_919_777) % 1_000_003


def rare_first(n: int, rng: np.random.Generator) -> Labels:
    """Return Zipf's law sorted so that the frequent labels come last."""
    return np.sort(zipf(n, rng, exponent=1.0))[::-1].copy()


def flows(n: int, rng: np.random.Generator) -> Labels:
    """Return a mixture as of network addresses.

    Servers by Zipf's law, flows of Pareto-distributed sizes, a scan of addresses that occur once,
    and during the middle third a flood of one address.
    """
    kind = rng.random(n)
    labels = 1 + zipf(n, rng, exponent=1.05)
    sizes = np.minimum(3e5, rng.random(n) ** (-1 / 1.15)).astype(np.int64)
    in_flow = (kind >= 0.39) & (kind < 0.78)
    flow = 2 * MANY + rng.permutation(np.repeat(np.arange(n), sizes)[: np.count_nonzero(in_flow)])
    labels[in_flow] = flow
    labels[kind >= 0.78] = 10 * MANY + np.flatnonzero(kind >= 0.78)
    flood = (np.arange(n) // (n // 3 + 1) == 1) & (rng.random(n) < 0.3)
    labels[flood] = 0
    return labels


STREAMS: dict[str, Stream] = {
    "uniform": uniform,
    **{f"Zipf {s:g}": partial(zipf, exponent=s) for s in (0.5, 0.8, 1.0, 1.2, 1.5, 2.0)},
    "one label 0.99": partial(pure, share=0.99),
    "one label 0.9999": partial(pure, share=0.9999),
    "two scales": two_scales,
    "changing": changing,
    "rare first": rare_first,
    "flows": flows,
}


def make(name: str, n: int) -> Labels:
    return STREAMS[name](n, np.random.default_rng([n, *name.encode()]))


def entropy(labels: Labels) -> float:
    """Return the entropy of the events, in bits."""
    counts = np.unique(labels, return_counts=True)[1]
    return float(np.log2(len(labels)) - (counts * np.log2(counts)).sum() / len(labels))
