"""Polars Series count as the Python values that they hold."""

import datetime as dt
from collections import Counter
from decimal import Decimal

import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one
from tests.refusals import refused, unchanged

pl = pytest.importorskip("polars")

DAY = dt.date(2020, 2, 29)
NOON = dt.datetime(2020, 2, 29, 12, 0, 0, 5)
LONG = "a text that is longer than twelve bytes"

COLUMNS = [
    (pl.Int8, [1, -128, 127, 1]),
    (pl.Int16, [1, -(2**15), 1]),
    (pl.Int32, [1, -(2**31), 1]),
    (pl.Int64, [1, -(2**63), 2**63 - 1, 1]),
    (pl.UInt8, [255, 0, 0]),
    (pl.UInt16, [2**16 - 1, 0, 0]),
    (pl.UInt32, [2**32 - 1, 0, 0]),
    (pl.UInt64, [2**64 - 1, 0, 0]),
    (pl.Float32, [0.5, 0.0, -0.0, float("inf"), 0.5]),
    (pl.Float64, [0.1, 0.0, -0.0, float("-inf"), 0.1]),
    (pl.Boolean, [True, False, True]),
    (pl.String, ["a", "", "日本", LONG, "a", LONG, "a\0b"]),
    (pl.Binary, [b"a", b"", b"\xff\0", LONG.encode(), b"a"]),
    (pl.Categorical, ["b", "a", "b", LONG]),
    (pl.Enum(["z", "b", "a"]), ["b", "a", "b"]),
    (pl.Date, [DAY, dt.date(1969, 12, 31), dt.date(1, 1, 1), dt.date(9999, 12, 31), DAY]),
    (pl.Datetime("ms"), [NOON.replace(microsecond=0), dt.datetime(1969, 12, 31, 23)]),
    (pl.Datetime("us"), [NOON, dt.datetime(1, 1, 1), NOON]),
    (pl.Datetime("ns"), [NOON, dt.datetime(1969, 12, 31, 23), NOON]),
    (pl.Datetime("us", "UTC"), [NOON.replace(tzinfo=dt.timezone.utc)] * 2),
    (pl.Duration("ms"), [dt.timedelta(1), dt.timedelta(milliseconds=-3)]),
    (pl.Duration("us"), [dt.timedelta(1), dt.timedelta(microseconds=-3)]),
    (pl.Duration("ns"), [dt.timedelta(1), dt.timedelta(microseconds=-3)]),
    (pl.Time, [dt.time(0), dt.time(23, 59, 59, 999_999), dt.time(0)]),
    (pl.Decimal(10, 2), [Decimal("1.50"), Decimal("-2.25"), Decimal("1.5")]),
    (pl.Decimal(38, 10), [Decimal("12345678901234567890.0000000001"), Decimal(0)]),
]
every_column = pytest.mark.parametrize(
    ("dtype", "values"), COLUMNS, ids=[str(dtype) for dtype, _ in COLUMNS]
)


def text(shown):
    """Return the whole complaint about a missing row."""
    return f'label is missing ({shown}); pass missing="skip" or missing="label"'


@every_column
def test_column_counts_its_python_values(dtype, values):
    """In bulk, one by one, and as Python itself would count them."""
    series = pl.Series("labels", values, dtype=dtype)

    assert counted(series) == Counter(values)
    assert counted_one_by_one(series) == Counter(values)


@every_column
def test_slices_and_chunks_count_their_rows(dtype, values):
    """Rows before and after a slice do not count; chunks are one column."""
    series = pl.Series(values, dtype=dtype)
    twice = pl.concat([series, series], rechunk=False)
    assert twice.n_chunks() == 2

    assert counted(twice) == Counter(values * 2)
    assert counted(twice[1:-1]) == Counter((values * 2)[1:-1])
    assert counted(series[1:]) == Counter(values[1:])
    assert counted(series.reverse()) == Counter(values)
    assert counted(series[:0]) == {}


@every_column
def test_nulls_obey_the_rule(dtype, values):
    """Refused with the position of the first, skipped, or one label."""
    series = pl.Series([*values, None, None], dtype=dtype)
    chunked = pl.concat([series, series[2:]], rechunk=False)
    expected = Counter(values + values[2:])
    tally = es.Tally()

    assert counted(chunked, missing="label") == {**expected, None: 4}
    assert counted(chunked, missing="skip") == expected
    word = "nan or null" if dtype in (pl.Float32, pl.Float64) else "null"
    message = text(f"{word} at position {len(values)}")
    with unchanged(tally), refused(ValueError, message):
        tally.update_many(chunked)
    with unchanged(tally), refused(ValueError, text(f"{word} at position 0")):
        tally.update_many(series[-1:])


def test_position_of_a_null_counts_all_chunks():
    """Rows of chunks before it included."""
    series = pl.concat([pl.Series(["a", "b"]), pl.Series(["c", None])], rechunk=False)

    with refused(ValueError, text("null at position 3")):
        counted(series)


def test_nan_is_missing():
    """As null is."""
    series = pl.Series([0.5, float("nan"), None, 0.5])

    assert counted(series, missing="label") == {0.5: 2, None: 2}
    with refused(ValueError, text("nan or null at position 1")):
        counted(series)


def test_column_of_nulls():
    """A column without a type: all rows are missing."""
    series = pl.Series([None, None])

    assert counted(series, missing="label") == {None: 2}
    assert counted(series, missing="skip") == {}
    with refused(ValueError, text("null at position 0")):
        counted(series)


def test_categories_of_several_columns_are_their_strings():
    """Numbers of categories differ from column to column; the strings count."""
    one = pl.Series(["a", "b"], dtype=pl.Categorical)
    two = pl.Series(["c", "b", "b"], dtype=pl.Categorical)
    tally = es.Tally()
    tally.update_many(one)
    tally.update_many(two)
    tally.update_many(pl.Series(["b"], dtype=pl.Enum(["b", "x"])))

    assert tally.counts() == {"a": 1, "b": 4, "c": 1}


@pytest.mark.parametrize(
    "series",
    [
        pl.Series([[1], [2]]),
        pl.Series([[1], [2]], dtype=pl.Array(pl.Int64, 1)),
        pl.Series([{"x": 1}]),
    ],
    ids=["list", "array", "struct"],
)
def test_nested_columns_are_refused(series):
    """Their values are no labels; nothing is applied."""
    tally = es.Tally()
    with (
        unchanged(tally),
        pytest.raises(TypeError, match=r"^labels must be one column of plain values, got a"),
    ):
        tally.update_many(series)


BEYOND_ARROW = [
    ("Object", [("a",), ("a",), ("b",)]),
    ("Int128", [1, -(2**127), 2**127 - 1, 1]),
    ("UInt128", [1, 2**128 - 1, 1]),
    ("Float16", [0.5, -2.0, 0.5]),
]


@pytest.mark.parametrize(("name", "values"), BEYOND_ARROW, ids=[name for name, _ in BEYOND_ARROW])
def test_columns_that_arrow_does_not_know_are_labels_or_refused(name, values):
    """They count as their values or not at all: never as addresses or halves of numbers."""
    if not hasattr(pl, name):
        pytest.skip(f"this Polars has no {name}")
    tally = es.Tally()
    try:
        tally.update_many(pl.Series(values, dtype=getattr(pl, name)))
    except TypeError:
        assert tally.n == 0
    else:
        assert tally.counts() == Counter(values)


def test_frames_are_no_columns():
    """A table is refused, however many columns it has."""
    tally = es.Tally()
    for columns, shown in [({"x": [1]}, "1 column"), ({"x": [1], "y": [2]}, "2 columns")]:
        message = f"labels must be one column of plain values, got a table of {shown}"
        with unchanged(tally), refused(TypeError, message):
            tally.update_many(pl.DataFrame(columns))


def test_large_columns_count_all_rows():
    """A hundred thousand rows of numbers and of strings, some of them null."""
    numbers = [i * i % 1013 for i in range(100_000)]
    rows = [None if n == 7 else n for n in numbers]

    assert counted(pl.Series(rows), missing="label") == Counter(rows)
    strings = [None if n is None else f"label number {n}" for n in rows]
    assert counted(pl.Series(strings), missing="label") == Counter(strings)
