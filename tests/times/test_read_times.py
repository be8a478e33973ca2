"""A column of times is read as its values are one by one, whichever library holds it."""

import array
import datetime as dt
import threading
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream import _core
from tests.refusals import refused
from tests.times.reading import (
    KINDS,
    LAST,
    NUMBER_RANGE,
    RANGE,
    UTC,
    nanoseconds_of_seconds,
    read_time,
    read_times,
)

DAY = 86_400 * 10**9
DAYS = np.array(["1969-12-31", "2020-02-29", "2020-03-01"], dtype="datetime64[D]")
TRUTH = [-DAY, 18_321 * DAY, 18_322 * DAY]
NANOSECONDS = DAYS.astype("datetime64[ns]")
INSTANTS = (TRUTH, "instants")
SECONDS = ([0, 10**9, 2 * 10**9], "seconds")
ZONE = "Asia/Tokyo"
UNITS = ["s", "ms", "us", "ns"]


class OnlyArrow:
    """A column that offers nothing but the Arrow C data interface."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


def outcome(value, row):
    """Return the nanoseconds of one value, or the complaint about it in that row."""
    try:
        return read_time(value)[0]
    except ValueError as error:
        complaint = str(error).replace("time must", f"time at position {row} must")
        return complaint + f" at position {row}" * complaint.startswith("time is missing")


# Python's own


@pytest.mark.parametrize(
    "column",
    [
        [0, 1, 2],
        (0, 1.0, 2),
        range(3),
        deque([0, 1, 2]),
        array.array("d", [0, 1, 2]),
        array.array("b", [0, 1, 2]),
        memoryview(np.arange(3.0)),
        [np.int8(0), np.float32(1), 2],
    ],
)
def test_iterables_of_numbers(column):
    """Seconds, whatever holds them."""
    assert read_times(column, 3) == SECONDS


def test_iterators_are_read_once():
    """A generator has no length before."""
    assert read_times((x for x in (0, 1, 2)), 3) == SECONDS
    with refused(ValueError, "labels and times differ in length: 4 and 3"):
        read_times((x for x in (0, 1, 2)), 4)


def test_lists_of_instants_of_all_kinds():
    """They are all instants: only numbers are of another kind."""
    pd = pytest.importorskip("pandas")
    at = dt.datetime(2020, 2, 29)
    column = [at, at.replace(tzinfo=UTC), np.datetime64("2020-02-29"), pd.Timestamp(at, tz="UTC")]

    assert read_times(column, 4) == ([TRUTH[1]] * 4, "instants")
    assert read_times(np.array(column, dtype=object), 4) == ([TRUTH[1]] * 4, "instants")
    assert read_times(pd.Series(column, dtype=object), 4) == ([TRUTH[1]] * 4, "instants")


@pytest.mark.parametrize(
    "at", [5, 5.0, np.float32(5), dt.datetime(2020, 1, 1), np.datetime64("2020-01-01")], ids=repr
)
def test_one_time_stands_for_all_rows(at):
    """As when a whole batch came at once."""
    time, clock = read_time(at)

    assert read_times(at, 3) == ([time] * 3, clock)
    assert read_times(at, 0) == ([], "unset")


@pytest.mark.parametrize(
    "column", [[], (), np.array([]), np.array([], "datetime64[ns]"), np.array([], "datetime64[s]")]
)
def test_no_rows_decide_no_clock(column):
    """An empty float array is what NumPy makes of an empty list."""
    assert read_times(column, 0) == ([], "unset")


@pytest.mark.parametrize(
    "column", [[1, 2, 3, 4], np.arange(4), np.arange(4).astype("datetime64[ns]")], ids=repr
)
def test_length_must_be_that_of_the_labels(column):
    """Both lengths are named."""
    with refused(ValueError, "labels and times differ in length: 5 and 4"):
        read_times(column, 5)


def test_two_kinds_in_one_list_are_refused():
    """Seconds and instants cannot be compared."""
    at = dt.datetime(2020, 1, 1)
    earlier = "but earlier times were"
    with refused(TypeError, f"time at position 2 is a datetime, {earlier} numbers of seconds"):
        read_times([1, 2.0, at], 3)
    with refused(TypeError, f"time at position 1 is a number of seconds, {earlier} datetimes"):
        read_times(np.array([at, 1, at]), 3)


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "None"), (float("nan"), "nan"), (np.datetime64("NaT", "ns"), "NaT")]
)
def test_missing_time_in_a_list_is_named(value, shown):
    """With its position."""
    with refused(ValueError, f"time is missing ({shown}) at position 3"):
        read_times([1, 2, 3, value, 5], 5)


def test_wrong_value_in_a_list_is_named():
    """Its kind, or its range."""
    with refused(TypeError, f"time at position 1 {KINDS}, got b'2' (bytes)"):
        read_times([1, b"2"], 2)
    with refused(ValueError, f"time at position 1 {NUMBER_RANGE}, got 1e+300"):
        read_times([1, 1e300], 2)
    with refused(ValueError, "time at position 1 must be finite, got inf"):
        read_times([1, float("inf")], 2)


@pytest.mark.parametrize(
    "column",
    ["abc", b"abc", bytearray(b"abc"), {1: 2}, None, True, dt.timedelta(1), object],
    ids=repr,
)
def test_what_is_no_column_is_refused(column):
    """Text is no column of characters, a mapping none of keys."""
    with pytest.raises((TypeError, ValueError), match=r"^time (must be|is missing)"):
        read_times(column, 3)


def test_list_that_shrinks_while_it_is_read():
    """A zone's own code may do that."""
    column = [dt.datetime(2020, 1, 1)] * 3

    class Shrinking(dt.tzinfo):
        def utcoffset(self, at):
            column.clear()

    column[0] = column[0].replace(tzinfo=Shrinking())
    with refused(RuntimeError, "times changed while they were read"):
        read_times(column, 3)


# NumPy


@pytest.mark.parametrize("unit", ["D", "h", "m", *UNITS])
def test_array_of_any_unit(unit):
    """Days to nanoseconds, also backwards, strided, of the other byte order."""
    column = DAYS.astype(f"datetime64[{unit}]")

    assert read_times(column, 3) == INSTANTS
    assert read_times(column[::-1], 3) == (TRUTH[::-1], "instants")
    assert read_times(np.repeat(column, 2)[::2], 3) == INSTANTS
    assert read_times(column.astype(column.dtype.newbyteorder()), 3) == INSTANTS


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "25s", "ns", "ps", "7fs", "as"])
@given(ticks=st.lists(st.integers(-(2**63), LAST) | st.integers(-3000, 3000), max_size=20))
def test_array_equals_its_values_one_by_one(unit, ticks):
    """The same time or the same complaint, and never one that wrapped."""
    column = np.array(ticks, dtype="int64").view(f"datetime64[{unit}]")
    rows = len(ticks)
    alone = [outcome(value, row) for row, value in enumerate(column)]
    complaints = [found for found in alone if isinstance(found, str)]

    if not complaints:
        assert read_times(column, rows) == (alone, "instants" if rows else "unset")
    else:
        with refused(ValueError, complaints[0]):
            read_times(column, rows)


def test_times_are_a_copy():
    """The caller's array may change, or go, while they are counted."""
    pa = pytest.importorskip("pyarrow")
    column = NANOSECONDS.copy()
    for given_ in (column, column[1:], pa.array(column), pa.array(column)[1:]):
        assert not np.shares_memory(_core._read_times(given_, len(given_))[0], column.view("int64"))


@pytest.mark.parametrize("kind", [*"bBhHiIlLqQ", "e", "f", "d", "g", ">i8", ">f8"])
def test_array_of_numbers_is_seconds(kind):
    """All widths, signed or not, both byte orders."""
    assert read_times(np.arange(3).astype(kind), 3) == SECONDS


@given(st.lists(st.floats(-9e9, 9e9) | st.floats(-1e-8, 1e-8), max_size=20))
def test_floats_are_rounded_once(numbers):
    """Row by row as one alone."""
    truth = [nanoseconds_of_seconds(number) for number in numbers]

    assert read_times(np.array(numbers), len(numbers))[0] == truth
    narrow = np.array(numbers, dtype="float32")
    assert read_times(narrow, len(narrow))[0] == [
        nanoseconds_of_seconds(Fraction(float(number))) for number in narrow
    ]


@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_integers_out_of_range(kind):
    """None wraps, and the last that fits does."""
    fits = np.array([0, 9_223_372_036], dtype=kind)
    assert read_times(fits, 2)[0] == [0, 9_223_372_036 * 10**9]
    for beyond in (9_223_372_037, np.iinfo(kind).max):
        column = np.array([0, beyond], dtype=kind)
        with refused(ValueError, f"time at position 1 {NUMBER_RANGE}, got {column[1]!r}"):
            read_times(column, 2)


def test_array_with_a_bad_row():
    """The first one is named."""
    column = NANOSECONDS.copy()
    column[1:] = "NaT"
    with refused(ValueError, "time is missing (NaT) at position 1"):
        read_times(column, 3)
    with refused(ValueError, "time is missing (nan) at position 2"):
        read_times(np.array([0, 1, np.nan]), 3)
    with refused(ValueError, "time at position 2 must be finite, got -inf"):
        read_times(np.array([0, 1, -np.inf], dtype="float32"), 3)
    year = np.array(["2020", "2300"], dtype="datetime64[s]")
    with refused(ValueError, f"time at position 1 {RANGE}, got {year[1]!r}"):
        read_times(year, 2)
    masked = np.ma.array(NANOSECONDS, mask=[False, False, True])
    with refused(ValueError, "time is missing (masked) at position 2"):
        read_times(masked, 3)
    assert read_times(masked[:2], 2) == (TRUTH[:2], "instants")


@pytest.mark.parametrize("kind", ["bool", "timedelta64[s]", "S3", "complex128", "V8"])
def test_array_of_other_things_is_refused(kind):
    """The dtype is named."""
    column = np.zeros(3, dtype=kind)
    with refused(
        TypeError,
        "times must be datetime64, numbers of seconds or ISO 8601 text, got an array of dtype "
        f"{column.dtype}",
    ):
        read_times(column, 3)


def test_array_must_be_one_dimensional_and_have_a_unit():
    """A table of times is no column."""
    with refused(ValueError, "times must be one-dimensional, got an array of shape (3, 1)"):
        read_times(NANOSECONDS[:, None], 3)
    with refused(ValueError, "times must be one-dimensional, got an array of shape ()"):
        read_times(np.array(5.0), 3)
    with refused(ValueError, "a time of dtype datetime64 has no unit; give it one, such as ns"):
        read_times(np.zeros(3, "int64").view("datetime64"), 3)


def test_threads_read_the_same_column():
    """The lock on Python is free meanwhile."""
    column = np.arange(300_000).astype("datetime64[us]")
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(_core._read_times(column, len(column))[0]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all((times == np.arange(300_000) * 1000).all() for times in found)
    assert len(found) == 4


# pandas


@pytest.mark.parametrize("unit", UNITS)
def test_pandas_columns(unit):
    """Naive and with a zone, as Series, Index and array, NumPy's and Arrow's."""
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    naive = pd.Series(DAYS.astype(f"datetime64[{unit}]"), index=[7, 8, 9])
    zoned = naive.dt.tz_localize("UTC").dt.tz_convert(ZONE)

    for column in (naive, zoned):
        assert read_times(column, 3) == INSTANTS
        assert read_times(pd.Index(column), 3) == INSTANTS
        assert read_times(column.array, 3) == INSTANTS
        assert read_times(column.astype("category"), 3) == INSTANTS
        assert read_times(column.astype(object), 3) == INSTANTS
        assert read_times(column[::-1], 3) == (TRUTH[::-1], "instants")
    arrow = naive.astype(f"timestamp[{unit}][pyarrow]")
    assert read_times(arrow, 3) == INSTANTS
    assert read_times(zoned.astype(f"timestamp[{unit}, tz={ZONE}][pyarrow]"), 3) == INSTANTS


@pytest.mark.parametrize(
    "kind", ["int64", "uint8", "float32", "Int64", "UInt8", "Float64", "int64[pyarrow]"]
)
def test_pandas_numbers_are_seconds(kind):
    """Nullable and plain."""
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")

    assert read_times(pd.Series([0, 1, 2], dtype=kind), 3) == SECONDS
    assert read_times(pd.Series([], dtype=kind), 0) == ([], "unset")
    assert read_times(pd.RangeIndex(3), 3) == SECONDS


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("datetime64[ns]", "NaT"),
        ("datetime64[s]", "NaT"),
        ("datetime64[us, Asia/Tokyo]", "NaT"),
        ("timestamp[ns][pyarrow]", "null"),
        ("float64", "nan"),
        ("Int64", "<NA>"),
        ("Float64", "<NA>"),
        ("double[pyarrow]", "null"),
    ],
)
def test_missing_time_in_pandas_is_named(kind, shown):
    """With its position, whatever the index says."""
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    column = pd.Series([1, 2, None, 4], dtype=kind, index=[9, 8, 7, 6])

    with refused(ValueError, f"time is missing ({shown}) at position 2"):
        read_times(column, 4)


def test_pandas_columns_that_are_no_times():
    """Periods, spans, booleans, whole tables."""
    pd = pytest.importorskip("pandas")
    for column in (
        pd.period_range("2020", periods=3, freq="D"),
        pd.timedelta_range("1s", periods=3),
        pd.Series([True, False, True]),
        pd.Series([True, False, True], dtype="boolean"),
        pd.Series([b"a", b"b", b"c"]),
        pd.MultiIndex.from_arrays([[1, 2, 3], [1, 2, 3]]),
        pd.DataFrame({"at": [1, 2, 3]}),
    ):
        with pytest.raises(TypeError, match=r"^times? .*must be"):
            read_times(column, 3)


def test_pandas_time_out_of_range():
    """Named as it was written."""
    pd = pytest.importorskip("pandas")
    column = pd.Series(["2020-01-01", "2300-01-01"], dtype="datetime64[s]")

    with pytest.raises(ValueError, match=f"^time at position 1 {RANGE}, got .*2300-01-01"):
        read_times(column, 2)
    with pytest.raises(ValueError, match=f"^time at position 1 {RANGE}, got .*2300-01-01"):
        read_times(column.dt.tz_localize("UTC"), 2)


# Arrow and Polars


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("zone", [None, "UTC", ZONE])
def test_arrow_timestamps(unit, zone):
    """Whole, sliced, in chunks, encoded, from a library with nothing but the interface."""
    pa = pytest.importorskip("pyarrow")
    plain = pa.array(DAYS.astype(f"datetime64[{unit}]"), pa.timestamp(unit))
    column = plain.cast(pa.timestamp(unit, zone))
    chunks = pa.chunked_array([column[:1], column[1:1], column[1:]])

    assert read_times(column, 3) == INSTANTS
    assert read_times(column[1:], 2) == (TRUTH[1:], "instants")
    assert read_times(chunks, 3) == INSTANTS
    assert read_times(chunks[1:], 2) == (TRUTH[1:], "instants")
    assert read_times(OnlyArrow(chunks), 3) == INSTANTS
    assert read_times(column.dictionary_encode(), 3) == INSTANTS
    assert read_times(pa.compute.run_end_encode(column), 3) == INSTANTS
    assert read_times(list(column), 3) == INSTANTS


@pytest.mark.parametrize(
    "kind",
    [
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "float16",
        "float32",
        "float64",
    ],
)
def test_arrow_numbers_are_seconds(kind):
    """All widths."""
    pa = pytest.importorskip("pyarrow")
    column = pa.array(np.arange(3).astype(kind))

    assert read_times(column, 3) == SECONDS
    assert read_times(column[1:], 2) == (SECONDS[0][1:], "seconds")
    assert read_times(column[:0], 0) == ([], "unset")
    with refused(ValueError, "time is missing (null) at position 2"):
        read_times(pa.chunked_array([column[1:2], pa.array([1, None], column.type)]), 3)


def test_arrow_missing_and_out_of_range():
    """Nulls, NaN and the year 2300, by their position in the whole column."""
    pa = pytest.importorskip("pyarrow")
    stamps = pa.array([0, 1, None], pa.timestamp("ns"))
    with refused(ValueError, "time is missing (null) at position 1"):
        read_times(stamps[1:], 2)
    assert read_times(stamps[:2], 2) == ([0, 1], "instants")
    with refused(ValueError, "time is missing (null) at position 0"):
        read_times(pa.nulls(3), 3)
    assert read_times(pa.nulls(0), 0) == ([], "unset")
    with refused(ValueError, "time is missing (nan) at position 1"):
        read_times(pa.array([0.0, float("nan")]), 2)
    late = pa.chunked_array([[0], [10_413_792_000]], pa.timestamp("s"))
    with pytest.raises(ValueError, match=f"^time at position 1 {RANGE}, got .*2300-01-01"):
        read_times(late, 2)
    with refused(ValueError, "labels and times differ in length: 3 and 2"):
        read_times(late, 3)
    unseen = "time at position 1 is missing or not between 1677-09-21 and 2262-04-11"
    with refused(ValueError, unseen):
        read_times(OnlyArrow(late), 2)


@pytest.mark.parametrize(
    "kind", ["date32", "date64", "duration", "time", "bool", "binary", "struct"]
)
def test_arrow_columns_that_are_no_times(kind):
    """The format is named as Arrow writes it."""
    pa = pytest.importorskip("pyarrow")
    types = {
        "date32": pa.date32(),
        "date64": pa.date64(),
        "duration": pa.duration("s"),
        "time": pa.time64("us"),
        "bool": pa.bool_(),
        "binary": pa.binary(),
        "struct": pa.struct([("at", pa.int64())]),
    }
    for rows in (0, 1):
        with pytest.raises(TypeError, match=r"^times must be .*, got "):
            read_times(pa.nulls(rows, types[kind]), rows)


@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
def test_polars_columns(unit):
    """With a zone and without, in chunks, and numbers."""
    pl = pytest.importorskip("polars")
    column = pl.Series(NANOSECONDS).cast(pl.Datetime(unit))

    assert read_times(column, 3) == INSTANTS
    assert read_times(column.dt.replace_time_zone("UTC").dt.convert_time_zone(ZONE), 3) == INSTANTS
    assert read_times(pl.concat([column[:1], column[1:]], rechunk=False), 3) == INSTANTS
    assert read_times(pl.Series([0, 1, 2]), 3) == SECONDS
    assert read_times(pl.Series([0.0, 1.0, 2.0], dtype=pl.Float32), 3) == SECONDS
    assert read_times(pl.Series([0, 1, 2], dtype=pl.Object), 3) == SECONDS
    with refused(ValueError, "time is missing (null) at position 3"):
        read_times(column.extend_constant(None, 1), 4)
    with refused(ValueError, "time is missing (nan) at position 1"):
        read_times(pl.Series([1.0, float("nan")]), 2)


def test_polars_columns_that_are_no_times():
    """Days, spans, bytes."""
    pl = pytest.importorskip("polars")
    for column in (
        pl.Series([dt.date(2020, 1, 1)]),
        pl.Series([dt.timedelta(1)]),
        pl.Series([b"a"]),
        pl.Series([True]),
        pl.Series([[1]]),
    ):
        with pytest.raises(TypeError, match=r"^times must be .*, got "):
            read_times(column, 1)
    with pytest.raises(ValueError, match=f"^time at position 0 {RANGE}, got .*2300"):
        read_times(pl.Series([dt.datetime(2300, 1, 1)]), 1)
