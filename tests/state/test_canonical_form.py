"""Each content has one form: bytes with a right checksum in any other form are refused."""

import pytest

import entrostream as es
from tests.refusals import refused
from tests.state import framing
from tests.state.framing import NONE, decimal, integer, real, string, tuple_of, varint

A, B, C = string("a"), string("b"), string("c")
HUGE = varint(2**60)
DAY = 24 * 60 * 60 * 10**6


def damaged(what):
    """Return the full message of the error."""
    return f"state is damaged: {what}"


def raw_tally(payload):
    """Return the state of a tally around any payload."""
    return framing.framed(framing.TALLY, payload)


def raw_window(payload):
    """Return the state of a window around any payload."""
    return framing.framed(framing.SLIDING_WINDOW, payload)


def one(label):
    """Return a tally with one label, seen once."""
    return framing.tally([(label, 1)])


def nested(depth):
    """Return tuples in tuples."""
    label = tuple_of()
    for _ in range(depth - 1):
        label = tuple_of(label)
    return label


TALLIES = {
    "the layout itself": (framing.tally([(A, 1), (B, 2)]), None),
    "labels out of order": (framing.tally([(B, 1), (A, 2)]), "labels are not in order"),
    "a label twice": (framing.tally([(A, 1), (A, 2)]), "labels are not in order"),
    "a count of 0": (framing.tally([(A, 0)]), "a count is 0"),
    "counts of 2^62": (framing.tally([(A, 2**61), (B, 2**61)]), "it holds 2^62 events or more"),
    "a count of 2^62": (framing.tally([(A, 2**62)]), "it holds 2^62 events or more"),
    "a count of 2^64 - 1": (
        framing.tally([(A, 1), (B, 2**64 - 1)]),
        "it holds 2^62 events or more",
    ),
    "an unknown rule": (framing.tally([(A, 1)], rule=3), "the rule for missing values is unknown"),
    "None against the rule": (
        framing.tally([(NONE, 1)], rule=0),
        "it holds a missing value against its own rule",
    ),
    "None that is skipped": (
        framing.tally([(NONE, 1)], rule=1),
        "it holds a missing value against its own rule",
    ),
    "no payload": (raw_tally(b""), "it ends too early"),
    "no labels": (raw_tally(b"\0"), "it ends too early"),
    "2^60 labels": (raw_tally(b"\0" + HUGE), "it names more items than it has bytes for"),
    "2^64 - 1 labels": (
        raw_tally(b"\0" + varint(2**64 - 1)),
        "it names more items than it has bytes for",
    ),
    "one label too many": (raw_tally(b"\0\2" + A + b"\1"), "it ends too early"),
    "bytes left over": (raw_tally(b"\0\1" + A + b"\1" + b"\0"), "bytes are left over"),
    "a text of 2^60 bytes": (raw_tally(b"\0\1\3" + HUGE + b"\1"), "it ends too early"),
    "a tuple of 2^60 items": (
        raw_tally(b"\0\1\x0b" + HUGE + b"\1"),
        "it names more items than it has bytes for",
    ),
    "a number with a byte too many": (
        raw_tally(b"\0\x81\0" + A + b"\1"),
        "a number is longer than it needs to be",
    ),
    "a number of 65 bits": (raw_tally(b"\0" + b"\xff" * 9 + b"\2"), "a number is too large"),
    "a number without end": (raw_tally(b"\0" + b"\xff" * 12), "a number is too large"),
    "an unknown kind of label": (
        one(b"\x0c"),
        "a label is of no kind that this version knows",
    ),
    "an integer with a zero on top": (
        one(b"\1\0\2\5\0"),
        "an integer is not in its shortest form",
    ),
    "a negative zero": (one(b"\1\1\0"), "an integer is not in its shortest form"),
    "a strange sign": (one(b"\1\2\1\5"), "a sign is neither 0 nor 1"),
    "a float that is an integer": (one(real(2.0)), "a float is NaN or an integer"),
    "a float that is zero": (one(real(-0.0)), "a float is NaN or an integer"),
    "a NaN": (one(real(float("nan"))), "a float is NaN or an integer"),
    "day zero": (one(framing.date(0)), "a date is out of range"),
    "a day in the year 10000": (one(framing.date(3_652_060)), "a date is out of range"),
    "a moment of day zero": (one(framing.datetime(0, 0)), "a date is out of range"),
    "a day of 25 hours": (one(framing.datetime(1, DAY)), "a time of day is out of range"),
    "an instant of 25 hours": (one(framing.instant(1, DAY)), "a time of day is out of range"),
    "too long a span": (one(framing.timedelta(10**9, 0)), "a timedelta is out of range"),
    "a decimal without digits": (one(decimal(0, -1, b"")), "a decimal is not in its shortest form"),
    "a decimal with a zero behind": (
        one(decimal(0, -2, b"10")),
        "a decimal is not in its shortest form",
    ),
    "a decimal with a zero in front": (
        one(decimal(0, -2, b"01")),
        "a decimal is not in its shortest form",
    ),
    "a decimal of letters": (one(decimal(0, -1, b"1x")), "a decimal is not in its shortest form"),
    "a decimal with a strange sign": (one(decimal(2, -1, b"1")), "a sign is neither 0 nor 1"),
    "a decimal that is a float": (one(decimal(0, -1, b"5")), "a decimal has a simpler form"),
    "a decimal that is an integer": (one(decimal(0, 2, b"5")), "a decimal has a simpler form"),
    "a decimal that is a huge integer": (
        one(decimal(0, 20_000, b"5")),
        "a decimal has a simpler form",
    ),
    "half a UUID": (raw_tally(b"\0\1" + framing.uuid(b"12345678") + b"\1"), "it ends too early"),
    "tuples too deep": (one(nested(65)), "tuples are nested too deeply"),
    "tuples far too deep": (one(nested(100_000)), "tuples are nested too deeply"),
    "a float in a tuple that is an integer": (
        one(tuple_of(real(1.0))),
        "a float is NaN or an integer",
    ),
}


@pytest.mark.parametrize(("state", "what"), TALLIES.values(), ids=TALLIES.keys())
def test_tally_has_one_form(state, what):
    """Everything else is named."""
    if what is None:
        assert es.Tally.from_bytes(state).to_bytes() == state
        return
    with refused(es.StateError, damaged(what)):
        es.Tally.from_bytes(state)


WINDOWS = {
    "the layout itself": (framing.window(3, [A, B], [1, 0, 1]), None),
    "labels out of order": (framing.window(3, [B, A], [0, 1]), "labels are not in order"),
    "a label that does not occur": (framing.window(3, [A, B], [0, 0]), "a label does not occur"),
    "an event without a label": (
        framing.window(3, [A, B], [0, 1, 2]),
        "an event has a label that is not there",
    ),
    "an event and no label": (framing.window(3, [], [0]), "an event has a label that is not there"),
    "more events than its size": (
        framing.window(2, [A, B], [0, 1, 0]),
        "it holds more events than its size",
    ),
    "a size of 0": (framing.window(0, [], []), "the window size is out of range"),
    "a size of 2^62": (framing.window(2**62, [], []), "the window size is out of range"),
    "2^60 labels": (raw_window(b"\0\3" + HUGE), "it names more items than it has bytes for"),
    "2^60 events": (
        raw_window(b"\0" + varint(2**61) + b"\1" + A + HUGE),
        "it names more items than it has bytes for",
    ),
    "events in two bytes each": (
        framing.window(3, [A, B], [0, 1], width=2),
        "a label does not occur",
    ),
    "None against the rule": (
        framing.window(3, [NONE], [0]),
        "it holds a missing value against its own rule",
    ),
    "bytes left over": (raw_window(b"\0\3\1" + A + b"\1\0\0"), "bytes are left over"),
    "no events": (raw_window(b"\0\3\1" + A), "it ends too early"),
}


@pytest.mark.parametrize(("state", "what"), WINDOWS.values(), ids=WINDOWS.keys())
def test_window_has_one_form(state, what):
    """Everything else is named."""
    if what is None:
        assert es.SlidingWindow.from_bytes(state).to_bytes() == state
        return
    with refused(es.StateError, damaged(what)):
        es.SlidingWindow.from_bytes(state)


@pytest.mark.parametrize(
    "label", [b"\3\1\xff", b"\3\2\xc0\x80", b"\3\1\xe6", b"\3\4\xf5\x80\x80\x80"]
)
def test_text_is_utf8(label):
    """Broken, overlong and too large sequences are no text."""
    with pytest.raises(es.StateError, match=r"^state is damaged: 'utf-8' codec can't decode byte"):
        es.Tally.from_bytes(one(label))


@pytest.mark.parametrize(
    ("labels", "width"), [(1, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 4)]
)
def test_places_take_as_few_bytes_as_they_need(labels, width):
    """One, two or four, by the number of labels."""
    window = es.SlidingWindow(10**6)
    window.update_many(range(labels))
    encoded = sorted(map(integer, range(labels)))
    place = {label: at for at, label in enumerate(encoded)}

    events = [place[integer(number)] for number in range(labels)]
    state = framing.window(10**6, encoded, events, width=width)

    assert window.to_bytes() == state
    assert es.SlidingWindow.from_bytes(state) == window


def test_rules_and_sizes_are_carried():
    """The parameters are in the bytes, one rule a number."""
    for rule, number in framing.RULES.items():
        assert es.Tally(missing=rule).to_bytes() == framing.tally([], rule=number)
        for size in (1, 127, 128, 2**62 - 1):
            window = es.SlidingWindow(size, missing=rule)
            assert window.to_bytes() == framing.window(size, [], [], rule=number)
            assert es.SlidingWindow.from_bytes(window.to_bytes()) == window


def test_counts_are_carried_up_to_the_largest():
    """2^62 - 1 events fit."""
    for pairs in ([(A, 2**62 - 1)], [(A, 2**61), (B, 2**61 - 2), (C, 1)]):
        state = framing.tally(pairs)
        assert es.Tally.from_bytes(state).to_bytes() == state
