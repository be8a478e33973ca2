"""Labels are one when a dict says so, once foreign scalars are Python's own."""

import datetime as dt
import enum
import uuid
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Word(str):
    __slots__ = ()


class Number(int):
    pass


PYTHON_LABELS = [
    "a",
    "",
    "1",
    "ä",
    "日本",
    "😀",
    "\ud800",
    "a\0b",
    "a\0",
    b"a",
    b"",
    b"\0",
    0,
    1,
    -1,
    -2,
    2**30 - 1,
    2**30,
    -(2**30),
    2**61 - 1,
    2**63,
    -(2**63),
    2**64,
    10**100,
    0.5,
    -0.5,
    1e308,
    5e-324,
    float("inf"),
    float("-inf"),
    1j,
    (),
    (1, "a"),
    ((1, 2), 3),
    frozenset({1, 2}),
    Colour.RED,
    Colour.BLUE,
    dt.date(2020, 1, 1),
    dt.datetime(2020, 1, 1),
    dt.datetime(2020, 1, 1, tzinfo=dt.timezone.utc),
    dt.time(12, 30),
    dt.timedelta(1),
    Decimal("0.1"),
    Fraction(1, 3),
    uuid.UUID(int=5),
    int,
    len,
    Ellipsis,
    NotImplemented,
    range(3),
]


@pytest.mark.parametrize("label", PYTHON_LABELS, ids=repr)
def test_any_hashable_object_is_a_label(label):
    """It comes back as it came, one by one and in bulk."""
    for counts in (counted_one_by_one([label, label]), counted([label, label])):
        assert counts == {label: 2}
        assert next(iter(counts)) is label


def test_distinct_labels_stay_distinct():
    """All of them together, each as often as it came."""
    stream = PYTHON_LABELS * 3

    assert counted(stream) == Counter(stream)
    assert counted_one_by_one(stream) == Counter(stream)


EQUALS = {
    "one": [1, 1.0, True, Decimal(1), Fraction(1), 1 + 0j, Number(1), np.int64(1), np.bool_(True)],
    "zero": [0, 0.0, -0.0, False, Decimal("-0"), np.float32(-0.0), np.uint8(0)],
    "half": [0.5, Decimal("0.5"), Fraction(1, 2), np.float16(0.5), np.float64(0.5)],
    "large": [2**70, float(2**70), Decimal(2**70), Fraction(2**70)],
    "word": ["a", Word("a"), np.str_("a")],
    "bytes": [b"a", np.bytes_(b"a")],
    "instant": [
        dt.datetime(2020, 1, 1, 12, tzinfo=dt.timezone.utc),
        dt.datetime(2020, 1, 1, 14, tzinfo=dt.timezone(dt.timedelta(hours=2))),
    ],
    "infinity": [float("inf"), np.float32("inf"), Decimal("Infinity")],
}


@pytest.mark.parametrize("labels", EQUALS.values(), ids=EQUALS.keys())
def test_equal_labels_are_one(labels):
    """What == and hash call equal is counted together, whichever comes first."""
    for first in range(len(labels)):
        stream = labels[first:] + labels[:first]
        assert counted_one_by_one(stream) == {labels[0]: len(labels)}
        assert counted(stream) == {labels[0]: len(labels)}


def test_number_and_its_text_are_two():
    """1 is not "1" and not b"1"."""
    assert counted([1, "1", b"1", "1"]) == {1: 1, "1": 2, b"1": 1}


NUMPY_SCALARS = [
    (np.int8(-5), -5),
    (np.uint64(2**64 - 1), 2**64 - 1),
    (np.int64(-(2**63)), -(2**63)),
    (np.bool_(True), True),
    (np.float16(0.1), float(np.float16(0.1))),
    (np.float32(0.1), float(np.float32(0.1))),
    (np.float64(0.1), 0.1),
    (np.longdouble(0.5), 0.5),
    (np.complex64(1 + 2j), 1 + 2j),
    (np.str_("ä"), "ä"),
    (np.bytes_(b"a"), b"a"),
    (np.datetime64("2020-01-01"), dt.datetime(2020, 1, 1)),
    (np.datetime64("2020-01"), dt.datetime(2020, 1, 1)),
    (np.datetime64("2020-01-01T10:00:00"), dt.datetime(2020, 1, 1, 10)),
    (np.datetime64("2020-01-01T10:00:00.000001", "ns"), dt.datetime(2020, 1, 1, 10, 0, 0, 1)),
    (np.timedelta64(5, "D"), dt.timedelta(5)),
    (np.timedelta64(-5, "ms"), dt.timedelta(milliseconds=-5)),
    (np.timedelta64(5000, "ns"), dt.timedelta(microseconds=5)),
]


@pytest.mark.parametrize(("scalar", "plain"), NUMPY_SCALARS, ids=repr)
def test_numpy_scalars_become_pythons_own(scalar, plain):
    """The same label as Python's value, of Python's type; float32 widens."""
    for labels in ([scalar], [scalar, plain], [plain, scalar]):
        counts = counted(labels)
        assert counts == {plain: len(labels)} == counted_one_by_one(labels)
        assert type(next(iter(counts))) is type(plain)


NO_TWIN = [
    np.datetime64("2020-01-01T00:00:00.000000001"),
    np.datetime64("20000-01-01"),
    np.timedelta64(1, "ns"),
    np.timedelta64(3, "Y"),
    np.timedelta64(3, "M"),
]


@pytest.mark.parametrize("scalar", NO_TWIN, ids=repr)
def test_numpy_times_without_a_twin_stay_as_they_are(scalar):
    """Too fine or too far for Python: a label all the same, no bare number."""
    for counts in (counted([scalar]), counted_one_by_one([scalar]), counted(np.array([scalar]))):
        assert counts == {scalar: 1}
        assert isinstance(next(iter(counts)), np.generic)


def test_long_double_that_no_float_holds_stays_as_it_is():
    """It is not rounded into another label."""
    fine = np.longdouble(1) + np.finfo(np.longdouble).eps
    if float(fine) == fine:
        pytest.skip("a long double is a double here")

    assert counted([fine, 1.0]) == {fine: 1, 1.0: 1}
    assert counted(np.array([fine, 1.0])) == {fine: 1, 1.0: 1}


def test_widened_float32_is_not_the_decimal_it_was_written_as():
    """np.float32(0.1) is not 0.1, and widening does not make it so."""
    assert counted([np.float32(0.1), 0.1]) == {float(np.float32(0.1)): 1, 0.1: 1}


def test_first_of_equal_labels_stands_for_all():
    """As a dict keeps the key it saw first."""
    assert str(counted([1.0, 1, True])) == "{1.0: 3}"
    assert str(counted_one_by_one([True, 1, 1.0])) == "{True: 3}"


def test_labels_that_share_a_hash_are_told_apart():
    """A hundred labels with one hash, and ints that differ by the modulus of hashes."""

    class Same:
        def __hash__(self):
            return 5

    labels = [Same() for _ in range(100)]
    numbers = [5, 5 + (2**61 - 1), 5 + 2 * (2**61 - 1), 5.0]

    assert counted(labels * 2) == dict.fromkeys(labels, 2)
    assert counted(numbers) == {5: 2, numbers[1]: 1, numbers[2]: 1}


def test_string_held_before_meets_a_number_of_the_same_hash():
    """A held str or int is compared by kind first, then by value."""

    class Posing:
        def __init__(self, of):
            self.of = of

        def __hash__(self):
            return hash(self.of)

    for plain in ("text", 12345):
        tally = es.Tally()
        posing = Posing(plain)
        for label in (posing, plain, posing, plain, plain):
            tally.update(label)
        assert tally.counts() == {posing: 2, plain: 3}


def test_pandas_times_become_pythons_own():
    """Timestamp and Timedelta without nanoseconds are datetime and timedelta."""
    pd = pytest.importorskip("pandas")
    moment, span = dt.datetime(2020, 1, 1, 10), dt.timedelta(hours=5)

    counts = counted([pd.Timestamp(moment), moment, pd.Timedelta(span), span])

    assert counts == {moment: 2, span: 2}
    assert [type(label) for label in counts] == [dt.datetime, dt.timedelta]
    zoned = pd.Timestamp(moment, tz="Europe/Ljubljana")
    assert counted([zoned, zoned.to_pydatetime()]) == {zoned.to_pydatetime(): 2}


def test_arrow_scalars_become_pythons_own():
    """as_py gives the label; a null is missing."""
    pa = pytest.importorskip("pyarrow")
    values = [1, 2.5, "a", b"b", True, dt.date(2020, 1, 1), dt.datetime(2020, 1, 1), Decimal("1.5")]

    for value in values:
        assert counted([pa.scalar(value), value]) == {value: 2}
        assert counted_one_by_one([pa.scalar(value), value]) == {value: 2}


def test_removal_knows_labels_by_their_value():
    """What came as a NumPy scalar goes as Python's number, and the other way round."""
    tally = es.Tally()
    tally.update_many(np.array([3, 3, 4]))
    tally.update("x")

    tally.remove(3.0)
    tally.remove(np.int8(4))
    tally.drop(np.str_("x"))

    assert tally.counts() == {3: 1}
