"""Streams of integer labels with many distinct values, for sketches.

Each is a function of the number of events: flat, skewed, nearly pure, drifting, sorted, and
mixtures like network traffic.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
LABELS = 1_000_000
SEED = 7


def zipf(exponent: float, events: int, rng: np.random.Generator, labels: int = LABELS) -> Labels:
    shares = np.arange(1, labels + 1) ** -exponent
    return np.searchsorted(np.cumsum(shares) / shares.sum(), rng.random(events))


def uniform(events: int, rng: np.random.Generator, labels: int = LABELS) -> Labels:
    return rng.integers(0, labels, events)


def nearly_pure(share: float, events: int, rng: np.random.Generator) -> Labels:
    return np.where(rng.random(events) < share, 0, 1 + rng.integers(0, LABELS, events))


def middle_and_single(
    events: int, rng: np.random.Generator, labels: int = 2000, share: float = 0.5
) -> Labels:
    """Mix equally frequent labels, with a share of the events, and labels that occur once."""
    return np.where(
        rng.random(events) < share, rng.integers(0, labels, events), labels + np.arange(events)
    )


def drift(events: int, rng: np.random.Generator) -> Labels:
    """Zipf's law whose labels are exchanged ten times."""
    ranks = zipf(1.1, events, rng)
    return (ranks * 2_654_435_761 + np.arange(events) * 10 // events * 7_919_777) % 1_000_003


def ascending(events: int, rng: np.random.Generator) -> Labels:
    """Zipf's law with the frequent labels last."""
    return np.sort(zipf(1.0, events, rng))[::-1]


def traffic(events: int, rng: np.random.Generator) -> Labels:
    """Flows of Pareto length, servers by Zipf's law, a scan, and a flood of one address."""
    kind = rng.random(events)
    sizes = np.minimum(rng.random(events) ** (-1 / 1.15), 3e5).astype(np.int64)
    flows = np.repeat(np.arange(events), sizes)[:events]
    blocks = np.arange(events) // 2000 * 2000
    flows = flows[np.minimum(blocks + rng.integers(0, 2000, events), events - 1)]
    labels = np.where(kind < 0.39, 3_000_000 + flows, zipf(1.05, events, rng))
    labels = np.where(kind > 0.78, 50_000_000 + np.arange(events), labels)
    middle = (np.arange(events) > events // 3) & (np.arange(events) < 2 * events // 3)
    return np.where(middle & (rng.random(events) < 0.3), 2_999_999, labels)


STREAMS: dict[str, Callable[[int, np.random.Generator], Labels]] = {
    "uniform": uniform,
    **{
        f"Zipf {exponent}": lambda events, rng, exponent=exponent: zipf(exponent, events, rng)
        for exponent in (0.5, 0.8, 1.0, 1.2, 1.5, 2.0)
    },
    "one label of 99 %": lambda events, rng: nearly_pure(0.99, events, rng),
    "one label of 99.99 %": lambda events, rng: nearly_pure(0.9999, events, rng),
    "2,000 labels and singletons": middle_and_single,
    "drift": drift,
    "frequent labels last": ascending,
    "network traffic": traffic,
}


# Few labels for the events, but more than the table holds: the error is largest relative to them.
HARD_TO_COUNT: dict[str, Callable[[int, np.random.Generator], Labels]] = {
    **{
        f"{labels:,} equal labels": lambda events, rng, labels=labels: uniform(events, rng, labels)
        for labels in (300, 1000, 3500)
    },
    "200 labels of 99 %": lambda events, rng: middle_and_single(events, rng, 200, 0.99),
    "50 labels of 90 %": lambda events, rng: middle_and_single(events, rng, 50, 0.9),
}

# Most events in a thousand labels or so, each with a thousandth of the events.
HARD_TO_MERGE: dict[str, Callable[[int, np.random.Generator], Labels]] = {
    "geometric, 0.001": lambda events, rng: rng.geometric(0.001, events),
    "1,000 labels of 80 %": lambda events, rng: middle_and_single(events, rng, 1000, 0.8),
}


def stream(name: str, events: int) -> Labels:
    """Return the labels of a stream, the same in every run."""
    generate = (STREAMS | HARD_TO_COUNT | HARD_TO_MERGE)[name]
    return generate(events, np.random.default_rng([SEED, *name.encode()]))
