"""Streams for measuring drift of the value: codes, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

LABELS = 10**5
CHUNK = 10**6
Draw = Callable[[np.random.Generator, np.ndarray, int], np.ndarray]
_zipf = np.cumsum(np.arange(1, LABELS + 1, dtype=np.float64) ** -1.1)


def uniform(labels: int) -> Draw:
    return lambda rng, places, window: rng.integers(0, labels, len(places))


def zipf(rng: np.random.Generator, places: np.ndarray, window: int) -> np.ndarray:
    return np.searchsorted(_zipf, rng.random(len(places)) * _zipf[-1])


def near_pure(rng: np.random.Generator, places: np.ndarray, window: int) -> np.ndarray:
    """Draw label 0, and one event in 1e4 of any of ten labels."""
    return np.where(rng.random(len(places)) < 1e-4, rng.integers(0, 10, len(places)), 0)


def burst_then_pure(rng: np.random.Generator, places: np.ndarray, window: int) -> np.ndarray:
    """Draw 2 w events of 1000 labels, then 2 w events of one, and so on."""
    pure = places // (2 * window) % 2 == 1
    return np.where(pure, 0, rng.integers(1, 1001, len(places)))


SLIDING: dict[str, Draw] = {
    "uniform, 10 labels": uniform(10),
    "uniform, 1000 labels": uniform(1000),
    "Zipf 1.1, 1e5 labels": zipf,
    "near pure": near_pure,
    "burst then pure": burst_then_pure,
}


def chunks(draw: Draw, window: int, marks: list[int]) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (events so far, codes), with a chunk ending at every mark."""
    rng, done = np.random.default_rng([window, 7]), 0
    for mark in marks:
        while done < mark:
            places = np.arange(done, min(done + CHUNK, mark))
            yield done + len(places), draw(rng, places, window).astype(np.int32)
            done += len(places)
