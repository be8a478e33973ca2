"""Rows in chunks get the same bits as in one piece, wherever the cuts are."""

import gc
import math
import weakref

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream.columns import engine
from tests.columns.chunk_data import (
    KINDS,
    bits,
    frame_of,
    joined_bits,
    pieces_of,
    rows_and_cuts,
)
from tests.examples import examples

FUNCTIONS = {
    "rolling_entropy": lambda values, **more: es.rolling_entropy(values, 3, **more),
    "rolling_gini": lambda values, **more: es.rolling_gini(values, 3, **more),
    "rolling": lambda values, **more: es.rolling(values, 3, **more),
    "expanding_entropy": es.expanding_entropy,
    "expanding_gini": es.expanding_gini,
    "expanding": es.expanding,
}
MISSING = st.sampled_from(["skip", "label"])


def same_number(value, expected):
    """Say whether two numbers are the same to the last bit, or both NaN."""
    return float(value).hex() == float(expected).hex()


def same_bits(function, whole, cuts, **options):
    """Say what a function gives of chunks and of the whole, and that it is the same."""
    chunks = pieces_of(whole, cuts)
    results = list(function(iter(chunks), **options))
    assert len(results) == len(chunks)
    assert joined_bits(results) == bits(function(whole, **options))
    return results


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS)
@examples(20)
@given(frame=rows_and_cuts(20), missing=MISSING)
def test_a_column_in_chunks(kind, function, frame, missing):
    """Any library's columns, any cuts, rows without a label among them."""
    columns, cuts = frame
    make, _ = KINDS[kind]

    same_bits(function, make(columns["x"]), cuts, missing=missing)


@given(
    frame=rows_and_cuts(),
    window=st.integers(1, 9),
    shape=st.fixed_dictionaries(
        {
            "min_periods": st.none() | st.integers(0, 1),
            "step": st.none() | st.integers(1, 7),
            "center": st.booleans(),
            "closed": st.sampled_from([None, "right", "both", "left", "neither"]),
            "missing": MISSING,
        }
    ),
)
def test_windows_of_so_many_rows(frame, window, shape):
    """Every shape of a window: those around their row come later, none is lost."""
    columns, cuts = frame

    def function(values, **options):
        return es.rolling(values, window, measures=("entropy", "gini", "n"), **options)

    same_bits(function, columns["x"], cuts, **shape)


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(
    frame=rows_and_cuts(),
    span=st.sampled_from(["1s", "2s", "5s"]),
    shape=st.fixed_dictionaries(
        {
            "min_periods": st.none() | st.integers(0, 3),
            "step": st.none() | st.integers(1, 7),
            "center": st.booleans(),
            "closed": st.sampled_from([None, "both", "left", "neither"]),
            "missing": MISSING,
            "weights": st.sampled_from([None, "w"]),
        }
    ),
)
def test_windows_of_time(kind, frame, span, shape):
    """Spans of time over frames, with equal times on both sides of a cut."""
    columns, cuts = frame
    whole = frame_of(kind, columns)

    same_bits(
        lambda values, **options: es.rolling_entropy(values, span, times="t", **options),
        whole,
        cuts,
        **shape,
    )


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(
    frame=rows_and_cuts(),
    by=st.sampled_from(["k", ("k", "y"), ["k", "y"]]),
    weights=st.sampled_from([None, "w"]),
    threads=st.sampled_from([None, 1, 3]),
)
def test_groups(kind, frame, by, weights, threads):
    """Each key is a stream of its own across chunks; rows without one get nothing."""
    columns, cuts = frame
    whole = frame_of(kind, columns)
    options = {"group_by": by, "weights": weights, "threads": threads}

    same_bits(lambda values, **more: es.rolling_gini(values, 3, **more), whole, cuts, **options)
    same_bits(es.expanding_entropy, whole, cuts, **options)


@given(frame=rows_and_cuts(), closed=st.sampled_from([None, "both", "left"]))
def test_groups_in_time(frame, closed):
    """Spans of time within groups; Polars' windows wait for rows of the same time."""
    columns, cuts = frame

    def function(values, **options):
        return es.rolling_entropy(values, "3s", times="t", group_by="k", closed=closed, **options)

    same_bits(function, frame_of("pandas", columns), cuts)
    if closed == "left":
        same_bits(function, frame_of("polars", columns), cuts)


@given(
    numbers=st.lists(st.floats(-9, 9) | st.just(float("nan")), max_size=30),
    cuts=st.lists(st.integers(0, 30), max_size=4),
)
def test_bins(numbers, cuts):
    """Edges are the same in every chunk."""
    cuts = [0, *sorted(min(cut, len(numbers)) for cut in cuts), len(numbers)]
    column = np.array(numbers)

    same_bits(
        lambda values, **options: es.rolling_entropy(values, 4, min_periods=1, **options),
        column,
        cuts,
        bins=[-3.0, 0.0, 2.5],
    )
    chunked = es.entropy(iter(pieces_of(column, cuts)), bins=[0.0])
    assert same_number(chunked, es.entropy(column, bins=[0.0]))


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(
    frame=rows_and_cuts(),
    window=st.sampled_from([3, "3s"]),
    by=st.sampled_from([None, "k"]),
    step=st.sampled_from([None, 2]),
)
def test_pairs_of_columns(kind, frame, window, by, step):
    """Two named columns of frames; a frame in memory takes names too."""
    columns, cuts = frame
    whole = frame_of(kind, columns)
    options = {"group_by": by, "times": "t" if window == "3s" else None}
    options |= {"closed": "left"} if by and window == "3s" else {}
    options |= {"step": step} if not by else {}

    def function(values, **more):
        return es.rolling_mutual_information("x", "y", window, frame=values, **more)

    results = same_bits(function, whole, cuts, **options)
    gain = es.information_gain("x", "y", frame=iter(pieces_of(whole, cuts)))

    assert all(type(result) is type(function(whole, **options)) for result in results)
    assert same_number(gain, es.information_gain(whole["x"], whole["y"]))


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(
    frame=rows_and_cuts(),
    options=st.sampled_from(
        [
            {"fading_factor": 0.9},
            {"fading_factor": 0.5, "group_by": "k"},
            {"half_life": 3, "min_periods": 2},
            {"half_life": "2s", "times": "t"},
        ]
    ),
)
def test_fading(kind, frame, options):
    """Old rows count for less, in whichever chunk they came."""
    columns, cuts = frame

    same_bits(es.fading_entropy, frame_of(kind, columns), cuts, missing="label", **options)


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(
    frame=rows_and_cuts(),
    options=st.sampled_from(
        [
            {"window": 3, "reference": list("abca")},
            {"window": 3, "reference": "previous", "step": 2},
            {"window": 4, "reference": list("ab"), "center": True, "min_periods": 1},
            {"window": "3s", "times": "t", "reference": "previous"},
            {"window": 3, "group_by": "k", "reference": list("ab"), "method": "kullback-leibler"},
        ]
    ),
)
def test_divergence(kind, frame, options):
    """From a reference, or from the window before, across cuts."""
    columns, cuts = frame
    whole = frame_of(kind, columns)

    same_bits(es.rolling_divergence, whole, cuts, missing="label", **options)


def test_divergence_from_a_reference_of_many_columns():
    """Each column has its own; bins are those of the reference."""
    frame = pd.DataFrame({"a": np.arange(12) % 5, "b": np.arange(12) % 3})
    cuts = [0, 5, 5, 12]

    same_bits(es.rolling_divergence, frame, cuts, window=4, reference=frame[:6])
    same_bits(es.rolling_divergence, frame, cuts, window=4, reference=frame[:6], bins=[0.5, 2.5])
    same_bits(es.rolling_divergence, frame, cuts, window=4, reference=frame["a"], bins=3)
    with pytest.raises(ValueError, match="the reference is a frame: give one of its columns"):
        list(es.rolling_divergence(iter([frame["a"]]), 4, reference=frame))


@pytest.mark.parametrize("kind", KINDS)
@given(frame=rows_and_cuts())
def test_one_number_for_a_column(kind, frame):
    """The same number as for the whole column."""
    columns, cuts = frame
    make, _ = KINDS[kind]
    whole = make(columns["x"])

    assert same_number(es.entropy(iter(pieces_of(whole, cuts))), es.entropy(whole))
    chunked = es.gini(iter(pieces_of(whole, cuts)), missing="label")
    assert same_number(chunked, es.gini(whole, missing="label"))


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@given(frame=rows_and_cuts())
def test_one_number_for_each_column_of_frames(kind, frame):
    """Frames give what the whole frame gives, weights by their name."""
    columns, cuts = frame
    whole = frame_of(kind, columns)
    for options in ({}, {"weights": "w"}):
        values = es.entropy(iter(pieces_of(whole, cuts)), **options)
        expected = es.entropy(whole, **options)

        assert list(dict(values)) == list(dict(expected))
        assert all(same_number(values[name], expected[name]) for name in dict(expected))
        assert type(values) is type(expected)


def test_pieces_of_a_large_chunk(monkeypatch):
    """A chunk may be larger than the pieces in which columns are read."""
    monkeypatch.setattr(engine, "PIECE_ROWS", 7)
    frame = pd.DataFrame({"x": list("abcab" * 20), "t": np.arange(100) // 3})
    frame.loc[::11, "x"] = None

    for center in (False, True):
        same_bits(
            lambda values, center=center: es.rolling_entropy(
                values, "9s", times="t", center=center
            ),
            frame,
            [0, 40, 41, 100],
        )


def test_results_are_of_the_kind_of_the_chunks():
    """A Series keeps its index and names, also where steps leave rows out."""
    series = pd.Series(list("abcabcab"), index=range(10, 18), name="source")

    results = list(es.rolling_entropy(iter([series[:3], series[3:]]), 2, step=2))

    expected = es.rolling_entropy(series, 2, step=2)
    assert [list(result.index) for result in results] == [[10, 12], [14, 16]]
    pd.testing.assert_series_equal(pd.concat(results), expected)

    frame = series.to_frame()
    results = list(es.rolling(iter([frame[:3], frame[3:]]), 2, step=2))
    pd.testing.assert_frame_equal(pd.concat(results), es.rolling(frame, 2, step=2))

    (result,) = es.rolling_entropy(iter([pl.Series("s", list("abc"))]), 2)
    assert result.name == "s"
    (result,) = es.rolling_entropy(iter([pa.record_batch({"s": list("abc")})]), 2)
    assert isinstance(result, pa.RecordBatch)
    assert result.schema.names == ["s"]


def test_index_of_times_serves_by_itself():
    """As for a whole Series."""
    series = pd.Series(list("abcabcab"), index=pd.date_range("2024", periods=8, freq="s"))

    same_bits(lambda values: es.rolling_entropy(values, "3s"), series, [0, 2, 2, 5, 8])


def test_matrices_in_chunks():
    """A matrix is a frame, its columns have numbers."""
    matrix = np.random.default_rng(3).integers(0, 3, (20, 2))

    results = list(es.rolling_gini(iter([matrix[:7], matrix[7:]]), 4, step=3))

    assert bits(np.concatenate(results)) == bits(es.rolling_gini(matrix, 4, step=3))
    assert bits(es.gini(iter([matrix[:7], matrix[7:]]))) == bits(es.gini(matrix))


def test_nothing_at_all():
    """No chunks give no results; no rows have no entropy."""
    assert list(es.rolling_entropy(iter([]), 3)) == []
    assert list(es.rolling_entropy(iter([]), 3, center=True)) == []
    assert math.isnan(es.entropy(iter([])))
    assert math.isnan(es.information_gain("x", "y", frame=iter([])))
    assert [list(result) for result in es.rolling_entropy(iter([[], []]), 3)] == [[], []]
    assert math.isnan(es.gini(iter([[], []])))


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (list, {"window": 10}),
        (list, {"window": 10, "step": 7}),
        (
            lambda labels: pd.Series(labels, index=pd.date_range("2024", periods=len(labels))),
            {"window": "10d"},
        ),
    ],
)
def test_from_a_summary_to_the_engine(make, options):
    """The first row without a label comes late: what the window holds then is not lost."""
    labels = ["a"] * 30
    labels[2], labels[11], labels[13], labels[25] = "b", "b", "c", None

    same_bits(lambda values: es.rolling(values, **options), make(labels), [0, 5, 12, 20, 28, 30])


def test_times_of_all_kinds_go_from_a_summary_to_the_engine():
    """Nanoseconds, seconds and zones keep their places."""
    rows = 12
    clocks = {
        "nanoseconds": np.arange(rows) * 1_000_000_001 + np.datetime64("2024-01-01", "ns"),
        "some nanoseconds": np.arange(rows) // 3 * 500_000_000_500 + np.datetime64("2024", "ns"),
        "seconds": np.arange(rows) * 0.7 + 1.7e9,
        "numbers": np.arange(rows) * 2,
        "zones": pd.date_range("2024-03-31", periods=rows, freq="s", tz="Europe/Vienna"),
    }
    for times in clocks.values():
        frame = pd.DataFrame({"x": list("abcabbcabbac"), "t": times})
        frame.loc[9, "x"] = None

        same_bits(
            lambda values: es.rolling_entropy(values, "3s", times="t"), frame, [0, 1, 5, 8, 12]
        )


class BrokenError(Exception):
    pass


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_results_come_as_the_chunks_do(function):
    """Nothing is read ahead; what was given before an error stays given."""
    read = []

    def chunks():
        for number in range(3):
            read.append(number)
            yield list("abc")
        raise BrokenError

    results = function(chunks())
    assert read == []
    for number in range(3):
        next(results)
        assert read == list(range(number + 1))
    with pytest.raises(BrokenError):
        next(results)


def test_windows_around_their_row_wait_no_longer_than_they_must():
    """A result comes when the last row of its chunk's last window has come."""
    read = []

    def chunks():
        for number in range(6):
            read.append(number)
            yield list("ab")

    results = es.rolling_entropy(chunks(), 5, center=True)
    came = [len(read) for _ in results]

    assert came == [2, 3, 4, 5, 6, 6]


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
@pytest.mark.parametrize("measure", ["rolling", "rolling with gaps", "groups", "entropy"])
def test_chunks_are_let_go(kind, measure):
    """No more than three chunks are alive at a time, also without garbage collection."""
    gap = None if measure == "rolling with gaps" else "c"
    columns = {"x": ["a", "b", gap], "y": list("uvw"), "k": list("kkl")}
    columns |= {"t": np.zeros(3, "M8[us]"), "w": [1.0] * 3}
    made, most = [], 0

    def chunks():
        nonlocal most
        for _ in range(20):
            chunk = frame_of(kind, columns)
            made.append(weakref.ref(chunk))
            most = max(most, sum(each() is not None for each in made))
            yield chunk
            del chunk

    by = "k" if measure == "groups" else None
    gc.disable()
    try:
        if measure == "entropy":
            es.entropy(chunks(), weights="w")
        else:
            for _ in es.rolling_entropy(chunks(), 2, group_by=by):
                pass
    finally:
        gc.enable()

    assert most <= 3
