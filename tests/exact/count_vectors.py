"""Counts to measure on, and how a tally comes to hold them."""

import random
from math import isqrt

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


def with_square_sum(counts, target):
    """Return as many events in pairs of classes so that the square sum comes close to a target.

    Moving d events up from one class to another that has g more adds 2 d (g + d) to the sum of
    squares and leaves n alone. Pairs with smaller and smaller g bring it within a few units.
    """
    counts = list(counts)
    for place in range(0, len(counts) - 1, 2):
        more = target - sum(c * c for c in counts)
        gap = counts[place] - counts[place + 1]
        moved = (isqrt(gap * gap + 2 * more) - gap) // 2
        counts[place] += moved
        counts[place + 1] -= moved
    return counts


def near_ties(samples, target, seed):
    """Yield counts whose square sum lies next to `target(n, square sum)`, which is no less."""
    rng = random.Random(seed)
    for _ in range(samples):
        small = [2**20 + rng.getrandbits(19) for _ in range(3)]
        counts = [2**58 + rng.getrandbits(57), 2**57 + rng.getrandbits(40)]
        for gap in (44, 32, 20, 8):
            low = 2**50 + rng.getrandbits(48)
            counts += [low + 2**gap + rng.getrandbits(gap), low]
        counts += [2**30 + 1, 2**30, *small]
        wanted = target(sum(counts), sum(c * c for c in counts))
        close = with_square_sum(counts[:-3], wanted - sum(c * c for c in small)) + small
        yield close
        # One event more from the smallest gap: the other side of the tie.
        yield [*close[:-5], close[-5] + 1, close[-4] - 1, *small]
