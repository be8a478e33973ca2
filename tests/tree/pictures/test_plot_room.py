"""The picture of a tree has room for all its text: nothing overlaps, is covered or cut."""

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier
from tests.tree.pictures.drawn import ends, grown, leaves_of

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib import pyplot as plt
from matplotlib.figure import Figure


def boxes_of_text(ax):
    """Return the corners of all text in pixels: left, lower, right, upper."""
    shown = [*ax.texts, *ax.get_legend().get_texts(), ax.get_legend().get_title()]
    return np.array([text.get_window_extent().extents for text in shown if text.get_text()])


def boxes_of_bars(ax):
    """Return the corners of all bars and frames in pixels."""
    drawn = (each for each in ax.collections if each.get_gid() != "branches")
    paths = (path for each in drawn for path in each.get_paths())
    return np.array([path.get_extents(ax.transData).extents for path in paths])


def overlaps(some, others):
    """Tell which boxes share more than a line of pixels with which."""
    some, others = some[:, None], others[None]
    lower, upper = np.maximum(some, others)[..., :2], np.minimum(some, others)[..., 2:]
    return np.all(upper - lower > 1, axis=-1)


def check_readable(ax, dpi=100):
    """Check that no text overlaps another, leaves the figure or is covered by a bar."""
    ax.figure.set_dpi(dpi)
    ax.figure.draw_without_rendering()
    boxes = boxes_of_text(ax)
    assert np.all(boxes[:, :2] >= 0)
    assert np.all(boxes[:, 2:] <= ax.figure.canvas.get_width_height())
    assert np.array_equal(overlaps(boxes, boxes), np.eye(len(boxes), dtype=bool))
    assert not np.any(overlaps(boxes, boxes_of_bars(ax)))


@pytest.mark.parametrize("dpi", [72, 100, 200])
def test_texts_do_not_meet_at_a_hundred_leaves(tree, dpi):
    """In the figure that the tree made for itself, at any resolution."""
    check_readable(tree.plot(), dpi)


def test_texts_do_not_meet_at_three_hundred_leaves():
    """As many as are drawn by default."""
    tree = grown(60_000)
    assert tree.n_leaves > 300
    ax = tree.plot()

    assert 290 < len(ends(ax)) <= 300
    assert sum(map(leaves_of, ends(ax))) == tree.n_leaves
    check_readable(ax)
    assert len(ends(tree.plot(max_leaves=10_000))) == tree.n_leaves


@pytest.mark.parametrize("figsize", [(6.4, 4.8), (10, 10), (3, 8)])
def test_texts_do_not_meet_in_given_axes(tree, figsize):
    """They hold what they have room for; no figure is made."""
    ax = Figure(figsize=figsize).subplots()

    assert tree.plot(ax) is ax
    assert plt.get_fignums() == []
    assert len(ends(ax)) >= 2
    assert sum(map(leaves_of, ends(ax))) == tree.n_leaves
    assert min(text.get_fontsize() for text in ax.texts) > 4
    check_readable(ax)


def test_given_axes_hold_everything_with_smaller_text(tree):
    """Even if nobody can read it."""
    ax = tree.plot(Figure(figsize=(5, 5)).subplots(), max_leaves=1000)

    assert len(ends(ax)) == tree.n_leaves
    assert max(text.get_fontsize() for text in ax.texts) < 4


def test_texts_do_not_meet_in_small_pictures(tree):
    """No rows, a root alone, and hardly anything of a large tree."""
    empty, root = VFDTClassifier(), VFDTClassifier()
    root.learn_many({"x": [1.0] * 10}, ["a"] * 7 + ["b"] * 3)

    check_readable(empty.plot())
    check_readable(root.plot())
    check_readable(tree.plot(max_depth=0))


def test_texts_do_not_meet_where_a_node_has_many_branches():
    """Names of any length, and a line for those that are folded."""
    values = [f"{'long ' * (i % 9)}name {i % 60}" for i in range(12_000)]
    tree = VFDTClassifier()
    tree.learn_many(
        {"an attribute of long name": values}, [f"class {i % 60}" for i in range(12_000)]
    )
    assert tree.n_leaves > 100

    check_readable(tree.plot())
    check_readable(tree.plot(max_branches=1000))
