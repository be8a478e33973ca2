"""The tree from rows: kinds of attributes, what is new, what is missing, weights and classes."""

from decimal import Decimal
from types import MappingProxyType

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.tree.streams import columns, learned, rows


def test_order_of_attributes_does_not_matter():
    """A row is a set of named values: neither the order in dicts nor that of columns shows."""
    stream = rows(1500, missing=0.1)
    turned = [(dict(reversed(x.items())), y) for x, y in stream]
    table, y = columns(stream)
    other = VFDTClassifier()

    other.learn_many(dict(reversed(table.items())), y)

    assert learned(VFDTClassifier(), stream) == learned(VFDTClassifier(), turned) == other


def test_predicting_first_changes_nothing():
    """Predictions, of any row, leave the tree as it would be without them."""
    stream = rows(1500)
    queried = VFDTClassifier()
    for i, (x, y) in enumerate(stream):
        queried.predict_one(x)
        queried.predict_proba_one({"colour": f"never {i}", "height": None, "other": 5})
        queried.predict_one(x)
        queried.learn_one(x, y)

    assert queried == learned(VFDTClassifier(), stream)
    assert list(queried.attributes) == ["age", "colour", "height", "member"]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "numeric"),
        (2.5, "numeric"),
        (np.float32(2.5), "numeric"),
        (np.int8(3), "numeric"),
        (Decimal("2.5"), "numeric"),
        (True, "nominal"),
        (np.bool_(True), "nominal"),
        ("red", "nominal"),
        (np.str_("red"), "nominal"),
        (("a", 1), "nominal"),
        (b"red", "nominal"),
    ],
    ids=repr,
)
def test_first_value_says_what_an_attribute_is(value, kind):
    """Numbers are numbers, but bools and all else are labels."""
    tree = VFDTClassifier()
    tree.learn_one({"x": None}, 0)
    assert tree.attributes == {}

    tree.learn_one({"x": value}, 0)

    assert tree.attributes == {"x": kind}


@pytest.mark.parametrize(
    "nothing", [None, float("nan"), np.nan, np.datetime64("NaT", "s")], ids=repr
)
def test_missing_values_are_as_if_not_there(nothing):
    """None, NaN and an absent key say the same, of numbers and of words."""
    stream = rows(800, missing=0.3)
    full = [({**dict.fromkeys(["height", "colour", "age"], nothing), **x}, y) for x, y in stream]

    assert learned(VFDTClassifier(), full) == learned(VFDTClassifier(), stream)


def test_nominal_attributes_take_numbers_for_labels():
    """By name, in rows and in columns; equal numbers are one label."""
    tree, bulk = (VFDTClassifier(nominal_attributes=["code"]) for _ in range(2))
    for code, label in [(1, "a"), (7, "b"), (1.0, "a"), (True, "a")] * 100:
        tree.learn_one({"code": code}, label)
    bulk.learn_many({"code": np.array([1.0, 7.0, 1.0, 1.0] * 100)}, list("abaa") * 100)

    assert tree.attributes == {"code": "nominal"}
    assert tree == bulk
    assert [str(rule.conditions[0]) for rule in tree.to_rules()] == ["code = 1", "code = 7"]
    assert tree.get_params()["nominal_attributes"] == ["code"]


def test_new_attributes_values_and_classes_come_in_mid_stream():
    """And attributes vanish; the tree goes on."""
    tree = learned(VFDTClassifier(), rows(500))
    for i in range(600):
        tree.learn_one({"planet": "mars" if i % 2 else "venus", "colour": "pink"}, i % 2)

    assert tree.classes[-2:] == [0, 1]
    assert tree.attributes["planet"] == "nominal"
    assert tree.predict_one({"planet": "mars", "colour": "pink"}) == 1
    assert tree.predict_one({"planet": "venus", "colour": "pink"}) == 0


def test_unseen_value_of_a_split_gets_the_prediction_of_its_node():
    """Not that of some other value's branch."""
    tree = VFDTClassifier(leaf_prediction="mc")
    for i in range(400):
        tree.learn_one({"sky": "blue" if i % 4 else "grey"}, "sail" if i % 4 else "stay")

    assert tree.n_leaves == 2
    assert tree.predict_proba_one({"sky": "grey"}) == {"stay": 1.0, "sail": 0.0}
    assert 0.6 < tree.predict_proba_one({"sky": "green"})["sail"] < 0.8


def test_classes_of_several_types_live_together():
    """1 and 1.0 are one class, "1" is another; a tuple is one as well."""
    tree = VFDTClassifier()
    for label in [1, "1", 1.0, (1,), True]:
        tree.learn_one({"x": 1}, label)

    assert tree.classes == [1, "1", (1,)]
    assert tree.predict_many({"x": [1]}).tolist() == [1]


def test_frequency_counts_as_repeated_rows():
    """In the counts; 0 learns nothing, not even names."""
    tree = VFDTClassifier(weight_type="frequency")
    tree.learn_one({"x": "a"}, "yes", weight=3)
    tree.learn_one({"x": "b"}, "no", 2.0)
    tree.learn_one({"new": "b"}, "other", weight=0)
    bulk = VFDTClassifier(weight_type="frequency")
    bulk.learn_many({"x": ["a", "b", "a"]}, ["yes", "no", "yes"], [3, 2, 0])

    assert tree.to_rules()[0].counts == {"yes": 3, "no": 2}
    assert tree.classes == ["yes", "no"]
    assert list(tree.attributes) == ["x"]
    assert bulk == tree


def test_rows_without_attributes_are_counted():
    """Their class is all there is to learn."""
    tree = VFDTClassifier()
    for label in "aab":
        tree.learn_one({}, label)

    assert tree.predict_one({}) == "a"


def test_any_mapping_is_a_row():
    """Not only a dict."""
    tree = learned(VFDTClassifier(), [(MappingProxyType(x), y) for x, y in rows(300)])

    assert tree == learned(VFDTClassifier(), rows(300))


@pytest.mark.parametrize("stream", [[({"x": 1.0}, "a")] * 500, [({"x": "b"}, "a")] * 500])
def test_one_class_and_constant_attributes_never_split(stream):
    """There is nothing to gain."""
    tree = learned(VFDTClassifier(), stream)

    assert (tree.n_leaves, tree.predict_one({"x": None})) == (1, "a")


def test_balance_after_a_long_time_of_one_class_is_learned():
    """No leaf is ever switched off for being pure."""
    tree = VFDTClassifier()
    for i in range(5000):
        tree.learn_one({"x": i % 2, "y": "u"}, "often" if i % 500 else "seldom")
    for i in range(3000):
        tree.learn_one({"x": i % 2, "y": "u"}, ["often", "seldom"][i % 2])

    assert [tree.predict_one({"x": x, "y": "u"}) for x in (0, 1)] == ["often", "seldom"]


def test_missing_values_of_the_good_attribute_cost_only_their_rows():
    """One number in ten is missing; the others are as good as ever."""
    rng = np.random.default_rng(2)
    good, noise = rng.normal(size=(2, 5000))
    y = (good > 0).astype(int)
    good[rng.random(5000) < 0.1] = np.nan
    table = {"good": good, "noise": noise}
    tree = VFDTClassifier()
    tree.learn_many(table, y)

    right = tree.predict_many(table) == y

    assert right[~np.isnan(good)].mean() > 0.98
    assert tree.feature_importances()["good"] > 0.9


def test_arguments_are_checked_like_pythons():
    """By place or by name; what is missing or too much is named."""
    tree = VFDTClassifier()
    tree.learn_one(x={"a": 1}, y="b", weight=1)

    assert tree.predict_one(x={}) == "b"
    with refused(
        TypeError, "VFDTClassifier.learn_one() missing 1 required positional argument: 'y'"
    ):
        tree.learn_one({})
    with refused(
        TypeError, "VFDTClassifier.predict_proba_one() got an unexpected keyword argument 'z'"
    ):
        tree.predict_proba_one({}, z=1)


def test_absent_keys_cost_little_accuracy():
    """Three values in ten are absent; the rule is found all the same."""
    stream = rows(3000, missing=0.3)
    tree = learned(VFDTClassifier(), stream)
    whole = [(x, y) for x, y in rows(500, seed=2) if y != "perhaps"]

    right = sum(tree.predict_one(x) == y for x, y in whole)

    assert right > 0.9 * len(whole)
