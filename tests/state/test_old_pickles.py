"""Pickles of earlier versions are read, and give what was pickled."""

import pickle
from dataclasses import fields
from pathlib import Path

import pytest
import sklearn.base

import entrostream as es
from entrostream.tree import VFDTClassifier
from entrostream.tree.parameters import TreeParameters
from tests.state.pickled_objects import OBJECTS
from tests.state.write_states import SUMMARIES

HERE = Path(__file__).parent
CURRENT = HERE / "version_1"
FILES = sorted(HERE.glob("version_*/pickles/*.pickle"))
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[f"{p.parent.parent.name}/{p.stem}" for p in FILES]
)
# Trees that are grown anew: a function of their rows by rules that may improve.
LEARNED = {
    "tree_own_criterion",
    "sklearn_classifier",
    "river_classifier",
    "sklearn_cvfdt",
    "river_adaptive_tree",
}


# Adaptive windows of format 1 learn no overdispersion, and their changes have no size.
OF_FORMAT_1 = {
    *(name for name in SUMMARIES if name.startswith("adaptive_window_")),
    "river_adaptive_window",
    "change",
}


def read(path):
    """Return what was pickled, or skip if it is of a library that this Python does not have."""
    if path.stem.startswith("river_"):
        pytest.importorskip("river")
    return pickle.loads(path.read_bytes())


def plain(thing):
    """Return what format 1 has of an adaptive window or a change."""
    if isinstance(thing, es.Change):
        return thing[: len(es.Change._fields) - len(es.Change._field_defaults)]
    window = getattr(thing, "window", thing)
    return window.counts(), window.seen, window.rate, [plain(each) for each in window.changes]


def parts_of(thing):
    """Return what an object without `==` consists of."""
    return {name: value for name, value in vars(thing).items() if name != "_rng"}


def same(left, right):
    """Say whether two objects are equal, or consist of equal parts."""
    if type(left) is not type(right) or left == right:
        return type(left) is type(right)
    return hasattr(left, "__dict__") and same(parts_of(left), parts_of(right))


def tree_of(model):
    """Return the tree of a classifier, whichever library's."""
    return next(getattr(model, name) for name in ("tree", "tree_") if hasattr(model, name))


@every_file
def test_old_pickle_gives_what_was_pickled(path):
    """Type, parameters, content, and the attributes of subclasses."""
    restored = read(path)

    if path.stem in LEARNED:
        tree = restored if isinstance(restored, VFDTClassifier) else tree_of(restored)
        assert tree.n in (600, 700, 2100)
        assert tree.n_leaves > 1
        assert len(getattr(tree, "changes", ())) == getattr(tree, "n_changes", 0)
        assert type(tree).from_bytes(tree.to_bytes(), split_criterion=max).describe()
    elif path.stem in OF_FORMAT_1:
        assert same(plain(restored), plain(OBJECTS[path.stem]()))
    else:
        expected = OBJECTS[path.stem]()
        assert same(restored, expected)
        if isinstance(restored, es.Summary | es.ContingencyTable | es.ContingencyWindow):
            assert getattr(restored, "__dict__", None) == getattr(expected, "__dict__", None)


@pytest.mark.parametrize("name", SUMMARIES)
def test_old_pickle_has_the_state_of_its_bytes(name):
    """Both forms of a state hold the same."""
    (pickled,) = HERE.glob(f"version_*/pickles/{name}.pickle")
    restored = pickle.loads(pickled.read_bytes())
    written = (pickled.parents[1] / f"{name}.bin").read_bytes()

    assert restored.to_bytes() == type(restored).from_bytes(written).to_bytes()


def test_every_object_has_its_pickle_and_every_pickle_its_object():
    """Nothing is tested by halves."""
    assert sorted(path.stem for path in FILES) == sorted(OBJECTS)


@pytest.mark.parametrize("name", ["sklearn_classifier", "river_classifier"])
def test_old_pickle_has_the_parameters_under_their_current_names(name):
    """With their values, so that a clone can be made."""
    restored = read(CURRENT / f"pickles/{name}.pickle")
    fresh = type(restored)(explore=200)

    assert {each.name: getattr(restored, each.name) for each in fields(TreeParameters)} == {
        each.name: getattr(fresh, each.name) for each in fields(TreeParameters)
    }
    assert not {"tie", "looks", "observer", "bins", "leaf", "criterion", "weights"} & set(
        vars(restored)
    )
    clone = restored.clone() if name == "river_classifier" else sklearn.base.clone(restored)
    assert clone.explore == 200
