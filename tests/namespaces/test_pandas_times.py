"""Windows of time over a frame of pandas are those of pandas, whichever way its times go."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
import entrostream.pandas
from tests.examples import examples
from tests.refusals import refused

CLOSED = [None, "right", "left", "both", "neither"]
labels_and_times = st.lists(
    st.tuples(st.sampled_from(["a", "b", None]), st.integers(0, 8)), min_size=1, max_size=12
)


def codes(labels):
    """Return labels as numbers, which is what pandas can roll over."""
    return labels.map({"a": 0.0, "b": 1.0}).astype(float)


def ones(labels):
    """Return 1 for each label: their sum is n, and unlike count() knows min_periods."""
    return codes(labels) * 0 + 1


def entropy(held):
    """Return the entropy of some numbers in bits; for pandas' apply."""
    _, counts = np.unique(held, return_counts=True)
    shares = counts / counts.sum()
    return -(shares * np.log2(shares)).sum() + 0.0


def indexes(seconds):
    """Return these times as an index of each kind."""
    times = pd.to_datetime(seconds, unit="s")
    yield pd.DatetimeIndex(times)
    yield pd.DatetimeIndex(times).as_unit("ns").tz_localize("UTC")
    yield pd.to_timedelta(seconds, unit="s")
    yield pd.PeriodIndex(times, freq="s")


@pytest.mark.parametrize("decreasing", [False, True])
@given(data=st.data(), rows=labels_and_times, span=st.integers(1, 5))
@examples(30)
def test_windows_are_those_of_pandas_whichever_way_the_times_go(decreasing, data, rows, span):
    """Where times decrease, a window reaches up the rows, that is, into the future."""
    rows = sorted(rows, key=lambda row: row[1], reverse=decreasing)
    labels = pd.Series([label for label, _ in rows], dtype=object)
    options = {
        "closed": data.draw(st.sampled_from(CLOSED)),
        "center": data.draw(st.booleans()),
        "min_periods": data.draw(st.integers(1, 3)),
    }
    for index in indexes([time for _, time in rows]):
        by_index = labels.set_axis(index)
        theirs = codes(by_index).rolling(f"{span}s", **options)
        # apply sees the missing values too, which count for nothing.
        expected = theirs.apply(lambda held: entropy(held[~np.isnan(held)]), raw=True)
        counts = ones(by_index).rolling(f"{span}s", **options).sum()

        ours = by_index.entro.rolling(f"{span}s", **options)

        pd.testing.assert_series_equal(ours.entropy(), expected, check_dtype=False)
        pd.testing.assert_series_equal(ours.n(), counts, check_dtype=False)


@given(rows=labels_and_times, step=st.integers(2, 4))
@examples(20)
def test_every_step_th_row_of_decreasing_times(rows, step):
    """Pandas has no step for spans; the rows that are left are those of the whole."""
    rows = sorted(rows, key=lambda row: -row[1])
    index = pd.to_datetime([time for _, time in rows], unit="s")
    labels = pd.Series([label for label, _ in rows], index, dtype=object)

    result = labels.entro.rolling("3s", step=step).n()

    pd.testing.assert_series_equal(result, labels.entro.rolling("3s").n()[::step])


@given(data=st.data(), rows=labels_and_times)
@examples(30)
def test_each_group_has_its_own_direction(data, rows):
    """As in groupby(...).rolling(...): the times of one may decrease and those of another not."""
    keys = data.draw(
        st.lists(st.sampled_from(["u", "v", None]), min_size=len(rows), max_size=len(rows))
    )
    frame = pd.DataFrame(rows, columns=["x", "t"]).assign(key=keys)
    frame["t"] = pd.to_datetime(frame["t"], unit="s")
    for key, part in frame.groupby("key"):
        order = part["t"].sort_values(ascending=key == "u").to_numpy()
        frame.loc[part.index, "t"] = order
    options = {"closed": data.draw(st.sampled_from(CLOSED)), "min_periods": 1}
    expected = pd.Series(math.nan, frame.index)
    for _, part in frame.groupby("key"):
        counts = ones(part.set_index("t")["x"]).rolling("3s", **options).sum()
        expected[part.index] = counts.to_numpy()

    result = (
        frame[["x", "t", "key"]].entro.rolling("3s", on="t", group_by="key", **options).n()["x"]
    )

    pd.testing.assert_series_equal(result, expected, check_names=False)


def test_pairs_of_decreasing_times():
    frame = pd.DataFrame({"x": list("abab"), "y": list("uvvu")}).iloc[::-1]
    times = pd.to_datetime([1, 2, 3, 4], unit="s")

    down = frame.set_axis(times[::-1]).entro.rolling("2s").mutual_information("x", "y")

    up = frame.set_axis(times).entro.rolling("2s").mutual_information("x", "y")
    assert down.tolist() == up.tolist()


UNSORTED = pd.to_datetime([1, 3, 2], unit="s")


def test_times_that_are_not_monotonic_are_refused_as_in_pandas():
    """With the name of the times, and the way out."""
    series = pd.Series(["a", "b", "a"], UNSORTED)
    way_out = (
        " must be monotonic, as in pandas: sort the rows, or use es.rolling, "
        "which takes them in the order of their times"
    )
    with pytest.raises(ValueError, match="index values must be monotonic"):
        codes(series).rolling("2s").count()

    with refused(ValueError, "index values" + way_out):
        series.entro.rolling("2s")
    frame = series.rename("x").rename_axis("t").reset_index()
    with refused(ValueError, "t values" + way_out):
        frame.entro.rolling("2s", on="t")
    with refused(ValueError, "on values" + way_out):
        frame[["x"]].entro.rolling("2s", on=frame["t"])
    with refused(ValueError, "t values of each group" + way_out):
        frame.assign(key=1).entro.rolling("2s", on="t", group_by="key")


def test_column_functions_take_rows_in_the_order_of_their_times():
    """A window of theirs reaches back in time, whichever way the times go."""
    series = pd.Series(list("aba"), pd.to_datetime([3, 2, 1], unit="s"))

    assert es.rolling(series, "2s", measures="n").tolist() == [2, 2, 1]
    assert es.rolling(list("aba"), "2s", measures="n", times=[3, 2, 1]).tolist() == [2, 2, 1]
    unsorted = es.rolling(series.set_axis(UNSORTED), "2s", measures="n")
    assert unsorted.tolist() == [1, 2, 2]


def test_what_is_no_column_of_times_or_keys_is_refused():
    """In the words of the column functions."""
    series = pd.Series(["a", "b", "a"], UNSORTED)

    with refused(TypeError, "times must be a column, got int"):
        series.entro.rolling("2s", on=5).n()
    with pytest.raises(ValueError, match="names a column, but there is no frame"):
        series.entro.rolling("2s", on="t").n()
    with refused(ValueError, "values and group_by differ in length: 3 and 1"):
        series.entro.rolling("2s", group_by=[1]).n()
    with pytest.raises(ValueError, match="NaT"):
        series.set_axis(pd.DatetimeIndex(["2024-01-01", None, "2023-01-01"])).entro.rolling("2s")
