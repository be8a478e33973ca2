"""base= gives entropies in another unit: the value in bits divided by log2(base)."""

import math
from fractions import Fraction

import numpy as np
import pytest

import entrostream as es
from tests import truth
from tests.refusals import refused

pytest.importorskip("pandas")
pytest.importorskip("polars")

import pandas as pd
import polars as pl

RNG = np.random.default_rng(7)
LABELS = RNG.integers(0, 6, 300)
OTHERS = (LABELS + RNG.integers(0, 2, 300)) % 5
KEYS = RNG.integers(0, 3, 300)
TIMES = np.sort(RNG.integers(0, 1000, 300))
WEIGHTS = RNG.integers(1, 5, 300).astype(float)
FRAME = pd.DataFrame({"x": LABELS, "y": OTHERS, "k": KEYS, "t": TIMES})

CALLS = {
    "entropy": lambda **b: es.entropy(LABELS, **b),
    "weights": lambda **b: es.entropy(LABELS, weights=WEIGHTS, **b),
    "groups": lambda **b: list(es.entropy(LABELS, group_by=KEYS, **b).values()),
    "intervals": lambda **b: es.entropy(LABELS, every="1min", times=TIMES, **b)["entropy"],
    "frame": lambda **b: es.entropy(FRAME, **b),
    "chunks": lambda **b: es.entropy(iter([LABELS[:90], LABELS[90:]]), **b),
    "chunks of frames": lambda **b: es.entropy(iter([FRAME[:90], FRAME[90:]]), **b),
    "rolling": lambda **b: es.rolling_entropy(LABELS, 20, **b),
    "rolling, groups": lambda **b: es.rolling_entropy(LABELS, 20, group_by=KEYS, **b),
    "rolling, span": lambda **b: es.rolling_entropy(LABELS, "1min", times=TIMES, **b),
    "rolling, every": lambda **b: es.rolling_entropy(
        LABELS, "2min", times=TIMES, every="1min", **b
    )["entropy"],
    "rolling, step": lambda **b: es.rolling_entropy(LABELS, 20, step=7, **b),
    "rolling, weights": lambda **b: es.rolling_entropy(LABELS, 20, weights=WEIGHTS, **b),
    "rolling, frame": lambda **b: es.rolling_entropy(FRAME, 20, group_by="k", **b),
    "rolling, polars": lambda **b: es.rolling_entropy(pl.Series(LABELS), 20, **b),
    "rolling, chunks": lambda **b: np.concatenate(
        list(es.rolling_entropy(iter([LABELS[:90], LABELS[90:]]), 20, **b))
    ),
    "rolling, late": lambda **b: es.rolling_entropy(
        LABELS, "1min", times=TIMES[::-1], lateness="1h", **b
    ),
    "renyi2": lambda **b: es.rolling(LABELS, 20, measures="renyi2", **b),
    "expanding": lambda **b: es.expanding_entropy(LABELS, **b),
    "fading": lambda **b: es.fading_entropy(LABELS, fading_factor=0.9, **b),
    "mutual information": lambda **b: es.mutual_information(LABELS, OTHERS, **b),
    "information gain": lambda **b: es.information_gain("x", "y", frame=FRAME, **b),
    "mutual information, groups": lambda **b: es.mutual_information(
        "x", "y", frame=FRAME, group_by="k", **b
    ),
    "mutual information, chunks": lambda **b: es.mutual_information(
        "x", "y", frame=iter([FRAME]), **b
    ),
    "rolling mutual information": lambda **b: es.rolling_mutual_information(
        LABELS, OTHERS, 20, **b
    ),
    "divergence": lambda **b: es.divergence(LABELS, OTHERS, **b),
    "divergence, groups": lambda **b: es.divergence(
        pd.Series(LABELS), OTHERS, group_by=pd.Series(KEYS), **b
    ),
    "divergence, frame": lambda **b: es.divergence(FRAME, OTHERS, **b),
    "rolling divergence": lambda **b: es.rolling_divergence(
        LABELS, 20, reference=OTHERS, method="kullback-leibler", unseen=1, **b
    ),
    "rolling divergence, frame": lambda **b: es.rolling_divergence(
        FRAME, 20, reference=OTHERS, **b
    ),
    "rolling divergence, chunks": lambda **b: np.concatenate(
        list(es.rolling_divergence(iter([LABELS]), 20, reference="previous", **b))
    ),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("base", [math.e, 10, 1.5, Fraction(7, 2)], ids=str)
def test_the_value_in_bits_divided_by_the_logarithm_of_the_base(call, base):
    """On every path, to the last bit."""
    bits, other = np.asarray(call(), dtype=float), np.asarray(call(base=base), dtype=float)

    assert np.array_equal(other, bits / math.log2(base), equal_nan=True)
    assert np.nanmax(bits) > 0.0


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_base_two_changes_no_bit(call):
    """Whatever type the 2 has."""
    bits = np.asarray(call(), dtype=float)
    for base in (2, 2.0, np.float32(2)):
        assert np.array_equal(np.asarray(call(base=base), dtype=float), bits, equal_nan=True)


@pytest.mark.parametrize("base", [3, 10, math.e])
def test_near_the_true_value(base):
    """Two more roundings than `entropy_in` of a summary."""
    counts = np.bincount(LABELS)
    true = float(truth.entropy_in(counts.tolist(), base))

    value = es.entropy(LABELS, base=base)

    assert abs(value - true) <= 3 * math.ulp(true)
    tally = es.Tally()
    tally.update_many(LABELS)
    assert abs(value - tally.entropy_in(base)) <= 3 * math.ulp(true)


def test_as_scipy():
    """With its default base, e, and another one."""
    scipy_stats = pytest.importorskip("scipy.stats")
    counts = np.bincount(LABELS)
    assert es.entropy(LABELS, base=math.e) == pytest.approx(scipy_stats.entropy(counts))
    assert es.entropy(LABELS, base=10) == pytest.approx(scipy_stats.entropy(counts, base=10))


@pytest.mark.parametrize("make", [es.rolling, es.expanding, es.fading], ids=lambda f: f.__name__)
def test_of_several_measures_only_amounts_of_information_change(make):
    """Entropy and Renyi entropy; nats say their unit, and the others have none."""
    measures = ("entropy", "renyi2", "nats", "gini", "n", "distinct", "evenness", "perplexity")
    window = {es.rolling: {"window": 20}, es.fading: {"fading_factor": 0.9}}.get(make, {})

    bits = make(LABELS, measures=measures, **window)
    other = make(LABELS, measures=measures, base=10, **window)

    for name in measures:
        unit = math.log2(10) if name in ("entropy", "renyi2") else 1.0
        assert np.array_equal(other[name], bits[name] / unit, equal_nan=True)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_bases_that_are_refused(call):
    """In the words of `entropy_in`."""
    with refused(ValueError, "base must be a number above 1, got 1"):
        call(base=1)
    with refused(TypeError, "base must be a number, got 'e' (str)"):
        call(base="e")
    with refused(TypeError, "base must be a number, got None (NoneType)"):
        call(base=None)


def test_pandas():
    """Where the windows are measured."""
    pytest.importorskip("entrostream.pandas")
    series = FRAME["x"]
    unit = math.log2(10)
    assert series.entro.entropy(base=10) == series.entro.entropy() / unit
    assert series.entro.divergence(OTHERS, base=10) == series.entro.divergence(OTHERS) / unit
    assert FRAME.entro.mutual_information("x", "y", base=10) == pytest.approx(
        FRAME.entro.mutual_information("x", "y") / unit
    )
    for windows in (
        series.entro.rolling(20),
        series.entro.expanding(),
        series.entro.fading(halflife=9),
        series.set_axis(pd.to_datetime(TIMES, unit="s")).entro.resample("1min"),
    ):
        pd.testing.assert_series_equal(windows.entropy(base=10), windows.entropy() / unit)
        both = windows.agg(["entropy", "gini"], base=10)
        pd.testing.assert_series_equal(
            both["entropy"], windows.agg("entropy", base=10), check_names=False
        )
        pd.testing.assert_series_equal(both["gini"], windows.gini(), check_names=False)
    rolling = FRAME.entro.rolling(20)
    pd.testing.assert_series_equal(
        rolling.mutual_information("x", "y", base=10), rolling.mutual_information("x", "y") / unit
    )
    far = series.entro.rolling(20)
    pd.testing.assert_series_equal(far.divergence(OTHERS, base=10), far.divergence(OTHERS) / unit)


def test_polars():
    """In each method that gives an amount of information."""
    pytest.importorskip("entrostream.polars")
    frame = pl.DataFrame({"x": LABELS, "y": OTHERS, "t": TIMES})
    reference = {"reference": OTHERS.tolist()}
    for name, arguments, options in (
        ("entropy", (), {}),
        ("mutual_information", ("y",), {}),
        ("information_gain", ("y",), {}),
        ("divergence", (OTHERS.tolist(),), {}),
        ("rolling_entropy", (20,), {}),
        ("rolling_entropy_by", ("t", "60i"), {}),
        ("rolling_mutual_information", ("y", 20), {}),
        ("rolling_mutual_information_by", ("y", "t", "60i"), {}),
        ("rolling_divergence", (20,), reference),
        ("rolling_divergence_by", ("t", "60i"), reference),
        ("cum_entropy", (), {}),
        ("fading_entropy", (), {"half_life": 9}),
        ("fading_entropy_by", ("t",), {"half_life": "60i"}),
    ):
        method = getattr(pl.col("x").entro, name)
        bits = frame.select(method(*arguments, **options))["x"]
        other = frame.select(method(*arguments, **options, base=10))["x"]
        # Not by Polars, which multiplies by the reciprocal.
        expected = [None if each is None else each / math.log2(10) for each in bits]
        assert other.to_list() == expected, name
    struct = frame["x"].entro.rolling_measures(20, measures=["entropy", "gini"], base=10)
    single = frame["x"].entro.rolling_entropy(20, base=10)
    assert struct.struct.field("entropy").to_list() == single.to_list()
    assert struct.struct.field("gini").to_list() == frame["x"].entro.rolling_gini(20).to_list()
    with refused(ValueError, "base must be a number above 1, got 0"):
        pl.col("x").entro.cum_entropy(base=0)


def test_duckdb():
    """In the functions of the module; SQL itself divides."""
    duckdb = pytest.importorskip("duckdb")
    sql = pytest.importorskip("entrostream.duckdb")
    con = duckdb.connect()
    query = "SELECT i * i % 7 AS x, i FROM range(50) t(i) ORDER BY i"

    def last(relation):
        return [row[-1] for row in relation.fetchall()]

    for bits, other in (
        (
            sql.rolling_entropy(con, query, 9, column="x"),
            sql.rolling_entropy(con, query, 9, column="x", base=10),
        ),
        (
            sql.expanding_entropy(con, query, column="x"),
            sql.expanding_entropy(con, query, column="x", base=10),
        ),
        (
            sql.rolling(con, query, 9, column="x", measures="entropy"),
            sql.rolling(con, query, 9, column="x", measures=["entropy"], base=10),
        ),
    ):
        expected = [None if each is None else each / math.log2(10) for each in last(bits)]
        assert last(other) == expected
