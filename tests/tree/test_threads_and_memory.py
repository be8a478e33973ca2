"""Memory, threads and reference cycles of a tree, and the work that it reports."""

import gc
import threading
import weakref
from contextlib import suppress

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.tree.streams import learned, rows


def test_memory_limit_holds():
    """At every growth, whatever comes."""
    tree = VFDTClassifier(memory_limit=200_000)
    rng = np.random.default_rng(3)
    for _ in range(20):
        x = rng.normal(size=(1000, 8))
        tree.learn_many(x, (x[:, 0] * x[:, 1] > 0).astype(int) + 2 * (x[:, 2] > 0))
        assert tree.nbytes <= 200_000
    assert tree.n_leaves > 1


def test_many_values_of_one_attribute_fit_the_memory_limit():
    """1e5 different ones, in little time and memory."""
    tree = VFDTClassifier(memory_limit="4MiB")

    tree.learn_many({"id": [f"user {i}" for i in range(100_000)]}, [0, 1] * 50_000)

    assert tree.nbytes <= 4 * 2**20


def test_tree_in_use_by_another_thread_is_busy():
    """Another call meanwhile is refused and changes nothing."""
    tree = VFDTClassifier()
    matrix = np.random.default_rng(1).normal(size=(200_000, 10))
    y = (matrix[:, 0] > 0).astype(int)
    busy = []

    def predict():
        with suppress(RuntimeError):
            tree.predict_one({0: 1.0})
            return
        busy.append(True)

    worker = threading.Thread(target=tree.learn_many, args=(matrix, y))
    worker.start()
    while worker.is_alive():
        predict()
    worker.join()
    expected = VFDTClassifier()
    expected.learn_many(matrix, y)

    assert busy
    assert tree == expected


def test_value_that_calls_the_tree_back_is_refused():
    """A label's own code finds the tree at work."""
    tree = VFDTClassifier()

    class Meddler:
        def __hash__(self):
            tree.learn_one({}, "again")
            return 1

    with refused(
        RuntimeError,
        "summary is busy: it was called by a label's own code or another thread while at work",
    ):
        tree.learn_one({"x": Meddler()}, "a")
    assert tree == VFDTClassifier()


def test_reference_cycles_are_collected():
    """A tree whose criterion refers to it is freed with it."""

    class Own:
        def __call__(self, counts):
            return 0.0

    criterion = Own()
    criterion.tree = VFDTClassifier(split_criterion=criterion)
    gone = weakref.ref(criterion)

    del criterion
    gc.collect()

    assert gone() is None


def test_work_and_size_are_reported():
    """Rows, split attempts, splits, nodes and bytes."""
    tree = learned(VFDTClassifier(), rows(2000))

    assert tree.n == tree.work["rows"] == 2000
    assert tree.work["splits"] == tree.n_nodes - len(tree.to_rules()) > 0
    assert tree.n_leaves == tree.n_active_leaves == len(tree.to_rules())
    assert tree.depth >= 1
    assert tree.nbytes > 1000
    assert repr(tree) == f"<VFDTClassifier: 2000 rows, {tree.n_leaves} leaves, 3 classes>"


@pytest.mark.parametrize("limit", [2**14, 2**16, 314_572])
def test_small_memory_limit_holds_at_every_row_and_the_tree_still_predicts(limit):
    """Also 0.3 MiB, at which river's trees take ten times as much or fall from 99 to 80 %."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 1000, size=(4000, 3))
    y = (x[:, 0] > 500).astype(int) + (x[:, 1] > 700)
    tree = VFDTClassifier(memory_limit=limit)
    right = 0
    for row, label in zip(x.tolist(), y.tolist(), strict=True):
        row = dict(enumerate(row))
        right += tree.predict_one(row) == label
        tree.learn_one(row, label)
        assert tree.nbytes <= limit
    assert right > (0.6 if limit < 2**16 else 0.95) * len(x)
