"""History: fine for hours, coarse for weeks, and nothing invented."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.monitor import History
from entrostream.monitor.history import KEPT, STEPS

FOREVER = 10**15


def filled(values, keep=10**9, first=1):
    """Return a history with one value of the entropy after the other."""
    history = History(["src"], every=1000, keep=keep)
    for number, value in enumerate(values, first):
        history.add("src", number, (value, 0.5, 0.9, 10, 100), regime=number)
    return history


def test_all_points_come_back():
    """As long as they are few."""
    step, points = filled([3.0, 4.0, 5.0]).points("src", 0, FOREVER, most=100)

    assert step == 1000
    assert points[:, 1].tolist() == [3.0, 4.0, 5.0]
    assert points[:, 0].tolist() == [1000.0, 2000.0, 3000.0]


@given(st.lists(st.floats(0, 20), min_size=1, max_size=500), st.integers(1, 60))
def test_thinned_points_keep_the_extremes(values, most):
    """A peak is seen at any zoom."""
    step, points = filled(values).points("src", 0, FOREVER, most=most)

    assert len(points) <= most
    assert np.nanmax(points[:, 8]) == max(values)
    assert np.nanmin(points[:, 7]) == min(values)
    assert points[-1, 1] == values[-1]
    assert step * len(points) >= 1000 * len(values)


def test_old_points_are_coarser():
    """A day back, a point stands for ten intervals; its extremes are those of all ten."""
    values = np.sin(np.arange(KEPT[0] + 5000) / 50) + 5
    history = filled(values)
    step, points = history.points("src", 0, FOREVER, most=10**6)
    fine_step, fine = history.points("src", 1000 * (len(values) - 100), FOREVER, most=10**6)

    assert (step, fine_step) == (10_000, 1000)
    assert len(fine) == 101
    assert points[3, 8] == values[30:40].max()
    assert points[3, 7] == values[30:40].min()


def test_an_interval_without_events_is_a_gap():
    """NaN is kept, and does not hide the extremes of others."""
    _, points = filled([3.0, nan, 5.0, nan]).points("src", 0, FOREVER, most=2)

    assert points[:, 7].tolist() == [3.0, 5.0]
    assert isnan(points[1, 1])


@given(st.lists(st.floats(0, 20), max_size=150), st.integers(0, 150))
def test_a_history_goes_on_after_a_restart(values, place):
    """What was stored and what is open make the same points."""
    place = min(place, len(values))
    before = filled(values[:place])
    again = History(["src"], every=1000, keep=10**9)
    again.restore(before.take_new(), before.state())
    for number, value in enumerate(values[place:], place + 1):
        again.add("src", number, (value, 0.5, 0.9, 10, 100), regime=number)
    whole = filled(values)

    assert again.state() == whole.state()
    for level in range(len(STEPS)):
        one, two = (each._levels["src"][level].view() for each in (again, whole))
        assert np.array_equal(one, two, equal_nan=True)


@pytest.mark.parametrize("field", ["src", "other"])
def test_points_of_fields_that_are_gone_are_left_out(field):
    """A field that is no longer measured is not restored."""
    before = filled([1.0])
    again = History([field], every=1000, keep=10**9)
    again.restore(before.take_new(), before.state())

    assert (again.newest(field) is not None) == (field == "src")
