"""A time window of pairs is the ContingencyTable of the pairs in (now - span, now]."""

import datetime as dt
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import entrostream as es
from tests.refusals import refused
from tests.registry import PAIR_MEASURES
from tests.state.tuple_pickles import clock, events, places
from tests.tables.tables import (
    RESTORES,
    columns,
    fresh_table,
    pair_streams,
    pairs,
    reads,
)

spans = st.integers(1, 12)
delays = st.integers(0, 12)
gaps = st.integers(0, 5)


class Model:
    """What a window must hold, kept without any haste: one list of all its pairs."""

    def __init__(self, span, lateness):
        self.span, self.lateness = span, lateness
        self.events, self.now = [], None

    def window(self):
        """Return an empty window with the same parameters."""
        return es.ContingencyTimeWindow(self.span, lateness=self.lateness)

    def advance(self, at):
        self.now = at if self.now is None else max(self.now, at)
        self.events = [event for event in self.events if self.now - self.span < event[0]]

    def update(self, pair, at):
        self.events.append((at, *pair))
        self.advance(at)

    def remove(self, pair):
        """Take the oldest of these pairs."""
        held = [event for event in self.events if event[1:] == pair]
        self.events.remove(min(held, key=lambda event: event[0]))


def assert_same(window, model):
    """Check what is held, and every read to the last bit."""
    assert Counter(window.events()) == Counter(model.events)
    assert [at for at, _, _ in window.events()] == sorted(at for at, _, _ in model.events)
    counts = Counter((x, y) for _, x, y in model.events)
    fresh = fresh_table(counts)
    assert window.counts() == counts
    assert window.counts_x() == fresh.counts_x()
    assert window.counts_y() == fresh.counts_y()
    assert window.now == model.now
    assert reads(window) == reads(fresh)


class PairsInTime(RuleBasedStateMachine):
    """One window and one list are told the same."""

    @initialize(span=spans, lateness=delays)
    def begin(self, span, lateness):
        self.model = Model(span, lateness)
        self.window = self.model.window()

    def times(self, steps):
        """Return times that are ahead by a gap, or else late by no more than is allowed."""
        now, times = self.model.now or 0, []
        for gap, delay in steps:
            times.append(now + gap if gap else now - min(delay, self.model.lateness))
            now = max(now, times[-1])
        return times

    def drawn_times(self, data, stream):
        """Return a time for each pair."""
        steps = st.lists(st.tuples(gaps, delays), min_size=len(stream), max_size=len(stream))
        return self.times(data.draw(steps))

    @rule(pair=pairs, gap=gaps, delay=delays)
    def update(self, pair, gap, delay):
        (at,) = self.times([(gap, delay)])
        self.window.update(*pair, at=at)
        self.model.update(pair, at)

    @rule(data=st.data(), stream=pair_streams)
    def update_many(self, data, stream):
        times = self.drawn_times(data, stream)
        self.window.update_many(*columns(stream), times=times)
        for pair, at in zip(stream, times, strict=True):
            self.model.update(pair, at)

    @rule(
        data=st.data(),
        stream=pair_streams,
        measures=st.sampled_from([("mutual_information",), ("gini_gain",), PAIR_MEASURES]),
    )
    def trace(self, data, stream, measures):
        times = self.drawn_times(data, stream)
        twin = self.window.copy()
        traced = self.window.trace(*columns(stream), measures, times=times)
        for row, (pair, at) in enumerate(zip(stream, times, strict=True)):
            twin.update(*pair, at=at)
            self.model.update(pair, at)
            for name in measures:
                assert traced[name][row].hex() == float(getattr(twin, name)).hex()
        assert twin == self.window

    @rule(counts=st.dictionaries(pairs, st.integers(0, 9), max_size=6), gap=gaps, delay=delays)
    def update_counts(self, counts, gap, delay):
        (at,) = self.times([(gap, delay)])
        self.window.update_counts(counts, at=at)
        for pair in Counter(counts).elements():
            self.model.update(pair, at)

    @rule(gap=gaps)
    def advance(self, gap):
        at = (self.model.now or 0) + gap
        self.window.advance(at)
        self.model.advance(at)

    @rule(data=st.data(), by_counts=st.booleans())
    def remove(self, data, by_counts):
        if self.model.events:
            pair = data.draw(st.sampled_from(self.model.events))[1:]
            if by_counts:
                self.window.remove_counts({pair: 1})
            else:
                self.window.remove(*pair)
            self.model.remove(pair)

    @rule()
    def clear(self):
        self.window.clear()
        self.model.events, self.model.now = [], None

    @rule(data=st.data(), stream=pair_streams)
    def merge(self, data, stream):
        times = self.drawn_times(data, stream)
        other = self.model.window()
        other.update_many(*columns(stream), times=times)
        self.window.merge(other)
        for pair, at in zip(stream, times, strict=True):
            self.model.update(pair, at)

    @rule(restore=st.sampled_from(sorted(RESTORES)))
    def restore(self, restore):
        twin = RESTORES[restore](self.window)
        assert twin == self.window
        assert twin.to_bytes() == self.window.to_bytes()
        self.window = twin

    @invariant()
    def holds_what_the_list_holds(self):
        assert_same(self.window, self.model)


TestPairsInTime = PairsInTime.TestCase

rows = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(["a", "b", None]), st.sampled_from([0, 1, None])),
    max_size=40,
)


@given(rows=rows, span=spans)
def test_order_of_arrival_leaves_no_trace(rows, span):
    """The same pairs in the order of time: equal windows, equal bytes."""
    window = es.ContingencyTimeWindow(span, lateness=60, missing="label")
    window.update_many(
        [x for _, x, _ in rows], [y for _, _, y in rows], times=[t for t, _, _ in rows]
    )
    in_order = es.ContingencyTimeWindow(span, lateness=60, missing="label")
    for at, x, y in sorted(rows, key=lambda row: row[0]):
        in_order.update(x, y, at=at)

    assert window == in_order
    assert window.to_bytes() == in_order.to_bytes()


@given(rows=rows, span=spans, lateness=delays)
def test_trace_is_update_and_read_where_pairs_are_dropped_and_skipped(rows, span, lateness):
    """A row that is no event, or one too late, repeats the value before it."""
    options = {"lateness": lateness, "late": "drop", "missing": "skip"}
    traced = es.ContingencyTimeWindow(span, **options)
    updated = es.ContingencyTimeWindow(span, **options)

    values = traced.trace(
        [x for _, x, _ in rows],
        [y for _, _, y in rows],
        "mutual_information",
        times=[t for t, _, _ in rows],
    )
    expected = []
    for at, x, y in rows:
        updated.update(x, y, at=at)
        expected.append(updated.mutual_information)

    assert values.tolist() == expected
    assert traced == updated
    assert traced.dropped == updated.dropped


def test_mutual_information_of_source_and_port_in_ten_minutes():
    """The same as a table of the pairs that are not older than ten minutes."""
    start = dt.datetime(2024, 2, 29, 12)
    minutes = [start + dt.timedelta(minutes=m) for m in range(16)]
    sources = ["a", "b"] * 8
    ports = [443] * 6 + [443, 53] * 5
    window = es.ContingencyTimeWindow("10min")

    values = window.trace(sources, ports, "mutual_information", times=minutes)

    assert window.n == 10
    assert values[-1] == 1.0
    assert values[5] == 0.0


def test_long_columns_are_those_of_a_table_of_their_end():
    """More pairs than one pass processes, most of them forgotten again."""
    rng = np.random.default_rng(1)
    xs, ys = rng.integers(0, 3_000, 60_000), rng.integers(0, 3_000, 60_000)
    late = np.arange(60_000) - rng.integers(0, 5, 60_000)
    for times in (np.arange(60_000), late):
        updated = es.ContingencyTimeWindow(500, lateness=10)
        updated.update_many(xs, ys, times=times)
        traced = es.ContingencyTimeWindow(500, lateness=10)
        values = traced.trace(xs, ys, "mutual_information", times=times)
        held = times > times.max() - 500
        table = es.ContingencyTable()
        table.update_many(xs[held], ys[held])

        assert updated == traced
        assert reads(updated) == reads(table)
        assert values[-1] == table.mutual_information
        assert updated.counts() == table.counts()


def window_with(xs, ys, times, span=10, **options):
    """Return a window that saw these pairs at these times."""
    window = es.ContingencyTimeWindow(span, **options)
    window.update_many(xs, ys, times=times)
    return window


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda w: w.update("a", "n", at=7.9),
            ValueError,
            "time 7.9 is too late: the clock stands at 11.0 and the lateness is 3s; "
            'pass a larger lateness, or late="drop"',
        ),
        (
            lambda w: w.update_many("ab", "nn", times=[11, 7.9]),
            ValueError,
            "time 7.9 is too late: the clock stands at 11.0 and the lateness is 3s; "
            'pass a larger lateness, or late="drop"',
        ),
        (
            lambda w: w.update_many("ab", "n", times=11),
            ValueError,
            "xs and ys must have the same length, got 2 and 1",
        ),
        (
            lambda w: w.update("a", "n", at=dt.datetime(2024, 1, 1)),
            TypeError,
            "time is a datetime, but earlier times were numbers of seconds",
        ),
        (
            lambda w: w.update_many(["new", None], "nn", times=11),
            ValueError,
            'label is missing (None at position 1); pass missing="skip" or missing="label"',
        ),
        (lambda w: w.remove("a", "z"), ValueError, "cannot remove ('a', 'z'): it is not held"),
    ],
)
def test_call_that_is_refused_changes_nothing(call, error, text):
    """The words of the other classes, and the same bytes as before."""
    window = window_with("ab", "ny", [8, 11], lateness=3)
    before = window.to_bytes()
    with refused(error, text):
        call(window)
    assert window.to_bytes() == before
    assert (window.distinct_x, window.distinct_y, window.now) == (2, 2, 11.0)


def test_times_come_by_name():
    """A time by place is an error."""
    window = es.ContingencyTimeWindow(10)
    for call in (
        lambda: window.update("a", "n"),
        lambda: window.update("a", "n", 3),
        lambda: window.update_many("a", "n", [3]),
        lambda: window.trace("a", "n", "n", [3]),
        lambda: window.update_counts({("a", "n"): 1}, 3),
        lambda: es.ContingencyTimeWindow(10, 5),
    ):
        with pytest.raises(TypeError):
            call()
    window.update(x="a", y="n", at=1)
    assert window.events() == [(1.0, "a", "n")]


def test_dropped_pairs_are_counted():
    """And leave the window alone."""
    window = window_with("ab", "ny", [100, 50], late="drop")
    window.update("b", "y", at=50)
    window.update_counts({("c", "n"): 3}, at=50)
    assert (window.counts(), window.dropped) == ({("a", "n"): 1}, 5)


def test_windows_merge_by_time():
    """The window of both streams, at the later of both clocks."""
    east, west = window_with("aa", "ny", [0, 5]), window_with("ba", "ny", [12, 12])
    both = east + west
    assert both.events() == [(5.0, "a", "y"), (12.0, "a", "y"), (12.0, "b", "n")]
    west.merge(east)
    assert west == both
    with refused(ValueError, "windows with spans 10s and 11s cannot merge"):
        east.merge(es.ContingencyTimeWindow(11))
    with pytest.raises(TypeError, match="can merge a ContingencyTimeWindow, got"):
        east.merge(es.ContingencyTable())


def test_equality_asks_for_pairs_times_and_parameters():
    """And for nothing else."""
    window = window_with("ab", "ny", [0, 5], lateness=9)
    assert window == window_with("ba", "yn", [5, 0], lateness=9)
    assert window != window_with("ab", "ny", [1, 5], lateness=9)
    assert window != window_with("ab", "yn", [0, 5], lateness=9)
    assert window != window_with("ab", "ny", [0, 5], lateness=8)
    assert window != window_with("ab", "ny", [0, 5], lateness=9, missing="skip")
    assert window != es.ContingencyTable()


def test_clock_survives_bytes_and_pickle():
    """Times, lateness, rule and what was dropped."""
    window = window_with("ab", "ny", [100, 50], late="drop", lateness=5, missing="label")
    window.update(None, None, at=101)
    for restore in RESTORES.values():
        twin = restore(window)
        assert twin == window
        assert (twin.now, twin.span, twin.lateness) == (101.0, window.span, window.lateness)
        assert (twin.late, twin.dropped, twin.missing) == ("drop", 1, "label")
        with pytest.raises(TypeError):
            twin.update("a", "n", at=dt.datetime(2024, 1, 1))


def parts_of_pickle():
    """Return a pickle of the first format, of a window with two pairs after 1 and 2 ns."""
    pairs = (["a", "b"], ["n", "y"], places(0, 0, 1, 1))
    return [*clock(10, 2), *pairs, *events([1, 2], [0, 1], [1, 1]), None]


def test_pickle_of_the_first_format_is_read():
    """The damaged ones below begin with a good one."""
    window = es.ContingencyTimeWindow.__new__(es.ContingencyTimeWindow)
    window.__setstate__(tuple(parts_of_pickle()))

    assert window == window_with("ab", "ny", [1e-9, 2e-9], span=10e-9)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (0, 0),
        (1, -1),
        (4, 3),
        (4, 0),
        (5, 100),
        (7, ["a"]),
        (7, ["a", "a"]),
        (8, []),
        (9, bytes(7)),
        (9, bytes(16)),
        (10, b""),
        (11, b"\xff" * 8),
        (12, bytes(16)),
        (12, b"\xff" * 16),
    ],
)
def test_pickle_that_was_tampered_with_is_refused(part, value):
    """Whatever part of it: StateError, and no window."""
    parts = parts_of_pickle()
    parts[part] = value
    window = es.ContingencyTimeWindow.__new__(es.ContingencyTimeWindow)
    with pytest.raises(es.StateError, match="damaged"):
        window.__setstate__(tuple(parts))
