"""Change points are drawn at their positions, in every panel, with their names."""

import datetime as dt

import numpy as np
import pytest

from tests.plot.figure_content import days, detections, marks, widths
from tests.refusals import refused

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib.figure import Figure

import entrostream as es
from entrostream import plot

VALUES = {"entropy": np.arange(10.0), "gini": np.linspace(0, 1, 10)}
TIMES = np.datetime64("2024-05-01", "ns") + np.arange(10) * np.timedelta64(1, "h")
NOON = dt.datetime(2024, 5, 1, 3, 30)


def texts(ax):
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize(
    "changes", [[2, 7], (2, 7), np.array([2, 7]), {2: "", 7: ""}, iter([2, 7])]
)
def test_event_numbers_are_marked_in_all_panels(changes):
    """Lists, arrays, dicts."""
    axes = plot.trace(VALUES, changes=changes)

    assert [marks(ax) for ax in axes] == [[2, 7], [2, 7]]
    assert texts(axes[0]) == []


@pytest.mark.parametrize("changes", [{2: "scan", 7: "$end$"}, [(2, "scan"), (7, "$end$")]])
def test_texts_stand_above(changes):
    """Once, as they are written."""
    axes = plot.trace(VALUES, changes=changes)
    axes[0].figure.canvas.draw()

    assert texts(axes[0]) == ["scan", "$end$"]
    assert texts(axes[1]) == []
    assert [text.xy[0] for text in axes[0].texts] == [2, 7]


def test_texts_that_would_meet_are_turned():
    """And those that have room are not."""
    near = plot.trace(VALUES, changes={2: "the first one", 3: "the second one"})[0].texts
    far = plot.trace(VALUES, changes={2: "first", 7: "second"})[0].texts

    assert [text.get_rotation() for text in near] == [45, 45]
    assert [text.get_rotation() for text in far] == [0, 0]


def test_dates_and_event_numbers_on_an_axis_of_dates():
    """An int is the event, anything else a time."""
    changes = [4, NOON, np.datetime64(NOON), np.int64(9), NOON.replace(tzinfo=dt.timezone.utc)]

    axes = plot.trace(VALUES, times=TIMES, changes=changes)

    noon = np.datetime64(NOON)
    np.testing.assert_allclose(
        marks(axes[1]), days([TIMES[4], noon, noon, TIMES[9], noon]), rtol=0, atol=1e-9
    )


def test_numbers_on_an_axis_of_seconds_are_seconds():
    """Also outside of the trace."""
    axes = plot.trace(VALUES, times=np.arange(10) * 10, changes=[5, 42.5, 200])

    assert marks(axes[0]) == [5, 42.5, 200]


def test_labels_are_marked_too():
    """Curve and areas."""
    axes = plot.labels("aabbccddee", 3, changes={4: "here"})

    assert [marks(ax) for ax in axes] == [[4], [4]]
    assert texts(axes[0]) == ["here"]


def test_no_changes_no_marks():
    """None and an empty list."""
    for changes in (None, [], {}):
        assert len(plot.trace(VALUES, changes=changes)[0].collections) == 0


def test_bad_changes_are_refused_in_words():
    """Before anything is drawn."""
    ax = Figure().subplots(2)
    with refused(ValueError, "change must be an event from 0 to 9, got 10"):
        plot.trace(VALUES, changes=[10], ax=ax)
    with refused(ValueError, "change must be an event from 0 to 9, got -1"):
        plot.trace(VALUES, times=TIMES, changes=[-1], ax=ax)
    text = f"change must be an event number, got {NOON!r}; for times pass times="
    with refused(TypeError, text):
        plot.trace(VALUES, changes=[NOON], ax=ax)
    with refused(TypeError, "change must be a date or an event number, as the times are, got 2.5"):
        plot.trace(VALUES, times=TIMES, changes=[2.5], ax=ax)
    with refused(TypeError, f"change must be a number of seconds, as the times are, got {NOON!r}"):
        plot.trace(VALUES, times=np.arange(10), changes=[NOON], ax=ax)
    with refused(TypeError, "changes must be a list of places, or a dict with names, got 3"):
        plot.trace(VALUES, changes=3, ax=ax)
    assert not any(each.has_data() for each in ax)


# ---------------------------------------------------------------- changes that a window found

CHANGING = ["a", "a", "b", "c"] * 160 + ["a", "b", "b", "c"] * 160 + ["d"] * 320


def test_found_changes_are_marked_where_they_began_and_where_they_were_found():
    """By event number; the more severe change has the thicker line."""
    window = es.AdaptiveWindow()
    window.update_many(CHANGING)
    small, large = window.changes
    axes = plot.trace(es.SlidingWindow(50).trace(CHANGING), changes=window.changes)

    assert [marks(ax) for ax in axes] == [[small.position, large.position]] * 2
    assert detections(axes[0]) == [small.found - 1, large.found - 1]
    assert small.severity < 0.2 < 0.9 < large.severity
    assert widths(axes[0])[0] < widths(axes[0])[1]


def test_found_changes_are_marked_at_their_times():
    """On an axis of dates."""
    times = np.datetime64("2024-05-01", "ns") + np.arange(len(CHANGING)) * np.timedelta64(1, "m")
    window = es.AdaptiveWindow()
    window.update_many(CHANGING, times=times)
    values = es.SlidingWindow(50).trace(CHANGING)

    by_time = plot.trace(values, times=times, changes=window.changes)[0]
    numbered = es.AdaptiveWindow()
    numbered.update_many(CHANGING)  # without times: by event number

    assert marks(by_time) == pytest.approx(days([times[each.position] for each in window.changes]))
    assert detections(by_time) == pytest.approx(
        days([times[each.found - 1] for each in window.changes])
    )
    assert marks(plot.trace(values, times=times, changes=numbered.changes)[0]) == marks(by_time)


def test_changes_of_adwin_are_marked():
    """They have no severity: lines of the usual width."""
    adwin = es.ADWIN()
    adwin.update_many([0.0] * 200 + [1.0] * 200)
    ax = plot.trace(np.arange(400.0), measures="entropy", changes=adwin.changes)[0]

    assert marks(ax) == [each.position for each in adwin.changes]
    assert set(widths(ax)) == {1.0}


def test_of_hundreds_of_changes_the_most_severe_are_drawn():
    """And how many there are is said."""
    change = es.Change(0, 1, None, None, "sum", 9.0, 8.0, None, None, None, ())
    changes = [
        change._replace(position=i, found=i + 1, severity=(i * 7 % 300) / 300) for i in range(300)
    ]
    ax = plot.trace(np.zeros(400), measures="entropy", changes=changes)[0]
    expected = sorted(each.position for each in changes if each.severity >= 240 / 300)

    assert marks(ax) == expected
    assert texts(ax) == ["60 of 300 changes"]
