"""The clock of a time window survives bytes and pickle; what was tampered with does not."""

import datetime as dt
import pickle

import numpy as np
import pytest

import entrostream as es
from tests.refusals import refused
from tests.state import framing
from tests.state.tuple_pickles import clock, events
from tests.summaries.time_windows import window_with

DAY = dt.datetime(2024, 2, 29, 12)


@pytest.mark.parametrize("start", [0.0, -5.5, DAY, np.datetime64(7, "ns"), 9.2e9, -9.2e9], ids=repr)
def test_clock_survives_bytes_and_pickle(start):
    """Times, lateness, rule, what was dropped; and it goes on as the other does."""
    window = es.TimeWindow("90s", lateness="5s", late="drop", missing="label")
    seconds = (lambda s: s) if isinstance(start, float) else lambda s: np.timedelta64(s, "s")
    window.update("a", at=start)
    window.update(None, at=start + seconds(3))
    window.update("a", at=start + seconds(1))
    window.update_counts({"b": 2**40}, at=start + seconds(2))
    window.update("x", at=start - seconds(9))
    for twin in (
        es.TimeWindow.from_bytes(window.to_bytes()),
        pickle.loads(pickle.dumps(window)),
        window.copy(),
    ):
        assert twin == window
        assert twin.to_bytes() == window.to_bytes()
        assert (twin.now, twin.span, twin.lateness) == (window.now, window.span, window.lateness)
        assert (twin.late, twin.dropped, twin.missing) == ("drop", 1, "label")
        for each in (twin, control := window.copy()):
            each.update("c", at=start + seconds(90))
        assert twin == control
        assert twin.counts() == {None: 1, "a": 1, "b": 2**40, "c": 1}
        with pytest.raises(TypeError):
            twin.update("c", at=DAY if isinstance(start, float) else 1.0)


def parts_of_pickle():
    """Return a pickle of the first format, of a window with "a" and "b" after 1 and 2 ns."""
    return [*clock(10, 2), ["a", "b"], *events([1, 2], [0, 1], [1, 1]), None]


def test_pickle_of_the_first_format_is_read():
    """The damaged ones below begin with a good one."""
    window = es.TimeWindow.__new__(es.TimeWindow)
    window.__setstate__(tuple(parts_of_pickle()))

    assert window == window_with(10e-9, "ab", [1e-9, 2e-9])


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (0, 0),
        (0, -1),
        (1, -1),
        (4, 3),
        (4, 0),
        (5, 100),
        (5, 0),
        (7, ["a"]),
        (7, ["a", "a"]),
        (8, b""),
        (8, b"1234567"),
        (9, b"\xff" * 8),
        (10, bytes(16)),
        (10, b"\xff" * 16),
    ],
)
def test_pickle_that_was_tampered_with_is_refused(part, value):
    """Whatever part of it: StateError, and no window."""
    parts = parts_of_pickle()
    parts[part] = value
    window = es.TimeWindow.__new__(es.TimeWindow)
    with pytest.raises(es.StateError, match="damaged"):
        window.__setstate__(tuple(parts))


def test_pickle_with_a_part_missing_is_refused():
    """The number of parts is named."""
    parts = parts_of_pickle()
    window = es.TimeWindow.__new__(es.TimeWindow)
    with refused(es.StateError, "state is damaged: it has 11 parts, not 12"):
        window.__setstate__(tuple(parts[:-1]))


@pytest.mark.parametrize(
    ("span", "labels", "text"),
    [
        ("10min", "", "<TimeWindow of 10min: 0 events, 0 labels, entropy 0, gini 0>"),
        (5400, "a", "<TimeWindow of 1h30min: 1 event, 1 label, entropy 0, gini 0>"),
        (5, "aabbb", "<TimeWindow of 5s: 5 events, 2 labels, entropy 0.971, gini 0.48>"),
    ],
)
def test_repr_says_span_and_content(span, labels, text):
    """The span, how much is held, and the two values to four digits."""
    assert repr(window_with(span, labels, 0)) == text


NANOSECOND = 1e-9


def test_bytes_are_as_the_layout_says():
    """Parameters, clock, labels in the order of their bytes, events in the order of time."""
    window = es.TimeWindow(1000 * NANOSECOND, lateness=30 * NANOSECOND, late="drop", missing="skip")
    window.update_many("bab", times=np.array([-500, 100, 100]) * NANOSECOND)
    window.update_counts({"b": 2**40}, at=90 * NANOSECOND)
    window.update_counts({"x": 3}, at=0)
    window.advance(200 * NANOSECOND)
    head = framing.time_window_head(1000, rule=1, lateness=30, late=1, clock=1, now=200, dropped=3)
    labels = [framing.string("a"), framing.string("b")]
    events = [(700, 1, 1), (590, 1, 2**40), (10, 0, 1), (0, 1, 1)]

    assert window.to_bytes() == framing.time_window(head, labels, events)
    empty = framing.time_window(framing.time_window_head(1000, clock=0), [], [])
    assert es.TimeWindow(1000 * NANOSECOND).to_bytes() == empty


LABELS = [framing.string("a"), framing.string("b")]
RIGHT = framing.time_window_head(10, now=5)
DAMAGED = {
    "a span of 0": (framing.time_window_head(0), [], [], "the span is out of range"),
    "a span of 2^63": (framing.time_window_head(2**63), [], [], "the span is out of range"),
    "a lateness of 2^63": (
        framing.time_window_head(1, lateness=2**63),
        [],
        [],
        "the lateness is out of range",
    ),
    "an unknown rule": (
        framing.time_window_head(1, late=2),
        [],
        [],
        "the rule for late events is unknown",
    ),
    "an unknown clock": (
        framing.time_window_head(1, clock=3),
        [],
        [],
        "the kind of its times is unknown",
    ),
    "events without a clock": (
        framing.time_window_head(1, clock=0),
        LABELS[:1],
        [(0, 0, 1)],
        "it has events and no time",
    ),
    "an event too old": (RIGHT, LABELS, [(10, 0, 1), (1, 1, 1)], "an event is not in the window"),
    "an event yet to come": (
        RIGHT,
        LABELS,
        [(1, 0, 1), (2, 1, 1)],
        "an event is not in the window",
    ),
    "an event before all times": (
        framing.time_window_head(2**63 - 1, now=-(2**63) + 5),
        LABELS[:1],
        [(6, 0, 1)],
        "an event is not in the window",
    ),
    "events out of order": (RIGHT, LABELS, [(1, 1, 1), (0, 0, 1)], "events are not in order"),
    "an event twice": (RIGHT, LABELS, [(1, 0, 1), (0, 0, 1)], "events are not in order"),
    "no event": (RIGHT, LABELS, [(1, 0, 0), (0, 1, 1)], "a count is 0"),
    "too many events": (
        RIGHT,
        LABELS,
        [(1, 0, 2**62 - 1), (0, 1, 1)],
        "it holds 2^62 events or more",
    ),
    "a label that is not there": (
        RIGHT,
        LABELS,
        [(1, 2, 1)],
        "an event has a label that is not there",
    ),
    "a label that does not occur": (RIGHT, LABELS, [(1, 0, 1)], "a label does not occur"),
}


@pytest.mark.parametrize(("head", "labels", "events", "text"), DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_state_is_refused(head, labels, events, text):
    """Header and checksum right, the rest not: what is wrong is named."""
    state = framing.time_window(head, labels, events)
    with refused(es.StateError, f"state is damaged: {text}"):
        es.TimeWindow.from_bytes(state)


def test_right_state_is_restored():
    """The same layout without a fault."""
    state = framing.time_window(RIGHT, LABELS, [(9, 1, 1), (4, 0, 1)])
    window = es.TimeWindow.from_bytes(state)
    assert window.to_bytes() == state
    assert window.events() == [(-4e-9, "b"), (0.0, "a")]
