"""A tree as text: the description of its nodes, and the explanation of a prediction."""

import pytest

from entrostream.tree.description import description, explanation, leaves_below

NO_LIMIT = {"other_values": [], "ignores_attributes": False}
LEAF = {"branches": [], "attribute": None, "threshold": None, "active": True, "alternate": None}


def node(depth, attribute, threshold, branches):
    """Return an inner node with rows of both classes."""
    return {
        "depth": depth,
        "attribute": attribute,
        "threshold": threshold,
        "branches": branches,
        "counts": [5, 6],
        "entropy": 0.994,
        "active": True,
        "alternate": None,
    }


CLASSES = ["no", "yes"]
TREE = [
    node(0, "x", 2.0, [(1, True), (2, False)]),
    node(1, "c", None, [(3, ("red",)), (4, (None,)), (5, None)]),
    {**LEAF, "depth": 1, "counts": [0, 1], "entropy": 0.0},
    {**LEAF, "depth": 2, "counts": [3, 1], "entropy": 0.811},
    {**LEAF, "depth": 2, "counts": [2.5, 0.25], "entropy": 0.439, "active": False},
    {**LEAF, "depth": 2, "counts": [0, 0], "entropy": 0.0},
]


def test_description_has_a_line_for_each_test_and_each_leaf():
    """Indented by depth; a leaf tells its class, its rows or their weight, and its state."""
    assert description(TREE, CLASSES, None, NO_LIMIT).splitlines() == [
        "x <= 2",
        "    c = 'red'",
        "        no (4 rows, entropy 0.811)",
        "    c = (other values)",
        "        no (weight 2.75, entropy 0.439, inactive: memory is short)",
        "    c not in the values above",
        "        no rows yet",
        "x > 2",
        "    yes (1 row, entropy 0.000)",
    ]


@pytest.mark.parametrize(
    ("max_depth", "lines"),
    [
        (0, ["(4 leaves below)"]),
        (1, ["x <= 2", "    (3 leaves below)", "x > 2", "    yes (1 row, entropy 0.000)"]),
    ],
)
def test_description_can_be_cut_at_a_depth(max_depth, lines):
    """What is below is counted."""
    assert description(TREE, CLASSES, max_depth, NO_LIMIT).splitlines() == lines


def test_description_down_to_the_deepest_leaf_is_complete():
    """Nothing is below it."""
    assert description(TREE, CLASSES, 2, NO_LIMIT) == description(TREE, CLASSES, None, NO_LIMIT)


def test_description_tells_what_the_memory_limit_has_no_room_for():
    """One line for each attribute whose values are counted together, one for new attributes."""
    limit = {"other_values": ["id", "key"], "ignores_attributes": True}

    assert description(TREE, CLASSES, 0, limit).splitlines()[1:] == [
        "memory limit: further values of id are counted together as (other values)",
        "memory limit: further values of key are counted together as (other values)",
        "memory limit: new attributes are ignored",
    ]


def test_leaves_below_are_counted_for_every_node():
    """A leaf counts itself; children may stand before their parents."""
    assert leaves_below(TREE) == [4, 3, 1, 1, 1, 1]
    assert leaves_below(TREE[2:3]) == [1]
    swapped = [
        node(0, "x", 2.0, [(2, True), (1, False)]),
        {**LEAF, "depth": 1},
        node(1, "y", 1.0, [(3, True), (4, False)]),
        {**LEAF, "depth": 2},
        {**LEAF, "depth": 2},
    ]
    assert leaves_below(swapped) == [3, 1, 2, 1, 1]


SHARES = {"no": 0.25, "yes": 0.5, "perhaps": 0.15, "never": 0.1}
PREDICTIONS = {
    "leaf": (
        {"x": 1.5, "c": "red"},
        ([0, 1, 3], "majority", "no"),
        [
            "x is 1.5: goes to x <= 2",
            "c is 'red': goes to c = 'red'",
            "here: no 3, yes 1; entropy 0.811",
            "the majority class of its rows predicts no: yes 0.500, no 0.250, perhaps 0.150",
        ],
    ),
    "missing value": (
        {"c": "red"},
        ([0], "branches", "yes"),
        [
            "x is missing: it could be in any branch",
            "here: yes 6, no 5; entropy 0.994",
            "all branches together, each by its share of the rows, predict yes: "
            "yes 0.500, no 0.250, perhaps 0.150",
        ],
    ),
    "missing value that is routed": (
        {"x": 1.5, "c": None},
        ([0, 1, 4], "own", "no"),
        [
            "x is 1.5: goes to x <= 2",
            "c is missing: goes to c = (other values)",
            "here: no 2.5, yes 0.25; entropy 0.439",
            "its own naive Bayes predicts no: yes 0.500, no 0.250, perhaps 0.150",
        ],
    ),
    "value without a branch": (
        {"x": 1.5, "c": "beige"},
        ([0, 1], "champion", "yes"),
        [
            "x is 1.5: goes to x <= 2",
            "c is 'beige': the split has no branch for it, the node predicts",
            "here: yes 6, no 5; entropy 0.994",
            "a naive Bayes shared with other leaves predicts yes: "
            "yes 0.500, no 0.250, perhaps 0.150",
        ],
    ),
}


@pytest.mark.parametrize(("x", "prediction", "lines"), PREDICTIONS.values(), ids=PREDICTIONS.keys())
def test_explanation_has_the_path_and_the_predictor(x, prediction, lines):
    """Each split with the value of the row, the counts there, and the three largest shares."""
    assert explanation(TREE, CLASSES, x, prediction, SHARES).splitlines() == lines


def test_explanation_of_a_tree_without_rows_has_no_shares():
    """There is nothing to predict yet."""
    empty = [{**LEAF, "depth": 0, "counts": [], "entropy": 0.0}]

    assert explanation(empty, [], {}, ([0], "majority", None), {}).splitlines() == [
        "here: no rows",
        "the majority class of its rows predicts None",
    ]
