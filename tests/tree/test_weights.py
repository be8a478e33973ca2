"""Every weight that is allowed: no count overflows, and what is new is always learned."""

import random

import pytest

from entrostream.tree import VFDTClassifier

LEAVES = ["rivals", "majority", "nb", "nba"]


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("most", [10**7, 2**28, 2**30])
@pytest.mark.parametrize("missing", [0, 0.2])
def test_heavy_rows_leave_a_tree_that_can_be_saved_and_goes_on(leaf, most, missing):
    """Copies, bytes and predictions stay good, however full the leaves are."""
    for seed in range(5):
        chance = random.Random(f"{leaf} {most} {missing} {seed}")
        tree = VFDTClassifier(leaf=leaf, explore=chance.choice([0, 200]), warm_up=20)
        for _ in range(600):
            number, word = chance.random(), chance.choice("abc")
            y = int(number > 0.5) ^ (word == "a") if chance.random() < 0.9 else 2
            x = {"number": number, "word": word}
            for name in list(x):
                if chance.random() < missing:
                    del x[name]
            tree.learn_one(x, y, w=chance.randint(1, most))

        assert VFDTClassifier.from_bytes(tree.to_bytes()) == tree == tree.copy()
        shares = tree.predict_proba_one({"number": 0.3, "word": "b"})
        assert sum(shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("limit", [None, "16KiB"])
def test_full_leaf_goes_on_learning(leaf, limit):
    """After 5 * 10^9 of one class, ten times as much of another is what it predicts."""
    tree = VFDTClassifier(leaf=leaf, memory_limit=limit)
    for _ in range(5_000):
        tree.learn_one({"x": 1.0}, "old", w=10**6)
    for _ in range(50_000):
        tree.learn_one({"x": 1.0}, "new", w=10**6)

    assert tree.predict_one({"x": 1.0}) == "new"
    assert tree.predict_proba_one({"x": 1.0})["new"] > 0.8
