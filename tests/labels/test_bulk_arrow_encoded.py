"""Arrow columns that are dictionary- or run-end-encoded count as the columns they stand for."""

import datetime as dt
from collections import Counter
from decimal import Decimal

import pytest

import entrostream as es
from tests.labels.counting import counted
from tests.refusals import refused, unchanged

pa = pytest.importorskip("pyarrow")

INDICES = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint32(), pa.uint64()]


def text(shown):
    """Return the whole complaint about a missing row."""
    return f'label is missing ({shown}); pass missing="skip" or missing="label"'


def dictionary(places, values, index=None):
    """Return the column of these places in these values."""
    return pa.DictionaryArray.from_arrays(pa.array(places, index or pa.int32()), pa.array(values))


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_dictionary_with_indices_of_all_widths(index):
    """The values count as often as their places occur."""
    array = dictionary([0, 1, 0, None, 2], ["a", "b", "c", "unused"], index)

    assert counted(array, missing="label") == {"a": 2, "b": 1, "c": 1, None: 1}
    assert counted(array.slice(1, 2)) == {"a": 1, "b": 1}


def test_unused_values_are_no_labels():
    """A value that does not occur may be anything."""
    array = dictionary([1, 1], ["never", "a", None])
    tally = es.Tally()
    tally.update_many(array)

    assert tally.counts() == {"a": 2}
    assert tally.distinct == 1


def test_nulls_among_indices_and_values_are_missing():
    """Both kinds of null, also after a slice."""
    array = dictionary([0, 1, None, 0, 1], ["a", None])

    assert counted(array, missing="label") == {"a": 2, None: 3}
    assert counted(array, missing="skip") == {"a": 2}
    assert counted(array.slice(1), missing="label") == {"a": 1, None: 3}
    with refused(ValueError, text("null at position 1")):
        counted(array)
    with refused(ValueError, text("null at position 0")):
        counted(array.slice(2))


def test_nan_among_values_is_missing():
    """Refused with its position, skipped or one label, as in a plain column."""
    array = pa.array([0.5, 1.5, float("nan"), 0.5]).dictionary_encode()

    assert counted(array, missing="label") == {0.5: 2, 1.5: 1, None: 1}
    assert counted(array, missing="skip") == {0.5: 2, 1.5: 1}
    with pytest.raises(ValueError, match="missing") as caught:
        counted(array)
    words = ["nan", "null", "nan or null"]
    assert str(caught.value) in [text(f"{word} at position 2") for word in words]


def test_sliced_dictionary_means_its_own_values():
    """Values before the slice are not counted from."""
    values = pa.array(["x", "y", "a", "b"]).slice(2)
    array = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), values)

    assert counted(array) == {"a": 2, "b": 1}


def test_equal_values_of_a_dictionary_are_one_label():
    """A dictionary may hold a value twice."""
    assert counted(dictionary([0, 1, 2], ["a", "a", "b"])) == {"a": 2, "b": 1}


def test_chunks_have_dictionaries_of_their_own():
    """The same place means another value in another chunk."""
    chunked = pa.chunked_array(
        [dictionary([0, 1], ["a", "b"]), dictionary([0, 0, 1], ["b", "c"]), dictionary([], ["z"])]
    )
    assert counted(chunked) == {"a": 1, "b": 3, "c": 1}
    assert counted(chunked.slice(1, 2)) == {"b": 2}


VALUES = [
    (pa.int8(), [-1, 5, -1]),
    (pa.uint8(), [255, 5, 255]),
    (pa.uint16(), [65535, 5, 65535]),
    (pa.uint32(), [2**32 - 1, 5, 5]),
    (pa.int64(), [-(2**63), 2**63 - 1, 0]),
    (pa.uint64(), [2**64 - 1, 0, 0]),
    (pa.float16(), [0.5, 1.5, 0.5]),
    (pa.float32(), [0.5, 0.25, 0.5]),
    (pa.float64(), [0.1, 0.2, 0.1]),
    (pa.bool_(), [True, False, True]),
    (pa.string(), ["a", "", "a"]),
    (pa.large_string(), ["a", "", "a"]),
    (pa.string_view(), ["a", "a text of more than twelve bytes", "a"]),
    (pa.binary(), [b"a", b"\0", b"a"]),
    (pa.binary(2), [b"ab", b"\0\0", b"ab"]),
    (pa.decimal128(5, 2), [Decimal("1.25"), Decimal(-1), Decimal("1.25")]),
    (pa.date32(), [dt.date(2020, 1, 1), dt.date(1960, 1, 1)]),
    (pa.date64(), [dt.date(2020, 1, 1), dt.date(1960, 1, 1)]),
    (pa.time64("us"), [dt.time(1), dt.time(2), dt.time(1)]),
    (pa.timestamp("us"), [dt.datetime(2020, 1, 1), dt.datetime(1960, 1, 1)]),
    (pa.timestamp("ms", "UTC"), [dt.datetime(2020, 1, 1, tzinfo=dt.timezone.utc)] * 2),
    (pa.duration("s"), [dt.timedelta(1), dt.timedelta(-1)]),
]
every_value = pytest.mark.parametrize(
    ("kind", "values"), VALUES, ids=[str(kind) for kind, _ in VALUES]
)


@every_value
def test_dictionary_of_values_of_all_kinds(kind, values):
    """As the plain column of these values."""
    distinct = list(dict.fromkeys(values))
    places = [distinct.index(value) for value in values]
    array = pa.DictionaryArray.from_arrays(pa.array([*places, None]), pa.array(distinct, kind))

    assert counted(array, missing="label") == {**Counter(values), None: 1}
    assert counted(array.slice(1), missing="label") == {**Counter(values[1:]), None: 1}


@every_value
def test_runs_of_values_of_all_kinds(kind, values):
    """As the plain column of these values."""
    for ends in (pa.int16(), pa.int32(), pa.int64()):
        runs = run_ends([1, 2, 5][: len(values)], values, kind, ends)
        expected = [v for v, k in zip(values, [1, 1, 3], strict=False) for _ in range(k)]
        assert counted(runs) == Counter(expected)
        assert counted(runs.slice(1)) == Counter(expected[1:])


def run_ends(ends, values, kind=None, width=None):
    """Return the column whose i-th value reaches up to the i-th end."""
    return pa.RunEndEncodedArray.from_arrays(
        pa.array(ends, width or pa.int32()), pa.array(values, kind)
    )


def test_runs_with_nulls_obey_the_rule():
    """Each row of a run of nulls is missing; the first is named by its place in the column."""
    array = run_ends([3, 5, 6], ["a", None, "b"])
    tally = es.Tally()

    assert counted(array, missing="label") == {"a": 3, None: 2, "b": 1}
    assert counted(array, missing="skip") == {"a": 3, "b": 1}
    with unchanged(tally), refused(ValueError, text("null at position 3")):
        tally.update_many(array)
    chunked = pa.chunked_array([array.slice(0, 2), array.slice(2)])
    with unchanged(tally), refused(ValueError, text("null at position 3")):
        tally.update_many(chunked)


def test_runs_outside_a_slice_are_not_there():
    """A null before or after the slice is nobody's business, nor is a value."""
    array = run_ends([3, 5, 6, 9], ["a", None, "b", "c"])

    assert counted(array.slice(5, 2)) == {"b": 1, "c": 1}
    assert counted(array.slice(0, 2)) == {"a": 2}
    assert counted(array.slice(5, 0)) == {}
    chunked = pa.chunked_array([array.slice(5), array.slice(0, 3)])
    assert counted(chunked) == {"a": 3, "b": 1, "c": 3}


def test_runs_of_a_dictionary():
    """Both encodings, one in the other."""
    array = pa.RunEndEncodedArray.from_arrays(
        pa.array([2, 5], pa.int32()), dictionary([1, 0], ["a", "b"])
    )
    assert counted(array) == {"b": 2, "a": 3}


def test_dictionary_of_a_dictionary_counts_its_values_or_is_refused():
    """Never the places of the inner one."""
    array = pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 1], pa.int8()), pa.array(["a", "b"]).dictionary_encode()
    )
    tally = es.Tally()
    try:
        tally.update_many(array)
    except TypeError:
        assert tally.n == 0
    else:
        assert tally.counts() == {"a": 1, "b": 2}


def test_place_that_the_dictionary_does_not_have_is_refused():
    """A column that contradicts itself does not read foreign memory."""
    array = pa.DictionaryArray.from_arrays(
        pa.array([0, 5], pa.int8()), pa.array(["a", "b"]), safe=False
    )
    tally = es.Tally()
    with unchanged(tally), pytest.raises((ValueError, IndexError, TypeError)):
        tally.update_many(array)


def test_encoded_columns_share_labels_with_plain_ones():
    """The encoding is no part of a label."""
    tally = es.Tally()
    tally.update_many(pa.array(["a", "b"]))
    tally.update_many(pa.array(["b", "a"]).dictionary_encode())
    tally.update_many(run_ends([2], ["a"]))
    tally.update_many(["a", "b"])

    assert tally.counts() == {"a": 5, "b": 3}
