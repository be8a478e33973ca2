"""A summary's trace and the engine, in pieces and on threads: the same bits on every path."""

import datetime as dt
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream.columns import aggregate, engine, row_values
from entrostream.columns.auxiliary import AuxiliaryColumns
from entrostream.columns.row_values import Task, compute_rows, run_engine, run_trace
from entrostream.columns.window import Window, expanding_window, fading_window, window_of
from tests.columns.brute_force import same_bits
from tests.examples import examples
from tests.refusals import refused

MEASURES = ("entropy", "gini", "n", "distinct", "nats", "evenness", "perplexity", "renyi2")
PAIR_MEASURES = ("mutual_information", "joint_entropy", "n")


@pytest.fixture(params=[1, 7, 64])
def small_pieces(request, monkeypatch):
    """Read only a few rows at once, with and without threads."""
    monkeypatch.setattr(engine, "ROWS_FOR_THREADS", 0 if request.param > 7 else 10**9)
    monkeypatch.setattr(engine, "PIECE_ROWS", request.param)
    monkeypatch.setattr(row_values, "ROWS_AT_ONCE", request.param)
    monkeypatch.setattr(row_values, "TRACE_BYTES", 16 * request.param)
    monkeypatch.setattr(aggregate, "ROWS_AT_ONCE", request.param)


def same(values, expected):
    """Say whether all measures have the same bits."""
    return list(values) == list(expected) and all(
        same_bits(values[name], expected[name]) for name in expected
    )


def task(columns, window, times=None, *, measures=MEASURES, missing="skip", threads=None):
    """Return a task without keys and weights."""
    return Task(columns, window, measures, AuxiliaryColumns(times), missing, threads)


def row_by_row(of):
    """Return the values of the core's general windows: all rows are one group."""
    keys = ([0] * of.rows,)
    return run_engine(replace(of, auxiliary=replace(of.auxiliary, keys=keys)))


labels_lists = st.lists(st.sampled_from("abcd"), max_size=40)
gappy_lists = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=120)
sparse_gaps = st.lists(st.sampled_from([*"abcdefghijklmnopqrstuvwx", None]), max_size=120)
window_options = {"min_periods": st.sampled_from([0, 1, 2]), "step": st.sampled_from([1, 2, 5])}


@given(labels=labels_lists, length=st.integers(2, 60), **window_options)
def test_trace_and_engine_of_counted_windows(labels, length, min_periods, step):
    """Of any length, also longer than the column."""
    window = window_of(length, min_periods, step)
    traced = task([np.array(labels, "U1")], window)
    encoded = task([labels], window)

    assert traced.is_traced
    assert encoded.has_summary
    assert not encoded.is_traced
    expected = row_by_row(encoded)
    assert same(run_trace(traced), expected)
    assert same(run_engine(encoded), expected)
    assert same(compute_rows(traced), expected)
    assert same(compute_rows(encoded), expected)


@given(labels=labels_lists, min_periods=st.sampled_from([0, 1, 5]))
def test_trace_and_engine_of_expanding_windows(labels, min_periods):
    """All rows so far."""
    window = expanding_window(min_periods)
    traced, encoded = task([np.array(labels, "U1")], window), task([labels], window)

    assert traced.is_traced
    assert same(run_trace(traced), row_by_row(encoded))
    assert same(run_engine(encoded), row_by_row(encoded))


@given(labels=gappy_lists | sparse_gaps, length=st.integers(2, 40) | st.none(), **window_options)
def test_rows_without_a_label(labels, length, min_periods, step):
    """They take their place in the window, wherever they are."""
    expanding = replace(expanding_window(min_periods), step=step)
    window = expanding if length is None else window_of(length, min_periods, step)
    of = task([labels], window)

    assert same(run_engine(of), row_by_row(of))
    assert same(compute_rows(of), row_by_row(of))


@given(
    rows=st.lists(st.tuples(st.integers(0, 20), st.sampled_from(["a", "b", "c", None]))),
    in_order=st.booleans(),
    **window_options,
)
def test_engine_of_spans(rows, in_order, min_periods, step):
    """Times in order and in any order, rows with a label and without."""
    times = [time for time, _ in rows]
    times = sorted(times) if in_order else times
    of = task([[label for _, label in rows]], window_of("4s", min_periods, step), times)

    assert not of.has_summary
    assert same(run_engine(of), row_by_row(of))


@given(
    rows=st.lists(st.tuples(st.sampled_from(["a", "b", None]), st.sampled_from("uvw"))),
    length=st.integers(1, 9) | st.none() | st.just("4s"),
    step=st.sampled_from([1, 3]),
)
def test_engine_of_pairs(rows, length, step):
    """Two columns, in windows of rows, of time and of all rows so far."""
    columns = [[x for x, _ in rows], [y for _, y in rows]]
    window = expanding_window(1) if length is None else window_of(length, 1)
    times = range(len(rows)) if length == "4s" else None
    of = task(columns, replace(window, step=step), times, measures=PAIR_MEASURES)

    assert not of.has_summary
    assert same(run_engine(of), row_by_row(of))


@examples(30)
@given(data=st.data(), threads=st.sampled_from([2, 3, 5]), step=st.sampled_from([1, 2, 3]))
def test_parts_of_the_rows(data, threads, step):
    """Each thread begins with the window before its part."""
    rows = st.lists(st.sampled_from([0, 1, 2, None]), min_size=30, max_size=60)
    labels = data.draw(rows)
    full = np.array([label or 0 for label in labels])
    window = window_of(data.draw(st.integers(1, 8)), 1, step)
    calls = {
        "engine": lambda count: task([labels], window, threads=count),
        "trace": lambda count: task([full], window, threads=count),
        "pairs": lambda count: task(
            [labels, labels[::-1]], window, measures=PAIR_MEASURES, threads=count
        ),
    }
    for name, call in calls.items():
        assert same(compute_rows(call(threads)), compute_rows(call(1))), name


def test_one_thread_where_parts_would_mostly_repeat_each_other():
    """A part of 50 rows that begins with a window of 25 does not pay; nor where any row counts."""

    def parts(window, **options):
        return row_values.part_count(task([list(range(100))], window, threads=2, **options))

    assert parts(window_of(24)) == 2
    assert parts(window_of(25)) == 1
    assert parts(expanding_window(1)) == 1
    assert parts(window_of(2, closed="both")) == 1
    assert parts(window_of(np.timedelta64(2, "ns")), times=range(100)) == 1
    plain = task([list(range(100))], window_of(2), threads=2)
    for auxiliary in (AuxiliaryColumns(keys=(range(100),)), AuxiliaryColumns(weights=[1.0] * 100)):
        assert row_values.part_count(replace(plain, auxiliary=auxiliary)) == 1


def test_tasks_without_a_summary():
    """The engine serves them."""
    array = np.array([1, 2])
    assert task([array], window_of(2)).is_traced
    for options in ({"closed": "both"}, {"center": True}):
        assert not task([array], window_of(2, **options)).is_traced
    for auxiliary in (
        AuxiliaryColumns(keys=("xy",)),
        AuxiliaryColumns(weights=[1, 2]),
        AuxiliaryColumns(times=[1, 2]),
    ):
        assert not Task([array], window_of(2), ("n",), auxiliary, "skip", 1).is_traced
    assert not task([array, array], window_of(2)).is_traced
    assert not task([array], fading_window(0.5, None, 1)).is_traced
    assert not replace(task([array], window_of(2)), make_engine=lambda: None).is_traced
    assert not task([array], window_of("2s").with_ties_together(), [1, 2]).is_traced


def test_an_unknown_option_of_a_window_is_not_plain():
    """A summary would ignore an option that is added later."""

    @dataclass(frozen=True)
    class NewWindow(Window):
        option: bool = False

    @dataclass(frozen=True)
    class NewRequiredWindow(Window):
        option: bool = None

    assert NewWindow(3, min_periods=2, step=2).is_plain
    assert NewWindow(3, span="3s").is_plain
    assert not NewWindow(3, option=True).is_plain
    assert not NewRequiredWindow(3, option=True).is_plain
    for option in ({"closed": "both"}, {"center": True}, {"ties_together": True}, {"months": 1}):
        assert not Window(3, **option).is_plain


class Label:
    """A label that counts the calls of its methods."""

    hashed = 0
    compared = 0

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        Label.hashed += 1
        return hash(self.value)

    def __eq__(self, other):
        Label.compared += 1
        return self.value == other.value


def label_calls(call):
    """Return how often labels are hashed and compared in a call."""
    Label.hashed = Label.compared = 0
    call()
    return Label.hashed, Label.compared


TIMES_BACK = [*range(50), *range(50)]
LABEL_CALLS = {
    "rolling": lambda labels: es.rolling_entropy(labels, 5),
    "expanding": lambda labels: es.expanding_entropy(labels),
    "closed": lambda labels: es.rolling_entropy(labels, 5, closed="both"),
    "fading": lambda labels: es.fading_entropy(labels, fading_factor=0.5),
    "span": lambda labels: es.rolling_entropy(labels, "5s", times=range(len(labels))),
    "times go back": lambda labels: es.rolling_entropy(
        labels, "5s", times=[*TIMES_BACK, 0][: len(labels)]
    ),
    "groups": lambda labels: es.rolling_entropy(labels, 5, group_by=["u"] * len(labels)),
    "weights": lambda labels: es.rolling_entropy(labels, 5, weights=[1.0] * len(labels)),
    "pairs": lambda labels: es.rolling_mutual_information(labels, ["u"] * len(labels), 5),
    "divergence": lambda labels: es.rolling_divergence(labels, 5, reference="previous"),
    "aggregate": lambda labels: es.entropy(labels),
    "chunk": lambda labels: list(es.rolling_entropy(iter([labels]), 5)),
}


@pytest.mark.parametrize("name", LABEL_CALLS)
def test_each_label_is_hashed_once(name, small_pieces):
    """With a missing value in the last row or without: nothing is read twice."""
    labels = [Label(row % 7) for row in range(100)]
    call = LABEL_CALLS[name]

    hashed, compared = label_calls(lambda: call(labels))

    assert hashed == len(labels)
    assert label_calls(lambda: call([*labels, None])) == (hashed, compared)


@pytest.mark.parametrize("name", LABEL_CALLS)
@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_errors_of_labels_are_raised_at_once(name, error):
    """An error in the code of a user is never taken for a missing value."""

    class Broken(Label):
        def __hash__(self):
            Label.hashed += 1
            raise error("broken hash")

        __eq__ = None

    labels = [*map(Label, range(9)), Broken(0), *map(Label, range(9))]
    Label.hashed = 0

    with pytest.raises(error, match=r"broken hash|hashable"):
        LABEL_CALLS[name](labels)

    assert Label.hashed == 10


@pytest.mark.parametrize("missing", ["skip", "label"])
@pytest.mark.parametrize("threads", [1, 3])
def test_missing_rows_late_in_the_column(missing, threads, small_pieces):
    """The engine continues where a summary would not."""
    labels = ["a", "b"] * 40 + [None] + ["b", "c"] * 20
    of = task([labels], window_of(5, 1), missing=missing, threads=threads)

    assert same(compute_rows(of), row_by_row(replace(of, threads=1)))


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
    "groups": {"window": 3, "group_by": KEYS, "center": True},
    "two keys": {"window": 3, "group_by": (KEYS, KEYS % 2)},
    "weights": {"window": 6, "weights": WEIGHTS},
    "weights of groups": {"window": 6, "weights": WEIGHTS, "group_by": KEYS},
    "span": {"window": "5s", "times": np.sort(TIMES)},
    "centred span": {"window": "5s", "times": np.sort(TIMES), "center": True},
    "span, times go back": {"window": "5s", "times": TIMES},
    "span of groups": {"window": "5s", "times": TIMES, "group_by": KEYS, "weights": WEIGHTS},
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
    """Any number of rows at once, any number of threads."""
    column = COLUMN if kind == "gaps" else np.nan_to_num(COLUMN)

    values = es.rolling(column, **{"min_periods": 2, **CASES[name]}, threads=threads)

    assert same(values, EXPECTED[kind, name])


def test_pieces_of_every_library(small_pieces):
    """Each is sliced in its own way."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    labels = ["a", None, "b", "b", None, "c"] * 20
    times = (1000 * np.arange(120)).astype("datetime64[ms]")
    expected = es.rolling_gini(labels, "7s", times=times, group_by=labels[::-1], min_periods=1)
    series = pd.Series(labels, index=times[::-1])
    categories = pd.Series(labels, index=[0] * 120, dtype="category")

    for column in (series, categories, pd.Index(labels), pd.Categorical(labels), tuple(labels)):
        values = es.rolling_gini(
            column, "7s", times=times, group_by=list(column)[::-1], min_periods=1
        )
        assert same_bits(np.asarray(values), expected)
    values = es.rolling_gini(pl.Series(labels), "7s", times=pl.Series(times), group_by=labels[::-1])
    assert same_bits(values.to_numpy(), expected)
    array = pa.array(labels).dictionary_encode()
    values = es.rolling_gini(
        array, "7s", times=pd.Series(times, index=times), group_by=labels[::-1]
    )
    assert same_bits(values.to_numpy(zero_copy_only=False), expected)


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
        "rolling on threads": lambda: es.rolling_entropy(labels, 3, threads=3, **missing),
        "groups": lambda: es.rolling_entropy(labels, 3, group_by=full, **missing),
        "grouped": lambda: es.entropy(labels, group_by=full, **missing),
        "span": lambda: es.rolling_entropy(labels, "3s", times=range(100), **missing),
        "divergence": lambda: es.rolling_divergence(
            labels, 3, reference="previous", threads=3, **missing
        ),
        "reference": lambda: es.rolling_divergence(full, 3, reference=labels, **missing),
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


def test_unhashable_label_late_in_the_column(small_pieces):
    """Refused with its row on every path."""
    labels = [*"abc" * 30, []]
    text = "label must be hashable, got [] (list) at position 90"
    calls = [
        lambda: es.rolling_entropy(labels, 3),
        lambda: es.rolling_entropy(labels, 3, threads=3),
        lambda: es.rolling_entropy(labels, 3, center=True),
        lambda: es.rolling_entropy(["a"] * 91, 3, group_by=labels),
        lambda: es.expanding_gini(labels),
        lambda: es.entropy(labels),
        lambda: es.entropy(labels, weights=[1.0] * 91),
        lambda: es.rolling_mutual_information(["a"] * 91, labels, 3),
    ]
    for call in calls:
        with refused(TypeError, text):
            call()
