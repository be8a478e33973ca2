"""A window holds what a deque with its size as maxlen holds, in the same order."""

from collections import Counter, deque
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import entrostream as es
from tests.examples import examples
from tests.laws import streams
from tests.laws.summaries import RESTORES, fresh_tally, reads


class Windows(RuleBasedStateMachine):
    """One window and one deque get the same calls."""

    @initialize(size=st.integers(1, 12) | st.just(2**62 - 1))
    def begin(self, size):
        self.window = es.SlidingWindow(size)
        self.model = deque(maxlen=min(size, 10**6))

    @rule(label=streams.labels)
    def update(self, label):
        self.window.update(label)
        self.model.append(label)

    @rule(stream=streams.streams)
    def update_many(self, stream):
        self.window.update_many(stream)
        self.model.extend(stream)

    @rule(stream=streams.streams)
    def trace(self, stream):
        self.window.trace(stream, ("entropy", "gini"))
        self.model.extend(stream)

    @rule(stream=streams.streams)
    def trace_another_measure(self, stream):
        self.window.trace(stream, "n")
        self.model.extend(stream)

    @rule(counts=streams.small_counts)
    def update_counts(self, counts):
        self.window.update_counts(counts)
        self.model.extend(Counter(counts).elements())

    @rule(at=st.integers(0, 10**9))
    def remove(self, at):
        if self.model:
            label = self.model[at % len(self.model)]
            self.window.remove(label)
            self.model.remove(label)

    @rule(part=st.fractions(0, 1, max_denominator=3))
    def remove_counts(self, part):
        going = {label: int(count * part) for label, count in Counter(self.model).items()}
        self.window.remove_counts(going)
        for label in Counter(going).elements():
            self.model.remove(label)

    @rule(at=st.integers(0, 10**9))
    def drop(self, at):
        if self.model:
            label = self.model[at % len(self.model)]
            self.window.drop(label)
            others = [event for event in self.model if event != label]
            self.model.clear()
            self.model.extend(others)

    @rule()
    def clear(self):
        self.window.clear()
        self.model.clear()

    @rule(restore=st.sampled_from(list(RESTORES.values())))
    def restore(self, restore):
        self.window = restore(self.window)

    @invariant()
    def window_holds_what_the_deque_holds(self):
        if not hasattr(self, "window"):
            return
        assert self.window.events() == list(self.model)
        assert self.window.counts() == Counter(self.model)
        assert self.window.n == len(self.model)
        assert reads(self.window) == reads(fresh_tally(Counter(self.model)))

    @invariant()
    def order_alone_decides_about_the_bytes(self):
        if not hasattr(self, "window"):
            return
        fresh = es.SlidingWindow(self.window.size)
        fresh.update_many(self.model)
        assert self.window.to_bytes() == fresh.to_bytes()
        assert self.window == fresh


TestWindows = Windows.TestCase
TestWindows.settings = examples(75, stateful_step_count=40)


@given(
    stream=st.lists(st.integers(0, 400), min_size=50, max_size=400),
    size=st.integers(1, 60),
    cuts=st.lists(st.integers(0, 400), max_size=4),
)
def test_window_follows_the_deque_over_many_labels(stream, size, cuts):
    """Labels come, die and return, in batches longer and shorter than the window."""
    window, model = es.SlidingWindow(size), deque(maxlen=size)
    edges = [0, *sorted(cuts), len(stream)]
    for start, end in pairwise(edges):
        window.update_many(stream[start:end])
        model.extend(stream[start:end])
        for label in stream[:20]:
            window.update(label)
            model.append(label)

        assert window.events() == list(model)
        assert reads(window) == reads(fresh_tally(Counter(model)))
