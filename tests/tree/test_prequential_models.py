"""A prequential run of any model has the scores of a test-then-train loop written by hand."""

import math

import numpy as np
import pytest

from entrostream.tree import Prequential, VFDTClassifier, prequential
from tests.refusals import refused
from tests.tree.streams import columns, rows

# GaussianNB divides by the variance of its first row, and takes the logarithm of shares of 0.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning:sklearn.naive_bayes")


def numeric_stream(size):
    """Return a matrix and classes that it tells something about."""
    rng = np.random.default_rng(3)
    matrix = rng.normal(size=(size, 4))
    noisy = matrix[:, 0] + 0.5 * matrix[:, 1] + rng.normal(scale=0.3, size=size)
    return matrix, np.digitize(noisy, [-0.5, 0.5])


def by_hand(model, matrix, y, weights=None):
    """Return the predictions of scikit-learn's model, each before its row is learned."""
    predicted = []
    for i in range(len(y)):
        row, label = matrix[i : i + 1], y[i : i + 1]
        predicted.append(None if i == 0 else model.predict(row)[0])
        if weights is None:
            model.partial_fit(row, label, classes=np.unique(y))
        elif weights[i]:
            model.partial_fit(row, label, classes=np.unique(y), sample_weight=weights[i : i + 1])
    return predicted


def estimators():
    """Yield functions that make scikit-learn's estimators."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    naive_bayes = pytest.importorskip("sklearn.naive_bayes")
    return {
        "SGDClassifier": lambda: linear_model.SGDClassifier(random_state=0),
        "GaussianNB": naive_bayes.GaussianNB,
    }


@pytest.mark.parametrize("name", ["SGDClassifier", "GaussianNB"])
@pytest.mark.parametrize("weighted", [False, True])
def test_estimator_of_scikit_learn(name, weighted):
    """Accuracy, predictions, and the model itself."""
    make = estimators()[name]
    matrix, y = numeric_stream(150)
    weights = np.arange(150) % 4 * 0.5 + 0.5 if weighted else None
    loop, model = make(), make()
    predicted = by_hand(loop, matrix, y, weights)

    run = prequential(model, matrix, y, weights=weights, every=25)

    assert isinstance(run, Prequential)
    assert run.predictions.tolist() == predicted
    right = np.array([a == b for a, b in zip(predicted, y, strict=True)])
    assert run.accuracy[-1] == pytest.approx(np.average(right, weights=weights), abs=1e-12)
    assert run.rows.tolist() == [25, 50, 75, 100, 125, 150]
    assert model.predict(matrix).tolist() == loop.predict(matrix).tolist()


def test_estimator_that_is_fitted_goes_on():
    """It predicts the first row, and is not given the classes again."""
    make = estimators()["GaussianNB"]
    matrix, y = numeric_stream(300)
    model, loop = make().fit(matrix[:200], y[:200]), make().fit(matrix[:200], y[:200])

    run = prequential(model, matrix[200:], y[200:])

    predicted = []
    for i in range(200, 300):
        predicted.append(loop.predict(matrix[i : i + 1])[0])
        loop.partial_fit(matrix[i : i + 1], y[i : i + 1])
    assert run.predictions.tolist() == predicted


def test_estimator_over_chunks_needs_the_classes():
    """Which are known from the start only if they are given."""
    make = estimators()["GaussianNB"]
    matrix, y = numeric_stream(200)
    chunks = [(matrix[:80], y[:80]), (matrix[80:], y[80:])]
    whole = prequential(make(), matrix, y)

    run = prequential(make(), iter(chunks), classes=[0, 1, 2])

    assert run.predictions.tolist() == whole.predictions.tolist()
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        prequential(make(), iter(chunks))


def test_frames_keep_the_names_of_their_columns():
    """A class that is a column of the frame is no attribute."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    make = estimators()["GaussianNB"]
    matrix, y = numeric_stream(150)
    expected = by_hand(make(), matrix, y)
    table = {**{f"x{i}": matrix[:, i] for i in range(4)}, "plan": y}

    named = make()
    assert prequential(named, pandas.DataFrame(table), "plan").predictions.tolist() == expected
    assert named.feature_names_in_.tolist() == ["x0", "x1", "x2", "x3"]
    for given in (table, polars.DataFrame(table), np.column_stack([matrix, y])):
        name = 4 if isinstance(given, np.ndarray) else "plan"
        assert prequential(make(), given, name).predictions.tolist() == expected


@pytest.mark.parametrize("weighted", [False, True])
def test_model_of_river(weighted):
    """HoeffdingTreeClassifier: accuracy, predictions and the tree."""
    tree = pytest.importorskip("river.tree")
    stream = rows(1500)
    table, y = columns(stream)
    weights = [i % 3 / 2 for i in range(1500)] if weighted else None
    loop, model = (tree.HoeffdingTreeClassifier(grace_period=50, tau=0.3) for _ in range(2))
    predicted = []
    for i, (x, label) in enumerate(stream):
        predicted.append(loop.predict_one(x))
        if weights is None:
            loop.learn_one(x, label)
        elif weights[i]:
            loop.learn_one(x, label, w=weights[i])

    run = prequential(model, table, y, weights=weights, every=500)

    assert run.predictions.tolist() == predicted
    right = [a == b for a, b in zip(predicted, y, strict=True)]
    assert run.accuracy[-1] == pytest.approx(np.average(right, weights=weights), abs=1e-12)
    assert model.summary == loop.summary
    assert loop.n_leaves > 1


def test_pipeline_of_river():
    """A model that hands rows on."""
    linear_model = pytest.importorskip("river.linear_model")
    preprocessing = pytest.importorskip("river.preprocessing")
    matrix, y = numeric_stream(300)
    loop, model = (
        preprocessing.StandardScaler() | linear_model.LogisticRegression() for _ in range(2)
    )
    predicted = []
    for x, label in zip(matrix.tolist(), (y > 1).tolist(), strict=True):
        row = dict(enumerate(x))
        predicted.append(loop.predict_one(row))
        loop.learn_one(row, label)

    assert prequential(model, matrix, y > 1).predictions.tolist() == predicted


def test_faces_of_this_package_have_the_scores_of_the_tree():
    """River's at the tree's speed, scikit-learn's row by row."""
    pytest.importorskip("river")
    sklearn = pytest.importorskip("entrostream.sklearn")
    river = pytest.importorskip("entrostream.river")
    matrix, y = numeric_stream(800)
    tree = VFDTClassifier(explore=200)
    expected = prequential(tree, matrix, y, weights=[0.5] * 800, every=250)

    for model in (sklearn.VFDTClassifier(explore=200), river.VFDTClassifier(explore=200)):
        run = prequential(model, matrix, y, weights=[0.5] * 800, every=250)
        assert run.predictions.tolist() == expected.predictions.tolist()
        for name in ("rows", "accuracy", "kappa", "no_change", "recent_kappa"):
            assert getattr(run, name).tolist() == getattr(expected, name).tolist(), name
        grown = model.tree if hasattr(model, "tree") else model.tree_
        assert grown == tree
    assert model.summary["total_observed_weight"] == 400


def test_scikit_learns_face_knows_new_classes_over_chunks():
    """It needs no classes from the start."""
    sklearn = pytest.importorskip("entrostream.sklearn")
    matrix, y = numeric_stream(200)
    chunks = [(matrix[y < 2], y[y < 2]), (matrix[y == 2], y[y == 2])]
    model = sklearn.VFDTClassifier()

    prequential(model, iter(chunks))

    assert model.classes_.tolist() == [0, 1, 2]


class Majority:
    """A model without a parameter for weights."""

    def __init__(self):
        self.counts = {}

    def predict_one(self, x):
        """Return the most frequent class so far."""
        return max(self.counts, key=self.counts.get, default=None)

    def learn_one(self, x, y):
        """Count the class."""
        self.counts[y] = self.counts.get(y, 0) + 1


def test_weights_need_a_model_that_takes_them():
    """The error names the model."""
    with refused(TypeError, "Majority takes no weights; leave out weights="):
        prequential(Majority(), {"x": [1, 2]}, ["a", "b"], weights=[1, 2])
    with refused(ValueError, "weight must be a finite number, 0 or more, got -1.0 at position 1"):
        prequential(Majority(), {"x": [1, 2]}, ["a", "b"], weights=[1, -1])
    with refused(ValueError, "X and weights differ in length: 2 and 3"):
        prequential(Majority(), {"x": [1, 2]}, ["a", "b"], weights=[1, 1, 1])


def test_values_are_given_as_they_are():
    """Objects of Python, whatever the column was; missing ones too."""

    class Noting(Majority):
        def learn_one(self, x, y):
            noted.append((x, y))

    noted = []
    table = {"i": np.array([1, 2]), "f": [0.5, None], "s": np.array(["a", "b"])}
    prequential(Noting(), table, np.array([True, False]))

    assert noted == [({"i": 1, "f": 0.5, "s": "a"}, True), ({"i": 2, "f": None, "s": "b"}, False)]
    assert [type(noted[0][0][name]) for name in table] == [int, float, str]


def test_row_without_a_class_is_refused_before_any_is_learned():
    """By its number."""
    model = Majority()

    with refused(ValueError, "y has no class in row 1"):
        prequential(model, {"x": [1, 2]}, ["a", math.nan])

    assert model.counts == {}


def test_error_of_a_model_is_not_swallowed():
    """It comes as it was raised."""

    class Broken(Majority):
        def predict_one(self, x):
            raise ZeroDivisionError("my own")

    with pytest.raises(ZeroDivisionError, match="my own"):
        prequential(Broken(), {"x": [1, 2]}, ["a", "b"])


def test_progress_is_shown(capsys):
    """A bar on stderr, as for the tree."""
    pytest.importorskip("tqdm")

    prequential(Majority(), {"x": [1] * 2500}, ["a"] * 2500, progress=True)

    assert "2.50k" in capsys.readouterr().err


NO_MODELS = {
    "class": (
        VFDTClassifier,
        "model must be an object, got the class VFDTClassifier",
    ),
    "nothing": (
        None,
        "model must have learn_one and predict_one, as river's, or partial_fit and predict, as "
        "scikit-learn's incremental estimators, got NoneType",
    ),
}


@pytest.mark.parametrize(("model", "text"), NO_MODELS.values(), ids=NO_MODELS.keys())
def test_what_cannot_learn_is_refused(model, text):
    """With what a model must have."""
    with refused(TypeError, text):
        prequential(model, {"x": [1]}, ["a"])
