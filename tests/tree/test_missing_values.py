"""Rows without the attribute of a split, or with a value of it that was never seen."""

import pytest

from entrostream.tree import VFDTClassifier
from tests.tree.streams import learned, rows

TALL = {"height": 1.0}


def coloured(size=1000):
    """Return rows whose class is their colour's: four in ten, three in ten, three in ten."""
    colours = ["red"] * 4 + ["green"] * 3 + ["blue"] * 3
    return [({"colour": c}, "warm" if c == "red" else "cold") for c in colours * (size // 10)]


def test_all_branches_predict_by_their_share():
    """The largest branch alone would predict warm with probability 1."""
    tree = learned(VFDTClassifier(leaf_prediction="mc"), coloured())

    assert tree.n_leaves == 3
    assert tree.predict_one({}) == tree.predict_one({"colour": None}) == "cold"
    assert tree.predict_proba_one({}) == pytest.approx({"warm": 0.4, "cold": 0.6}, abs=0.01)


def test_probabilities_of_a_row_with_a_missing_value_are_those_of_the_branches():
    """The other attributes of the row are used above and below the missing one."""
    tree = learned(VFDTClassifier(leaf_prediction="mc", explore=0), rows(6000))
    by_colour = [tree.predict_proba_one({"colour": c, **TALL}) for c in ("red", "green", "blue")]

    mixed = tree.predict_proba_one(TALL)

    assert sum(mixed.values()) == pytest.approx(1)
    for label, share in mixed.items():
        assert share == pytest.approx(sum(each[label] for each in by_colour) / 3, abs=0.06)


@pytest.mark.parametrize("leaf", ["mc", "nb", "nba", "nba_path"])
def test_unseen_value_gets_the_prediction_of_the_node(leaf):
    """Not that of another value, and not with probability 1."""
    tree = learned(VFDTClassifier(leaf_prediction=leaf), coloured())
    before = tree.to_bytes()

    shares = tree.predict_proba_one({"colour": "beige"})

    assert tree.predict_one({"colour": "beige"}) == "cold"
    assert shares == pytest.approx({"warm": 0.4, "cold": 0.6}, abs=0.01)
    assert tree.to_bytes() == before


def test_tree_learns_on_without_an_attribute_that_vanishes():
    """The largest branch learns these rows, and soon predicts for them."""
    tree = learned(VFDTClassifier(leaf_prediction="mc"), coloured())
    hits = 0
    for _ in range(300):
        hits += tree.predict_one({}) == "warm"
        tree.learn_one({}, "warm")

    assert hits > 290
    assert "colour is missing: goes to colour = 'red'" in tree.debug_one({})


def test_choice_between_predictors_is_saved():
    """A restored tree predicts and learns as if it had never been saved."""
    tree = learned(VFDTClassifier(), rows(3000, missing=0.3))
    twin = VFDTClassifier.from_bytes(tree.to_bytes())
    for x, y in rows(1000, seed=2, missing=0.3):
        assert twin.predict_proba_one(x) == tree.predict_proba_one(x)
        twin.learn_one(x, y)
        tree.learn_one(x, y)

    assert twin.to_bytes() == tree.to_bytes()


def test_explanation_of_a_row_with_a_missing_value():
    """Where the path ends, and which predictor is used."""
    tree = learned(VFDTClassifier(leaf_prediction="mc"), coloured())

    assert tree.debug_one({}).splitlines() == [
        "colour is missing: it could be in any branch",
        "here: cold 600, warm 400; entropy 0.971",
        tree.debug_one({}).splitlines()[2],
    ]
    assert (
        tree.debug_one({})
        .splitlines()[2]
        .startswith("all branches together, each by its share of the rows, predict cold: cold 0.")
    )
    assert tree.debug_one({"colour": "beige"}).splitlines()[0] == (
        "colour is 'beige': the split has no branch for it, the node predicts"
    )
