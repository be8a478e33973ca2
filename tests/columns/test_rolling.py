"""Rolling values are those of the rows in the window, counted from scratch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import (
    CLOSED,
    MEASURES,
    check_values,
    counted_windows,
    expanding_windows,
    same_bits,
    timed_windows,
)
from tests.examples import examples

labels_or_none = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=14)
few_or_many = st.integers(1, 6) | st.sampled_from([20, 10**9])


@examples(40)
@given(data=st.data(), labels=labels_or_none, length=few_or_many)
def test_counted_window(data, labels, length):
    """Any length, any end, any step; rows without a value take their place."""
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    min_periods = data.draw(st.none() | st.integers(0, min(length, 8)))
    step = data.draw(st.integers(1, 4))

    result = es.rolling(
        labels, length, closed=closed, center=center, min_periods=min_periods, step=step
    )

    windows = counted_windows(len(labels), length, closed, center)
    check_values(result, labels, windows, length if min_periods is None else min_periods, step)


times_in_any_order = st.lists(st.tuples(st.integers(0, 9), st.sampled_from("ab?")), max_size=12)


@examples(40)
@given(data=st.data(), rows=times_in_any_order, length=st.integers(1, 6))
def test_span_of_time(data, rows, length):
    """Any end, times in any order and equal ones; min_periods is 1 by default."""
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    min_periods = data.draw(st.none() | st.integers(0, 3))
    step = data.draw(st.integers(1, 3))
    times = [time for time, _ in rows]
    labels = [None if label == "?" else label for _, label in rows]

    result = es.rolling(
        labels,
        f"{length}s",
        times=times,
        closed=closed,
        center=center,
        min_periods=min_periods,
        step=step,
    )

    windows = timed_windows(times, length, closed, center)
    check_values(result, labels, windows, 1 if min_periods is None else min_periods, step)


@given(labels=labels_or_none, min_periods=st.none() | st.integers(0, 4))
def test_expanding(labels, min_periods):
    """All rows so far."""
    result = es.expanding(labels, min_periods=min_periods)

    fewest = 1 if min_periods is None else min_periods
    check_values(result, labels, expanding_windows(len(labels)), fewest)


@given(labels=labels_or_none, length=few_or_many)
def test_missing_as_a_label(labels, length):
    """Then it is a label as all others."""
    result = es.rolling(labels, length, min_periods=1, missing="label")

    named = ["missing" if label is None else label for label in labels]
    check_values(result, named, counted_windows(len(labels), length))


@pytest.mark.parametrize("window", [1, 3, 50])
@pytest.mark.parametrize(
    "labels",
    [[], ["a"], [None], ["a"] * 20, list(range(20)), [None] * 20],
    ids=["empty", "one", "missing", "equal", "distinct", "all missing"],
)
def test_plain_shapes(labels, window):
    """No rows, one row, all equal, all distinct."""
    check_values(
        es.rolling(labels, window, min_periods=1), labels, counted_windows(len(labels), window)
    )
    check_values(es.expanding(labels), labels, expanding_windows(len(labels)))


def test_single_measures_are_those_of_many():
    """One function a measure, one for several, one measure by its name: the same bits."""
    labels = ["a", "b", None, "b", "c", "c", "a"]
    rolled, expanded = es.rolling(labels, 3, min_periods=1), es.expanding(labels)

    assert list(rolled) == list(expanded) == list(MEASURES)
    for name in ("entropy", "gini"):
        alone = getattr(es, f"rolling_{name}")(labels, 3, min_periods=1)
        assert same_bits(alone, rolled[name])
        assert same_bits(es.rolling(labels, 3, min_periods=1, measures=name), rolled[name])
        assert same_bits(getattr(es, f"expanding_{name}")(labels), expanded[name])
        assert same_bits(es.expanding(labels, measures=name), expanded[name])


def test_every_measure_of_trace():
    """All measures of a trace are available, in the requested order."""
    labels = ["a", "b", None, "b"]
    names = ["renyi2", "nats", "inverse_simpson", "n"]

    result = es.rolling(labels, 2, measures=names, min_periods=1)

    assert list(result) == names
    check_values(result, labels, counted_windows(4, 2))


@pytest.mark.parametrize("span", ["2s", "2000ms", np.timedelta64(2, "s")])
def test_span_however_it_is_written(span):
    """Text, timedelta of Python, NumPy."""
    labels, times = list("abca"), [0, 1, 2, 9]

    result = es.rolling(labels, span, times=times)

    check_values(result, labels, timed_windows(times, 2))


def test_half_a_nanosecond_of_a_centred_window():
    """Half of an odd number of nanoseconds is not rounded."""
    times = np.array([0, 1, 2, 3], "datetime64[ns]")

    result = es.rolling(list("abcd"), np.timedelta64(3, "ns"), times=times, center=True)

    assert result["n"].tolist() == [2, 3, 3, 2]


@pytest.mark.parametrize("by", [None, ["x"] * 3], ids=["trace", "engine"])
@pytest.mark.parametrize("closed", CLOSED)
def test_times_far_apart(closed, by):
    """The ends of 64 bits of nanoseconds: no difference overflows, no span is endless."""
    ticks = [-(2**63) + 1, 0, 2**63 - 1]
    times = np.array(ticks, "datetime64[ns]")
    longest = np.timedelta64(2**63 - 1, "ns")

    result = es.rolling(list("abc"), longest, times=times, closed=closed, group_by=by)

    check_values(result, list("abc"), timed_windows(ticks, 2**63 - 1, closed))
