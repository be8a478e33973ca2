"""What goes into rolling_divergence comes out, in any pieces; bad input is refused."""

import numpy as np
import pytest

import entrostream as es
from entrostream.columns import engine
from tests.refusals import refused

COLUMN = ["a", "b", None, "b", "a", "c", "c", "a"]
SAMPLE = ["a", "b", "b", None, "c"]
KINDS = {
    "equal": {},
    "by rows": {"weighting": "rows"},
    "infinite": {"method": "kullback-leibler"},
    "smoothed": {"method": "kullback-leibler", "unseen": 1},
}
every_kind = pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
both_references = pytest.mark.parametrize("reference", [SAMPLE, "previous"], ids=["fixed", "prev"])


def expected(reference, **options):
    """Return the values of the column as a list gives them."""
    return es.rolling_divergence(COLUMN, 3, reference=reference, min_periods=1, **options)


@both_references
def test_pandas_series(reference):
    """The same index and name; categories, nullable and Arrow types."""
    pd = pytest.importorskip("pandas")
    index = list("stuvwxyz")
    for kind in (object, "category", "string"):
        series = pd.Series(COLUMN, index=index, name="letter", dtype=kind)
        sample = pd.Series(reference, dtype=kind) if reference == SAMPLE else reference
        result = es.rolling_divergence(series, 3, reference=sample, min_periods=1)
        pd.testing.assert_series_equal(
            result, pd.Series(expected(reference), index=index, name="letter")
        )


def test_pandas_index_of_times():
    """A span needs no times= where pandas itself would not."""
    pd = pytest.importorskip("pandas")
    times = pd.date_range("2024-01-01", periods=8, freq="1min")
    series = pd.Series(COLUMN, index=times)

    result = es.rolling_divergence(series, "3min", reference="previous")

    assert np.array_equal(result.to_numpy(), expected("previous"), equal_nan=True)


@both_references
def test_polars_and_arrow_columns(reference):
    """Null where nothing is known."""
    pl, pa = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    wanted = [None if np.isnan(value) else value for value in expected(reference)]

    series = es.rolling_divergence(pl.Series("x", COLUMN), 3, reference=reference, min_periods=1)
    arrow = es.rolling_divergence(
        pa.chunked_array([COLUMN[:3], COLUMN[3:]]), 3, reference=reference, min_periods=1
    )

    assert series.name == "x"
    assert series.to_list() == wanted
    assert arrow.to_pylist() == wanted


def test_reference_of_another_kind():
    """Labels are what they are, whoever holds them."""
    pl = pytest.importorskip("polars")

    result = es.rolling_divergence(COLUMN, 3, reference=pl.Series(SAMPLE), min_periods=1)

    assert np.array_equal(result, expected(SAMPLE), equal_nan=True)


def test_frames_have_a_reference_for_each_column():
    """By name; or one column for all; or each its own window before."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"x": COLUMN, "y": COLUMN[::-1]})
    samples = pd.DataFrame({"y": ["a", "a"], "x": ["b", "c"]})

    def each(**references):
        return pd.DataFrame(
            {
                name: es.rolling_divergence(frame[name], 3, reference=reference, min_periods=1)
                for name, reference in references.items()
            }
        )

    for reference, wanted in (
        (samples, each(x=["b", "c"], y=["a", "a"])),
        (SAMPLE, each(x=SAMPLE, y=SAMPLE)),
        ("previous", each(x="previous", y="previous")),
    ):
        result = es.rolling_divergence(frame, 3, reference=reference, min_periods=1)
        pd.testing.assert_frame_equal(result, wanted)


def test_matrix_and_its_reference():
    """A matrix is a frame whose columns have numbers."""
    matrix = np.array([[1, 2], [1, 3], [2, 2], [2, 3]])

    result = es.rolling_divergence(matrix, 2, reference=matrix[:2])

    columns = [es.rolling_divergence(matrix[:, i], 2, reference=matrix[:2, i]) for i in (0, 1)]
    assert np.array_equal(result, np.column_stack(columns), equal_nan=True)


@every_kind
@both_references
def test_each_key_is_a_stream_of_its_own(options, reference):
    """Whatever the threads; names of columns of a frame as well."""
    rng = np.random.default_rng(3)
    column, keys = rng.choice(list("abcd"), 400), rng.integers(0, 5, 400)
    wanted = np.empty(400)
    for key in range(5):
        wanted[keys == key] = es.rolling_divergence(
            column[keys == key], 7, reference=reference, **options
        )
    for threads in (1, 2, 3):
        result = es.rolling_divergence(
            column, 7, group_by=keys, reference=reference, threads=threads, **options
        )
        assert np.array_equal(result, wanted, equal_nan=True)


@every_kind
@both_references
@pytest.mark.parametrize("step", [1, 7])
def test_pieces_and_threads_give_the_same_bits(options, reference, step, monkeypatch):
    """With missing rows, so that the sides differ in rows from time to time."""
    rng = np.random.default_rng(4)
    column = rng.choice([*"abcdefgh"], 3000).astype(object)
    column[rng.random(3000) < 0.02] = None
    arguments = {"reference": reference, "step": step, "min_periods": 5, **options}
    expected = es.rolling_divergence(column, 40, threads=1, **arguments)

    parts = [es.rolling_divergence(column, 40, threads=count, **arguments) for count in (2, 5)]
    monkeypatch.setattr(engine, "PIECE_ROWS", 17)
    in_pieces = es.rolling_divergence(column, 40, threads=1, **arguments)

    for other in (*parts, in_pieces):
        assert np.array_equal(other, expected, equal_nan=True)
    assert np.isnan(expected).mean() < 0.1


def test_steps_give_every_step_th_row():
    """As in pandas."""
    every = es.rolling_divergence(COLUMN, 2, reference=SAMPLE)

    assert np.array_equal(
        es.rolling_divergence(COLUMN, 2, reference=SAMPLE, step=3), every[::3], equal_nan=True
    )


def test_bins_are_those_of_the_reference():
    """A number of bins parts its range; what lies beyond falls into the outermost."""
    sample = np.arange(100.0)
    stream = np.concatenate([sample, sample + 1000])

    result = es.rolling_divergence(stream, 100, reference=sample, bins=4)
    edges = es.rolling_divergence(stream, 100, reference=sample, bins=[24.75, 49.5, 74.25])

    assert result[99] == 0.0
    assert result[199] > 0.5
    assert np.array_equal(result, edges, equal_nan=True)
    assert es.rolling_divergence(stream, 100, reference="previous", bins=2)[-1] == 1.0


@pytest.mark.parametrize(
    "column", [[], ["a"], ["a"] * 5, [None, None]], ids=["none", "one", "equal", "missing"]
)
@both_references
def test_short_columns(column, reference):
    """As many values as rows, whatever the window."""
    for window in (1, 3, 10**9):
        result = es.rolling_divergence(column, window, reference=reference)
        assert len(result) == len(column)


def test_missing_as_a_label_and_as_an_error():
    """On both sides."""
    labelled = es.rolling_divergence([None, "a"], 2, reference=["a", None], missing="label")

    assert labelled[1] == 0.0
    for column, sample in (([None, "a"], ["a"]), (["a", "b"], ["a", None])):
        with pytest.raises(ValueError, match="missing"):
            es.rolling_divergence(column, 1, reference=sample, missing="raise")


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"reference": []}, ValueError, "the reference holds no labels"),
        ({"reference": [None, None]}, ValueError, "the reference holds no labels"),
        (
            {"reference": "before"},
            ValueError,
            "reference must be a column of labels or 'previous', got 'before'",
        ),
        (
            {"reference": None},
            TypeError,
            "reference must be a column of labels or 'previous', got NoneType",
        ),
        (
            {"reference": 3},
            TypeError,
            "reference must be a column of labels or 'previous', got int",
        ),
        (
            {"reference": ["a"], "method": "hellinger"},
            ValueError,
            "method must be one of jensen-shannon, kullback-leibler, got 'hellinger'",
        ),
        (
            {"reference": ["a"], "weighting": "size"},
            ValueError,
            "weighting must be one of equal, rows, got 'size'",
        ),
        (
            {"reference": ["a"], "unseen": 1},
            ValueError,
            "unseen= is for kullback-leibler: jensen-shannon knows labels that a side lacks",
        ),
        (
            {"reference": ["a"], "method": "kullback-leibler", "weighting": "rows"},
            ValueError,
            "weighting= is for jensen-shannon: kullback-leibler weights by the window alone",
        ),
        *(
            (
                {"reference": ["a"], "method": "kullback-leibler", "unseen": unseen},
                ValueError,
                f"unseen must be 'inf' or a pseudo-count from 1e-18 to 1e8, got {unseen!r}",
            )
            for unseen in (0, -1.0, float("nan"), float("inf"), 1e9, "skip", None, True)
        ),
        (
            {"reference": np.array([["a"], ["b"]])},
            ValueError,
            "values are one column, the reference is a frame: give one of its columns",
        ),
    ],
)
def test_bad_options_are_refused(options, error, text):
    """The value, the limit, the way out."""
    with refused(error, text):
        es.rolling_divergence(["a", "b"], 2, **options)


def test_frame_without_a_reference_for_a_column_is_refused():
    """It says which it has."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"x": COLUMN, "y": COLUMN})

    with refused(ValueError, "the reference has no column 'y'; it has ['x']"):
        es.rolling_divergence(frame, 2, reference=frame[["x"]])


def test_bad_windows_are_refused_as_everywhere():
    """In the same words."""
    with refused(
        ValueError,
        'window must be a positive integer or a span of time such as "10min", got 0',
    ):
        es.rolling_divergence(["a"], 0, reference=["a"])
    with refused(
        ValueError, "values and group_by differ in length: 1 and 2; names of columns need a frame"
    ):
        es.rolling_divergence(["a"], 1, reference=["a"], group_by=["u", "v"])
    with refused(ValueError, "threads must be a positive integer, got 0"):
        es.rolling_divergence(["a"], 1, reference=["a"], threads=0)
