"""Any bytes are refused with StateError, or they are the bytes of what they restore."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrostream as es
from tests.laws.summaries import every_class
from tests.state import framing
from tests.state.carried_labels import CARRIED

# As many as the profile of Hypothesis has examples: few under the sanitizers, where an exception
# takes a millisecond and core/tests/fuzz/fuzz_state.cpp changes states by the thousand.
CHANGED_PAYLOADS = 12 * settings().max_examples
# What a payload begins with, where it is not the rule for missing values alone.
HEADS = {
    framing.SLIDING_WINDOW: lambda rule, size: bytes([rule]) + framing.varint(size),
    framing.TIME_WINDOW: lambda rule, size: framing.time_window_head(size, rule=rule),
    framing.WEIGHTED_TALLY: lambda rule, size: framing.signed_varint(-size) + bytes([0, rule]),
}
PIECES = [encoded for _, encoded, _ in CARRIED]
PIECES += [framing.varint(n) for n in (0, 1, 2, 3, 127, 128, 2**31, 2**60, 2**62, 2**64 - 1)]


def accepts(summary, state):
    """Return whether the bytes restore something; check that it is written as these bytes."""
    try:
        restored = type(summary).from_bytes(state)
    except es.StateError:
        return False
    assert restored.to_bytes() == state
    assert restored == restored.copy()
    assert sum(restored.counts().values()) == pytest.approx(restored.n, rel=1e-9)
    assert restored.distinct == len(restored.counts())
    return True


@every_class
@given(state=st.binary(max_size=200))
def test_any_bytes_are_refused_or_restored(make, state):
    """Without a frame there is little hope for them."""
    assert not accepts(make(), state)


@every_class
@given(payload=st.binary(max_size=60))
def test_any_payload_with_a_right_frame_is_refused_or_restored(make, payload):
    """Header and checksum right, the rest anything."""
    summary = make()
    accepts(summary, framing.framed_as(summary, payload))


@every_class
@given(
    rule=st.integers(0, 2),
    size=st.integers(1, 5),
    pieces=st.lists(st.sampled_from(PIECES) | st.binary(max_size=3), max_size=8),
    labels=st.integers(0, 5),
)
def test_any_pieces_of_states_are_refused_or_restored(make, rule, size, pieces, labels):
    """What looks like labels and numbers, in any order."""
    summary = make()
    kind = framing.kind_of(summary)
    head = HEADS[kind](rule, size) if kind in HEADS else bytes([rule])
    payload = head + framing.varint(labels) + b"".join(pieces)
    accepts(summary, framing.framed(kind, payload))


tallies = st.dictionaries(st.sampled_from(PIECES[: len(CARRIED)]), st.integers(1, 300), max_size=6)


@given(counts=tallies, rule=st.integers(0, 2))
def test_right_tallies_are_restored(counts, rule):
    """The pieces put together as the layout says: always accepted."""
    assert accepts(es.Tally(), framing.tally(sorted(counts.items()), rule=rule))


@given(data=st.data(), size=st.integers(1, 12))
def test_right_windows_are_restored(data, size):
    """The same of windows."""
    labels = data.draw(st.sets(st.sampled_from(PIECES[: len(CARRIED)]), max_size=size))
    places = list(range(len(labels)))
    more = st.lists(st.sampled_from(places), max_size=size - len(places)) if places else st.just([])
    events = data.draw(st.permutations(places + data.draw(more)))

    assert accepts(es.SlidingWindow(1), framing.window(size, sorted(labels), events))


@every_class
@pytest.mark.parametrize("seed", range(4))
def test_changed_payload_with_a_right_checksum_is_refused_or_restored(make, seed):
    """Bytes replaced, inserted, taken out, doubled; then the frame is put right again."""
    rng = random.Random(seed)
    summary = make(missing="label")
    summary.update_many([label for label, _, _ in CARRIED if len(repr(label)) < 60] + [None])
    payload = summary.to_bytes()[16:-8]
    accepted = 0
    for _ in range(CHANGED_PAYLOADS):
        changed = bytearray(payload)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(changed))
            action = rng.randrange(4)
            if action == 0:
                changed[at] = rng.getrandbits(8)
            elif action == 1:
                changed[at:at] = rng.randbytes(rng.randint(1, 3))
            elif action == 2:
                del changed[at : at + rng.randint(1, 3)]
            else:
                changed[at] ^= 1 << rng.randrange(8)
        accepted += accepts(summary, framing.framed_as(summary, bytes(changed)))

    assert accepted > 0
