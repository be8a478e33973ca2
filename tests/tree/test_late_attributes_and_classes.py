"""Noise stays unsplit where classes and attributes come late, as docs/trees.md says."""

import math
import random

import pytest

from entrostream.tree import VFDTClassifier


def rare_classes(chance, i):
    """Return words and numbers, and one of twelve classes, each half as frequent as the last."""
    x = {"word": chance.choice("abcdefgh"), "bit": chance.choice("ab"), "number": chance.random()}
    return x, min(11, int(-math.log2(1 - chance.random())))


def late_classes(chance, i):
    """Return an attribute of many values; a class more after every 500 rows."""
    return {"word": chance.choice("abcdefghijklmnop")}, chance.randrange(2 + i // 500)


def attributes_one_by_one(chance, i):
    """Return one attribute more after every 60 rows, up to a hundred."""
    return {name: chance.choice("ab") for name in range(1 + i // 60)}, chance.randrange(2)


def first_two_then_all(chance, i):
    """Return two attributes at first, twenty from row 300 on."""
    return {name: chance.choice("ab") for name in range(2 if i < 300 else 20)}, chance.randrange(2)


STREAMS = {  # with the number of attributes at the start and at the end
    "rare classes": (rare_classes, 3, 3),
    "late classes": (late_classes, 1, 1),
    "attributes one by one": (attributes_one_by_one, 1, 100),
    "two attributes, then twenty": (first_two_then_all, 2, 20),
}


def share_split(make, streams, size, delta):
    """Return the share of streams that were ever split."""
    split = 0
    for seed in range(streams):
        chance = random.Random(f"{make.__name__} {seed}")
        tree = VFDTClassifier(delta=delta, explore=0, leaf_prediction="mc")
        for i in range(size):
            tree.learn_one(*make(chance, i))
            if tree.work["splits"]:
                split += 1
                break
    return split / streams


@pytest.mark.parametrize("kind", STREAMS)
def test_late_noise_is_not_evidence(kind):
    """A few streams, at a delta that is large."""
    make, first, last = STREAMS[kind]
    assert share_split(make, streams=8, size=1200, delta=0.2) <= 0.2 * (1 + math.log(last / first))


@pytest.mark.slow
@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("delta", [0.05, 0.2])
def test_share_of_streams_that_are_split_is_within_the_bound(kind, delta):
    """In 300 streams of 6,000 rows."""
    make, first, last = STREAMS[kind]
    found = share_split(make, streams=300, size=6000, delta=delta)
    assert found <= delta * (1 + math.log(last / first))
