"""Two summaries are equal when parameters and content are; a copy is equal and its own."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws import streams
from tests.laws.summaries import RESTORES, every_canonical, every_class, every_summary, reads
from tests.refusals import short_names

COPIES = {**RESTORES, "copy.copy": copy.copy, "copy.deepcopy": copy.deepcopy}


@every_canonical
@given(left=streams.streams, right=streams.streams)
def test_equal_counts_are_equal_summaries(make, left, right):
    """Equality is that of the counts, and so is that of the bytes."""
    one, two = make(), make()
    one.update_many(left)
    two.update_many(right)

    assert (one == two) == (one.counts() == two.counts())
    assert (one != two) == (one.to_bytes() != two.to_bytes())


@given(
    left=st.lists(st.sampled_from("ab"), max_size=4),
    right=st.lists(st.sampled_from("ab"), max_size=4),
)
def test_windows_are_equal_when_their_events_are(left, right):
    """The order counts: what leaves next depends on it."""
    one, two = es.SlidingWindow(3), es.SlidingWindow(3)
    one.update_many(left)
    two.update_many(right)

    assert (one == two) == (left[-3:] == right[-3:])


@every_summary
def test_missing_rule_takes_part_in_equality(make):
    """Summaries that will treat the next event differently are not equal."""
    assert make(missing="skip") == make(missing="skip")
    assert make(missing="skip") != make(missing="label")
    assert make() == make(missing="raise")


def test_size_takes_part_in_equality():
    """Two windows that hold the same but let go at other times are not equal."""
    assert es.SlidingWindow(3) != es.SlidingWindow(4)


@every_class
@pytest.mark.parametrize("other", [None, 0, "", {}, object, []], ids=repr)
def test_summary_equals_no_other_kind_of_object(make, other):
    """Comparison with anything else is False, not an error."""
    summary = make()

    assert (summary == other) is False
    assert (other == summary) is False
    assert (summary != other) is True


def test_tally_and_window_are_never_equal():
    """The same labels in another kind of summary are another thing."""
    assert es.Tally() != es.SlidingWindow(3)


@every_summary
def test_labels_that_share_a_hash_are_told_apart(make):
    """Hash first, then ==: -1 and -2 have one hash and are two labels."""
    one, two = make(), make()
    one.update(-1)
    two.update(-2)

    assert hash(-1) == hash(-2)
    assert one != two


@every_class
def test_summary_has_no_hash(make):
    """It changes, so it cannot be a key."""
    with pytest.raises(TypeError) as caught:
        hash(make())

    assert short_names(str(caught.value)) == f"unhashable type: '{type(make()).__name__}'"


@every_summary
@given(stream=streams.streams_with_missing, rule=streams.missing_rules)
def test_copy_is_equal_and_reads_the_same(make, stream, rule):
    """Parameters, content and every bit of every read, however it is copied."""
    summary = make(missing=rule)
    summary.update_many(stream)
    state, values = summary.to_bytes(), reads(summary)

    for name, copied in COPIES.items():
        twin = copied(summary)

        assert twin is not summary, name
        assert type(twin) is type(summary), name
        assert twin == summary, name
        assert twin.missing == rule, name
        assert reads(twin) == values, name
        assert twin.to_bytes() == state, name


@every_summary
@given(stream=streams.streams, more=st.lists(streams.labels, min_size=1, max_size=10))
def test_copy_goes_its_own_way(make, stream, more):
    """What happens to one of two does not touch the other, however it was copied."""
    control = make()
    control.update_many(stream)
    for name, copied in COPIES.items():
        summary = make()
        summary.update_many(stream)
        twin = copied(summary)

        twin.update_many(more)
        if isinstance(twin, es.Removable):
            twin.remove(more[-1])
        twin.clear()
        assert summary == control, name

        summary.update_many(more)
        assert twin == make(), name


@every_summary
@given(stream=streams.streams_with_missing, rule=streams.missing_rules)
def test_bytes_are_those_of_what_they_restore(make, stream, rule):
    """Written, read and written again, not one byte differs; nor if written twice."""
    summary = make(missing=rule)
    summary.update_many(stream)

    state = summary.to_bytes()

    assert isinstance(state, bytes)
    assert summary.to_bytes() == state
    assert type(summary).from_bytes(state).to_bytes() == state
    assert type(summary).from_bytes(bytearray(state)) == summary
    assert type(summary).from_bytes(memoryview(state)) == summary
