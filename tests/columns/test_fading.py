"""Fading columns are the sum over all rows so far, each with the weight of its age."""

import datetime as dt
import math

import gmpy2
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.sequences import sequences
from tests.summaries.fading_truth import Truth
from tests.truth import HIGH

MEASURES = ("entropy", "gini", "n", "distinct", "effective_size")
LABELS = sequences(["a", "b", "c", None], max_size=60)
FACTORS = st.sampled_from([1.0, 0.999, 0.9, 0.5, 0.01])


def by_rows(labels, factor):
    """Return the truth after each row; `factor(age)` is the weight of a row of that age."""
    return [
        Truth.of((label, factor(row - i)) for i, label in enumerate(labels[: row + 1]) if label)
        if any(labels[: row + 1])
        else None
        for row in range(len(labels))
    ]


def faded_by(fading_factor):
    def factor(age):
        with gmpy2.context(HIGH):
            return gmpy2.mpfr(fading_factor) ** age

    return factor


def halved_each(half_life):
    def factor(age):
        with gmpy2.context(HIGH):
            return gmpy2.exp2(-gmpy2.mpfr(age) / gmpy2.mpfr(half_life))

    return factor


def agrees(result, truths):
    """Say whether all rows are right: to 1e-12, in proportion where a number has no bound."""
    for row, truth in enumerate(truths):
        if truth is None:
            assert all(np.isnan(result[name][row]) for name in result)
            continue
        assert abs(result["entropy"][row] - truth.entropy) < 1e-12
        assert abs(result["gini"][row] - truth.gini) < 1e-12
        assert abs(result["n"][row] / truth.n - 1) < 1e-12
        assert abs(result["effective_size"][row] / truth.effective_size - 1) < 1e-12
    return True


@given(labels=LABELS, factor=FACTORS)
def test_factor_is_the_sum_over_all_rows(labels, factor):
    """With rows that have no label, which age the others."""
    result = es.fading(labels, fading_factor=factor, measures=MEASURES)

    assert agrees(result, by_rows(labels, faded_by(factor)))


@given(labels=LABELS, half_life=st.sampled_from([1, 2.5, 1 / 3, 1000 / 7, 3e6]))
def test_half_life_in_rows_is_the_sum_over_all_rows(labels, half_life):
    """A number of rows, whole or not."""
    result = es.fading(labels, half_life=half_life, measures=MEASURES)

    assert agrees(result, by_rows(labels, halved_each(half_life)))


@given(
    rows=st.lists(
        st.tuples(st.sampled_from(["a", "b", "c", None]), st.integers(-1000, 5000)), max_size=40
    )
)
def test_half_life_in_time_is_the_sum_over_all_rows_before(rows):
    """Times may be in any order: rows are taken by time, those of one time as they stand."""
    labels, times = [label for label, _ in rows], [time for _, time in rows]
    order = sorted(range(len(rows)), key=lambda row: times[row])

    result = es.fading(labels, half_life="50s", times=times, measures=MEASURES)

    truths = [None] * len(rows)
    for place, row in enumerate(order):
        before = [i for i in order[: place + 1] if labels[i]]
        ages = [(labels[i], halved_each(50)(times[row] - times[i])) for i in before]
        truths[row] = Truth.of(ages) if ages else None
    assert agrees(result, truths)


def test_entropy_lasts_through_any_number_of_missing_rows():
    """All weights fade alike: the mixture stays, and the weight says how little it is worth."""
    labels = ["a", "b"] + [None] * 3000 + ["a"]

    result = es.fading(labels, fading_factor=0.5, measures=MEASURES)

    assert result["entropy"][1:-1] == pytest.approx(
        es.fading_entropy(["a", "b"], fading_factor=0.5)[1]
    )
    assert result["n"][-2] == np.finfo(float).smallest_subnormal
    assert (result["entropy"][-1], result["n"][-1], result["distinct"][-1]) == (0.0, 1.0, 1.0)


def test_the_strongest_fading_bears_missing_rows_too():
    """Exponents of two stay in their bounds."""
    labels = ["a"] + [None] * 100_000 + ["b", "a"]

    result = es.fading_entropy(labels, fading_factor=5e-324)

    assert np.all(result == 0.0)


def random_column(rows, missing, seed=1):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 20, rows).astype(float)
    labels[rng.random(rows) < missing] = np.nan
    return labels


@pytest.mark.parametrize("half_life", [3, 250.5])
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_weight_is_that_of_pandas(half_life, missing):
    """Missing rows age the others as with ewm(ignore_na=False)."""
    labels = random_column(3000, missing)
    ones = pd.Series(np.where(np.isnan(labels), np.nan, 1.0))

    result = es.fading(labels, half_life=half_life, measures=("n",), min_periods=4)

    expected = ones.ewm(halflife=half_life, adjust=True, ignore_na=False, min_periods=4).sum()
    np.testing.assert_allclose(result["n"], expected.to_numpy(), rtol=1e-11)


def test_weight_with_times_is_that_of_pandas():
    """Only its mean knows times: the share of the first row is the mean of its indicator."""
    rng = np.random.default_rng(3)
    times = pd.to_datetime(np.sort(rng.integers(0, 10**15, 400)))
    ones = pd.Series(np.zeros(400))
    ones[0] = 1.0

    result = es.fading(ones, half_life="24h", times=times, measures=("n",))

    share = ones.ewm(halflife="1D", times=times).mean()
    age = (times - times[0]) / pd.Timedelta("1D")
    np.testing.assert_allclose(0.5**age / result["n"], share, rtol=1e-9)


@pytest.mark.parametrize(
    "options",
    [
        {"fading_factor": 0.99},
        {"fading_factor": 1.0},
        {"fading_factor": 1e-300},
        {"half_life": 100},
        {"half_life": 0.7},
        {"half_life": "90s", "times": np.cumsum(np.arange(20_000) % 7)},
    ],
    ids=lambda options: "-".join(f"{name}={options[name]}" for name in list(options)[:1]),
)
@pytest.mark.parametrize("measures", [("entropy", "gini"), ("gini", "n", "distinct")])
@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("labels", [30, 5000])
def test_all_ways_give_the_same_bits(options, labels, missing, measures):
    """A tally's own trace, the engine in blocks, and row by row as it goes with keys."""
    rng = np.random.default_rng(5)
    column = (rng.zipf(1.3, 20_000) % labels).astype(float)
    column[rng.random(20_000) < missing] = np.nan
    options = {**options, "measures": measures, "min_periods": 7}

    result = es.fading(column, **options)
    row_by_row = es.fading(column, group_by=np.zeros(20_000), **options)

    for name in measures:
        assert result[name].tobytes() == row_by_row[name].tobytes(), name


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    "options", [{"fading_factor": 0.9}, {"half_life": 5}, {"half_life": "1min"}]
)
def test_each_key_is_a_stream_of_its_own(options, threads):
    """Values are in the order of the rows; any number of threads gives the same bits."""
    rng = np.random.default_rng(7)
    keys, labels = rng.integers(0, 40, 5000), random_column(5000, 0.1, seed=8)
    keys_or_none = np.where(keys == 39, np.nan, keys)
    times = np.cumsum(rng.integers(0, 3, 5000))
    span = isinstance(options.get("half_life"), str)
    timed = {"times": times} if span else {}

    result = es.fading(labels, group_by=keys_or_none, threads=threads, **options, **timed)

    assert all(np.isnan(result[name][keys == 39]).all() for name in MEASURES)
    for key in range(39):
        rows = keys == key
        timed = {"times": times[rows]} if span else {}
        alone = es.fading(labels[rows], **options, **timed)
        for name in MEASURES:
            assert alone[name].tobytes() == result[name][rows].tobytes()


def test_keys_follow_pandas_groups():
    """Weights of a group age by the rows of the group."""
    rng = np.random.default_rng(9)
    frame = pd.DataFrame({"key": rng.integers(0, 9, 2000), "label": random_column(2000, 0.2)})

    result = es.fading(frame["label"], fading_factor=0.75, group_by=frame["key"], measures=("n",))

    ones = frame.assign(label=frame["label"].where(frame["label"].isna(), 1.0))
    groups = ones.groupby("key")["label"].ewm(alpha=0.25, adjust=True, ignore_na=False)
    expected = groups.sum().droplevel("key").sort_index()
    np.testing.assert_allclose(result["n"], expected, rtol=1e-12)


def test_several_keys_and_unsorted_times_go_together():
    """Rows of a stream in the order of their times."""
    times = [30, 10, 20, 10, 30, 20]
    result = es.fading_entropy(
        ["c", "a", "b", "u", "u", "v"],
        half_life="10s",
        times=times,
        group_by=(["x"] * 3 + ["y"] * 3, [1] * 6),
    )

    assert result[[1, 2, 0]] == pytest.approx(es.fading_entropy(["a", "b", "c"], half_life=1))
    assert result[[3, 5, 4]] == pytest.approx(es.fading_entropy(["u", "v", "u"], half_life=1))


@pytest.mark.parametrize(("periods", "unknown"), [(0, 1), (1, 1), (2, 3), (3, 4)])
def test_min_periods_counts_rows_with_a_label(periods, unknown):
    """The first rows have no value; a row before the first label never has one."""
    result = es.fading_entropy([None, "a", None, "b", "b"], fading_factor=0.5, min_periods=periods)

    assert np.isnan(result).tolist() == [row < unknown for row in range(5)]


def test_min_periods_of_a_trace():
    """Without missing rows it is their number."""
    assert np.isnan(es.fading_gini(list("abc"), fading_factor=0.5, min_periods=3)).tolist() == [
        1,
        1,
        0,
    ]


def test_missing_can_be_a_label_or_an_error():
    """As in all column functions."""
    labelled = es.fading_entropy(["a", None], fading_factor=1.0, missing="label")

    assert labelled.tolist() == [0.0, 1.0]
    with pytest.raises(ValueError, match="missing"):
        es.fading_entropy(["a", None], fading_factor=1.0, missing="raise")


def test_bins_count_numbers_by_their_place():
    """As in all column functions."""
    result = es.fading_gini([0.1, 0.9, 0.2], fading_factor=1.0, bins=[0.5])

    assert result == pytest.approx([0, 0.5, 4 / 9])


def test_what_goes_in_comes_out():
    """pandas, Polars, Arrow; frames and columns."""
    index = pd.date_range("2024-01-01", periods=3, freq="1min")
    series = pd.Series(["a", "b", None], index=index, name="s")
    frame = pl.DataFrame({"t": [0, 60, 120], "x": ["a", "b", None], "y": ["u", "u", "u"]})
    truth = [0.0, 0.9182958340544896, 0.9182958340544896]

    by_index = es.fading_entropy(series, half_life="1min")
    by_name = es.fading_entropy(frame, half_life=dt.timedelta(minutes=1), times="t")

    pd.testing.assert_series_equal(by_index, pd.Series(truth, index, name="s"))
    assert by_name.columns == ["x", "y"]
    assert by_name["x"].to_list() == pytest.approx(truth)
    arrow = es.fading_entropy(pa.chunked_array([["a"], ["b", None]]), half_life=1)
    assert arrow.to_pylist() == pytest.approx(truth)
    assert list(es.fading(series, fading_factor=0.5)) == list(MEASURES)


def test_no_rows_give_no_values():
    """Whatever the kind."""
    assert es.fading_entropy([], fading_factor=0.5).tolist() == []
    assert es.fading_gini(pl.Series("x", [], dtype=pl.String), half_life=3).to_list() == []
    assert es.fading_gini([], half_life="1s", times=[]).tolist() == []


REFUSED = [
    ({"fading_factor": 0}, ValueError, "fading_factor must be above 0 and at most 1, got 0"),
    ({"fading_factor": 1.5}, ValueError, "fading_factor must be above 0 and at most 1, got 1.5"),
    (
        {"fading_factor": math.nan},
        ValueError,
        "fading_factor must be above 0 and at most 1, got nan",
    ),
    ({"fading_factor": "x"}, TypeError, "fading_factor must be a number, got 'x' (str)"),
    ({}, ValueError, "either fading_factor= or half_life= says how rows fade: give one of them"),
    (
        {"fading_factor": 0.5, "half_life": 3},
        ValueError,
        "either fading_factor= or half_life= says how rows fade: give one of them",
    ),
    (
        {"half_life": "5min"},
        ValueError,
        "a half_life of '5min' needs times=, the time of each row",
    ),
    (
        {"half_life": 5, "times": [1, 2]},
        ValueError,
        "times= needs a half_life that is a span, such as '5min' or a timedelta; got 5",
    ),
    (
        {"fading_factor": 0.5, "times": [1, 2]},
        ValueError,
        "times= needs a half_life that is a span, such as '5min' or a timedelta; got "
        "fading_factor=0.5",
    ),
    ({"half_life": "5min", "times": [1]}, ValueError, "values and times differ in length: 2 and 1"),
    (
        {"fading_factor": 0.5, "min_periods": -1},
        ValueError,
        "min_periods must be an integer from 0 on",
    ),
    ({"fading_factor": 0.5, "threads": 0}, ValueError, "threads must be a positive integer, got 0"),
    (
        {"fading_factor": 0.5, "missing": "x"},
        ValueError,
        "missing must be one of skip, raise, label",
    ),
    (
        {"fading_factor": 0.5, "group_by": [1]},
        ValueError,
        "values and group_by differ in length: 2 and 1",
    ),
    *(
        (
            {"half_life": half_life},
            ValueError,
            "half_life must be a number of rows, from 0.001 to 1e12, or a span of time such as "
            f'"5min", got {half_life!r}',
        )
        for half_life in [0, -1, math.nan, math.inf, True, [3]]
    ),
]


@pytest.mark.parametrize(("options", "error", "words"), REFUSED)
def test_bad_input_is_refused(options, error, words):
    """With the value, the limit and the way out."""
    with pytest.raises(error) as refused:
        es.fading_entropy(["a", None], **{"group_by": [1, 1], **options})

    assert str(refused.value).startswith(words)


@pytest.mark.parametrize("half_life", ["-5s", "0s", "five"])
def test_bad_spans_are_refused(half_life):
    """In the words of the summary."""
    with pytest.raises(ValueError, match="half_life"):
        es.fading_entropy(["a"], half_life=half_life, times=[1])


def test_unknown_measures_are_refused():
    """The message names those that there are, of weights too."""
    with pytest.raises(ValueError, match=r"measure must be one of .*effective_size, got 'mean'"):
        es.fading(["a"], fading_factor=0.5, measures=("mean",))


def test_a_million_groups_are_small():
    """Less than a kilobyte per group of three rows, besides the input: measured in a process."""
    import subprocess
    import sys

    code = """
import resource, numpy as np, entrostream as es
rows = 600_000
keys = np.arange(rows) % 200_000
labels = np.arange(rows) // 200_000
es.fading_entropy(labels[:10], fading_factor=.5, group_by=keys[:10])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
es.fading_entropy(labels, fading_factor=.5, group_by=keys)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / 200_000)
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert float(result.stdout) < 1000
