"""Rows that lack the attribute of a split, or have a value of it that nobody met."""

import pytest

from entrostream.tree import VFDTClassifier
from tests.tree.streams import learned, rows

TALL = {"height": 1.0}


def coloured(size=1000):
    """Return rows whose class is their colour's: four in ten, three in ten, three in ten."""
    colours = ["red"] * 4 + ["green"] * 3 + ["blue"] * 3
    return [({"colour": c}, "warm" if c == "red" else "cold") for c in colours * (size // 10)]


def test_all_branches_answer_by_their_share():
    """The busiest branch alone would say warm, and be sure of it."""
    tree = learned(VFDTClassifier(leaf="majority"), coloured())

    assert tree.n_leaves == 3
    assert tree.predict_one({}) == tree.predict_one({"colour": None}) == "cold"
    assert tree.predict_proba_one({}) == pytest.approx({"warm": 0.4, "cold": 0.6}, abs=0.01)


def test_shares_below_a_gap_are_those_of_the_branches():
    """What the row has is used on either side of what it lacks."""
    tree = learned(VFDTClassifier(leaf="majority", explore=0), rows(6000))
    by_colour = [tree.predict_proba_one({"colour": c, **TALL}) for c in ("red", "green", "blue")]

    mixed = tree.predict_proba_one(TALL)

    assert sum(mixed.values()) == pytest.approx(1)
    for label, share in mixed.items():
        assert share == pytest.approx(sum(each[label] for each in by_colour) / 3, abs=0.06)


@pytest.mark.parametrize("leaf", ["majority", "nb", "nba", "rivals"])
def test_a_value_that_nobody_met_gets_the_answer_of_the_node(leaf):
    """Not that of another value, and not a sure one."""
    tree = learned(VFDTClassifier(leaf=leaf), coloured())
    before = tree.to_bytes()

    shares = tree.predict_proba_one({"colour": "beige"})

    assert tree.predict_one({"colour": "beige"}) == "cold"
    assert shares == pytest.approx({"warm": 0.4, "cold": 0.6}, abs=0.01)
    assert tree.to_bytes() == before


def test_an_attribute_that_vanishes_is_lived_without():
    """The busiest branch learns what comes from then on, and is soon believed."""
    tree = learned(VFDTClassifier(leaf="majority"), coloured())
    hits = 0
    for _ in range(300):
        hits += tree.predict_one({}) == "warm"
        tree.learn_one({}, "warm")

    assert hits > 290
    assert "colour is missing: goes to colour = 'red'" in tree.debug_one({})


def test_who_is_believed_is_saved():
    """A tree that was read back answers, and goes on, as if it never had been saved."""
    tree = learned(VFDTClassifier(), rows(3000, missing=0.3))
    twin = VFDTClassifier.from_bytes(tree.to_bytes())
    for x, y in rows(1000, seed=2, missing=0.3):
        assert twin.predict_proba_one(x) == tree.predict_proba_one(x)
        twin.learn_one(x, y)
        tree.learn_one(x, y)

    assert twin.to_bytes() == tree.to_bytes()


def test_the_way_of_a_row_with_a_gap_can_be_read():
    """Where it ends, and who speaks."""
    tree = learned(VFDTClassifier(leaf="majority"), coloured())

    assert tree.debug_one({}).splitlines() == [
        "colour is missing: it could be in any branch",
        "here: cold 600, warm 400; entropy 0.971",
        tree.debug_one({}).splitlines()[2],
    ]
    assert (
        tree.debug_one({})
        .splitlines()[2]
        .startswith("all branches together, each by its share of the rows, say cold: cold 0.")
    )
    assert tree.debug_one({"colour": "beige"}).splitlines()[0] == (
        "colour is 'beige': the split has no branch for it, the node answers"
    )
