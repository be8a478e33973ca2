"""Streams whose concept changes in a known way, from NumPy's generator with a seed.

A concept is a random decision tree over the attributes. 5 % of the labels are noise, except in
`flip`, which has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from benchmarks.trees.stream_files import Attribute, Rows

ROWS = 40_000
FREQUENT, RECURRING = 5_000, 10_000  # rows of a concept
SEEDS = (1, 2, 3, 4, 5)
NOISE = 0.05
DEPTH = 3  # of the trees that label the rows
NUMERIC, NOMINAL = 0, 4  # how many values an attribute has
MIXED = (NUMERIC,) * 3 + (NOMINAL,) * 3
Made = tuple[list[Attribute], int, Rows]


def flip(seed: int) -> Made:
    """Return numeric and nominal attributes, two classes, which change places at half time."""
    random = np.random.default_rng(seed)
    x = rows_of(random, MIXED, ROWS)
    y = concept((seed, 300), x, MIXED, 2) ^ (np.arange(ROWS) >= ROWS // 2)
    return made(MIXED, 2, x, y)


def frequent(seed: int) -> Made:
    """Return the same attributes and classes, a new concept every 5,000 rows."""
    random = np.random.default_rng(seed)
    seeds = [(seed, part) for part in range(ROWS // FREQUENT)]
    return concepts_in_turn(random, seeds, FREQUENT)


def recurring(seed: int) -> Made:
    """Return the same, three concepts of 10,000 rows each, then the three again."""
    random = np.random.default_rng(seed)
    return concepts_in_turn(random, [(seed, 100 + part % 3) for part in range(6)], RECURRING)


def gradual(seed: int) -> Made:
    """Return six nominal attributes and three classes; a second concept replaces the first.

    Its share of the labels rises from none to all over the middle half of the rows.
    """
    random = np.random.default_rng(seed)
    values = (NOMINAL,) * 6
    x = rows_of(random, values, ROWS)
    share = np.clip((np.arange(ROWS) / ROWS - 0.25) / 0.5, 0, 1)
    old, new = (concept((seed, 200 + part), x, values, 3) for part in range(2))
    y = np.where(random.random(ROWS) < share, new, old)
    return made(values, 3, x, noisy(random, y, 3))


def concepts_in_turn(
    random: np.random.Generator, seeds: Sequence[tuple[int, int]], rows: int
) -> Made:
    x = rows_of(random, MIXED, rows * len(seeds))
    parts = zip(seeds, np.split(x, len(seeds)), strict=True)
    y = np.concatenate([concept(seed, part, MIXED, 2) for seed, part in parts])
    return made(MIXED, 2, x, noisy(random, y, 2))


def rows_of(random: np.random.Generator, values: Sequence[int], rows: int) -> np.ndarray:
    """Return uniform numbers from 0 to 1 of six digits, and codes of nominal values."""
    columns = [
        random.integers(many, size=rows) if many else random.random(rows).round(6)
        for many in values
    ]
    return np.column_stack([column.astype(float) for column in columns])


def concept(
    seed: tuple[int, int],
    x: np.ndarray,
    values: Sequence[int],
    classes: int,
    *,
    depth: int = DEPTH,
) -> np.ndarray:
    """Label rows by the random tree of this seed, whatever the rows are."""
    return _labels(np.random.default_rng(seed), x, values, classes, depth)


def _labels(
    random: np.random.Generator, x: np.ndarray, values: Sequence[int], classes: int, depth: int
) -> np.ndarray:
    place = int(random.integers(len(values)))
    if values[place]:
        left = np.isin(x[:, place], random.permutation(values[place])[: values[place] // 2])
    else:
        left = x[:, place] < random.uniform(0.3, 0.7)
    if depth == 1:
        one, other = random.permutation(classes)[:2]
        return np.where(left, one, other)
    branches = [_labels(random, x, values, classes, depth - 1) for _ in range(2)]
    return np.where(left, *branches)


def noisy(random: np.random.Generator, y: np.ndarray, classes: int) -> np.ndarray:
    """Replace some labels by random ones, which may be the same."""
    return np.where(random.random(len(y)) < NOISE, random.integers(classes, size=len(y)), y)


def made(values: Sequence[int], classes: int, x: np.ndarray, y: np.ndarray) -> Made:
    attributes = [Attribute(f"a{place}", many) for place, many in enumerate(values)]
    rows = [
        [str(int(cell)) if many else repr(cell) for cell, many in zip(row, values, strict=True)]
        + [str(label)]
        for row, label in zip(x.tolist(), y.tolist(), strict=True)
    ]
    return attributes, classes, rows


def with_seeds(name: str, make: Callable[[int], Made]) -> dict[str, Callable[[], Made]]:
    """Return a maker for each seed; the first has the plain name."""
    return {
        name if seed == SEEDS[0] else f"{name}_seed{seed}": partial(make, seed) for seed in SEEDS
    }


MAKERS: dict[str, Callable[[], Made]] = {
    **with_seeds("flip", flip),
    **with_seeds("frequent", frequent),
    **with_seeds("recurring", recurring),
    **with_seeds("gradual", gradual),
}
