"""Nothing has no entropy: NaN (null) wherever no label is left, on every path, never 0.0."""

import math

import numpy as np
import pytest

import entrostream as es

pytest.importorskip("pandas")
pytest.importorskip("polars")
pytest.importorskip("pyarrow")

import pandas as pd
import polars as pl
import pyarrow as pa

NOTHING = {
    "empty list": [],
    "None": [None],
    "NaN": np.array([np.nan, np.nan]),
    "no rows": np.array([], dtype=np.int64),
    "pandas": pd.Series([None, None], dtype=object),
    "pandas categories": pd.Series(pd.Categorical([None, None], categories=["a"])),
    "polars": pl.Series([None, None], dtype=pl.String),
    "arrow": pa.array([None, None], pa.string()),
    "arrow chunks": pa.chunked_array([[], [None]], pa.string()),
}
ENTROPIES = [es.entropy, es.gini]
PAIRS = [es.mutual_information, es.information_gain]


def is_nothing(value):
    """Say whether a value is NaN rather than 0."""
    return isinstance(value, float) and math.isnan(value)


@pytest.mark.parametrize("function", ENTROPIES)
@pytest.mark.parametrize("column", NOTHING.values(), ids=NOTHING)
def test_whole_column(function, column):
    """As the mean of an empty Series in pandas."""
    assert is_nothing(function(column))
    assert is_nothing(function(iter([column])))
    assert is_nothing(function(column, weights=[1.0] * len(column)))
    assert is_nothing(function(column, missing="skip"))


@pytest.mark.parametrize("function", ENTROPIES)
def test_missing_values_that_are_labels_have_an_entropy(function):
    """One label: 0.0. No rows have none even so."""
    assert function([None], missing="label") == 0.0
    assert is_nothing(function([], missing="label"))
    assert is_nothing(function([], missing="raise"))


@pytest.mark.parametrize("function", ENTROPIES)
def test_weights_that_are_all_zero(function):
    """A row of weight 0 adds nothing."""
    assert is_nothing(function(["a", "b"], weights=[0.0, 0.0]))
    assert is_nothing(function(["a", "b"], weights=[math.nan, 0.0]))
    grouped = function(["a", "b"], weights=[0.0, 1.0], group_by=["u", "v"])
    assert is_nothing(grouped["u"])
    assert grouped["v"] == 0.0
    frame = pd.DataFrame({"x": ["a", "b"], "w": [0.0, 0.0]})
    assert np.isnan(function(frame, weights="w")["x"])
    assert np.isnan(function(iter([frame, frame]), weights="w")["x"])


@pytest.mark.parametrize("function", ENTROPIES)
def test_columns_of_a_frame(function):
    """Each column by itself, in each library."""
    columns = {"x": ["a", "b"], "y": [None, None]}
    for frame in (pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        result = function(frame)
        assert result["x"] > 0.0
        assert np.isnan(result["y"])
        chunked = function(iter([frame]))
        assert np.isnan(chunked["y"])


@pytest.mark.parametrize("function", ENTROPIES)
def test_groups(function):
    """A group all of whose labels are missing is there, without a value."""
    labels, keys = ["a", None, None, "b"], ["u", "v", "v", "u"]

    assert is_nothing(function(labels, group_by=keys)["v"])
    series = function(pd.Series(labels), group_by=pd.Series(keys))
    assert series.isna().tolist() == [False, True]
    frame = function(pl.Series("x", labels), group_by=pl.Series("k", keys))
    assert frame.to_series(1).is_null().to_list() == [False, True]
    table = function(pa.array(labels), group_by=pa.array(keys))
    assert table.column(1).to_pylist()[1] is None
    chunks = [pd.DataFrame({"x": labels[i : i + 1], "k": keys[i : i + 1]}) for i in range(4)]
    assert function(iter(chunks), group_by="k")["x"].isna().tolist() == [False, True]


@pytest.mark.parametrize("function", ENTROPIES)
def test_intervals(function):
    """Without rows or without labels: both have no value."""
    result = function(["a", None, "b"], every="10s", times=[0, 11, 32])
    assert np.isnan(list(result.values())[1]).tolist() == [False, True, True, False]
    frame = pl.DataFrame({"x": ["a", None], "t": [0, 11]})
    assert function(frame, every="10s", times="t")["x"].to_list() == [0.0, None]


def test_pairs():
    """A row counts if both have a label."""
    for function in PAIRS:
        assert is_nothing(function([], []))
        assert is_nothing(function(["a", None], [None, "b"]))
        frame = pd.DataFrame({"x": ["a", None], "y": [None, "b"]})
        assert is_nothing(function("x", "y", frame=frame))
        assert is_nothing(function("x", "y", frame=iter([frame, frame])))
        grouped = function(["a", "b"], ["u", None], group_by=[1, 2])
        assert grouped[1] == 0.0
        assert is_nothing(grouped[2])


@pytest.mark.parametrize("method", ["jensen-shannon", "kullback-leibler"])
def test_divergence(method):
    """Nothing is not far from anything; a reference without labels is a mistake."""
    for column in NOTHING.values():
        assert is_nothing(es.divergence(column, ["a"], method=method))
    grouped = es.divergence(["a", None], ["a"], group_by=[1, 2], method=method)
    assert grouped[1] == 0.0
    assert is_nothing(grouped[2])
    with pytest.raises(ValueError, match="the reference holds no labels"):
        es.divergence(["a"], [None], method=method)


LABELS = [None, "a", None, None, "a"]
WINDOWS = {
    "rows": lambda **more: es.rolling(LABELS, 2, **more),
    "rows, chunks": lambda **more: next(es.rolling(iter([LABELS]), 2, **more)),
    "rows, centred": lambda **more: es.rolling(LABELS, 2, center=True, **more),
    "rows, groups": lambda **more: es.rolling(LABELS, 2, group_by=[1] * 5, **more),
    "rows, weights": lambda **more: es.rolling(LABELS, 2, weights=[1.0] * 5, **more),
    "rows, zero weights": lambda **more: es.rolling(
        ["a"] * 5, 2, weights=[0.0, 1.0, 0.0, 0.0, 1.0], **more
    ),
    "span": lambda **more: es.rolling(LABELS, "2s", times=range(5), **more),
    "span, left": lambda **more: es.rolling(LABELS, "2s", times=range(5), closed="left", **more),
    "expanding": lambda **more: es.expanding([None, None, "a"], **more),
    "expanding, groups": lambda **more: es.expanding([None, "a"], group_by=[1, 2], **more),
    "fading": lambda **more: es.fading([None, None, "a"], fading_factor=0.5, **more),
    "fading, groups": lambda **more: es.fading(
        [None, "a"], fading_factor=0.5, group_by=[1, 2], **more
    ),
}
ALL = ("entropy", "gini", "nats", "evenness", "perplexity", "renyi2", "inverse_simpson")


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
@pytest.mark.parametrize("measures", [("entropy", "gini"), ALL], ids=["blocks", "all"])
def test_windows_without_labels_have_only_counts(window, measures):
    """With min_periods=0: n and distinct are 0, and every other measure is NaN."""
    result = window(measures=(*measures, "n", "distinct"), min_periods=0)

    empty = result["n"] == 0
    assert empty.any()
    assert not empty.all()
    assert (result["distinct"][empty] == 0).all()
    for measure in measures:
        assert np.isnan(result[measure]).tolist() == empty.tolist()


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
def test_one_measure_of_windows_without_labels(window):
    """Whichever kernel computes it."""
    empty = window(measures="n", min_periods=0) == 0

    for measure in ("entropy", "gini"):
        assert np.isnan(window(measures=measure, min_periods=0)).tolist() == empty.tolist()


def test_pairs_of_windows_without_labels():
    """The mutual information of no rows."""
    x, y = ["a", "a", None, "b"], [None, "u", "v", "v"]

    result = es.rolling_mutual_information(x, y, 1, min_periods=0)

    assert np.isnan(result).tolist() == [True, False, True, False]


def test_accessor_of_pandas():
    """The same numbers."""
    pytest.importorskip("entrostream.pandas")
    series = pd.Series([None, None], dtype=object, index=pd.to_datetime([0, 10**9]))
    assert is_nothing(series.entro.entropy())
    assert is_nothing(series.entro.gini())
    assert is_nothing(series.entro.divergence(["a"]))
    assert series.entro.entropy(group_by=[1, 1]).isna().all()
    assert series.entro.resample("1s").entropy().isna().all()
    assert pd.DataFrame({"x": [None], "y": ["a"]}).entro.gini().isna().tolist() == [True, False]


def test_namespace_of_polars():
    """Null, as Polars' own mean of nulls."""
    pytest.importorskip("entrostream.polars")
    frame = pl.DataFrame({"k": [1, 2], "x": ["a", None], "y": ["u", "v"]})
    nothing = pl.Series([None, None], dtype=pl.String)
    assert nothing.entro.entropy() is None
    assert nothing.entro.gini() is None
    assert nothing.entro.divergence(["a"]) is None
    assert nothing.entro.mutual_information(nothing) is None
    grouped = frame.group_by("k", maintain_order=True)
    for expression in (
        pl.col("x").entro.entropy(),
        pl.col("x").entro.gini(),
        pl.col("x").entro.information_gain("y"),
        pl.col("x").entro.divergence(["a"]),
    ):
        assert grouped.agg(expression)["x"].to_list() == [0.0, None]
    assert frame.lazy().filter(pl.col("k") > 9).select(pl.col("x").entro.gini()).collect()[
        "x"
    ].to_list() == [None]


def test_functions_of_duckdb():
    """NULL, as the average of NULLs."""
    duckdb = pytest.importorskip("duckdb")
    sql = pytest.importorskip("entrostream.duckdb")
    con = duckdb.connect()
    sql.register(con)
    for function in ("exact_entropy", "exact_gini"):
        query = f"SELECT {function}([]), {function}([NULL]), {function}(NULL), {function}(['a'])"
        assert con.sql(query).fetchall() == [(None, None, None, 0.0)]
    rows = "SELECT * FROM (VALUES (1, NULL), (2, 'a')) t(i, x) ORDER BY i"
    result = sql.expanding_gini(con, rows, column="x", min_periods=0)
    assert [row[-1] for row in result.fetchall()] == [None, 0.0]


def test_files(tmp_path):
    """A file without labels, and one without rows."""
    parquet = pytest.importorskip("pyarrow.parquet")
    for name, values in (("nulls", [None, None]), ("empty", [])):
        path = tmp_path / f"{name}.parquet"
        parquet.write_table(pa.table({"x": pa.array(values, pa.string())}), path)
        assert is_nothing(es.entropy(es.scan(path, "x")))
        assert is_nothing(es.gini(es.scan(path))["x"])
        assert is_nothing(es.divergence(es.scan(path, "x"), ["a"]))
