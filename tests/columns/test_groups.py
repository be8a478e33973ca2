"""With group_by= each group is a stream of its own: as if it were alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import (
    CLOSED,
    check_values,
    counted_windows,
    expanding_windows,
    same_bits,
    timed_windows,
    windows_by,
)
from tests.examples import examples

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

rows_of_groups = st.lists(
    st.tuples(st.sampled_from("ab?"), st.sampled_from(["x", "y", "z", None]), st.integers(0, 9)),
    max_size=16,
)
threads = st.sampled_from([None, 1, 2, 3])


def parts(rows):
    """Return labels, keys and times."""
    labels = [None if label == "?" else label for label, _, _ in rows]
    return labels, [key for _, key, _ in rows], [time for _, _, time in rows]


@examples(50)
@given(data=st.data(), rows=rows_of_groups, length=st.integers(1, 4), threads=threads)
def test_counted_window(data, rows, length, threads):
    """Groups in any order, rows without a key, any number of threads."""
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    min_periods = data.draw(st.integers(0, length))
    labels, keys, _ = parts(rows)

    result = es.rolling(
        labels,
        length,
        group_by=keys,
        closed=closed,
        center=center,
        min_periods=min_periods,
        threads=threads,
    )

    windows = windows_by(keys, lambda group: counted_windows(len(group), length, closed, center))
    check_values(result, labels, windows, min_periods)


@examples(50)
@given(data=st.data(), rows=rows_of_groups, length=st.integers(1, 4), threads=threads)
def test_span_of_time(data, rows, length, threads):
    """Times in any order, each group by its own."""
    closed = data.draw(st.sampled_from(CLOSED))
    center = data.draw(st.booleans())
    labels, keys, times = parts(rows)
    if data.draw(st.booleans()):
        times.sort()

    result = es.rolling(
        labels,
        f"{length}s",
        times=times,
        group_by=keys,
        closed=closed,
        center=center,
        threads=threads,
    )

    windows = windows_by(
        keys, lambda group: timed_windows([times[row] for row in group], length, closed, center)
    )
    check_values(result, labels, windows)


@given(rows=rows_of_groups, threads=threads)
def test_expanding(rows, threads):
    """All rows of the group so far."""
    labels, keys, _ = parts(rows)

    result = es.expanding(labels, group_by=keys, threads=threads)

    windows = windows_by(keys, lambda group: expanding_windows(len(group)))
    check_values(result, labels, windows)


@given(rows=rows_of_groups, threads=threads)
def test_several_keys(rows, threads):
    """One stream for each combination; no key in one of them is no key."""
    labels, keys, times = parts(rows)
    others = [None if time == 9 else time % 3 for time in times]
    both = [
        None if key is None or other is None else (key, other)
        for key, other in zip(keys, others, strict=True)
    ]

    result = es.rolling(labels, 2, group_by=(keys, others, keys), min_periods=1, threads=threads)

    check_values(result, labels, windows_by(both, lambda group: counted_windows(len(group), 2)))


@pytest.mark.parametrize(
    "make",
    [list, np.array, pd.Series, pl.Series, pa.array],
    ids=["list", "numpy", "pandas", "polars", "arrow"],
)
@pytest.mark.parametrize(
    "measure",
    [
        lambda by: es.rolling_gini(list("abab"), 2, group_by=by, min_periods=1),
        lambda by: es.expanding_gini(list("abab"), group_by=by),
        lambda by: es.fading_gini(list("abab"), fading_factor=0.5, group_by=by),
        lambda by: es.rolling_mutual_information(list("abab"), list("uvvu"), 2, group_by=by),
        lambda by: es.rolling_divergence(list("abab"), 1, reference=["a", "b"], group_by=by),
    ],
    ids=["rolling", "expanding", "fading", "pairs", "divergence"],
)
def test_a_list_of_columns_is_several_keys(measure, make):
    """As in pandas' groupby([s1, s2]); also as many columns as rows."""
    keys = [make([1, 1, 2, 2]), make(list("uuuv")), make([0, 0, 0, 0]), make(list("xxxx"))]

    for some in (keys[:1], keys[:2], keys):
        assert same_bits(measure(some), measure(tuple(some)))


def test_keys_in_a_frame():
    """A frame of keys is several keys, and so is a matrix."""
    labels = list("abab")
    keys = pd.DataFrame({"k": [1, 1, 2, 2], "j": list("uuuv")})
    expected = es.rolling_entropy(labels, 2, group_by=(keys["k"], keys["j"]), min_periods=1)

    assert same_bits(es.rolling_entropy(labels, 2, group_by=keys, min_periods=1), expected)
    numbers = np.array([[1, 0], [1, 0], [2, 0], [2, 1]])
    assert same_bits(es.rolling_entropy(labels, 2, group_by=numbers, min_periods=1), expected)


def test_labels_of_other_groups_are_other_labels():
    """What one group counts is not counted by another."""
    result = es.rolling(
        ["a"] * 6, 3, group_by=list("xyxyxy"), measures=("n", "distinct"), min_periods=1
    )

    assert result["n"].tolist() == [1, 1, 2, 2, 3, 3]
    assert result["distinct"].tolist() == [1] * 6


def test_many_groups_on_threads():
    """More groups than threads, more threads than groups: the same bits."""
    random = np.random.default_rng(1)
    keys, labels = random.integers(0, 500, 5000), random.integers(0, 4, 5000)
    expected = es.rolling(labels, 3, group_by=keys, threads=1, center=True)

    for count in (2, 3, 7, 10**9):
        result = es.rolling(labels, 3, group_by=keys, threads=count, center=True)
        assert all(same_bits(result[name], expected[name]) for name in expected)
        few = es.rolling_gini(labels, 3, group_by=keys % 2, threads=count)
        assert same_bits(few, es.rolling_gini(labels, 3, group_by=keys % 2, threads=1))
