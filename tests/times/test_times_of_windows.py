"""Times of all kinds in time windows: what goes together, what comes back, what is refused."""

import datetime as dt

import numpy as np
import pandas as pd
import pytest

import entrostream as es
from tests.refusals import refused, unchanged
from tests.summaries.time_windows import window_with

UTC = dt.timezone.utc
DAY = dt.datetime(2024, 2, 29, 12)


def test_times_come_back_as_they_are_kept():
    """Seconds as floats; instants as datetimes in UTC, or as NumPy's with nanoseconds."""
    assert window_with(10, "ab", [1, 2.5]).events() == [(1.0, "a"), (2.5, "b")]
    assert window_with(10, "a", [DAY]).events() == [(DAY.replace(tzinfo=UTC), "a")]
    zoned = DAY.replace(tzinfo=dt.timezone(dt.timedelta(hours=2)))
    assert window_with(10, "a", [zoned]).now == DAY.replace(hour=10, tzinfo=UTC)
    fine = np.datetime64("2024-02-29T12:00:00.000000001")
    assert window_with(10, "a", np.array([fine])).now == fine


@pytest.mark.parametrize(
    "at",
    [DAY, DAY.replace(tzinfo=UTC), np.datetime64(DAY), pd.Timestamp(DAY)],
    ids=lambda at: type(at).__name__,
)
def test_instants_of_all_kinds_are_one_clock(at):
    """What stands for the same moment is the same moment."""
    assert window_with(10, "ab", [DAY, at]) == window_with(10, "ab", [DAY, DAY])
    window = window_with(10, "a", [DAY])
    window.update("b", at=at)
    assert window.n == 2


SECONDS_AFTER_DATES = "time is a number of seconds, but earlier times were datetimes"
DATES_AFTER_SECONDS = "time is a datetime, but earlier times were numbers of seconds"


@pytest.mark.parametrize(
    ("first", "then", "text"),
    [(DAY, 1e9, SECONDS_AFTER_DATES), (0.0, DAY, DATES_AFTER_SECONDS)],
    ids=["seconds after dates", "dates after seconds"],
)
@pytest.mark.parametrize(
    "call",
    [
        lambda w, t: w.update("b", at=t),
        lambda w, t: w.advance(t),
        lambda w, t: w.update_counts({"b": 1}, at=t),
        lambda w, t: w.update_many("bc", times=t),
        lambda w, t: w.update_many("bc", times=[t, t]),
        lambda w, t: w.update_many("bc", times=np.array([t, t])),
        lambda w, t: w.trace("bc", times=[t, t]),
        lambda w, t: w.merge(window_with("1h", "b", [t])),
    ],
)
def test_numbers_and_dates_cannot_be_mixed(call, first, then, text):
    """The first time decides; the others are refused, nothing changed."""
    window = window_with("1h", "a", [first])
    with unchanged(window), pytest.raises(TypeError) as caught:
        call(window, then)
    assert str(caught.value) in (text, text.replace("time is", "time at position 0 is"))


def test_clock_may_be_chosen_anew_after_clear():
    """Clear forgets the time too; what was refused before decides nothing."""
    window = window_with("1h", "a", [0])
    window.clear()
    assert window.now is None
    with pytest.raises(ValueError, match="missing"):
        window.update_many(["b", None], times=[1, 2])
    window.update("b", at=DAY)
    assert window.now == DAY.replace(tzinfo=UTC)


BAD_TIMES = {
    "None": (None, ValueError),
    "NaN": (float("nan"), ValueError),
    "NaT": (np.datetime64("NaT", "ns"), ValueError),
    "pandas NaT": (pd.NaT, ValueError),
    "infinity": (float("inf"), ValueError),
    "year 2300": (dt.datetime(2300, 1, 1), ValueError),
    "year 1600": (dt.datetime(1600, 1, 1), ValueError),
    "year 2300 of NumPy": (np.datetime64("2300-01-01"), ValueError),
    "too many seconds": (1e10, ValueError),
    "text": ("yesterday", ValueError),
    "a list": ([1, [2]], TypeError),
    "a bool": (True, TypeError),
}


@pytest.mark.parametrize(("at", "error"), BAD_TIMES.values(), ids=BAD_TIMES.keys())
def test_what_is_no_time_is_refused(at, error):
    """Missing, not finite, out of range, or something else; nothing changed."""
    window = es.TimeWindow("1h", lateness="1h")
    single = not isinstance(at, list)
    for call in (
        lambda: window.update("b", at=at),
        lambda: window.advance(at),
        lambda: window.update_counts({"b": 1}, at=at),
        lambda: window.update_many(["b", "c"], times=[at, at] if single else at),
        lambda: window.trace(["b", "c"], times=[at, at] if single else at),
    ):
        with unchanged(window), pytest.raises(error):
            call()
    assert window.now is None


def test_labels_and_times_are_as_many():
    """A column of times of another length is refused."""
    window = window_with(10, "a", [0])
    for method in (window.update_many, window.trace):
        with (
            unchanged(window),
            refused(ValueError, "labels and times differ in length: 3 and 2"),
        ):
            method("abc", times=[1, 2])


def test_columns_of_times_come_in_all_kinds():
    """Lists, arrays, pandas: the same window."""
    seconds = np.arange(50) // 7
    dates = np.datetime64(DAY, "ns") + seconds.astype("timedelta64[s]")
    labels = list("abcde" * 10)
    kinds = (
        [seconds, seconds.tolist(), seconds.astype(float), pd.Series(seconds)],
        [dates, list(dates), pd.Series(dates), pd.DatetimeIndex(dates), dates.astype("M8[us]")],
    )
    for columns in kinds:
        windows = [window_with(3, labels, column) for column in columns]
        assert all(window == windows[0] for window in windows)
        assert windows[0].n == 15
