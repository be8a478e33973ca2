"""Counts to measure on, and how a tally comes to hold them."""

import random

import entrostream as es


def tally_of(counts):
    """Return a tally with these counts, whatever the labels."""
    tally = es.Tally()
    tally.update_counts(dict(enumerate(counts)))
    return tally


def partitions(n, largest=None):
    """Yield all ways to write n as a sum of positive integers, the largest first."""
    if n == 0:
        yield ()
    for first in range(min(n, largest or n), 0, -1):
        for rest in partitions(n - first, first):
            yield (first, *rest)


def two_classes(samples, seed):
    """Yield pairs with a sum up to a million, of all sizes and all mixtures."""
    rng = random.Random(seed)
    for _ in range(samples):
        n = round(10 ** rng.uniform(0.4, 6))
        rare = min(n - 1, round(10 ** rng.uniform(0, 6)))
        yield rng.choice([(rare, n - rare), (n // 2, n - n // 2), (n - 1, 1)])


def all_but_one(samples, seed):
    """Yield (n - 1, 1) for n up to 1e15: powers of 2 and 10, their neighbours, and others."""
    rng = random.Random(seed)
    sizes = {10**k for k in range(1, 16)} | {2**k for k in range(1, 50)}
    sizes |= {n + step for n in sizes for step in (-1, 1)}
    sizes |= {round(10 ** rng.uniform(0.4, 15)) for _ in range(samples)}
    return [(n - 1, 1) for n in sorted(sizes) if 2 <= n <= 10**15]


def mixed(samples, most, seed):
    """Yield counts from 1 to 2^55 of all lengths, up to 200 classes, n below 2^62."""
    rng = random.Random(seed)
    for _ in range(samples):
        classes = rng.randint(2, most)
        counts = [max(1, rng.getrandbits(rng.randint(1, 55))) for _ in range(classes)]
        if sum(counts) < 2**62:
            yield counts


def nearly_full(samples, seed):
    """Yield counts whose sum is 2^62 - 1 or little less: the most a summary can hold."""
    rng = random.Random(seed)
    for _ in range(samples):
        counts = [rng.getrandbits(rng.randint(1, 61)) + 1 for _ in range(rng.randint(1, 3))]
        rest = 2**62 - 1 - sum(counts) - rng.getrandbits(rng.randint(0, 8))
        if rest > 0:
            yield [rest, *counts]


def zipf(classes):
    """Return counts in proportion to 1/rank; the last label was seen ten times."""
    return [10 * classes // rank for rank in range(1, classes + 1)]
