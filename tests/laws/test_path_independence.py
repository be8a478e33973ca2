"""The state is a function of the labels now held, not of how they came."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

import entrostream as es
from tests.examples import examples
from tests.laws import streams
from tests.laws.summaries import (
    KINDS,
    RESTORES,
    every_exact,
    every_mergeable,
    every_removable,
    fresh_tally,
    reads,
)


def fits(*models):
    """Return whether one summary can hold them all."""
    return sum(model.total() for model in models) < 2**62


class Histories(RuleBasedStateMachine):
    """Summaries of one kind go through anything; a Counter goes with each."""

    make = staticmethod(es.Tally)
    summaries = Bundle("summaries")

    def __init__(self):
        super().__init__()
        self.alive = []

    def keep(self, summary, model):
        self.alive.append((summary, model))
        return summary, model

    @rule(target=summaries)
    def begin(self):
        return self.keep(self.make(), Counter())

    @rule(pair=summaries, label=streams.labels)
    def update(self, pair, label):
        pair[0].update(label)
        pair[1][label] += 1

    @rule(pair=summaries, stream=streams.streams)
    def update_many(self, pair, stream):
        pair[0].update_many(stream)
        pair[1].update(stream)

    @rule(pair=summaries, stream=streams.streams)
    def trace(self, pair, stream):
        pair[0].trace(stream)
        pair[1].update(stream)

    @rule(pair=summaries, counts=streams.counts)
    def update_counts(self, pair, counts):
        pair[0].update_counts(counts)
        pair[1].update(counts)

    @rule(pair=summaries, at=st.integers(0, 10**9))
    def remove(self, pair, at):
        held = +pair[1]
        if held:
            label = list(held)[at % len(held)]
            pair[0].remove(label)
            pair[1][label] -= 1

    @rule(pair=summaries, part=st.fractions(0, 1, max_denominator=4))
    def remove_counts(self, pair, part):
        going = {label: int(count * part) for label, count in pair[1].items()}
        pair[0].remove_counts(going)
        pair[1].subtract(going)

    @rule(pair=summaries, at=st.integers(0, 10**9))
    def drop(self, pair, at):
        held = +pair[1]
        if held:
            label = list(held)[at % len(held)]
            pair[0].drop(label)
            del pair[1][label]

    @rule(pair=summaries)
    def clear(self, pair):
        pair[0].clear()
        pair[1].clear()

    @rule(pair=summaries, other=summaries)
    def merge(self, pair, other):
        if fits(pair[1], other[1]):
            pair[0].merge(other[0])
            pair[1].update(Counter(other[1]))
        else:
            with pytest.raises(OverflowError):
                pair[0].merge(other[0])

    @rule(target=summaries, pair=summaries, other=summaries)
    def add(self, pair, other):
        if not fits(pair[1], other[1]):
            return multiple()
        return self.keep(pair[0] + other[0], pair[1] + other[1])

    @rule(target=summaries, pair=summaries, part=st.fractions(0, 1, max_denominator=4))
    def split(self, pair, part):
        """Let some events leave for a summary of their own."""
        going = {label: int(count * part) for label, count in pair[1].items()}
        rest = self.make()
        rest.update_counts(going)
        pair[0].remove_counts(going)
        pair[1].subtract(going)
        return self.keep(rest, Counter(going))

    @rule(target=summaries, pair=summaries, restore=st.sampled_from(list(RESTORES.values())))
    def restore(self, pair, restore):
        return self.keep(restore(pair[0]), Counter(pair[1]))

    @rule(pair=consumes(summaries))
    def forget(self, pair):
        self.alive = [(s, m) for s, m in self.alive if s is not pair[0]]

    @invariant()
    def summaries_are_what_their_counts_are(self):
        for summary, model in islice(reversed(self.alive), 4):
            held = +model
            fresh = self.make()
            fresh.update_counts(dict(sorted(held.items(), key=repr)))
            assert summary.counts() == held
            assert reads(summary) == reads(fresh)
            assert summary.to_bytes() == fresh.to_bytes()
            assert summary == fresh
            assert dict(summary.most_common()) == held


CANONICAL = {name: kind for name, kind in KINDS.items() if kind.canonical}


@pytest.mark.hypothesis  # also in the thorough run
@pytest.mark.parametrize("make", [k.make for k in CANONICAL.values()], ids=CANONICAL.keys())
def test_any_history_with_the_same_counts_leaves_the_same_bits(make):
    """Updates, removals, merges, splits, restores: reads and bytes depend on the counts alone."""
    histories = type("HistoriesOfOneKind", (Histories,), {"make": staticmethod(make)})
    rules = examples(60, stateful_step_count=40)
    run_state_machine_as_test(histories, settings=rules)


@every_exact
@given(stream=streams.streams)
def test_value_is_that_of_a_fresh_tally(make, stream):
    """Whatever came and went, not one bit differs from a fresh count."""
    summary = make()
    summary.update_many(stream)

    assert reads(summary) == reads(fresh_tally(summary.counts()))


@every_removable
@given(stream=streams.streams, more=streams.streams)
def test_remove_undoes_update(make, stream, more):
    """What one update added one remove takes away, to the last bit."""
    summary = make()
    summary.update_many(stream)
    before = reads(summary)
    added = more[: room_in(summary)]

    for label in added:
        summary.update(label)
    for label in added:
        summary.remove(label)

    assert reads(summary) == before


def room_in(summary):
    """Return how many events come in before others have to go."""
    return getattr(summary, "size", 2**62 - 1) - int(summary.n)


@every_mergeable
@given(left=streams.streams, right=streams.streams)
def test_remove_counts_undoes_merge(make, left, right):
    """A merge is an addition, and so it can be taken back."""
    summary, other = make(), make()
    summary.update_many(left)
    other.update_many(right)
    before = summary.to_bytes()

    summary.merge(other)
    summary.remove_counts(other.counts())

    assert summary.to_bytes() == before


@pytest.mark.parametrize("seed", range(3))
def test_order_of_a_large_stream_does_not_matter(seed):
    """All of it in and half of it out again, in two orders, in batches and one by one."""
    rng = random.Random(seed)
    stream = [int(rng.paretovariate(0.7)) for _ in range(100_000)]
    gone = rng.sample(stream, 50_000)
    one, other = es.Tally(), es.Tally()

    one.update_many(stream)
    one.remove_counts(Counter(gone))
    rng.shuffle(stream)
    for start in range(0, len(stream), 30_000):
        other.update_many(stream[start : start + 30_000])
    for label in gone[:5_000]:
        other.remove(label)
    other.remove_counts(Counter(gone[5_000:]))

    assert reads(one) == reads(other)
    assert one.to_bytes() == other.to_bytes()
