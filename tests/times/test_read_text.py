"""Times as text: ISO 8601, as Python, pandas and Arrow read it, to the nanosecond."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.refusals import refused, unchanged
from tests.times.reading import nanoseconds_of_datetime, read_time, read_times

WRITTEN = {
    "2024-02-29": dt.datetime(2024, 2, 29),
    "2024-02-29T12:30": dt.datetime(2024, 2, 29, 12, 30),
    "2024-02-29 12:30:05": dt.datetime(2024, 2, 29, 12, 30, 5),
    "2024-02-29t12:30:05.25": dt.datetime(2024, 2, 29, 12, 30, 5, 250000),
    "2024-02-29T12:30:05,000001Z": dt.datetime(2024, 2, 29, 12, 30, 5, 1),
    "2024-02-29T12:30:05+01:00": dt.datetime(2024, 2, 29, 11, 30, 5),
    "2024-02-29T12:30-0530": dt.datetime(2024, 2, 29, 18, 0),
    "2024-02-29T12:30+14": dt.datetime(2024, 2, 28, 22, 30),
    "1969-12-31T23:59:59.999999z": dt.datetime(1969, 12, 31, 23, 59, 59, 999999),
}
NO_TIMES = [
    "",
    "now",
    "1",
    "2024",
    "2024-02",
    "2023-02-29",
    "2024-13-01",
    "2024-00-01",
    "2024-04-31",
    "2024-02-29T",
    "2024-02-29T12",
    "2024-02-29T24:00",
    "2024-02-29T12:60",
    "2024-02-29T12:30:60",
    "2024-02-29T12:30:05.",
    "2024-02-29T12:30+1",
    "2024-02-29T12:30Zulu",
    "2024-02-29 12:30 ",
    " 2024-02-29",
    "29.02.2024",
    "0000-01-01",
    "2024-2-9",
    "\uff12\uff10\uff12\uff14-02-29",
]
LABELS = ["a", "b", "b"]
STRINGS = ["2024-02-29T12:00Z", "2024-02-29T12:00:01Z", "2024-02-29T12:00:03Z"]


@pytest.mark.parametrize(("text", "at"), WRITTEN.items(), ids=WRITTEN.keys())
def test_one_time(text, at):
    """A date, a time of day, a fraction, an offset."""
    assert read_time(text) == (nanoseconds_of_datetime(at), "instants")
    assert read_time(np.str_(text)) == read_time(text)


@given(
    st.datetimes(dt.datetime(1678, 1, 1), dt.datetime(2262, 1, 1)),
    st.sampled_from(["T", " "]),
    st.sampled_from([None, *(dt.timezone(dt.timedelta(minutes=m)) for m in (0, 90, -720))]),
)
def test_what_python_writes(at, sep, zone):
    """isoformat() of any datetime."""
    at = at.replace(tzinfo=zone)
    assert read_time(at.isoformat(sep)) == read_time(at)


@given(st.integers(-(2**63) + 1, 2**63 - 1))
def test_what_numpy_writes(nanoseconds):
    """All nanoseconds that there are."""
    text = str(np.datetime64(nanoseconds, "ns"))
    assert read_time(text) == (nanoseconds, "instants")


@pytest.mark.parametrize(
    ("digits", "nanoseconds"),
    [
        ("0000000004", 0),
        ("0000000005", 0),
        ("00000000050001", 1),
        ("0000000015", 2),
        ("9999999995", 10**9),
        ("0000000006", 1),
    ],
)
def test_finer_fractions_are_rounded_once(digits, nanoseconds):
    """To the nearest nanosecond, ties to even."""
    assert read_time(f"1970-01-01T00:00:00.{digits}") == (nanoseconds, "instants")


@pytest.mark.parametrize("text", NO_TIMES, ids=repr)
def test_what_is_no_time_is_refused(text):
    """The text is shown, and the row if there is one."""
    must = 'must be ISO 8601, such as "2024-02-29T12:30:00Z"'
    with refused(ValueError, f"time {must}, got {text!r}"):
        read_time(text)
    for column in ([STRINGS[0], text], np.array([STRINGS[0], text]), pa.array([STRINGS[0], text])):
        with refused(ValueError, f"time at position 1 {must}, got {text!r}"):
            read_times(column, 2)


def test_times_out_of_range_are_named():
    """64 bits of nanoseconds."""
    text = "time must lie between 1677-09-21 and 2262-04-11, got '2263-01-01'"
    with refused(ValueError, text):
        read_time("2263-01-01")


COLUMNS = {
    "list": list,
    "tuple": tuple,
    "numpy": np.array,
    "numpy objects": lambda rows: np.array(rows, object),
    "numpy StringDType": lambda rows: np.array(rows, np.dtypes.StringDType()),
    "pandas": pd.Series,
    "pandas objects": lambda rows: pd.Series(rows, dtype=object),
    "pandas string": lambda rows: pd.Series(rows, dtype="string"),
    "pandas arrow": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.string())),
    "pandas category": lambda rows: pd.Series(rows, dtype="category"),
    "polars": pl.Series,
    "arrow": pa.array,
    "arrow large": lambda rows: pa.array(rows, pa.large_string()),
    "arrow view": lambda rows: pa.array(rows, pa.string_view()),
    "arrow dictionary": lambda rows: pa.array(rows).dictionary_encode(),
    "arrow chunks": lambda rows: pa.chunked_array([rows[:1], rows[1:]]),
}


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS.keys())
def test_columns(make):
    """Of any library, in summaries and in column functions."""
    seconds = [0, 1, 3]
    expected = es.rolling_gini(LABELS, "2s", times=seconds).tolist()
    window = es.TimeWindow("2s")

    assert window.trace(LABELS, "gini", times=make(STRINGS)).tolist() == expected
    assert es.rolling_gini(LABELS, "2s", times=make(STRINGS)).tolist() == expected
    assert es.fading_gini(LABELS, half_life="2s", times=make(STRINGS)).tolist() == (
        es.fading_gini(LABELS, half_life="2s", times=seconds).tolist()
    )
    assert es.gini(LABELS, every="2s", times=make(STRINGS))["gini"].tolist() == [0.5, 0.0]


def test_missing_texts_are_missing_times():
    """None in a list, null in a column."""
    for column in ([STRINGS[0], None], np.array([STRINGS[0], None], object)):
        with refused(ValueError, "time is missing (None) at position 1"):
            read_times(column, 2)
    for column in (pa.array([STRINGS[0], None]), pl.Series([STRINGS[0], None])):
        with refused(ValueError, "time is missing (null) at position 1"):
            read_times(column, 2)


def test_summaries_take_strings():
    """One by one; they are instants, not seconds."""
    window = es.TimeWindow("10min", lateness="5min")
    window.update("a", at="2024-02-29T12:00Z")
    window.update("b", at="2024-02-29T11:58Z")
    window.update_counts({"b": 2}, at="2024-02-29 12:01")
    window.advance("2024-02-29T12:01:30+00:00")
    assert window.n == 4
    assert window.now == dt.datetime(2024, 2, 29, 12, 1, 30, tzinfo=dt.timezone.utc)
    with unchanged(window), pytest.raises(TypeError, match="number of seconds"):
        window.update("c", at=5)
    tally = es.FadingTally(half_life="5min")
    tally.update("a", at="2024-02-29T12:00Z")
    with unchanged(tally), pytest.raises(ValueError, match="ISO 8601"):
        tally.update("a", at="noon")
    tally.update("b", at="2024-02-29T12:05Z")
    assert tally.n == 1.5
