"""With weights= each row counts as much as its weight, to the nearest 2^-20."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.columns.brute_force import (
    CLOSED,
    check_values,
    counted_windows,
    expanding_windows,
    same_bits,
    timed_windows,
    windows_by,
)
from tests.columns.chunk_data import bits, joined_bits
from tests.examples import examples
from tests.refusals import refused

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


def check_weighted(result, labels, weights, windows, min_periods=1):
    """Check the values; n is a weight, the fewest rows are rows."""
    result = {**result, "n": np.asarray(result["n"]) / float(UNIT)}
    check_values(result, labels, windows, min_periods, units=units_of(weights))


@examples(40)
@given(data=st.data(), rows=weighted_rows, length=st.integers(1, 4))
def test_rolling(data, rows, length):
    """Counted windows, spans of time, groups."""
    labels, weights, times = ([row[part] for row in rows] for part in range(3))
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    options = {"weights": weights, "closed": closed, "center": center, "min_periods": 1}
    rows = range(len(labels))

    result = es.rolling(labels, length, **options)
    check_weighted(result, labels, weights, counted_windows(len(rows), length, closed, center))

    result = es.rolling(labels, f"{length}s", times=times, **options)
    check_weighted(result, labels, weights, timed_windows(times, length, closed, center))

    keys = [time % 3 for time in times]
    result = es.rolling(labels, length, group_by=keys, **options, threads=2)
    windows = windows_by(keys, lambda group: counted_windows(len(group), length, closed, center))
    check_weighted(result, labels, weights, windows)


@given(rows=weighted_rows, min_periods=st.integers(0, 3))
def test_expanding_and_whole(rows, min_periods):
    """The last row of an expanding column is the whole of it."""
    labels, weights = ([row[part] for row in rows] for part in range(2))

    result = es.expanding(labels, weights=weights, min_periods=min_periods)

    check_weighted(result, labels, weights, expanding_windows(len(labels)), min_periods)
    if len([label for label in labels if label is not None]) >= max(min_periods, 1):
        assert es.entropy(labels, weights=weights).hex() == float(result["entropy"][-1]).hex()
        assert es.gini(labels, weights=weights).hex() == float(result["gini"][-1]).hex()


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
        result = es.rolling_gini(labels, 2, weights=make(weights)).tolist()
        assert result[1:] == expected[1:]
        assert es.gini(labels, weights=make(weights)) == es.gini(labels, weights=weights)


LOG = {
    "path": ["/", "/a", "/a", "/b", None, "/a"],
    "bytes": [512.0, 0.0, None, 128.0, 64.0, 256.0],
}


@pytest.mark.parametrize(
    "make",
    [
        lambda column: [None if value is None else value for value in column],
        lambda column: np.array(column, dtype=float),
        lambda column: np.ma.masked_invalid(np.array(column, dtype=float)),
        lambda column: np.array(column, dtype=object),
    ],
    ids=["list", "numpy", "masked", "objects"],
)
def test_weights_that_are_0_or_missing_add_nothing(make):
    """As rows without a label: they take their place in the window."""
    paths, weights = LOG["path"], make(LOG["bytes"])
    known = ["/", None, None, "/b", None, "/a"]
    ones = [1.0 if value is None else value or 1.0 for value in LOG["bytes"]]

    for measure in (
        lambda labels, weights: es.rolling(labels, 2, weights=weights, min_periods=1),
        lambda labels, weights: es.rolling(labels, 3, weights=weights, min_periods=2),
        lambda labels, weights: es.expanding(labels, weights=weights, group_by=list("uvuvuv")),
    ):
        result, expected = measure(paths, weights), measure(known, ones)
        assert all(same_bits(result[name], expected[name]) for name in expected)
    for whole in (es.entropy, es.gini):
        assert whole(paths, weights=weights) == whole(known, weights=ones)


def test_weights_that_are_0_or_missing_in_frames():
    """Of any library, in memory and in chunks."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    expected = es.gini(LOG["path"], weights=LOG["bytes"])
    rows = es.rolling_gini(LOG["path"], 2, weights=LOG["bytes"], min_periods=1)

    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        frame = make(LOG)
        assert es.gini(frame, weights="bytes")["path"] == expected
        assert es.gini(iter([frame[:2], frame[2:]]), weights="bytes")["path"] == expected
        result = es.rolling_gini(frame, 2, weights="bytes", min_periods=1)["path"]
        assert bits(result) == bits(rows)
        parts = es.rolling_gini(iter([frame[:3], frame[3:]]), 2, weights="bytes", min_periods=1)
        assert joined_bits(parts) == {"path": bits(rows)}
    integers = pd.Series([512, 0, None, 128, 64, 256], dtype="Int64")
    assert es.gini(LOG["path"], weights=integers) == expected


@pytest.mark.parametrize("missing", ["raise", "label"])
def test_a_missing_weight_is_an_error_unless_it_is_skipped(missing):
    """There is no label for it to become; the message says what serves."""
    text = (
        'weight is missing (nan at position 2); pass missing="skip", or a weight of 0, to leave '
        "the row out"
    )
    weights = [1.0, 0.0, float("nan")]
    with refused(ValueError, text):
        es.entropy(list("aba"), weights=weights, missing=missing)
    with refused(ValueError, text):
        es.rolling_entropy(list("aba"), 2, weights=weights, missing=missing)
    with refused(ValueError, text.replace("nan at", "None at")):
        es.rolling_entropy(list("aba"), 2, weights=[1.0, 0.0, None], missing=missing)
    assert es.entropy(["a", None], weights=[1.0, 1.0], missing="label") == 1.0
