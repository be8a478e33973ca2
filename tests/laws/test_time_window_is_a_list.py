"""A time window holds the events in (now - span, now], in whatever order they came."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import entrostream as es
from tests.examples import examples
from tests.laws import streams
from tests.laws.summaries import MEASURES, RESTORES, fresh_tally, reads

# Whole seconds, so that many events share a time and many stand at the edge of the window.
spans = st.integers(1, 12)
delays = st.integers(0, 12)
gaps = st.integers(0, 5)


class Model:
    """What a window must hold, in the simplest form: one list of all its events."""

    def __init__(self, span, lateness):
        self.span, self.lateness = span, lateness
        self.events, self.now = [], None

    def window(self):
        """Return an empty window with the same parameters."""
        return es.TimeWindow(self.span, lateness=self.lateness)

    def advance(self, at):
        self.now = at if self.now is None else max(self.now, at)
        self.events = [(t, x) for t, x in self.events if self.now - self.span < t]

    def update(self, label, at):
        self.events.append((at, label))
        self.advance(at)

    def remove(self, label):
        self.events.remove(min((e for e in self.events if e[1] == label), key=lambda e: e[0]))

    def clear(self):
        self.events, self.now = [], None

    def fresh(self):
        """Return a window that saw just these events, in the order of time."""
        window = self.window()
        for at, label in sorted(self.events, key=lambda event: event[0]):
            window.update(label, at=at)
        if self.now is not None:
            window.advance(self.now)
        return window


def assert_same(window, model):
    """Check what is held, every read to the last bit, and the bytes."""
    assert Counter(window.events()) == Counter(model.events)
    assert [at for at, _ in window.events()] == sorted(at for at, _ in model.events)
    assert window.counts() == Counter(label for _, label in model.events)
    assert window.now == model.now
    assert reads(window) == reads(fresh_tally(Counter(label for _, label in model.events)))
    assert window == model.fresh()
    assert window.to_bytes() == model.fresh().to_bytes()


class TimeWindows(RuleBasedStateMachine):
    """One window and one list get the same calls."""

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

    @rule(label=streams.labels, gap=gaps, delay=delays)
    def update(self, label, gap, delay):
        (at,) = self.times([(gap, delay)])
        self.window.update(label, at=at)
        self.model.update(label, at)

    @rule(data=st.data(), stream=streams.streams, as_array=st.booleans())
    def update_many(self, data, stream, as_array):
        steps = st.lists(st.tuples(gaps, delays), min_size=len(stream), max_size=len(stream))
        times = self.times(data.draw(steps))
        self.window.update_many(
            stream, times=np.array(times, dtype=np.int64) if as_array else times
        )
        for label, at in zip(stream, times, strict=True):
            self.model.update(label, at)

    @rule(
        data=st.data(),
        stream=streams.streams,
        measures=st.sampled_from([("entropy",), ("gini", "entropy"), MEASURES]),
    )
    def trace(self, data, stream, measures):
        steps = st.lists(st.tuples(gaps, delays), min_size=len(stream), max_size=len(stream))
        times = self.times(data.draw(steps))
        twin = self.window.copy()
        traced = self.window.trace(stream, measures, times=times)
        for row, (label, at) in enumerate(zip(stream, times, strict=True)):
            twin.update(label, at=at)
            self.model.update(label, at)
            for name in measures:
                assert traced[name][row].hex() == float(getattr(twin, name)).hex()
        assert twin == self.window

    @rule(counts=streams.small_counts, gap=gaps, delay=delays)
    def update_counts(self, counts, gap, delay):
        (at,) = self.times([(gap, delay)])
        self.window.update_counts(counts, at=at)
        for label in Counter(counts).elements():
            self.model.update(label, at)

    @rule(gap=gaps, delay=delays)
    def advance(self, gap, delay):
        (at,) = self.times([(gap, delay)])
        self.window.advance(at)
        self.model.advance(at)

    @rule(at=st.integers(0, 10**9))
    def remove(self, at):
        if self.model.events:
            label = self.model.events[at % len(self.model.events)][1]
            self.window.remove(label)
            self.model.remove(label)

    @rule(part=st.fractions(0, 1, max_denominator=3))
    def remove_counts(self, part):
        held = Counter(label for _, label in self.model.events)
        going = {label: int(count * part) for label, count in held.items()}
        self.window.remove_counts(going)
        for label in Counter(going).elements():
            self.model.remove(label)

    @rule(at=st.integers(0, 10**9))
    def drop(self, at):
        if self.model.events:
            label = self.model.events[at % len(self.model.events)][1]
            self.window.drop(label)
            self.model.events = [(t, x) for t, x in self.model.events if x != label]

    @rule(data=st.data(), stream=streams.streams, start=st.integers(-20, 20))
    def merge(self, data, stream, start):
        """Take in a window that has gone its own way."""
        other, window = Model(self.model.span, self.model.lateness), self.model.window()
        at = (self.model.now or 0) + start
        for label in stream:
            at += data.draw(gaps)
            window.update(label, at=at)
            other.update(label, at)
        before = window.to_bytes()
        self.window.merge(window)
        assert window.to_bytes() == before
        self.model.events += other.events
        if other.now is not None:
            self.model.advance(other.now)

    @rule()
    def clear(self):
        self.window.clear()
        self.model.clear()

    @rule(restore=st.sampled_from(list(RESTORES.values())))
    def restore(self, restore):
        self.window = restore(self.window)

    @invariant()
    def window_holds_what_the_list_holds(self):
        if hasattr(self, "window"):
            assert_same(self.window, self.model)


TestTimeWindows = TimeWindows.TestCase
TestTimeWindows.settings = examples(75, stateful_step_count=30)


@given(
    events=st.lists(st.tuples(st.integers(0, 60), st.sampled_from("abcd")), max_size=60),
    span=st.integers(1, 80),
    order=st.randoms(use_true_random=False),
    cut=st.integers(0, 60),
)
def test_order_of_events_within_the_lateness_does_not_matter(events, span, order, cut):
    """Any order, one by one and as columns: the bits of a fresh tally of what is in the window."""
    shuffled = events.copy()
    order.shuffle(shuffled)
    window = es.TimeWindow(span, lateness=60)
    for at, label in shuffled[:cut]:
        window.update(label, at=at)
    times, labels = [at for at, _ in shuffled[cut:]], [label for _, label in shuffled[cut:]]
    window.update_many(labels, times=times)

    now = max((at for at, _ in events), default=None)
    held = Counter(label for at, label in events if now - span < at)
    assert window.counts() == held
    assert reads(window) == reads(fresh_tally(held))
    in_order = es.TimeWindow(span, lateness=60)
    in_order.update_many([x for _, x in sorted(events)], times=[at for at, _ in sorted(events)])
    assert window == in_order
    assert window.to_bytes() == in_order.to_bytes()


@given(
    events=st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from(["a", "b", None])), min_size=1, max_size=40
    ),
    span=spans,
    lateness=delays,
    cuts=st.lists(st.integers(0, 40), max_size=3),
)
def test_trace_is_update_and_read_where_events_are_dropped_and_skipped(
    events, span, lateness, cuts
):
    """A row that is no event, or one too late, repeats the value before it."""
    options = {"lateness": lateness, "late": "drop", "missing": "skip"}
    traced, updated = es.TimeWindow(span, **options), es.TimeWindow(span, **options)
    edges = [0, *sorted(min(cut, len(events)) for cut in cuts), len(events)]
    values = []
    for start, end in pairwise(edges):
        part = events[start:end]
        times, labels = [at for at, _ in part], [label for _, label in part]
        values += traced.trace(labels, "entropy", times=times).tolist()
    expected = []
    for at, label in events:
        updated.update(label, at=at)
        expected.append(updated.entropy)

    assert values == expected
    assert traced == updated
    assert traced.dropped == updated.dropped
