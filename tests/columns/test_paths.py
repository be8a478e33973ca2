"""A summary's trace and the engine, in pieces, on threads: the same bits every way."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrostream as es
from entrostream.columns import aggregate, engine, in_memory
from entrostream.columns.engine import Beside
from entrostream.columns.in_memory import Task, row_values, traced, walked
from entrostream.columns.window import expanding_window, window_of
from tests.columns.brute import same_bits
from tests.refusals import refused

MEASURES = ("entropy", "gini", "n", "distinct", "nats", "evenness", "perplexity", "renyi2")


@pytest.fixture(params=[1, 7, 64])
def small_pieces(request, monkeypatch):
    """Read so few rows at once."""
    monkeypatch.setattr(engine, "PIECE", request.param)
    monkeypatch.setattr(in_memory, "TRACED_AT_ONCE", request.param)
    monkeypatch.setattr(aggregate, "COUNTED_AT_ONCE", request.param)


def same(found, expected):
    """Say whether all measures have the same bits."""
    return list(found) == list(expected) and all(
        same_bits(found[name], expected[name]) for name in expected
    )


def task(columns, window, times=None, *, measures=MEASURES, missing="skip", threads=None):
    """Return a task without keys and weights."""
    return Task(columns, window, measures, Beside(times), missing, threads)


labels_lists = st.lists(st.sampled_from("abcd"), max_size=40)
window_options = {"min_periods": st.sampled_from([0, 1, 2]), "step": st.sampled_from([1, 2, 5])}


@given(labels=labels_lists, length=st.integers(2, 60), **window_options)
def test_trace_and_engine_of_counted_windows(labels, length, min_periods, step):
    """Of any length, also longer than the column."""
    asked = task([labels], window_of(length, min_periods, step))

    assert asked.has_summary
    assert same(traced(asked), walked(asked))


@given(rows=st.lists(st.tuples(st.integers(0, 20), st.sampled_from("abc"))), **window_options)
def test_trace_and_engine_of_spans(rows, min_periods, step):
    """Times in order, as a trace wants them."""
    times = sorted(time for time, _ in rows)
    asked = task([[label for _, label in rows]], window_of("4s", min_periods, step), times)

    assert asked.has_summary
    assert same(traced(asked), walked(asked))


@given(labels=labels_lists, min_periods=st.sampled_from([0, 1, 5]))
def test_trace_and_engine_of_expanding_windows(labels, min_periods):
    """All rows so far."""
    asked = task([labels], expanding_window(min_periods))

    assert asked.has_summary
    assert same(traced(asked), walked(asked))


@given(
    rows=st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("uvw"))),
    length=st.integers(1, 9),
)
def test_trace_and_engine_of_pairs(rows, length):
    """Two columns."""
    columns = [[x for x, _ in rows], [y for _, y in rows]]
    asked = task(columns, window_of(length), measures=("mutual_information", "joint_entropy"))

    assert asked.has_summary
    assert same(traced(asked), walked(asked))


@settings(max_examples=60)
@given(data=st.data(), threads=st.sampled_from([2, 3, 5]))
def test_parts_of_a_trace(data, threads):
    """Each thread with the window before its part."""
    labels = data.draw(st.lists(st.integers(0, 3), min_size=30, max_size=60))
    length = data.draw(st.integers(1, 8))
    one, many = (task([labels], window_of(length), threads=count) for count in (1, threads))

    assert same(traced(many), traced(one))
    pair_one, pair_many = (
        task([labels, labels[::-1]], window_of(length), measures=("n",), threads=count)
        for count in (1, threads)
    )
    assert same(traced(pair_many), traced(pair_one))


def test_windows_that_no_trace_has():
    """Then the engine is asked at once."""
    for options in ({"closed": "both"}, {"center": True}):
        assert not task(["ab"], window_of(2, **options)).has_summary
    assert not Task(["ab"], window_of(2), ("n",), Beside(keys=("xy",)), "skip", 1).has_summary
    assert not Task(["ab"], window_of(2), ("n",), Beside(weights=[1, 2]), "skip", 1).has_summary
    assert not task(["ab", "ab"], window_of("2s"), [1, 2]).has_summary
    assert not task(["ab"], window_of("2s").as_polars(), [1, 2]).has_summary


@pytest.mark.parametrize("missing", ["skip", "label"])
def test_missing_rows_late_in_the_column(missing, small_pieces):
    """A trace that meets a missing value gives way to the engine."""
    labels = ["a", "b"] * 40 + [None] + ["b", "c"] * 20
    asked = task([labels], window_of(5, 1), missing=missing)

    assert same(row_values(asked), walked(asked))


RANDOM = np.random.default_rng(3)
COLUMN = RANDOM.integers(0, 5, 200).astype(float)
COLUMN[RANDOM.integers(0, 200, 30)] = np.nan
KEYS = RANDOM.integers(0, 7, 200)
TIMES = RANDOM.integers(0, 60, 200)
WEIGHTS = RANDOM.uniform(0.5, 2, 200)
CASES = {
    "counted": {"window": 5},
    "centred": {"window": 5, "center": True},
    "longer": {"window": 500, "min_periods": 1},
    "steps": {"window": 4, "step": 3, "closed": "both"},
    "groups": {"window": 3, "by": KEYS, "center": True},
    "two keys": {"window": 3, "by": (KEYS, KEYS % 2)},
    "weights": {"window": 6, "weights": WEIGHTS},
    "weights of groups": {"window": 6, "weights": WEIGHTS, "by": KEYS},
    "span": {"window": "5s", "times": np.sort(TIMES)},
    "centred span": {"window": "5s", "times": np.sort(TIMES), "center": True},
    "span, times go back": {"window": "5s", "times": TIMES},
    "span of groups": {"window": "5s", "times": TIMES, "by": KEYS, "weights": WEIGHTS},
    "bins": {"window": 9, "bins": 2},
}
EXPECTED = {
    (kind, name): es.rolling(column, **{"min_periods": 2, **options})
    for name, options in CASES.items()
    for kind, column in {"gaps": COLUMN, "full": np.nan_to_num(COLUMN)}.items()
}


@pytest.mark.parametrize(("kind", "name"), EXPECTED.keys())
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_pieces_and_threads(kind, name, threads, small_pieces):
    """However few rows are read at once, and by however many threads."""
    column = COLUMN if kind == "gaps" else np.nan_to_num(COLUMN)

    found = es.rolling(column, **{"min_periods": 2, **CASES[name]}, threads=threads)

    assert same(found, EXPECTED[kind, name])


def test_pieces_of_every_library(small_pieces):
    """Each is sliced in its own way."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    labels = ["a", None, "b", "b", None, "c"] * 20
    times = (1000 * np.arange(120)).astype("datetime64[ms]")
    expected = es.rolling_gini(labels, "7s", times=times, by=labels[::-1], min_periods=1)
    series = pd.Series(labels, index=times[::-1])
    categories = pd.Series(labels, index=[0] * 120, dtype="category")

    for column in (series, categories, pd.Index(labels), pd.Categorical(labels), tuple(labels)):
        found = es.rolling_gini(column, "7s", times=times, by=list(column)[::-1], min_periods=1)
        assert same_bits(np.asarray(found), expected)
    found = es.rolling_gini(pl.Series(labels), "7s", times=pl.Series(times), by=labels[::-1])
    assert same_bits(found.to_numpy(), expected)
    array = pa.array(labels).dictionary_encode()
    found = es.rolling_gini(array, "7s", times=pd.Series(times, index=times), by=labels[::-1])
    assert same_bits(found.to_numpy(zero_copy_only=False), expected)


def test_whole_columns_in_pieces(small_pieces):
    """One value of all pieces."""
    labels = ["a", None, "b", "b", None, "c"] * 20
    weights = np.arange(1.0, 121.0)

    assert es.entropy(labels) == es.entropy(["a", "b", "b", "c"])
    units = {"a": 0.0, "b": 0.0, "c": 0.0}
    for label, weight in zip(labels, weights, strict=True):
        if label is not None:
            units[label] += weight
    assert es.gini(labels, weights=weights) == es.gini(list("abc"), weights=list(units.values()))
    assert es.information_gain(labels, labels) == pytest.approx(es.entropy(labels))


@pytest.mark.parametrize("row", [0, 50, 99])
def test_refusals_name_the_row_of_the_column(row, small_pieces):
    """Not that of the piece that is being read."""
    labels, times, weights = ["a"] * 100, list(range(100)), [1.0] * 100
    labels[row], times[row], weights[row] = None, None, -1.0
    full, missing = ["a"] * 100, {"missing": "raise"}
    text = f'label is missing (None at position {row}); pass missing="skip" or missing="label"'

    calls = {
        "rolling": lambda: es.rolling_entropy(labels, 3, **missing),
        "centred": lambda: es.rolling_entropy(labels, 3, center=True, **missing),
        "expanding": lambda: es.expanding_gini(labels, **missing),
        "weighted": lambda: es.rolling_entropy(labels, 3, weights=[1.0] * 100, **missing),
        "whole": lambda: es.entropy(labels, **missing),
        "whole, weighted": lambda: es.gini(labels, weights=[1.0] * 100, **missing),
        "pairs": lambda: es.rolling_mutual_information(full, labels, 3, **missing),
        "gain": lambda: es.information_gain(labels, full, **missing),
    }
    for name, call in calls.items():
        with pytest.raises(ValueError, match="missing") as caught:
            call()
        assert str(caught.value) == text, name
    mixed = [*range(row), dt.datetime(2024, 1, 1)] + [1.0] * (99 - row)
    with pytest.raises(TypeError, match=f"^time at position {max(row, 1)} is a"):
        es.rolling_entropy(full, "3s", times=mixed)
    with refused(ValueError, f"time is missing (None) at position {row}"):
        es.rolling_entropy(full, "3s", times=times)
    with refused(ValueError, f"weight must be 0 or a positive number, got -1.0 at position {row}"):
        es.rolling_entropy(full, 3, weights=weights)
    with refused(ValueError, f"weight must be 0 or a positive number, got -1.0 at position {row}"):
        es.entropy(full, weights=weights)


def test_unhashable_label_late(small_pieces):
    """Refused with its row, wherever it is and whoever reads it."""
    labels = [*"abc" * 30, []]
    text = "label must be hashable, got [] (list) at position 90"
    calls = [
        lambda: es.rolling_entropy(labels, 3),
        lambda: es.rolling_entropy(labels, 3, center=True),
        lambda: es.rolling_entropy(["a"] * 91, 3, by=labels),
        lambda: es.expanding_gini(labels),
        lambda: es.entropy(labels),
        lambda: es.entropy(labels, weights=[1.0] * 91),
        lambda: es.rolling_mutual_information(["a"] * 91, labels, 3),
    ]
    for call in calls:
        with refused(TypeError, text):
            call()
