"""With bins= numbers count as the bin they fall into, as in np.digitize."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import check_values, counted_windows, same_bits

numbers = st.lists(
    st.floats(-100, 100) | st.sampled_from([math.nan, math.inf, -math.inf, 0.0, 1.0]), max_size=12
)
ascending = st.lists(st.floats(-100, 100), max_size=4, unique=True).map(sorted)


def digitized(values, edges):
    """Return the bin of each number, None for NaN."""
    bins = np.digitize(values, edges)
    return [None if math.isnan(v) else int(b) for v, b in zip(values, bins, strict=True)]


@given(values=numbers, edges=ascending)
def test_edges(values, edges):
    """A value at an edge falls into the bin above it."""
    result = es.rolling(values, 3, bins=edges, min_periods=1)

    check_values(result, digitized(values, edges), counted_windows(len(values), 3))


@given(values=numbers, number=st.integers(1, 5))
def test_number_of_bins(values, number):
    """As many bins of one width between the least and the greatest finite number."""
    result = es.rolling(values, 3, bins=number, min_periods=1)

    finite = [value for value in values if math.isfinite(value)] or [0.0]
    edges = np.linspace(min(finite), max(finite), number + 1)[1:-1]
    check_values(result, digitized(values, edges), counted_windows(len(values), 3))


def test_every_function():
    """Expanding, whole columns, and frames, each column with bins of its own."""
    values = np.array([0.0, 1.0, 2.0, 3.0, 10.0])
    bins = ["0", "0", "0", "1", "1"]

    assert same_bits(es.expanding_gini(values, bins=[2.5]), es.expanding_gini(bins))
    assert same_bits(es.expanding_entropy(values, bins=[2.5]), es.expanding_entropy(bins))
    assert es.entropy(values, bins=[2.5]) == es.entropy(bins)
    assert es.gini(values, bins=2) == es.gini(["0"] * 4 + ["1"])
    both = es.gini(np.column_stack([values, values * 10]), bins=2)
    assert both.tolist() == [es.gini(values, bins=2)] * 2


def test_every_library():
    """Integers, nullable, Arrow: NaN and null fall into no bin."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    values = [5, None, 1, 9, 3]
    expected = es.rolling_entropy(["5", None, "1", "9", "1"], 3, min_periods=1).tolist()
    columns = [
        values,
        np.array(values, float),
        pd.Series(values),
        pd.Series(values, dtype="Int64"),
        pd.Series(values, dtype=pd.ArrowDtype(pa.int64())),
        pd.array(values, dtype="Float64"),
        pd.Index(values, dtype=float),
        pl.Series(values),
        pl.Series(values, dtype=pl.Float32),
        pa.array(values),
        pa.chunked_array([values[:2], values[2:]]),
        pa.array(values).dictionary_encode(),
    ]

    for column in columns:
        result = es.rolling_entropy(column, 3, bins=[4, 8], min_periods=1)
        result = result.to_pylist() if hasattr(result, "to_pylist") else list(result)
        assert result == expected, type(column)
        assert es.entropy(column, bins=[4, 8]) == es.entropy(["5", "1", "9", "1"])
        assert es.quantile_edges(column, 4).tolist() == [2.5, 4.0, 6.0]


def test_missing_numbers():
    """Skipped, refused or a bin of their own, as any missing label."""
    values = [1.0, math.nan, 9.0]

    assert es.rolling(values, 3, bins=[5], measures="n", min_periods=1).tolist() == [1, 1, 2]
    assert es.rolling(values, 3, bins=[5], measures="n", missing="label").tolist()[2] == 3
    with pytest.raises(ValueError, match="position 1"):
        es.rolling(values, 3, bins=[5], missing="raise")


@given(values=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), number=st.integers(1, 6))
def test_quantile_edges(values, number):
    """The quantiles of the reference, each once; they can be given to bins=."""
    edges = es.quantile_edges(values, number)

    assert edges.tolist() == sorted(set(np.quantile(values, np.arange(1, number) / number)))
    es.rolling_entropy(values, 2, bins=edges)


def test_quantile_edges_share_the_reference_equally():
    """The entropy of the bins is then the greatest."""
    values = np.random.default_rng(1).normal(size=4096)

    assert es.entropy(values, bins=es.quantile_edges(values, 8)) == 3.0


def test_quantile_edges_look_at_finite_numbers():
    """Nothing lies between a number and infinity."""
    values = [1.0, 2.0, math.nan, math.inf, -math.inf]

    assert es.quantile_edges(values, 2).tolist() == [1.5]


def test_widest_range():
    """The greatest doubles have bins between them as well."""
    assert es.gini([-1.7e308, 0.0, 1.7e308, 1.7e308], bins=2) == es.gini("abbb")
