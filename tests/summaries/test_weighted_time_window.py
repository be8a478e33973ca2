"""A time window of weights: what is an event, what is refused, and what it holds."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import entrostream as es
from tests.refusals import refused, unchanged

DAY = dt.datetime(2024, 2, 29, 12)


def window_with(span, labels, weights, times, **options):
    """Return a window that saw these labels with these weights at these times."""
    window = es.WeightedTimeWindow(span, **options)
    window.update_many(labels, weights, times=times)
    return window


def test_bytes_per_source_of_the_last_ten_minutes():
    """The same as a WeightedTally of what is not older than ten minutes."""
    window = es.WeightedTimeWindow("10min")
    window.update("10.0.0.1", 1500.0, at=DAY)
    window.update("10.0.0.2", 300.0, at=DAY + dt.timedelta(minutes=5))
    window.update("10.0.0.3", 100.0, at=DAY + dt.timedelta(minutes=10))
    tally = es.WeightedTally()
    tally.update_counts({"10.0.0.2": 300.0, "10.0.0.3": 100.0})

    assert window.counts() == {"10.0.0.2": 300.0, "10.0.0.3": 100.0}
    assert window.most_common(1) == [("10.0.0.2", 300.0)]
    assert (window.n, window.entropy, window.gini) == (400.0, tally.entropy, tally.gini)


def test_parameters_are_shown():
    """Those of TimeWindow and those of WeightedTally."""
    window = es.WeightedTimeWindow(
        "10min", unit=0.5, exact=True, lateness="5s", late="drop", missing="skip"
    )
    assert (window.span, window.lateness) == (dt.timedelta(minutes=10), dt.timedelta(seconds=5))
    assert (window.unit, window.exact, window.late, window.missing) == (0.5, True, "drop", "skip")
    default = es.WeightedTimeWindow(1)
    assert (default.unit, default.exact, default.late, default.missing) == (
        2.0**-20,
        False,
        "raise",
        "raise",
    )


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"unit": 3}, ValueError, "unit must be a power of two from 2^-900 to 2^900, got 3"),
        ({"exact": 1}, TypeError, "exact must be True or False, got 1"),
        ({"late": "no"}, ValueError, 'late must be "raise" or "drop", got \'no\''),
    ],
)
def test_parameters_that_do_not_fit_are_refused(options, error, text):
    """In the words of the other classes."""
    with refused(error, text):
        es.WeightedTimeWindow(1, **options)


def test_arguments_have_names():
    """A weight may come by place, a time only by its name."""
    window = es.WeightedTimeWindow(10)
    window.update("a", at=0)
    window.update("a", 2, at=0)
    window.update(label="a", weight=3.0, at=0)
    assert window.counts() == {"a": 6.0}
    for call in (
        lambda: window.update("a", 2),
        lambda: window.update("a", 2, 3),
        lambda: window.update(at=3),
        lambda: window.update_many("a", [3]),
        lambda: window.update_many("a", [3], [3]),
        lambda: window.trace("a", "n", [3], times=3),
        lambda: window.update_counts({"a": 1}, 3),
    ):
        with unchanged(window), pytest.raises(TypeError):
            call()


# ------------------------------------------------------------------ what is an event


def test_weight_of_0_is_no_event():
    """Nothing is added, the clock stays, nothing is too late."""
    window = window_with(10, "ab", [1.0, 2.0], [0, 5])
    with unchanged(window):
        window.update("a", 0, at=100)
        window.update("c", 0.0, at=-100)
        window.update_many("abc", [0, 0, 0.0], times=[100, -100, 7])
        window.update_counts({"a": 0, "b": 0.0}, at=100)
    assert (window.now, window.dropped) == (5.0, 0)

    values = window.trace("abcb", "n", weights=[0, 1.0, 0, 0.5], times=[100, 6, 90, 10])

    assert values.tolist() == [3.0, 4.0, 4.0, 3.5]
    assert window.now == 10.0


COLUMNS_WITH_NONE = {
    "list": list,
    "objects": lambda column: np.array(column, object),
    "NaN": lambda column: np.array(column, float),
    "pandas": pd.Series,
    "Polars": pl.Series,
    "Arrow": pa.array,
}


@pytest.mark.parametrize("column", COLUMNS_WITH_NONE.values(), ids=COLUMNS_WITH_NONE.keys())
def test_missing_weight_is_no_event_where_missing_is_skipped(column):
    """The row adds nothing, and the clock stays."""
    window = es.WeightedTimeWindow(10, missing="skip")
    values = window.trace(
        ["a", "b", None, "b"], "n", weights=column([1.0, None, 3.0, 0.5]), times=[0, 90, 80, 4]
    )

    assert window.counts() == {"a": 1.0, "b": 0.5}
    assert window.now == 4.0
    assert values.tolist() == [1.0, 1.0, 1.0, 1.5]
    window.update("a", None, at=50)
    window.update("a", float("nan"), at=50)
    assert window.now == 4.0


@pytest.mark.parametrize("rule", ["raise", "label"])
def test_missing_weight_is_an_error_where_it_is_not_skipped(rule):
    """Also where a missing label has a label: a weight has none."""
    window = es.WeightedTimeWindow(10, missing=rule)
    window.update("a", 1.0, at=0)
    with unchanged(window), pytest.raises(ValueError, match=r"weight is missing .* position 1"):
        window.update_many("ab", [1.0, None], times=1)
    with unchanged(window), pytest.raises(ValueError, match="weight is missing"):
        window.update("a", None, at=1)


@pytest.mark.parametrize("bad", [-1.0, float("inf"), -np.inf, 1e-9, "x", True], ids=repr)
def test_weight_that_is_none_changes_nothing(bad):
    """One by one, and the whole column with the position of the row."""
    window = window_with(10, "ab", [1.0, 2.0], [0, 5], missing="skip")
    error = TypeError if isinstance(bad, str | bool) else ValueError
    column = np.array([1.0, 2.0, bad], object)  # NumPy makes one kind of a list
    with unchanged(window), pytest.raises(error, match=r"^weight"):
        window.update("a", bad, at=6)
    with unchanged(window), pytest.raises(error, match="at position 2"):
        window.update_many("anb", column, times=[6, 7, 8])
    with unchanged(window), pytest.raises(error, match="at position 1"):
        window.trace(["a", "new"], weights=column[1:], times=[6, 7])
    assert (window.now, window.distinct) == (5.0, 2)


@pytest.mark.parametrize(
    ("labels", "weights", "times", "text"),
    [
        ("ab", [1.0], 6, "labels and weights differ in length: 2 and 1"),
        ("ab", [[1.0, 2.0]], 6, "weights must have one dimension"),
    ],
)
def test_columns_that_do_not_go_together_are_refused(labels, weights, times, text):
    """Nothing changes."""
    window = window_with(10, "ab", [1.0, 2.0], [0, 5])
    with unchanged(window), refused(ValueError, text):
        window.update_many(labels, weights, times=times)


def test_exact_refuses_what_would_be_rounded():
    """As WeightedTally does."""
    window = es.WeightedTimeWindow(10, exact=True)
    window.update("a", 0.5, at=0)
    with unchanged(window), pytest.raises(ValueError, match="is no multiple of the unit"):
        window.update("a", 0.1, at=1)


# ------------------------------------------------------------------ late events


def test_late_event_takes_its_place_and_a_later_one_is_refused():
    """Within the lateness; the column is refused as a whole."""
    window = window_with("10s", "abc", [1.0, 2.0, 4.0], [1, 8, 5], lateness="3s")
    assert window.events() == [(1.0, "a", 1.0), (5.0, "c", 4.0), (8.0, "b", 2.0)]
    window.update("d", 8.0, at=11)
    assert window.n == 14.0
    text = (
        "time 7.9 is too late: the clock stands at 11.0 and the lateness is 3s; "
        'pass a larger lateness, or late="drop"'
    )
    with unchanged(window), refused(ValueError, text):
        window.update("e", 1.0, at=7.9)
    with unchanged(window), refused(ValueError, text):
        window.update_many("xy", [1.0, 1.0], times=[11, 7.9])


def test_dropped_events_are_counted_one_by_one_whatever_they_weigh():
    """In all four ways; a weight of 0 is none."""
    window = es.WeightedTimeWindow(10, late="drop")
    window.update("a", 1.0, at=100)
    window.update("b", 1500.0, at=50)
    assert window.dropped == 1
    window.update_many("bcd", [1.0, 0.0, 7.0], times=[50, 50, 100])
    assert window.dropped == 2
    window.trace("bc", weights=[3.0, 4.0], times=50)
    assert window.dropped == 4
    window.update_counts({"x": 3.5, "y": 0, "z": 0.5}, at=50)
    assert window.dropped == 6
    assert window.counts() == {"a": 1.0, "d": 7.0}


def test_advance_lets_weights_leave():
    """A stream that falls silent shows no stale values."""
    window = window_with("10min", "ab", [1.0, 2.0], [0, 300])
    window.advance(600)
    assert window.counts() == {"b": 2.0}
    window.advance(900)
    assert (window.n, window.entropy) == (0.0, 0.0)


# ------------------------------------------------------------------ the limit

TOO_MUCH = (
    "weights sum to less than 2^62 units of 2^-20, and these do not fit; a larger unit holds more"
)


def test_weights_held_at_one_time_stay_below_the_limit():
    """A sum too large is refused before anything is added."""
    window = es.WeightedTimeWindow(10)
    window.update("a", 2.0**41, at=0)
    for call in (
        lambda: window.update("b", 2.0**41, at=9),
        lambda: window.update_many("bc", 2.0**40, times=9),
        lambda: window.trace("bc", weights=2.0**40, times=9),
        lambda: window.update_counts({"b": 2.0**40, "c": 2.0**40}, at=9),
        lambda: window.merge(window.copy()),
    ):
        with unchanged(window), refused(OverflowError, TOO_MUCH):
            call()


def test_more_than_the_limit_may_pass_through():
    """What leaves makes room, in every way to add."""
    for add in (
        lambda window, at: window.update("b", 2.0**41, at=at),
        lambda window, at: window.update_counts({"b": 2.0**40, "c": 2.0**40}, at=at),
        lambda window, at: window.update_many("bcbc", 2.0**40, times=[at, at, at + 20, at + 20]),
        lambda window, at: window.trace("bcbc", weights=2.0**40, times=[at, at, at + 20, at + 20]),
    ):
        window = es.WeightedTimeWindow(10)
        window.update("a", 2.0**41, at=0)
        add(window, 10)
        add(window, 50)
        assert window.n == 2.0**41


def test_more_than_the_limit_in_the_middle_of_a_column_changes_nothing():
    """Though the window could hold what is left at the end."""
    window = es.WeightedTimeWindow(10)
    window.update("a", 1.0, at=0)
    weights, times = [2.0**41, 2.0**41, 1.0, 2.0], [1, 2, 50, 90]
    with unchanged(window), refused(OverflowError, TOO_MUCH):
        window.update_many("bcdb", weights, times=times)
    with unchanged(window), refused(OverflowError, TOO_MUCH):
        window.trace("bcdb", weights=weights, times=times)


# ------------------------------------------------------------------ two windows


def test_windows_merge_by_time():
    """The window of both streams, at the later of both clocks."""
    east = window_with(10, "aab", [1.0, 2.0, 0.5], [0, 5, 6])
    west = window_with(10, "bc", [4.0, 8.0], [6, 12])
    both = east + west
    assert both.events() == [(5.0, "a", 2.0), (6.0, "b", 4.5), (12.0, "c", 8.0)]
    east.merge(west)
    assert east == both


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"unit": 1}, "windows with units 2^-20 and 2^0 cannot merge"),
        ({"lateness": 1}, "windows with lateness 0s and 1s cannot merge"),
        ({"span": 11}, "windows with spans 10s and 11s cannot merge"),
    ],
)
def test_windows_of_other_parameters_do_not_merge(options, text):
    """Their units or their events mean different things."""
    window = window_with(10, "a", [1.0], [0])
    other = es.WeightedTimeWindow(**{"span": 10, **options})
    with unchanged(window), refused(ValueError, text):
        window.merge(other)
    assert window != other


def test_windows_of_other_classes_do_not_merge():
    """The class is named."""
    window = window_with(10, "a", [1.0], [0])
    with unchanged(window), pytest.raises(TypeError, match="can merge a WeightedTimeWindow, got"):
        window.merge(es.TimeWindow(10))
    with pytest.raises(TypeError, match="can merge a TimeWindow, got"):
        es.TimeWindow(10).merge(window)
    assert window != es.TimeWindow(10)


def test_equality_asks_for_weights_times_and_parameters():
    """And for nothing else: the order of arrival leaves no trace."""
    window = window_with(10, "ab", [1.0, 2.0], [0, 5], lateness=9)
    assert window == window_with(10, "ba", [2.0, 1.0], [5, 0], lateness=9)
    assert window == window_with(10, "aba", [0.5, 2.0, 0.5], [0, 5, 0], lateness=9)
    assert window != window_with(10, "ab", [1.0, 2.5], [0, 5], lateness=9)
    assert window != window_with(10, "ab", [1.0, 2.0], [1, 5], lateness=9)
    assert window != window_with(10, "ab", [1.0, 2.0], [0, 5], lateness=9, exact=True)
    assert window != window_with(10, "ab", [1.0, 2.0], [0, 5], lateness=9, unit=1)


# ------------------------------------------------------------------ taking away


def test_oldest_weight_leaves_first():
    """An event may leave in part; more than is held is refused."""
    window = window_with(10, "aba", [2.0, 1.0, 1.0], [0, 1, 2])
    window.remove("a", 2.5)
    assert window.events() == [(1.0, "b", 1.0), (2.0, "a", 0.5)]
    with unchanged(window), refused(ValueError, "cannot remove 1.5 of 'a': only 0.5 held"):
        window.remove("a", 1.5)
    with unchanged(window):
        window.remove("a", 0)
    window.remove_counts({"a": 0.25, "b": 1.0})
    assert window.counts() == {"a": 0.25}
    window.drop("a")
    assert window.n == 0.0


def test_repr_names_span_and_weight():
    """As a person would read it."""
    window = window_with("10min", "ab", [1.5, 1.0], 0)
    text = "<WeightedTimeWindow of 10min: weight 2.5, 2 labels, entropy 0.971, gini 0.48>"
    assert repr(window) == text
