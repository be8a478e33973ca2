"""AdaptiveWindow: parameters, times, changes as they are told, callbacks, states.

What it cuts and when is held against a plain reference in tests/drift.
"""

import copy
import datetime as dt
import gc
import pickle
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.refusals import refused, unchanged
from tests.sequences import sequences
from tests.state.tuple_pickles import tuple_in

BEFORE = ["a", "b", "b", "b"] * 500
AFTER = ["b", "a", "a", "a"] * 500


def changed_once(**options):
    """Return a window that has seen one change, at event 2000."""
    window = es.AdaptiveWindow(**options)
    window.update_many(BEFORE)
    window.update_many(AFTER)
    return window


def test_cuts_when_the_labels_swap_though_the_entropy_stays():
    """The past is gone, and what is left are the last n events."""
    window = changed_once()
    (change,) = window.changes

    assert abs(change.position - 2000) <= 32
    assert change.found - 2000 <= 128
    assert window.n == window.seen - window.start
    assert 0 <= window.start - change.position <= 32
    assert window.counts() == {
        label: ((BEFORE + AFTER)[-window.n :]).count(label) for label in ("a", "b")
    }


def test_tells_what_moved():
    """Shares before and after of the labels that moved most."""
    window = es.AdaptiveWindow()
    window.update_many(["x", "y"] * 1600 + ["x", "z"] * 500)
    (change,) = window.changes
    shifts = {each.label: each for each in change.labels}

    assert change.position == 3200
    assert set(shifts) == {"x", "y", "z"}
    assert shifts["y"] == es.LabelShift("y", 0.5, 0.0)
    assert shifts["z"] == es.LabelShift("z", 0.0, 0.5)
    assert shifts["x"] == es.LabelShift("x", 0.5, 0.5)
    assert change.labels[-1].label == "x"
    assert change.strength > change.threshold > 0


def test_one_label_that_moves_is_named():
    """By the statistic of labels alone: the label, its shares, and the sentence."""
    window = es.AdaptiveWindow(statistics="label")
    window.update_many(["x", "y"] * 1600 + ["x", "y", "y", "y"] * 500)
    (change,) = window.changes

    assert change.statistic == "label"
    assert change.at_most is None
    assert (change.before, change.after) == change.labels[0][1:]
    assert str(change).startswith(f"change at event {change.position}, found at {change.found}")
    assert repr(change.labels[0].label) in str(change)


def test_rare_labels_that_gain_are_told_as_a_group():
    """Labels seen at most so often: their share before and after, as a recount has it."""
    rng = np.random.default_rng(5)
    common, rare = rng.integers(0, 10, 40_000), rng.integers(10, 5000, 40_000)
    stream = np.where(rng.random(40_000) < np.repeat([0.1, 0.3], 20_000), rare, common)
    window = es.AdaptiveWindow(statistics=("frequency",))
    window.update_many(stream)
    (change,) = window.changes

    few = np.bincount(stream[: change.found]) <= change.at_most
    assert change.statistic == "frequency"
    assert change.before == few[stream[: change.position]].mean()
    assert change.after == few[stream[change.position : change.found]].mean()
    assert change.after > 2 * change.before
    times = "once" if change.at_most == 1 else f"at most {change.at_most} times"
    assert f"labels seen {times}" in str(change)


def test_changed_is_true_for_the_call_that_found_it_alone():
    """And `changes` and `n_changes` keep it."""
    window = es.AdaptiveWindow()
    flags = []
    for label in BEFORE + AFTER:
        window.update(label)
        flags.append(window.changed)

    assert sum(flags) == window.n_changes == len(window.changes) == 1
    assert flags.index(True) + 1 == window.changes[0].found
    window.update_many([])
    assert not window.changed


def test_calls_back_once_for_each_change_when_all_events_are_in():
    """The callback sees the window as the call leaves it, and may use it."""
    seen = []
    window = es.AdaptiveWindow(on_change=lambda change: seen.append((change, window.seen)))
    window.update_many(BEFORE + AFTER + BEFORE)

    assert [change for change, _ in seen] == window.changes
    assert {events for _, events in seen} == {6000}
    assert len(seen) == 2

    window.on_change = None
    window.update_many(AFTER)
    assert len(seen) == 2
    assert window.n_changes == 3


def test_error_of_a_callback_loses_nothing():
    """It reaches the caller; the events are in and the change is told."""

    def complain(change):
        raise KeyError(change.found)

    window = es.AdaptiveWindow(on_change=complain)
    with pytest.raises(KeyError):
        window.update_many(BEFORE + AFTER)

    assert window.seen == 4000
    assert window.n_changes == 1
    assert window.changed


def test_callback_may_feed_the_window():
    """It is not at work any more."""
    window = es.AdaptiveWindow()
    window.on_change = lambda change: window.update("a")
    window.update_many(BEFORE + AFTER)

    assert window.seen == 4001


@pytest.mark.parametrize("callback", [1, "print", object()])
def test_refuses_callbacks_that_cannot_be_called(callback):
    """At once, not at the first change."""
    window = es.AdaptiveWindow()
    with pytest.raises(TypeError, match="on_change must be callable, got"):
        es.AdaptiveWindow(on_change=callback)
    with pytest.raises(TypeError, match="on_change must be callable, got"):
        window.on_change = callback
    assert window.on_change is None


class Label:
    """A label that may hold anything."""


def label_in_a_cycle():
    """Return a weak reference to a label of a change that its window can reach, and back."""
    label, window = Label(), es.AdaptiveWindow()
    window.on_change = lambda change: window
    window.update_many([label] * 200 + [0] * 200)
    label.window = window
    return weakref.ref(label)


def test_window_in_its_own_callback_is_collected():
    """A cycle through the callback, and through labels of changes, is no leak."""
    label = label_in_a_cycle()
    gc.collect()

    assert label() is None


# ------------------------------------------------------------------ times


def test_tells_times_of_seconds():
    """The time of the first event of the new regime, and of the one that showed it."""
    window = es.AdaptiveWindow()
    window.update_many(["a"] * 96 + ["b"] * 100, times=np.arange(196) / 4)
    (change,) = window.changes

    assert (change.at, change.found_at) == (24.0, (change.found - 1) / 4)
    assert str(change).startswith("change at 24.0 (event 96), found at")


def test_tells_times_that_are_instants():
    """As datetimes in UTC, whatever they came as."""
    start = np.datetime64("2026-01-01T00:00:00", "s")
    window = es.AdaptiveWindow()
    for i in range(200):
        window.update("ab"[i >= 128], at=(start + np.timedelta64(i, "m")).astype(dt.datetime))

    assert window.changes[0].at == dt.datetime(2026, 1, 1, 2, 8, tzinfo=dt.timezone.utc)


def test_all_events_have_times_or_none():
    """The first one decides; a refused call changes nothing."""
    timed, untimed = es.AdaptiveWindow(), es.AdaptiveWindow()
    timed.update("a", at=0)
    untimed.update("a")

    with unchanged(timed, untimed):
        with refused(ValueError, "at is missing: the events before had times"):
            timed.update("b")
        with refused(ValueError, "times is missing: the events before had times"):
            timed.update_many("b")
        with refused(ValueError, "at was given, but the events before had no times"):
            untimed.update("b", at=1)
        with refused(ValueError, "times was given, but the events before had no times"):
            untimed.trace("b", times=[1])
        with pytest.raises(
            TypeError, match="time is a datetime, but earlier times were numbers of seconds"
        ):
            timed.update("b", at=dt.datetime(2026, 1, 1))
        with pytest.raises(ValueError, match="nan"):
            timed.update_many("bc", times=[1.0, float("nan")])

    timed.clear()
    timed.update("a")
    assert timed.n == 1


def test_times_do_not_go_back():
    """Neither within a column nor after an event; and nothing is changed by the attempt."""
    window = es.AdaptiveWindow()
    window.update_many("abab", times=[1, 2, 2, 5])
    before = window.copy()
    late = "time 4.5 is too late: the clock stands at {}, and an adaptive window takes events in "
    late += "the order of their times"

    with refused(ValueError, late.format("5.0")):
        window.update("new", at=4.5)
    with refused(ValueError, late.format("5.0")):
        window.update_many("new", times=[4.5, 6, 7])
    with refused(ValueError, late.format("7.0")):
        window.trace("new", times=[6, 7, 4.5])
    assert window == before
    assert window.to_bytes() == before.to_bytes()

    window.update("a", at=5)
    assert window.seen == 5


def test_a_window_read_back_knows_its_time_to_a_block():
    """A state tells when blocks began: nothing before the newest may come."""
    window = es.AdaptiveWindow(block=4)
    window.update_many("abcdab", times=range(10, 16))
    again = es.AdaptiveWindow.from_bytes(window.to_bytes())

    with pytest.raises(ValueError, match=r"the clock stands at 14\.0"):
        again.update("a", at=13)
    again.update("a", at=15)
    assert again.seen == 7


def test_event_skipped_brings_no_time():
    """A missing label is no event: the window is still free to have times or not."""
    window = es.AdaptiveWindow(missing="skip")
    window.update(None, at=1)
    window.update("a")

    assert window.n == 1


# ------------------------------------------------------------------ parameters


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"rate": 0}, ValueError, "rate must be above 0 and below 1, got 0"),
        ({"rate": 1.0}, ValueError, "rate must be above 0 and below 1, got 1.0"),
        ({"rate": float("nan")}, ValueError, "rate must be above 0 and below 1, got nan"),
        ({"rate": "low"}, TypeError, "rate must be a number, got 'low' (str)"),
        ({"rate": True}, TypeError, "rate must be a number, got True (bool)"),
        ({"block": 0}, ValueError, "block must be a positive integer, got 0"),
        ({"block": 65537}, ValueError, "block must be at most 65536, got 65537"),
        ({"block": 2.5}, TypeError, "block must be an integer, got 2.5 (float)"),
        ({"max_size": 31}, ValueError, "max_size must be at least the block, 32, got 31"),
        ({"max_size": 0}, ValueError, "max_size must be a positive integer, got 0"),
        (
            {"statistics": "max"},
            ValueError,
            "statistic must be one of sum, label, frequency, got 'max'",
        ),
        (
            {"statistics": ()},
            ValueError,
            "statistics must name at least one of sum, label, frequency",
        ),
        (
            {"missing": "drop"},
            ValueError,
            """missing must be "raise", "skip" or "label", got 'drop'""",
        ),
    ],
)
def test_refuses_parameters(options, error, text):
    """Each with the value and the way out."""
    with pytest.raises(error) as caught:
        es.AdaptiveWindow(**options)
    assert str(caught.value) == text


def test_shows_its_parameters():
    """As they were given."""
    window = es.AdaptiveWindow(1e-3, block=16, max_size=500, statistics=["label", "sum"])

    assert (window.rate, window.block, window.max_size) == (1e-3, 16, 500)
    assert window.statistics == ("sum", "label")
    assert es.AdaptiveWindow().max_size is None
    assert repr(es.AdaptiveWindow()) == (
        "<AdaptiveWindow of rate 0.0001: 0 events, 0 labels, entropy 0, gini 0, 0 changes in 0>"
    )


def test_never_longer_than_max_size():
    """At no event."""
    window = es.AdaptiveWindow(max_size=100)
    lengths = window.trace(np.arange(1000) % 3, "n")

    assert lengths.max() == 100
    assert lengths[200:].min() > 100 - 2 * 32 - 32


def test_keeps_the_newest_thousand_changes():
    """And counts them all; a state keeps as many."""
    window = es.AdaptiveWindow(0.5, block=4, calibrate=False)
    regime = ["a"] * 40 + ["b"] * 40
    window.update_many(regime * 700)

    assert window.n_changes > 1000
    assert len(window.changes) == 1000
    assert es.AdaptiveWindow.from_bytes(window.to_bytes()) == window
    assert pickle.loads(pickle.dumps(window)) == window


# ------------------------------------------------------------------ states and copies

STREAMS = sequences(range(5), max_size=300)


@given(before=STREAMS, after=STREAMS, timed=st.booleans())
def test_goes_on_as_if_never_saved(before, after, timed):
    """From bytes, pickle and copy, in the middle of a block too."""

    def feed(window, labels, start):
        at = np.arange(start, start + len(labels)) if timed else None
        return window.trace(labels, ("entropy", "gini", "n"), times=at)

    window = es.AdaptiveWindow(0.05, block=8)
    feed(window, before, 0)
    restored = [
        es.AdaptiveWindow.from_bytes(window.to_bytes()),
        pickle.loads(pickle.dumps(window)),
        window.copy(),
        copy.deepcopy(window),
    ]
    assert all(each == window for each in restored)
    expected = feed(window, after, len(before))
    for each in restored:
        got = feed(each, after, len(before))
        assert all(np.array_equal(got[name], expected[name]) for name in expected)
        assert each == window
        assert each.changes == window.changes
        assert each.to_bytes() == window.to_bytes()


def test_labels_of_changes_that_are_gone_are_kept():
    """Though the window holds them no longer, in bytes and pickles too."""
    window = es.AdaptiveWindow()
    window.update_many([("gone", i % 3) for i in range(960)])
    window.update_many(range(100_000))  # many new labels: the old ones are swept out
    labels = {each.label for each in window.changes[0].labels}

    assert ("gone", 0) in labels
    assert es.AdaptiveWindow.from_bytes(window.to_bytes()).changes == window.changes
    assert pickle.loads(pickle.dumps(window)).changes == window.changes


def test_copies_call_nobody():
    """A copy is for trying things out; pickles and bytes cannot carry a callback."""
    seen = []
    window = es.AdaptiveWindow(on_change=seen.append)
    window.update_many(BEFORE)
    for other in (
        window.copy(),
        pickle.loads(pickle.dumps(window)),
        es.AdaptiveWindow.from_bytes(window.to_bytes()),
    ):
        other.update_many(AFTER)
        assert other.n_changes == 1
    assert seen == []


def test_equality_looks_at_everything():
    """Parameters, content, what is pending, changes."""
    window = changed_once()
    assert window == changed_once()
    assert window != changed_once(rate=1e-3)
    assert window != changed_once(block=16)
    assert window != changed_once(max_size=10_000)
    assert window != changed_once(statistics="sum")
    assert window != changed_once(missing="skip")
    other = changed_once()
    other.update("a")
    assert window != other
    assert window != "window"
    with pytest.raises(TypeError):
        hash(window)


def test_clear_forgets_all_but_parameters_and_callback():
    """As a new one."""
    window = changed_once(rate=1e-3)
    window.on_change = print
    window.clear()

    assert window == es.AdaptiveWindow(1e-3)
    assert (window.n, window.seen, window.n_changes, window.changes) == (0, 0, 0, [])
    assert not window.changed
    assert window.on_change is print


def test_damaged_states_are_refused():
    """Bytes cut or changed anywhere, pickles with parts that do not fit."""
    window = changed_once()
    state = window.to_bytes()
    for place in range(0, len(state), 3):
        damaged = bytearray(state)
        damaged[place] ^= 1
        with pytest.raises(es.StateError):
            es.AdaptiveWindow.from_bytes(bytes(damaged))
    with pytest.raises(es.StateError):
        es.AdaptiveWindow.from_bytes(es.Tally().to_bytes())
    parts = tuple_in("adaptive_window_changed")
    for place, wrong in ((7, parts[7][:-1]), (6, ["a"]), (8, [(b"", [])]), (5, 3)):
        spoilt = list(parts)
        spoilt[place] = wrong
        with pytest.raises(es.StateError, match="state is damaged"):
            es.AdaptiveWindow.__new__(es.AdaptiveWindow).__setstate__(tuple(spoilt))


def test_refused_labels_change_nothing():
    """A batch with one bad label is not taken in, nor are its labels."""
    window = changed_once()
    with unchanged(window):
        with pytest.raises(ValueError, match="missing"):
            window.update_many(["a", None, "c"])
        with pytest.raises(TypeError):
            window.update([])
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            window.update("a", time=3)
    assert window.changes == changed_once().changes


def test_many_labels_that_come_and_go_leave_nothing_behind():
    """Labels of the past are forgotten with it."""
    window = es.AdaptiveWindow(max_size=1000)
    window.update_many(range(200_000))

    assert window.distinct == window.n <= 1000
    assert len(window.to_bytes()) < 30_000
