"""A merge gives the summary of both streams, in any order and any grouping."""

from concurrent.futures import ThreadPoolExecutor
from copy import copy

import numpy as np
import pytest
from hypothesis import given

import entrostream as es
from tests.laws import streams
from tests.laws.summaries import (
    KIND_OF,
    every_mergeable,
    every_summary_that_cannot_merge,
    reads,
)
from tests.refusals import short_names


def holding(make, stream):
    """Return a summary that saw this stream."""
    summary = make()
    summary.update_many(stream)
    return summary


@every_mergeable
@given(left=streams.streams, right=streams.streams)
def test_merge_is_the_summary_of_both_streams(make, left, right):
    """As if one summary had seen them one after the other; the other one stays as it was."""
    summary, other = holding(make, left), holding(make, right)
    before = other.to_bytes()

    summary.merge(other)

    both = holding(make, left + right)
    assert summary == both
    assert reads(summary) == reads(both)
    assert summary.to_bytes() == both.to_bytes()
    assert other.to_bytes() == before


@every_mergeable
@given(left=streams.streams, right=streams.streams)
def test_merge_does_not_mind_the_order(make, left, right):
    """Commutative: a + b is b + a."""
    one, two = holding(make, left), holding(make, right)

    assert one + two == two + one
    assert (one + two).to_bytes() == (two + one).to_bytes()


@every_mergeable
@given(a=streams.streams, b=streams.streams, c=streams.streams)
def test_merge_does_not_mind_the_grouping(make, a, b, c):
    """Associative: (a + b) + c is a + (b + c)."""
    a, b, c = (holding(make, stream) for stream in (a, b, c))

    assert ((a + b) + c).to_bytes() == (a + (b + c)).to_bytes()


@every_mergeable
@given(stream=streams.streams)
def test_merge_with_nothing_changes_nothing(make, stream):
    """The empty summary is neutral, on both sides."""
    summary = holding(make, stream)

    assert summary + make() == summary
    assert make() + summary == summary


@every_mergeable
@given(stream=streams.streams)
def test_summary_merges_with_itself(make, stream):
    """Every count doubles."""
    summary = holding(make, stream)

    summary.merge(summary)

    assert summary == holding(make, stream + stream)


@every_mergeable
def test_plus_leaves_both_sides_alone(make):
    """The sum is a summary of its own, and += rebinds the name."""
    left, right = holding(make, "aab"), holding(make, "bc")
    alias = left

    total = left + right
    left += right

    assert total == left
    assert alias == holding(make, "aab")
    assert right == holding(make, "bc")
    assert copy(alias) == alias


@every_mergeable
def test_work_split_over_threads_gives_the_same_bits(make):
    """Four threads with a part each, merged, are one thread."""
    stream = np.random.default_rng(3).geometric(0.01, 200_000)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda part: holding(make, part), np.array_split(stream, 4)))

    total = sum(parts, start=make())

    assert total.to_bytes() == holding(make, stream).to_bytes()
    assert reads(total) == reads(holding(make, stream))


@every_summary_that_cannot_merge
def test_what_cannot_merge_says_why(make):
    """Refused, and nothing changed; + is no operation of it at all."""
    summary, other = holding(make, "ab"), holding(make, "b")

    with pytest.raises(TypeError) as caught:
        summary.merge(other)
    with pytest.raises(TypeError) as no_plus:
        summary + other

    name = type(summary).__name__
    assert str(caught.value) == f"{name} {KIND_OF[make].refusal}"
    assert short_names(str(no_plus.value)) == (
        f"unsupported operand type(s) for +: '{name}' and '{name}'"
    )
    assert summary == holding(make, "ab")


@pytest.mark.parametrize("other", [None, 3, "ab", {"a": 1}], ids=repr)
def test_tally_merges_tallies_alone(other):
    """Anything else is named with its type."""
    tally = holding(es.Tally, "ab")

    with pytest.raises(TypeError) as caught:
        tally.merge(other)
    with pytest.raises(TypeError) as no_plus:
        tally + other

    kind = type(other).__name__
    assert str(caught.value) == f"Tally can merge a Tally, got {other!r} ({kind})"
    plus = short_names(str(no_plus.value))
    assert plus == f"unsupported operand type(s) for +: 'Tally' and '{kind}'"
    assert tally.counts() == {"a": 1, "b": 1}


def test_tally_does_not_merge_a_window():
    """The other way round is as impossible."""
    with pytest.raises(TypeError) as caught:
        es.Tally().merge(es.SlidingWindow(2))

    assert str(caught.value) == (
        "Tally can merge a Tally, got <SlidingWindow of 2: 0 events, 0 labels, "
        "entropy 0, gini 0> (SlidingWindow)"
    )
