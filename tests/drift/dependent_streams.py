"""Stationary streams of dependent labels: sessions, bursts, hidden states, slow cycles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.drift.changing_streams import Shares, draw, repeated, zipf

Rng = np.random.Generator


def lagged(lag: int, again: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Let every label be the one `lag` events ago with probability `again`."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        columns = -(-n // lag)
        labels = draw(zipf(k), lag * columns, rng).reshape(columns, lag)
        copied = rng.random((columns, lag)) < again
        own = np.where(copied, 0, np.arange(columns)[:, None])
        return labels[np.maximum.accumulate(own, axis=0), np.arange(lag)].ravel()[:n]

    return make


def sessions(count: int, stay: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Interleave sessions at random; each stays with its label with probability `stay`."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels, of = draw(zipf(k), n, rng), rng.integers(0, count, n)
        for session in range(count):
            mine = np.flatnonzero(of == session)
            labels[mine] = repeated(labels[mine], stay, rng)
        return labels

    return make


def bursts(length: int, share: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Repeat a label `length` times with probability `share`, and once otherwise."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        times = np.where(rng.random(n) < share, length, 1)
        return np.repeat(draw(zipf(k), n, rng), times)[:n]

    return make


def mixed_bursts(length: int, rate: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Mix bursts of one label, one event in two, with independent events."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels = draw(zipf(k), n, rng)
        for start in np.flatnonzero(rng.random(n) < rate):
            stretch = labels[start : start + 2 * length]
            stretch[rng.random(len(stretch)) < 0.5] = labels[start]
        return labels

    return make


def heavy_bursts(exponent: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Repeat labels a Pareto-distributed number of times, at most 10,000."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        times = np.minimum(10_000, rng.random(n) ** (-1 / exponent)).astype(int)
        return np.repeat(draw(zipf(k), n, rng), times)[:n]

    return make


def markov(concentration: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Run a Markov chain with random rows of transition probabilities."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        rows = np.cumsum(random_shares(rng, k, k, concentration), axis=1)
        labels, label = np.empty(n, dtype=int), 0
        for i, u in enumerate(rng.random(n)):
            label = min(k - 1, int(np.searchsorted(rows[label], u)))
            labels[i] = label
        return labels

    return make


def hidden_states(
    states: int, length: int, concentration: float = 0.3
) -> Callable[[Rng, int, int], np.ndarray]:
    """Draw from one of a few random distributions, another after `length` events on average."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        switches = np.cumsum(rng.random(n) < 1 / length)
        state = rng.integers(0, states, switches[-1] + 1)[switches]
        labels = np.empty(n, dtype=int)
        for each, shares in enumerate(random_shares(rng, states, k, concentration)):
            here = state == each
            labels[here] = rng.choice(k, here.sum(), p=shares)
        return labels

    return make


def some_labels_in_sessions(rng: Rng, k: int, n: int) -> np.ndarray:
    """Let three labels of a third of the events come in sessions, and all others independently."""
    in_session = rng.random(n) < 0.3
    labels = draw(zipf(k), n, rng)
    labels[in_session] = k + sessions(5, 0.95)(rng, 3, in_session.sum())
    return labels


def drifting(correlation: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Let the logarithms of the shares vary by 0.3, with this correlation time in events."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        block, decay = 32, np.exp(-32 / correlation)
        noise = rng.normal(size=(-(-n // block), k)) * np.sqrt(1 - decay**2) * 0.3
        walk = np.zeros(k)
        labels = []
        for step in noise:
            walk = decay * walk + step
            shares = zipf(k) * np.exp(walk)
            labels.append(rng.choice(k, block, p=shares / shares.sum()))
        return np.concatenate(labels)[:n]

    return make


def topics(rng: Rng, k: int, n: int) -> np.ndarray:
    """Draw from one of eight random distributions, another after 60 events on average."""
    return hidden_states(8, 60)(rng, k, n)


def recently_used(memory: int, again: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Let every label be one of the last `memory` with probability `again`, as in a cache."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels = draw(zipf(k), n, rng)
        back = np.where(rng.random(n) < again, rng.integers(1, memory + 1, n), 0)
        for i in np.flatnonzero(back[memory:]) + memory:
            labels[i] = labels[i - back[i]]
        return labels

    return make


def heavy_sessions(count: int, exponent: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Interleave sessions at random, each of one label and a Pareto-distributed length."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels, of = np.empty(n, dtype=int), rng.integers(0, count, n)
        for session in range(count):
            mine = np.flatnonzero(of == session)
            times = 1 + (20 * rng.pareto(exponent, len(mine))).astype(int)
            labels[mine] = np.repeat(draw(zipf(k), len(mine), rng), times)[: len(mine)]
        return labels

    return make


def on_and_off(sources: int, mean: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Draw from sources of one label each, on and off for Pareto-distributed times."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        step = 16  # events during which no source changes
        label, at = draw(zipf(k), sources, rng), np.arange(0, n, step)
        holds = mean / 3 * (1 + rng.pareto(1.5, size=(sources, 6 * n // mean + 50)))
        begins = np.cumsum(holds, axis=1) - rng.random((sources, 1)) * mean
        on = np.array([np.searchsorted(each, at) % 2 == 0 for each in begins]).T
        on[~on.any(axis=1)] = True
        drawn = [rng.choice(np.flatnonzero(each), step) for each in on]
        return label[np.concatenate(drawn)][:n]

    return make


def shuffled_decks(rng: Rng, k: int, n: int) -> np.ndarray:
    """Shuffle the same labels, each at least once and three on average, again and again."""
    deck = np.repeat(np.arange(k), np.maximum(1, np.round(3 * k * zipf(k)).astype(int)))
    return np.concatenate([rng.permutation(deck) for _ in range(-(-n // len(deck)))])[:n]


def documents(topics: int, length: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Draw documents of this length on average, each a mixture of a few topics of its own."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        words = random_shares(rng, topics, k, 0.1)
        labels: list[np.ndarray] = []
        while sum(map(len, labels)) < n:
            shares = rng.dirichlet(np.full(topics, 0.2)) @ words
            size = 1 + int(rng.gamma(2, length / 2))
            labels.append(rng.choice(k, size, p=shares / shares.sum()))
        return np.concatenate(labels)[:n]

    return make


def self_exciting(again: float, distance: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Let every label repeat an earlier one with probability `again`, exponentially far back."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels = draw(zipf(k), n, rng)
        parent = np.arange(n) - 1 - rng.exponential(distance, n).astype(int)
        for i in np.flatnonzero((rng.random(n) < again) & (parent >= 0)):
            labels[i] = labels[parent[i]]
        return labels

    return make


def coming_and_going(rate: float, life: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Let a new label come with probability `rate`, and each fade within `life` events or so."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        newest = k + np.cumsum(rng.random(n) < rate)
        return np.maximum(0, newest - (rate * rng.exponential(life, n)).astype(int))

    return make


def floods(every: int, length: int, share: float) -> Callable[[Rng, int, int], np.ndarray]:
    """Let one label have an additional share of the events, now and then, for a while."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels = draw(zipf(k), n, rng)
        begins = np.cumsum(rng.exponential(every, 2 * n // every + 20)).astype(int)
        for begin in begins[begins < n]:
            flood = labels[begin : begin + int(rng.exponential(length))]
            flood[rng.random(len(flood)) < share] = rng.integers(0, k)
        return labels

    return make


def daily(period: int) -> Callable[[Rng, int, int], np.ndarray]:
    """Move all shares by half within a period, each at its own phase."""

    def make(rng: Rng, k: int, n: int) -> np.ndarray:
        labels = np.empty(n, dtype=int)
        phase = np.arange(n) % period * 96 // period
        for each in range(96):
            here = phase == each
            shares = zipf(k) * (1 + np.sin(2 * np.pi * (each / 96 + np.arange(k) * 0.37)) / 2)
            labels[here] = rng.choice(k, here.sum(), p=shares / shares.sum())
        return labels

    return make


def random_shares(rng: Rng, count: int, k: int, concentration: float) -> Shares:
    """Return Dirichlet-distributed shares, one row each."""
    drawn = rng.gamma(concentration, size=(count, k)) + 1e-9
    return drawn / drawn.sum(axis=1, keepdims=True)


DEPENDENT = {
    "independent": lagged(1, 0.0),
    "repeated, lag 1": lagged(1, 0.5),
    "repeated, lag 2": lagged(2, 0.5),
    "repeated, lag 10": lagged(10, 0.5),
    "4 sessions": sessions(4, 0.9),
    "20 sessions": sessions(20, 0.9),
    "100 sessions": sessions(100, 0.9),
    "20 long sessions": sessions(20, 0.99),
    "bursts of 20": bursts(20, 1.0),
    "rare bursts of 20": bursts(20, 0.05),
    "mixed bursts of 20": mixed_bursts(20, 0.01),
    "heavy-tailed bursts": heavy_bursts(1.5),
    "Markov chain": markov(0.3),
    "hidden states, 200": hidden_states(5, 200),
    "hidden states, 1,000": hidden_states(5, 1000),
    "some labels in sessions": some_labels_in_sessions,
    "drifting to and fro": drifting(1000),
    "drifting slowly": drifting(20_000),
    "topics": topics,
    "recently used": recently_used(500, 0.4),
    "30 heavy-tailed sessions": heavy_sessions(30, 1.5),
    "sources on and off": on_and_off(40, 3000),
    "shuffled decks": shuffled_decks,
    "regimes of 4,000": hidden_states(4, 4000, concentration=2.0),
    "regimes of 10,000": hidden_states(4, 10_000, concentration=2.0),
    "regimes of 30,000": hidden_states(4, 30_000, concentration=2.0),
    "floods now and then": floods(50_000, 2000, 0.8),
    "documents": documents(10, 300),
    "self-exciting": self_exciting(0.95, 200),
    "labels that come and go": coming_and_going(0.01, 2000),
    "day of 1,440": daily(1440),
}


def make(name: str, k: int, n: int, seed: int = 0) -> np.ndarray:
    """Return a stream of a kind."""
    return DEPENDENT[name](np.random.default_rng([seed, k, n, *name.encode()]), k, n)
