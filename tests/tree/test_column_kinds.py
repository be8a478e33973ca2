"""How a column is read by a tree: as numbers, labels, categories, or value by value."""

import array
import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from entrostream.tree.rows import Rows, class_column, column_kind, weight_column
from tests.refusals import refused

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

DAY = dt.date(2026, 1, 2)


def numpy_columns():
    """Yield columns of NumPy with their kinds."""
    for dtype in ("int8", "uint64", "float16", "float64"):
        yield np.zeros(2, dtype), "numbers"
    for dtype in ("bool", "U3", "S3", "datetime64[s]", "timedelta64[s]"):
        yield np.zeros(2, dtype), "labels"
    for dtype in ("object", "complex128", "V3"):
        yield np.zeros(2, dtype), "objects"
    yield np.ma.array([1, 2], mask=[0, 1]), "numbers"


def pandas_columns():
    """Yield Series with their kinds; NumPy's dtypes and pandas' own."""
    yield pd.Series([1, 7], dtype="category"), "categories"
    yield pd.Categorical([1, 7]), "categories"
    for dtype in ("int64", "float32", "Int64", "Float32", "int64[pyarrow]"):
        yield pd.Series([1, 7], dtype=dtype), "numbers"
    for dtype in ("bool", "boolean", "bool[pyarrow]"):
        yield pd.Series([True, False], dtype=dtype), "labels"
    for dtype in ("str", "string"):
        kind = "objects" if pd.Series(["a"], dtype=dtype).dtype == object else "labels"
        yield pd.Series(["a", "b"], dtype=dtype), kind
    yield pd.Series([DAY], dtype="datetime64[ns]"), "labels"
    yield pd.Series([1, "a"], dtype=object), "objects"
    yield pd.Index([1, 7]), "numbers"


def polars_columns():
    """Yield Series of Polars with their kinds."""
    yield pl.Series(["a"], dtype=pl.Categorical), "categories"
    yield pl.Series(["a"], dtype=pl.Enum(["a"])), "categories"
    yield pl.Series([None, None]), "objects"
    yield pl.Series([object()], dtype=pl.Object), "objects"
    for dtype in (pl.Int8, pl.UInt64, pl.Float32, pl.Decimal(5, 1)):
        yield pl.Series([1, 7], dtype=dtype), "numbers"
    for values in (["a"], [True], [DAY]):
        yield pl.Series(values), "labels"


def arrow_columns():
    """Yield arrays of Arrow with their kinds."""
    yield pa.array(["a"]).dictionary_encode(), "categories"
    yield pa.nulls(2), "objects"
    for column in (pa.array([1], pa.int8()), pa.array([1.5]), pa.array([Decimal("1.5")])):
        yield column, "numbers"
        yield pa.chunked_array([column, column]), "numbers"
    for values in (["a"], [True], [DAY]):
        yield pa.array(values), "labels"


def python_columns():
    """Yield columns whose values are looked at one by one."""
    yield [1, 2], "objects"
    yield ("a", 1), "objects"
    yield array.array("d", [1.5]), "objects"
    yield range(3), "objects"


LIBRARIES = (numpy_columns, pandas_columns, polars_columns, arrow_columns, python_columns)
COLUMNS = [
    pytest.param(
        column,
        kind,
        id=f"{library.__name__} {getattr(column, 'dtype', getattr(column, 'type', ''))} {place}",
    )
    for library in LIBRARIES
    for place, (column, kind) in enumerate(library())
]


@pytest.mark.parametrize(("column", "kind"), COLUMNS)
def test_kind_follows_from_the_type(column, kind):
    """Numbers are ordered; booleans, dates and strings are labels; nulls say nothing."""
    assert column_kind(column) == kind


def test_column_has_one_dimension():
    """A matrix within a mapping is refused with its shape."""
    with refused(ValueError, "a column must have one dimension, got shape (2, 3)"):
        column_kind(np.zeros((2, 3)))


def unknown(_):
    """Say that a tree does not know an attribute yet."""


@pytest.mark.parametrize(
    ("given", "size", "columns"),
    [
        ({}, 0, 0),
        ({"x": [], "y": []}, 0, 2),
        ({"x": [1, 2, 3]}, 3, 1),
        (np.zeros((4, 2)), 4, 2),
        (np.zeros((4, 0)), 4, 0),
        (pd.DataFrame(index=range(5)), 5, 0),
        (pl.DataFrame({"x": [1, 2]}), 2, 1),
    ],
    ids=["empty", "no rows", "mapping", "matrix", "no columns", "pandas", "Polars"],
)
def test_rows_are_counted(given, size, columns):
    """Also where there is no column to count."""
    rows = Rows(given, unknown)

    assert (rows.size, len(rows.columns)) == (size, columns)


def test_names_replace_those_of_a_matrix():
    """One for each column."""
    rows = Rows(np.zeros((4, 2)), unknown, ["a", "b"])

    assert [name for name, _, _ in rows.columns] == ["a", "b"]
    with pytest.raises(ValueError, match="zip"):
        Rows(np.zeros((4, 2)), unknown, ["a"])


def test_masked_numbers_are_nan():
    """As float64, whatever they were."""
    ((_, kind, column),) = Rows({"x": np.ma.array([1, 2], mask=[0, 1])}, unknown).columns

    assert kind == "numbers"
    assert column.dtype == np.float64
    assert np.array_equal(column, [1.0, np.nan], equal_nan=True)


def test_objects_are_listed_and_labels_left_as_they_are():
    """The core reads lists value by value, and columns of labels by their type."""
    words = np.array(["a", "b"])
    objects, labels = Rows({"x": ("a", 1), "y": words}, unknown).columns

    assert objects == ("x", "objects", ["a", 1])
    assert labels[1] == "labels"
    assert labels[2] is words


def test_one_weight_is_that_of_all_rows():
    """A number is as good as a column of it."""
    assert weight_column(2.5, 3).tolist() == [2.5, 2.5, 2.5]
    assert weight_column([1, 2], 2).tolist() == [1.0, 2.0]
    assert weight_column(None, 2) is None
    with refused(ValueError, "weights must have one dimension, got shape (1, 2)"):
        weight_column(np.ones((1, 2)), 2)
    with refused(TypeError, "weights must be a column of numbers"):
        weight_column(["a", "b"], 2)


@pytest.mark.parametrize(
    ("y", "error", "text"),
    [
        ("ab", TypeError, "y must be a column of classes, got 'ab'"),
        (b"ab", TypeError, "y must be a column of classes, got b'ab'"),
        (5, TypeError, "y must be a column of classes, got 5"),
        (np.ones((2, 1)), ValueError, "y must have one dimension, got shape (2, 1)"),
        ([1], ValueError, "X and y differ in length: 2 and 1"),
        ([1, 2, 3], ValueError, "X and y differ in length: 2 and 3"),
    ],
    ids=["str", "bytes", "number", "matrix", "short", "long"],
)
def test_column_of_classes_is_checked(y, error, text):
    """One class for each row; a string is not a column of letters."""
    with refused(error, text):
        class_column(y, 2)


def test_column_of_classes_is_left_as_it_is():
    """Whatever kind of column."""
    for y in ([1, 2], ("a", "b"), np.array([1, 2]), pd.Series([1, 2])):
        assert class_column(y, 2) is y
