"""to_bytes carries a closed list of kinds of labels, equal labels alike, and refuses others."""

import datetime as dt
import enum
import uuid
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import every_class
from tests.refusals import refused, unchanged
from tests.state import framing
from tests.state.carried_labels import CARRIED, IDS

UTC = dt.timezone.utc


def tally_of(*labels, **options):
    """Return a tally that saw these labels."""
    tally = es.Tally(**options)
    tally.update_many(labels)
    return tally


def deep(depth):
    """Return tuples in tuples."""
    label = ()
    for _ in range(depth - 1):
        label = (label,)
    return label


@pytest.mark.parametrize(("label", "encoded", "back"), CARRIED, ids=IDS)
def test_label_has_the_bytes_of_the_layout(label, encoded, back):
    """The library and the tests write the same state from the same description."""
    assert tally_of(label, label).to_bytes() == framing.tally([(encoded, 2)])


@pytest.mark.parametrize(("label", "encoded", "back"), CARRIED, ids=IDS)
def test_label_comes_back_equal_and_plain(label, encoded, back):
    """Equal to what was held, of the plainest type."""
    tally = tally_of(label)
    restored = es.Tally.from_bytes(tally.to_bytes())

    (found,) = restored.counts()
    assert found == back == label
    assert type(found) is type(back)
    assert restored == tally


@every_class
def test_all_kinds_together_round_trip(make):
    """The order of labels is that of their bytes, not that of their coming."""
    labels = [label for label, _, _ in CARRIED]
    summary, other = make(missing="label"), make(missing="label")
    summary.update_many([*labels, None])
    other.update_many([*labels, None])

    restored = type(summary).from_bytes(summary.to_bytes())

    assert restored == summary
    assert restored.counts() == summary.counts()
    assert other.to_bytes() == summary.to_bytes()


def test_labels_stand_in_the_order_of_their_bytes():
    """Whatever order they came in."""
    unique = {encoded: label for label, encoded, _ in CARRIED}
    expected = framing.tally([(encoded, 1) for encoded in sorted(unique)])

    assert tally_of(*unique.values()).to_bytes() == expected
    assert tally_of(*reversed(unique.values())).to_bytes() == expected


ALIKE = {
    "one": [1, 1.0, True, Decimal(1), Decimal("1.00"), np.int64(1), np.float32(1)],
    "zero": [0, -0.0, False, Decimal("0E+5")],
    "half": [0.5, Decimal("0.5"), Decimal("0.500"), np.float16(0.5)],
    "tenth": [Decimal("0.1"), Decimal("0.10"), Decimal("1E-1")],
    "large": [2**80, float(2**80), Decimal(2**80)],
    "infinity": [float("inf"), Decimal("inf")],
    "tuple": [(1, 0.5), (1.0, Decimal("0.5")), (True, np.float64(0.5))],
    "instant": [
        dt.datetime(2020, 1, 1, 12, tzinfo=UTC),
        dt.datetime(2020, 1, 1, 14, tzinfo=dt.timezone(dt.timedelta(hours=2))),
        dt.datetime(2019, 12, 31, 20, tzinfo=dt.timezone(dt.timedelta(hours=-16), "WEST")),
    ],
}


@pytest.mark.parametrize("labels", ALIKE.values(), ids=ALIKE.keys())
def test_equal_labels_are_written_alike(labels):
    """One state, whichever of them stands for all."""
    assert len({tally_of(label).to_bytes() for label in labels}) == 1
    assert tally_of(*labels).counts() == {labels[0]: len(labels)}


def test_naive_and_aware_moments_are_written_apart():
    """They are never equal."""
    moment = dt.datetime(2020, 1, 1)
    tally = tally_of(moment, moment.replace(tzinfo=UTC), moment.date())

    assert es.Tally.from_bytes(tally.to_bytes()) == tally
    assert tally.distinct == 3


class Colour(enum.Enum):
    RED = 1


class LowerCase(str):
    """A text with an equality of its own."""

    __slots__ = ()

    def __eq__(self, other):
        return str.lower(self) == other

    def __hash__(self):
        return hash(str.lower(self))


class Moment(dt.datetime):
    pass


class Money(Decimal):
    """A number with an equality of its own."""

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__


class Key(uuid.UUID):
    """An identifier that does not say what it is."""

    @property
    def bytes(self):
        return "not bytes"


REFUSED = [
    1j,
    Fraction(1, 3),
    frozenset(),
    Colour.RED,
    dt.time(1),
    range(3),
    int,
    Ellipsis,
    LowerCase("A"),
    Moment(2020, 1, 1),
    Money("0.1"),
    Key(int=5),
    np.datetime64(1, "ns"),
    Decimal("1E+20000"),
    dt.datetime(1, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=1))),
]


@pytest.mark.parametrize("label", REFUSED, ids=lambda label: type(label).__name__)
@every_class
def test_other_labels_are_refused_by_name(make, label):
    """TypeError that shows the label with its type and names the way out; all stays as it was."""
    summary = make()
    summary.update_many([label])

    with unchanged(summary), pytest.raises(TypeError) as caught:
        summary.to_bytes()

    message = str(caught.value)
    kind = type(label).__name__
    assert message.startswith(f"to_bytes cannot carry the label {label!r} (")
    assert message.endswith(f"{kind}); pickle carries any label that can be pickled")


def test_label_in_a_tuple_is_refused_by_name():
    """The part that cannot be carried is named."""
    text = (
        "to_bytes cannot carry the label 1j (complex); pickle carries any label that can be pickled"
    )
    with refused(TypeError, text):
        tally_of(("a", (1j,))).to_bytes()


def test_tuple_that_is_not_equal_to_itself_is_refused():
    """A NaN inside a tuple has no equal to come back as."""
    text = "to_bytes cannot carry the label ('a', nan): nan is not equal to itself"
    with refused(ValueError, text):
        tally_of(("a", float("nan"))).to_bytes()


def test_tuples_may_be_nested_64_deep():
    """Deeper ones are refused on the way out and on the way in."""
    tally = tally_of(deep(64))
    assert es.Tally.from_bytes(tally.to_bytes()) == tally

    with refused(ValueError, "to_bytes cannot carry tuples nested more than 64 deep"):
        tally_of(deep(65)).to_bytes()


BERLIN = ZoneInfo("Europe/Berlin")
CLOCK_CHANGES = {
    "first time": dt.datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN),
    "second time": dt.datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN, fold=1),
    "in the gap": dt.datetime(2024, 3, 31, 2, 30, tzinfo=BERLIN),
    "in the gap, fold": dt.datetime(2024, 3, 31, 2, 30, tzinfo=BERLIN, fold=1),
}


@pytest.mark.parametrize("moment", CLOCK_CHANGES.values(), ids=CLOCK_CHANGES.keys())
@pytest.mark.parametrize(
    "label_of", [lambda m: m, lambda m: ("x", m), lambda m: (1, (m, 2))], ids=["", "pair", "deep"]
)
def test_hour_of_a_clock_change_is_its_instant(moment, label_of):
    """Python calls it equal to no datetime of another zone; the label is the instant in UTC."""
    label, instant = label_of(moment), label_of(moment.astimezone(UTC))
    tally = tally_of(label)
    restored = es.Tally.from_bytes(tally.to_bytes())

    assert restored == tally
    assert restored.counts() == {instant: 1} == tally.counts()
    for summary in (restored, tally):
        summary.update(label)
        summary.update_many([label, instant])
        assert summary.counts() == {instant: 4}
        summary.remove(label)
        summary.drop(label)
        assert summary.n == 0


def test_both_hours_of_a_clock_change_are_two_labels():
    """They are an hour apart, although Python's == does not see it."""
    first, second = CLOCK_CHANGES["first time"], CLOCK_CHANGES["second time"]
    tally = tally_of(first, second, second)

    assert first == second
    assert sorted(tally.counts().values()) == [1, 2]
    assert es.Tally.from_bytes(tally.to_bytes()) == tally


def test_instant_without_a_utc_datetime_is_a_label_that_bytes_cannot_carry():
    """The first hours of the year 1 in the east are before the first of UTC."""
    label = dt.datetime(1, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=5)))
    tally = tally_of(label, label)

    assert tally.counts() == {label: 2}
    with pytest.raises(TypeError, match="to_bytes cannot carry the label"):
        tally.to_bytes()
