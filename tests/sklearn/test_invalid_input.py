"""What is refused changes nothing, and classes keep their identity."""

import numpy as np
import pytest

from tests.refusals import refused

pd = pytest.importorskip("pandas")
VFDTClassifier = pytest.importorskip("entrostream.sklearn").VFDTClassifier

X = [[0.0, 1.0], [1.0, 0.0]]
FRAME = pd.DataFrame({"a": [0.0, 1.0], "b": [1.0, 0.0]})
MIX = r"Mix of label input types \(string and number\): '.*' and [^']*; make all classes"


def state(model):
    """Return all that a model says of itself."""
    return {name: repr(value) for name, value in vars(model).items()} | {
        "bytes": model.tree_.to_bytes() if hasattr(model, "tree_") else None
    }


def require_shares(model, x):
    """Check that each row has shares that sum to 1, a column for each class."""
    shares = model.predict_proba(x)
    assert shares.shape == (len(x), len(model.classes_))
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-12)
    assert set(model.tree_.classes) <= set(model.classes_.tolist())
    assert set(model.predict(x).tolist()) <= set(model.tree_.classes)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([1, 1], ["1", "1"]),
        ([1, 2], ["a", "a"]),
        (["a", "b"], [1, 2]),
        (["1", "b"], [1, 1]),
        ([True, False], ["True", "False"]),
        ([1.0, 2.0], np.array(["1.0", "x"], dtype=object)),
    ],
)
@pytest.mark.parametrize("declare", [False, True])
def test_strings_and_numbers_are_not_mixed(first, second, declare):
    """1 is not '1', and no number becomes a string."""
    model = VFDTClassifier().partial_fit(X, first, classes=first if declare else None)
    before = state(model)

    with pytest.raises(ValueError, match=MIX):
        model.partial_fit(X, second)

    assert state(model) == before
    require_shares(model, X)
    if declare:
        with pytest.raises(ValueError, match="is not the same as on last call to partial_fit"):
            model.partial_fit(X, first, classes=second)
        assert state(model) == before


@pytest.mark.parametrize(
    "y", [np.array([1, "a"], dtype=object), ["a", 1.0, "b"], [True, "x", "y"]], ids=repr
)
def test_one_column_does_not_mix_strings_and_numbers_either(y):
    """A list of both is not turned into strings, as NumPy would."""
    with pytest.raises(ValueError, match=MIX):
        VFDTClassifier().fit(X[:1] * len(y), y)


@pytest.mark.parametrize(
    ("y", "text"),
    [
        (["x", None], "y has no class in row 1 (None)"),
        (np.array([None, "x"], dtype=object), "y has no class in row 0 (None)"),
    ],
)
def test_rows_without_a_class_are_refused(y, text):
    with refused(ValueError, text):
        VFDTClassifier().fit(X, y)


@pytest.mark.parametrize(
    ("first", "second", "classes"),
    [
        ([1, 2], [3.0, 3.0], [1, 2, 3]),
        ([True, False], [2, 2], [0, 1, 2]),
        ([1, 1], [True, True], [1]),
        (["a", "b"], ["ccc", "a"], ["a", "b", "ccc"]),
        (np.array(["b", "a"], dtype=object), ["c", "c"], ["a", "b", "c"]),
    ],
)
def test_equal_classes_are_one(first, second, classes):
    """As everywhere in Python: 1, 1.0 and True are the same."""
    model = VFDTClassifier().partial_fit(X, first).partial_fit(X, second)

    assert model.classes_.tolist() == classes
    require_shares(model, X)


def test_classes_that_no_array_tells_apart_are_refused():
    """Integers above 2**53 would become equal floats in an array with floats."""
    model = VFDTClassifier().partial_fit(X, [2**62, 2**62 + 1])
    before = state(model)

    with refused(
        ValueError,
        "classes of int64 and float64 would not stay the same in one array: "
        "4611686018427387905 would become another; make all classes integers or strings",
    ):
        model.partial_fit(X, [1.0, 2.0])

    assert state(model) == before
    require_shares(model, X)


def test_classes_that_were_not_declared_are_refused():
    model = VFDTClassifier().partial_fit(X, [1, 2], classes=[1, 2, 3])
    before = state(model)

    with refused(
        ValueError,
        "y has classes that are not among classes: [4]; leave classes= out to let new ones come",
    ):
        model.partial_fit(X, [1, 4])
    with refused(ValueError, "classes must be given at the first call of partial_fit or never"):
        VFDTClassifier().partial_fit(X, [1, 2]).partial_fit(X, [1, 2], classes=[1, 2])

    assert state(model) == before
    require_shares(model, X)


@pytest.mark.parametrize("unit", ["D", "s", "us", "ns"])
def test_dates_are_classes_too(unit):
    y = np.array(["2024-01-01", "2023-01-01"], f"M8[{unit}]")

    model = VFDTClassifier().partial_fit(X, y)

    assert model.classes_.tolist() == sorted(y.tolist())
    assert model.predict_proba(X).sum(axis=1) == pytest.approx([1, 1])
    assert set(model.predict(X)) <= set(y)


REFUSED = {
    "another length of y": (X + X, [1, 2, 3]),
    "no class": (np.ones((2, 3)), [1, np.nan]),
    "infinity": (np.full((2, 3), np.inf), [1, 2]),
    "weights": (np.ones((2, 3)), [1, 2], [-0.5, 1]),
    "continuous classes": (np.ones((2, 5)), [0.5, 1.5]),
    "another length of a frame": (FRAME.assign(c=1.0), [1]),
    "infinity in a frame": (FRAME.assign(a=np.inf)[["b", "a"]], [1, 2]),
    "no rows": (FRAME[:0], np.array([], dtype=int)),
    "no columns": (FRAME[[]], [1, 2]),
    "mixed classes": (FRAME[["a"]], np.array([1, "a"], dtype=object)),
}


@pytest.mark.parametrize("fitted", [None, X, FRAME], ids=["not fitted", "matrix", "frame"])
@pytest.mark.parametrize("given", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.filterwarnings("ignore:X (has|does not have) .*feature names:UserWarning")
def test_a_refused_call_changes_nothing(fitted, given, method):
    """Not the tree, not the classes, and neither the number nor the names of the features."""
    model = VFDTClassifier()
    if fitted is not None:
        model.fit(fitted, [1, 2])
    before = state(model)
    x, y, *weights = given

    with pytest.raises(ValueError):  # noqa: PT011
        getattr(model, method)(x, y, sample_weight=weights[0] if weights else None)

    assert state(model) == before


def test_fitting_anew_forgets_names():
    """A matrix after a frame has none; the classes are the new ones."""
    model = VFDTClassifier().fit(FRAME, ["a", "b"])
    assert model.feature_names_in_.tolist() == ["a", "b"]

    model.fit(np.ones((2, 3)), [1, 2])

    assert not hasattr(model, "feature_names_in_")
    assert model.n_features_in_ == 3
    assert model.classes_.tolist() == [1, 2]


def test_rows_without_weight_teach_nothing():
    """A model that knows no class cannot predict one: the first rows must weigh something."""
    with refused(ValueError, "Sample weights must contain at least one non-zero number."):
        VFDTClassifier().fit(X, [1, 2], sample_weight=[0, 0])

    model = VFDTClassifier().fit(X, [1, 2]).partial_fit(X, [3, 2], sample_weight=[0, 1])
    assert model.classes_.tolist() == [1, 2, 3]
    require_shares(model, X)


@pytest.mark.parametrize("leaf", ["nba_path", "mc", "nb", "nba"])
def test_shares_sum_to_one_whatever_predicts(leaf):
    """Also for classes of few rows, and rows far from all that were learned."""
    rng = np.random.default_rng(7)
    x = rng.normal(size=(600, 2))
    y = rng.integers(0, 9, 600) // 2
    model = VFDTClassifier(leaf_prediction=leaf, explore=100)
    for first in range(0, 600, 50):
        model.partial_fit(x[first : first + 50], y[first : first + 50])
        require_shares(model, np.vstack([x, x * 1e6, x * 1e-9, np.full((1, 2), np.nan)]))


@pytest.mark.parametrize("name", ["VFDTClassifier", "EFDTClassifier", "CVFDTClassifier"])
def test_frames_without_rows_are_refused_with_the_name_of_the_class(name):
    """In the words that scikit-learn has for arrays."""
    model = getattr(pytest.importorskip("entrostream.sklearn"), name)()
    with refused(
        ValueError,
        f"Found array with 0 sample(s) (shape=(0, 2)) while a minimum of 1 is required by {name}.",
    ):
        model.fit(FRAME[:0], np.array([], dtype=int))
