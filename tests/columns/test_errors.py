"""What is wrong is refused: one error, one text, and nothing comes back."""

import datetime as dt

import numpy as np
import pytest

import entrostream as es
from tests.refusals import refused

LABELS = ["a", "b", "a"]
SPAN = 'or a span of time such as "10min"'


@pytest.mark.parametrize(
    "window", [0, -1, 2.5, 2.0, True, np.True_, 10**30, None, [2], float("nan")]
)
def test_window(window):
    """A positive integer that is not absurd, or a span."""
    with refused(ValueError, f"window must be a positive integer {SPAN}, got {window!r}"):
        es.rolling_entropy(LABELS, window)
    with refused(ValueError, f"window must be a positive integer {SPAN}, got {window!r}"):
        es.rolling_mutual_information(LABELS, LABELS, window)


@pytest.mark.parametrize(
    ("window", "text"),
    [
        (
            "abc",
            'window "abc" is not a length of time; write "10min", "1h30min", a timedelta '
            "or a number of seconds",
        ),
        ("0s", "window must be a positive length of time, got '0s'"),
        ("-1s", "window must be a positive length of time, got '-1s'"),
        (
            dt.timedelta(0),
            "window must be a positive length of time, got datetime.timedelta(0)",
        ),
    ],
)
def test_span(window, text):
    """A length of time above 0."""
    with refused(ValueError, text):
        es.rolling_entropy(LABELS, window, times=[1, 2, 3])


@pytest.mark.parametrize("value", [-1, 1.0, True, "1", 10**30])
def test_min_periods(value):
    """An integer from 0 on."""
    for call in (
        lambda: es.rolling_gini(LABELS, 2, min_periods=value),
        lambda: es.rolling_gini(LABELS, "2s", times=[1, 2, 3], min_periods=value),
        lambda: es.expanding_gini(LABELS, min_periods=value),
    ):
        with refused(ValueError, f"min_periods must be an integer from 0 on, got {value!r}"):
            call()


def test_min_periods_above_the_window():
    """No window would ever have enough, as pandas says too."""
    with refused(ValueError, "min_periods must not exceed the window, got 3 > 2"):
        es.rolling_gini(LABELS, 2, min_periods=3)


@pytest.mark.parametrize("value", [0, -1, 1.5, True])
@pytest.mark.parametrize("name", ["step", "threads"])
def test_step_and_threads(name, value):
    """Positive integers."""
    with refused(ValueError, f"{name} must be a positive integer, got {value!r}"):
        es.rolling_gini(LABELS, 2, **{name: value})


@pytest.mark.parametrize("closed", ["up", "", 1, ["right"]])
def test_closed(closed):
    """One of four."""
    text = f"closed must be one of right, both, left, neither, got {closed!r}"
    with refused(ValueError, text):
        es.rolling_gini(LABELS, 2, closed=closed)


@pytest.mark.parametrize("center", ["no", 1, None])
def test_center(center):
    """Yes or no."""
    with refused(ValueError, f"center must be True or False, got {center!r}"):
        es.rolling_gini(LABELS, 2, center=center)


def test_missing():
    """One of three, and a value that is missing where none may be."""
    with refused(ValueError, "missing must be one of skip, raise, label, got 'drop'"):
        es.rolling_gini(LABELS, 2, missing="drop")
    with pytest.raises(ValueError, match="drop"):
        es.gini(LABELS, missing="drop")
    text = 'label is missing (nan at position 2); pass missing="skip" or missing="label"'
    with refused(ValueError, text):
        es.rolling_gini([1.0, 2.0, float("nan")], 2, missing="raise")


def test_measures():
    """Those that a trace knows, at least one."""
    known = "entropy, gini, n, distinct, nats, evenness, perplexity, renyi2, inverse_simpson"
    for labels in (LABELS, []):
        for options in ({}, {"center": True}):
            with refused(ValueError, f"measure must be one of {known}, got 'mean'"):
                es.rolling(labels, 2, measures=("n", "mean"), **options)
    with refused(ValueError, "measures holds no measure"):
        es.rolling(LABELS, 2, measures=())
    for function, more in ((es.rolling, ""), (es.expanding, ""), (es.fading, ", effective_size")):
        options = {es.rolling: {"window": 2}, es.fading: {"half_life": 1}}.get(function, {})
        text = f"measures must be one of {known}{more}, or a list of them, got 3 (int)"
        with refused(TypeError, text):
            function(LABELS, measures=3, **options)


def test_times():
    """With a span and only with it; one time a row, of one kind, none missing."""
    with refused(ValueError, "a window of '2s' needs times=, the time of each row"):
        es.rolling_gini(LABELS, "2s")
    text = "times= needs a window that is a span, such as '10min' or a timedelta; got 2"
    with refused(ValueError, text):
        es.rolling_gini(LABELS, 2, times=[1, 2, 3])
    with refused(ValueError, "values and times differ in length: 3 and 2"):
        es.rolling_gini(LABELS, "2s", times=[1, 2])
    with refused(TypeError, "times must be a column, got int"):
        es.rolling_gini(LABELS, "2s", times=5)
    with refused(ValueError, "times='t' names a column, but there is no frame to find it in"):
        es.rolling_gini(LABELS, "2s", times="t")


@pytest.mark.parametrize("options", [{}, {"center": True}, {"group_by": LABELS}], ids=str)
def test_rows_of_times(options):
    """Whichever way the rows are read."""
    with refused(ValueError, "time is missing (None) at position 1"):
        es.rolling_gini(LABELS, "2s", times=[1, None, 2], **options)
    with refused(ValueError, "time is missing (NaT) at position 2"):
        es.rolling_gini(LABELS, "2s", times=np.array([1, 2, "nat"], "datetime64[s]"), **options)
    text = "time at position 1 is a datetime, but earlier times were numbers of seconds"
    with refused(TypeError, text):
        es.rolling_gini(LABELS, "2s", times=[1, dt.datetime(2024, 1, 1), 3], **options)


def test_weights():
    """Positive numbers, one per row."""
    for weight in (-1.0, float("inf")):
        text = f"weight must be 0 or a positive number, got {weight!r} at position 2"
        with refused(ValueError, text):
            es.rolling_gini(LABELS, 2, weights=[1.0, 2.0, weight])
        with refused(ValueError, text):
            es.gini(LABELS, weights=[1.0, 2.0, weight])
    with refused(TypeError, "weight must be a number, got 'x' (str) at position 0"):
        es.rolling_gini(LABELS, 2, weights=list("xyz"))
    with refused(ValueError, "values and weights differ in length: 3 and 2"):
        es.rolling_gini(LABELS, 2, weights=[1.0, 2.0])
    with refused(ValueError, "values and weights differ in length: 3 and 4"):
        es.entropy(LABELS, weights=[1.0] * 4)
    with refused(TypeError, "weights must be a column, got float"):
        es.rolling_gini(LABELS, 2, weights=1.0)


def test_keys():
    """As many as rows; hashable; not with step=."""
    with refused(ValueError, "values and group_by differ in length: 3 and 2"):
        es.rolling_gini(LABELS, 2, group_by=[1, 2])
    with refused(ValueError, "values and group_by differ in length: 3 and 2"):
        es.rolling_gini(LABELS, 2, group_by=(LABELS, [1, 2]))
    with refused(ValueError, "group_by= holds no column of keys"):
        es.rolling_gini(LABELS, 2, group_by=())
    with refused(ValueError, "group_by='key' names a column, but there is no frame to find it in"):
        es.rolling_gini(LABELS, 2, group_by="key")
    with refused(TypeError, "group_by must be a column, got int"):
        es.rolling_gini(LABELS, 2, group_by=(LABELS, 3))
    with refused(TypeError, "label must be hashable, got [1] (list) at position 1"):
        es.rolling_gini(LABELS, 2, group_by=[1, [1], 2])
    text = "step= of rows and group_by= do not go together: rows of which group would count?"
    with refused(ValueError, text):
        es.rolling_gini(LABELS, 2, group_by=LABELS, step=2)


def test_bins():
    """A number, or ascending edges; of numbers."""
    for bins in (0, -1, 2.5, True, "3", 10**30):
        text = f"bins must be an integer from 1 to 1048576 or ascending edges, got {bins!r}"
        with refused(ValueError, text):
            es.rolling_gini([1, 2, 3], 2, bins=bins)
    for bins in ([2, 1], [1, 1], [float("nan")], [[1, 2]]):
        with refused(ValueError, f"bins must be ascending edges, got {bins!r}"):
            es.entropy([1, 2, 3], bins=bins)
    for column in (LABELS, np.array([1, 2], "datetime64[s]"), [dt.datetime(2024, 1, 1)]):
        with pytest.raises(TypeError, match=r"^bins= needs a column of numbers: "):
            es.rolling_gini(column, 2, bins=2)
    with refused(ValueError, "the reference holds no finite number"):
        es.quantile_edges([float("nan")], 2)
    with refused(TypeError, "reference must be a column, got int"):
        es.quantile_edges(5, 2)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (5, "int"),
        (None, "NoneType"),
        ({"a": [1]}, "dict"),
        ({"a", "b"}, "set"),
        (np.array(5), "ndarray of shape ()"),
        (np.zeros((2, 2, 2)), "ndarray of shape (2, 2, 2)"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_column(values, kind):
    """Scalars, dicts, sets, cubes."""
    for call in (
        lambda: es.rolling_entropy(values, 2),
        lambda: es.expanding_gini(values),
        lambda: es.entropy(values),
    ):
        with refused(TypeError, f"values must be a column, got {kind}"):
            call()
    with refused(TypeError, f"x must be a column, got {kind}"):
        es.information_gain(values, LABELS)


def test_lazy_and_grouped():
    """What stands for a frame that is yet to come."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = {"x": LABELS}
    lazy, grouped = pl.LazyFrame(frame), pd.DataFrame(frame).groupby("x")

    for values in (lazy, pl.col("x"), grouped, grouped["x"]):
        with refused(TypeError, f"values must be a column, got {type(values).__name__}"):
            es.rolling_entropy(values, 2)


def test_labels():
    """Unhashable ones, and lists of lists, which are such."""
    for options in ({}, {"center": True}):
        with refused(TypeError, "label must be hashable, got [1, 2] (list) at position 0"):
            es.rolling_entropy([[1, 2], [3, 4]], 2, **options)
    with refused(TypeError, "label must be hashable, got {} (dict) at position 0"):
        es.entropy([{}])


def test_pairs():
    """Of the same length."""
    for call in (
        lambda: es.information_gain(LABELS, LABELS[1:]),
        lambda: es.rolling_mutual_information(LABELS, LABELS[1:], 2),
    ):
        with refused(ValueError, "x and y differ in length: 3 and 2"):
            call()


def test_inputs_are_left_as_they_were():
    """Neither a result nor an error writes to the arguments."""
    values, times, weights = np.array([2.0, 1.0, np.nan]), np.array([3.0, 1.0, 2.0]), np.ones(3)
    before = [array.copy() for array in (values, times, weights)]

    es.rolling(values, "2s", times=times, weights=weights, group_by=values, bins=2)
    with pytest.raises(ValueError, match="missing"):
        es.rolling(values, "2s", times=times, weights=weights, missing="raise")

    for array, was in zip((values, times, weights), before, strict=True):
        assert np.array_equal(array, was, equal_nan=True)
