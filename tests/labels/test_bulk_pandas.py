"""pandas Series, Index and extension arrays count as the Python values that they hold."""

import datetime as dt
from collections import Counter
from decimal import Decimal

import numpy as np
import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one
from tests.refusals import refused, unchanged

pd = pytest.importorskip("pandas")

UTC = dt.timezone.utc
DAY = dt.datetime(2020, 2, 29)


def forms_of(values, dtype):
    """Yield the same rows as Series, Index and array, and in other memory."""
    series = pd.Series(values, dtype=dtype)
    yield series
    yield pd.Index(series)
    yield series.array
    yield series.repeat(2).iloc[::2]
    yield series.set_axis(list("xyz" * len(series))[: len(series)])


def text(shown):
    """Return the whole complaint about a missing row."""
    return f'label is missing ({shown}); pass missing="skip" or missing="label"'


COLUMNS = [
    ("int8", [1, -128, 127, 1]),
    ("int64", [1, -(2**63), 2**63 - 1, 1]),
    ("uint64", [2**64 - 1, 0, 0]),
    ("bool", [True, False, True]),
    ("float32", [0.5, -0.5, 0.5]),
    ("float64", [0.1, 0.2, 0.1]),
    ("complex128", [1j, 2j, 1j]),
    ("object", ["a", 1, (1, 2), "a", 2**70]),
    ("str", ["a", "", "日本", "a"]),
    ("string[python]", ["a", "", "日本", "a"]),
    ("Int8", [1, -128, 1]),
    ("Int64", [1, 2**63 - 1, 1]),
    ("UInt64", [2**64 - 1, 0, 0]),
    ("boolean", [True, False, True]),
    ("Float32", [0.5, -0.5, 0.5]),
    ("Float64", [0.1, 0.2, 0.1]),
    ("category", ["b", "a", "b"]),
    ("datetime64[s]", [DAY, dt.datetime(1969, 12, 31), DAY]),
    ("datetime64[ns]", [DAY, dt.datetime(1969, 12, 31), DAY]),
    ("timedelta64[ns]", [dt.timedelta(1), dt.timedelta(-1), dt.timedelta(1)]),
    ("datetime64[ns, UTC]", [DAY.replace(tzinfo=UTC), DAY.replace(tzinfo=UTC)]),
]


@pytest.mark.parametrize(("dtype", "values"), COLUMNS, ids=[dtype for dtype, _ in COLUMNS])
def test_column_counts_its_python_values(dtype, values):
    """In bulk, one by one, and as Python itself would count them."""
    for column in forms_of(values, dtype):
        assert counted(column) == Counter(values)
        assert counted_one_by_one(column) == Counter(values)


NULLABLE = [
    ("float64", [1.5, np.nan, 1.5]),
    ("object", ["a", None, "a"]),
    ("object", ["a", pd.NA, "a"]),
    ("str", ["a", None, "a"]),
    ("string[python]", ["a", None, "a"]),
    ("Int64", [1, None, 1]),
    ("boolean", [True, None, True]),
    ("Float64", [1.5, None, 1.5]),
    ("category", ["a", None, "a"]),
    ("datetime64[ns]", [DAY, None, DAY]),
    ("timedelta64[ns]", [dt.timedelta(1), None, dt.timedelta(1)]),
    ("datetime64[ns, UTC]", [DAY.replace(tzinfo=UTC), None, DAY.replace(tzinfo=UTC)]),
]
WORDS = ["None", "nan", "NaT", "<NA>", "null"]  # for a missing row, by the kind of array below


@pytest.mark.parametrize(("dtype", "values"), NULLABLE, ids=[dtype for dtype, _ in NULLABLE])
def test_missing_rows_obey_the_rule(dtype, values):
    """Refused with the position of the first, skipped, or one label."""
    tally = es.Tally()
    for column in forms_of(values, dtype):
        assert counted(column, missing="label") == {values[0]: 2, None: 1}
        assert counted(column, missing="skip") == {values[0]: 2}
        with unchanged(tally), pytest.raises(ValueError, match="missing") as caught:
            tally.update_many(column)
        assert str(caught.value) in [text(f"{word} at position 1") for word in WORDS]


def test_unused_categories_are_no_labels():
    """Only what occurs is counted, and only that has to be a label."""
    values = pd.Categorical(["a", "b", "a"], categories=["z", "b", "a", "y"])

    assert counted(values) == {"a": 2, "b": 1}
    tally = es.Tally()
    tally.update_many(values)
    assert tally.distinct == 2


@pytest.mark.parametrize(
    "categories",
    [[3, 1, 2], [0.5, 1.5, 2.5], [True, False], ["x", 1, (1, 2)], [DAY, DAY + dt.timedelta(1)]],
    ids=str,
)
def test_categories_of_any_kind(categories):
    """Numbers, strings, times and mixtures."""
    codes = [0, 1, 0, -1, 1, 1]
    column = pd.Series(pd.Categorical.from_codes(codes, categories=categories))

    expected = {categories[0]: 2, categories[1]: 3, None: 1}
    assert counted(column, missing="label") == expected
    assert counted(pd.Index(column), missing="label") == expected


def test_many_categories():
    """More than eight and sixteen bits can number."""
    numbers = np.random.default_rng(1).integers(0, 70_000, 200_000)
    column = pd.Series(numbers).astype("category")

    assert counted(column) == Counter(numbers.tolist())


def test_interval_categories():
    """What pd.cut makes of numbers."""
    column = pd.cut(pd.Series([0.5, 1.5, 1.6, np.nan]), [0, 1, 2])
    counts = counted(column, missing="label")

    assert counts == {pd.Interval(0, 1): 1, pd.Interval(1, 2): 2, None: 1}


def test_periods_and_intervals_are_labels():
    """What pandas alone has stays as it is."""
    periods = pd.period_range("2020-01", periods=2, freq="M")
    intervals = pd.IntervalIndex.from_breaks([0, 1, 2])
    for values in (periods, intervals, periods.array, pd.Series(intervals)):
        assert counted(values) == dict.fromkeys(values, 1)


def test_times_with_a_zone_are_instants():
    """The same instant in two zones is one label."""
    moments = pd.date_range("2020-10-25", periods=4, freq="h", tz="Europe/Ljubljana")
    tally = es.Tally()
    tally.update_many(moments)
    tally.update_many(moments.tz_convert("UTC"))
    tally.update_many(moments.tz_convert("Asia/Tokyo").to_series())

    instants = moments.tz_convert("UTC").to_pydatetime().tolist()
    assert tally.counts() == dict.fromkeys(instants, 3)


def test_nanoseconds_are_the_same_label_whichever_way_they_come():
    """A moment or a span that Python cannot hold: in a column, as an array, one by one."""
    moments = pd.Series(pd.to_datetime([1, 1000, 1], unit="ns"))
    spans = pd.Series(pd.to_timedelta([1, 1000, 1], unit="ns"))
    for column in (moments, spans):
        tally = es.Tally()
        tally.update_many(column)
        tally.update_many(column.to_numpy())
        tally.update_many(column.tolist())
        tally.update_many(pd.Index(column))
        tally.update_many(list(column.to_numpy()))
        assert sorted(tally.counts().values()) == [5, 10]


def test_sparse_columns_count_all_rows():
    """Also those that are not stored."""
    column = pd.arrays.SparseArray([0, 0, 3, 0], fill_value=0)

    assert counted(column) == counted(pd.Series(column)) == {0: 3, 3: 1}


def test_ranges_and_tuples_of_an_index():
    """RangeIndex and MultiIndex."""
    assert counted(pd.RangeIndex(3)) == {0: 1, 1: 1, 2: 1}
    pairs = pd.MultiIndex.from_tuples([(1, "a"), (2, "b"), (1, "a")])
    assert counted(pairs) == {(1, "a"): 2, (2, "b"): 1}


def test_arrow_backed_columns():
    """ArrowDtype of all kinds, in chunks, with nulls."""
    pa = pytest.importorskip("pyarrow")
    for kind, values in [
        (pa.int64(), [1, 2, 1]),
        (pa.string(), ["a", "b", "a"]),
        (pa.large_string(), ["a", "b", "a"]),
        (pa.bool_(), [True, False, True]),
        (pa.decimal128(5, 2), [Decimal("1.50"), Decimal("2.25"), Decimal("1.50")]),
        (pa.date32(), [dt.date(2020, 1, 1), dt.date(2020, 1, 2), dt.date(2020, 1, 1)]),
        (pa.timestamp("us"), [DAY, dt.datetime(2020, 1, 1), DAY]),
        (pa.dictionary(pa.int8(), pa.string()), ["a", "b", "a"]),
    ]:
        series = pd.Series([*values, None], dtype=pd.ArrowDtype(kind))
        twice = pd.concat([series, series], ignore_index=True)
        expected = {**Counter(values * 2), None: 2}
        assert counted(twice, missing="label") == expected
        assert counted(twice.array, missing="label") == expected
        assert counted_one_by_one(twice, missing="label") == expected
        with refused(ValueError, text("null at position 3")):
            counted(twice)
    pyarrow_text = pd.Series(["a", None, "a"], dtype="string[pyarrow]")
    assert counted(pyarrow_text, missing="label") == {"a": 2, None: 1}


@pytest.mark.parametrize(
    "column",
    [pd.Series([], dtype="int64"), pd.Series([], dtype="category"), pd.Index([]), pd.array([])],
    ids=["int64", "category", "Index", "array"],
)
def test_empty_column_is_no_event(column):
    """Of any kind."""
    assert counted(column) == {}


def test_frames_are_no_columns():
    """A table is refused, however many columns it has."""
    pytest.importorskip("pyarrow")
    tally = es.Tally()
    for columns, shown in [({"x": [1]}, "1 column"), ({"x": [1], "y": [2]}, "2 columns")]:
        message = f"labels must be one column of plain values, got a table of {shown}"
        with unchanged(tally), refused(TypeError, message):
            tally.update_many(pd.DataFrame(columns))


def test_unhashable_values_are_refused():
    """Lists in a column of objects; nothing is applied."""
    tally = es.Tally()
    with (
        unchanged(tally),
        refused(TypeError, "label must be hashable, got [1] (list) at position 1"),
    ):
        tally.update_many(pd.Series(["a", [1]]))


def test_value_counts_are_counts():
    """A Series of counts by label is a mapping for update_counts."""
    tally = es.Tally()
    tally.update_counts(pd.Series(["a", "b", "a"]).value_counts())

    assert tally.counts() == {"a": 2, "b": 1}


def test_nan_and_na_are_both_missing():
    """A nullable float column may hold both NaN and NA."""
    column = pd.Series(pd.array([0.0, None, 1.0], dtype="Float64")) / pd.Series([0.0, 1.0, 1.0])

    assert counted(column, missing="label") == {None: 2, 1.0: 1}
    assert counted(column, missing="skip") == {1.0: 1}
