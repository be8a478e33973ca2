"""Rows that are not learned leave no trace."""

import numpy as np
import pytest

from entrostream._core import PrequentialCurve
from entrostream.tree import VFDTClassifier
from tests.tree.streams import columns, learned, rows


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
