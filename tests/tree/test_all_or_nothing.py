"""Rows that are not learned leave no trace."""

import numpy as np
import pytest

from entrostream._core import PrequentialCurve
from entrostream.tree import VFDTClassifier
from tests.tree.adaptive_trees import every_class, made
from tests.tree.streams import columns, drifting, learned, rows


class BrokenError(Exception):
    """What a criterion of the user's own raises."""


class Fragile:
    """A criterion that raises when it is told to."""

    range = 1.0

    def __init__(self):
        self.calls_left = None

    def __call__(self, counts):
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise BrokenError
        return counts.max(axis=1).sum() / counts.sum()


@pytest.mark.parametrize("calls", [0, 1])
def test_criterion_that_raises_undoes_the_whole_batch(calls):
    """Rows before the call that failed are not learned, new names and classes are forgotten."""
    criterion = Fragile()
    stream = rows(1000)
    tree = learned(VFDTClassifier(split_criterion=criterion), stream[:300])
    before, attributes, classes = tree.to_bytes(), dict(tree.attributes), list(tree.classes)
    x, y = columns(rows(2000, seed=5))
    x["late"] = [None] * 10 + ["new"] * 1990
    y = ["another", *y[1:]]

    criterion.calls_left = calls
    with pytest.raises(BrokenError):
        tree.learn_many(x, y)

    assert tree.to_bytes() == before
    assert (dict(tree.attributes), list(tree.classes)) == (attributes, classes)
    criterion.calls_left = None
    never_failed = learned(VFDTClassifier(split_criterion=Fragile()), stream)
    assert learned(tree, stream[300:]).to_bytes() == never_failed.to_bytes()


def test_criterion_that_raises_undoes_a_row():
    """The row that was being learned, and the attribute that it brought."""
    criterion = Fragile()
    tree = VFDTClassifier(split_criterion=criterion)
    twin = VFDTClassifier(split_criterion=Fragile())
    failures = 0
    for place, (x, y) in enumerate(rows(1500)):
        x = {**x, f"new {place // 100}": place}
        before = tree.to_bytes()
        criterion.calls_left = 0
        try:
            tree.learn_one(x, y)
        except BrokenError:
            failures += 1
            assert tree.to_bytes() == before
            criterion.calls_left = None
            tree.learn_one(x, y)
        twin.learn_one(x, y)

    assert failures > 0
    assert tree.to_bytes() == twin.to_bytes()


def test_prequential_that_fails_changes_neither_tree_nor_scores():
    """What a progress bar raises, for one."""
    tree, curve = VFDTClassifier(), PrequentialCurve(1000)
    before = tree.to_bytes()
    x, y = columns(rows(40_000))

    def stop(*_):
        raise BrokenError

    with pytest.raises(BrokenError):
        tree._prequential([("age", "objects", x["age"])], y, None, curve, stop)

    assert tree.to_bytes() == before
    assert len(curve.finish()["rows"]) == 0


def test_many_small_batches_are_one_large_one():
    """Being able to undo a batch changes nothing of what it does."""
    x, y = columns(rows(3000, missing=0.1))
    whole, pieces = VFDTClassifier(memory_limit="80KiB"), VFDTClassifier(memory_limit="80KiB")
    whole.learn_many(x, y)
    for first in np.arange(0, 3000, 37):
        piece = slice(first, first + 37)
        pieces.learn_many({name: column[piece] for name, column in x.items()}, y[piece])

    assert pieces == whole


def seen(tree):
    """Return all that a tree tells of itself."""
    nodes = tree._nodes(), tree.describe(), tree.changes, tree.n_alternates, tree.n
    return *nodes, tree.nbytes, tree.attributes, tree.classes, tree.work


@every_class
@pytest.mark.parametrize("calls", [0, 1, 5, 40])
def test_criterion_that_raises_undoes_a_batch_of_an_adaptive_tree(cls, calls):
    """Alternates, replaced subtrees and the rows that left a window come back."""
    criterion = Fragile()
    stream = drifting(4500, 1500, missing=0.05)
    tree = learned(made(cls, split_criterion=criterion), stream[:1400])
    before = seen(tree)
    x, y = columns(stream[1400:])
    x["late"] = [None] * 10 + ["new"] * 3090

    criterion.calls_left = calls
    with pytest.raises(BrokenError):
        tree.learn_many(x, ["another", *y[1:]])

    assert seen(tree) == before
    criterion.calls_left = None
    never_failed = learned(made(cls, split_criterion=Fragile()), stream)
    assert seen(learned(tree, stream[1400:])) == seen(never_failed)


@every_class
def test_criterion_that_raises_undoes_a_row_of_an_adaptive_tree(cls):
    """In leaves, in alternates, and where a split is re-evaluated."""
    criterion = Fragile()
    tree = made(cls, split_criterion=criterion)
    twin = made(cls, split_criterion=Fragile())
    failures = 0
    for x, y in drifting(3600, 1200, missing=0.05):
        before, size = tree.to_bytes(), tree.nbytes
        criterion.calls_left = 0
        try:
            tree.learn_one(x, y)
        except BrokenError:
            failures += 1
            assert tree.to_bytes() == before
            assert tree.nbytes == size
            criterion.calls_left = None
            tree.learn_one(x, y)
        twin.learn_one(x, y)

    assert failures > 10
    assert tree.to_bytes() == twin.to_bytes()


def stopped(cls, **options):
    """Return a tree after a batch that was undone at its end, and one that never had it."""
    stream = drifting(6000, 1500, missing=0.05)
    tree = learned(made(cls, **options), stream[:1200])
    twin = tree.copy()
    x, y = columns(stream[1200:])

    def stop(*_):
        raise BrokenError

    table = [(name, "objects", column) for name, column in x.items()]
    with pytest.raises(BrokenError):
        tree._prequential(table, y, None, PrequentialCurve(1000), stop)
    return tree, twin, (x, y)


@every_class
@pytest.mark.parametrize("options", [{}, {"memory_limit": "100KiB"}], ids=["free", "limited"])
def test_batch_of_an_adaptive_tree_is_undone_and_can_be_learned_again(cls, options):
    """All that it has replaced is taken back, and replaced again."""
    tree, twin, rest = stopped(cls, **options)

    assert seen(tree) == seen(twin)
    tree.learn_many(*rest)
    twin.learn_many(*rest)
    assert tree.to_bytes() == twin.to_bytes()
    assert tree.n_changes > 0


@every_class
def test_undone_batch_leaves_no_trace_in_the_state(cls):
    """A tree that has replaced a subtree in the batch is equal to one that never had it."""
    tree, twin, _ = stopped(cls)

    assert tree.to_bytes() == twin.to_bytes()
    assert tree == twin
