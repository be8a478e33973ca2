"""Bytes that are damaged, cut, foreign or too new raise StateError: nothing else, ever."""

import random

import pytest

import entrostream as es
from tests.laws.summaries import every_class
from tests.refusals import refused
from tests.state import framing


def rich(make):
    """Return a summary with labels of several kinds."""
    summary = make(missing="label")
    summary.update_many(["a", "a", 1, 2**70, 0.5, None, (1, "b"), b"c", "日本"])
    return summary


def test_checksum_is_crc64_xz():
    """The tests' own checksum has the check value of the catalogue."""
    assert framing.crc64(b"123456789") == 0x995DC9BBDF1939FA


def test_state_error_is_a_value_error():
    """Who catches ValueError catches damage."""
    assert issubclass(es.StateError, ValueError)
    assert es.StateError.__module__ == "entrostream"


@every_class
def test_every_flipped_bit_is_found(make):
    """In the header, the payload and the checksum."""
    summary = rich(make)
    state = summary.to_bytes()
    for place in range(len(state)):
        for bit in range(8):
            damaged = bytearray(state)
            damaged[place] ^= 1 << bit
            with pytest.raises(es.StateError):
                type(summary).from_bytes(bytes(damaged))


@every_class
def test_every_replaced_byte_is_found(make):
    """Zeroed, filled, and exchanged for another."""
    summary = rich(make)
    state = summary.to_bytes()
    for place, byte in enumerate(state):
        for other in {0, 0xFF, 0x80, (byte + 1) % 256, byte ^ 0xFF} - {byte}:
            damaged = state[:place] + bytes([other]) + state[place + 1 :]
            with pytest.raises(es.StateError):
                type(summary).from_bytes(damaged)


@every_class
def test_every_length_is_told_from_the_right_one(make):
    """Cut anywhere: how much is there and how much should be."""
    summary = rich(make)
    state = summary.to_bytes()
    payload = len(state) - 24
    for length in range(len(state)):
        size = f"{length} byte" if length == 1 else f"{length} bytes"
        if length < 16:
            text = f"not an entrostream state: {size}, a header has 16"
        elif length < 24:
            text = f"state is damaged: it ends after {size}"
        else:
            text = (
                f"state is damaged: its payload should have {payload} bytes and has {length - 24}"
            )
        with refused(es.StateError, text):
            type(summary).from_bytes(state[:length])


@every_class
@pytest.mark.parametrize("more", [b"\0", b"\0" * 8, b"anything at all"])
def test_bytes_behind_the_end_are_found(make, more):
    """A state is whole and alone."""
    summary = rich(make)
    state = summary.to_bytes()
    payload = len(state) - 24
    text = (
        f"state is damaged: its payload should have {payload} bytes and has {payload + len(more)}"
    )
    with refused(es.StateError, text):
        type(summary).from_bytes(state + more)


@every_class
@pytest.mark.parametrize(
    "foreign", [b"\x89PNG\r\n\x1a\n" + bytes(30), b"PK\x03\x04" + bytes(40), b"x" * 1000]
)
def test_foreign_bytes_are_told_apart(make, foreign):
    """What begins with other bytes is no state at all."""
    text = "not an entrostream state: it does not begin with the right bytes"
    with refused(es.StateError, text):
        type(make()).from_bytes(foreign)


@every_class
def test_empty_bytes_are_no_state(make):
    """Nor is a single byte."""
    with refused(es.StateError, "not an entrostream state: 0 bytes, a header has 16"):
        type(make()).from_bytes(b"")
    with refused(es.StateError, "not an entrostream state: 1 byte, a header has 16"):
        type(make()).from_bytes(b"?")


@pytest.mark.parametrize("version", [0, 2, 3, 255])
def test_other_versions_are_refused_by_number(version):
    """Even if all else, the checksum included, is right."""
    state = framing.framed(framing.TALLY, b"\0\0", version=version)
    text = f"state has format version {version}, this entrostream reads version 1"
    with refused(es.StateError, text):
        es.Tally.from_bytes(state)


def test_state_of_another_class_is_refused_by_name():
    """Each reads its own."""
    with refused(es.StateError, "state is of a SlidingWindow, not of a Tally"):
        es.Tally.from_bytes(es.SlidingWindow(3).to_bytes())
    with refused(es.StateError, "state is of a Tally, not of a SlidingWindow"):
        es.SlidingWindow.from_bytes(es.Tally().to_bytes())


@pytest.mark.parametrize("kind", [0, 42, 99, 255])
def test_state_of_an_unknown_class_is_refused(kind):
    """A class of a later version."""
    text = "state is of a kind that this version does not know, not of a Tally"
    with refused(es.StateError, text):
        es.Tally.from_bytes(framing.framed(kind, b"\0\0"))


def test_reserved_bytes_are_zero():
    """Room for later is not used now."""
    for reserved in (1, 0x100, 0xFFFF):
        with refused(es.StateError, "state is damaged: reserved bytes are not 0"):
            es.Tally.from_bytes(framing.framed(framing.TALLY, b"\0\0", reserved=reserved))


@pytest.mark.parametrize("length", [0, 1, 3, 2**32, 2**60, 2**64 - 1])
def test_length_of_the_payload_is_checked(length):
    """Before anything is read or memory is allocated."""
    state = framing.framed(framing.TALLY, b"\0\0", length=length)
    text = f"state is damaged: its payload should have {length} bytes and has 2"
    with refused(es.StateError, text):
        es.Tally.from_bytes(state)


@every_class
def test_random_bytes_in_the_middle_are_found(make):
    """Bursts of damage, of all lengths."""
    rng = random.Random(9)
    summary = rich(make)
    state = summary.to_bytes()
    for _ in range(2000):
        start = rng.randrange(len(state))
        burst = rng.randbytes(rng.randint(1, 12))
        damaged = (state[:start] + burst + state[start + len(burst) :])[: len(state)]
        if damaged != state:
            with pytest.raises(es.StateError):
                type(summary).from_bytes(damaged)


@every_class
def test_failed_read_leaves_nothing_behind(make):
    """The next state is read as if nothing had been."""
    summary = rich(make)
    for _ in range(3):
        with pytest.raises(es.StateError):
            type(summary).from_bytes(summary.to_bytes()[:-1])

    assert type(summary).from_bytes(summary.to_bytes()) == summary
