"""The namespace of Polars gives what the column functions give, in windows that Polars has."""

import datetime as dt
import doctest
import inspect
import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal, assert_series_equal

import entrostream as es
import entrostream.polars as namespace
from entrostream.polars.durations import Duration


def frame_of(rows=300, seed=1):
    """Return labels with holes, times that repeat, and keys."""
    rng = np.random.default_rng(seed)
    start = dt.datetime(2024, 3, 1)
    seconds = np.cumsum(rng.integers(0, 90, rows))
    return pl.DataFrame(
        {
            "x": rng.choice(["a", "b", "c", None], rows).tolist(),
            "y": rng.integers(0, 3, rows),
            "t": [start + dt.timedelta(seconds=int(second)) for second in seconds],
            "i": seconds,
            "key": rng.integers(0, 4, rows),
            "weight": rng.random(rows) + 0.5,
        }
    )


FRAME = frame_of()
X = pl.col("x")
# 1 where there is a label, as a column and as an expression.
ONES = pl.when(X.is_not_null()).then(1.0)


def column(expression, frame=FRAME):
    """Return what an expression gives."""
    return frame.select(expression).to_series()


CALLS = {
    "rolling": (
        lambda entro: entro.rolling_entropy(7, min_samples=2, center=True),
        lambda x: es.rolling_entropy(x, 7, min_periods=2, center=True),
    ),
    "rolling gini": (lambda entro: entro.rolling_gini(7), lambda x: es.rolling_gini(x, 7)),
    "label": (
        lambda entro: entro.rolling_gini(7, missing="label", threads=2),
        lambda x: es.rolling_gini(x, 7, missing="label"),
    ),
    "cum": (lambda entro: entro.cum_entropy(), lambda x: es.expanding_entropy(x)),
    "cum gini": (
        lambda entro: entro.cum_gini(min_samples=9),
        lambda x: es.expanding_gini(x, min_periods=9),
    ),
    "divergence": (
        lambda entro: entro.rolling_divergence(7, reference=["a", "b"], min_samples=2),
        lambda x: es.rolling_divergence(x, 7, reference=["a", "b"], min_periods=2),
    ),
    "divergence from the window before": (
        lambda entro: entro.rolling_divergence(7, reference="previous", weighting="rows"),
        lambda x: es.rolling_divergence(x, 7, reference="previous", weighting="rows"),
    ),
    "fading": (
        lambda entro: entro.fading_entropy(fading_factor=0.9),
        lambda x: es.fading_entropy(x, fading_factor=0.9),
    ),
    "fading gini": (
        lambda entro: entro.fading_gini(half_life=6.5, min_samples=3),
        lambda x: es.fading_gini(x, half_life=6.5, min_periods=3),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_expressions_and_series_are_the_functions(name):
    """The same values, named after the column."""
    call, function = CALLS[name]

    expected = function(FRAME["x"])

    assert_series_equal(call(FRAME["x"].entro), expected)
    assert_series_equal(column(call(X.entro)), expected)
    lazy = FRAME.lazy().select(call(X.entro))
    assert lazy.collect_schema() == {"x": pl.Float64}
    assert_series_equal(lazy.collect().to_series(), expected)
    assert_series_equal(lazy.collect(engine="streaming").to_series(), expected)


@pytest.mark.parametrize("name", CALLS)
def test_over_and_group_by_are_the_same(name):
    """A group at a time, or all in one pass; and so does group_by, in lists."""
    call, function = CALLS[name]

    over = column(call(X.entro).over("key"))

    for key in FRAME["key"].unique():
        rows = FRAME["key"] == key
        assert_series_equal(over.filter(rows), function(FRAME.filter(rows)["x"]))
    lists = FRAME.group_by("key", maintain_order=True).agg(call(X.entro))
    for key, values in lists.rows():
        assert values == over.filter(FRAME["key"] == key).to_list()


def test_group_by_is_over_in_one_pass():
    """By one key or several, named or given."""
    over = column(X.entro.rolling_entropy(5, min_samples=1).over("key"))
    both = column(X.entro.cum_gini().over("key", "y"))

    assert_series_equal(column(X.entro.rolling_entropy(5, min_samples=1, group_by="key")), over)
    assert_series_equal(
        FRAME["x"].entro.rolling_entropy(5, min_samples=1, group_by=FRAME["key"]), over
    )
    assert_series_equal(column(X.entro.cum_gini(group_by=["key", pl.col("y")])), both)


@pytest.mark.parametrize("center", [False, True])
@pytest.mark.parametrize("min_samples", [None, 1, 4])
@pytest.mark.parametrize("window", [1, 5, 6, 1000])
def test_counted_windows_are_those_of_polars(window, min_samples, center):
    """As many rows with a label as Polars sums ones."""
    least = min_samples and min(min_samples, window)
    options = {"min_samples": least, "center": center}

    result = column(X.entro.rolling_measures(window, measures=["n"], **options)).struct.field("n")

    expected = column(ONES.rolling_sum(window, **options))
    assert_series_equal(result, expected, check_names=False)


@pytest.mark.parametrize("closed", ["right", "left", "both", "none"])
@pytest.mark.parametrize("min_samples", [1, 3])
@pytest.mark.parametrize("window", ["90s", "10m", "1h30m", "1d", dt.timedelta(minutes=4)])
def test_windows_of_time_are_those_of_polars(window, min_samples, closed):
    """Rows of equal times together, as there."""
    options = {"min_samples": min_samples, "closed": closed}
    frame = FRAME.sample(fraction=1.0, shuffle=True, seed=4)  # in any order

    for each in (FRAME, frame):
        measures = X.entro.rolling_measures_by("t", window, measures=["n"], **options)
        result = column(measures, each).struct.field("n")
        expected = column(ONES.rolling_sum_by("t", window, **options), each)
        assert_series_equal(result, expected, check_names=False)


@pytest.mark.parametrize("kind", [pl.Int64, pl.Int32, pl.UInt32, pl.UInt64])
def test_windows_of_integers_are_those_of_polars(kind):
    """A column of integers goes by a number of them."""
    frame = FRAME.with_columns(pl.col("i").cast(kind))

    result = column(X.entro.rolling_measures_by("i", "300i", measures=["n"]), frame)

    expected = column(ONES.rolling_sum_by("i", "300i", min_samples=1), frame)
    assert_series_equal(result.struct.field("n"), expected, check_names=False)


def test_large_integers_have_room():
    """Nothing is multiplied."""
    frame = pl.DataFrame({"i": [-(2**62), 2**62, 2**62 + 1], "x": ["a", "b", "c"]})

    assert column(X.entro.rolling_entropy_by("i", "2i"), frame).to_list() == [0.0, 0.0, 1.0]


def test_dates_and_zones_serve():
    """Date, Datetime of any unit and zone."""
    days = pl.Series("t", [dt.date(2024, 3, day) for day in (30, 31)] + [dt.date(2024, 4, 1)])
    frame = pl.DataFrame({"t": days, "x": ["a", "b", "c"]})
    berlin = pl.col("t").cast(pl.Datetime("ms")).dt.replace_time_zone("Europe/Berlin")

    by_day = column(X.entro.rolling_entropy_by("t", "2d"), frame)
    by_hour = column(X.entro.rolling_entropy_by(berlin, "24h"), frame)

    assert by_day.to_list() == [0.0, 1.0, 1.0]
    assert by_hour.to_list() == [0.0, 0.0, 1.0]  # the night of March 31 has 23 hours


def test_by_time_is_the_function():
    """Entropy, Gini index, mutual information; rolling and fading."""
    x, y, t = FRAME["x"], FRAME["y"], FRAME["t"]

    result = FRAME.select(
        h=X.entro.rolling_entropy_by("t", "10m", group_by="key", weights="weight"),
        g=X.entro.rolling_gini_by("t", "10m", closed="both"),
        m=X.entro.rolling_mutual_information_by("y", "t", "10m", min_samples=2),
        f=X.entro.fading_entropy_by("t", half_life="5m"),
        d=X.entro.fading_gini_by("t", half_life=dt.timedelta(minutes=5), group_by="key"),
    )

    expected = pl.DataFrame(
        {
            "h": es.rolling_entropy(
                x, "10min", times=t, group_by=FRAME["key"], weights=FRAME["weight"]
            ),
            "g": es.rolling_gini(x, "10min", times=t, closed="both"),
            "m": es.rolling_mutual_information(x, y, "10min", times=t, min_periods=2),
            "f": es.fading_entropy(x, half_life="5min", times=t),
            "d": es.fading_gini(x, half_life="5min", times=t, group_by=FRAME["key"]),
        }
    )
    assert_frame_equal(result, expected)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (
            X.entro.fading_measures(half_life=3, measures=["n"], min_samples=4),
            ONES.ewm_sum(half_life=3, min_samples=4),
        ),
        (X.entro.fading_measures(fading_factor=0.75, measures=["n"]), ONES.ewm_sum(alpha=0.25)),
        (
            X.entro.fading_measures_by("t", half_life="2m", measures=["n"]),
            ONES.ewm_sum_by("t", half_life="2m"),
        ),
        (
            X.entro.fading_measures_by("i", half_life="90i", measures=["n"]),
            ONES.ewm_sum_by("i", half_life="90i"),
        ),
    ],
    ids=["rows", "alpha", "time", "integers"],
)
def test_fading_weighs_as_polars_does(ours, theirs):
    """The sum of ones; Polars has no value where there is none, and calls 1 - alpha alpha."""
    labelled = FRAME["x"].is_not_null()

    result = column(ours).struct.field("n").filter(labelled)

    assert_series_equal(result, column(theirs).filter(labelled), check_names=False)


def test_measures_come_as_a_struct():
    """One pass, a field for each requested measure."""
    result = FRAME.lazy().select(X.entro.rolling_measures(9)).unnest("x").collect()

    assert_frame_equal(result, es.rolling(FRAME["x"], 9))
    cum = FRAME.select(X.entro.cum_measures(measures=("n", "renyi2"))).unnest("x")
    assert_frame_equal(cum, es.expanding(FRAME["x"], measures=("n", "renyi2")))
    faded = FRAME["x"].entro.fading_measures_by(FRAME["t"], half_life="1h").struct.unnest()
    assert_frame_equal(faded, es.fading(FRAME["x"], half_life="1h", times=FRAME["t"]))


def test_one_value_is_an_aggregation():
    """In select, over, group_by, lazily, and by itself."""
    h, g = es.entropy(FRAME["x"]), es.gini(FRAME["x"])
    values = [X.entro.entropy().alias("h"), X.entro.gini().alias("g")]

    assert FRAME.select(*values).rows() == [(h, g)]
    assert FRAME.lazy().select(*values).collect(engine="streaming").rows() == [(h, g)]
    assert (FRAME["x"].entro.entropy(), FRAME["x"].entro.gini()) == (h, g)
    assert FRAME.with_columns(*values)["h"].to_list() == [h] * FRAME.height
    grouped = dict(FRAME.group_by("key").agg(X.entro.entropy()).rows())
    over = column(X.entro.entropy().over("key"))
    for key, value in grouped.items():
        rows = FRAME["key"] == key
        assert value == es.entropy(FRAME.filter(rows)["x"])
        assert set(over.filter(rows)) == {value}
    weighed = column(X.entro.entropy(weights=pl.col("weight") * 2)).item()
    assert weighed == es.entropy(FRAME["x"], weights=FRAME["weight"] * 2)
    binned = column(pl.col("weight").entro.gini(bins=[1.0])).item()
    assert binned == es.gini(FRAME["weight"], bins=[1.0])


def test_divergence_is_an_aggregation():
    """From a sample, a Series or an expression; in groups too."""
    sample = ["a", "a", "b"]
    expected = es.divergence(FRAME["x"], sample)

    for reference in (sample, pl.Series(sample)):
        assert column(X.entro.divergence(reference)).item() == expected
        assert FRAME["x"].entro.divergence(reference) == expected
    result = column(X.entro.divergence(X.filter(pl.col("key") == 1))).item()
    assert result == es.divergence(FRAME["x"], FRAME.filter(pl.col("key") == 1)["x"])
    groups = FRAME.group_by("key").agg(
        X.entro.divergence(sample), mi=X.entro.mutual_information("y")
    )
    for key, value, both in groups.rows():
        own = FRAME.filter(pl.col("key") == key)
        assert value == es.divergence(own["x"], sample)
        assert both == es.information_gain(own["x"], own["y"])
    result = column(X.entro.rolling_divergence_by("t", "10m", reference=X.head(50)))
    reference = FRAME["x"][:50]
    assert_series_equal(
        result, es.rolling_divergence(FRAME["x"], "10m", times=FRAME["t"], reference=reference)
    )


def test_two_columns():
    """By name or expression; as a Series if the first is a Series."""
    expected = es.rolling_mutual_information(FRAME["x"], FRAME["y"], 20, min_periods=3)
    gain = es.information_gain(FRAME["x"], FRAME["y"])

    named = column(X.entro.rolling_mutual_information("y", 20, min_samples=3))
    given = column(X.entro.rolling_mutual_information(pl.col("y") + 1, 20, min_samples=3))
    alone = FRAME["x"].entro.rolling_mutual_information(FRAME["y"], 20, min_samples=3)

    for result in (named, given, alone):
        assert_series_equal(result, expected)
    assert column(X.entro.information_gain("y")).item() == gain
    assert FRAME["x"].entro.information_gain(FRAME["y"]) == gain


def test_several_columns_at_once():
    """Each by itself."""
    result = FRAME.select(pl.col("x", "y").entro.rolling_entropy(8))

    assert_frame_equal(result, es.rolling_entropy(FRAME.select("x", "y"), 8))


@pytest.mark.parametrize(
    "kind", [pl.Categorical, pl.Enum(["z", "c", "b", "a"]), pl.Binary], ids=str
)
def test_labels_of_other_kinds(kind):
    """Categories that are not used do not count."""
    result = column(X.cast(kind).entro.rolling_entropy(6, min_samples=1))

    assert_series_equal(result, column(X.entro.rolling_entropy(6, min_samples=1)))


def test_columns_without_values():
    """No rows, or nothing but nulls."""
    empty, nulls = FRAME.clear(), pl.DataFrame({"x": [None, None]})

    assert column(X.entro.rolling_entropy(3), empty).to_list() == []
    assert column(X.entro.rolling_gini_by("t", "1h"), empty).to_list() == []
    assert column(X.entro.rolling_measures(3), empty).to_list() == []
    assert column(X.entro.entropy(), empty).to_list() == [None]
    assert empty.group_by("key").agg(X.entro.cum_entropy()).height == 0
    assert column(X.entro.cum_entropy(), nulls).to_list() == [None, None]
    assert column(X.entro.gini(), nulls).to_list() == [None]


def test_filtered_and_joined_plans():
    """A filter before the expression changes its column; one after it does not."""
    window = X.entro.rolling_entropy(5, min_samples=1).alias("h")
    plan = FRAME.lazy().with_row_index()

    before = plan.filter(pl.col("key") == 1).with_columns(window).collect()
    after = plan.with_columns(window).filter(pl.col("key") == 1).collect()

    kept = FRAME["key"] == 1
    expected = es.rolling_entropy(FRAME.filter(kept)["x"], 5, min_periods=1)
    assert_series_equal(before["h"], expected, check_names=False)
    expected = es.rolling_entropy(FRAME["x"], 5, min_periods=1).filter(kept)
    assert_series_equal(after["h"], expected, check_names=False)
    limited = plan.with_columns(window).head(10).collect(engine="streaming")
    assert_series_equal(limited["h"], column(window)[:10])


@pytest.mark.parametrize(
    ("written", "nanoseconds"),
    [
        ("10m", 600 * 10**9),
        ("1h30m", 5400 * 10**9),
        ("1d", 86400 * 10**9),
        ("2w", 14 * 86400 * 10**9),
        ("3d12h4m25s", (3 * 86400 + 12 * 3600 + 4 * 60 + 25) * 10**9),
        ("5ms", 5 * 10**6),
        ("1us7ns", 1007),
        ("5i", 5),
        (dt.timedelta(minutes=1), 60 * 10**9),
        (np.timedelta64(3, "s"), 3 * 10**9),
    ],
)
def test_durations_are_those_of_polars(written, nanoseconds):
    """An m is a minute; parts add up."""
    assert Duration.of(written, "window_size").length == np.timedelta64(nanoseconds, "ns")


MONTHS = "has no fixed length, since months, quarters and years differ: write days or hours"
NO_DURATION = "must be a duration of Polars, such as '10m', '1h30m', '1d' or '5i', or a timedelta"
REFUSED = [
    (lambda: X.entro.rolling_gini_by("t", "300y"), ValueError, "window_size '300y' is longer"),
    (lambda: X.entro.rolling_divergence(3, reference="x"), ValueError, "reference must be a col"),
    (lambda: X.entro.rolling_divergence(3, reference=[], method="x"), ValueError, "method must be"),
    (
        lambda: X.entro.fading_gini_by("t", half_life="1mo"),
        ValueError,
        f"half_life '1mo' {MONTHS}",
    ),
    *(
        (lambda w=w: X.entro.rolling_gini_by("t", w), ValueError, f"window_size {NO_DURATION}")
        for w in ("10min", "-1h", "", "5", "1h ", 5, None)
    ),
    (
        lambda: X.entro.rolling_gini_by("t", "1h5i"),
        ValueError,
        "window_size '1h5i' counts integers",
    ),
    (
        lambda: X.entro.rolling_gini_by("t", "999999w"),
        ValueError,
        "window_size '999999w' is longer",
    ),
    (lambda: X.entro.rolling_gini_by("t", "0h"), ValueError, "window"),
    (
        lambda: X.entro.rolling_entropy(0),
        ValueError,
        "window_size must be a positive integer, got 0",
    ),
    (
        lambda: X.entro.rolling_entropy(True),
        ValueError,
        "window_size must be a positive integer, got True",
    ),
    (
        lambda: X.entro.rolling_entropy("10m"),
        TypeError,
        "window_size must be a number of rows, got '10m'; rolling_..._by is for time",
    ),
    (
        lambda: X.entro.fading_entropy(half_life="10m"),
        TypeError,
        "half_life must be a number of rows, got '10m'; fading_..._by is for time",
    ),
    (
        lambda: X.entro.rolling_entropy(3, min_samples=4),
        ValueError,
        "min_samples must not exceed the window, got 4 > 3",
    ),
    (
        lambda: X.entro.cum_entropy(min_samples=-1),
        ValueError,
        "min_samples must be an integer from 0 on, got -1",
    ),
    (lambda: X.entro.rolling_gini_by("t", "1h", closed="up"), ValueError, "closed must be one of"),
    (lambda: X.entro.cum_gini(missing="drop"), ValueError, "missing must be one of"),
    (lambda: X.entro.cum_gini(threads=0), ValueError, "threads must be a positive integer"),
    (lambda: X.entro.cum_measures(measures=["mean"]), ValueError, "measure must be one of"),
    (lambda: X.entro.cum_measures(measures=3), TypeError, "measures must be one of"),
    (
        lambda: X.entro.fading_gini(fading_factor=2),
        ValueError,
        "fading_factor must be above 0 and at most 1",
    ),
    (lambda: X.entro.fading_gini(), ValueError, "either fading_factor= or half_life="),
    (lambda: X.entro.cum_gini(binss=3), TypeError, ""),
    (
        lambda: FRAME["x"].entro.cum_gini(group_by="key"),
        TypeError,
        "auxiliary columns of a Series must be Series, got 'key'",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_bad_input_is_refused_when_it_is_written(call, error, words):
    """Not only when the expression is run; in the words of Polars."""
    with pytest.raises(error) as refused:
        call()

    assert str(refused.value).startswith(words)


RUN = [
    (lambda: pl.struct("x", "y").entro.rolling_entropy(3), "labels are plain values, and 'x' is"),
    (lambda: pl.concat_list("y", "y").entro.gini(), "labels are plain values, and 'y' is List"),
    (lambda: X.entro.rolling_gini_by("i", "1h"), "'i' holds integers: write '5i', not '1h'"),
    (lambda: X.entro.rolling_gini_by("t", "5i"), "'5i' goes by integers, and 't' is Datetime"),
    (
        lambda: X.entro.rolling_gini_by("weight", "5i"),
        "'weight' must be Datetime, Date or integers, got Float64",
    ),
    (
        lambda: X.entro.rolling_gini_by(pl.col("t").dt.replace_time_zone("Asia/Tokyo"), "1d"),
        "in the time zone Asia/Tokyo a day may have 23 or 25 hours: write hours in place of '1d'",
    ),
    (lambda: X.entro.cum_gini(missing="raise"), "missing"),
]


@pytest.mark.parametrize(("write", "words"), RUN)
def test_bad_columns_are_refused_when_it_is_run(write, words):
    """Whether Polars wraps our errors or not, the words stay."""
    errors = (TypeError, ValueError, pl.exceptions.ComputeError)
    with pytest.raises(errors) as refused:
        FRAME.select(write())

    assert words in str(refused.value)


METHODS = [method for name, method in vars(namespace.Entro).items() if not name.startswith("_")]


@pytest.mark.parametrize("thing", [namespace, *METHODS], ids=lambda thing: thing.__name__)
def test_words_are_there_and_examples_true(thing):
    """The examples of the module and of each method."""
    words = inspect.getdoc(thing)
    examples = doctest.DocTestParser().get_doctest(words, {"es": es}, thing.__name__, None, 0)

    assert words
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_without_polars_the_way_out_is_named():
    """The name of the extra."""
    code = "import sys; sys.modules['polars'] = None; import entrostream.polars"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert 'needs polars: pip install "entrostream[polars]"' in result.stderr
