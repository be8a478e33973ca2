"""The picture of a prequential run: recent scores as curves, those of all rows in the legend."""

from dataclasses import replace

import numpy as np
import pytest

from entrostream.tree import (
    CVFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
    prequential,
)
from tests.refusals import refused
from tests.tree.streams import columns, drifting, rows

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb


@pytest.fixture(scope="module")
def runs():
    """Give two runs over the same rows."""
    table, y = columns(rows(3500))
    models = [VFDTClassifier(), VFDTClassifier(leaf_prediction="mc")]
    return [prequential(model, table, y, every=1000) for model in models]


def curves(ax):
    """Return the lines by their names in the legend, in its order."""
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    lines = {line.get_label(): line for line in ax.lines}
    assert set(shown) == set(lines)
    return {name: lines[name] for name in shown}


def test_curve_has_recent_scores_and_the_legend_those_of_all_rows(runs):
    """And the baseline, dashed."""
    run = runs[0]
    ax = run.plot()
    accuracy, no_change = curves(ax).values()

    assert [*curves(ax)] == [
        f"accuracy {run.accuracy[-1]:.1%}",
        f"no change: {run.no_change[-1]:.1%}",
    ]
    assert accuracy.get_xdata().tolist() == [1000, 2000, 3000, 3500]
    assert accuracy.get_ydata().tolist() == run.recent_accuracy.tolist()
    assert no_change.get_ydata().tolist() == run.recent_no_change.tolist()
    assert no_change.get_linestyle() == "--"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rows", "accuracy of each 1,000 rows")


def test_runs_in_one_axes_have_colours_of_their_own_and_one_baseline(runs):
    """As long as they are over the same rows."""
    ax = runs[0].plot(label="nba_path")
    assert runs[1].plot(ax, label="$majority$") is ax
    ax.figure.canvas.draw()
    names = [*curves(ax)]

    assert [name.split(" ")[0] for name in names] == ["nba_path:", "$majority$:", "no"]
    assert len({line.get_color() for line in ax.lines}) == 3
    table, y = columns(rows(2000, seed=2))
    prequential(VFDTClassifier(), table, y).plot(ax, label="other rows")
    assert len(ax.lines) == 5


def test_kappa_is_drawn_on_request(runs):
    """With the accuracy in its colour, or alone and without baseline."""
    both = runs[0].plot(measures=["accuracy", "kappa"])
    runs[1].plot(both, measures=["accuracy", "kappa"], label="second")
    lines = [*curves(both).values()]
    alone = runs[0].plot(measures="kappa")

    assert [line.get_color() for line in lines[:2]] == [lines[0].get_color()] * 2
    assert lines[2].get_color() == lines[3].get_color() != lines[0].get_color()
    assert [*curves(alone)] == [f"kappa {runs[0].kappa[-1]:.3f}"]
    assert alone.lines[0].get_ydata().tolist() == runs[0].recent_kappa.tolist()
    assert alone.get_ylabel() == "kappa of each 1,000 rows"


def test_baseline_can_be_left_out(runs):
    """Then there is the accuracy alone."""
    assert len(runs[0].plot(no_change=False).lines) == 1


def test_run_of_a_single_point_is_a_dot():
    """A line of one point would not be seen."""
    ax = prequential(VFDTClassifier(), {"x": [1.0] * 5}, [0, 1] * 2 + [0]).plot()

    assert [line.get_marker() for line in ax.lines] == ["o", "o"]


def test_bad_curves_are_refused_in_words(runs):
    """Before a figure is made."""
    empty = prequential(VFDTClassifier(), {"x": []}, [])
    with refused(ValueError, "nothing to draw: the run has no rows"):
        empty.plot()
    with refused(ValueError, "measure must be one of accuracy, kappa, got 'recall'"):
        runs[0].plot(measures=["kappa", "recall"])
    with refused(ValueError, "nothing to draw: there is no measure"):
        runs[0].plot(measures=[])
    with refused(TypeError, "ax must be Matplotlib axes, got 3"):
        runs[0].plot(3)
    assert plt.get_fignums() == []


@pytest.fixture(scope="module")
def adaptive_runs():
    """Give the runs of two adaptive trees over a stream whose concept changes."""
    table, y = columns(drifting(6000, 1500))
    models = [HoeffdingAdaptiveTreeClassifier(), CVFDTClassifier(window=600)]
    return [prequential(model, table, y, every=2000) for model in models]


def marks(ax):
    """Return the marks of changes: their rows, by what the legend calls them."""
    named = {text.get_text() for text in ax.get_legend().get_texts()}
    found = {each.get_label(): each.get_segments() for each in ax.collections}
    assert found.keys() <= named
    return {name: [segment[0][0] for segment in lines] for name, lines in found.items()}


def test_replaced_subtrees_are_marked(adaptive_runs):
    """At their rows, from the bottom to the top, those before the first point too."""
    run = adaptive_runs[0]
    ax = run.plot(no_change=False)
    (collection,) = ax.collections
    name = f"{len(run.changes)} changes of the tree"
    ax.figure.canvas.draw()

    assert marks(ax) == {name: run.change_rows.tolist()}
    assert [[y for _, y in segment] for segment in collection.get_segments()] == [[0.0, 1.0]] * len(
        run.changes
    )
    assert run.change_rows[0] < run.rows[0]
    assert ax.get_xlim()[0] < run.change_rows[0]
    low, high = ax.get_ylim()
    assert low > min(run.recent_accuracy) - 0.1
    assert high < max(run.recent_accuracy) + 0.1


def test_marks_of_two_runs_have_the_colours_of_the_runs(adaptive_runs):
    """And their names; a run without changes has none."""
    ax = adaptive_runs[0].plot(label="adaptive")
    adaptive_runs[1].plot(ax, label="$window$")
    colours = [tuple(each.get_color()[0][:3]) for each in ax.collections]

    assert [name.split(":")[0] for name in marks(ax)] == ["adaptive", "$window$"]
    assert colours == [to_rgb(line.get_color()) for line in ax.lines if line.get_gid() == "run"]


def test_one_change_is_one(adaptive_runs):
    """In words."""
    run = replace(
        adaptive_runs[0],
        changes=adaptive_runs[0].changes[:1],
        change_rows=adaptive_runs[0].change_rows[:1],
    )

    assert [*marks(run.plot())] == ["1 change of the tree"]


def test_very_many_changes_are_not_all_drawn(adaptive_runs):
    """The latest 200 are, and the legend has the number of all."""
    change_rows = np.arange(1, 1001)
    run = replace(
        adaptive_runs[0], changes=adaptive_runs[0].changes[:1] * 1000, change_rows=change_rows
    )

    assert marks(run.plot()) == {
        "1,000 changes of the tree, the latest 200 drawn": [*range(801, 1001)]
    }


def test_runs_without_changes_have_no_marks(runs):
    """The trees that do not adapt."""
    assert len(runs[0].plot().collections) == 0
