"""What a notebook shows of summaries, changes, trees and runs."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import entrostream as es
from entrostream.columns import progress
from entrostream.tree import VFDTClassifier, prequential
from tests.laws.summaries import every_class


def text_of(thing):
    """Return the text of its HTML, which must be well formed."""
    return " ".join(ElementTree.fromstring(thing._repr_html_()).itertext())


@every_class
def test_summaries_show_measures_and_labels(make):
    """The class, the entropy, the labels with their shares; labels are text, not HTML."""
    summary = make()
    summary.update_many(["<b>", "<b>", "x & y"])
    text = text_of(summary)
    assert type(summary).__name__ in text
    assert "entropy" in text
    assert "<b>" in text
    assert "x & y" in text


def test_long_tails_are_cut():
    """Ten labels are shown, the others counted, long ones shortened to one line."""
    tally = es.Tally([str(i) for i in range(25)])
    assert "and 15 more" in text_of(tally)
    assert len(text_of(es.Tally(["a\n" * 1000]))) < 400


@every_class
def test_empty_summaries_have_a_picture_too(make):
    """Nothing is divided by nothing."""
    assert "entropy" in text_of(make())


def test_changes_tell_what_moved():
    """Fields and labels of a change; a window shows its last ones."""
    window = es.AdaptiveWindow()
    window.update_many(["a", "a", "a", "b"] * 96 + ["b", "c"] * 100)
    (change,) = window.changes
    assert "75.0%" in text_of(change)
    assert "change at event 384" in text_of(window)
    adwin = es.ADWIN()
    adwin.update_many([0.0] * 200 + [1.0] * 30)
    assert "168" in text_of(adwin.changes[0])
    assert "change at value 168" in text_of(adwin)


@pytest.mark.parametrize("pairs", [es.ContingencyTable(), es.ContingencyWindow(5)])
def test_pairs_show_their_measures(pairs):
    """Mutual information first of all."""
    pairs.update_many("aabb", "xxyy")
    assert "mutual_information 1" in text_of(pairs)


def test_trees_and_runs():
    """The size and the upper levels of a tree; scores and a line for a run."""
    tree = VFDTClassifier()
    run = prequential(tree, {"sky": ["blue", "grey"] * 500}, ["sail", "stay"] * 500, every=100)
    assert "sky" in text_of(tree)
    assert "accuracy 0.99" in text_of(run)
    assert run._repr_html_().count(",") >= 10
    nothing = prequential(tree, {"sky": np.array([], dtype=str)}, [])
    assert "no rows" in text_of(nothing)


def test_notebooks_get_a_bar(monkeypatch):
    """Where a kernel runs, and nowhere else unless there is a terminal."""

    class Shell:
        kernel = object()

    class IPython:
        shell = None

        @classmethod
        def get_ipython(cls):
            return cls.shell

    monkeypatch.setattr(progress, "is_terminal", lambda: False)
    monkeypatch.setitem(progress.sys.modules, "IPython", IPython)
    assert not progress.bar_wanted(None)
    IPython.shell = object()  # of a terminal
    assert not progress.bar_wanted(None)
    IPython.shell = Shell()
    assert progress.bar_wanted(None)
