"""A day and a moment are the same labels whichever library they come from."""

import datetime as dt
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one

UTC = dt.timezone.utc
DAY = dt.date(2024, 2, 29)
MIDNIGHT = dt.datetime(2024, 2, 29)
INSTANT = MIDNIGHT.replace(tzinfo=UTC)
TOKYO = INSTANT.astimezone(dt.timezone(dt.timedelta(hours=9)))

NUMPY = {
    f"datetime64[{unit}]": np.datetime64("2024-02-29").astype(f"datetime64[{unit}]")
    for unit in ("D", "h", "m", "s", "ms", "us", "ns")
}

# One value each, as a scalar, and as a column of it.
SCALARS = {
    DAY: {
        "date": DAY,
        "date32": pa.scalar(DAY, pa.date32()),
        "date64": pa.scalar(DAY, pa.date64()),
    },
    MIDNIGHT: {
        "datetime": MIDNIGHT,
        "Timestamp": pd.Timestamp(MIDNIGHT),
        "Timestamp[s]": pd.Timestamp(MIDNIGHT).as_unit("s"),
        "timestamp[s]": pa.scalar(MIDNIGHT, pa.timestamp("s")),
        "timestamp[ns]": pa.scalar(MIDNIGHT, pa.timestamp("ns")),
        **NUMPY,
    },
    INSTANT: {
        "datetime": INSTANT,
        "datetime in Tokyo": TOKYO,
        "Timestamp": pd.Timestamp(TOKYO),
        "Timestamp[s]": pd.Timestamp(INSTANT).as_unit("s"),
        "timestamp[s]": pa.scalar(INSTANT, pa.timestamp("s", "Asia/Tokyo")),
        "timestamp[ns]": pa.scalar(INSTANT, pa.timestamp("ns", "UTC")),
    },
}
COLUMNS = {
    DAY: {
        "list": [DAY],
        "object array": np.array([DAY], dtype=object),
        "object Series": pd.Series([DAY], dtype=object),
        "Series[date32]": pd.Series([DAY], dtype=pd.ArrowDtype(pa.date32())),
        "date32": pa.array([DAY], pa.date32()),
        "date64": pa.array([DAY], pa.date64()),
        "pl.Date": pl.Series([DAY]),
    },
    MIDNIGHT: {
        "list": [MIDNIGHT],
        "Series": pd.Series([MIDNIGHT]),
        "DatetimeIndex": pd.DatetimeIndex([MIDNIGHT]),
        "Series of NumPy days": pd.Series(np.array([DAY], dtype="datetime64[D]")),
        "Categorical": pd.Categorical([pd.Timestamp(MIDNIGHT)]),
        "timestamp[s]": pa.array([MIDNIGHT], pa.timestamp("s")),
        "timestamp[ns]": pa.array([MIDNIGHT], pa.timestamp("ns")),
        "pl.Datetime": pl.Series([MIDNIGHT]),
        "pl.Datetime[ns]": pl.Series([MIDNIGHT], dtype=pl.Datetime("ns")),
        **{name: np.array([value]) for name, value in NUMPY.items()},
    },
    INSTANT: {
        "list": [TOKYO],
        "Series": pd.Series([INSTANT]).dt.tz_convert("Asia/Tokyo"),
        "DatetimeIndex": pd.DatetimeIndex([INSTANT]),
        "timestamp[ns]": pa.array([INSTANT], pa.timestamp("ns", "Europe/Berlin")),
        "pl.Datetime": pl.Series([INSTANT]).dt.convert_time_zone("Asia/Tokyo"),
    },
}


def cases(table):
    """Return (label, value) pairs with their names."""
    return [
        pytest.param(label, value, id=f"{type(label).__name__} {label} from {name}")
        for label, values in table.items()
        for name, value in values.items()
    ]


@pytest.mark.parametrize(("label", "value"), cases(SCALARS))
def test_scalar_is_the_label(label, value):
    """Alone, in a list, in a tuple and as the key of a mapping."""
    assert counted_one_by_one([value]) == {label: 1} == counted([value])
    assert counted([("x", value)]) == {("x", label): 1}
    tally = es.Tally()
    tally.update_counts({value: 3})
    assert tally.counts() == {label: 3}
    assert type(next(iter(tally.counts()))) is type(label)
    restored = es.Tally.from_bytes(tally.to_bytes())
    restored.remove(value)
    assert restored.counts() == {label: 2}
    assert pickle.loads(pickle.dumps(tally)) == tally


@pytest.mark.parametrize(("label", "column"), cases(COLUMNS))
def test_column_has_the_label(label, column):
    """Whatever the container."""
    counts = counted(column)

    assert counts == {label: 1}
    assert type(next(iter(counts))) is type(label)


def test_day_moment_and_instant_are_three_labels():
    """As in Python, where a date equals no datetime and a naive datetime no aware one."""
    assert counted([DAY, MIDNIGHT, INSTANT]) == {DAY: 1, MIDNIGHT: 1, INSTANT: 1}


def test_tuple_that_needs_no_change_stays_the_object_it_is():
    """Only what is not plain is made anew; NaN keeps its identity as a dict has it."""
    nan = float("nan")
    for label in [("a", 1, None), ("a", (1.5, b"x")), (nan, DAY), (pd.NaT,)]:
        assert next(iter(counted_one_by_one([label]))) is label
