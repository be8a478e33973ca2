"""Every weight of both kinds: no count overflows, and what is new is always learned."""

import random

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier
from tests.tree.streams import rows

LEAVES = ["nba_path", "mc", "nb", "nba"]


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("most", [10**7, 2**28, 2**30])
@pytest.mark.parametrize("missing", [0, 0.2])
@pytest.mark.parametrize("weights", ["importance", "frequency"])
def test_heavy_rows_leave_a_tree_that_can_be_saved_and_goes_on(leaf, most, missing, weights):
    """Copies, bytes and predictions stay good, however full the leaves are."""
    for seed in range(5):
        chance = random.Random(f"{leaf} {most} {missing} {seed}")
        explore = chance.choice([0, 200])
        tree = VFDTClassifier(
            leaf_prediction=leaf, explore=explore, warm_up=20, weight_type=weights
        )
        for _ in range(600):
            number, word = chance.random(), chance.choice("abc")
            y = int(number > 0.5) ^ (word == "a") if chance.random() < 0.9 else 2
            x = {"number": number, "word": word}
            for name in list(x):
                if chance.random() < missing:
                    del x[name]
            tree.learn_one(x, y, weight=chance.randint(1, most))

        assert VFDTClassifier.from_bytes(tree.to_bytes()) == tree == tree.copy()
        shares = tree.predict_proba_one({"number": 0.3, "word": "b"})
        assert sum(shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("limit", [None, "16KiB"])
@pytest.mark.parametrize("weights", ["importance", "frequency"])
def test_full_leaf_goes_on_learning(leaf, limit, weights):
    """After 5 * 10^9 of one class, ten times as much of another is what it predicts."""
    tree = VFDTClassifier(leaf_prediction=leaf, memory_limit=limit, weight_type=weights)
    for label, rows_of_label in (("old", 5_000), ("new", 50_000)):
        ones = np.ones(rows_of_label)
        tree.learn_many({"x": ones}, [label] * rows_of_label, ones * 10**6)

    assert tree.predict_one({"x": 1.0}) == "new"
    assert tree.predict_proba_one({"x": 1.0})["new"] > 0.8


def test_frequency_is_that_of_repeated_rows():
    """The same counts and shares as with each row repeated, as long as no split comes between."""
    chance = random.Random(31)
    heavy = VFDTClassifier(weight_type="frequency", leaf_prediction="mc", delta=1e-300)
    often = VFDTClassifier(leaf_prediction="mc", delta=1e-300)
    for x, y in rows(200):
        weight = chance.randint(1, 4)
        heavy.learn_one(x, y, weight)
        for _ in range(weight):
            often.learn_one(x, y)

    assert heavy.to_rules() == often.to_rules()
    assert heavy.predict_proba_one({}) == often.predict_proba_one({})


def test_kind_of_weights_is_saved():
    """In parameters, bytes, copies and pickles; a state without weights has the bytes it had."""
    tree = VFDTClassifier(weight_type="frequency")
    tree.learn_one({"x": 1.0}, "a", 3)
    for same in (tree.copy(), VFDTClassifier.from_bytes(tree.to_bytes())):
        assert same.get_params()["weight_type"] == "frequency"
        assert same == tree
    assert VFDTClassifier().get_params()["weight_type"] == "importance"
    assert VFDTClassifier() != VFDTClassifier(weight_type="frequency")
