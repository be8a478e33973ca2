"""With weights= each row counts as much as its weight, to the nearest 2^-20."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.columns.brute import (
    CLOSED,
    check_values,
    counted_windows,
    expanding_windows,
    timed_windows,
    windows_by,
)

UNIT = Fraction(1, 2**20)
weighted_rows = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c", None]),
        st.floats(1e-5, 1e6) | st.sampled_from([1.0, 0.5, 2.0**-20]),
        st.integers(0, 6),
    ),
    max_size=12,
)


def units_of(weights):
    """Return weights as integers of the unit, rounded to the nearest."""
    return [round(Fraction(weight) / UNIT) for weight in weights]


def check_weighted(found, labels, weights, windows, min_periods=1):
    """Check the values; n is a weight, the fewest rows are rows."""
    found = {**found, "n": np.asarray(found["n"]) / float(UNIT)}
    check_values(found, labels, windows, min_periods, units=units_of(weights))


@settings(max_examples=80)
@given(data=st.data(), rows=weighted_rows, length=st.integers(1, 4))
def test_rolling(data, rows, length):
    """Counted windows, spans of time, groups."""
    labels, weights, times = ([row[part] for row in rows] for part in range(3))
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    options = {"weights": weights, "closed": closed, "center": center, "min_periods": 1}
    rows = range(len(labels))

    found = es.rolling(labels, length, **options)
    check_weighted(found, labels, weights, counted_windows(len(rows), length, closed, center))

    found = es.rolling(labels, f"{length}s", times=times, **options)
    check_weighted(found, labels, weights, timed_windows(times, length, closed, center))

    keys = [time % 3 for time in times]
    found = es.rolling(labels, length, by=keys, **options, threads=2)
    windows = windows_by(keys, lambda group: counted_windows(len(group), length, closed, center))
    check_weighted(found, labels, weights, windows)


@given(rows=weighted_rows, min_periods=st.integers(0, 3))
def test_expanding_and_whole(rows, min_periods):
    """The last row of an expanding column is the whole of it."""
    labels, weights = ([row[part] for row in rows] for part in range(2))

    found = es.expanding(labels, weights=weights, min_periods=min_periods)

    check_weighted(found, labels, weights, expanding_windows(len(labels)), min_periods)
    if len([label for label in labels if label is not None]) >= max(min_periods, 1):
        assert es.entropy(labels, weights=weights).hex() == float(found["entropy"][-1]).hex()
        assert es.gini(labels, weights=weights).hex() == float(found["gini"][-1]).hex()


def test_whole_columns():
    """Two labels, three to one."""
    assert es.gini(["a", "b"], weights=[3, 1]) == 0.375
    assert truth.ulps(es.entropy(["a", "b"], weights=[3, 1]), truth.entropy([3, 1])) <= 0.51


def test_weights_of_any_library():
    """Lists, arrays, Series, Arrow."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    labels, weights = list("abba"), [0.5, 2.0, 1.0, 4.0]
    expected = es.rolling_gini(labels, 2, weights=weights).tolist()

    for make in (tuple, np.array, pd.Series, pd.Index, pl.Series, pa.array):
        found = es.rolling_gini(labels, 2, weights=make(weights)).tolist()
        assert found[1:] == expected[1:]
        assert es.gini(labels, weights=make(weights)) == es.gini(labels, weights=weights)
