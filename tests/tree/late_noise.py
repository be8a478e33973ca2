"""Streams of noise whose classes and attributes appear late, and how many of them are split."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from entrostream.tree import VFDTClassifier

Row = tuple[dict[object, object], int]


@dataclass(frozen=True)
class LateNoise:
    """Rows whose class does not depend on the attributes, of which there are `first` to `last`."""

    description: str
    row: Callable[[random.Random, int], Row]
    first: int = 1
    last: int = 1
    proven: bool = True

    def bound(self, delta: float) -> float:
        """Return the probability of ever being split that the docs prove."""
        return min(1.0, delta * (1 + math.log(self.last / self.first)))

    def split(self, streams: int, rows: int, delta: float) -> int:
        """Return how many streams are ever split."""
        return sum(self._is_split(seed, rows, delta) for seed in range(streams))

    def _is_split(self, seed: int, rows: int, delta: float) -> bool:
        chance = random.Random(f"{self.row.__name__} {seed}")
        tree = VFDTClassifier(delta=delta, explore=0, leaf_prediction="mc")
        for i in range(rows):
            tree.learn_one(*self.row(chance, i))
            if tree.work["splits"]:
                return True
        return False


def rare_classes(chance: random.Random, i: int) -> Row:
    x = {"word": chance.choice("abcdefgh"), "bit": chance.choice("ab"), "number": chance.random()}
    return x, min(11, int(-math.log2(1 - chance.random())))


def late_classes(chance: random.Random, i: int) -> Row:
    return {"word": chance.choice("abcdefghijklmnop")}, chance.randrange(2 + i // 500)


def attributes_one_by_one(chance: random.Random, i: int) -> Row:
    return {name: chance.choice("ab") for name in range(1 + i // 60)}, chance.randrange(2)


def first_two_then_all(chance: random.Random, i: int) -> Row:
    return {name: chance.choice("ab") for name in range(2 if i < 300 else 20)}, chance.randrange(2)


STREAMS = {
    "rare classes": LateNoise(
        "twelve classes, each half as frequent as the one before; "
        "an attribute of 8 values among others",
        rare_classes,
        3,
        3,
        proven=False,
    ),
    "late classes": LateNoise(
        "a new class after every 500 rows; an attribute of 16 values", late_classes, proven=False
    ),
    "attributes one by one": LateNoise(
        "a new attribute after every 60 rows, from 1 to 100", attributes_one_by_one, 1, 100
    ),
    "two attributes, then twenty": LateNoise(
        "2 attributes at first, 20 from row 300 on", first_two_then_all, 2, 20
    ),
}
