"""Arrow columns of all plain types count as the Python values that they hold."""

import datetime as dt
from collections import Counter
from decimal import Decimal

import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one
from tests.refusals import refused, unchanged

pa = pytest.importorskip("pyarrow")

UTC = dt.timezone.utc
NOON = dt.datetime(2020, 2, 29, 12, 0, 0, 5)
LONG = "a text that is longer than twelve bytes"
STRINGS = ["a", "", "日本", LONG, "a", LONG, "a\0b", LONG + "!"]
BYTES = [text.encode() for text in STRINGS] + [b"\xff\0"]

COLUMNS = [
    (pa.int8(), [1, -128, 127, 1]),
    (pa.int16(), [1, -(2**15), 2**15 - 1, 1]),
    (pa.int32(), [1, -(2**31), 2**31 - 1, 1]),
    (pa.int64(), [1, -(2**63), 2**63 - 1, 1]),
    (pa.uint8(), [255, 0, 0]),
    (pa.uint16(), [2**16 - 1, 0, 0]),
    (pa.uint32(), [2**32 - 1, 0, 0]),
    (pa.uint64(), [2**64 - 1, 0, 0]),
    (pa.float16(), [0.5, 0.0, -0.0, 2**-24, -65504.0, float("inf"), float("-inf"), 1.5, 0.5]),
    (pa.float32(), [0.5, 0.0, -0.0, float("inf"), 0.5]),
    (pa.float64(), [0.1, 0.0, -0.0, 5e-324, float("-inf"), 0.1]),
    (pa.bool_(), [True, False, True, True, False, True, True, True, True, False]),
    (pa.string(), STRINGS),
    (pa.large_string(), STRINGS),
    (pa.string_view(), STRINGS),
    (pa.binary(), BYTES),
    (pa.large_binary(), BYTES),
    (pa.binary_view(), BYTES),
    (pa.binary(3), [b"abc", b"\0\0\0", b"abc"]),
    (pa.decimal32(5, 2), [Decimal("1.50"), Decimal("-999.99"), Decimal("1.5")]),
    (pa.decimal64(15, 3), [Decimal("1.500"), Decimal("-123456789.125"), Decimal("1.5")]),
    (pa.decimal128(10, 2), [Decimal("1.50"), Decimal("-2.25"), Decimal("1.5"), Decimal(3)]),
    (pa.decimal128(38, 0), [Decimal(10**37), Decimal(-(10**37)), Decimal(10**37)]),
    (pa.decimal128(5, -2), [Decimal(1200), Decimal(-100), Decimal(1200)]),
    (
        pa.decimal256(70, 10),
        [Decimal("1" * 60 + ".5"), Decimal("-1E-10"), Decimal("1" * 60 + ".5")],
    ),
    (pa.date32(), [dt.date(2020, 2, 29), dt.date(1, 1, 1), dt.date(9999, 12, 31)]),
    (pa.date64(), [dt.date(2020, 2, 29), dt.date(1969, 12, 31), dt.date(1, 1, 1)]),
    (pa.time32("s"), [dt.time(0), dt.time(23, 59, 59), dt.time(0)]),
    (pa.time32("ms"), [dt.time(0), dt.time(23, 59, 59, 999_000), dt.time(0)]),
    (pa.time64("us"), [dt.time(0), dt.time(23, 59, 59, 999_999), dt.time(0)]),
    (pa.time64("ns"), [dt.time(0), dt.time(23, 59, 59, 999_999), dt.time(0)]),
    (pa.timestamp("s"), [NOON.replace(microsecond=0), dt.datetime(1, 1, 1)]),
    (pa.timestamp("ms"), [NOON.replace(microsecond=5000), dt.datetime(1969, 12, 31, 23)]),
    (pa.timestamp("us"), [NOON, dt.datetime(9999, 12, 31, 23, 59, 59, 999_999), NOON]),
    (pa.timestamp("ns"), [NOON, dt.datetime(1969, 12, 31, 23), NOON]),
    (pa.timestamp("us", "UTC"), [NOON.replace(tzinfo=UTC)] * 2),
    (pa.timestamp("ns", "Europe/Ljubljana"), [NOON.replace(tzinfo=UTC)] * 2),
    (pa.timestamp("s", "+02:00"), [NOON.replace(tzinfo=UTC, microsecond=0)] * 2),
    (pa.duration("s"), [dt.timedelta(1), dt.timedelta(seconds=-3)]),
    (pa.duration("ms"), [dt.timedelta(1), dt.timedelta(milliseconds=-3)]),
    (pa.duration("us"), [dt.timedelta(1), dt.timedelta(microseconds=-3)]),
    (pa.duration("ns"), [dt.timedelta(1), dt.timedelta(microseconds=-3)]),
]
every_column = pytest.mark.parametrize(
    ("kind", "values"), COLUMNS, ids=[str(kind) for kind, _ in COLUMNS]
)


def text(shown):
    """Return the whole complaint about a missing row."""
    return f'label is missing ({shown}); pass missing="skip" or missing="label"'


@every_column
def test_column_counts_its_python_values(kind, values):
    """In bulk, one by one, and as Python itself would count them."""
    array = pa.array(values, kind)

    assert counted(array) == Counter(values)
    assert counted_one_by_one(array) == Counter(values)
    assert counted(array.to_pylist()) == Counter(values)


@every_column
def test_slices_and_chunks_count_their_rows(kind, values):
    """Rows before and after a slice do not count; chunks are one column."""
    array = pa.array(values, kind)
    chunked = pa.chunked_array([array, array.slice(0, 0), array.slice(1)])

    assert counted(array.slice(1)) == Counter(values[1:])
    assert counted(array.slice(1, 1)) == Counter(values[1:2])
    assert counted(chunked) == Counter(values + values[1:])
    assert counted(chunked.slice(1, len(values))) == Counter(
        (values + values[1:])[1:][: len(values)]
    )
    assert counted(array.slice(0, 0)) == {}


@every_column
def test_nulls_obey_the_rule(kind, values):
    """Refused with the position of the first, skipped, or one label; sliced and chunked."""
    array = pa.array([None, *values, None], kind)
    chunked = pa.chunked_array([array.slice(1), array.slice(2)])
    expected = Counter(values + values[1:])
    tally = es.Tally()

    assert counted(chunked, missing="label") == {**expected, None: 2}
    assert counted(chunked, missing="skip") == expected
    word = "nan or null" if pa.types.is_floating(kind) else "null"
    for column, position in [(array, 0), (array.slice(1), len(values)), (chunked, len(values))]:
        with unchanged(tally), refused(ValueError, text(f"{word} at position {position}")):
            tally.update_many(column)


@every_column
def test_columns_of_nulls_alone(kind, values):
    """No row has a value, whatever the type."""
    array = pa.nulls(3, kind)

    assert counted(array, missing="label") == {None: 3}
    assert counted(array, missing="skip") == {}


@every_column
def test_empty_columns_are_no_event(kind, values):
    """Without rows, without chunks."""
    assert counted(pa.array([], kind)) == {}
    assert counted(pa.chunked_array([], kind)) == {}


def test_column_without_a_type_is_missing():
    """A column of nulls alone."""
    array = pa.nulls(2)
    assert counted(array, missing="label") == {None: 2}
    assert counted(pa.chunked_array([array, array.slice(1)]), missing="label") == {None: 3}
    with refused(ValueError, text("null at position 0")):
        counted(array)


@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.float64()], ids=str)
def test_nan_is_missing(kind):
    """As null is."""
    array = pa.array([0.5, float("nan"), None, 0.5], kind)

    assert counted(array, missing="label") == {0.5: 2, None: 2}
    assert counted(array, missing="skip") == {0.5: 2}
    with refused(ValueError, text("nan or null at position 1")):
        counted(array)


def test_position_of_a_null_counts_all_chunks():
    """Rows of chunks before it included."""
    chunked = pa.chunked_array([["a", "b"], ["c", None]])

    with refused(ValueError, text("null at position 3")):
        counted(chunked)


def test_times_that_python_cannot_hold_are_the_same_label_whichever_way_they_come():
    """A nanosecond too fine for Python: in a column and one by one."""
    for kind in (pa.timestamp("ns"), pa.timestamp("ns", "UTC"), pa.duration("ns")):
        array = pa.array([1, 1000, 1], pa.int64()).cast(kind)
        tally = es.Tally()
        tally.update_many(array)
        tally.update_many(list(array))
        for scalar in array:
            tally.update(scalar)
        assert sorted(tally.counts().values()) == [3, 6], kind


def test_instants_and_wall_clocks_are_different_labels():
    """A moment with a zone is never one without, however fine it is."""
    for unit in ("us", "ns"):
        ticks = pa.array([1], pa.int64())
        tally = es.Tally()
        tally.update_many(ticks.cast(pa.timestamp(unit)))
        tally.update_many(ticks.cast(pa.timestamp(unit, "UTC")))
        assert tally.distinct == 2, unit


@pytest.mark.parametrize(
    ("column", "shown"),
    [
        (pa.array([[1]]), "an Arrow column of list<int64>"),
        (
            pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())),
            "an Arrow column of map<struct<key: string, value: int64>>",
        ),
        (pa.chunked_array([], pa.list_(pa.int8())), "an Arrow column of list<int8>"),
        (pa.array([{"x": 1}]), "a table of 1 column"),
        (pa.record_batch({"x": [1], "y": [2]}), "a table of 2 columns"),
        (pa.table({"x": [1]}), "a table of 1 column"),
        (
            pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([[1]])),
            "an Arrow column of list<int64>",
        ),
    ],
    ids=["list", "map", "no chunks", "struct", "record batch", "table", "dictionary of lists"],
)
def test_nested_columns_and_tables_are_refused(column, shown):
    """Their values are no labels; nothing is applied."""
    tally = es.Tally()
    message = f"labels must be one column of plain values, got {shown}"
    for method in (tally.update_many, tally.trace):
        with unchanged(tally), refused(TypeError, message):
            method(column)


def test_anything_with_the_interface_is_a_column():
    """The two methods of the C data interface are enough."""

    class Array:
        def __arrow_c_array__(self, requested_schema=None):
            return pa.array(["a", "b", "a"]).__arrow_c_array__(requested_schema)

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.chunked_array([["a"], ["b", "a"]]).__arrow_c_stream__(requested_schema)

    assert counted(Array()) == counted(Stream()) == {"a": 2, "b": 1}


def test_interface_that_gives_something_else_is_refused():
    """An object that breaks the protocol is an error, nothing is applied."""

    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            return "no capsule"

    tally = es.Tally()
    with unchanged(tally), pytest.raises((TypeError, ValueError)):
        tally.update_many(Broken())


def test_stream_that_fails_is_heard():
    """The reason that the stream gives arrives; nothing is applied."""

    def batches():
        yield pa.record_batch({"x": [1]})
        raise OSError("disk")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"x": pa.int64()}), batches())
    tally = es.Tally()
    with unchanged(tally), pytest.raises((RuntimeError, TypeError, OSError)):
        tally.update_many(reader)


def test_text_that_is_no_text_is_refused():
    """A column of strings with bytes that are not UTF-8: an error, nothing is applied."""
    binary = pa.array([b"a", b"\xff"], pa.binary())
    array = pa.Array.from_buffers(pa.string(), 2, binary.buffers())
    tally = es.Tally()
    with unchanged(tally), pytest.raises(ValueError, match="utf-8"):
        tally.update_many(array)


def test_extension_types_count_as_their_python_values():
    """In a column as one by one: a UUID is a UUID."""
    values = [b"0" * 16, b"1" * 16, b"0" * 16]
    array = pa.ExtensionArray.from_storage(pa.uuid(), pa.array(values, pa.binary(16)))
    tally = es.Tally()
    try:
        tally.update_many(array)
    except TypeError:
        assert tally.n == 0
    else:
        assert tally.counts() == Counter(array.to_pylist())
