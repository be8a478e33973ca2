"""The streaming tree in scikit-learn's world: its own checks, frames, classes, weights."""

import doctest
import pickle
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from entrostream import tree
from tests.refusals import refused
from tests.tree.streams import columns, rows

pytest.importorskip("sklearn", reason="scikit-learn is not installed")
import sklearn
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

from entrostream.sklearn import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)


def name_of(part):
    """Return the name of a check, or of the estimator."""
    return getattr(getattr(part, "func", part), "__name__", type(part).__name__)


# A row of importance 2 is one observation, two equal rows are two: only frequencies are the same
# as repeated rows. A list: scikit-learn's own decorator gives pytest a generator, which it refuses.
OF_FREQUENCIES = "check_sample_weight_equivalence_on_dense_data"
CHECKS = [
    (estimator, check)
    for cls in (VFDTClassifier, HoeffdingAdaptiveTreeClassifier)
    for weights in ("importance", "frequency")
    for estimator, check in estimator_checks_generator(cls(weight_type=weights))
    if (name_of(check) == OF_FREQUENCIES) == (weights == "frequency")
]
CHECKS += [
    (estimator, check)
    for cls in (EFDTClassifier, CVFDTClassifier)
    for estimator, check in estimator_checks_generator(cls())
]


@pytest.mark.parametrize(("estimator", "check"), CHECKS, ids=name_of)
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")
def test_scikit_learn_checks_hold(estimator, check):
    """All that scikit-learn requires of a classifier."""
    check(estimator)


def frames():
    """Yield the same rows as frames of each library, with their classes."""
    table, y = columns(rows(1000))
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    yield pandas.DataFrame(table), y
    yield pyarrow.table(table), y
    # Before 1.8 scikit-learn did not find the names of these: their columns are numbered then.
    if tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 8):
        yield polars.DataFrame(table), y


def test_frames_go_in_as_they_are():
    """Strings and numbers; names are kept, and the tree is the one of single rows."""
    plain = tree.VFDTClassifier()
    plain.learn_many(*columns(rows(1000)))
    for frame, y in frames():
        model = VFDTClassifier().fit(frame, y)

        assert model.tree_ == plain
        assert model.feature_names_in_.tolist() == ["age", "colour", "height", "member"]
        assert model.n_features_in_ == 4
        assert model.classes_.tolist() == ["no", "perhaps", "yes"]
        assert model.predict(frame).tolist() == plain.predict_many(frame).tolist()
        assert model.score(frame, y) > 0.8
        shares = model.predict_proba(frame)
        assert shares[:, model.classes_.tolist().index("yes")].tolist() == (
            plain.predict_proba_many(frame)[:, plain.classes.index("yes")].tolist()
        )
        assert model.feature_importances_.sum() == pytest.approx(1.0)
        assert len(model.to_rules()) == plain.n_leaves


def test_categories_are_nominal():
    """Whatever the categories are."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"code": pandas.Categorical([1, 7, 1, 3] * 100)})

    model = VFDTClassifier().fit(frame, list("abac") * 100)

    assert model.tree_.attributes == {"code": "nominal"}
    assert model.predict(frame[:4]).tolist() == list("abac")


def test_parts_make_the_whole():
    """partial_fit in pieces ends in the tree of fit."""
    frame, y = next(frames())
    parts = VFDTClassifier()
    for first in range(0, 1000, 100):
        parts.partial_fit(frame[first : first + 100], y[first : first + 100])

    assert parts.tree_ == VFDTClassifier().fit(frame, y).tree_
    assert parts.fit(frame, y).tree_.n == 1000


def test_classes_come_at_any_time_unless_all_were_told():
    """classes_ grows, sorted, and shares follow it."""
    x = np.array([[0.0], [1.0]] * 50)
    model = VFDTClassifier().partial_fit(x, [5, 9] * 50).partial_fit(x + 10, [7, 7] * 50)

    assert model.classes_.tolist() == [5, 7, 9]
    assert model.predict([[10.5], [0.0], [1.0]]).tolist() == [7, 5, 9]
    assert model.predict_proba([[10.5]]).argmax() == 1

    told = VFDTClassifier().partial_fit(x, [5, 9] * 50, classes=[9, 7, 5])
    assert told.predict_proba(x).shape == (100, 3)
    with refused(
        ValueError,
        "y has classes that are not among classes: [8]; leave classes= out to let new ones come",
    ):
        told.partial_fit(x, [5, 8] * 50)
    with pytest.raises(ValueError, match="is not the same as on last call to partial_fit"):
        told.partial_fit(x, [5, 9] * 50, classes=[1, 2])
    assert told.tree_.n == 100


def test_weights_are_importances_or_frequencies():
    """0 leaves a row out; fractions are refused only where weights are numbers of rows."""
    x = np.array([[0.0], [1.0], [2.0]] * 30)
    y = [0, 1, 2] * 30
    counting = VFDTClassifier(leaf_prediction="mc", weight_type="frequency")
    counting.fit(x, y, sample_weight=[2, 1, 0] * 30)
    weighing = VFDTClassifier(leaf_prediction="mc").fit(x, y, sample_weight=[0.5, 0.25, 0] * 30)

    assert counting.tree_.to_rules()[0].counts in ({0: 60, 1: 30}, {0: 60})
    assert weighing.tree_.to_rules()[0].counts in ({0: 15.0, 1: 7.5}, {0: 15.0})
    with pytest.raises(
        ValueError, match=r'VFDTClassifier\(weight_type="importance"\) takes any number'
    ):
        counting.fit(x, y, sample_weight=[0.5] * 90)


def boosted_data():
    """Return rows whose class is whether a point is far from the origin: Hastie's example."""
    chance = np.random.default_rng(4)
    x = chance.normal(size=(6000, 10))
    y = (np.square(x).sum(axis=1) > 9.34).astype(int)
    return x[:4000], y[:4000], x[4000:], y[4000:]


def test_boosting_is_better_than_its_base():
    """AdaBoost gives its trees the rows that were wrong with more and more weight."""
    x, y, unseen, truth = boosted_data()
    base = VFDTClassifier(leaf_prediction="mc")
    boosted = AdaBoostClassifier(base, n_estimators=30).fit(x, y)

    assert len(boosted.estimators_) > 10
    assert boosted.score(unseen, truth) > base.fit(x, y).score(unseen, truth) + 0.05


def test_bagging_is_no_worse_than_its_base():
    """scikit-learn's bags draw rows by weights."""
    x = np.random.default_rng(4).normal(size=(6000, 4))
    y = (x.sum(axis=1) > 0).astype(int)
    base = VFDTClassifier(leaf_prediction="mc")
    bag = BaggingClassifier(base, n_estimators=10, random_state=1)
    bag.fit(x[:4000], y[:4000], sample_weight=np.linspace(0.5, 1.5, 4000))

    alone = base.fit(x[:4000], y[:4000]).score(x[4000:], y[4000:])
    assert bag.score(x[4000:], y[4000:]) > alone + 0.02


def test_missing_values_are_borne_and_infinity_is_not():
    """NaN in arrays, None in frames."""
    x = np.array([[0.0, np.nan], [1.0, 2.0]] * 50)
    model = VFDTClassifier().fit(x, [0, 1] * 50)

    assert model.predict([[np.nan, np.nan]]).shape == (1,)
    with pytest.raises(ValueError, match="infinity"):
        model.predict([[np.inf, 0.0]])


def test_unfitted_says_so():
    """As everywhere in scikit-learn."""
    with pytest.raises(NotFittedError):
        VFDTClassifier().predict([[1.0]])
    with pytest.raises(NotFittedError):
        VFDTClassifier().to_rules()


def test_a_refused_batch_leaves_the_model_as_it_was():
    """Tree, classes and all."""
    frame, y = next(frames())
    model = VFDTClassifier().fit(frame, y)
    before = pickle.dumps(model.tree_)

    with pytest.raises(TypeError, match="is numeric since its first value"):
        model.partial_fit(frame.assign(age=frame["colour"]), ["new"] * 1000)

    assert pickle.dumps(model.tree_) == before
    assert model.classes_.tolist() == ["no", "perhaps", "yes"]


def test_clone_pickle_pipeline_and_cross_validation():
    """What people do with an estimator."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(600, 3))
    y = (x[:, 0] > 0).astype(int)
    model = VFDTClassifier(leaf_prediction="nb", memory_limit="2MiB").fit(x, y)

    assert clone(model).get_params() == model.get_params()
    assert pickle.loads(pickle.dumps(model)).predict(x).tolist() == model.predict(x).tolist()
    assert make_pipeline(StandardScaler(), VFDTClassifier()).fit(x, y).score(x, y) > 0.9
    assert cross_val_score(VFDTClassifier(), x, y, cv=3).min() > 0.85


def test_without_scikit_learn_the_way_out_is_named():
    """The name of the extra."""
    code = "import sys; sys.modules['sklearn.base'] = None; import entrostream.sklearn"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert 'needs scikit-learn: pip install "entrostream[sklearn]"' in result.stderr


def test_examples_give_what_they_say():
    """Those of the module and of the class."""
    pytest.importorskip("pandas")

    assert doctest.testmod(import_module("entrostream.sklearn")).failed == 0
