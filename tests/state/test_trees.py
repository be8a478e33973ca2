"""Trees saved by earlier versions are read, and predict as they did."""

import json
from pathlib import Path

import pytest

import entrostream as es
from tests.state.trees import CLASSES_OF_TREES, TREES, class_of, facts, learned, path_of

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("version_*/trees/*.bin"))
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[f"{p.parent.parent.name}/{p.stem}" for p in FILES]
)


@every_file
def test_tree_of_a_released_version_predicts_as_it_did(path):
    """Its size, its tests, its predictions and their probabilities to the last bit."""
    tree = class_of(path.stem).from_bytes(path.read_bytes())

    assert facts(tree) == json.loads(path.with_suffix(".json").read_text())


@every_file
def test_tree_of_a_released_version_goes_on_learning(path):
    """Saved and read once more it learns the same."""
    tree = class_of(path.stem).from_bytes(path.read_bytes())
    again = type(tree).from_bytes(tree.to_bytes())

    assert learned(tree, 500, missing=6) == learned(again, 500, missing=6)
    assert tree.n == json.loads(path.with_suffix(".json").read_text())["rows"] + 500


@pytest.mark.parametrize("name", TREES)
def test_state_of_this_version_is_written_as_it_was(name):
    """Not one byte differs from what was read."""
    state = path_of(name).read_bytes()

    assert class_of(name).from_bytes(state).to_bytes() == state


def test_every_tree_has_its_files_and_every_file_its_tree():
    """Nothing is tested by halves; what the trees are about is in them."""
    assert sorted(path.stem for path in FILES) == sorted(TREES)
    trees = {name: make() for name, make in TREES.items()}
    assert all(tree.n_nodes > 1 for name, tree in trees.items() if not name.endswith(UNSPLIT))
    for name in ("tree_limited", "adaptive_tree_limited", "cvfdt_limited"):
        assert trees[name].work["deactivations"] > 0


UNSPLIT = ("empty", "warming_up")


def test_adaptive_trees_have_what_they_are_about():
    """Each is of its class; alternates, changes and windows are among them."""
    trees = {name: class_of(name).from_bytes(path_of(name).read_bytes()) for name in TREES}
    assert {type(tree) for tree in trees.values()} == set(CLASSES_OF_TREES.values())
    for name in ("adaptive_tree_alternates", "efdt_alternate", "cvfdt_alternate"):
        assert trees[name].n_alternates > 0
        assert trees[name].n_changes > 0
    assert trees["adaptive_tree_alternates"].n_alternates == 2
    assert trees["cvfdt_not_full"].window_size == 400
    assert trees["cvfdt_alternate"].window_size == trees["cvfdt_weights"].window_size == 300
    assert trees["cvfdt_limited"].window_size < 300


def test_version_is_that_of_the_directory():
    """The first that has what the tree needs: 2 for a depth limit, 3 for adaptive trees."""
    for path in FILES:
        assert f"version_{path.read_bytes()[4]}" == path.parent.parent.name


@pytest.mark.parametrize("name", TREES)
def test_damaged_states_are_refused_and_change_nothing(name):
    """Cut or with another byte anywhere, in bytes and in a pickle."""
    state = path_of(name).read_bytes()
    cls = class_of(name)
    fresh = cls.__new__(cls)
    for place in range(0, len(state), max(1, len(state) // 60)):
        damaged = bytearray(state)
        damaged[place] ^= 1 + place % 255
        for bad in (bytes(damaged), state[:place]):
            with pytest.raises(es.StateError):
                cls.from_bytes(bad)
            with pytest.raises(es.StateError):
                fresh.__setstate__((bad, [], [], [], [], None, None))
            with pytest.raises(es.StateError):
                fresh.__setstate__((bad, [None], None))
    fresh.__setstate__(cls.from_bytes(state).__getstate__())
    assert fresh.to_bytes() == state
