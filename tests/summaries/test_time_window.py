"""A time window: what is now, what is late, what leaves, and what is refused."""

import datetime as dt
from contextlib import contextmanager

import numpy as np
import pandas as pd
import pytest

import entrostream as es
from tests import truth
from tests.laws.summaries import MEASURES
from tests.refusals import refused, unchanged
from tests.summaries.time_windows import window_with

UTC = dt.timezone.utc
DAY = dt.datetime(2024, 2, 29, 12)
MOST = 2**62 - 1


@contextmanager
def unchanged_bytes(window):
    """As `unchanged`, for a window whose events are too many to list."""
    state = window.to_bytes()
    yield
    assert window.to_bytes() == state


# ------------------------------------------------------------------ parameters


@pytest.mark.parametrize(
    "span",
    ["10min", 600, 600.0, dt.timedelta(minutes=10), np.timedelta64(10, "m"), pd.Timedelta("10min")],
    ids=repr,
)
def test_span_is_text_a_number_or_a_timedelta(span):
    """All of them ten minutes; it comes back as a timedelta."""
    assert es.TimeWindow(span).span == dt.timedelta(minutes=10)
    assert es.TimeWindow(span=span) == es.TimeWindow("10min")
    assert es.TimeWindow("1h", lateness=span).lateness == dt.timedelta(minutes=10)


def test_span_finer_than_microseconds_comes_back_as_numpy_gives_it():
    """A timedelta could not hold it."""
    assert es.TimeWindow("1500ns").span == np.timedelta64(1500, "ns")


@pytest.mark.parametrize("span", [0, -1, "0s", dt.timedelta(0), dt.timedelta(seconds=-1), 1e-12])
def test_span_is_above_zero(span):
    """Zero and below, and what rounds to zero."""
    with pytest.raises(ValueError, match=r"^span must be (a positive length of time|at least 1ns)"):
        es.TimeWindow(span)


@pytest.mark.parametrize(
    "span", [float("nan"), float("inf"), 1e300, "ten minutes", np.timedelta64("NaT", "ns")]
)
def test_span_that_is_no_length_of_time_is_refused(span):
    """A ValueError that begins with the name of the argument."""
    with pytest.raises(ValueError, match=r"^span"):
        es.TimeWindow(span)
    with pytest.raises(ValueError, match=r"^lateness"):
        es.TimeWindow(1, lateness=span)


@pytest.mark.parametrize("span", [None, [], DAY, object], ids=repr)
def test_span_of_another_kind_is_refused(span):
    """A TypeError that begins with the name of the argument."""
    with pytest.raises(TypeError, match=r"^span"):
        es.TimeWindow(span)


def test_lateness_is_not_below_zero():
    """Zero is the default; below it there is no sense."""
    assert es.TimeWindow(1).lateness == dt.timedelta(0)
    with pytest.raises(ValueError, match=r"^lateness"):
        es.TimeWindow(1, lateness=-1)


@pytest.mark.parametrize("late", ["ignore", None, 3, "Raise"], ids=repr)
def test_late_rule_is_one_of_two(late):
    """The value and the choices."""
    assert es.TimeWindow(1).late == "raise"
    assert es.TimeWindow(1, late="drop").late == "drop"
    with refused(ValueError, f'late must be "raise" or "drop", got {late!r}'):
        es.TimeWindow(1, late=late)


def test_options_are_keywords():
    """An option by place is an error, and so is a time by place."""
    with pytest.raises(TypeError):
        es.TimeWindow(10, 5)
    with pytest.raises(TypeError):
        es.TimeWindow()
    window = es.TimeWindow(10)
    for call in (
        lambda: window.update("a", 3),
        lambda: window.update_many("a", [3]),
        lambda: window.trace("a", "n", [3]),
        lambda: window.update_counts({"a": 1}, 3),
    ):
        with unchanged(window), pytest.raises(TypeError):
            call()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda w: w.update("a"), "missing 1 required keyword-only argument: 'at'"),
        (lambda w: w.update(at=1), "missing 1 required positional argument: 'label'"),
        (lambda w: w.update("a", at=1, when=2), "got an unexpected keyword argument 'when'"),
        (lambda w: w.update("a", label="b", at=1), "got multiple values for argument 'label'"),
    ],
)
def test_update_takes_a_label_and_a_time(call, text):
    """By the names `label` and `at`."""
    window = window_with(10, "a", [0])
    with unchanged(window), refused(TypeError, f"TimeWindow.update() {text}"):
        call(window)
    window.update(label="b", at=1)
    assert window.n == 2


# ------------------------------------------------------------------ now, and what leaves


def test_window_is_open_at_its_start_and_closed_at_its_end():
    """An event of age 9.999999999 is held in a window of 10, one of age 10 is not."""
    window = window_with(10, "ab", [0, 1e-9])

    window.advance(10 - 1e-9)
    assert window.counts() == {"a": 1, "b": 1}
    window.advance(10)
    assert window.counts() == {"b": 1}
    window.advance(10 + 1e-9)
    assert window.counts() == {}


def test_now_is_the_latest_time_seen_or_advanced_to():
    """None before the first; a late event does not turn it back."""
    window = es.TimeWindow(10, lateness=5)
    assert window.now is None

    window.update("a", at=3)
    assert window.now == 3.0
    window.update("b", at=1)
    assert window.now == 3.0
    window.advance(7.5)
    assert window.now == 7.5
    window.advance(4)
    assert window.now == 7.5


def test_silence_empties_the_window():
    """No stale value is shown once the clock has moved on, and what comes next counts alone."""
    window = window_with("10min", "aabb", [0, 1, 2, 3])
    assert window.entropy == 1.0

    window.advance(603)
    assert (window.n, window.entropy, window.gini, window.events()) == (0, 0.0, 0.0, [])
    window.update("c", at=604)
    assert window.events() == [(604.0, "c")]


def test_window_not_yet_as_long_as_its_span_gives_the_value_of_what_it_holds():
    """No event stands for those that did not come."""
    assert window_with("1h", "aab", [0, 1, 2]).entropy == truth.nearest(truth.entropy([2, 1]))


def test_many_events_at_one_time_leave_together():
    """One time for all rows, and many rows with one time."""
    window = es.TimeWindow(10)
    window.update_many("aab", times=0)
    window.update_many("bcc", times=[1, 1, 1])

    window.advance(10)
    assert window.counts() == {"b": 1, "c": 2}
    window.advance(11)
    assert window.n == 0


# ------------------------------------------------------------------ late events


def test_late_event_within_the_lateness_is_put_in_its_place():
    """It leaves when its own time is up, not when its turn would come."""
    window = es.TimeWindow(10, lateness=5)
    window.update("a", at=8)
    window.update("late", at=3)
    assert window.events() == [(3.0, "late"), (8.0, "a")]

    window.advance(12.5)
    assert window.n == 2
    window.advance(13)
    assert window.events() == [(8.0, "a")]


def test_late_event_that_is_out_of_the_window_changes_nothing():
    """A lateness longer than the span: no error, no event, nothing dropped."""
    window = window_with(10, "a", [100], lateness=50)
    with unchanged(window):
        window.update("b", at=90)
        window.update("b", at=50)
        window.update_counts({"b": 5}, at=60)
        assert window.trace(["b"], "n", times=[70]).tolist() == [1.0]
    assert window.dropped == 0


TOO_LATE = (
    "time 94.999999999 is too late: the clock stands at 100.0 and the lateness is 5s; "
    'pass a larger lateness, or late="drop"'
)


@pytest.mark.parametrize(
    "call",
    [
        lambda w, t: w.update("new", at=t),
        lambda w, t: w.update("a", at=t),
        lambda w, t: w.advance(t),
        lambda w, t: w.update_counts({"new": 3}, at=t),
        lambda w, t: w.update_many(["a", "new"], times=t),
        lambda w, t: w.update_many(["new", "a"], times=[100, t]),
        lambda w, t: w.update_many(["new", "a"], times=np.array([100, t])),
        lambda w, t: w.trace(["new", "a"], times=[100, t]),
        lambda w, t: w.trace(["new", "a"], MEASURES, times=[100, t]),
    ],
)
def test_event_beyond_the_lateness_is_refused(call):
    """One by one or in a column: the time, the clock, the way out, and nothing changed."""
    window = window_with(10, "ab", [98, 100], lateness=5)
    state = window.to_bytes()
    with unchanged(window), refused(ValueError, TOO_LATE):
        call(window, 95 - 1e-9)
    assert window.to_bytes() == state
    call(window, 95)


def test_lateness_of_a_batch_follows_its_own_clock():
    """A row that is late only after the rows before it is refused too."""
    window = es.TimeWindow(10, lateness=5)
    text = (
        "time 4.0 is too late: the clock stands at 20.0 and the lateness is 5s; "
        'pass a larger lateness, or late="drop"'
    )
    with unchanged(window), refused(ValueError, text):
        window.update_many("abc", times=[3, 20, 4])
    assert window.now is None


def test_times_in_the_message_are_of_the_users_kind():
    """Datetimes in, datetimes out."""
    window = window_with("1h", "a", [DAY])
    text = (
        "time 2024-02-29 11:59:59+00:00 is too late: the clock stands at "
        "2024-02-29 12:00:00+00:00 and the lateness is 0s; "
        'pass a larger lateness, or late="drop"'
    )
    with unchanged(window), refused(ValueError, text):
        window.update("b", at=DAY - dt.timedelta(seconds=1))


def test_events_too_late_are_counted_and_dropped():
    """With late="drop", everything else stays as it was."""
    window = window_with(10, "ab", [98, 100], lateness=5, late="drop")

    with unchanged(window):
        window.update("c", at=94)
        window.update_many("cccc", times=[1, 2, 3, 94.5])
        window.update_counts({"c": 7, "d": 2}, at=0)
        assert window.trace("cc", "n", times=[0, 1]).tolist() == [2.0, 2.0]
        window.advance(0)
    assert window.dropped == 1 + 4 + 9 + 2

    window.update_many("cde", times=[94, 95, 101])
    assert window.events() == [(95.0, "d"), (98.0, "a"), (100.0, "b"), (101.0, "e")]
    assert window.dropped == 17


# ------------------------------------------------------------------ missing labels


def test_missing_label_that_is_skipped_does_not_move_the_clock():
    """No event happened: in a column the other rows keep their times."""
    window = window_with(10, "a", [0], missing="skip")

    with unchanged(window):
        window.update(None, at=100)
        window.update_many([None, float("nan")], times=[200, 300])
        window.update_counts({None: 3}, at=100)
        assert window.trace([None], "n", times=[50]).tolist() == [1.0]
    assert window.now == 0.0

    values = window.trace([None, "b", None, "c", None], "n", times=[900, 5, 1, 11, 0])
    assert values.tolist() == [1.0, 2.0, 2.0, 2.0, 2.0]
    assert window.events() == [(5.0, "b"), (11.0, "c")]


def test_no_events_at_all_do_not_move_the_clock():
    """An empty mapping, counts of 0, an empty column."""
    window = window_with(10, "a", [0])
    with unchanged(window):
        window.update_counts({}, at=100)
        window.update_counts({"a": 0, "b": 0}, at=100)
        window.update_many([], times=[])
        window.update_many([], times=100)
    assert window.now == 0.0


# ------------------------------------------------------------------ many at once, and away


def test_update_counts_holds_any_number_of_events():
    """Two entries at most for a label, however many events; they leave together."""
    window = es.TimeWindow(10)
    window.update_counts({"a": 2**61, "b": 2**61 - 2, "c": 1}, at=0)

    assert window.n == MOST
    assert window.gini == truth.nearest(truth.gini([2**61, 2**61 - 2, 1]))
    assert len(window.to_bytes()) < 100
    with (
        unchanged_bytes(window),
        refused(
            OverflowError,
            f"a summary holds fewer than 2^62 events: {MOST} are held, 1 more do not fit",
        ),
    ):
        window.update("a", at=9)
    window.update("a", at=10)
    assert window.counts() == {"a": 1}


def test_counts_too_many_together_are_refused():
    """2^62 and more, also where the sum of two is meant."""
    window = es.TimeWindow(10)
    for counts in ({"a": MOST, "b": 1}, {"a": 2**61, "b": 2**61}):
        with unchanged(window), pytest.raises(OverflowError):
            window.update_counts(counts, at=0)
    window.update_counts({"a": MOST}, at=0)
    with unchanged_bytes(window), pytest.raises(OverflowError):
        window.merge(window_with(10, "a", [5]))


def test_events_that_memory_cannot_list_are_refused():
    """MemoryError, and nothing changed."""
    window = es.TimeWindow(10)
    window.update_counts({"a": 2**61}, at=0)
    with unchanged_bytes(window), pytest.raises(MemoryError):
        window.events()


def test_remove_takes_the_oldest_event_with_that_label():
    """By time, not by arrival; part of many at once too."""
    window = window_with(100, "abab", [4, 3, 2, 1], lateness=9)
    window.remove("a")
    assert window.events() == [(1.0, "b"), (3.0, "b"), (4.0, "a")]

    window.update_counts({"b": 5}, at=0)
    window.remove_counts({"b": 6})
    assert window.events() == [(3.0, "b"), (4.0, "a")]
    window.drop("b")
    assert window.events() == [(4.0, "a")]
    with unchanged(window), refused(ValueError, "cannot remove 'b': it is not held"):
        window.remove("b")


def test_what_left_the_window_cannot_go_again():
    """An event that grew too old is not held."""
    window = window_with(10, "ab", [0, 5])
    window.advance(12)
    with unchanged(window), refused(ValueError, "cannot remove 'a': it is not held"):
        window.remove("a")
