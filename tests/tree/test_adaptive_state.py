"""Trees for streams that change, saved and read again: alternates, windows and changes go on."""

import copy
import pickle
from itertools import permutations

import pytest

import entrostream as es
from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)
from tests.refusals import refused
from tests.tree.adaptive_trees import ADAPTIVE, every_class, made
from tests.tree.streams import columns, drifting, learned

STREAM = drifting(4500, 1500, missing=0.05)
WAYS = {
    "bytes": lambda tree: type(tree).from_bytes(tree.to_bytes()),
    "pickle": lambda tree: pickle.loads(pickle.dumps(tree)),
    "copy": lambda tree: tree.copy(),
    "copy module": copy.copy,
    "deep copy": copy.deepcopy,
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())


@every_class
@every_way
@pytest.mark.parametrize("options", [{}, {"memory_limit": 100_000}], ids=["free", "limited"])
def test_learning_goes_on_bit_for_bit(cls, way, options):
    """From any row, with alternates or without; the first tree is left alone."""
    tree, alternates = made(cls, **options), 0
    again = [made(cls, **options)]
    for first in range(0, 4500, 90):
        part = STREAM[first : first + 90]
        state = learned(tree, part).to_bytes()
        again.append(learned(way(again[-1]), part))
        assert again[-1].to_bytes() == state
        assert again[-1] == tree
        alternates += tree.n_alternates > 0
    last = again[-1]

    assert type(last) is cls
    assert alternates > 0
    assert last.changes == tree.changes != []
    assert (last.n_changes, last.n_alternates) == (tree.n_changes, tree.n_alternates)
    assert last.get_params() == tree.get_params()
    assert last.nbytes == tree.nbytes
    table, _ = columns(STREAM)
    assert last.predict_many(table).tolist() == tree.predict_many(table).tolist()
    assert again[20].to_bytes() == learned(made(cls, **options), STREAM[: 20 * 90]).to_bytes()


@pytest.mark.parametrize(
    ("cls", "other"),
    list(permutations([VFDTClassifier, *ADAPTIVE], 2)),
    ids=lambda cls: cls.__name__,
)
def test_state_of_another_class_is_refused_with_its_name(cls, other):
    """A tree that learns otherwise is not taken for one's own."""
    tree = learned(other(), STREAM[:300])
    name = other.__name__

    with refused(es.StateError, f"the state is that of a {name}: read it with {name}.from_bytes"):
        cls.from_bytes(tree.to_bytes())


@pytest.mark.parametrize("cls", ADAPTIVE, ids=lambda cls: cls.__name__)
def test_subclass_reads_the_states_of_its_class(cls):
    """And those that it writes itself."""

    class Named(cls):
        pass

    tree = learned(made(cls), STREAM[:300])

    assert type(Named.from_bytes(tree.to_bytes())) is Named
    assert cls.from_bytes(Named.from_bytes(tree.to_bytes()).to_bytes()) == tree


def test_window_is_saved():
    """Its rows leave in their order after the tree was read."""
    tree = learned(CVFDTClassifier(window=300), STREAM[:1000])
    again = CVFDTClassifier.from_bytes(tree.to_bytes())

    assert again.window_size == 300
    assert again.get_params()["window"] == 300
    assert len(tree.to_bytes()) > len(learned(CVFDTClassifier(window=30), STREAM[:1000]).to_bytes())


def test_parameters_are_part_of_a_tree():
    """Trees that differ in them alone are not equal."""
    assert CVFDTClassifier() == CVFDTClassifier(window=20_000)
    assert CVFDTClassifier(window=100) != CVFDTClassifier()
    assert EFDTClassifier(re_evaluation_period=100) != EFDTClassifier()
    assert HoeffdingAdaptiveTreeClassifier() != VFDTClassifier()
    assert HoeffdingAdaptiveTreeClassifier() != EFDTClassifier()


def hits(counts):
    """Say how many rows more are right."""
    return counts.max(axis=1).sum() - counts.sum(axis=0).max()


@every_class
def test_criterion_of_your_own_must_be_given_again(cls):
    """A pickle has it by its name, bytes have not."""
    tree = learned(made(cls, split_criterion=hits), STREAM[:2500])

    again = cls.from_bytes(tree.to_bytes(), split_criterion=hits)

    assert again == tree == pickle.loads(pickle.dumps(tree)) == tree.copy()
    assert learned(again, STREAM[2500:]) == learned(tree, STREAM[2500:])
    with refused(es.StateError, "the tree has a criterion of its own: give it to read the state"):
        cls.from_bytes(tree.to_bytes())


@every_class
def test_damaged_bytes_are_refused(cls):
    """Cut or changed anywhere: one error, never a crash."""
    state = learned(made(cls), STREAM[:1620]).to_bytes()
    for place in range(0, len(state), len(state) // 150):
        damaged = bytearray(state)
        damaged[place] ^= 1 + place % 255
        for bad in (bytes(damaged), state[:place]):
            with pytest.raises(es.StateError):
                cls.from_bytes(bad)


def test_pickled_state_of_another_class_is_refused():
    """As bytes are."""
    state = learned(made(CVFDTClassifier), STREAM[:300]).__getstate__()

    with pytest.raises(es.StateError, match="CVFDTClassifier"):
        VFDTClassifier.__new__(VFDTClassifier).__setstate__(state)
