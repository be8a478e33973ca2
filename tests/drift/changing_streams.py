"""Streams of labels that change, or do not: shares of the labels, changes of the shares, draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

Shares = np.ndarray  # of the labels, most frequent first
Change = Callable[[Shares, np.random.Generator], Shares]


def normal(weights: np.ndarray) -> Shares:
    return weights / weights.sum()


def entropy(shares: Shares) -> float:
    """Return the true entropy, in bits."""
    present = shares[shares > 0]
    return float(-(present * np.log2(present)).sum())


# How frequent the labels are. The seed matters to Dirichlet alone.


def zipf(k: int, seed: int = 0) -> Shares:
    del seed
    return np.array([0.8, 0.2]) if k == 2 else normal(1 / np.arange(1, k + 1))


def uniform(k: int, seed: int = 0) -> Shares:
    del seed
    return np.full(k, 1 / k)


def skew(k: int, seed: int = 0) -> Shares:
    """Give 98 % to one label."""
    del seed
    return np.r_[0.98, np.full(k - 1, 0.02 / (k - 1))]


def geometric(k: int, seed: int = 0) -> Shares:
    """Let the last label come once in 148 times of the first."""
    del seed
    return normal(np.exp(-5 * np.arange(k) / (k - 1)))


def two_level(k: int, seed: int = 0) -> Shares:
    """Give seven tenths of the events to a tenth of the labels."""
    del seed
    frequent = max(1, k // 10)
    return np.r_[np.full(frequent, 0.7 / frequent), np.full(k - frequent, 0.3 / (k - frequent))]


def dirichlet(k: int, seed: int = 0) -> Shares:
    """Draw random shares, other ones for every seed."""
    drawn = np.random.default_rng([seed, k]).gamma(0.5, size=k) + 1e-9
    return normal(np.sort(drawn)[::-1])


SHARES = {each.__name__: each for each in (zipf, uniform, skew, geometric, two_level, dirichlet)}


# What becomes of the shares. A label more than before is a new one.


def permute(p: Shares, rng: np.random.Generator) -> Shares:
    """Reverse the order of the labels: the entropy stays."""
    return p[::-1]


def swap(p: Shares, rng: np.random.Generator) -> Shares:
    """Let neighbours in the order change places: the entropy stays."""
    places = np.arange(len(p))
    even = places[: len(p) // 2 * 2]
    places[even] = even ^ 1
    return p[places]


def even_out(p: Shares, rng: np.random.Generator) -> Shares:
    """Make all labels equally frequent (of two: 0.6, 0.4)."""
    return np.array([0.6, 0.4]) if len(p) == 2 else uniform(len(p))


def small(p: Shares, rng: np.random.Generator) -> Shares:
    """Give 2 % of all to the rarest label, from the first one or from the frequent half."""
    givers = np.zeros(len(p))
    givers[: 1 if p[0] > 0.04 else len(p) // 2] = 1
    changed = p - 0.02 * normal(p * givers)
    changed[-1] += 0.02
    return changed


def novel(p: Shares, rng: np.random.Generator) -> Shares:
    """Give 2 % to a label never seen."""
    return np.r_[0.98 * p, 0.02]


def noise(share: float) -> Change:
    """Draw a share of the events uniformly from all labels."""
    return lambda p, rng: (1 - share) * p + share / len(p)


def power(exponent: float) -> Change:
    """Flatten the shares (below 1) or sharpen them (above 1)."""
    return lambda p, rng: normal(p**exponent)


def middle(p: Shares, rng: np.random.Generator) -> Shares:
    """Multiply by 1.3 the labels in the middle, three tenths of all events."""
    before = p.cumsum() - p / 2
    return normal(np.where((before > 0.35) & (before < 0.65), 1.3 * p, p))


def tail(p: Shares, rng: np.random.Generator) -> Shares:
    """Multiply by 1.4 the rarest labels, a tenth of all events."""
    before = p.cumsum() - p / 2
    return normal(np.where(before > 0.9, 1.4 * p, p))


def jitter(p: Shares, rng: np.random.Generator) -> Shares:
    """Multiply every share by a random number, from 0.7 to 1.4 usually.

    The weak spot: many labels change, each a little, and not by how frequent they are.
    """
    return normal(p * np.exp(rng.normal(0, 0.35, len(p))))


def split_one(p: Shares, rng: np.random.Generator) -> Shares:
    """Let the second label become two, one of them new."""
    return np.r_[p[:1], p[1] / 2, p[2:], p[1] / 2]


def leave(p: Shares, rng: np.random.Generator) -> Shares:
    """Let one label in ten come no more."""
    gone = np.arange(len(p)) % 10 == 1
    return normal(np.where(gone, 0, p))


def halve_the_first(p: Shares, rng: np.random.Generator) -> Shares:
    """Halve the most frequent label; all others gain alike."""
    return normal(np.r_[p[0] / 2, p[1:]])


ABRUPT: dict[str, Change] = {
    "permute": permute,
    "swap": swap,
    "entropy": even_out,
    "small": small,
    "novel": novel,
}
DIFFUSE: dict[str, Change] = {
    "noise 10 %": noise(0.10),
    "noise 15 %": noise(0.15),
    "noise 25 %": noise(0.25),
    "flatten": power(0.9),
    "sharpen": power(1.2),
    "middle": middle,
    "tail": tail,
}
OTHER: dict[str, Change] = {
    "split": split_one,
    "leave": leave,
    "halve first": halve_the_first,
    "jitter": jitter,
}
GRADUAL = "gradual"  # to the reversed order, evenly over 10,000 events
CHANGES = ABRUPT | DIFFUSE | OTHER


def evidence(p: Shares, q: Shares) -> float:
    """Return how much an event of q tells against p, in nats: the Kullback-Leibler divergence."""
    if len(q) > len(p):
        return float("inf")  # a new label
    left = q > 0
    return float((q[left] * np.log(q[left] / p[left])).sum())


# Draws.


def draw(p: Shares, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw n independent labels: how many of each, then their order."""
    labels = np.repeat(np.arange(len(p)), rng.multinomial(n, p))
    rng.shuffle(labels)
    return labels


def repeated(labels: np.ndarray, stay: float, rng: np.random.Generator) -> np.ndarray:
    """Let each label be the one before it with probability `stay`."""
    own = np.where(rng.random(len(labels)) < stay, 0, np.arange(len(labels)))
    return labels[np.maximum.accumulate(own)]


def between(p: Shares, q: Shares, weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw the event at each place from q with its weight, and from p otherwise."""
    n = len(weights)
    return np.where(rng.random(n) < weights, draw(q, n, rng), draw(p, n, rng))


def regimes(shares: Sequence[Shares], length: int, rng: np.random.Generator) -> np.ndarray:
    """Draw `length` events of each of these, one after the other."""
    return np.concatenate([draw(p, length, rng) for p in shares])
