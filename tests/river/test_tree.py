"""The streaming tree in river's world: its own checks, pipelines, evaluation, clones."""

import doctest
import pickle
from importlib import import_module

import pytest

from tests.tree.streams import rows

river = pytest.importorskip("river", reason="river is not installed")
pytest.importorskip("sklearn", reason="river's checks need scikit-learn's datasets")
from river import checks, compose, datasets, ensemble, evaluate, metrics, preprocessing  # noqa: E402

from entrostream import tree  # noqa: E402
from entrostream.river import VFDTClassifier  # noqa: E402


@pytest.mark.parametrize(
    "check", list(checks.yield_checks(VFDTClassifier())), ids=lambda check: check.__name__
)
def test_river_checks_hold(check):
    """All that river asks of a classifier."""
    check(VFDTClassifier())


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
    """River's loop and ours count the same rows right, but for the first, which has no answer."""
    stream = rows(1500)
    score = evaluate.progressive_val_score(stream, VFDTClassifier(), metrics.Accuracy())
    table = {name: [x[name] for x, _ in stream] for name in stream[0][0]}
    result = tree.prequential(tree.VFDTClassifier(), table, [y for _, y in stream])

    assert score.get() == pytest.approx(result.accuracy[-1], abs=1 / 1500)


def test_clone_is_empty_and_has_the_parameters():
    """Changed ones too; the original is left alone."""
    model = VFDTClassifier(leaf="nb", nominal_attributes=["age"], memory_limit="1MiB")
    for x, y in rows(300):
        model.learn_one(x, y)

    twin = model.clone()
    other = model.clone({"leaf": "majority"})

    assert (twin.tree.n, model.tree.n) == (0, 300)
    assert twin._get_params() == model._get_params()
    assert (other.leaf, other.nominal_attributes) == ("majority", ["age"])
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
    assert single._raw_memory_usage == plain.bytes


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
