"""Bytes and pickles of tables: what is written is read back, and nothing else is read."""

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws import streams
from tests.refusals import refused
from tests.registry import registered
from tests.state import framing
from tests.state.tuple_pickles import clock, events, places
from tests.tables.tables import RESTORES, columns, every_class, pair_streams, reads

TABLE, WINDOW = 7, 8


def rich(make):
    """Return a table with labels of several kinds."""
    table = make(missing="label")
    xs = ["a", "a", 1, 2**70, 0.5, None, (1, "b"), b"c", "日本"]
    table.update_many(xs, [*xs[3:], *xs[:3]])
    return table


@every_class
@given(stream=pair_streams)
@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
def test_restored_table_goes_on_as_the_first_would(make, restore, stream):
    """Content, parameters, and all that comes after."""
    table = rich(make)
    restored = restore(table)
    for each in (table, restored):
        each.update_many(*columns(stream))

    assert restored == table
    assert restored.missing == "label"
    assert reads(restored) == reads(table)
    assert restored.to_bytes() == table.to_bytes()


def label(name):
    """Return the bytes of a text."""
    return b"\x03" + framing.text(name.encode())


def test_layout_of_a_table():
    """The tests' own writer gives the same bytes: labels of x, labels of y, rows."""
    table = es.ContingencyTable(missing="skip")
    table.update_counts({("b", "n"): 300, ("a", "o"): 1, ("b", "o"): 2})
    payload = b"\x01" + framing.varint(2) + label("a") + label("b")
    payload += framing.varint(2) + label("n") + label("o")
    payload += framing.varint(1) + b"\x01" + framing.varint(1)
    payload += framing.varint(2) + b"\x00" + framing.varint(300) + b"\x01" + framing.varint(2)

    assert table.to_bytes() == framing.framed(TABLE, payload)


def test_layout_of_a_window():
    """The places of x and of y, event by event."""
    window = es.ContingencyWindow(1000)
    window.update_many("bab", "oon")
    payload = b"\x00" + framing.varint(1000) + framing.varint(2) + label("a") + label("b")
    payload += framing.varint(2) + label("n") + label("o")
    payload += framing.varint(3) + b"\x01\x01" + b"\x00\x01" + b"\x01\x00"

    assert window.to_bytes() == framing.framed(WINDOW, payload)


@every_class
def test_places_of_many_labels_take_two_bytes(make):
    """On one side or on both."""
    table = make()
    table.update_many(range(300), [i % 7 for i in range(300)])
    table.update_many([1] * 300, range(300))

    assert type(table).from_bytes(table.to_bytes()) == table


@every_class
def test_every_flipped_bit_is_found(make):
    """In the header, the payload and the checksum."""
    table = rich(make)
    state = table.to_bytes()
    for place in range(len(state)):
        for bit in range(8):
            damaged = bytearray(state)
            damaged[place] ^= 1 << bit
            with pytest.raises(es.StateError):
                type(table).from_bytes(bytes(damaged))


@every_class
def test_part_of_a_state_is_none(make):
    """Cut anywhere, or with more behind."""
    table = rich(make)
    state = table.to_bytes()
    for length in range(len(state)):
        with pytest.raises(es.StateError):
            type(table).from_bytes(state[:length])
    with pytest.raises(es.StateError):
        type(table).from_bytes(state + b"\0")


@every_class
@given(payload=st.binary(max_size=60))
def test_any_payload_is_refused_or_restored(make, payload):
    """What is read is written as it was."""
    kind = type(make())
    state = framing.framed(framing.kind_of(make()), payload)
    try:
        restored = kind.from_bytes(state)
    except es.StateError:
        return
    assert restored.to_bytes() == state


@every_class
def test_mutated_payloads_are_refused_or_restored(make):
    """Near misses of a real state, their checksum right."""
    rng = random.Random(7)
    table = make(missing="label")
    table.update_many("aabbc", [1, None, 1, 2, 2])
    payload = table.to_bytes()[16:-8]
    restored = 0
    for _ in range(4000):
        mutated = bytearray(payload)
        for _ in range(rng.randint(1, 3)):
            mutated[rng.randrange(len(mutated))] = rng.choice([0, 1, 2, 3, 255, rng.randrange(256)])
        state = framing.framed(framing.kind_of(table), bytes(mutated))
        try:
            found = type(table).from_bytes(state)
        except es.StateError:
            continue
        assert found.to_bytes() == state
        assert sum(found.counts().values()) == found.n
        restored += 1

    assert 0 < restored < 4000


def test_states_of_other_classes_are_refused_by_name():
    """Each reads its own."""
    with refused(es.StateError, "state is of a ContingencyWindow, not of a ContingencyTable"):
        es.ContingencyTable.from_bytes(es.ContingencyWindow(3).to_bytes())
    with refused(es.StateError, "state is of a Tally, not of a ContingencyWindow"):
        es.ContingencyWindow.from_bytes(es.Tally().to_bytes())
    with refused(es.StateError, "state is of a ContingencyTable, not of a Tally"):
        es.Tally.from_bytes(es.ContingencyTable().to_bytes())


@every_class
def test_labels_that_bytes_cannot_carry(make):
    """A TypeError that names the type; a pickle carries them."""
    table = make()
    table.update("a", frozenset("b"))
    with pytest.raises(TypeError, match="frozenset"):
        table.to_bytes()

    assert pickle.loads(pickle.dumps(table)) == table


WRONG_PARTS = {
    "parts": lambda parts: parts[:-1],
    "rule": lambda parts: replaced(parts, "raise", "whatever"),
    "label twice": lambda parts: replaced(parts, ["a", "b"], ["a", "a"]),
    "label missing": lambda parts: replaced(parts, ["a", "b"], ["a", None]),
    "label gone": lambda parts: replaced(parts, ["a", "b"], ["a"]),
    "half a pair": lambda parts: tuple(p[:-1] if isinstance(p, bytes) else p for p in parts),
    "pair gone": lambda parts: tuple(
        p[:8] + b"\xff" * 8 if isinstance(p, bytes) else p for p in parts
    ),
}


LABELS_AND_PAIRS = (["a", "b"], [1, 2], places(0, 0, 1, 1))
TUPLES = {
    es.ContingencyTable: ("raise", *LABELS_AND_PAIRS, [1, 1], None),
    es.ContingencyWindow: (1000, "raise", *LABELS_AND_PAIRS, None),
    es.ContingencyTimeWindow: (
        *clock(600 * 10**9, 0),
        *LABELS_AND_PAIRS,
        *events([0, 0], [0, 1], [1, 1]),
        None,
    ),
}


def replaced(parts, old, new):
    """Return the parts with one exchanged for another."""
    return tuple(new if part == old else part for part in parts)


@every_class
@pytest.mark.parametrize("damage", WRONG_PARTS.values(), ids=WRONG_PARTS.keys())
def test_damaged_pickles_are_refused(make, damage):
    """Whoever changes a pickle's parts gets an error, not a table."""
    kind = type(make())
    with pytest.raises((es.StateError, ValueError, TypeError)):
        kind.__new__(kind).__setstate__(damage(TUPLES[registered(kind)]))


@every_class
def test_pickle_of_the_first_format_is_read(make):
    """The damaged ones above begin with a good one."""
    table = make()
    table.update_many("ab", [1, 2])
    restored = type(table).__new__(type(table))
    restored.__setstate__(TUPLES[registered(type(table))])

    assert restored == table


@every_class
def test_subclass_keeps_what_it_adds(make):
    """Attributes go with copies and pickles."""
    table = Named("east") if isinstance(make(), es.ContingencyTable) else NamedWindow(5)
    table.name = "west"
    table.update("a", 1)

    for copied in (table.copy(), copy.copy(table), pickle.loads(pickle.dumps(table))):
        assert type(copied) is type(table)
        assert copied.name == "west"
        assert copied == table
    assert repr(table).startswith(f"<{type(table).__name__}")


class Named(es.ContingencyTable):
    """A table with an attribute of its own."""

    def __init__(self, name, **options):
        super().__init__(**options)
        self.name = name


class NamedWindow(es.ContingencyWindow):
    """The same of a window."""


def test_bytes_do_not_depend_on_what_came_and_went():
    """Labels that are no longer held leave no trace."""
    table = es.ContingencyTable()
    for x in streams.LABELS:
        table.update(x, "gone")
        table.update("stays", "here")
        table.remove(x, "gone")
    fresh = es.ContingencyTable()
    fresh.update_counts({("stays", "here"): len(streams.LABELS)})

    assert table.to_bytes() == fresh.to_bytes()
