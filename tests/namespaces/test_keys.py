"""Keys make the groups that the library itself makes of them, missing ones and NaN among them."""

import datetime as dt
import math

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_series_equal

import entrostream as es
import entrostream.pandas
import entrostream.polars
from tests.examples import examples

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")
sql = pytest.importorskip("entrostream.duckdb")

FLOATS = [None, math.nan, -math.nan, 0.0, -0.0, 1.0, math.inf]
COLUMNS = {
    pl.Float64: FLOATS,
    pl.Float32: FLOATS,
    pl.Int64: [None, 0, 1, -(2**63)],
    pl.Boolean: [None, False, True],
    pl.String: [None, "", "a", "None"],
    pl.Date: [None, dt.date(2024, 1, 1), dt.date(1969, 12, 31)],
    pl.Categorical: [None, "a", "b"],
}
NESTED = {
    pl.List(pl.Int64): [None, [], [None], [1], [1, 2]],
    pl.Struct({"a": pl.Int64}): [None, {"a": None}, {"a": 1}],
}


@st.composite
def rows(draw, kinds=COLUMNS):
    """Return labels, times, and one to three columns of keys."""
    size = draw(st.integers(1, 12))

    def column(values):
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    dtypes = draw(st.lists(st.sampled_from(list(kinds)), min_size=1, max_size=3))
    keys = {
        f"k{place}": pl.Series(column(kinds[dtype]), dtype=dtype)
        for place, dtype in enumerate(dtypes)
    }
    times = sorted(column(list(range(6))))
    return pl.DataFrame({"i": range(size), "x": column(["a", "b", None]), "t": times, **keys})


def keys_of(frame):
    return frame.columns[3:]


POLARS = {
    "rolling": lambda x, **by: x.rolling_entropy(3, min_samples=1, **by),
    "rolling_by": lambda x, **by: x.rolling_gini_by("t", "2i", **by),
    "pairs": lambda x, **by: x.rolling_mutual_information("t", 3, min_samples=1, **by),
    "cum": lambda x, **by: x.cum_entropy(**by),
    "fading": lambda x, **by: x.fading_gini(half_life=2, **by),
}


@pytest.mark.parametrize("measure", POLARS.values(), ids=POLARS.keys())
@given(frame=rows(COLUMNS | NESTED))
@examples(20)
def test_group_by_makes_the_groups_of_over(measure, frame):
    """Nulls are a group, NaN are one, and 0.0 and -0.0 are the same."""
    x, keys = pl.col("x").entro, keys_of(frame)

    result = frame.select(measure(x, group_by=keys)).to_series()
    lazy = frame.lazy().select(measure(x, group_by=keys)).collect().to_series()

    over = frame.select(measure(x).over(keys)).to_series()
    assert_series_equal(result, over, check_exact=True)
    assert_series_equal(lazy, over, check_exact=True)


@given(frame=rows(COLUMNS | NESTED))
@examples(20)
def test_group_by_of_a_series_makes_the_groups_of_over(frame):
    keys = keys_of(frame)

    result = frame["x"].entro.cum_entropy(group_by=[frame[key] for key in keys])

    over = frame.select(pl.col("x").entro.cum_entropy().over(keys)).to_series()
    assert_series_equal(result, over, check_exact=True)


def windowed(frame, keys, *, window):
    """Return the entropy that DuckDB's own aggregate gives over its own partitions."""
    con = duckdb.connect()
    con.register("rows", frame.to_arrow())
    rows_of_window = f"ROWS {window - 1} PRECEDING"
    return con.sql(
        f"SELECT CASE WHEN count(x) OVER w > 0 THEN entropy(x) OVER w END FROM rows "
        f"WINDOW w AS (PARTITION BY {', '.join(keys)} ORDER BY i {rows_of_window}) ORDER BY i"
    ).fetchall()


@given(frame=rows())
@examples(30)
def test_group_by_in_duckdb_makes_the_groups_of_partition_by(frame):
    """NULLs are a group, NaN are one, and 0.0 and -0.0 are the same."""
    con = duckdb.connect()
    con.register("rows", frame.to_arrow())
    keys = keys_of(frame)
    query = "SELECT * FROM rows ORDER BY i"

    result = sql.rolling_entropy(con, query, 3, column="x", group_by=keys, min_periods=1).fetchall()

    expected = windowed(frame, keys, window=3)
    assert [row[-1] for row in result] == [pytest.approx(value) for (value,) in expected]
    assert [row[0] for row in result] == frame["i"].to_list()


def test_nested_keys_in_duckdb_make_the_groups_of_partition_by():
    con = duckdb.connect()
    query = "SELECT * FROM (VALUES (1, [1], 'a'), (2, NULL, 'b'), (3, [1], 'b'), (4, NULL, 'b'))"

    result = sql.expanding_entropy(con, f"{query} t(i, k, x) ORDER BY i", column="x", group_by="k")

    assert [row[-1] for row in result.fetchall()] == [0.0, 0.0, 1.0, 0.0]


@given(frame=rows({dtype: COLUMNS[dtype] for dtype in (pl.Float64, pl.String, pl.Categorical)}))
@examples(30)
def test_by_in_pandas_makes_the_groups_of_groupby(frame):
    """Rows without a key belong to none, as groupby(dropna=True) has it: they get NaN."""
    table = frame.to_pandas()
    keys = keys_of(frame)
    codes = table["x"].map({"a": 0.0, "b": 1.0})
    groups = [table[key] for key in keys]
    grouped = codes.groupby(groups, observed=True)
    expected = pd.Series(math.nan, table.index)
    for _, part in grouped:
        expected[part.index] = part.rolling(3, min_periods=0).count()

    result = table[["x", *keys]].entro.rolling(3, min_periods=0, group_by=keys).n()["x"]
    plain = es.rolling(table["x"], 3, measures="n", min_periods=0, group_by=tuple(groups))

    pd.testing.assert_series_equal(result, expected, check_names=False)
    pd.testing.assert_series_equal(plain, expected, check_names=False)
