"""Windows of Polars columns are those of Polars: as many rows as in its own sums and counts."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.examples import examples

pl = pytest.importorskip("polars")
from polars.testing import assert_series_equal  # noqa: E402

START = dt.datetime(2024, 1, 1)
ones_or_none = st.lists(st.sampled_from([1.0, None]), max_size=12)
CLOSED = {"right": "right", "both": "both", "left": "left", "none": "neither"}


@examples(75)
@given(data=st.data(), ones=ones_or_none, window=st.integers(1, 6), center=st.booleans())
def test_counted_window(data, ones, window, center):
    """A number of rows; null where too few have a value."""
    fewest = data.draw(st.none() | st.integers(1, window))
    series = pl.Series("x", ones, dtype=pl.Float64)

    ours = es.rolling(series, window, measures="n", min_periods=fewest, center=center)

    assert_series_equal(ours, series.rolling_sum(window, min_samples=fewest, center=center))


def timed(rows):
    """Return a frame of seconds and ones."""
    times = [START + dt.timedelta(seconds=second) for second, _ in rows]
    return pl.DataFrame(
        {"t": times, "x": [one for _, one in rows]},
        schema={"t": pl.Datetime("us"), "x": pl.Float64},
    )


rows_in_any_order = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from([1.0, None])), max_size=12
)


@examples(75)
@given(
    rows=rows_in_any_order,
    window=st.sampled_from(["1s", "2s", "5s"]),
    closed=st.sampled_from(list(CLOSED)),
    fewest=st.integers(1, 3),
    ours_as=st.sampled_from(["polars", "pandas"]),
)
def test_span(rows, window, closed, fewest, ours_as):
    """Rows of one time belong together, and times may be in any order."""
    frame = timed(rows)
    name = closed if ours_as == "polars" else CLOSED[closed]

    ours = es.rolling(
        frame["x"], window, times=frame["t"], measures="n", closed=name, min_periods=fewest
    )

    theirs = pl.col("x").rolling_sum_by("t", window, closed=closed, min_samples=fewest)
    assert_series_equal(ours, frame.select(theirs)["x"])


@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), max_size=12),
    closed=st.sampled_from(list(CLOSED)),
)
def test_distinct_of_rolling(rows, closed):
    """`rolling(...).agg(n_unique)` of a frame sorted by time; an empty window has none."""
    frame = pl.DataFrame(
        {
            "t": [START + dt.timedelta(seconds=second) for second, _ in sorted(rows)],
            "x": [letter for _, letter in sorted(rows)],
        },
        schema={"t": pl.Datetime("us"), "x": pl.String},
    )

    ours = es.rolling(frame, "3s", times="t", measures="distinct", closed=closed, min_periods=0)

    theirs = frame.rolling("t", period="3s", closed=closed).agg(pl.col("x").n_unique())
    assert_series_equal(ours["x"], theirs["x"].cast(pl.Float64))


@given(
    rows=st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from([1.0, None])), max_size=12),
    window=st.integers(1, 4),
)
def test_groups(rows, window):
    """As `over`."""
    schema = {"key": pl.String, "x": pl.Float64}
    frame = pl.DataFrame(rows, schema=schema, orient="row")

    ours = es.rolling(frame, window, group_by="key", measures="n", min_periods=1)

    theirs = frame.select(pl.col("x").rolling_sum(window, min_samples=1).over("key"))
    assert_series_equal(ours["x"], theirs["x"])


@pytest.mark.parametrize("kind", [pl.Date, pl.Datetime("ms"), pl.Datetime("ns", "Asia/Tokyo")])
def test_kinds_of_times(kind):
    """Dates, times of any unit and zone."""
    days = pl.Series([dt.date(2024, 1, day) for day in (1, 3, 2, 9)])
    days = days.cast(kind) if kind == pl.Date else days.cast(pl.Datetime(kind.time_unit))
    times = days.dt.replace_time_zone("Asia/Tokyo") if getattr(kind, "time_zone", None) else days

    result = es.rolling(pl.Series("x", list("abcd")), "2d", times=times, measures="n")

    assert_series_equal(result, pl.Series("x", [1.0, 2.0, 2.0, 1.0]))
