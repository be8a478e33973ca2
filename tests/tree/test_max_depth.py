"""Leaves at `max_depth` are not split, and cost nothing that only splits need."""

import importlib
import pickle

import pytest

from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.tree.streams import columns, learned, rows

OPTIONS = {
    "evidence": {},
    "hoeffding": {"rule": "hoeffding", "delta": 0.01},
    "lazy hoeffding": {"rule": "hoeffding", "delta": 0.01, "split_schedule": "lazy"},
    "every row": {"split_schedule": "every_row"},
    "gaussian": {"splitter": "gaussian"},
    "mc": {"leaf_prediction": "mc"},
    "nb": {"leaf_prediction": "nb"},
}
every_option = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())


@every_option
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_tree_has_at_most_this_depth(options, depth):
    """Exactly this one, if it would be deeper without."""
    stream = rows(4000, missing=0.05)
    free = learned(VFDTClassifier(**options), stream)
    tree = learned(VFDTClassifier(max_depth=depth, **options), stream)

    assert free.depth >= 2
    assert tree.depth == depth
    assert tree.get_params()["max_depth"] == depth
    assert tree.predict_one(stream[0][0]) in tree.classes


@every_option
def test_leaves_at_the_limit_attempt_no_split(options):
    """The root alone attempts none at all."""
    tree = learned(VFDTClassifier(max_depth=0, **options), rows(1000))

    assert (tree.n_nodes, tree.work["split_attempts"], tree.work["attribute_evaluations"]) == (
        1,
        0,
        0,
    )


def test_limit_that_is_not_reached_changes_nothing():
    """Not one bit of the tree, and no memory."""
    stream = rows(3000)
    free, tree = VFDTClassifier(), VFDTClassifier(max_depth=1000)
    learned(free, stream)
    learned(tree, stream)

    assert tree.describe() == free.describe()
    assert tree.work == free.work
    assert tree.nbytes == free.nbytes
    assert [tree.predict_proba_one(x) for x, _ in stream[:50]] == [
        free.predict_proba_one(x) for x, _ in stream[:50]
    ]


def test_leaf_at_the_limit_takes_less_memory():
    """It has no bins."""
    stream = rows(300)
    free = learned(VFDTClassifier(delta=1e-300, explore=0), stream)
    tree = learned(VFDTClassifier(delta=1e-300, explore=0, max_depth=0), stream)

    assert free.n_nodes == tree.n_nodes == 1
    assert tree.nbytes < 0.8 * free.nbytes


@every_option
def test_state_has_the_limit(options):
    """Saved in between, in bytes or a pickle, the tree is the same."""
    stream = rows(3000, missing=0.1)
    whole = learned(VFDTClassifier(max_depth=1, **options), stream)
    tree = VFDTClassifier(max_depth=1, **options)
    for first in range(0, 3000, 500):
        learned(tree, stream[first : first + 500])
        tree = VFDTClassifier.from_bytes(tree.to_bytes())
        tree = pickle.loads(pickle.dumps(tree)).copy()

    assert tree.get_params()["max_depth"] == 1
    assert tree.depth == 1
    assert tree == whole


def test_bulk_learning_and_memory_limit_keep_it():
    """Batches make the tree of single rows within both limits."""
    stream = rows(3000)
    options = {"max_depth": 2, "memory_limit": 40_000, "explore": 100}
    single = learned(VFDTClassifier(**options), stream)
    bulk = VFDTClassifier(**options)
    for first in range(0, 3000, 700):
        bulk.learn_many(*columns(stream[first : first + 700]))

    assert bulk == single
    assert single.depth <= 2
    assert single.nbytes <= 40_000


def test_batch_that_is_refused_leaves_the_tree_as_it_was():
    """The undo log restores leaves at the limit too."""
    tree = learned(VFDTClassifier(max_depth=1), rows(1500))
    before = tree.to_bytes()
    table, y = columns(rows(200))
    y[-1] = None

    with pytest.raises(ValueError, match="class"):
        tree.learn_many(table, y)

    assert tree.to_bytes() == before


def test_bad_limits_are_refused():
    """In words."""
    with refused(ValueError, "max_depth must be 0 or a positive integer, got -1"):
        VFDTClassifier(max_depth=-1)
    with refused(TypeError, "max_depth must be an integer, got 1.5 (float)"):
        VFDTClassifier(max_depth=1.5)
    with refused(ValueError, "max_depth must be below 2^32 - 1, got 4294967295; None is no limit"):
        VFDTClassifier(max_depth=2**32 - 1)


@pytest.mark.parametrize("library", ["sklearn", "river"])
def test_faces_take_it(library):
    """And hand it to their tree."""
    pytest.importorskip(library)
    module = importlib.import_module(f"entrostream.{library}")
    model = module.VFDTClassifier(max_depth=1)
    if library == "river":
        for x, y in rows(1500):
            model.learn_one(x, y)
        assert (model.height, model.tree.depth) == (2, 1)
    else:
        table, y = columns(rows(1500))
        model.fit([*zip(*(table[name] for name in ("height", "age")), strict=True)], y)
        assert model.tree_.depth == 1
