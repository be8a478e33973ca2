"""The accessor of pandas gives what the column functions give, in windows that pandas has."""

import doctest
import inspect
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import entrostream as es
import entrostream.pandas as namespace

MEASURES = ["entropy", "gini", "n", "distinct", "evenness", "perplexity"]


def frame_of(rows=300, seed=1):
    """Return labels with holes, times that repeat, and keys."""
    rng = np.random.default_rng(seed)
    labels = rng.choice(["a", "b", "c", None], rows)
    times = pd.Timestamp("2024-03-01") + pd.to_timedelta(np.cumsum(rng.integers(0, 90, rows)), "s")
    return pd.DataFrame(
        {
            "x": labels,
            "t": times,
            "y": rng.integers(0, 3, rows),
            "key": rng.integers(0, 4, rows),
            "weight": rng.random(rows) + 0.5,
        },
        index=pd.RangeIndex(1000, 1000 + rows),
    )


FRAME = frame_of()
SERIES = FRAME["x"]
BY_TIME = FRAME.set_index("t")["x"]


@pytest.mark.parametrize("measure", MEASURES)
def test_series_is_measured(measure):
    """Each measure has a method; index and name are those of the series."""
    result = getattr(SERIES.entro.rolling(20, min_periods=3), measure)()

    expected = es.rolling(SERIES, 20, measures=(measure,), min_periods=3)[measure]
    pd.testing.assert_series_equal(result, expected.rename("x"))


def test_words_of_rolling_reach_the_windows():
    """All of them."""
    options = {"min_periods": 2, "center": True, "closed": "both", "step": 3}

    result = SERIES.entro.rolling(7, **options).gini()

    pd.testing.assert_series_equal(result, es.rolling_gini(SERIES, 7, **options))
    weighted = SERIES.entro.rolling(7, weights=FRAME["weight"], missing="label", threads=2).gini()
    expected = es.rolling_gini(SERIES, 7, weights=FRAME["weight"], missing="label")
    pd.testing.assert_series_equal(weighted, expected)
    binned = FRAME["weight"].entro.rolling(7, bins=[0.7, 1.0]).entropy()
    pd.testing.assert_series_equal(binned, es.rolling_entropy(FRAME["weight"], 7, bins=[0.7, 1.0]))


ONES = BY_TIME.where(BY_TIME.isna(), 1.0).astype(float)


@pytest.mark.parametrize("closed", [None, "right", "both", "left", "neither"])
@pytest.mark.parametrize("min_periods", [None, 1, 3])
@pytest.mark.parametrize("window", [5, "10min", "1D", pd.Timedelta(minutes=3)])
def test_windows_are_those_of_pandas(window, min_periods, closed):
    """As many rows with a label as pandas sums ones."""
    options = {"min_periods": min_periods, "closed": closed}

    result = BY_TIME.entro.rolling(window, **options).n()

    expected = ONES.rolling(window, **options).sum().rename("x")
    pd.testing.assert_series_equal(result, expected)


@pytest.mark.parametrize("window", [5, 6, "10min"])
def test_centred_windows_are_those_of_pandas(window):
    """Around their rows."""
    result = BY_TIME.entro.rolling(window, center=True).n()

    expected = ONES.rolling(window, center=True).sum().rename("x")
    pd.testing.assert_series_equal(result, expected)


def test_expanding_is_that_of_pandas():
    """From the first row on."""
    result = BY_TIME.entro.expanding(min_periods=4).n()

    pd.testing.assert_series_equal(result, ONES.expanding(min_periods=4).sum().rename("x"))
    pd.testing.assert_series_equal(SERIES.entro.expanding().gini(), es.expanding_gini(SERIES))


@pytest.mark.parametrize("window", ["90s", "2min", "1h30min", "1D", pd.offsets.Minute(4)])
def test_spans_are_written_as_in_pandas(window):
    """Strings and offsets of a fixed length."""
    result = BY_TIME.entro.rolling(window).distinct()

    seconds = pd.Timedelta(window).total_seconds()
    expected = es.rolling(BY_TIME, f"{seconds:.0f}s", measures=("distinct",))["distinct"]
    pd.testing.assert_series_equal(result, expected.rename("x"))


@pytest.mark.parametrize("window", ["1ME", "ten", "10", "-5s", pd.offsets.MonthBegin()])
def test_other_spans_are_refused(window):
    """A month has no fixed length."""
    with pytest.raises(ValueError, match=r"span of fixed length|window"):
        BY_TIME.entro.rolling(window).entropy()


@pytest.mark.parametrize("index", ["period", "timedelta", "zone"])
def test_other_indices_of_times_serve(index):
    """Periods begin when they begin; spans are counted from any moment."""
    times = pd.date_range("2024-01-01", periods=20, freq="min")
    labels = pd.Series(list("aabbc" * 4))
    indices = {
        "period": times.to_period("min"),
        "timedelta": times - times[0],
        "zone": times.tz_localize("Europe/Berlin"),
    }

    result = labels.set_axis(indices[index]).entro.rolling("3min").entropy()

    expected = labels.set_axis(times).entro.rolling("3min").entropy()
    assert result.tolist() == expected.tolist()
    assert result.index is indices[index] or result.index.equals(indices[index])


def test_on_names_the_column_of_times():
    """It stays where it was, as in pandas, and is not measured."""
    frame = FRAME[["x", "t", "y"]]

    result = frame.entro.rolling("10min", on="t").n()

    numbers = frame.assign(x=frame["x"].where(frame["x"].isna(), 1.0).astype(float), y=1.0)
    pd.testing.assert_frame_equal(result, numbers.rolling("10min", on="t").sum())
    by_column = SERIES.entro.rolling("10min", on=FRAME["t"]).n()
    pd.testing.assert_series_equal(by_column, result["x"])


def test_frames_are_measured_column_by_column():
    """Names and index stay."""
    frame = FRAME[["x", "y"]]

    pd.testing.assert_frame_equal(frame.entro.rolling(9).entropy(), es.rolling_entropy(frame, 9))
    pd.testing.assert_series_equal(frame.entro.entropy(), es.entropy(frame))
    pd.testing.assert_series_equal(frame.entro.gini(), es.gini(frame))
    assert SERIES.entro.entropy() == es.entropy(SERIES)
    assert SERIES.entro.gini(missing="label") == es.gini(SERIES, missing="label")
    weighed = FRAME[["x", "weight"]].entro.entropy(weights="weight")
    assert weighed.to_dict() == {"x": es.entropy(SERIES, weights=FRAME["weight"])}


def test_columns_may_have_any_names():
    """Numbers too, also for auxiliary columns."""
    frame = pd.DataFrame({0: list("abab"), 1: [1, 1, 2, 2]})

    result = frame.entro.expanding(group_by=1).entropy()

    assert result.columns.tolist() == [0]
    assert result[0].tolist() == [0.0, 1.0, 0.0, 1.0]


def test_by_is_a_group_of_pandas():
    """Each key by itself; values in the order of the rows."""
    frame = FRAME[["x", "key"]]

    result = frame.entro.rolling(5, min_periods=2, group_by="key").n()

    assert result.columns.tolist() == ["x"]
    ones = frame.assign(x=frame["x"].where(frame["x"].isna(), 1.0).astype(float))
    expected = ones.groupby("key")["x"].rolling(5, min_periods=2).sum().droplevel("key")
    pd.testing.assert_series_equal(result["x"], expected.sort_index())
    alone = SERIES.entro.rolling(5, min_periods=2, group_by=FRAME["key"].tolist()).n()
    pd.testing.assert_series_equal(alone, result["x"])


def test_several_keys():
    """A stream for each pair."""
    result = FRAME[["x", "y", "key"]].entro.expanding(group_by=["y", "key"]).entropy()

    expected = es.expanding_entropy(SERIES, group_by=(FRAME["y"], FRAME["key"]))
    pd.testing.assert_frame_equal(result, expected.to_frame())


@pytest.mark.parametrize(
    "by",
    [
        [FRAME["y"], FRAME["key"]],
        (FRAME["y"], FRAME["key"]),
        ["y", FRAME["key"]],
        ("y", "key"),
        [FRAME["y"].to_numpy(), FRAME["key"].tolist()],
    ],
    ids=["columns", "tuple", "mixed", "tuple of names", "arrays"],
)
def test_a_list_of_columns_is_several_keys(by):
    """As in groupby, of a frame and of a series."""
    expected = es.expanding_entropy(SERIES, group_by=(FRAME["y"], FRAME["key"]))

    result = FRAME[["x", "y", "key"]].entro.expanding(group_by=by).entropy()
    pd.testing.assert_series_equal(result["x"], expected)
    if not isinstance(by[0], str):
        pd.testing.assert_series_equal(SERIES.entro.expanding(group_by=by).entropy(), expected)
        times = {"on": FRAME["t"][::-1], "group_by": by}
        result = SERIES.entro.rolling("5min", **times).entropy()
        alone = SERIES.entro.rolling("5min", on=FRAME["t"][::-1], group_by=tuple(by)).entropy()
        pd.testing.assert_series_equal(result, alone)


def test_one_value_for_each_group():
    """What groupby gives with our functions, in one pass."""
    frame = FRAME[["x", "y", "key"]]
    expected = frame.groupby("key")[["x", "y"]].agg(es.entropy)

    pd.testing.assert_frame_equal(frame.entro.entropy(group_by="key"), expected)
    result = SERIES.entro.gini(group_by=[FRAME["key"], FRAME["y"]])
    expected = FRAME.groupby(["key", "y"])["x"].agg(es.gini)
    pd.testing.assert_series_equal(result, expected)
    result = frame.entro.mutual_information("x", "y", group_by="key")
    for key, own in frame.groupby("key"):
        assert result[key] == es.mutual_information(own["x"], own["y"])
    assert frame.entro.information_gain("x", "y", group_by="key").equals(result)
    assert frame.entro.mutual_information("x", "y") == es.information_gain(frame["x"], frame["y"])


@pytest.mark.parametrize(
    "rule", ["10min", "7min", "1D", "MS", pd.Timedelta("1h"), pd.offsets.Hour(2), "QS", "YS"]
)
def test_resample_has_the_intervals_of_pandas(rule):
    """And the values of their rows; NaN where there are none."""
    series = pd.concat([BY_TIME, BY_TIME.shift(freq="70D")])
    if rule == "7min":  # pandas counts from the first midnight, we from 1970
        series = series[series.index < "2024-03-02"].shift(freq="-3D")
        series.index = series.index.map(lambda at: at - at.normalize() + pd.Timestamp(0))

    result = series.entro.resample(rule)

    theirs = series.resample(rule)
    few = theirs.count() == 0
    pd.testing.assert_series_equal(
        result.entropy(), theirs.agg(es.entropy).mask(few), check_freq=False
    )
    several = result.agg(["n", "distinct"])
    pd.testing.assert_series_equal(
        several["n"],
        theirs.count().astype(float).mask(few),
        check_names=False,
        check_freq=False,
    )
    frame = series.rename_axis("t").reset_index().assign(z="z")
    on = frame.entro.resample(rule, on="t").entropy()
    assert on["x"].equals(result.entropy().rename_axis("t"))
    assert list(on.columns) == ["x", "z"]


def test_windows_at_full_minutes():
    """rolling(step=) of a length of time, by the index or by a column, also backwards."""
    expected = es.rolling_entropy(BY_TIME, "1h", every="10min")

    pd.testing.assert_series_equal(BY_TIME.entro.rolling("1h", every="10min").entropy(), expected)
    backwards = BY_TIME[::-1].entro.rolling("1h", every=pd.Timedelta("10min")).entropy()
    pd.testing.assert_series_equal(backwards, expected)
    result = FRAME[["x", "t"]].entro.rolling("1h", on="t", every="10min").entropy()
    pd.testing.assert_series_equal(result["x"], expected.rename_axis("t"))


def test_divergence_is_there():
    """Of all rows, of windows, from a sample, from the window before, from that of a group."""
    sample = ["a", "a", "b"]
    result = SERIES.entro.rolling(9, min_periods=1).divergence(sample)
    expected = es.rolling_divergence(SERIES, 9, reference=sample, min_periods=1)
    pd.testing.assert_series_equal(result, expected)
    result = BY_TIME.entro.rolling("10min").divergence("previous", weighting="rows")
    expected = es.rolling_divergence(BY_TIME, "10min", reference="previous", weighting="rows")
    pd.testing.assert_series_equal(result, expected)
    assert SERIES.entro.divergence(sample) == es.divergence(SERIES, sample)
    frame = FRAME[["x", "key"]]
    options = {"reference_group_by": "key", "group_by": "key"}
    result = frame.entro.divergence(frame[:150], **options)["x"]
    for key, own in frame.groupby("key"):
        assert result[key] == es.divergence(own["x"], frame[:150][frame["key"][:150] == key]["x"])
    result = frame.entro.rolling(5, group_by="key").divergence(
        frame[:150], reference_group_by="key"
    )
    expected = es.rolling_divergence(frame, 5, reference=frame[:150], **options)
    pd.testing.assert_frame_equal(result, expected)


def test_a_list_of_keys_stands_beside_a_frame():
    """As long as the frame: a key for each row."""
    frame = pd.DataFrame({"x": list("abab")})

    assert frame.entro.expanding(group_by=[1, 1, 2, 2]).entropy()["x"].tolist() == [0, 1, 0, 1]


def test_agg_gives_several_measures():
    """A column for each; two levels for a frame."""
    windows = SERIES.entro.rolling(6)

    result = windows.agg(["gini", "n", "renyi2"])

    expected = es.rolling(SERIES, 6, measures=("gini", "n", "renyi2"))
    pd.testing.assert_frame_equal(result, expected)
    pd.testing.assert_series_equal(windows.agg("gini"), windows.gini())
    both = FRAME[["x", "y"]].entro.rolling(6).agg(["gini", "n"])
    assert both.columns.tolist() == [("x", "gini"), ("x", "n"), ("y", "gini"), ("y", "n")]
    pd.testing.assert_series_equal(both["x"]["gini"], windows.gini(), check_names=False)
    with pytest.raises(ValueError, match="measure must be one of"):
        windows.agg(["mean"])
    with pytest.raises(TypeError, match=r"^measures must be one of .*, got 3 \(int\)$"):
        windows.agg(3)


def test_fading_weighs_as_ewm_does():
    """With a half-life of rows or time; alpha is the other way round."""
    ones = pd.Series(np.where(SERIES.isna(), np.nan, 1.0), SERIES.index, name="x")

    result = SERIES.entro.fading(halflife=4).n()
    by_alpha = SERIES.entro.fading(fading_factor=0.75).n()

    pd.testing.assert_series_equal(result, ones.ewm(halflife=4).sum())
    pd.testing.assert_series_equal(by_alpha, ones.ewm(alpha=0.25).sum())
    faded = BY_TIME.entro.fading(halflife="1D", group_by=FRAME["key"].to_numpy()).entropy()
    expected = es.fading_entropy(BY_TIME, half_life="24h", group_by=FRAME["key"])
    pd.testing.assert_series_equal(faded, expected)
    several = FRAME[["x", "t"]].entro.fading(halflife="1D", times="t").agg(["n", "effective_size"])
    assert several.columns.tolist() == [("x", "n"), ("x", "effective_size")]


def test_mutual_information_of_two_columns():
    """By their names; with keys and times."""
    result = FRAME.entro.rolling("10min", on="t", group_by="key").mutual_information("x", "y")

    expected = es.rolling_mutual_information(
        FRAME["x"], FRAME["y"], "10min", times=FRAME["t"], group_by=FRAME["key"]
    )
    pd.testing.assert_series_equal(result, expected.rename("mutual_information"))
    gain = FRAME.entro.information_gain("x", "y")
    assert gain == es.information_gain(FRAME["x"], FRAME["y"])


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows(rows):
    """None, or one."""
    frame = FRAME.iloc[:rows][["x", "y"]]

    assert len(frame.entro.rolling(3).entropy()) == rows
    assert len(frame["x"].entro.fading(fading_factor=0.5).agg(["n", "gini"])) == rows


def test_categories_and_arrow_columns_serve():
    """Labels are labels, whatever holds them."""
    expected = SERIES.entro.rolling(5).gini()
    kinds = ["category", "string", pd.ArrowDtype(__import__("pyarrow").string())]

    for kind in kinds:
        pd.testing.assert_series_equal(SERIES.astype(kind).entro.rolling(5).gini(), expected)


REFUSED = [
    (
        lambda: SERIES.entro.rolling("10min").entropy(),
        ValueError,
        "a window of '10min' needs an index of times, or on= with the time of each row",
    ),
    (
        lambda: SERIES.entro.fading(halflife="10min").entropy(),
        ValueError,
        "a halflife of '10min' needs an index of times, or times= with the time of each row",
    ),
    (
        lambda: SERIES.entro.rolling(0).entropy(),
        ValueError,
        'window must be a positive integer or a span of time such as "10min", got 0',
    ),
    (
        lambda: FRAME[["x"]].entro.rolling(5, group_by="kee").entropy(),
        ValueError,
        "the frame has no column 'kee'; it has ['x']",
    ),
    (
        lambda: FRAME[["x"]].entro.rolling(5).mutual_information("x", "z"),
        ValueError,
        "the frame has no column 'z'; it has ['x']",
    ),
    (
        lambda: SERIES.entro.rolling(5).mutual_information("x", "y"),
        TypeError,
        "two columns are measured in a frame: frame[['x', 'y']].entro",
    ),
    (
        lambda: FRAME.entro.rolling(5, bins=3).mutual_information("x", "y"),
        ValueError,
        "mutual_information takes neither weights= nor bins=",
    ),
    (
        lambda: BY_TIME.entro.resample("ME").entropy(),
        ValueError,
        '\'ME\' is no length of intervals; write "10min", "1D", "MS" (months), "QS", "YS" or a '
        "Timedelta",
    ),
    (
        lambda: SERIES.entro.resample("10min").entropy(),
        ValueError,
        "a rule of '10min' needs an index of times, or on= with the time of each row",
    ),
    (
        lambda: SERIES.entro.rolling(5, weights=FRAME["weight"]).divergence(["a"]),
        ValueError,
        "divergence takes no weights=",
    ),
    (
        lambda: SERIES.entro.fading().entropy(),
        ValueError,
        "either fading_factor= or halflife= says how rows fade: give one of them",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_bad_input_is_refused(call, error, words):
    """With the value and the way out."""
    with pytest.raises(error) as refused:
        call()

    assert str(refused.value) == words


THINGS = [namespace, namespace.Entro, namespace.Windows, namespace.Rolling]
METHODS = [
    method
    for thing in THINGS[1:]
    for name, method in vars(thing).items()
    if not name.startswith("_") and callable(method)
]


@pytest.mark.parametrize("thing", THINGS + METHODS, ids=lambda thing: thing.__name__)
def test_words_are_there_and_examples_true(thing):
    """The examples of the module and of each method."""
    words = inspect.getdoc(thing)
    examples = doctest.DocTestParser().get_doctest(words, {"es": es}, thing.__name__, None, 0)

    assert words
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_without_pandas_the_way_out_is_named():
    """The name of the extra."""
    code = "import sys; sys.modules['pandas'] = None; import entrostream.pandas"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert 'needs pandas: pip install "entrostream[pandas]"' in result.stderr
