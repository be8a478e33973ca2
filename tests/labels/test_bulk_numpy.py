"""NumPy arrays count as the Python values that they hold."""

import datetime as dt
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one, typed
from tests.refusals import refused, unchanged

RNG = np.random.default_rng(1)
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


def assert_counts(array, values):
    """Check an array against the Python values that it should stand for."""
    expected = Counter(values)
    assert counted(array) == expected
    assert counted_one_by_one(array) == expected
    assert typed(counted(array)) == typed(expected)


def shapes_of(array):
    """Yield the same rows in memory of all kinds."""
    yield array
    yield np.repeat(array, 3)[1::3]
    yield array[::-1][::-1]
    yield np.asfortranarray(np.stack([array, array], axis=1))[:, 0]
    frozen = array.copy()
    frozen.setflags(write=False)
    yield frozen
    if array.dtype.kind in "iufUMm" and array.dtype.itemsize > 1:
        yield array.astype(array.dtype.newbyteorder())


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_of_all_widths(dtype):
    """The least, the largest and what lies between, dense and far apart."""
    info = np.iinfo(dtype)
    edges = [int(info.min), int(info.max), 0, 1, 1, int(info.max) - 1, int(info.min) + 1]
    for array in shapes_of(np.array(edges, dtype=dtype)):
        assert_counts(array, edges)

    for low, high in [(0, 100), (info.min, info.max)]:
        array = RNG.integers(low, high, 20_000, dtype=dtype, endpoint=True)
        assert counted(array) == Counter(array.tolist())


@pytest.mark.parametrize("span", [1, 1023, 1024, 1025, 4999, 5000, 5001, 2**22 + 1, 2**40])
@pytest.mark.parametrize("low", [0, -7, -(2**63), 2**63 - 2**40 - 2])
def test_integers_over_any_range(low, span):
    """However far apart the least and the largest are, each value has its own label."""
    array = low + RNG.integers(0, span, 5000, endpoint=True)
    array[[3, 4]] = low, low + span

    assert counted(array) == Counter(array.tolist())


def test_bools_are_true_and_false():
    """They come back as Python's bool, and are one with 1 and 0."""
    values = [True, False, True]
    for array in shapes_of(np.array(values)):
        assert_counts(array, values)

    tally = es.Tally()
    tally.update_many(np.array(values))
    tally.update_many(np.array([0, 1, 2]))
    assert tally.counts() == {True: 3, False: 2, 2: 1}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "longdouble"])
def test_floats_of_all_widths(dtype):
    """Widened to Python's float; 0.0 and -0.0 are one, infinities are two."""
    info = np.finfo(dtype)
    plain = [0.5, 0.0, -0.0, 1.0, 1.0, math.inf, -math.inf, 3.25]
    edges = [info.max, info.tiny, info.eps] if dtype != "longdouble" else []
    for array in shapes_of(np.array([*plain, *edges], dtype=dtype)):
        assert_counts(array, [*plain, *map(float, edges)])

    array = (RNG.normal(size=5000) * 4).round().astype(dtype) / 4
    assert counted(array) == Counter(map(float, array))


def test_subnormal_floats_are_told_apart():
    """The least numbers there are do not fall into zero."""
    values = [5e-324, 0.0, -5e-324, 1e-310]
    assert_counts(np.array(values), values)
    assert_counts(np.array([2**-24], dtype="float16"), [2**-24])


def test_complex_numbers_are_labels():
    """Both widths, as Python's complex."""
    values = [1 + 2j, 1 - 2j, 0j, 1 + 2j]
    assert_counts(np.array(values), values)
    assert_counts(np.array(values, dtype="complex64"), values)


STRINGS = ["a", "b", "", "a", "ä", "日本語", "😀", "a\0b", " a", "longer than the others"]


@pytest.mark.parametrize("width", [None, 30])
def test_text_of_fixed_width(width):
    """Padding is no part of a text; any character is."""
    for array in shapes_of(np.array(STRINGS, dtype=f"U{width or ''}")):
        assert_counts(array, STRINGS)


def test_bytes_of_fixed_width():
    """As Python's bytes, without the zeros that NumPy pads with."""
    values = [b"a", b"", b"a\0b", b"\xff\x00\x01", b"a"]
    for array in shapes_of(np.array(values, dtype="S5")):
        assert_counts(array, values)


@given(
    strings=st.lists(st.text("ab\0ä", max_size=4) | st.text("ab", max_size=40), max_size=30),
    width=st.integers(40, 50),
)
def test_strings_of_all_lengths(strings, width):
    """Shorter and longer than a word of memory, alike at the beginning or at the end."""
    strings = [text.rstrip("\0") for text in strings]  # NumPy does not keep those
    chunks = [text.encode("latin-1") for text in strings]

    assert counted(np.array(strings, dtype=f"U{width}")) == Counter(strings)
    assert counted(np.array(chunks, dtype=f"S{width}")) == Counter(chunks)


@pytest.mark.parametrize("dtype", ["U1", "S1", "U0", "S0"])
def test_empty_texts_are_a_label(dtype):
    """Cells of no width at all, too."""
    array = np.zeros(3, dtype=dtype)
    assert_counts(array, array.tolist())


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="NumPy 2 has StringDType")
def test_text_of_variable_width():
    """StringDType, with and without a word for missing."""
    for array in shapes_of(np.array(STRINGS, dtype=np.dtypes.StringDType())):
        assert_counts(array, STRINGS)
    for missing in (None, float("nan")):
        dtype = np.dtypes.StringDType(na_object=missing)
        array = np.array(["a", missing, "b", missing], dtype=dtype)
        assert counted(array, missing="label") == {"a": 1, None: 2, "b": 1}
        assert counted(array, missing="skip") == {"a": 1, "b": 1}
        text = f'label is missing ({missing} at position 1); pass missing="skip" or missing="label"'
        with refused(ValueError, text):
            counted(array)


def test_objects_are_labels_as_they_are():
    """Any hashable object, NumPy's scalars as Python's own."""
    values = ["a", 1, 1.0, (1, 2), None, float("nan"), np.int8(1), np.str_("a"), 2**70]
    array = np.empty(len(values), dtype=object)
    array[:] = values

    assert counted(array, missing="label") == {"a": 2, 1: 3, (1, 2): 1, None: 2, 2**70: 1}
    assert counted(array[:5:2], missing="label") == {"a": 1, 1: 1, None: 1}


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns"])
def test_datetimes_of_all_units(unit):
    """A day is the moment at which it begins, as NumPy compares it; NaT is missing."""
    strings = ["1969-12-31", "2020-02-29", "2020-02-29", "NaT", "1900-01-01"]
    moments = np.array(strings, dtype="datetime64[D]").astype(f"datetime64[{unit}]")
    expected = moments.astype("datetime64[us]").tolist()
    for array in shapes_of(moments):
        counts = counted(array, missing="label")
        assert counts == Counter(expected) == counted_one_by_one(array, missing="label")
        assert {type(label) for label in counts} == {dt.datetime, type(None)}


@pytest.mark.parametrize(
    "moments",
    [
        [np.datetime64(20_000, "Y"), np.datetime64(20_000, "Y").astype("datetime64[s]")],
        [np.datetime64(10**10, "D"), np.datetime64(10**10 * 86_400, "s")],
        [np.datetime64(10**6, "Y"), np.datetime64(10**6, "Y").astype("datetime64[D]")],
        [np.timedelta64(10**10, "D"), np.timedelta64(10**10 * 86_400, "s")],
    ],
    ids=repr,
)
def test_times_that_python_cannot_hold_are_the_same_in_every_unit(moments):
    """Beyond the year 9999, and beyond what 64 bits of microseconds hold: nothing wraps around."""
    expected = {moments[0]: len(moments)}

    assert counted_one_by_one(moments) == expected
    assert counted(moments) == expected
    for moment in moments:
        assert counted(np.array([moment])) == {moments[0]: 1}


@pytest.mark.parametrize("unit", ["W", "D", "h", "m", "s", "ms", "us"])
def test_timedeltas_of_all_units(unit):
    """As Python's timedelta; NaT is missing."""
    array = np.array([0, 5, -7, 5, "NaT"], dtype=f"timedelta64[{unit}]")
    expected = {np.timedelta64(n, unit).item(): k for n, k in [(0, 1), (5, 2), (-7, 1)]}

    for each in shapes_of(array):
        assert counted(each, missing="label") == {**expected, None: 1}


def test_times_finer_than_a_microsecond_keep_what_they_are():
    """Nanoseconds that Python cannot hold stay NumPy's; others become Python's."""
    array = np.array([1000, 1001, 1001], dtype="datetime64[ns]")
    whole = dt.datetime(1970, 1, 1, 0, 0, 0, 1)

    assert counted(array) == {whole: 1, array[1]: 2} == counted_one_by_one(array)
    spans = np.array([1000, 1001, 1001], dtype="timedelta64[ns]")
    assert counted(spans) == {dt.timedelta(microseconds=1): 1, spans[1]: 2}


@pytest.mark.parametrize(
    ("array", "shown"),
    [
        (np.array([1.0, np.nan]), "nan"),
        (np.array([1.0, np.nan], dtype="float16"), "nan"),
        (np.array([1, "NaT"], dtype="datetime64[s]"), "NaT"),
        (np.array([1, "NaT"], dtype="timedelta64[s]"), "NaT"),
        (np.array([1, None], dtype=object), "None"),
        (np.array([1j, complex(0, np.nan)]), "nanj"),
        (np.ma.array([1, 2], mask=[0, 1]), "masked"),
        (np.ma.array(["a", "b"], mask=[0, 1]), "masked"),
        (np.ma.array(["a", "b"], mask=[0, 1], dtype=object), "masked"),
    ],
    ids=str,
)
def test_missing_rows_are_refused_with_their_position(array, shown):
    """The first of them is named; nothing is applied."""
    tally = es.Tally()
    tally.update("a")
    longer = np.ma.concatenate([array[:1]] * 3 + [array, array])
    longer = longer if isinstance(array, np.ma.MaskedArray) else longer.data

    text = f'label is missing ({shown} at position 4); pass missing="skip" or missing="label"'
    for method in (tally.update_many, tally.trace):
        with unchanged(tally), refused(ValueError, text):
            method(longer)


@pytest.mark.parametrize("dtype", [*INTEGERS, "bool", "float32", "float64", "U3", "S3", "O"])
def test_masked_rows_are_missing(dtype):
    """What lies under the mask does not matter."""
    array = np.ma.array([1, 0, 1, 0], mask=[0, 1, 1, 0]).astype(dtype)
    one, nought = np.array([1, 0]).astype(dtype).tolist()

    assert counted(array, missing="skip") == {one: 1, nought: 1}
    assert counted(array, missing="label") == {one: 1, None: 2, nought: 1}
    assert counted(np.ma.array([1, 1, 2])) == {1: 2, 2: 1}
    assert counted(array[::2], missing="label") == {one: 1, None: 1}


def test_masked_nan_is_missing_once():
    """Masked or NaN or both: a missing row."""
    array = np.ma.array([np.nan, np.nan, 1.0, 1.0], mask=[0, 1, 1, 0])

    assert counted(array, missing="label") == {None: 3, 1.0: 1}


@pytest.mark.parametrize(
    "dtype", [*INTEGERS, "bool", "float64", "U3", "S3", "O", "datetime64[s]", "complex128"]
)
def test_empty_array_is_no_event(dtype):
    """Of any kind."""
    assert counted(np.array([], dtype=dtype)) == {}


@pytest.mark.parametrize("array", [np.array(3), np.zeros((2, 3)), np.zeros((1, 0, 2))], ids=str)
def test_arrays_have_one_dimension(array):
    """The shape is named; nothing is applied."""
    tally = es.Tally()
    text = f"labels must be one-dimensional, got an array of shape {array.shape}"
    for method in (tally.update_many, tally.trace):
        with unchanged(tally), refused(ValueError, text):
            method(array)


@pytest.mark.parametrize("dtype", ["V4", [("a", "i4"), ("b", "U1")]], ids=str)
def test_records_are_no_labels(dtype):
    """The dtype is named; nothing is applied."""
    array = np.zeros(3, dtype=dtype)
    tally = es.Tally()
    text = f"labels must be numbers, strings, times or objects, got an array of dtype {array.dtype}"
    with unchanged(tally), refused(TypeError, text):
        tally.update_many(array)


def test_two_arrays_of_two_kinds_share_their_labels():
    """Codes of one batch mean nothing to the next."""
    tally = es.Tally()
    tally.update_many(np.array([5, 6, 7]))
    tally.update_many(np.array([7.0, 6.0, 0.5]))
    tally.update_many(np.array([6], dtype="uint8"))
    tally.update_many([5, "5"])

    assert tally.counts() == {5: 2, 6: 3, 7: 2, 0.5: 1, "5": 1}


def test_subclasses_of_arrays_count_as_arrays(tmp_path):
    """A memory map and a view of another class."""

    class Mine(np.ndarray):
        pass

    array = np.array([3, 4, 3], dtype="int64")
    path = tmp_path / "labels"
    array.tofile(path)

    assert counted(array.view(Mine)) == {3: 2, 4: 1}
    assert counted(np.memmap(path, dtype="int64", mode="r")) == {3: 2, 4: 1}
