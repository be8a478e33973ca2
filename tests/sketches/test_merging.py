"""Sketches of parts of a stream merge to a sketch of all of it."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.sketches.test_sketches import both, read, zipf


@both
def test_sketches_merge_whoever_merges_whom(kind):
    """The answers are the same within rounding."""
    labels = zipf(60_000)
    left, right = kind("4KiB"), kind("4KiB")
    left.update_many(labels[:20_000])
    right.update_many(labels[20_000:])
    one, other = left + right, right + left

    assert not one.is_exact
    assert one.n == other.n == 60_000
    assert abs(read(one).value - read(other).value) < 1e-12


def in_any_grouping(data, sketches):
    """Merge all, two neighbours at a time, after a permutation."""
    merged = data.draw(st.permutations(sketches))
    while len(merged) > 1:
        place = data.draw(st.integers(0, len(merged) - 2))
        merged[place : place + 2] = [merged[place] + merged[place + 1]]
    return merged[0]


@both
@pytest.mark.parametrize("memory", ["2KiB", "64KiB"])
@given(data=st.data(), parts=st.lists(st.lists(st.integers(0, 40)), min_size=3, max_size=5))
def test_exact_parts_merge_to_the_same_bytes(kind, memory, data, parts):
    """In any order and grouping, whether the text of all labels fits or not."""
    sketches = [kind(memory) for _ in parts]
    for sketch, labels in zip(sketches, parts, strict=True):
        sketch.update_many([f"label {label}" for label in labels])
    left = reduce(add, sketches)
    other = in_any_grouping(data, sketches)

    assert left.is_exact
    assert other.to_bytes() == left.to_bytes()
    assert other.most_common(3) == left.most_common(3)


@both
@pytest.mark.parametrize("labels", [200, 700])
def test_exact_parts_of_many_labels_merge_to_the_same_bytes(kind, labels):
    """Only some have their text stored: those with the largest counts in one of the parts."""
    drawn = zipf(16_000) % labels
    parts = [kind("16KiB") for _ in range(16)]
    for part, rows in zip(parts, np.array_split(drawn, 16), strict=True):
        part.update_many([f"192.168.{row // 256}.{row % 256}" for row in rows])
    forwards, backwards = reduce(add, parts), reduce(add, parts[::-1])
    pairs = [left + right for left, right in zip(parts[::2], parts[1::2], strict=True)]

    assert forwards.is_exact
    assert len(forwards.most_common(labels)) < labels
    assert backwards.to_bytes() == reduce(add, pairs).to_bytes() == forwards.to_bytes()


@both
def test_restored_parts_merge_to_the_same_bytes(kind):
    """As on a cluster, where parts travel as bytes."""
    parts = [kind("2KiB") for _ in range(6)]
    for number, part in enumerate(parts):
        part.update_many([f"label {i * number % 50}" for i in range(300)])

    def sent(left, right):
        return kind.from_bytes(left.to_bytes()) + kind.from_bytes(right.to_bytes())

    one = reduce(sent, parts)

    assert one.is_exact
    assert one.to_bytes() == reduce(add, parts[::-1]).to_bytes()


def test_answer_of_a_linear_sketch_does_not_depend_on_the_grouping():
    """Without a table, merging is addition."""
    labels = zipf(4_000)
    parts = [es.EntropySketch("4KiB", method="clifford_cosma") for _ in range(4)]
    for i, part in enumerate(parts):
        part.update_many(labels[i::4])
    a, b, c, d = parts

    assert abs((((a + b) + c) + d).entropy - ((d + b) + (c + a)).entropy) < 1e-12


@pytest.mark.parametrize("shards", ["contiguous", "by key"])
def test_shards_are_as_good_as_one_sketch(shards):
    """Sixteen parts, merged: the error is hardly larger."""
    labels = zipf(160_000, 1.05)
    exact = es.Tally(labels).entropy
    errors = {"one": [], "merged": []}
    for seed in range(16):
        one = es.EntropySketch("16KiB", seed=seed)
        one.update_many(labels)
        merged = es.EntropySketch("16KiB", seed=seed)
        for i in range(16):
            part = es.EntropySketch("16KiB", seed=seed)
            rows = (
                labels[i * 10_000 : (i + 1) * 10_000]
                if shards[0] == "c"
                else labels[labels % 16 == i]
            )
            part.update_many(rows)
            merged += part
        errors["one"].append(one.entropy - exact)
        errors["merged"].append(merged.entropy - exact)
        assert merged.n == one.n
    rms = {name: np.sqrt(np.mean(np.square(each))) for name, each in errors.items()}

    assert rms["merged"] < 1.3 * rms["one"]


def test_sizes_merge_at_the_smaller():
    """If one is a multiple of the other; else both are named."""
    large, small = es.EntropySketch("64KiB"), es.EntropySketch("16KiB")
    large.update_many(range(50_000))
    small.update_many(range(50_000, 60_000))

    assert (large + small).memory == (small + large).memory == 16384
    assert abs((large + small).entropy - (small + large).entropy) < 1e-12
    with pytest.raises(ValueError, match="65536 and 70000 bytes cannot merge"):
        large.merge(es.EntropySketch(70_000))


@both
def test_merging_different_seeds_is_refused(kind):
    """Both are named, nothing is changed."""
    left, right = kind(seed=1), kind(seed=2)
    left.update("a")
    with pytest.raises(ValueError, match="sketches with seeds 1 and 2 cannot merge"):
        left.merge(right)
    with pytest.raises(TypeError, match="can merge only its own kind"):
        left.merge(es.Tally())
    with pytest.raises(TypeError):
        left + 1
    assert left.n == 1
