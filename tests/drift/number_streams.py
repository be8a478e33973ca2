"""Streams of numbers from 0 to 1 whose mean changes, for all kinds of detectors."""

import numpy as np


def coins(rng, lengths, levels):
    """0 and 1, with one probability after the other."""
    pieces = [rng.random(n) < p for n, p in zip(lengths, levels, strict=True)]
    return np.concatenate(pieces).astype(float)


def reals(rng, lengths, levels):
    """Beta-distributed around one level after the other."""
    pieces = [rng.beta(1 + 9 * p, 1 + 9 * (1 - p), n) for n, p in zip(lengths, levels, strict=True)]
    return np.concatenate(pieces)


def steps(rng, lengths, levels):
    """Constant but for the changes."""
    del rng
    return np.repeat(levels, lengths)


def ramp(rng, lengths, levels):
    """0 and 1, with a probability that goes from one level to the next."""
    ends = np.concatenate([[0], np.cumsum(lengths)])
    levels = np.interp(np.arange(ends[-1]), ends, [levels[0], *levels])
    return (rng.random(ends[-1]) < levels).astype(float)


KINDS = {"coins": coins, "reals": reals, "steps": steps, "ramp": ramp}

RULES = [
    {},
    {"delta": 0.2, "clock": 1},
    {"delta": 1e-6, "clock": 10, "max_buckets": 2},
    {"delta": 0.05, "max_buckets": 30, "min_window_length": 1},
    {"delta": 0.5, "clock": 7, "min_window_length": 40, "grace_period": 200},
    {"delta": 0.3, "clock": 1, "max_buckets": 3, "min_window_length": 1, "grace_period": 0},
]


def stream(kind, seed, length=4000):
    """Return numbers of one kind with a few changes, the same for the same seed."""
    rng = np.random.default_rng(seed)
    lengths = rng.multinomial(length, rng.dirichlet([2] * 5))
    return KINDS[kind](rng, lengths, rng.random(5))
