"""Columns of any producer of the Arrow C data interface: read if sound, else refused."""

import struct
from contextlib import contextmanager

import numpy as np
import pytest

import entrostream as es
from entrostream.tree import VFDTClassifier
from tests.labels.arrow_producer import Column, Streamed, array, released, schema
from tests.refusals import refused, unchanged

CONSUMED = "the {} was consumed already: a capsule can be read once; ask the column for a new one"


def int64s(*values):
    return struct.pack(f"{len(values)}q", *values)


def int32s(*values):
    return struct.pack(f"{len(values)}i", *values)


def integers(**changes):
    """Return three integers: 1, 2, 1."""
    return array(3, [None, int64s(1, 2, 1)], **changes)


def strings(**changes):
    """Return three strings: a, bb, a."""
    return array(3, [None, int32s(0, 1, 3, 4), b"abba"], **changes)


def indices(**changes):
    """Return three places of a dictionary: 0, 1, 0."""
    return array(3, [None, bytes([0, 1, 0])], **({"dictionary": strings()} | changes))


def runs(**changes):
    """Return runs of three rows: a, bb, bb."""
    ends = array(2, [None, int32s(1, 3)])
    return array(3, [], **({"children": [ends, strings()]} | changes))


RUNS = schema(b"+r", children=[schema(b"i"), schema(b"u")])
BY_INDEX = schema(b"c", dictionary=schema(b"u"))
SOUND = {
    "integers": (lambda: schema(b"l"), integers, {1: 2, 2: 1}),
    "strings": (lambda: schema(b"u"), strings, {"a": 2, "bb": 1}),
    "dictionary": (lambda: schema(b"c", dictionary=schema(b"u")), indices, {"a": 2, "bb": 1}),
    "runs": (
        lambda: schema(b"+r", children=[schema(b"i"), schema(b"u")]),
        runs,
        {"a": 1, "bb": 2},
    ),
    "offset": (lambda: schema(b"l"), lambda: integers(length=2, offset=1), {2: 1, 1: 1}),
    "no nulls, not counted": (lambda: schema(b"l"), lambda: integers(null_count=-1), {1: 2, 2: 1}),
    "no rows": (lambda: schema(b"l"), lambda: array(0, [None, None]), {}),
    "no strings": (lambda: schema(b"u"), lambda: array(0, [None, None, None]), {}),
    "empty strings": (
        lambda: schema(b"u"),
        lambda: array(2, [None, int32s(0, 0, 0), None]),
        {"": 2},
    ),
    "cells without bytes": (lambda: schema(b"w:0"), lambda: array(2, [None, None]), {b"": 2}),
}


@pytest.mark.parametrize(("make_schema", "make_array", "counts"), SOUND.values(), ids=SOUND.keys())
def test_sound_columns_are_read_and_released_once(make_schema, make_array, counts):
    """By either way; what was handed over is released, whatever becomes of the capsule."""
    released.clear()
    tally = es.Tally()

    tally.update_many(Column(make_schema(), make_array()))
    tally.update_many(Streamed(make_schema(), make_array()))

    assert tally.counts() == {label: 2 * count for label, count in counts.items()}
    assert sorted(released) == ["Array", "Array", "Schema", "Schema", "Stream"]


@pytest.mark.parametrize("make_schema", [make for make, _, _ in SOUND.values()], ids=SOUND.keys())
def test_streams_without_chunks_are_no_rows(make_schema):
    tally = es.Tally()

    tally.update_many(Streamed(make_schema()))

    assert tally.n == 0


BYTES = [None, int32s(0, 1, 3, 4), None]
BROKEN = {
    # the schema
    "no format": (schema(None), integers(), "its schema has no format"),
    "children below 0": (
        schema(b"l", n_children=-1),
        integers(),
        "n_children is -1, must be 0 or more",
    ),
    "children that are not there": (
        schema(b"+r", n_children=2),
        runs(),
        "it has 2 children, but none is there",
    ),
    "a child of the schema": (
        schema(b"+r", children=[schema(b"i"), None]),
        runs(),
        "child 1 is not there",
    ),
    "runs of three": (
        schema(b"+r", children=[schema(b"i")] * 3),
        runs(children=[strings()] * 3),
        "n_children is 3, must be 2 for runs: their ends and values",
    ),
    "ends that are strings": (
        schema(b"+r", children=[schema(b"u"), schema(b"u")]),
        runs(children=[strings(), strings()]),
        "the ends of runs must be integers, got string",
    ),
    "indices that are strings": (
        schema(b"u", dictionary=schema(b"u")),
        strings(dictionary=strings()),
        "the indices of a dictionary must be integers, "
        "got dictionary<values=string, indices=string>",
    ),
    # the array
    "length": (schema(b"l"), integers(length=-1), "length is -1, must be 0 or more"),
    "offset": (schema(b"l"), integers(offset=-2), "offset is -2, must be 0 or more"),
    "null_count": (schema(b"l"), integers(null_count=-2), "null_count is -2, must be -1 or more"),
    "length and offset": (
        schema(b"l"),
        integers(length=2**57, offset=2**57 + 2**56),
        "length 144115188075855872 and offset 216172782113783808 are more than any memory holds",
    ),
    "buffers of integers": (
        schema(b"l"),
        array(3, [None, int64s(1, 2, 1), b""]),
        "n_buffers is 3, must be 2 for int64",
    ),
    "buffers of strings": (schema(b"u"), integers(), "n_buffers is 2, must be 3 for string"),
    "buffers of views": (
        schema(b"vu"),
        integers(),
        "n_buffers is 2, must be 3 or more for string_view",
    ),
    "buffers of runs": (
        RUNS,
        runs(n_buffers=1),
        "n_buffers is 1, must be 0 for run_end_encoded<int32, string>",
    ),
    "buffers below 0": (
        schema(b"l"),
        integers(n_buffers=-1),
        "n_buffers is -1, must be 2 for int64",
    ),
    "no buffers": (schema(b"l"), integers(buffers=None), "it has no buffers"),
    "no values": (schema(b"l"), array(3, [None, None]), "buffer 1 is not there"),
    "no offsets": (schema(b"u"), array(3, [None, None, b"abba"]), "buffer 1 is not there"),
    "no bytes": (schema(b"u"), array(3, BYTES), "buffer 2 is not there"),
    "no bits": (schema(b"b"), array(3, [None, None]), "buffer 1 is not there"),
    "no views": (schema(b"vu"), array(3, [None, None, b""]), "buffer 1 is not there"),
    "offsets that go back": (
        schema(b"u"),
        array(1, [None, int32s(3, 1), b"abba"]),
        "its offsets go from 3 to 1",
    ),
    "offsets below 0": (
        schema(b"U"),
        array(1, [None, int64s(-1, 1), b"abba"]),
        "its offsets go from -1 to 1",
    ),
    "no bitmap": (
        schema(b"l"),
        integers(null_count=1),
        "null_count is 1, but there is no validity bitmap",
    ),
    "no dictionary": (BY_INDEX, indices(dictionary=None), "its dictionary is not there"),
    "a dictionary that is broken": (
        BY_INDEX,
        indices(dictionary=strings(length=-1)),
        "length is -1, must be 0 or more",
    ),
    "children of integers": (
        schema(b"l"),
        integers(children=[integers()]),
        "n_children is 1, must be 0 for int64",
    ),
    "no children": (
        RUNS,
        runs(children=()),
        "n_children is 0, must be 2 for run_end_encoded<int32, string>",
    ),
    "a child that is not there": (RUNS, runs(children=[None, strings()]), "child 0 is not there"),
    "children without memory": (
        RUNS,
        runs(children=[array(2, [None, None]), strings()]),
        "buffer 1 is not there",
    ),
    "metadata": (
        schema(b"l", metadata=int32s(1, -5)),
        integers(),
        "a length in its metadata is -5",
    ),
}


def readers():
    """Yield all that read columns: a summary that must stay as it was, and the call."""
    tally, window, adwin, tree = es.Tally(), es.TimeWindow("1s"), es.ADWIN(), VFDTClassifier()
    yield tally, tally.update_many
    yield tally, tally.trace
    yield adwin, adwin.update_many
    yield window, lambda column: window.update_many(["a", "b", "a"], times=column)
    yield tree, lambda column: tree.learn_many({"x": [1.0, 2.0, 3.0]}, column)


@pytest.mark.parametrize(("made", "given", "text"), BROKEN.values(), ids=BROKEN.keys())
def test_columns_that_are_not_sound_are_refused(made, given, text):
    """With what is wrong; nothing is applied, whoever reads them, and by either way."""
    for summary, read in readers():
        for column in (Column(made, given), Streamed(made, given)):
            before = summary.to_bytes()
            with refused(ValueError, f"not a valid Arrow column: {text}"):
                read(column)
            assert summary.to_bytes() == before
            # A stream hands over copies, which were released: this one is as it was.
            assert made.release
            assert given.release


@pytest.mark.parametrize("part", ["ArrowSchema", "ArrowArray"])
@pytest.mark.parametrize(("make_schema", "make_array", "_"), SOUND.values(), ids=SOUND.keys())
def test_a_part_that_was_consumed_is_refused(part, make_schema, make_array, _):
    """A structure without release holds nothing any more, whatever it says."""
    made, given = make_schema(), make_array()
    gone = made if part == "ArrowSchema" else given
    gone.release = type(gone.release)()

    for summary, read in readers():
        before = summary.to_bytes()
        with refused(ValueError, CONSUMED.format(part)):
            read(Column(made, given))
        assert summary.to_bytes() == before


CONSUMED_WITHIN = {
    "dictionary of the schema": (schema(b"c", dictionary=schema(b"u", release=None)), indices()),
    "dictionary": (BY_INDEX, indices(dictionary=strings(release=None))),
    "child of the schema": (
        schema(b"+r", children=[schema(b"i"), schema(b"u", release=None)]),
        runs(),
    ),
    "child": (RUNS, runs(children=[array(2, [None, int32s(1, 3)]), strings(release=None)])),
}


@pytest.mark.parametrize(("made", "given"), CONSUMED_WITHIN.values(), ids=CONSUMED_WITHIN.keys())
def test_a_part_within_that_was_taken_out_is_refused(made, given):
    tally = es.Tally()
    with unchanged(tally), pytest.raises(ValueError, match="was consumed already"):
        tally.update_many(Column(made, given))


def test_a_capsule_is_read_once():
    """Who hands out the same capsules twice is told so; the first call has counted."""
    for column, part in (
        (Column(schema(b"l"), integers()), "ArrowSchema"),
        (Streamed(schema(b"l"), integers()), "ArrowArrayStream"),
    ):
        tally = es.Tally()
        tally.update_many(column)
        assert tally.n == 3
        with unchanged(tally), refused(ValueError, CONSUMED.format(part)):
            tally.update_many(column)


@pytest.mark.parametrize("call", ["get_schema", "get_next"])
@pytest.mark.parametrize("error", [b"the disk is gone", None])
def test_streams_that_fail_say_why(call, error):
    """In the words of the stream, if it has any."""
    column = Streamed(schema(b"l"), integers(), fails=call, error=error)
    tally = es.Tally()
    why = "no reason given" if error is None else error.decode()

    with unchanged(tally), refused(RuntimeError, f"the Arrow stream failed: {why}"):
        tally.update_many(column)


def test_streams_without_callbacks_are_refused():
    tally = es.Tally()
    text = "not a valid Arrow column: its stream has no get_schema or no get_next"
    for name in ("get_schema", "get_next"):
        with unchanged(tally), refused(ValueError, text):
            tally.update_many(Streamed(schema(b"l"), **{name: None}))
    failing = Streamed(schema(b"l"), fails="get_schema", get_last_error=None)
    with unchanged(tally), refused(RuntimeError, "the Arrow stream failed: no reason given"):
        tally.update_many(failing)


def test_streams_that_give_no_schema_are_refused():
    tally = es.Tally()
    with unchanged(tally), refused(ValueError, CONSUMED.format("ArrowSchema")):
        tally.update_many(Streamed(schema(b"l", release=None), integers()))


@pytest.mark.parametrize(
    "names", [(b"arrow_array", b"arrow_array"), (b"arrow_schema", b"x"), (b"", b"")]
)
def test_capsules_of_another_name_are_refused(names):
    """One that holds something else must not be read as if it were an array."""
    tally = es.Tally()
    text = r"the Arrow C data interface wants a capsule named 'arrow_(schema|array)', got <capsule"
    with unchanged(tally), pytest.raises(TypeError, match=text):
        tally.update_many(Column(schema(b"l"), integers(), names))


@pytest.mark.parametrize("given", [None, 5, (), ("a", "b"), (1, 2, 3), "no capsule"])
def test_what_is_no_capsule_is_refused(given):
    class Both:
        def __arrow_c_array__(self, requested_schema=None):
            return given

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return given

    tally = es.Tally()
    for column in (Both(), Stream()):
        with unchanged(tally), pytest.raises(TypeError, match="capsule"):
            tally.update_many(column)


NAMES = {
    b"vu": "string_view",
    b"tin": "month_day_nano_interval",
    b"tiM": "month_interval",
    b"tDs": "duration[s]",
    b"tDn": "duration[ns]",
    b"tdD": "date32[day]",
    b"ttu": "time64[us]",
    b"tsu:": "timestamp[us]",
    b"tss:Europe/Oslo": "timestamp[s, tz=Europe/Oslo]",
    b"d:10,2": "decimal128(10, 2)",
    b"d:10,2,256": "decimal256(10, 2)",
    b"w:7": "fixed_size_binary[7]",
    b"_pli128": "int128",
    b"tsx:": "the unknown format 'tsx:'",
    b"d:x": "the unknown format 'd:x'",
    b"w:-1": "the unknown format 'w:-1'",
    b"d:5,2,7": "the unknown format 'd:5,2,7'",
    b"?\n\x01": "the unknown format '???'",
    b"x" * 300: f"the unknown format '{'x' * 40}...'",
    b"": "the unknown format ''",
}
NESTED = {
    "list<int64>": lambda: schema(b"+l", children=[schema(b"l")]),
    "list<null>": lambda: schema(b"+l", children=[schema(b"n")]),
    "large_list<string>": lambda: schema(b"+L", children=[schema(b"u")]),
    "list_view<bool>": lambda: schema(b"+vl", children=[schema(b"b")]),
    "fixed_size_list<float32>[3]": lambda: schema(b"+w:3", children=[schema(b"f")]),
    "list<struct<a: int64, b: string>>": lambda: schema(
        b"+l",
        children=[schema(b"+s", children=[schema(b"l", name=b"a"), schema(b"u", name=b"b")])],
    ),
    "dense_union<int64, string>": lambda: schema(b"+ud:0,1", children=[schema(b"l"), schema(b"u")]),
    "list<list<list<list<...>>>>": lambda: schema(
        b"+l",
        children=[
            schema(
                b"+l",
                children=[schema(b"+l", children=[schema(b"+l", children=[schema(b"l")])])],
            )
        ],
    ),
}


@pytest.mark.parametrize(("name", "make"), NESTED.items(), ids=NESTED.keys())
def test_messages_name_nested_types_in_the_words_of_arrow(name, make):
    with refused(
        TypeError, f"labels must be one column of plain values, got an Arrow column of {name}"
    ):
        es.Tally().update_many(Streamed(make()))


@pytest.mark.parametrize(("format", "name"), NAMES.items(), ids=NAMES.values())
def test_messages_name_types_in_the_words_of_arrow(format, name):
    """Columns of times may have timestamps and text, those of numbers may not."""
    if name.startswith(("timestamp", "string")):
        what, call = "values", es.ADWIN().update_many
    else:
        what, call = "times", lambda column: es.TimeWindow("1s").update_many([], times=column)
    with pytest.raises(TypeError) as caught:
        call(Streamed(schema(format)))
    assert str(caught.value) in (
        f"values must be numbers from 0 to 1, got an Arrow column of {name}",
        "times must be timestamps, numbers of seconds or ISO 8601 text, got an Arrow column of "
        f"{name}",
        f"{what} must be one column of plain values, got an Arrow column of {name}",
    )


@contextmanager
def same_bytes(summary):
    """Check that the state is as before, of what counts no labels."""
    before = summary.to_bytes()
    yield
    assert summary.to_bytes() == before


def decimals(*tenths):
    """Return decimals of one digit behind the point."""
    cells = b"".join(number.to_bytes(16, "little", signed=True) for number in tenths)
    return schema(b"d:3,1"), array(len(tenths), [None, cells])


def reals(*values):
    return array(len(values), [None, struct.pack(f"{len(values)}d", *values)])


NUMBERS = {  # 0.0, 0.5, 0.5
    "decimals": lambda: decimals(0, 5, 5),
    "dictionary": lambda: (
        schema(b"c", dictionary=schema(b"g")),
        array(3, [None, bytes([0, 1, 1])], dictionary=reals(0, 0.5)),
    ),
    "dictionary of decimals": lambda: (
        schema(b"c", dictionary=schema(b"d:3,1")),
        array(3, [None, bytes([0, 1, 1])], dictionary=decimals(0, 5)[1]),
    ),
    "runs": lambda: (
        schema(b"+r", children=[schema(b"i"), schema(b"g")]),
        runs(children=[array(2, [None, int32s(1, 3)]), reals(0, 0.5)]),
    ),
    "floats": lambda: (schema(b"g"), reals(0, 0.5, 0.5)),
}
BOTH = pytest.mark.parametrize("producer", [Column, Streamed])


@BOTH
@pytest.mark.parametrize("make", NUMBERS.values(), ids=NUMBERS.keys())
def test_numbers_need_no_iterable_producer(make, producer):
    """Of any Arrow type, for ADWIN as for weights: values come from the imported memory."""
    adwin, expected = es.ADWIN(), es.ADWIN()
    adwin.update_many(producer(*make()))
    expected.update_many([0.0, 0.5, 0.5])
    assert adwin.to_bytes() == expected.to_bytes()

    tally = es.WeightedTally()
    tally.update_many(["a", "b", "b"], producer(*make()))
    assert tally.counts() == {"b": 1.0}


def moments():
    return array(2, [None, int64s(10**18, 10**18 + 1)])


def dates():
    return array(2, [None, int32s(0, 10, 20), b"2024-02-282024-02-29"])


ZONED = b"tsn:Europe/Oslo"
NANOSECONDS = np.array([10**18, 10**18 + 1, 10**18 + 1], "datetime64[ns]")
TIMES = {
    "dictionary of instants": (
        lambda: (schema(b"c", dictionary=schema(ZONED)), indices(dictionary=moments())),
        NANOSECONDS[[0, 1, 0]],
    ),
    "runs of instants": (
        lambda: (
            schema(b"+r", children=[schema(b"i"), schema(ZONED)]),
            runs(children=[array(2, [None, int32s(1, 3)]), moments()]),
        ),
        NANOSECONDS,
    ),
    "dictionary of strings": (
        lambda: (schema(b"c", dictionary=schema(b"u")), indices(dictionary=dates())),
        np.array(["2024-02-28", "2024-02-29", "2024-02-28"], "datetime64[ns]"),
    ),
}


@BOTH
@pytest.mark.parametrize(("make", "times"), TIMES.values(), ids=TIMES.keys())
def test_encoded_times_need_no_iterable_producer(make, times, producer):
    """Dictionaries and runs, to the nanosecond."""
    window, expected = (es.TimeWindow("2d", lateness="2d") for _ in range(2))

    window.update_many(["a", "b", "a"], times=producer(*make()))
    expected.update_many(["a", "b", "a"], times=times)

    assert window.to_bytes() == expected.to_bytes()
    assert window.n == 3


@BOTH
def test_numbers_that_are_missing_or_too_large_name_their_position(producer):
    missing = array(3, [bytes([0b101]), bytes(48)], null_count=1)
    adwin = es.ADWIN()
    with same_bytes(adwin), refused(ValueError, "value is missing (None) at position 1"):
        adwin.update_many(producer(schema(b"d:3,1"), missing))
    text = "value must be a number from 0 to 1, got Decimal('1.1') at position 2"
    with same_bytes(adwin), refused(ValueError, text):
        adwin.update_many(producer(*decimals(0, 5, 11)))


OTHER_TYPES = {
    "strings": (lambda: (schema(b"u"), strings()), "'a' (str)"),
    "dictionary": (lambda: (schema(b"c", dictionary=schema(b"u")), indices()), "'a' (str)"),
    "runs": (lambda: (schema(b"+r", children=[schema(b"i"), schema(b"u")]), runs()), "'a' (str)"),
}


@BOTH
@pytest.mark.parametrize(("make", "shown"), OTHER_TYPES.values(), ids=OTHER_TYPES.keys())
def test_what_is_no_number_is_named(make, shown, producer):
    tally = es.WeightedTally()
    with (
        unchanged(tally),
        refused(TypeError, f"weight must be a number, got {shown} at position 0"),
    ):
        tally.update_many(["a", "b", "a"], producer(*make()))
    adwin, made = es.ADWIN(), make()
    text = f"value must be a number, got {shown} at position 0"
    if made[0].format == b"u":
        text = "values must be numbers from 0 to 1, got an Arrow column of string"
    with same_bytes(adwin), refused(TypeError, text):
        adwin.update_many(producer(*made))


@BOTH
def test_lists_are_refused_as_numbers_weights_and_times(producer):
    def lists():
        children = [array(3, [None, int64s(1, 2, 1)])]
        made = array(3, [None, int32s(0, 1, 2, 3)], children=children)
        return producer(schema(b"+l", children=[schema(b"l")]), made)

    adwin, tally, window = es.ADWIN(), es.WeightedTally(), es.TimeWindow("1s")
    text = "{} must be one column of plain values, got an Arrow column of list<int64>"
    with same_bytes(adwin), refused(TypeError, text.format("values")):
        adwin.update_many(lists())
    with unchanged(tally), refused(TypeError, text.format("weights")):
        tally.update_many("aba", lists())
    with unchanged(window), refused(TypeError, text.format("times")):
        window.update_many("aba", times=lists())


@BOTH
def test_extension_types_need_an_iterable_producer(producer):
    """Only their library can interpret their storage."""

    def extension():
        key, value = b"ARROW:extension:name", b"our.type"
        metadata = int32s(1, len(key)) + key + int32s(len(value)) + value
        return producer(schema(b"l", metadata=metadata), integers())

    text = (
        f"{{}} of an Arrow extension type are read by iteration, but {producer.__name__} is not "
        "iterable; pass a list, or the storage as int64"
    )
    adwin, tally, weighted, window = es.ADWIN(), es.Tally(), es.WeightedTally(), es.TimeWindow("1s")
    with unchanged(tally), refused(TypeError, text.format("labels")):
        tally.update_many(extension())
    with same_bytes(adwin), refused(TypeError, text.format("values")):
        adwin.update_many(extension())
    with unchanged(weighted), refused(TypeError, text.format("weights")):
        weighted.update_many("aba", extension())
    with unchanged(window), refused(TypeError, text.format("times")):
        window.update_many("aba", times=extension())
