"""The memory limit of a tree for streams that change: alternates and windows are counted."""

import numpy as np
import pytest

from entrostream.tree import CVFDTClassifier, EFDTClassifier, HoeffdingAdaptiveTreeClassifier
from tests.tree.adaptive_trees import every_class, made
from tests.tree.streams import columns, drifting, learned

STREAM = drifting(6000, 1500, missing=0.05)


@every_class
@pytest.mark.parametrize("limit", [2**14, "40KiB", 100_000])
def test_limit_is_held_at_every_row(cls, limit):
    """While alternates are grown, promoted and dropped."""
    tree = made(cls, memory_limit=limit, explore=200)
    most = tree.get_params()["memory_limit"]
    for x, y in STREAM:
        tree.learn_one(x, y)
        assert tree.nbytes <= most

    if limit == 100_000:
        assert tree.n_changes > 0
    assert tree.predict_one({"height": 2.0, "colour": "green", "age": 80, "member": "yes"})


@every_class
@pytest.mark.parametrize("limit", [2**14, "40KiB", 100_000])
def test_rows_in_bulk_make_the_tree_of_single_rows(cls, limit):
    """In pieces of any size, to the last bit."""
    single = learned(made(cls, memory_limit=limit), STREAM)
    for size in (6000, 700, 41):
        bulk = made(cls, memory_limit=limit)
        for first in range(0, 6000, size):
            bulk.learn_many(*columns(STREAM[first : first + size]))
        assert bulk.to_bytes() == single.to_bytes()
        assert bulk.nbytes == single.nbytes


def test_limit_shortens_the_window():
    """Its rows take a quarter at most, and it is never longer than it was wanted."""
    tree = learned(CVFDTClassifier(window=100_000, memory_limit="64KiB"), STREAM)
    free = learned(CVFDTClassifier(window=100_000), STREAM)
    enough = learned(CVFDTClassifier(window=50, memory_limit="64KiB"), STREAM)

    assert 20 < tree.window_size < 2**14 // 40
    assert free.window_size == 6000
    assert enough.window_size == 50


def test_memory_does_not_grow_with_the_window_s_past():
    """Nor with the number of changes."""
    stream = drifting(30_000, 1000)
    for cls in (HoeffdingAdaptiveTreeClassifier, EFDTClassifier, CVFDTClassifier):
        tree, early, late = made(cls), 0, 0
        for first in range(0, 30_000, 100):
            learned(tree, stream[first : first + 100])
            if first < 15_000:
                early = max(early, tree.nbytes)
            else:
                late = max(late, tree.nbytes)
        assert late < 2 * early, cls


@every_class
def test_memory_of_a_tree_includes_its_alternates(cls):
    """A tree with alternates is larger than the bytes of the same tree read without them."""
    tree, grown = made(cls), []
    for x, y in STREAM:
        before, alternates = tree.nbytes, tree.n_alternates
        tree.learn_one(x, y)
        if tree.n_alternates > alternates:
            grown.append(tree.nbytes - before)

    assert len(grown) > 0
    assert np.median(grown) > 0


@every_class
def test_identifiers_do_not_break_the_limit(cls):
    """Values that never come again, in a window too."""
    tree = made(cls, memory_limit="64KiB")
    for i, (x, y) in enumerate(STREAM[:3000]):
        tree.learn_one({**x, "user": f"user {i}", f"name {i % 500}": 1.0}, y)
        assert tree.nbytes <= 2**16

    assert tree.beyond_limit["other_values"] == ["user"]
    again = cls.from_bytes(tree.to_bytes())
    assert again.nbytes == tree.nbytes
    assert learned(again, STREAM[3000:4000]) == learned(tree, STREAM[3000:4000])
