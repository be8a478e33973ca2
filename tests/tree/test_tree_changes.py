"""What an adaptive tree tells of itself: its changes, its alternates, and the tree without them."""

import pytest

from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    TreeChange,
)
from entrostream.tree.rules import Condition
from tests.tree.adaptive_trees import every_class, made
from tests.tree.streams import columns, drifting, learned

STREAM = drifting(6000, 1500, missing=0.05)


def with_alternates(tree, stream=STREAM, leads=False):
    """Learn rows until the tree has an alternate that has grown, and that leads if wanted."""
    for place, (x, y) in enumerate(stream):
        tree.learn_one(x, y)
        for node in tree._nodes():
            if node is None or node["alternate"] is None:
                continue
            _, _, leaves, before, after = node["alternate"]
            if leaves > 1 and after is not None and (after > before or not leads):
                return place + 1
    raise AssertionError("no alternate")


@every_class
def test_changes_are_told_when_they_happen(cls):
    """One by one, oldest first; the number of changes and of alternates follow."""
    tree, told = made(cls), []
    for place, (x, y) in enumerate(STREAM):
        tree.learn_one(x, y)
        if tree.n_changes == len(told):
            continue
        assert tree.n_changes == len(told) + 1
        told.append(tree.changes[-1])
        assert told[-1].row == place + 1 == tree.n

    assert tree.changes == told != []
    assert tree.n_changes == len(told)


@every_class
def test_changes_say_what_happened(cls):
    """Where, when, why, and what it gained."""
    reasons = {
        HoeffdingAdaptiveTreeClassifier: {"error"},
        EFDTClassifier: {"split"},
        CVFDTClassifier: {"error", "split"},
    }
    tree = learned(made(cls), STREAM)
    for change in tree.changes:
        assert isinstance(change, TreeChange)
        assert 0 < change.since < change.row <= 6000
        assert change.reason in reasons[cls]
        assert change.attribute in tree.attributes
        assert all(isinstance(test, Condition) for test in change.conditions)
        assert 0 <= change.accuracy_before <= 1
        assert 0 <= change.accuracy_after <= 1
        assert change.leaves_before >= 2
        assert change.leaves_after >= 1
        if change.reason == "error":
            assert change.accuracy_after > change.accuracy_before
    rows = [change.row for change in tree.changes]
    assert rows == sorted(rows)


def test_path_of_a_change_is_that_of_the_replaced_node():
    """Its conditions are those of the rules below it, just before it was replaced."""
    tree, found = HoeffdingAdaptiveTreeClassifier(), 0
    for x, y in drifting(12_000, 2000):
        conditions = [str(rule).split(" THEN ")[0] for rule in tree.to_rules()]
        before, nodes = tree.n_changes, tree._nodes()
        tree.learn_one(x, y)
        if tree.n_changes == before:
            continue
        change = tree.changes[-1]
        tests = " AND ".join(str(test) for test in change.conditions)
        below = [each for each in conditions if each.startswith(f"IF {tests}")]
        assert len(below) >= change.leaves_before
        node = at_path(nodes, change.conditions)
        assert node["attribute"] == change.attribute
        assert node["alternate"][1] == change.since
        found += bool(change.conditions)
    assert found > 0


def at_path(nodes, conditions):
    """Return the node that tests lead to."""
    node = nodes[0]
    for test in conditions:
        assert node["attribute"] == test.attribute
        (child,) = (
            child
            for child, outcome in node["branches"]
            if outcome == ((test.value,) if test.relation == "=" else test.relation == "<=")
        )
        node = nodes[child]
    return node


def test_change_as_text_is_a_sentence():
    """With all that it has."""
    change = TreeChange(
        5000, 4000, "split", (Condition("sky", "=", "blue"),), "wind", 0.5, 0.8125, 4, 2
    )

    assert str(change) == (
        "row 5000: where sky = 'blue', the split on wind was replaced, because another split "
        "became better (alternate since row 4000): accuracy 50.0% before, 81.2% after; "
        "4 leaves before, 2 after"
    )
    whole = change._replace(conditions=(), reason="error")
    assert str(whole).startswith(
        "row 5000: the whole tree, the split on wind was replaced, because its error rose"
    )


def test_latest_thousand_changes_are_kept():
    """All are counted."""
    # A concept lasts just long enough to be learned.
    stream = [
        ({"a": "xy"[i * 7919 % 101 % 2], "b": "xy"[i * 104729 % 103 % 2]}, i)
        for i in range(400_000)
    ]
    labelled = [(x, x["a" if i // 300 % 2 else "b"]) for x, i in stream]
    tree = HoeffdingAdaptiveTreeClassifier(explore=0, leaf_prediction="mc")
    tree.learn_many(*columns(labelled))

    assert tree.n_changes > 1000
    assert len(tree.changes) == 1000
    rows = [change.row for change in tree.changes]
    assert rows == sorted(rows)
    assert rows[-1] > 399_000
    again = HoeffdingAdaptiveTreeClassifier.from_bytes(tree.to_bytes())
    assert again.changes == tree.changes
    assert again.n_changes == tree.n_changes


@every_class
def test_description_shows_alternates(cls):
    """Since when, how large, and how accurate they are; one line each."""
    tree = made(cls)
    with_alternates(tree)
    nodes = [node for node in tree._nodes() if node is not None]
    lines = [line.strip() for line in tree.describe().splitlines()]
    shown = [line for line in lines if line.startswith("(alternate")]
    expected = []
    for node in nodes:
        if node["alternate"] is not None:
            _, since, leaves, before, after = node["alternate"]
            scores = "" if after is None else f", accuracy {after:.1%} instead of {before:.1%}"
            size = "1 leaf" if leaves == 1 else f"{leaves} leaves"
            expected.append(f"(alternate since row {since}: {size}{scores})")

    assert sorted(shown) == sorted(expected)
    assert len(shown) == tree.n_alternates > 0
    assert "alternate" not in tree.describe(max_depth=0)


def reachable(nodes):
    """Return the nodes of the tree without those of alternates, with their depths."""
    found, open_nodes = [], [(0, 0)]
    while open_nodes:
        number, depth = open_nodes.pop()
        found.append((nodes[number], depth))
        open_nodes += [(child, depth + 1) for child, _ in nodes[number]["branches"]]
    return found


@every_class
def test_sizes_are_those_of_the_tree_without_alternates(cls):
    """Nodes, leaves, depth, rules, and what is drawn."""
    tree = made(cls)
    with_alternates(tree)
    nodes = tree._nodes()
    found = reachable(nodes)
    leaves = [node for node, _ in found if not node["branches"]]

    assert len(found) < sum(node is not None for node in nodes)
    assert tree.n_nodes == len(found)
    assert tree.n_leaves == len(leaves) == len(tree.to_rules()) == tree.n_active_leaves
    assert tree.depth == max(depth for _, depth in found)
    assert all(node["depth"] == depth for node, depth in found)
    assert tree.describe().count(" rows, entropy") == len(leaves)
    assert f"{len(leaves)} leaves" in repr(tree)


@every_class
def test_picture_is_that_of_the_tree_without_alternates(cls):
    """A line for each of its leaves."""
    pytest.importorskip("matplotlib")
    from matplotlib import pyplot as plt

    plt.switch_backend("agg")
    tree = made(cls)
    with_alternates(tree)
    ax = tree.plot()
    bars = [text.get_text() for text in ax.texts if "% of" in text.get_text()]
    plt.close(ax.figure)

    assert len(bars) == tree.n_leaves


@every_class
def test_nodes_of_rules_predict_their_class(cls):
    """The rules are those of the tree after many changes, when ids of nodes are reused."""
    tree = learned(made(cls, leaf_prediction="mc"), drifting(6000, 1500))
    while tree.n_alternates:
        learned(tree, drifting(10, 10_000, seed=tree.n))
    for rule in tree.to_rules():
        if rule.counts:
            assert tree.predict_one(row_of(rule)) == rule.label


def row_of(rule):
    """Return a row for which the conditions of a rule hold."""
    x = {}
    for test in rule.conditions:
        above = test.relation == ">"
        # Of two bounds of a number the upper one holds for both.
        if not (
            above
            and any((c.attribute, c.relation) == (test.attribute, "<=") for c in rule.conditions)
        ):
            x[test.attribute] = test.value + 1 if above else test.value
    return x


@every_class
def test_debugging_goes_through_an_alternate_that_leads(cls):
    """Its path is shown, and the predictor at its end is the one that predicts."""
    tree = made(cls)
    place = with_alternates(tree, drifting(9000, 1500), leads=True)
    through = 0
    for x, _ in drifting(9000, 1500)[place : place + 200]:
        lines = tree.debug_one(x).splitlines()
        path, _, label = tree._explain(x)
        assert label == tree.predict_one(x)
        assert f" {label}: " in lines[-1]
        assert lines[-2].startswith("here: ")
        alternates = [line for line in lines if line.startswith("here an alternate predicts")]
        assert len(alternates) <= 1
        assert len(lines) >= len(path) + 1
        through += len(alternates)
    assert through > 0


@every_class
def test_importances_are_those_of_the_tree(cls):
    """Of all attributes, with a sum of 1, after subtrees were replaced."""
    tree = learned(made(cls), STREAM)
    shares = tree.feature_importances()
    gains = {}
    for node, _ in reachable(tree._nodes()):
        if node["branches"]:
            gains[node["attribute"]] = gains.get(node["attribute"], 0.0) + node["gain"]

    assert set(shares) == set(tree.attributes)
    assert sum(shares.values()) == pytest.approx(1)
    for name, gain in gains.items():
        assert shares[name] == pytest.approx(gain / sum(gains.values()))


@every_class
def test_notebook_shows_the_tree(cls):
    """With its alternates, as HTML."""
    tree = made(cls)
    with_alternates(tree)

    assert cls.__name__ in tree._repr_html_()
    assert "(alternate since row" in tree._repr_html_()
