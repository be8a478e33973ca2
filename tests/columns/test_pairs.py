"""Two columns side by side: the pairs of the rows in the window, counted from scratch."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import (
    CLOSED,
    counted_windows,
    expanding_windows,
    same_bits,
    timed_windows,
    windows_by,
)
from tests.examples import examples
from tests.sequences import sequences
from tests.tables.truth import Truth

pairs_and_times = sequences(["a", "b", None], [1, 2, 3, None], range(10), max_size=14)
NEAR = 1e-14  # bits; the docs promise the terms of both sums


def check_pairs(result, xs, ys, windows, min_periods=1):
    """Check the mutual information of each row: exact, and as a fresh table has it."""
    assert len(result) == len(windows)
    for value, window in zip(result, windows, strict=True):
        both = [(xs[row], ys[row]) for row in window or () if None not in (xs[row], ys[row])]
        if window is None or len(both) < max(1, min_periods):
            assert np.isnan(value)
            continue
        table = es.ContingencyTable()
        table.update_many([x for x, _ in both], [y for _, y in both])
        assert float(value).hex() == table.mutual_information.hex()
        assert abs(value - float(Truth(Counter(both)).mutual_information)) < NEAR


@examples(40)
@given(data=st.data(), rows=pairs_and_times, length=st.integers(1, 5))
def test_rolling(data, rows, length):
    """Counted windows, spans with times in any order, groups."""
    xs, ys, times = ([row[part] for row in rows] for part in range(3))
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    options = {"closed": closed, "center": center, "min_periods": data.draw(st.integers(0, 1))}
    fewest = options["min_periods"]

    result = es.rolling_mutual_information(xs, ys, length, **options)
    check_pairs(result, xs, ys, counted_windows(len(xs), length, closed, center), fewest)

    result = es.rolling_mutual_information(xs, ys, f"{length}s", times=times, **options)
    check_pairs(result, xs, ys, timed_windows(times, length, closed, center), fewest)

    keys = [None if time == 0 else time % 3 for time in times]
    result = es.rolling_mutual_information(xs, ys, length, group_by=keys, threads=2, **options)
    windows = windows_by(keys, lambda group: counted_windows(len(group), length, closed, center))
    check_pairs(result, xs, ys, windows, fewest)


@given(rows=pairs_and_times)
def test_whole_columns(rows):
    """What a window of all rows says at the last; nothing without rows."""
    xs, ys = ([row[part] for row in rows] for part in range(2))

    gain = es.information_gain(xs, ys)

    assert type(gain) is float
    if rows:
        check_pairs([gain], xs, ys, expanding_windows(len(rows))[-1:])
    else:
        assert np.isnan(gain)


def test_missing_as_a_label():
    """Then such rows are pairs as all others."""
    xs, ys = ["a", None, "a", None], ["u", "v", None, "v"]
    named = ([x or "?" for x in xs], [y or "?" for y in ys])

    result = es.rolling_mutual_information(xs, ys, 3, missing="label")

    assert same_bits(result, es.rolling_mutual_information(*named, 3))
    assert es.information_gain(xs, ys, missing="label") == es.information_gain(*named)


def test_of_the_kind_of_x():
    """The index, the name and the library of the first column; its index of times as well."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    xs = pd.Series(list("abab"), index=pd.to_datetime([0, 1, 2, 9], unit="s"), name="x")
    ys = pl.Series("y", list("uvvu"))

    result = es.rolling_mutual_information(xs, ys, "2s")
    assert isinstance(result, pd.Series)
    assert result.index.equals(xs.index)
    assert (result.name, result.tolist()) == ("x", [0.0, 1.0, 0.0, 0.0])

    result = es.rolling_mutual_information(ys, xs, "2s", times=xs.index, min_periods=2)
    assert isinstance(result, pl.Series)
    assert (result.name, result.to_list()) == ("y", [None, 1.0, 0.0, None])


def test_step():
    """Every step-th row."""
    xs, ys = list("ababab"), list("uvvuuv")
    every = es.rolling_mutual_information(xs, ys, 2)

    assert same_bits(es.rolling_mutual_information(xs, ys, 2, step=2), every[::2])
