"""Units and clock of a time window of weights survive bytes and pickle; damage does not."""

import datetime as dt
import pickle

import numpy as np
import pytest

import entrostream as es
from tests.refusals import refused
from tests.state import framing
from tests.state.tuple_pickles import clock, events

NANOSECOND = 1e-9
DAY = dt.datetime(2024, 2, 29, 12)


@pytest.mark.parametrize("start", [0.0, -5.5, DAY, np.datetime64(7, "ns")], ids=repr)
def test_window_survives_bytes_and_pickle(start):
    """Unit, exactness, times, lateness, rule, what was dropped; and it goes on as the other."""
    window = es.WeightedTimeWindow(
        "90s", unit=2.0**-10, exact=True, lateness="5s", late="drop", missing="label"
    )
    seconds = (lambda s: s) if isinstance(start, float) else lambda s: np.timedelta64(s, "s")
    window.update("a", 1500.5, at=start)
    window.update(None, 2.0**-10, at=start + seconds(3))
    window.update("a", 2.0**40, at=start + seconds(1))
    window.update("x", at=start - seconds(9))
    for twin in (
        es.WeightedTimeWindow.from_bytes(window.to_bytes()),
        pickle.loads(pickle.dumps(window)),
        window.copy(),
    ):
        assert twin == window
        assert twin.to_bytes() == window.to_bytes()
        assert (twin.unit, twin.exact) == (2.0**-10, True)
        assert (twin.now, twin.span, twin.lateness) == (window.now, window.span, window.lateness)
        assert (twin.late, twin.dropped, twin.missing) == ("drop", 1, "label")
        for each in (twin, control := window.copy()):
            each.update("c", 0.5, at=start + seconds(90))
        assert twin == control
        assert twin.counts() == {None: 2.0**-10, "a": 2.0**40, "c": 0.5}


HEAD = framing.time_window_head(10, now=5)
LABELS = [framing.string("a"), framing.string("b")]


def state_with(exponent, exact, events, head=HEAD):
    """Return the bytes of a window with two labels."""
    return framing.time_window(
        framing.weighted_head(exponent, exact, head),
        LABELS,
        events,
        kind=framing.WEIGHTED_TIME_WINDOW,
    )


def test_bytes_are_as_the_layout_says():
    """The unit, its exactness, then a time window whose counts are units."""
    window = es.WeightedTimeWindow(10 * NANOSECOND, lateness=9 * NANOSECOND)
    window.update_many("bab", [1.0, 0.1, 0.5], times=np.array([1, 5, 1]) * NANOSECOND)
    head = framing.time_window_head(10, lateness=9, now=5)
    events = [(4, 1, 3 * 2**19), (4, 0, round(0.1 * 2**20))]

    assert window.to_bytes() == state_with(-20, 0, events, head)
    assert es.WeightedTimeWindow.from_bytes(window.to_bytes()) == window


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (state_with(901, 0, [(4, 0, 1), (0, 1, 1)]), "the unit is out of range"),
        (state_with(-20, 2, [(4, 0, 1), (0, 1, 1)]), "it is neither exact nor rounded"),
        (state_with(-20, 0, [(4, 0, 0), (0, 1, 1)]), "a count is 0"),
        (state_with(-20, 0, [(4, 0, 2**62 - 1), (0, 1, 1)]), "it holds 2^62 events or more"),
        (state_with(-20, 0, [(10, 0, 1), (0, 1, 1)]), "an event is not in the window"),
        (state_with(-20, 0, [(4, 0, 1)]), "a label does not occur"),
    ],
)
def test_damaged_state_is_refused(state, text):
    """Header and checksum right, the rest not: what is wrong is named."""
    with refused(es.StateError, f"state is damaged: {text}"):
        es.WeightedTimeWindow.from_bytes(state)


def test_state_of_another_class_is_refused():
    """Both are named."""
    with refused(es.StateError, "state is of a TimeWindow, not of a WeightedTimeWindow"):
        es.WeightedTimeWindow.from_bytes(es.TimeWindow(1).to_bytes())


# A pickle of the first format, of a window with 1.0 of "a" and 2.0 of "b" after 1 and 2 ns.
PARTS = (
    2.0**-20,
    False,
    *clock(10, 2),
    ["a", "b"],
    *events([1, 2], [0, 1], [2**20, 2**21]),
    None,
)


def test_pickle_of_the_first_format_is_read():
    """The damaged ones below begin with a good one."""
    window = es.WeightedTimeWindow(10e-9)
    window.update_many("ab", [1.0, 2.0], times=[1e-9, 2e-9])
    restored = es.WeightedTimeWindow.__new__(es.WeightedTimeWindow)
    restored.__setstate__(PARTS)

    assert restored == window


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (2, 0),
        (3, -1),
        (6, 3),
        (6, 0),
        (7, 100),
        (9, ["a"]),
        (9, ["a", "a"]),
        (10, b""),
        (11, b"\xff" * 8),
        (12, b""),
        (12, bytes(16)),
        (12, b"\xff" * 16),
    ],
)
def test_pickle_that_was_tampered_with_is_refused(part, value):
    """Whatever part of it: StateError, and no window."""
    parts = list(PARTS)
    parts[part] = value
    fresh = es.WeightedTimeWindow.__new__(es.WeightedTimeWindow)
    with pytest.raises(es.StateError, match="damaged"):
        fresh.__setstate__(tuple(parts))


def test_pickle_with_a_part_missing_is_refused():
    """The number of parts is named."""
    fresh = es.WeightedTimeWindow.__new__(es.WeightedTimeWindow)
    with refused(es.StateError, "state is damaged: it has 13 parts, not 14"):
        fresh.__setstate__(PARTS[:-1])
