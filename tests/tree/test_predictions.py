"""Prediction before learning: the same predictions and tree, whichever way the rows come in."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.tree import VFDTClassifier, prequential
from tests.examples import examples

QUICK = {"delta": 0.5, "n_bins": 4, "warm_up": 5, "explore": 60, "max_values": 3}
OPTIONS = {
    **{leaf: {**QUICK, "leaf_prediction": leaf} for leaf in ("nba_path", "mc", "nb", "nba")},
    "gaussian": {**QUICK, "splitter": "gaussian"},
    "hoeffding": {**QUICK, "rule": "hoeffding", "tau": 0.4, "grace_period": 10},
    "parent's counts": {
        **QUICK,
        "rule": "hoeffding",
        "leaf_prediction": "nba",
        "tau": 0.4,
        "grace_period": 10,
        "parent_counts": True,
    },
    "limited": {**QUICK, "memory_limit": 2**14},
    "gini": {**QUICK, "split_criterion": "gini", "nominal_attributes": ["code"]},
}
every_option = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())


def eventful(size, seed, weighted=False):
    """Return rows in which attributes, values and classes are new now and then: x, y, weight."""
    rng = random.Random(seed)
    made = []
    for i in range(size):
        shade = rng.choice(["red", "green", "blue", "white", "black"][: 2 + i // 40])
        x = {"size": rng.gauss(0, 1), "shade": shade, "code": rng.choice("xyz"[: 1 + i // 60])}
        if i > 70:
            x["late"] = rng.random()
            x["word"] = rng.choice(["yes", "no"])
        y = "a" if (x["size"] > 0.2) != (shade == "red") else "b"
        if i > 100 and shade == "white":
            y = "c"
        x = {name: value for name, value in x.items() if rng.random() > 0.1}
        made.append((x, y, rng.choice([0, 1, 1, 2, 5]) if weighted else 1))
    return made


def table_of(stream):
    """Return the rows as columns, None where a value is missing, the classes and the weights."""
    names = sorted({name for x, _, _ in stream for name in x})
    columns = {name: [x.get(name) for x, _, _ in stream] for name in names}
    return columns, [y for _, y, _ in stream], [w for _, _, w in stream]


def one_by_one(tree, stream):
    """Return the prediction for each row before the row is learned."""
    predicted = []
    for x, y, w in stream:
        predicted.append(tree.predict_one(x))
        tree.learn_one(x, y, w)
    return predicted


def row_by_row_in_bulk(tree, stream):
    """Return the same by predict_many and learn_many of a single row each."""
    predicted = []
    for x, y, w in stream:
        columns = {name: [value] for name, value in x.items()} or {"size": [None]}
        predicted += tree.predict_many(columns).tolist()
        tree.learn_many(columns, [y], [w])
    return predicted


def cut(stream, places):
    """Yield the stream in chunks, each with the columns that it has, and none of the others."""
    edges = [0, *sorted(places), len(stream)]
    for first, last in pairwise(edges):
        columns, y, w = table_of(stream[first:last])
        yield columns or {"size": [None] * len(y)}, y, w


def in_chunks(tree, stream, places):
    """Return the predictions of the prequential run over the chunks."""
    return prequential(tree, cut(stream, places)).predictions.tolist()


@every_option
@given(
    seed=st.integers(0, 2**32),
    weighted=st.booleans(),
    places=st.lists(st.integers(0, 200), max_size=5),
)
@examples(15)
def test_law_every_way_predicts_and_learns_alike(options, seed, weighted, places):
    """To the last byte: row by row, in bulk, the prequential run, and any cut into chunks."""
    stream = eventful(200, seed, weighted)
    columns, y, w = table_of(stream)
    single, bulk, whole, pieces, silent = (VFDTClassifier(**options) for _ in range(5))

    predicted = one_by_one(single, stream)
    result = prequential(whole, columns, y, weights=w)
    silent.learn_many(columns, y, w)

    assert single.n_nodes > 1
    assert row_by_row_in_bulk(bulk, stream) == predicted
    assert result.predictions.tolist() == predicted
    assert in_chunks(pieces, stream, places) == predicted
    state = single.to_bytes()
    assert [tree.to_bytes() for tree in (bulk, whole, pieces, silent)] == [state] * 4


@every_option
def test_predictions_and_explanations_change_nothing(options):
    """Probabilities, explanations and predictions of other rows leave the tree as it was."""
    stream = eventful(300, seed=5)
    queried, untouched = VFDTClassifier(**options), VFDTClassifier(**options)
    for (x, y, _), (other, _, _) in zip(stream, reversed(stream), strict=True):
        queried.predict_one(other)
        probabilities = queried.predict_proba_one(x)
        queried.debug_one(x)
        predicted = untouched.predict_one(x)
        assert queried.predict_one(x) == predicted
        assert predicted is None or probabilities[predicted] == max(probabilities.values())
        queried.learn_one(x, y)
        untouched.learn_one(x, y)
    assert queried.to_bytes() == untouched.to_bytes()


def frames(columns):
    """Yield the columns in every kind of frame that is installed."""
    yield columns
    for name, make in {
        "pandas": lambda module: module.DataFrame(columns),
        "polars": lambda module: module.DataFrame(columns, strict=False),
        "pyarrow": lambda module: module.table(columns),
    }.items():
        try:
            module = __import__(name)
        except ImportError:
            continue
        yield make(module)


@every_option
def test_every_kind_of_frame_is_predicted_alike(options):
    """Frames and dicts of columns, to the last byte."""
    stream = eventful(250, seed=11)
    columns, y, _ = table_of(stream)
    single = VFDTClassifier(**options)
    predicted = one_by_one(single, stream)

    for frame in frames(columns):
        tree = VFDTClassifier(**options)
        assert prequential(tree, frame, y).predictions.tolist() == predicted
        assert tree.to_bytes() == single.to_bytes()


def test_arrays_are_predicted_as_their_rows():
    """A matrix of numbers with missing values."""
    rng = np.random.default_rng(3)
    matrix = rng.normal(size=(400, 3))
    y = (matrix[:, 0] > 0.3).astype(int) + (matrix[:, 1] > 1)
    matrix[rng.random(matrix.shape) < 0.1] = np.nan
    single, bulk = VFDTClassifier(**QUICK), VFDTClassifier(**QUICK)
    stream = [
        (dict(enumerate(row)), label, 1) for row, label in zip(matrix, y.tolist(), strict=True)
    ]

    predicted = one_by_one(single, stream)

    assert prequential(bulk, matrix, y).predictions.tolist() == predicted
    assert bulk.to_bytes() == single.to_bytes()


@pytest.mark.parametrize(
    "classes", [["a", "a\0", "b"], [1, "1", 2.5], [2**63, -(2**63), 0], [True, "True", 0.5]]
)
def test_many_predictions_keep_the_identity_of_classes(classes):
    """Also where an array of NumPy would make another label of them."""
    tree = VFDTClassifier(leaf_prediction="nb")
    x = {"sky": [f"sky {place}" for place in range(3)]}
    tree.learn_many({"sky": x["sky"] * 50}, classes * 50)

    found = tree.predict_many(x).tolist()

    assert found == classes
    assert [type(label) for label in found] == [type(label) for label in classes]
