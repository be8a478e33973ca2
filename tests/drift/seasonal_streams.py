"""Streams with a daily rhythm: the shares of all labels move up and down by a half."""

from __future__ import annotations

import numpy as np

from tests.drift.changing_streams import zipf

DAY = 86_400  # seconds


def drawn(shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one label for each row of shares."""
    chosen = (shares.cumsum(axis=1) < rng.random(len(shares))[:, None]).sum(axis=1)
    return chosen.clip(max=shares.shape[1] - 1)


def with_rhythm(base, days, phases, amplitude=0.5):
    """Return the shares at these times in days."""
    shares = base * (1 + amplitude * np.sin(2 * np.pi * days[:, None] + phases))
    return shares / shares.sum(axis=1, keepdims=True)


def drawn_at(base, days, phases, rng, amplitude=0.5):
    """Draw labels at these times, some at a time: all shares of many labels are gigabytes."""
    parts = np.array_split(days, len(days) // 2_000 + 1)
    return np.concatenate([drawn(with_rhythm(base, at, phases, amplitude), rng) for at in parts])


def daily(seed, k=5, *, days=8, per_day=10_000, amplitude=0.5, after=None, change=None):
    """Return labels and times in seconds; from event `change` on, the base shares are `after`."""
    rng = np.random.default_rng([seed, k])
    n = days * per_day
    at = np.arange(n) / per_day
    phases = rng.uniform(0, 2 * np.pi, k)
    base = zipf(k)
    first = n if change is None else change
    labels = drawn_at(base, at[:first], phases, rng, amplitude)
    if change is not None:
        changed = drawn_at(after(base), at[first:], phases, rng, amplitude)
        labels = np.concatenate([labels, changed])
    return labels, at * DAY


def stuck(seed, k, change, *, days=9, per_day=10_000):
    """Return labels and times in seconds; from event `change` on, the shares stay as they are."""
    rng = np.random.default_rng([seed, k])
    at = np.arange(days * per_day) / per_day
    phases = rng.uniform(0, 2 * np.pi, k)
    return drawn_at(zipf(k), np.minimum(at, change / per_day), phases, rng), at * DAY


def a_fifth_moves(base):
    """Move a fifth of the most frequent label to the rarest."""
    after = base.copy()
    after[-1] += 0.2 * after[0]
    after[0] *= 0.8
    return after


def two_swap(base):
    """Swap the second and the third label."""
    return base[[0, 2, 1, *range(3, len(base))]]


def one_comes(base):
    """Make the rarest label more frequent, by 3 % of all events."""
    after = 0.97 * base
    after[-1] += 0.03
    return after


CHANGES = {
    "a fifth of one label goes to another": a_fifth_moves,
    "two labels swap": two_swap,
    "3 % more of the rarest label": one_comes,
}
