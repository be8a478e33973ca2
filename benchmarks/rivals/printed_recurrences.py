"""Algorithms 1 and 3 of the paper in float64, compiled, line by line as printed.

One repair, without which every value is NaN: log2 0 = 0 (errata E3, E4). As printed the loop keeps
w + 1 elements (E1), so a window of `size` labels is the printed loop with w = size - 1. The steps
are those of `entrostream.formulas.as_printed`, to which `agrees_with_the_paper` compares them.
"""

from __future__ import annotations

import math
from collections import Counter

import numba
import numpy as np

from entrostream.formulas import as_printed

compiled = numba.njit(error_model="numpy")


@compiled
def _log2(x):
    return math.log2(x) if x > 0.0 else 0.0


@compiled
def _entropy_inc(h, n, n_i):
    n, n_i = n + 1, n_i + 1
    kept, new, old = (n - 1) / n, n_i / n, (n_i - 1) / n
    return kept * (h - _log2(kept)) - new * _log2(new) + old * _log2(old)


@compiled
def _entropy_dec(h, n, n_i):
    n, n_i = n - 1, n_i - 1
    old, new = (n_i + 1) / (n + 1), n_i / (n + 1)
    return (n + 1) / n * (h + old * _log2(old) - new * _log2(new)) + _log2(n / (n + 1))


@compiled
def _gini_inc(g, n, n_i):
    n, n_i = n + 1, n_i + 1
    return 1 - 1 / n**2 * ((n - 1) ** 2 * (1 - g) + 2 * n_i - 1)


@compiled
def _gini_dec(g, n, n_i):
    n, n_i = n - 1, n_i - 1
    return 1 - 1 / n**2 * ((n + 1) ** 2 * (1 - g) - 2 * n_i - 1)


@compiled
def _enter(state, counts, code):
    h, g, n = state
    count = counts[code]
    counts[code] = count + 1
    return _entropy_inc(h, n, count), _gini_inc(g, n, count), n + 1


@compiled
def _leave(state, counts, code):
    h, g, n = state
    count = counts[code]
    counts[code] = count - 1
    return _entropy_dec(h, n, count), _gini_dec(g, n, count), n - 1


@compiled
def _slide(state, counts, ring, codes, entropies, ginis):
    oldest = 0
    for i in range(len(codes)):
        if state[2] == len(ring):
            state = _leave(state, counts, ring[oldest])
        ring[oldest] = codes[i]
        oldest = oldest + 1 if oldest + 1 < len(ring) else 0
        state = _enter(state, counts, codes[i])
        entropies[i], ginis[i] = state[0], state[1]
    return state, oldest


@compiled
def _fill_and_drain(state, counts, codes, entropies, ginis):
    for i in range(1, len(codes)):
        state = _enter(state, counts, codes[i])
        entropies[i - 1], ginis[i - 1] = state[0], state[1]
    for i in range(len(codes) - 1):
        state = _leave(state, counts, codes[i])
        entropies[len(codes) - 1 + i], ginis[len(codes) - 1 + i] = state[0], state[1]
    return state


class PrintedWindow:
    """The last `size` codes below `labels`; the values after each event."""

    def __init__(self, size: int, labels: int) -> None:
        self.state = (0.0, 0.0, 0)
        self.counts = np.zeros(labels, np.int64)
        self.ring = np.zeros(size, np.int32)

    def trace(self, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        entropies, ginis = np.empty(len(codes)), np.empty(len(codes))
        self.state, oldest = _slide(self.state, self.counts, self.ring, codes, entropies, ginis)
        self.ring = np.roll(self.ring, -oldest)
        return entropies, ginis

    def held(self) -> Counter:
        """Return the codes now held with their counts."""
        present = np.flatnonzero(self.counts)
        return Counter(dict(zip(present.tolist(), self.counts[present].tolist(), strict=True)))


class PrintedQueue:
    """Filled with codes, then drained to the last of them, over and over."""

    def __init__(self, labels: int, first: int) -> None:
        self.counts = np.zeros(labels, np.int64)
        self.state = _enter((0.0, 0.0, 0), self.counts, first)

    def trace(self, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Fill with codes[1:] (codes[0] is held) and drain all but the last: the values."""
        events = 2 * (len(codes) - 1)
        entropies, ginis = np.empty(events), np.empty(events)
        self.state = _fill_and_drain(self.state, self.counts, codes, entropies, ginis)
        return entropies, ginis


def agrees_with_the_paper(codes: np.ndarray, size: int) -> bool:
    """Whether the compiled loops give every bit of the plain Python ones."""
    entropies, ginis = PrintedWindow(size, int(codes.max()) + 1).trace(codes)
    labels = codes.tolist()
    printed_h = [r.value for r in as_printed.algorithm_3(labels, size - 1, log2_of_zero=0.0)]
    printed_g = [r.value for r in as_printed.algorithm_1(labels, size - 1)]
    return entropies.tolist() == printed_h and ginis.tolist() == printed_g
