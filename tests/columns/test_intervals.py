"""One value for each interval of the clock: those with rows, and those without."""

import datetime as dt
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import check_values, is_within
from tests.columns.divergence_truth import held, is_near
from tests.refusals import refused

LABELS = st.sampled_from(["a", "b", "c", None])
rows_in_time = st.lists(
    st.tuples(LABELS, st.integers(-40, 60), st.sampled_from("uv")), min_size=1, max_size=14
)
NOON = pd.Timestamp("2024-02-29 12:00")
TIMES = NOON + pd.to_timedelta([1, 9, 10, 34, 35], "min")


@given(rows=rows_in_time, step=st.integers(1, 12))
def test_every(rows, step):
    """From full steps on, the end left out; NaN where there are no rows."""
    labels, times, _ = ([row[part] for row in rows] for part in range(3))

    result = es.gini(labels, every=f"{step}s", times=times)

    first, last = min(times) // step, max(times) // step
    assert result["time"].tolist() == [float(k * step) for k in range(first, last + 1)]
    windows = [
        [row for row, time in enumerate(times) if time // step == k] for k in range(first, last + 1)
    ]
    check_values({"gini": result["gini"]}, labels, windows)


@pytest.mark.parametrize("closed", ["right", "left", "both", "neither"])
@given(rows=rows_in_time, step=st.integers(1, 12), span=st.integers(1, 30))
def test_windows_that_end_at_full_steps(closed, rows, step, span):
    """Longer or shorter than the step; the last step is the first without rows after it."""
    labels, times, _ = ([row[part] for row in rows] for part in range(3))

    result = es.rolling(labels, f"{span}s", times=times, every=f"{step}s", closed=closed)

    later = closed in ("left", "neither")
    ends = [time // step + 1 if later else -(-time // step) for time in (min(times), max(times))]
    ends = [k * step for k in range(ends[0], ends[1] + 1)]
    assert result.pop("time").tolist() == ends
    windows = [
        [row for row, time in enumerate(times) if is_within(time, end - span, end, closed)]
        for end in ends
    ]
    check_values(result, labels, windows)


@given(rows=rows_in_time, step=st.integers(1, 12), span=st.integers(1, 30))
def test_pairs_in_windows_that_end_at_full_steps(rows, step, span):
    """The value of a fresh table of the rows in each window; NaN without rows."""
    x, times, y = ([row[part] for row in rows] for part in range(3))

    result = es.rolling_mutual_information(x, y, f"{span}s", times=times, every=f"{step}s")

    for end, value in zip(result["time"], result["mutual_information"], strict=True):
        table = es.ContingencyTable(missing="skip")
        window = [row for row in rows if end - span < row[1] <= end]
        table.update_many([row[0] for row in window], [row[2] for row in window])
        assert math.isnan(value) if table.n == 0 else value == table.mutual_information


@given(rows=rows_in_time, step=st.integers(1, 12))
def test_groups_have_their_own_intervals(rows, step):
    """From the first row of each to its last, as if it were alone; also weighted, and pairs."""
    labels, times, keys = ([row[part] for row in rows] for part in range(3))
    weights = [0.0 if time % 5 == 0 else 1.5 for time in times]
    frame = pd.DataFrame({"x": labels, "y": weights, "t": times, "k": keys, "w": weights})

    result = es.gini(
        frame["x"], every=f"{step}s", times=times, group_by=frame["k"], weights=weights
    )
    both = es.mutual_information("x", "y", frame=frame, every=f"{step}s", times="t", group_by="k")
    assert result.index.names == ["k", None]
    for key, own in frame.groupby("k"):
        times_of = {"every": f"{step}s", "times": own["t"]}
        alone = es.gini(own["x"], weights=own["w"], **times_of)
        pd.testing.assert_series_equal(result[key], alone, check_names=False)
        alone = es.mutual_information(own["x"], own["y"], **times_of)
        pd.testing.assert_series_equal(both[key], alone, check_names=False)


def test_what_pandas_resamples():
    """The same index as `resample`, also by months; NaN where it has no rows."""
    series = pd.Series(["a", "b", "b", "a", "a"], TIMES, name="x")
    for every, rule in {"10min": "10min", "1d": "1D", "1mo": "MS", "1q": "QS", "1y": "YS"}.items():
        result = es.entropy(series, every=every)
        expected = series.resample(rule).agg(
            lambda rows: es.entropy(rows) if len(rows) else math.nan
        )
        pd.testing.assert_series_equal(result, expected, check_freq=False)
    zoned = series.tz_localize("Europe/Rome")
    result = es.entropy(zoned, every="10min")
    expected = zoned.resample("10min").agg(lambda x: es.entropy(x) if len(x) else math.nan)
    pd.testing.assert_series_equal(result, expected, check_freq=False)


@pytest.mark.parametrize(
    ("every", "theirs"), [("10min", "10m"), ("1w", "1w"), ("1mo", "1mo"), ("1q", "1q")]
)
def test_what_polars_groups(every, theirs):
    """The intervals of `group_by_dynamic`, and those without rows between them."""
    days = [dt.datetime(2024, 1, day, 5, minute) for day in (1, 7, 8, 31) for minute in (0, 59)]
    days += [dt.datetime(2024, 5, 31), dt.datetime(2024, 7, 1)]
    frame = pl.DataFrame({"t": days, "x": list("aabbabbaab")})

    result = es.entropy(frame["x"], every=every, times=frame["t"])

    expected = frame.group_by_dynamic("t", every=theirs).agg(
        pl.col("x").map_batches(lambda x: es.entropy(x), returns_scalar=True)
    )
    assert result.schema == frame.schema | {"x": pl.Float64}
    assert result.drop_nulls().rows() == expected.rows()
    assert len(result) == len(
        pl.datetime_range(expected["t"][0], expected["t"][-1], theirs, eager=True)
    )


def test_frames_of_every_kind():
    """Times next to the values, under their own name."""
    rows = {"t": TIMES.to_list(), "x": ["a", "b", "b", "a", None], "y": ["u"] * 5}
    times = [NOON + pd.Timedelta(minutes=k) for k in (0, 10, 20, 30)]
    x, y = [1.0, 0.0, None, 0.0], [0.0, 0.0, None, 0.0]

    result = es.entropy(pl.DataFrame(rows), every="10min", times="t")
    assert result.to_dict(as_series=False) == {"t": times, "x": x, "y": y}
    result = es.entropy(pa.table(rows), every="10min", times="t")
    assert result.to_pydict() == {"t": times, "x": x, "y": y}
    result = es.entropy(pd.DataFrame(rows), every="10min", times="t")
    assert result.index.tolist() == times
    assert result.index.name == "t"
    assert result["x"].tolist()[:2] == x[:2]
    result = es.entropy(rows["x"], every="10min", times=np.array(TIMES))
    assert result["time"].tolist() == pd.DatetimeIndex(times).as_unit("ns").asi8.tolist()
    result = es.rolling(pl.DataFrame(rows), "20min", times="t", every="10min", measures=("n",))
    assert result.columns == ["t", "x_n", "y_n"]


@pytest.mark.parametrize("closed", ["right", "left"])
def test_chunks_and_files(tmp_path, closed):
    """The same intervals: one frame for whole-column functions, an iterator for rolling ones."""
    random = np.random.default_rng(5)
    table = pa.table(
        {
            "t": np.cumsum(random.integers(0, 400, 300)).astype("M8[s]").astype("M8[ms]"),
            "x": random.choice(["a", "b", "c"], 300),
            "k": random.integers(0, 3, 300),
        }
    )
    pyarrow.parquet.write_table(table, tmp_path / "rows.parquet", row_group_size=70)
    file = es.scan(tmp_path / "rows.parquet", "x", batch_rows=40)

    for by in (None, "k"):
        options = {"every": "10min", "times": "t", "group_by": by}
        whole = es.entropy(table.select(["x", "t", "k"][: 2 if by is None else 3]), **options)
        result = es.entropy(file, **options)
        assert result.rename_columns(whole.column_names).equals(whole)

    options = {"every": "10min", "times": "t", "closed": closed}
    whole = es.rolling_gini(table.select(["x", "t"]), "1h", **options)
    parts = list(es.rolling_gini(file, "1h", **options))
    assert len(parts) > 5
    result = pa.concat_tables(parts)
    assert result.rename_columns(whole.column_names).equals(whole)


@given(rows=rows_in_time, step=st.integers(2, 12))
def test_divergence_of_intervals(rows, step):
    """From a sample, for each interval."""
    labels, times, _ = ([row[part] for row in rows] for part in range(3))

    result = es.divergence(labels, ["a", "b", "b"], every=f"{step}s", times=times)

    for start, value in zip(result["time"], result["divergence"], strict=True):
        own = held(
            label for label, time in zip(labels, times, strict=True) if time // step * step == start
        )
        assert is_near(value, own, held(["a", "b", "b"])) if own else math.isnan(value)


def test_what_is_refused():
    """Windows of rows, centred ones, days in a zone with a summer time, endless numbers."""
    labels = pd.Series(["a", "b", "b", "a", "a"], TIMES)
    with refused(ValueError, "every='10min' needs a window that is a span of time, got 3"):
        es.rolling_gini(labels, 3, every="10min")
    with refused(
        ValueError, "center= and every= do not go together: windows end where an interval does"
    ):
        es.rolling_gini(labels, "10min", every="10min", center=True)
    for call, name in (
        (lambda: es.gini(labels, every="x"), "every"),
        (lambda: es.rolling_gini(labels, "1h", every="x"), "every"),
    ):
        with refused(
            ValueError,
            f'{name} "x" is not a length of time; write "10min", "1h30min", a timedelta or a '
            "number of seconds",
        ):
            call()
    with refused(ValueError, 'every must be a length of time such as "10min", got 3'):
        es.gini(labels, every=3)
    with refused(
        ValueError,
        "'1d' needs times in UTC or without a zone: in Europe/Rome a day may have 23 or 25 hours; "
        "convert the times to UTC, or drop the zone",
    ):
        es.gini(labels.tz_localize("Europe/Rome"), every="1d")
    with refused(
        ValueError,
        "'1ns' gives 2040000000000 intervals, more than 134217728: take longer ones",
    ):
        es.gini(labels, every="1ns")
    with refused(TypeError, "'1mo' needs datetimes, and times are numbers of seconds"):
        es.gini(["a"], every="1mo", times=[5])
    with refused(ValueError, "a window of '10min' needs times=, the time of each row"):
        es.gini(["a"], every="10min")
    message = (
        "times must not go back over chunks, as that of row 1 does; pass lateness=, or sort first"
    )
    frame = pd.DataFrame({"x": ["a"], "t": [5]})
    with refused(ValueError, message):
        es.gini(iter([frame, frame.assign(t=[4])]), every="10s", times="t")
