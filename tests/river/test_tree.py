"""The streaming tree in river's world: its own checks, pipelines, evaluation, clones."""

import doctest
import pickle
import sys
from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.tree.streams import rows

river = pytest.importorskip("river", reason="river is not installed")
pytest.importorskip("sklearn", reason="river's checks need scikit-learn's datasets")
from river import checks, compose, datasets, ensemble, evaluate, metrics, preprocessing  # noqa: E402
from river.tree import HoeffdingTreeClassifier  # noqa: E402

from entrostream import tree  # noqa: E402
from entrostream.river import (  # noqa: E402
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)

CHECKS = [
    (cls, check)
    for cls in (VFDTClassifier, HoeffdingAdaptiveTreeClassifier, EFDTClassifier, CVFDTClassifier)
    for check in checks.yield_checks(cls())
]


@pytest.mark.parametrize(("cls", "check"), CHECKS, ids=lambda part: part.__name__)
def test_river_checks_hold(cls, check):
    """All that river requires of a classifier."""
    check(cls())


def test_it_stands_at_the_end_of_a_pipeline():
    """And in ensembles, which clone it."""
    model = compose.Pipeline(preprocessing.StandardScaler(), VFDTClassifier())
    score = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    bagged = ensemble.BaggingClassifier(VFDTClassifier(), n_models=3, seed=1)
    several = evaluate.progressive_val_score(datasets.Phishing(), bagged, metrics.Accuracy())

    assert score.get() > 0.85
    assert several.get() > 0.85
    assert "VFDTClassifier" in model.debug_one(next(iter(datasets.Phishing()))[0])


def test_progressive_validation_is_the_prequential_run():
    """River's loop and ours count the same rows right, but for the first, without a prediction."""
    stream = rows(1500)
    score = evaluate.progressive_val_score(stream, VFDTClassifier(), metrics.Accuracy())
    table = {name: [x[name] for x, _ in stream] for name in stream[0][0]}
    result = tree.prequential(tree.VFDTClassifier(), table, [y for _, y in stream])

    assert score.get() == pytest.approx(result.accuracy[-1], abs=1 / 1500)


def test_clone_is_empty_and_has_the_parameters():
    """Changed ones too; the original is left alone."""
    model = VFDTClassifier(leaf_prediction="nb", nominal_attributes=["age"], memory_limit="1MiB")
    for x, y in rows(300):
        model.learn_one(x, y)

    twin = model.clone()
    other = model.clone({"leaf_prediction": "mc"})

    assert (twin.tree.n, model.tree.n) == (0, 300)
    assert twin._get_params() == model._get_params()
    assert (other.leaf_prediction, other.nominal_attributes) == ("mc", ["age"])
    assert pickle.loads(pickle.dumps(model)).tree == model.tree


def test_faces_are_one_tree():
    """One by one, with weights, and in mini batches of pandas."""
    pandas = pytest.importorskip("pandas")
    stream = rows(600)
    frame = pandas.DataFrame([x for x, _ in stream], index=range(100, 700))
    y = pandas.Series([y for _, y in stream], index=frame.index)
    single, batch, plain = VFDTClassifier(), VFDTClassifier(), tree.VFDTClassifier()
    for x, label in stream:
        single.learn_one(x, label, w=2)
        plain.learn_one(x, label, 2)
    batch.learn_many(frame, y, [2] * 600)

    assert single.tree == batch.tree == plain
    assert batch.predict_many(frame).index.equals(frame.index)
    assert batch.predict_many(frame).tolist() == [single.predict_one(x) for x, _ in stream]
    assert batch.predict_proba_many(frame).iloc[3].to_dict() == single.predict_proba_one(
        stream[3][0]
    )
    assert single.describe() == plain.describe()
    assert single.to_rules() == plain.to_rules()
    assert single.feature_importances() == plain.feature_importances()
    assert single.n_leaves == plain.n_leaves
    assert single._raw_memory_usage == plain.nbytes


def test_classes_keep_their_identity():
    """1 and '1' are two classes, whichever way they came; shares sum to 1."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [0.0, 1.0] * 50})
    model = VFDTClassifier()
    model.learn_many(frame, pandas.Series([1, 2] * 50))
    model.learn_many(frame, pandas.Series(["1", "2"] * 50))

    shares = model.predict_proba_many(frame)

    assert list(shares.columns) == [1, 2, "1", "2"] == model.tree.classes
    assert shares.sum(axis=1).tolist() == pytest.approx([1.0] * 100)
    assert set(model.predict_many(frame)) <= set(model.tree.classes)


def test_a_refused_batch_leaves_the_model_as_it_was():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [0.0, 1.0]})
    model = VFDTClassifier()
    model.learn_many(frame, pandas.Series([1, 2]))
    before = model.tree.to_bytes()

    for y in (pandas.Series([3]), pandas.Series([3, None]), pandas.Series([3, [4]])):
        with pytest.raises((TypeError, ValueError)):
            model.learn_many(frame.assign(y=5), y)

    assert model.tree.to_bytes() == before


def test_examples_give_what_they_say():
    """Those of the class."""
    assert doctest.testmod(import_module("entrostream.river.tree")).failed == 0


def both_learned(stream):
    """Return our tree and river's after the same rows."""
    ours, rivers = VFDTClassifier(), HoeffdingTreeClassifier(grace_period=50)
    for x, y in stream:
        ours.learn_one(x, y)
        rivers.learn_one(x, y)
    return ours, rivers


def skies(size):
    """Return rows in which a word says the class."""
    words = {"blue": "sail", "grey": "stay", "black": "stay"}
    return [({"sky": sky}, words[sky]) for sky in list(words) * (size // 3)]


def test_size_is_told_in_the_words_of_rivers_trees():
    """The same numbers for the same tree, before the first row and after a split."""
    empty, rivers_empty = both_learned([])
    ours, rivers = both_learned(skies(1500))

    assert list(ours.summary) == list(rivers.summary)
    assert ours.summary == rivers.summary
    assert (ours.summary["height"], ours.summary["n_branches"]) == (2, 1)
    assert empty.height == rivers_empty.height == 0
    assert empty.summary["total_observed_weight"] == 0
    for name in ours.summary.keys() - {"total_observed_weight"}:
        assert getattr(ours, name) == getattr(rivers, name) == ours.summary[name]


def test_observed_weight_is_the_sum_of_all():
    """One by one and in batches, as river counts it; a refused row has none."""
    pandas = pytest.importorskip("pandas")
    ours, rivers = VFDTClassifier(), HoeffdingTreeClassifier()
    for model in (ours, rivers):
        for i, (x, y) in enumerate(skies(30)):
            model.learn_one(x, y, w=0.5 * (i % 4))
    assert ours.summary["total_observed_weight"] == rivers.summary["total_observed_weight"]
    frame, y = pandas.DataFrame({"sky": ["blue"] * 4}), ["sail"] * 4
    ours.learn_many(frame, y, [1, 0, 2, 0.5])
    ours.learn_many(frame, y)
    with pytest.raises(ValueError, match="weight must be"):
        ours.learn_one({"sky": "blue"}, "sail", w=-1)

    expected = rivers.summary["total_observed_weight"] + 7.5
    assert ours.summary["total_observed_weight"] == expected
    assert ours.clone().summary["total_observed_weight"] == 0


def test_leaves_for_which_memory_is_short_are_inactive():
    """Active and inactive ones are all of them."""
    model = VFDTClassifier(memory_limit=20_000, explore=100)
    for x, y in rows(3000):
        model.learn_one(x, y)

    assert model.n_inactive_leaves > 0
    assert model.n_active_leaves + model.n_inactive_leaves == model.n_leaves


class Graph:
    """A graph that keeps what it is given, in the place of Graphviz's."""

    def __init__(self, **attributes):
        self.attributes, self.nodes, self.edges = attributes, {}, []

    def node(self, name, label, **style):
        """Keep a node."""
        self.nodes[name] = label

    def edge(self, tail, head, xlabel):
        """Keep an edge."""
        self.edges.append((tail, head, xlabel))


@pytest.fixture
def graphs(monkeypatch):
    """Let graphs be ours, whether Graphviz is installed or not."""
    monkeypatch.setitem(sys.modules, "graphviz", SimpleNamespace(Digraph=Graph))


def test_drawing_has_the_nodes_and_edges_of_rivers(graphs):
    """As many of them, with the same attributes of the graph; leaves say their class."""
    ours, rivers = (model.draw() for model in both_learned(skies(1500)))

    assert ours.attributes.keys() == rivers.attributes.keys()
    assert len(ours.nodes) == len(rivers.nodes) == 4
    assert ours.nodes["0"] == rivers.nodes["0"] == "sky"
    assert [label for *_, label in ours.edges] == ["= 'blue'", "= 'grey'", "= 'black'"]
    assert ours.nodes[ours.edges[0][1]].startswith("Class sail:\n\tP(sail) = 1.0\nsamples: ")


def test_drawing_ends_at_the_given_depth(graphs):
    """0 is the root alone, as in river; without a limit all nodes are there."""
    ours, rivers = both_learned(rows(3000))

    assert len(ours.draw(max_depth=0).nodes) == len(rivers.draw(max_depth=0).nodes) == 1
    assert len(ours.draw().nodes) == ours.n_nodes == len(ours.draw().edges) + 1
    assert len(ours.draw(max_depth=1).nodes) < ours.n_nodes
    assert VFDTClassifier().draw().nodes == {"0": "no rows yet"}


def test_drawing_without_graphviz_says_what_is_lacking(monkeypatch):
    """With the command that gets it."""
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(ImportError, match="draw needs graphviz: pip install graphviz"):
        VFDTClassifier().draw()
