"""Every kind of column gives the values of its labels, in the kind of the column."""

import collections

import numpy as np
import pytest

import entrostream as es
from tests.columns.brute_force import MEASURES, same_bits

pytest.importorskip("pandas")
pytest.importorskip("polars")
pytest.importorskip("pyarrow")

import pandas as pd
import polars as pl
import pyarrow as pa

from tests.columns.column_types import COLUMNS

every_column_type = pytest.mark.parametrize(
    ("labels", "column"), COLUMNS.values(), ids=COLUMNS.keys()
)


def column_values(result, like):
    """Return the values of a result, which must be of the kind of what went in."""
    if isinstance(like, pd.Series):
        assert isinstance(result, pd.Series)
        assert result.dtype == np.float64
        assert result.name == like.name
        assert result.index.equals(like.index)
    elif isinstance(like, pl.Series):
        assert isinstance(result, pl.Series)
        assert result.dtype == pl.Float64
        assert result.name == like.name
        assert not result.is_nan().any()
        result = result.to_list()
    elif isinstance(like, pa.Array | pa.ChunkedArray):
        assert type(result) is (pa.DoubleArray if isinstance(like, pa.Array) else type(like))
        assert result.type == pa.float64()
        assert not any(value != value for value in result.to_pylist() if value is not None)
        result = result.to_pylist()
    else:
        assert type(result) is np.ndarray
        assert result.dtype == np.float64
    return [np.nan if value is None else value for value in result]


def frame_values(result, like):
    """Return the columns of a frame of results by name."""
    if isinstance(like, pd.Series):
        assert isinstance(result, pd.DataFrame)
        assert result.index.equals(like.index)
        return {name: result[name].tolist() for name in result}
    if isinstance(like, pl.Series):
        assert isinstance(result, pl.DataFrame)
        return {name: result[name].fill_null(np.nan).to_list() for name in result.columns}
    if isinstance(like, pa.Array | pa.ChunkedArray):
        assert isinstance(result, pa.Table)
        return {
            name: [np.nan if value is None else value for value in result[name].to_pylist()]
            for name in result.column_names
        }
    assert type(result) is dict
    return result


@every_column_type
@pytest.mark.parametrize("options", [{}, {"center": True}, {"missing": "label"}], ids=str)
def test_rolling(labels, column, options):
    """Whichever way the rows are read, the values are those of a list of their labels."""
    result = es.rolling_entropy(column, 3, min_periods=2, **options)

    expected = es.rolling_entropy(list(labels), 3, min_periods=2, **options)
    assert same_bits(column_values(result, column), expected)


@every_column_type
def test_many_measures(labels, column):
    """A frame of measures."""
    result = frame_values(es.expanding(column, min_periods=2), column)

    assert list(result) == list(MEASURES)
    for name, values in es.expanding(list(labels), min_periods=2).items():
        assert same_bits(result[name], values)


@every_column_type
def test_whole_column(labels, column):
    """One number."""
    assert es.entropy(column).hex() == es.entropy(list(labels)).hex()
    assert es.gini(column).hex() == es.gini(list(labels)).hex()
    assert type(es.gini(column)) is float


@every_column_type
def test_key(labels, column):
    """As keys of groups: a row without a key has no value."""
    column = list(column) if isinstance(column, str | tuple) else column  # a name; several keys
    values = ["u", "v"] * (len(column) // 2) + ["u"] * (len(column) % 2)

    counts = es.rolling(values, 2, group_by=column, min_periods=1, measures="n")

    seen = collections.Counter()
    for label, n in zip(labels, counts, strict=True):
        seen[label] += 1
        assert np.isnan(n) if label is None else n == min(seen[label], 2)


@every_column_type
def test_two_columns(labels, column):
    """Mutual information with itself is the entropy; of the kind of the first column."""
    if isinstance(column, str):
        pytest.skip("a text would be the name of a column of a frame here")
    result = es.rolling_mutual_information(column, column, 4, min_periods=1)

    expected = es.rolling_entropy(list(labels), 4, min_periods=1)
    assert np.allclose(column_values(result, column), expected, rtol=0, atol=1e-15, equal_nan=True)
    gain = es.information_gain(column, column)
    assert gain == pytest.approx(es.entropy(column), abs=1e-15, nan_ok=True)


def test_a_deque():
    """Has rows, though no slices."""
    assert same_bits(
        es.rolling_entropy(collections.deque("abba"), 2), es.rolling_entropy("abba", 2)
    )


def test_subclasses_belong_to_their_library():
    """A class that someone else made of a Series gives back a Series."""

    class Mine(pd.Series):
        __module__ = "somewhere.else"

    result = es.rolling_entropy(Mine(list("aab"), index=[3, 1, 2], name="m"), 2)

    assert isinstance(result, pd.Series)
    assert (result.name, list(result.index)) == ("m", [3, 1, 2])


def test_labels_of_an_index_are_no_attributes():
    """A Series whose index says "columns" is a Series."""
    result = es.rolling_entropy(pd.Series(list("aab"), index=["columns", "ndim", "index"]), 2)

    assert isinstance(result, pd.Series)
    assert result.iloc[1:].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("step", [2, 3, 100])
def test_step_takes_rows_of_the_index(step):
    """Every step-th row, under its own name."""
    series = pd.Series(list("abcabca"), index=list("tuvwxyz"), name="s")
    every = es.rolling_entropy(series, 3)

    pd.testing.assert_series_equal(es.rolling_entropy(series, 3, step=step), every[::step])
    assert es.rolling_entropy(pl.Series("s", list("abcabca")), 3, step=step).len() == -(-7 // step)
    assert len(es.rolling_entropy(pa.array("abcabca"), 3, step=step)) == -(-7 // step)
