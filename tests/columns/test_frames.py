"""A frame gives a frame: each column by itself, but for those that are named as something."""

import math

import numpy as np
import pytest

import entrostream as es
from tests.columns.brute_force import same_bits
from tests.refusals import refused

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

ROWS = {
    "t": [0.0, 1.0, 2.0, 2.5, 9.0],
    "k": ["u", "v", "u", "u", "v"],
    "w": [1.0, 2.0, 3.0, 0.5, 4.0],
    "x": ["a", "b", "b", None, "a"],
    "y": [1, 1, 1, 2, 3],
}
FRAMES = {
    "pandas": lambda rows: pd.DataFrame(rows, index=list("edcba")[: len(rows["x"])]),
    "polars": pl.DataFrame,
    "table": pa.table,
    "batch": pa.RecordBatch.from_pydict,
}
every_frame = pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES.keys())


def columns_of(result, like):
    """Return the columns of a frame as lists by name; it is of the kind of what went in."""
    assert type(result) is type(like)
    if isinstance(like, pd.DataFrame):
        assert result.index.equals(like.index)
        assert all(result.dtypes == np.float64)
        return {name: result[name].tolist() for name in result.columns}
    if isinstance(like, pl.DataFrame):
        assert set(result.dtypes) <= {pl.Float64}
        return {name: unmasked(column.to_list()) for name, column in result.to_dict().items()}
    assert all(field.type == pa.float64() for field in result.schema)
    return {name: unmasked(values) for name, values in result.to_pydict().items()}


def unmasked(values):
    """Return values with NaN in place of null; there must be no NaN yet."""
    assert not any(value != value for value in values if value is not None)
    return [np.nan if value is None else value for value in values]


@every_frame
def test_every_column(make):
    """Of any type; names and order stay."""
    frame = make({"x": ROWS["x"], "y": ROWS["y"]})

    result = columns_of(es.rolling_entropy(frame, 2), frame)

    assert list(result) == ["x", "y"]
    assert same_bits(result["x"], es.rolling_entropy(ROWS["x"], 2))
    assert same_bits(result["y"], es.rolling_entropy(ROWS["y"], 2))


@every_frame
def test_several_measures(make):
    """Names of columns and measures, joined."""
    frame = make({"x": ROWS["x"], "y": ROWS["y"]})

    result = columns_of(es.expanding(frame, measures=("n", "gini")), frame)

    assert list(result) == ["x_n", "x_gini", "y_n", "y_gini"]
    assert same_bits(result["y_gini"], es.expanding_gini(ROWS["y"]))


@every_frame
def test_columns_that_stand_beside(make):
    """Times, keys and weights by name: they are not measured."""
    frame = make(ROWS)

    result = es.rolling_gini(frame, "2s", times="t", group_by="k", weights="w")

    auxiliary = {"times": ROWS["t"], "group_by": ROWS["k"], "weights": ROWS["w"]}
    result = columns_of(result, frame)
    assert list(result) == ["x", "y"]
    for name in ("x", "y"):
        assert same_bits(result[name], es.rolling_gini(ROWS[name], "2s", **auxiliary))


@every_frame
@pytest.mark.parametrize(
    "by", [["k", "y"], ("k", "y"), ("k", ROWS["y"]), ["k", ROWS["y"]]], ids=str
)
def test_several_keys(make, by):
    """By their names, in a list or a tuple, or as columns."""
    frame = make({name: ROWS[name] for name in "kxy"})

    result = columns_of(es.rolling_gini(frame, 2, group_by=by, min_periods=1), frame)

    keys = (ROWS["k"], ROWS["y"])
    assert same_bits(result["x"], es.rolling_gini(ROWS["x"], 2, group_by=keys, min_periods=1))
    assert list(result) == (["x"] if by[1] == "y" else ["x", "y"])


def test_a_list_of_keys_is_a_column():
    """As in pandas: if they are no names, and as many as rows."""
    frame = pd.DataFrame({"x": list("abab")})

    result = es.rolling_gini(frame, 2, group_by=["u", "v", "u", "v"], min_periods=1)

    assert result["x"].tolist() == [0, 0, 0, 0]


@every_frame
def test_step(make):
    """Every step-th row of every column."""
    frame = make({"x": ROWS["x"], "y": ROWS["y"]})

    result = es.rolling_gini(frame, 2, step=2)

    assert len(result) == 3
    if isinstance(result, pd.DataFrame):
        assert list(result.index) == ["e", "c", "a"]


@every_frame
def test_whole_columns(make):
    """One value per column."""
    frame = make({name: ROWS[name] for name in "wxy"})

    result = es.entropy(frame, weights="w")

    assert type(result) is (pd.Series if isinstance(frame, pd.DataFrame) else dict)
    assert dict(result) == {
        "x": es.entropy(ROWS["x"], weights=ROWS["w"]),
        "y": es.entropy(ROWS["y"], weights=ROWS["w"]),
    }


@every_frame
def test_no_rows(make):
    """Columns without rows stay columns."""
    frame = make({"x": [], "y": []})

    assert columns_of(es.rolling_entropy(frame, 3), frame) == {"x": [], "y": []}
    assert dict(es.gini(frame)) == pytest.approx({"x": math.nan, "y": math.nan}, nan_ok=True)


@every_frame
def test_unknown_names(make):
    """The error says what there is."""
    frame = make({"x": ROWS["x"]})

    for options in (
        {"group_by": "z"},
        {"weights": "z"},
        {"group_by": ("x", "z")},
        {"group_by": ["z"]},
    ):
        with refused(ValueError, "the frame has no column 'z'; it has ['x']"):
            es.rolling_entropy(frame, 2, **options)
    with refused(ValueError, "the frame has no column 'z'; it has ['x']"):
        es.rolling_entropy(frame, "2s", times="z")
    with refused(ValueError, "the frame has no column 'z'; it has ['x']"):
        es.entropy(frame, weights="z")


def test_matrix():
    """A matrix gives a matrix; its columns are named by their numbers."""
    matrix = np.array([[1, 1, 7], [2, 1, 7], [2, 2, 8], [1, 3, 8]])

    result = es.rolling_entropy(matrix, 2)

    assert type(result) is np.ndarray
    assert result.shape == (4, 3)
    for column in range(3):
        assert same_bits(result[:, column], es.rolling_entropy(matrix[:, column], 2))
    by_key = es.rolling_entropy(matrix, 2, group_by=2, min_periods=1)
    assert by_key.shape == (4, 2)
    assert same_bits(
        by_key[:, 1], es.rolling_entropy(matrix[:, 1], 2, group_by=matrix[:, 2], min_periods=1)
    )
    assert list(es.rolling(matrix, 2, measures=("n", "gini"))) == [
        f"{column}_{measure}" for column in range(3) for measure in ("n", "gini")
    ]
    assert es.gini(matrix).tolist() == [es.gini(matrix[:, column]) for column in range(3)]
    assert es.rolling_gini(matrix, 2, step=3).shape == (2, 3)
    assert es.rolling_gini(matrix[:, :0], 2).shape == (4, 0)


def test_names_of_pandas():
    """Names that repeat, that are numbers or of several levels, and the name of the names."""
    twice = pd.DataFrame([[1, 1], [1, 2]], columns=pd.Index(["x", "x"], name="names"))
    result = es.rolling_entropy(twice, 2)
    assert result.columns.equals(twice.columns)
    assert result.columns.name == "names"
    assert result.iloc[1].tolist() == [0.0, 1.0]
    assert list(es.entropy(twice).index) == ["x", "x"]
    with refused(ValueError, "the frame has several columns 'x'"):
        es.rolling_entropy(twice, 2, group_by="x")

    levels = pd.MultiIndex.from_tuples([("p", "x"), ("p", "y"), ("q", "x")], names=["a", "b"])
    deep = pd.DataFrame([[1, 1, 1], [1, 2, 1]], columns=levels)
    pd.testing.assert_index_equal(es.rolling_entropy(deep, 2).columns, levels)
    assert list(es.rolling_entropy(deep, 2, group_by=("q", "x"))) == [("p", "x"), ("p", "y")]
    assert es.rolling(deep, 2, measures=["n"]).columns.tolist() == [(*name, "n") for name in levels]

    numbers = pd.DataFrame({1: list("ab"), 2: list("uu")})
    assert list(es.rolling_entropy(numbers, 2, group_by=2)) == [1]


def test_index_of_a_frame_as_times():
    """As for a Series."""
    frame = pd.DataFrame(
        {"x": list("abb"), "y": list("aaa")}, index=pd.to_datetime([0, 1, 5], unit="s")
    )

    assert es.rolling(frame, "2s", measures="n").to_numpy().tolist() == [[1, 1], [2, 2], [1, 1]]


def test_arrow_names_that_repeat():
    """Columns are taken by their places."""
    table = pa.table([["a", "a"], ["a", "b"]], names=["x", "x"])

    result = es.rolling_entropy(table, 2)

    assert result.column_names == ["x", "x"]
    assert [column.to_pylist() for column in result.columns] == [[None, 0.0], [None, 1.0]]


@every_frame
def test_frames_are_no_columns(make):
    """Where one column is meant, a frame is refused."""
    frame = make({"x": ROWS["x"]})
    name = type(frame).__name__

    with refused(TypeError, f"x must be a column, got {name}"):
        es.rolling_mutual_information(frame, ROWS["y"], 2)
    with refused(TypeError, f"y must be a column, got {name}"):
        es.information_gain(ROWS["y"], frame)
    with refused(TypeError, f"weights must be a column, got {name}"):
        es.entropy(ROWS["y"], weights=frame)
    with refused(TypeError, f"times must be a column, got {name}"):
        es.rolling_entropy(ROWS["y"], "2s", times=frame)
