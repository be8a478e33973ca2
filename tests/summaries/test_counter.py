"""Tallies in the manner of collections.Counter, and counts by label in every summary."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws.summaries import every_class
from tests.refusals import refused


@given(st.lists(st.sampled_from("abcde")))
def test_tally_is_a_counter(labels):
    """Length, labels, counts and what a dict makes of it."""
    tally, counter = es.Tally(labels), Counter(labels)
    assert len(tally) == len(counter)
    assert bool(tally) == bool(counter)
    assert set(tally) == set(counter)
    assert dict(tally) == dict(counter) == dict(tally.items())
    for label in "abcdef":
        assert tally[label] == counter[label]
        assert (label in tally) == (label in counter)


@every_class
def test_every_summary_tells_the_count_of_a_label(make):
    """As counts() has it; 0 of what is not held."""
    summary = make()
    summary.update_many("abcab")
    counts = summary.counts()
    for label in "abcz":
        assert summary[label] == counts.get(label, 0)
        assert (label in summary) == (label in counts)


@every_class
def test_labels_are_looked_up_as_they_come_in(make):
    """A scalar of NumPy is the number of Python; a missing value is the label None."""
    summary = make(missing="label")
    summary.update_many([1, 2, None])
    assert summary[np.int64(1)] == summary[1] > 0
    assert summary[float("nan")] == summary[None] > 0
    assert None in summary
    assert "b" not in summary


@every_class
def test_nothing_goes_on_for_ever(make):
    """Only tallies have an iterator; what has none says so."""
    summary = make()
    summary.update_many("ab")
    if hasattr(type(summary), "keys"):
        assert sorted(summary) == ["a", "b"]
        return
    with pytest.raises(TypeError, match="not iterable"):
        iter(summary)


@every_class
def test_unhashable_label_is_refused(make):
    """As by a dict."""
    summary = make()
    with pytest.raises(TypeError):
        summary[[1]]


@pytest.mark.parametrize(
    "labels",
    [
        "aab",
        ["a", "a", "b"],
        np.array(["a", "a", "b"]),
        pd.Series(["a", "a", "b"]),
        pa.array(["a", "a", "b"]),
        {"a": 2, "b": 1},
        Counter("aab"),
        es.Tally("aab"),
        iter("aab"),
        iter([["a"], ["a", "b"]]),
    ],
    ids=lambda labels: type(labels).__name__,
)
def test_tally_begins_with_labels_or_counts(labels):
    """What update_many or update_counts would take."""
    assert es.Tally(labels).counts() == {"a": 2, "b": 1}


def test_refused_beginning():
    """The errors are those of the calls."""
    with refused(ValueError, "count of 'a' must be 0 or a positive integer, got -1"):
        es.Tally({"a": -1})
    with pytest.raises(TypeError, match="labels must be a list, an array, a column"):
        es.Tally(5)
    with pytest.raises(ValueError, match="label is missing"):
        es.Tally([None])
    assert es.Tally([None], missing="skip").n == 0


def test_weighted_tally_begins_with_weights():
    """A mapping of labels to weights."""
    tally = es.WeightedTally({"a": 1.5, "b": 0.5})
    assert dict(tally) == {"a": 1.5, "b": 0.5}
    assert len(tally) == 2


@given(st.lists(st.lists(st.sampled_from("abc"))))
def test_sum_of_tallies_is_their_merge(parts):
    """sum() begins with 0."""
    labels = [label for part in parts for label in part]
    total = sum(map(es.Tally, parts))
    assert total == (es.Tally(labels) if parts else 0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: es.WeightedTally({"a": 1.0}),
        lambda: es.TimeWindow(10),
        es.ContingencyTable,
    ],
)
def test_sum_of_what_merges(make):
    """All that have + are summed; the parts stay as they are."""
    one, two = make(), make()
    total = sum([one, two])
    assert total == one + two
    assert total is not one
    assert one == make()


def test_sum_begins_with_nothing_else():
    """0 is no tally, and neither is another number."""
    for start in (1, 0.0, Fraction(0), False):
        with pytest.raises(TypeError):
            start + es.Tally("a")
