"""Windows are those of pandas: as many rows as its own sum of ones and its own count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import CLOSED
from tests.examples import examples

pd = pytest.importorskip("pandas")

ones_or_none = st.lists(st.sampled_from([1.0, np.nan]), max_size=12)
shapes = {"closed": st.sampled_from(CLOSED), "center": st.booleans(), "step": st.integers(1, 3)}


def agree(ours, theirs):
    """Check that two Series are the same: values, index, name, dtype."""
    pd.testing.assert_series_equal(ours, theirs, check_freq=False)


@examples(75)
@given(data=st.data(), ones=ones_or_none, window=st.integers(1, 6), **shapes)
def test_counted_window(data, ones, window, closed, center, step):
    """A number of rows, with all of pandas' options for it."""
    min_periods = data.draw(st.none() | st.integers(0, window))
    series = pd.Series(ones, dtype=float, name="x")
    options = {"min_periods": min_periods, "closed": closed, "center": center, "step": step}

    ours = es.rolling(series, window, measures="n", **options)

    agree(ours, series.rolling(window, **options).sum())


def times_of(seconds, kind):
    """Return an index of times, as pandas may have it."""
    times = pd.to_datetime(np.sort(np.array(seconds, dtype=np.int64)), unit="s")
    if kind == "zone":
        return times.tz_localize("UTC").tz_convert("Europe/Ljubljana")
    if kind == "timedelta":
        return times - pd.Timestamp(0)
    return times.as_unit(kind)


@examples(75)
@given(
    data=st.data(),
    rows=st.lists(st.tuples(st.integers(0, 9), st.sampled_from([1.0, np.nan])), max_size=12),
    kind=st.sampled_from(["ns", "us", "ms", "s", "zone", "timedelta"]),
    window=st.sampled_from(["1s", "2s", "3s", "5s"]),
    **shapes,
)
def test_span_over_the_index(data, rows, kind, window, closed, center, step):
    """A span of time: the index is the time of each row, and labels may repeat."""
    series = pd.Series([one for _, one in rows], dtype=float, name="x")
    series.index = times_of([second for second, _ in rows], kind)
    options = {"closed": closed, "center": center}
    options["min_periods"] = data.draw(st.none() | st.integers(0, 3))

    ours = es.rolling(series, window, measures="n", step=step, **options)

    agree(ours, series.rolling(window, **options).sum()[::step])


@given(ones=ones_or_none, min_periods=st.integers(0, 4))
def test_expanding(ones, min_periods):
    """All rows so far."""
    series = pd.Series(ones, dtype=float, name="x")

    ours = es.expanding(series, measures="n", min_periods=min_periods)

    agree(ours, series.expanding(min_periods).sum())


@pytest.mark.parametrize("make", [pd.PeriodIndex, pd.DatetimeIndex], ids=["period", "time"])
def test_days(make):
    """An index of periods is one of the times at which they begin."""
    days = ["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-05"]
    index = make(days, freq="D") if make is pd.PeriodIndex else make(days)
    series = pd.Series(list("abca"), index=index)

    result = es.rolling(series, "3D", measures="distinct")

    assert result.tolist() == [1, 2, 3, 1]
    assert result.index.equals(index)


@given(
    rows=st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from([1.0, np.nan])), max_size=12),
    window=st.integers(1, 4),
    closed=st.sampled_from(CLOSED),
)
def test_groups(rows, window, closed):
    """The windows of `groupby`, but in the places of the rows."""
    frame = pd.DataFrame(rows, columns=["key", "one"]).astype({"one": float})
    options = {"min_periods": 1, "closed": closed}

    ours = es.rolling(frame["one"], window, measures="n", group_by=frame["key"], **options)

    grouped = frame.groupby("key")["one"].rolling(window, **options).sum()
    agree(ours, grouped.droplevel(0).sort_index())


def test_labels_of_the_index_may_repeat():
    """Rows are rows, whatever they are called."""
    series = pd.Series(list("abca"), index=["x", "x", "y", "x"], name="letters")

    agree(es.rolling(series, 2, measures="n"), series.eq(series).rolling(2).sum().astype(float))


def test_times_of_a_frame():
    """As `on=`: a column of the frame, which is not measured itself."""
    frame = pd.DataFrame({"t": pd.to_datetime([0, 1, 1, 5], unit="s"), "x": [1.0] * 4})

    ours = es.rolling(frame, "2s", times="t", measures="n")

    agree(ours["x"], frame.rolling("2s", on="t").sum()["x"])
    assert list(ours) == ["x"]
