"""Rules and conditions of a tree: their bounds, their order, and how they are written."""

from dataclasses import FrozenInstanceError

import pytest

from entrostream.tree import Condition, Rule, VFDTClassifier
from entrostream.tree.rules import count_shown, counts_shown, majority, narrowed, rules_of
from tests.tree.streams import learned

UP_TO_3, UP_TO_2, ABOVE_1 = (
    Condition("x", "<=", 3.0),
    Condition("x", "<=", 2.0),
    Condition("x", ">", 1.0),
)
RED, GREEN = Condition("x", "=", "red"), Condition("x", "=", "green")


@pytest.mark.parametrize(
    ("conditions", "more", "expected"),
    [
        ((UP_TO_3,), UP_TO_2, (UP_TO_2,)),
        ((UP_TO_3, ABOVE_1), UP_TO_2, (ABOVE_1, UP_TO_2)),
        ((UP_TO_3,), ABOVE_1, (UP_TO_3, ABOVE_1)),
        ((UP_TO_3,), Condition("y", "<=", 2.0), (UP_TO_3, Condition("y", "<=", 2.0))),
        ((RED,), GREEN, (RED, GREEN)),
        ((RED, UP_TO_3), GREEN, (RED, UP_TO_3, GREEN)),
        ((), RED, (RED,)),
    ],
    ids=[
        "closer bound",
        "closer bound, other side",
        "other side",
        "other attribute",
        "another value",
        "another value after a bound",
        "first",
    ],
)
def test_closer_bound_replaces_the_wider_one(conditions, more, expected):
    """Of the same attribute and the same side only; all other conditions stay, in their order."""
    assert narrowed(conditions, more) == expected


def test_rule_of_a_deep_leaf_has_one_bound_for_each_side():
    """A tree that splits one number again and again; each row meets the rule of its leaf."""
    tree = learned(
        VFDTClassifier(), [({"x": i * 37 % 400}, i * 37 % 400 // 50) for i in range(20_000)]
    )
    rules = tree.to_rules()

    assert tree.depth > 2
    for rule in rules:
        relations = [condition.relation for condition in rule.conditions]
        assert sorted(relations) == sorted(set(relations))
    bounds = [
        {condition.relation: condition.value for condition in rule.conditions} for rule in rules
    ]
    assert [each.get("<=") for each in bounds[:-1]] == [each.get(">") for each in bounds[1:]]


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition("x", "<=", 1 / 3), "x <= 0.333333"),
        (Condition("x", ">", 12345678.0), "x > 1.23457e+07"),
        (Condition("x", "=", "red"), "x = 'red'"),
        (Condition("x", "=", 12345678), "x = 12345678"),
        (Condition("x", "=", None), "x = (other values)"),
        (Condition("x", "not in", ("red", "green")), "x not in the values above"),
    ],
    ids=str,
)
def test_condition_is_written_in_few_digits(condition, text):
    """Six for a threshold, all for a value."""
    assert str(condition) == text


def test_rule_without_conditions_is_always_true():
    """The only leaf of a tree without a split."""
    assert str(Rule((), "a", {"a": 2}, 0.0)) == "IF TRUE THEN a (a 2; entropy 0.000)"


def test_conditions_of_a_rule_are_joined():
    """In the order of the way from the root."""
    rule = Rule((ABOVE_1, RED), "a", {"a": 2, "b": 1}, 0.9183)

    assert str(rule) == "IF x > 1 AND x = 'red' THEN a (a 2, b 1; entropy 0.918)"
    assert rule.n == 3


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ({}, "no rows"),
        ({"a": 1, "b": 3}, "b 3, a 1; entropy 0.500"),
        (dict(zip("abcd", (1, 2, 3, 4), strict=True)), "d 4, c 3, b 2, a 1; entropy 0.500"),
        (dict(zip("abcde", (1,) * 5, strict=True)), "a 1, b 1, c 1, d 1, 1 more; entropy 0.500"),
        (dict.fromkeys(range(9), 7), "0 7, 1 7, 2 7, 3 7, 5 more; entropy 0.500"),
    ],
    ids=["none", "two", "four", "five", "nine"],
)
def test_counts_are_written_most_frequent_first(counts, text):
    """Four classes, and how many more there are."""
    assert counts_shown(counts, 0.5) == text


def test_count_is_written_in_full_and_a_weight_in_six_digits():
    """Counts of rows are integers, weights are not."""
    assert count_shown(12345678) == "12345678"
    assert count_shown(1 / 3) == "0.333333"


def test_majority_of_a_tie_is_the_class_that_came_first():
    """And there is none without rows."""
    assert majority({"b": 2, "a": 2, "c": 1}) == "b"
    assert majority({"b": 1, "a": 2}) == "a"
    assert majority({}) is None


def test_rules_come_in_the_order_of_the_branches():
    """Depth first, as the description has them; classes without rows are not counted."""
    leaf = {"branches": [], "attribute": None, "threshold": None, "entropy": 0.5}
    nodes = [
        {
            "branches": [(1, True), (2, False)],
            "attribute": "x",
            "threshold": 2.0,
            "counts": [1, 1],
            "entropy": 1.0,
        },
        {
            "branches": [(3, ("red",)), (4, ("green",)), (5, None)],
            "attribute": "c",
            "threshold": None,
            "counts": [1, 1],
            "entropy": 1.0,
        },
        {**leaf, "counts": [0, 4]},
        {**leaf, "counts": [3, 0]},
        {**leaf, "counts": [1, 2]},
        {**leaf, "counts": [0, 0]},
    ]

    rules = list(rules_of(nodes, ["no", "yes"]))

    assert [[str(condition) for condition in rule.conditions] for rule in rules] == [
        ["x <= 2", "c = 'red'"],
        ["x <= 2", "c = 'green'"],
        ["x <= 2", "c not in the values above"],
        ["x > 2"],
    ]
    assert rules[2].conditions[1].value == ("red", "green")
    assert [rule.counts for rule in rules] == [{"no": 3}, {"no": 1, "yes": 2}, {}, {"yes": 4}]
    assert [rule.label for rule in rules] == ["no", "yes", None, "yes"]


def test_rules_and_conditions_are_values():
    """They can be compared and be keys, and cannot be changed."""
    one, other = (Rule((RED,), "a", {"a": 2}, 0.0) for _ in range(2))

    assert one == other
    assert len({one, other, RED, Condition("x", "=", "red")}) == 2
    with pytest.raises(FrozenInstanceError):
        one.label = "b"
    with pytest.raises(FrozenInstanceError):
        RED.value = "green"
