"""Inspection of a tree: text, rules, explanations, importances; and custom criteria."""

import doctest
import math
from importlib import import_module

import numpy as np
import pytest

import entrostream as es
from entrostream import _core
from entrostream.tree import Condition, Criterion, VFDTClassifier
from tests.tree.streams import learned, rows

MODULES = ["", ".adaptive", ".classifier", ".criterion", ".prequential", ".rules", ".tree_change"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_modules_give_what_they_say(name):
    """Every docstring of the tree."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    module = import_module(f"entrostream.tree{name}")

    failed = doctest.testmod(module, extraglobs={"es": es, "np": np}).failed
    pyplot.close("all")

    assert failed == 0


def test_examples_of_the_compiled_methods_give_what_they_say():
    """Those that the class inherits."""
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(_core.Tree, "Tree", module=False, globs={"es": es}):
        runner.run(test)

    assert runner.failures == 0


@pytest.mark.parametrize("depth", [-1, "x", 2.5])
def test_a_depth_that_is_none_is_refused(depth):
    """As by `plot`."""
    with pytest.raises(ValueError, match=r"^max_depth must be an integer, 0 or more, got "):
        VFDTClassifier().describe(depth)


@pytest.fixture(scope="module")
def grown():
    """Give a tree of some depth, and its rows."""
    stream = rows(4000)
    return learned(VFDTClassifier(), stream), stream


def holds(condition, x):
    """Say whether a row meets a condition."""
    value = x[condition.attribute]
    return {
        "<=": lambda: value <= condition.value,
        ">": lambda: value > condition.value,
        "=": lambda: value == condition.value,
        "not in": lambda: value not in condition.value,
    }[condition.relation]()


def test_every_row_meets_one_rule(grown):
    """The rules cut the rows into the leaves of the tree."""
    tree, stream = grown
    rules = tree.to_rules()

    assert len(rules) == tree.n_leaves > 2
    for x, _ in stream:
        assert sum(all(holds(test, x) for test in rule.conditions) for rule in rules) == 1


def test_rules_count_and_measure_their_rows(grown):
    """Entropies are those of the counts, and no row is in two of them."""
    tree, stream = grown
    rules = tree.to_rules()
    for rule in rules:
        tally = es.Tally()
        tally.update_counts(rule.counts)
        assert rule.entropy == tally.entropy
        assert rule.label == max(rule.counts, key=rule.counts.get)
        assert rule.n == tally.n

    # What a leaf got from its parent does not go on to its own children.
    assert len(stream) / 2 < sum(rule.n for rule in rules) <= len(stream)


def test_rule_is_a_sentence():
    """With its counts, the most frequent class first."""
    tree = VFDTClassifier()
    for i in range(200):
        tree.learn_one({"wind": i % 10, "sky": "blue"}, ["a", "b"][i % 10 > 4])
    first, second = tree.to_rules()

    assert str(first) == "IF wind <= 4.5 THEN a (a 100; entropy 0.000)"
    assert second.conditions == (Condition("wind", ">", 4.5),)
    assert first.conditions[0] == Condition("wind", "<=", 4.5)


def test_values_beyond_max_values_share_a_branch():
    """A split on many values has a branch for the rest, and a rule for it."""
    tree = VFDTClassifier(max_values=3)
    for i in range(3000):
        tree.learn_one({"code": f"c{i % 3}"}, i % 3)
    for i in range(300):
        tree.learn_one({"code": f"late {i}"}, "late")
    rule = tree.to_rules()[-1]

    assert rule.label == "late"
    assert rule.conditions[0].relation == "not in"
    assert str(rule.conditions[0]) == "code not in the values above"
    assert tree.predict_one({"code": "late 5"}) == "late"


def test_description_has_a_line_for_every_leaf(grown):
    """And can be cut at a depth."""
    tree, _ = grown

    assert tree.describe() == str(tree)
    assert tree.describe().count("rows, entropy") == tree.n_leaves
    assert tree.describe(max_depth=0) == f"({tree.n_leaves} leaves below)"
    assert len(tree.describe(max_depth=1).splitlines()) >= 4


def test_explanation_names_the_path_and_the_predictor(grown):
    """As the tree predicts."""
    tree, stream = grown
    for x, _ in stream[:50]:
        text = tree.debug_one(x)
        assert f" predicts {tree.predict_one(x)}: " in text
        assert text.splitlines()[-2].startswith("here: ")
    assert "is missing: it could be in any branch" in tree.debug_one({})


def test_importances_are_shares(grown):
    """The attributes of the rule carry nearly all."""
    tree, _ = grown
    shares = tree.feature_importances()

    assert math.isclose(sum(shares.values()), 1.0)
    assert set(shares) == set(tree.attributes)
    assert shares["height"] + shares["colour"] > 0.9
    assert VFDTClassifier().feature_importances() == {}


class Hits:
    """How many rows more a split gets right."""

    range = 1.0

    def __init__(self):
        self.tables = []

    def __call__(self, counts):
        self.tables.append(counts.copy())
        return float((counts.max(axis=1).sum() - counts.sum(axis=0).max()) / counts.sum())


@pytest.mark.parametrize("rule", ["evidence", "hoeffding"])
def test_custom_criterion_is_called(rule):
    """With tables of branches by classes, one by one and in bulk alike."""
    criterion = Hits()
    tree = learned(VFDTClassifier(rule=rule, delta=0.01, split_criterion=criterion), rows(2000))

    assert isinstance(criterion, Criterion)
    assert tree.n_leaves > 1
    assert all(table.ndim == 2 and table.shape[0] >= 2 for table in criterion.tables)
    assert all((table >= 0).all() and table.sum() > 0 for table in criterion.tables)


def test_information_gain_written_again_makes_the_same_splits():
    """The protocol gives all that the built-in criterion sees."""

    def information_gain(counts):
        def bits(row):
            p = row[row > 0] / row.sum()
            return -(p * np.log2(p)).sum()

        parts = [row for row in counts if row.sum() > 0]
        return bits(counts.sum(axis=0)) - sum(row.sum() * bits(row) for row in parts) / counts.sum()

    stream = rows(3000)
    own = learned(VFDTClassifier(split_criterion=information_gain), stream)
    built_in = learned(VFDTClassifier(), stream)

    assert own.describe() == built_in.describe()


@pytest.mark.parametrize(
    ("returned", "error"), [("much", TypeError), (math.nan, ValueError), (None, TypeError)]
)
def test_criterion_that_returns_no_number_is_refused(returned, error):
    """The row is not learned, and the tree stays whole."""
    tree = VFDTClassifier(split_criterion=lambda counts: returned)
    with pytest.raises(error, match="criterion"):
        learned(tree, rows(2000))
    learned_rows = tree.n

    assert tree.predict_one({"colour": "red"}) in ("yes", "no")
    assert 0 < learned_rows < 2000


def test_error_of_a_criterion_comes_out_of_bulk_calls():
    """As it is; nothing is learned, and the names of attributes are forgotten."""

    def broken(counts):
        raise KeyError("mine")

    tree = VFDTClassifier(split_criterion=broken)
    table = {"x": ["a", "b"] * 500, "late": [None] * 999 + [1.0]}
    with pytest.raises(KeyError, match="mine"):
        tree.learn_many(table, [0, 1] * 500)

    assert not tree.attributes
    assert tree.n == 0
    tree.learn_one({"late": "word"}, 0)
    assert tree.attributes["late"] == "nominal"


@pytest.mark.parametrize("value", [0, -1.0, math.inf, "wide"])
def test_range_of_a_criterion_is_positive(value):
    """Hoeffding's bound is a multiple of it."""

    class Odd(Hits):
        range = value

    with pytest.raises((TypeError, ValueError), match="the criterion's range must be"):
        VFDTClassifier(rule="hoeffding", split_criterion=Odd())
