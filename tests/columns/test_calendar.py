"""Windows of months, quarters and years: by the calendar, as Polars has them."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import CLOSED, check_values, is_within
from tests.examples import examples
from tests.refusals import refused

times_of = st.lists(
    st.datetimes(dt.datetime(2023, 11, 25), dt.datetime(2024, 4, 5)).map(
        lambda at: at.replace(hour=at.hour % 2 * 12, minute=0, second=0, microsecond=0)
    ),
    max_size=30,
).map(sorted)
MONTHS = {"1mo": 1, "2mo": 2, "1q": 3, "1y": 12, "2 months": 2}


def months_before(at, months):
    """Return the same day some months before, or the last day of that month."""
    month = at.year * 12 + at.month - 1 - months
    first = at.replace(year=month // 12, month=month % 12 + 1, day=1)
    last = (first.replace(day=28) + dt.timedelta(4)).replace(day=1) - dt.timedelta(1)
    return first.replace(day=min(at.day, last.day))


@pytest.mark.parametrize("closed", CLOSED)
@examples(30)
@given(times=times_of, span=st.sampled_from(list(MONTHS)))
def test_windows_reach_back_to_the_same_day(closed, times, span):
    """Or to the last day of the month, if it is shorter."""
    labels = ["abc"[at.day % 3] for at in times]

    result = es.rolling(labels, span, times=times, closed=closed)

    windows = [
        [
            other
            for other in range(row + 1)
            if is_within(times[other], months_before(now, MONTHS[span]), now, closed)
        ]
        for row, now in enumerate(times)
    ]
    check_values(result, labels, windows)


@pytest.mark.parametrize("closed", ["right", "both", "left", "none"])
@pytest.mark.parametrize("span", ["1mo", "1q", "1y", "1mo2d", "2mo12h"])
def test_windows_are_those_of_polars(span, closed):
    """rolling_sum_by of ones has as many rows as our windows."""
    pytest.importorskip("entrostream.polars")
    random = np.random.default_rng(3)
    days = np.datetime64("1971-01-01") + np.sort(random.integers(0, 900, 300))
    frame = pl.DataFrame({"t": days.astype("M8[us]"), "x": random.integers(0, 4, 300)})

    ours = pl.col("x").entro.rolling_measures_by("t", span, measures=["n"], closed=closed)
    result = frame.select(ours.struct.field("n").fill_null(0.0))
    expected = frame.with_columns(one=1.0).select(
        n=pl.col("one").rolling_sum_by("t", span, closed=closed).fill_null(0.0)
    )
    assert result["n"].to_list() == expected["n"].to_list()


def test_groups_chunks_and_the_window_before():
    """As any other span of time."""
    days = pd.date_range("2024-01-31", periods=120, freq="D")
    frame = pd.DataFrame({"x": list("abc") * 40, "k": list("uvwx") * 30, "t": days})

    result = es.rolling_gini(frame, "1mo", times="t", group_by="k")["x"]
    for _, own in frame.groupby("k"):
        alone = es.rolling_gini(own["x"], "1mo", times=own["t"])
        pd.testing.assert_series_equal(result[own.index], alone)
    parts = es.rolling_gini(iter([frame[:50], frame[50:]]), "1mo", times="t", group_by="k")
    pd.testing.assert_series_equal(pd.concat(parts)["x"], result)

    result = es.rolling_divergence(frame["x"], "1mo", times=days, reference="previous")
    row = days.get_loc("2024-03-31")  # February next to March
    march = frame["x"][(days > "2024-02-29") & (days <= "2024-03-31")]
    february = frame["x"][(days > "2024-01-29") & (days <= "2024-02-29")]
    assert result[row] == es.divergence(march, february)


def test_what_is_refused():
    """Numbers of seconds, zones with a summer time, centred windows."""
    with refused(TypeError, "'1mo' needs datetimes, and times are numbers of seconds"):
        es.rolling_gini(["a"], "1mo", times=[1])
    with refused(ValueError, "center= needs a window of fixed length, got '1mo'"):
        es.rolling_gini(["a"], "1mo", times=[1], center=True)
    zoned = pd.date_range("2024", periods=1, tz="Europe/Rome")
    with refused(
        ValueError,
        "'1mo' needs times in UTC or without a zone: in Europe/Rome a day may have 23 or 25 hours; "
        "convert the times to UTC, or drop the zone",
    ):
        es.rolling_gini(["a"], "1mo", times=zoned)
    assert es.rolling_gini(["a"], "1mo", times=zoned.tz_convert("UTC")).tolist() == [0.0]
    with refused(ValueError, "'0mo' must be from 1 month to 585 years"):
        es.rolling_gini(["a"], "0mo", times=zoned)
