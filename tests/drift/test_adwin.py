"""ADWIN cuts where the plain rule does and tells of the window what is so."""

import contextlib
import copy
import gc
import pickle
import threading
import weakref
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.drift.adwin_reference import PlainAdwin
from tests.drift.number_streams import KINDS, RULES, stream
from tests.refusals import refused

every_kind = pytest.mark.parametrize("kind", KINDS)
every_rule = pytest.mark.parametrize("rule", RULES, ids=str)
rules = st.fixed_dictionaries(
    {
        "delta": st.sampled_from([0.002, 0.1, 0.5, 0.999]),
        "clock": st.integers(1, 8),
        "max_buckets": st.integers(1, 6),
        "min_window_length": st.integers(1, 6),
        "grace_period": st.integers(0, 12),
    }
)
# Multiples of 1/1024: all sums of them are exact, so the plain rule has no doubt of its own.
numbers = st.lists(
    st.one_of(
        st.sampled_from([0.0, 1.0, 0.5]), st.integers(0, 1024).map(lambda number: number / 1024)
    ),
    max_size=120,
)
SHIFT = [0.0] * 200 + [1.0] * 200


def filled(values, **options):
    """Return an ADWIN that took in these values."""
    adwin = es.ADWIN(**options)
    adwin.update_many(values)
    return adwin


def rows(changes):
    """Return changes as plain tuples."""
    return [tuple(change) for change in changes]


def picture(adwin):
    """Return all that an ADWIN shows of itself."""
    reads = (adwin.n, adwin.seen, adwin.start, adwin.mean, adwin.variance, adwin.total)
    return reads, adwin.changed, adwin.n_changes, rows(adwin.changes), adwin.to_bytes()


# ------------------------------------------------------------------ cuts


@every_rule
@every_kind
def test_cuts_are_those_of_the_plain_rule(kind, rule):
    """Event for event: the length, and the changes with their means."""
    plain, adwin = PlainAdwin(**rule), es.ADWIN(**rule)
    for value in stream(kind, seed=1, length=1200).tolist():
        found = plain.update(value)
        adwin.update(value)

        assert (adwin.changed, adwin.n) == (found, len(plain.values))
    assert [change[:2] for change in adwin.changes] == [change[:2] for change in plain.changes]
    for ours, theirs in zip(adwin.changes, plain.changes, strict=True):
        assert ours[2:] == pytest.approx(theirs[2:], rel=1e-13)


@given(numbers, rules)
def test_cuts_of_short_streams_are_those_of_the_plain_rule(values, rule):
    """Whatever the numbers and the parameters."""
    plain, adwin = PlainAdwin(**rule), es.ADWIN(**rule)
    for value in values:
        found = plain.update(value)
        adwin.update(value)

        assert (adwin.changed, adwin.n) == (found, len(plain.values))
    assert rows(adwin.changes) == plain.changes


@given(numbers, rules, st.lists(st.integers(0, 50), max_size=6))
def test_any_split_into_batches_gives_the_same(values, rule, lengths):
    """Not one bit differs from taking the values one by one."""
    one_by_one, in_batches = es.ADWIN(**rule), es.ADWIN(**rule)
    for value in values:
        one_by_one.update(value)
    left = values
    for length in lengths:
        in_batches.update_many(left[:length])
        left = left[length:]
    in_batches.update_many(left)

    assert in_batches == one_by_one
    assert in_batches.to_bytes() == one_by_one.to_bytes()


@every_kind
def test_long_batches_give_the_same(kind):
    """Beyond the blocks that the core works in."""
    values = stream(kind, seed=3, length=50_000)
    one_by_one, in_batches = es.ADWIN(), es.ADWIN()
    for value in values.tolist():
        one_by_one.update(value)
    for part in np.array_split(values, 7):
        in_batches.update_many(part)

    assert in_batches.to_bytes() == one_by_one.to_bytes() == filled(values).to_bytes()


@pytest.mark.parametrize("value", [0, 1, 0.1, 1e-300])
def test_constant_numbers_never_change(value):
    """Nor does their rounding look like a change."""
    adwin = filled(np.full(200_000, value), delta=0.5, clock=1)

    assert (adwin.n, adwin.n_changes) == (200_000, 0)
    assert adwin.mean == pytest.approx(value, rel=1e-14)
    assert adwin.variance == pytest.approx(0, abs=1e-25)


def test_shift_is_found_soon_and_cut_away_wholly():
    """The first cut within two clock ticks; in the end nothing older is left."""
    adwin = filled(SHIFT)
    first, last = adwin.changes[0], adwin.changes[-1]

    assert 200 < first.found <= 264
    assert first.position < last.position == adwin.start == 200
    for change in adwin.changes:
        assert change.before == 0.0
        assert change.after == np.mean(SHIFT[change.position : change.found])


# ------------------------------------------------------------------ reads


@every_rule
@every_kind
def test_reads_are_those_of_the_values_held(kind, rule):
    """Against exact fractions."""
    values = stream(kind, seed=2, length=700).tolist()
    adwin = es.ADWIN(**rule)
    for seen, value in enumerate(values, start=1):
        adwin.update(value)
        if seen % 50:
            continue
        held = [Fraction(value) for value in values[seen - adwin.n : seen]]
        mean = sum(held) / len(held)
        variance = sum((value - mean) ** 2 for value in held) / len(held)

        assert adwin.total == pytest.approx(float(sum(held)), rel=1e-14)
        assert adwin.mean == pytest.approx(float(mean), rel=1e-14)
        assert adwin.variance == pytest.approx(float(variance), rel=1e-12, abs=1e-16)
        assert (adwin.seen, adwin.start) == (seen, seen - adwin.n)


def test_sums_of_coins_are_exact():
    """Whole numbers have no rounding to suffer from."""
    values = stream("coins", seed=5, length=300_000)
    adwin = filled(values)

    assert adwin.total == values[adwin.start :].sum()
    assert adwin.mean == adwin.total / adwin.n


def test_long_windows_do_not_drift():
    """The sum of ten million tenths is as exact as pairwise sums are."""
    adwin = filled(np.full(10_000_000, 0.1))

    assert adwin.n == 10_000_000
    assert adwin.total == pytest.approx(1e6, rel=1e-15)


def test_empty_window_reads_zero():
    """As all summaries do."""
    adwin = es.ADWIN()

    assert (adwin.n, adwin.mean, adwin.variance, adwin.total) == (0, 0.0, 0.0, 0.0)
    assert (adwin.seen, adwin.start, adwin.changed, adwin.changes) == (0, 0, False, [])


def test_memory_grows_with_the_logarithm():
    """Ten times the values need a few buckets more."""
    sizes = [len(filled(np.zeros(n)).to_bytes()) for n in (10**4, 10**5, 10**6)]

    assert sizes[-1] < 2000
    assert sizes[2] - sizes[1] == pytest.approx(sizes[1] - sizes[0], abs=100)


# ------------------------------------------------------------------ changes


def test_changed_is_of_the_last_call():
    """True for the very update that found it."""
    adwin = es.ADWIN()
    found = []
    for i, value in enumerate(SHIFT):
        adwin.update(value)
        if adwin.changed:
            found.append(i + 1)
    assert found == [change.found for change in adwin.changes]

    adwin.update_many([])
    assert not adwin.changed
    assert filled(SHIFT).changed


def test_newest_thousand_changes_are_kept():
    """And all are counted and told."""
    told = []
    values = np.repeat(np.arange(3000) % 2, 20)
    adwin = es.ADWIN(0.5, clock=1, min_window_length=1, grace_period=0, on_change=told.append)
    adwin.update_many(values)

    assert adwin.n_changes == len(told) > 1000
    assert adwin.changes == told[-1000:]


def test_change_is_a_sentence():
    """And a tuple that compares by value."""
    change = filled(SHIFT).changes[0]

    assert isinstance(change, es.MeanChange)
    assert str(change) == "change at value 168, found at 224: mean 0 before, 0.4286 after"
    assert change == es.MeanChange(168, 224, 0.0, 24 / 56)
    with pytest.raises(AttributeError):
        change.position = 3


def test_callback_comes_after_all_values():
    """It may read the window, which has taken in the whole batch."""
    seen = []
    adwin = es.ADWIN(on_change=lambda change: seen.append((change, adwin.seen, adwin.changed)))
    adwin.update_many(SHIFT)

    assert seen == [(change, 400, True) for change in adwin.changes]


def test_callback_may_begin_again():
    """As river's ADWIN does after each change."""
    adwin = es.ADWIN()
    adwin.on_change = lambda change: adwin.clear()
    for value in SHIFT[:224]:
        adwin.update(value)

    assert (adwin.n, adwin.seen, adwin.n_changes) == (0, 0, 0)


def test_callback_may_call_again_and_go():
    """Values from within, and the last reference to it."""
    adwin = es.ADWIN()

    def more(change):
        adwin.on_change = None
        adwin.update_many([0.75] * 10)

    adwin.on_change = more
    adwin.update_many(SHIFT[:230])

    assert (adwin.seen, adwin.on_change) == (240, None)


def test_error_of_the_callback_comes_out():
    """The values have been taken in."""
    adwin = es.ADWIN(on_change=lambda change: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        adwin.update_many(SHIFT)
    assert (adwin.seen, adwin.n_changes) == (400, 3)


def test_callback_that_holds_its_adwin_is_collected():
    """A cycle is found by the garbage collector."""
    adwin = es.ADWIN()
    adwin.on_change = lambda change, me=adwin: me
    gone = weakref.ref(adwin)
    del adwin
    gc.collect()

    assert gone() is None


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


# ------------------------------------------------------------------ copies and bytes


@pytest.mark.parametrize(
    "twin",
    [
        lambda adwin: adwin.copy(),
        copy.copy,
        copy.deepcopy,
        lambda adwin: pickle.loads(pickle.dumps(adwin)),
        lambda adwin: es.ADWIN.from_bytes(adwin.to_bytes()),
    ],
    ids=["copy", "copy.copy", "deepcopy", "pickle", "bytes"],
)
@every_rule
@every_kind
def test_twin_goes_on_alike(kind, rule, twin):
    """Bit for bit, wherever in the clock it was made."""
    values = stream(kind, seed=4, length=3000)
    for place in (0, 1, 31, 33, 500, 1777):
        adwin = filled(values[:place], **rule)
        other = twin(adwin)

        assert other == adwin
        assert other.to_bytes() == adwin.to_bytes()
        adwin.update_many(values[place:])
        other.update_many(values[place:])
        assert picture(other) == picture(adwin)


def test_copies_and_bytes_call_nobody():
    """The callback belongs to the one it was set on."""
    adwin = es.ADWIN(on_change=print)

    assert adwin.copy().on_change is None
    assert copy.deepcopy(adwin).on_change is None
    assert pickle.loads(pickle.dumps(adwin)).on_change is None
    assert es.ADWIN.from_bytes(adwin.to_bytes()).on_change is None


def test_equality_is_of_parameters_and_content():
    """Not of the callback, nor of the calls that the values came in."""
    assert filled(SHIFT, on_change=len) == filled(SHIFT)
    assert filled(SHIFT) != filled(SHIFT[:-1])
    assert filled(SHIFT) != filled(SHIFT, delta=0.001)
    assert filled([], clock=5) != filled([], clock=6)
    assert es.ADWIN() != "ADWIN"
    with pytest.raises(TypeError):
        hash(es.ADWIN())


def test_clear_is_as_new():
    """But for parameters and callback."""
    adwin = filled(SHIFT, delta=0.01, on_change=len)
    adwin.clear()

    assert adwin == es.ADWIN(0.01)
    assert (adwin.on_change, adwin.changed) == (len, False)
    adwin.update_many(SHIFT)
    assert adwin == filled(SHIFT, delta=0.01)


def test_every_flipped_bit_of_the_bytes_is_found():
    """And so is every cut."""
    state = filled(SHIFT).to_bytes()
    for place in range(len(state)):
        damaged = bytearray(state)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(es.StateError):
            es.ADWIN.from_bytes(bytes(damaged))
        with pytest.raises(es.StateError):
            es.ADWIN.from_bytes(state[:place])


def test_state_of_another_class_is_refused():
    """By name."""
    with refused(es.StateError, "state is of a Tally, not of an ADWIN"):
        es.ADWIN.from_bytes(es.Tally().to_bytes())


def test_subclass_keeps_its_attributes():
    """Through copies and pickles."""

    class Named(es.ADWIN):
        pass

    named = Named(delta=0.01)
    named.name = "errors"
    named.update_many(SHIFT)

    assert type(named.copy()) is Named
    assert (named.copy().name, named.copy()) == ("errors", named)
    assert type(Named.from_bytes(named.to_bytes())) is Named


def test_repr_says_what_is_held():
    """In one line."""
    assert repr(es.ADWIN()) == "<ADWIN: 0 values, mean 0, 0 changes>"
    assert repr(filled([1])) == "<ADWIN: 1 value, mean 1, 0 changes>"
    assert repr(filled(SHIFT)) == "<ADWIN: 200 values, mean 1, 3 changes>"
    assert repr(filled(SHIFT[:224])) == "<ADWIN: 56 values, mean 0.4286, 1 change>"
