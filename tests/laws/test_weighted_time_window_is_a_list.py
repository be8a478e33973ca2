"""A time window of weights is the WeightedTally of the events in (now - span, now]."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import entrostream as es
from tests import truth
from tests.laws import streams
from tests.laws.summaries import MEASURES, RESTORES, reads

spans = st.integers(1, 12)
delays = st.integers(0, 12)
gaps = st.integers(0, 5)
# Some round to the same number of units, some need more than 31 bits of them.
weights = st.sampled_from([0, 0.5, 1, 2.0**-20, 0.1, 1500.0, 2.0**20 + 0.1]) | st.floats(
    2.0**-20, 2.0**20
)


class Model:
    """What a window must hold, in the simplest form: one list of all its events."""

    def __init__(self, span, lateness):
        self.span, self.lateness = span, lateness
        self.events, self.now = [], None

    def window(self):
        """Return an empty window with the same parameters."""
        return es.WeightedTimeWindow(self.span, lateness=self.lateness)

    def advance(self, at):
        self.now = at if self.now is None else max(self.now, at)
        self.events = [event for event in self.events if self.now - self.span < event[0]]

    def update(self, label, weight, at):
        if weight == 0:
            return
        self.events.append((at, label, Fraction(round(Fraction(weight) * 2**20), 2**20)))
        self.advance(at)

    def remove(self, label, weight):
        """Take the oldest weight of the label."""
        left, events = Fraction(round(Fraction(weight) * 2**20), 2**20), []
        for at, each, held in sorted(self.events, key=lambda event: event[0]):
            gone = min(left, held) if each == label else 0
            left -= gone
            events.append((at, each, held - gone))
        self.events = [event for event in events if event[2]]

    def sums(self):
        """Return the weight of each label at each time."""
        sums = defaultdict(Fraction)
        for at, label, weight in self.events:
            sums[at, label] += weight
        return dict(sums)

    def tally(self):
        """Return the tally of what is held."""
        tally = es.WeightedTally()
        for _, label, weight in self.events:
            tally.update(label, float(weight))
        return tally


def assert_same(window, model):
    """Check what is held, and every read to the last bit."""
    events = window.events()
    assert {(at, label): Fraction(weight) for at, label, weight in events} == model.sums()
    assert [at for at, _, _ in events] == sorted(at for at, _, _ in events)
    assert window.counts() == model.tally().counts()
    assert window.now == model.now
    assert reads(window) == reads(model.tally())


class WeightedTimeWindows(RuleBasedStateMachine):
    """One window and one list get the same calls."""

    @initialize(span=spans, lateness=delays)
    def begin(self, span, lateness):
        self.model = Model(span, lateness)
        self.window = self.model.window()

    def times(self, steps):
        """Return times that are ahead by a gap, or else late by no more than is allowed."""
        now, times = self.model.now or 0, []
        for gap, delay, weight in steps:
            times.append(now + gap if gap else now - min(delay, self.model.lateness))
            now = max(now, times[-1]) if weight else now
        return times

    def rows(self, data, stream):
        """Return the weights and the times of a column of labels."""
        steps = data.draw(
            st.lists(st.tuples(gaps, delays, weights), min_size=len(stream), max_size=len(stream))
        )
        return [weight for _, _, weight in steps], self.times(steps)

    @rule(label=streams.labels, weight=weights, gap=gaps, delay=delays)
    def update(self, label, weight, gap, delay):
        (at,) = self.times([(gap, delay, weight)])
        self.window.update(label, weight, at=at)
        self.model.update(label, weight, at)

    @rule(data=st.data(), stream=streams.streams, as_array=st.booleans())
    def update_many(self, data, stream, as_array):
        column, times = self.rows(data, stream)
        given = np.array(column, dtype=float) if as_array else column
        self.window.update_many(stream, given, times=times)
        for row in zip(stream, column, times, strict=True):
            self.model.update(*row)

    @rule(
        data=st.data(),
        stream=streams.streams,
        measures=st.sampled_from([("entropy",), ("gini", "entropy"), MEASURES]),
    )
    def trace(self, data, stream, measures):
        column, times = self.rows(data, stream)
        twin = self.window.copy()
        traced = self.window.trace(stream, measures, weights=column, times=times)
        for row, (label, weight, at) in enumerate(zip(stream, column, times, strict=True)):
            twin.update(label, weight, at=at)
            self.model.update(label, weight, at)
            for name in measures:
                assert traced[name][row].hex() == float(getattr(twin, name)).hex()
        assert twin == self.window

    @rule(sample=st.dictionaries(streams.labels, weights, max_size=5), gap=gaps, delay=delays)
    def update_counts(self, sample, gap, delay):
        (at,) = self.times([(gap, delay, any(sample.values()))])
        self.window.update_counts(sample, at=at)
        for label, weight in sample.items():
            self.model.update(label, weight, at)

    @rule(gap=gaps)
    def advance(self, gap):
        at = (self.model.now or 0) + gap
        self.window.advance(at)
        self.model.advance(at)

    @rule(data=st.data(), part=st.floats(0, 1))
    def remove(self, data, part):
        held = self.window.counts()
        if held:
            label = data.draw(st.sampled_from(list(held)))
            weight = round(held[label] * part * 2**20) / 2**20
            self.window.remove(label, weight)
            self.model.remove(label, weight)

    @rule(data=st.data())
    def drop(self, data):
        held = self.window.counts()
        if held:
            label = data.draw(st.sampled_from(list(held)))
            self.window.drop(label)
            self.model.events = [event for event in self.model.events if event[1] != label]

    @rule()
    def clear(self):
        self.window.clear()
        self.model.events, self.model.now = [], None

    @rule(data=st.data(), stream=streams.streams)
    def merge(self, data, stream):
        column, times = self.rows(data, stream)
        other = self.model.window()
        other.update_many(stream, column, times=times)
        self.window.merge(other)
        for row in zip(stream, column, times, strict=True):
            self.model.update(*row)

    @rule(restore=st.sampled_from(sorted(RESTORES)))
    def restore(self, restore):
        twin = RESTORES[restore](self.window)
        assert twin == self.window
        assert twin.to_bytes() == self.window.to_bytes()
        self.window = twin

    @invariant()
    def holds_what_the_list_holds(self):
        assert_same(self.window, self.model)


TestWeightedTimeWindows = WeightedTimeWindows.TestCase


rows = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from("abcd"), weights), min_size=1, max_size=40
)


@given(rows=rows, span=spans)
def test_order_of_arrival_leaves_no_trace(rows, span):
    """The same events in the order of time: equal windows, equal bytes."""
    window = es.WeightedTimeWindow(span, lateness=60)
    window.update_many(
        [x for _, x, _ in rows], [w for _, _, w in rows], times=[t for t, _, _ in rows]
    )
    in_order = es.WeightedTimeWindow(span, lateness=60)
    for at, label, weight in sorted(rows):
        in_order.update(label, weight, at=at)

    assert window == in_order
    assert window.to_bytes() == in_order.to_bytes()


@given(rows=rows, span=spans)
def test_reads_are_exact_for_the_rounded_weights(rows, span):
    """Against exact rationals and logarithms of many bits."""
    window = es.WeightedTimeWindow(span, lateness=60)
    window.update_many(
        [x for _, x, _ in rows], [w for _, _, w in rows], times=[t for t, _, _ in rows]
    )

    events = [row for row in rows if row[2]]
    now = max((at for at, _, _ in events), default=0)
    held = defaultdict(int)
    for at, label, weight in events:
        if now - span < at:
            held[label] += round(Fraction(weight) * 2**20)
    assert window.n == truth.nearest(Fraction(sum(held.values()), 2**20))
    assert window.distinct == len(held)
    assert window.gini == truth.nearest(truth.gini(list(held.values())))
    if held:
        assert truth.ulps(window.entropy, truth.entropy(list(held.values()))) <= 0.51
    else:
        assert window.entropy == 0.0


@given(rows=rows, span=spans)
def test_window_of_ones_is_a_time_window(rows, span):
    """With a weight of 1 for each event, every read has the same bits."""
    labels, times = [x for _, x, _ in rows], [t for t, _, _ in rows]
    window = es.WeightedTimeWindow(span, lateness=60, unit=1)
    plain = es.TimeWindow(span, lateness=60)

    traced = window.trace(labels, MEASURES, times=times)

    for name, values in plain.trace(labels, MEASURES, times=times).items():
        assert traced[name].tolist() == values.tolist()
    assert reads(window) == reads(plain)


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from(["a", "b", None]), weights | st.just(None)),
        min_size=1,
        max_size=40,
    ),
    span=spans,
    lateness=delays,
)
def test_trace_is_update_and_read_where_rows_are_no_events(rows, span, lateness):
    """A missing label, a missing weight, a weight of 0 or an event too late repeats the value."""
    options = {"lateness": lateness, "late": "drop", "missing": "skip"}
    traced = es.WeightedTimeWindow(span, **options)
    updated = es.WeightedTimeWindow(span, **options)
    for each in (traced, updated):
        each.update("a", 2.5, at=0)

    values = traced.trace(
        [x for _, x, _ in rows],
        ("entropy", "n"),
        weights=[w for _, _, w in rows],
        times=[t for t, _, _ in rows],
    )
    expected = []
    for at, label, weight in rows:
        updated.update(label, weight, at=at)
        expected.append((updated.entropy, updated.n))

    assert list(zip(values["entropy"], values["n"], strict=True)) == expected
    assert traced == updated
    assert traced.dropped == updated.dropped
