"""What is known of missing values before a column is read decides who reads it."""

from decimal import Decimal

import numpy as np
import pytest

from entrostream.columns.libraries import library_of

pytest.importorskip("pandas")
pytest.importorskip("polars")
pytest.importorskip("pyarrow")

import pandas as pd
import polars as pl
import pyarrow as pa

from tests.columns.column_types import COLUMNS

# Neither the types nor the metadata of these columns rule out missing values.
CAN_BE_MISSING = {
    "numpy StringDType",
    "numpy timedelta64",
    "numpy datetime64",
    "numpy empty",
    "pandas multi-index",
    "pandas interval",
    "pandas empty",
}


@pytest.mark.parametrize("name", COLUMNS)
def test_types_that_may_hold_missing_values(name):
    """A summary reads a column only if it surely holds none."""
    labels, column = COLUMNS[name]
    library = library_of(column)
    has_missing = any(label is None for label in labels)

    if has_missing:
        assert library.may_hold_missing(column)
        assert library.holds_missing(column)
    else:
        assert library.may_hold_missing(column) == (name in CAN_BE_MISSING)


@pytest.mark.parametrize(
    "column",
    [
        ["a", 1, 2.5, b"x", True, (1, 2), Decimal(3), np.int64(1), pd.Timestamp(0)],
        ("a", "b"),
        np.array(["a", 1, 2.5], object),
        np.array([1.0, np.inf, -np.inf]),
        np.array([1.0], np.float32),
        np.array([0, 1], "M8[s]"),
        np.array([0, 1], "m8[s]"),
        pd.Series(["a", 1, ()], dtype=object),
        pd.Series([1.0, 2.0]),
        pl.Series([1.0, 2.0]),
        pa.array([1.0, 2.0]),
        pa.chunked_array([[1.0], [2.0]]),
    ],
    ids=str,
)
def test_scans_that_find_no_missing_value(column):
    """Over chunks, the rows are checked for missing values."""
    assert library_of(column).may_hold_missing(column)
    assert not library_of(column).holds_missing(column)


@pytest.mark.parametrize(
    "missing",
    [
        None,
        float("nan"),
        np.float64("nan"),
        np.datetime64("NaT", "s"),
        np.int64(-(2**63)).view("M8"),  # NaT without a unit, which NumPy 2.5 warns of
        pd.NaT,
        pd.NA,
        Decimal("nan"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("place", [0, 5000, 9999])
def test_scans_that_find_a_missing_value(missing, place):
    """Wherever it is, and in any container of objects."""
    labels = ["a", 1] * 5000
    labels[place] = missing
    array = np.empty(10_000, object)
    array[:] = labels
    for column in (labels, tuple(labels), array, pd.Series(array, dtype=object)):
        assert library_of(column).holds_missing(column)


@pytest.mark.parametrize(
    "column",
    [
        np.array([1.0, np.nan]),
        np.array([0, "NaT"], "M8[s]"),
        np.array([0, "NaT"], "m8[s]"),
        np.ma.array([1, 2], mask=[False, True]),
        pl.Series([1.0, float("nan")]),
        pl.Series([1.0, None]),
        pa.array([1.0, float("nan")]),
        pa.array([1.0, None]),
        pd.Series([1.0, np.nan]),
    ],
    ids=str,
)
def test_scans_of_numbers_and_times(column):
    """NaN and NaT are missing, and so are null and masked rows."""
    assert library_of(column).holds_missing(column)


def test_columns_of_unknown_types_may_hold_anything():
    """Then the engine reads them."""

    class Rows(list):
        pass

    assert library_of(Rows()).holds_missing(Rows("ab"))
    for column in ("ab", b"ab", bytearray(b"ab"), range(2)):
        assert not library_of(column).may_hold_missing(column)
