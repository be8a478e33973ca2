"""ADWIN reads numbers of every kind, in every column, and refuses the rest by name."""

import contextlib
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import entrostream as es
from tests.drift.test_adwin import SHIFT, filled, picture
from tests.refusals import refused

# ------------------------------------------------------------------ columns

COINS = [0, 1, 1, 0, 1]


@pytest.mark.parametrize(
    "dtype", ["bool", "i1", "u1", "i2", "u4", "i8", "u8", "f2", "f4", "f8", "g", ">f8", "<i4", "O"]
)
def test_every_array_of_numbers_is_read(dtype):
    """Of any width and byte order, also by strides and backwards."""
    column = np.array(COINS, dtype=dtype)
    wide = np.zeros((5, 3), dtype=dtype)
    wide[:, 1] = COINS

    for array in (column, column[::-1][::-1], wide[:, 1], memoryview(column).obj):
        assert filled(array) == filled(COINS)


@pytest.mark.parametrize("kind", [list, tuple, iter, bytes, bytearray])
def test_every_iterable_is_read(kind):
    """Lists, tuples, generators, bytes as the numbers they are."""
    assert filled(kind(COINS)) == filled(COINS)


def test_numbers_of_any_kind_are_read():
    """Whatever Python and NumPy call a number."""
    values = [True, False, Fraction(1, 4), Decimal("0.5"), np.float32(0.25), np.int8(1), np.True_]
    plain = [1.0, 0.0, 0.25, 0.5, 0.25, 1.0, 1.0]
    one_by_one = es.ADWIN()
    for value in values:
        one_by_one.update(value)

    assert filled(values) == one_by_one == filled(plain)


@pytest.mark.parametrize(
    "dtype",
    ["bool", "boolean", "int8", "Int64", "UInt8", "float32", "Float64", "object", "category"],
)
def test_pandas_columns_are_read(dtype):
    """Series, Index and arrays, nullable or not."""
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(COINS).astype(dtype)

    for column in (series, series.array, pandas.Index(series)):
        assert filled(column) == filled(COINS)


@pytest.mark.parametrize(
    "name", ["bool_", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64"]
)
def test_arrow_columns_are_read(name):
    """Chunks, slices and dictionaries, and pandas on Arrow."""
    arrow = pytest.importorskip("pyarrow")
    numpy_name = {"bool_": "bool"}.get(name, name)
    plain = arrow.array(np.array(COINS, dtype=numpy_name))
    columns = [plain, arrow.chunked_array([plain[:2], plain[2:2], plain[2:]])]
    if name != "float16":
        columns.append(plain.dictionary_encode())
    for column in columns:
        assert filled(column) == filled(COINS)
    assert filled(columns[1][1:4]) == filled(COINS[1:4])
    pandas = pytest.importorskip("pandas")
    backed = pandas.Series(COINS).astype(pandas.ArrowDtype(plain.type)) if name != "float16" else []
    assert filled(backed) == filled(COINS if name != "float16" else [])


@pytest.mark.parametrize("name", ["Boolean", "Int8", "UInt32", "Float32", "Float64"])
def test_polars_columns_are_read(name):
    """Series of numbers."""
    polars = pytest.importorskip("polars")

    assert filled(polars.Series(COINS).cast(getattr(polars, name))) == filled(COINS)


def test_sign_of_zero_does_not_matter():
    """Equal content has equal bytes."""
    assert filled([-0.0] * 50).to_bytes() == filled([0.0] * 50).to_bytes()


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (1.5, ValueError, "value must be a number from 0 to 1, got 1.5"),
        (-1e-9, ValueError, "value must be a number from 0 to 1, got -1e-09"),
        (2, ValueError, "value must be a number from 0 to 1, got 2"),
        (-1, ValueError, "value must be a number from 0 to 1, got -1"),
        (float("nan"), ValueError, "value must be a number from 0 to 1, got nan"),
        (float("inf"), ValueError, "value must be a number from 0 to 1, got inf"),
        (10**400, ValueError, f"value must be a number from 0 to 1, got {'1' + 96 * '0'}..."),
        (Fraction(3, 2), ValueError, "value must be a number from 0 to 1, got Fraction(3, 2)"),
        ("0.5", TypeError, "value must be a number, got '0.5' (str)"),
        (b"1", TypeError, "value must be a number, got b'1' (bytes)"),
        (None, ValueError, "value is missing (None)"),
        (0.5j, TypeError, "value must be a number, got 0.5j (complex)"),
        ([0.5], TypeError, "value must be a number, got [0.5] (list)"),
    ],
)
def test_what_is_no_such_number_is_refused(value, error, text):
    """One by one and in a batch, of which nothing counts then."""
    adwin = filled(SHIFT)
    before = picture(adwin)

    with refused(error, text):
        adwin.update(value)
    assert picture(adwin) == before
    with refused(error, text + " at position 2"):
        adwin.update_many([0.5, 1, value, 0.5])
    assert picture(adwin) == before
    with refused(error, text + " at position 1"):
        adwin.update_many(np.array([0.5, value, 1, None], dtype=object)[:-1])
    assert picture(adwin) == before


@pytest.mark.parametrize(
    ("column", "error", "text"),
    [
        (np.array([0, 2]), ValueError, "value must be a number from 0 to 1, got 2 at position 1"),
        (
            np.array([0.5, np.nan]),
            ValueError,
            "value must be a number from 0 to 1, got nan at position 1",
        ),
        (
            np.array([0, -1], dtype="i1"),
            ValueError,
            "value must be a number from 0 to 1, got -1 at position 1",
        ),
        (
            np.array([1, 2**63], dtype="u8"),
            ValueError,
            "value must be a number from 0 to 1, got 9223372036854775808 at position 1",
        ),
        (
            np.ma.array([0, 1], mask=[False, True]),
            ValueError,
            "value is missing (masked) at position 1",
        ),
        (
            np.array(["a"]),
            TypeError,
            "values must be numbers from 0 to 1, got an array of dtype <U1",
        ),
        (
            np.array([0.5j]),
            TypeError,
            "values must be numbers from 0 to 1, got an array of dtype complex128",
        ),
        (
            np.zeros((2, 2)),
            ValueError,
            "values must be one-dimensional, got an array of shape (2, 2)",
        ),
        ("01", TypeError, "value must be a number, got '0' (str) at position 0"),
        (
            0.5,
            TypeError,
            "values must be a list, an array, a column or another iterable, got 0.5 (float); "
            "update takes one value",
        ),
    ],
    ids=lambda case: repr(case)[:40],
)
def test_bad_columns_are_refused_wholly(column, error, text):
    """Before any of their values counts."""
    adwin = filled(SHIFT)
    before = picture(adwin)

    with refused(error, text):
        adwin.update_many(column)
    assert picture(adwin) == before


def test_missing_values_of_columns_are_refused():
    """Null, NA and their like, by their place."""
    pandas, arrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    adwin = es.ADWIN()
    for column in (arrow.array([0, None]), polars.Series([0, None])):
        with refused(ValueError, "value is missing (null) at position 1"):
            adwin.update_many(column)
    with refused(ValueError, "value is missing (<NA>) at position 1"):
        adwin.update_many(pandas.Series([0, None], dtype="Int8"))
    with refused(TypeError, "values must be numbers from 0 to 1, got an Arrow column of string"):
        adwin.update_many(arrow.array(["a"]))
    assert adwin == es.ADWIN()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"delta": 0}, ValueError, "delta must be above 0 (1e-300 at least) and below 1, got 0"),
        ({"delta": 1}, ValueError, "delta must be above 0 (1e-300 at least) and below 1, got 1"),
        (
            {"delta": float("nan")},
            ValueError,
            "delta must be above 0 (1e-300 at least) and below 1, got nan",
        ),
        ({"delta": "a"}, TypeError, "delta must be a number, got 'a' (str)"),
        ({"delta": None}, TypeError, "delta must be a number, got None (NoneType)"),
        ({"clock": 0}, ValueError, "clock must be a positive integer, got 0"),
        ({"clock": 2.0}, TypeError, "clock must be an integer, got 2.0 (float)"),
        ({"max_buckets": 0}, ValueError, "max_buckets must be a positive integer, got 0"),
        ({"max_buckets": 1001}, ValueError, "max_buckets must be 1000 at most, got 1001"),
        (
            {"min_window_length": 0},
            ValueError,
            "min_window_length must be a positive integer, got 0",
        ),
        (
            {"min_window_length": True},
            TypeError,
            "min_window_length must be an integer, got True (bool)",
        ),
        ({"grace_period": -1}, ValueError, "grace_period must be 0 or a positive integer, got -1"),
        ({"clock": 2**62}, ValueError, f"clock must be below 2^62, got {2**62}"),
        ({"on_change": 3}, TypeError, "on_change must be callable, got 3 (int)"),
    ],
)
def test_bad_parameters_are_refused(options, error, text):
    """By name, value and limit."""
    with refused(error, text):
        es.ADWIN(**options)


def test_on_change_must_be_callable():
    """Set later, too."""
    adwin = es.ADWIN(on_change=print)

    with refused(TypeError, "on_change must be callable, got 'f' (str)"):
        adwin.on_change = "f"
    assert adwin.on_change is print


def test_update_takes_one_value():
    """By place or by name."""
    adwin = es.ADWIN()
    adwin.update(value=1)

    assert adwin.n == 1
    for call in (adwin.update, lambda: adwin.update(1, 2), lambda: adwin.update(label=1)):
        with pytest.raises(TypeError):
            call()
    assert adwin.n == 1


def test_number_that_calls_back_is_refused():
    """A value's own code meets a busy window, or an idle one that has not changed."""
    adwin = es.ADWIN()

    class Number:
        def __float__(self):
            adwin.update(1.0)
            return 0.5

    with pytest.raises((RuntimeError, TypeError)):
        adwin.update_many([Number()])
    assert adwin.n == 0


def test_list_that_shrinks_while_it_is_read_is_refused():
    """Without a read of memory that is gone."""
    values = [0.5, None, 0.5, 0.5]

    class Number:
        def __float__(self):
            values.clear()
            return 0.5

    values[1] = Number()
    adwin = es.ADWIN()
    with refused(RuntimeError, "values changed while they were read"):
        adwin.update_many(values)
    assert adwin.n == 0


def test_other_threads_wait_or_are_refused():
    """Nothing is lost but the calls that were refused."""
    adwin = es.ADWIN()
    values = np.zeros(300_000)
    done = []

    def feed():
        for _ in range(5):
            with contextlib.suppress(RuntimeError):
                adwin.update_many(values)
                done.append(len(values))

    threads = [threading.Thread(target=feed) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert adwin.n == sum(done) > 0
