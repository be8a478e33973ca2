"""A tally counts every label since the start and gives labels up again."""

from collections import Counter, OrderedDict
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest

import entrostream as es
from tests import truth
from tests.refusals import refused, unchanged

MOST = 2**62 - 1
FULL = "a summary holds fewer than 2^62 events"


@pytest.fixture
def tally():
    """Return a tally of three a, two b and one c."""
    tally = es.Tally()
    tally.update_counts({"a": 3, "b": 2, "c": 1})
    return tally


def test_empty_tally_holds_nothing():
    """All reads are defined before the first event."""
    tally = es.Tally()

    assert (tally.n, tally.distinct, tally.counts(), tally.most_common()) == (0, 0, {}, [])
    assert (tally.entropy, tally.gini, tally.nats, tally.evenness) == (0.0, 0.0, 0.0, 0.0)
    assert (tally.renyi2, tally.perplexity, tally.inverse_simpson) == (0.0, 1.0, 1.0)
    assert tally.entropy_in(10) == 0.0


def test_update_counts_one_event():
    """By position and by name; returns None."""
    tally = es.Tally()

    assert tally.update("a") is None
    assert tally.update(label="a") is None
    assert tally.update("b") is None

    assert tally.counts() == {"a": 2, "b": 1}
    assert (tally.n, tally.distinct) == (3, 2)


def test_reads_are_those_of_the_counts(tally):
    """A small case whose values can be written down."""
    assert tally.gini == truth.nearest(1 - Fraction(9 + 4 + 1, 36))
    assert tally.inverse_simpson == truth.nearest(Fraction(36, 14))
    assert tally.entropy == truth.nearest(truth.entropy([3, 2, 1]))
    assert (tally.n, tally.distinct) == (6, 3)


def test_update_many_counts_all_events():
    """The events of a list, in one call."""
    tally = es.Tally()

    assert tally.update_many(["a", "b", "a"]) is None
    tally.update_many(labels=["a"])

    assert tally.counts() == {"a": 3, "b": 1}


@pytest.mark.parametrize(
    "mapping",
    [
        {"a": 2, "b": 1},
        Counter("aab"),
        OrderedDict(a=2, b=1),
        MappingProxyType({"a": 2, "b": 1}),
        {"a": np.int64(2), "b": np.uint8(1)},
    ],
    ids=lambda mapping: type(mapping).__name__,
)
def test_update_counts_takes_any_mapping(mapping):
    """Counts of labels, as Python's or NumPy's integers."""
    tally = es.Tally()

    assert tally.update_counts(mapping) is None

    assert tally.counts() == {"a": 2, "b": 1}


def test_update_counts_of_zero_is_no_event(tally):
    """The label is not held for that."""
    with unchanged(tally):
        tally.update_counts({"a": 0, "new": 0})
        tally.update_counts({})
        tally.remove_counts({"a": 0, "never seen": 0})
        tally.remove_counts({})


def test_remove_takes_one_event(tally):
    """The exact inverse of update; at zero the label is gone."""
    tally.remove("a")
    tally.remove(label="c")

    assert tally.counts() == {"a": 2, "b": 2}
    assert tally.distinct == 2
    assert tally.entropy == 1.0


def test_remove_counts_takes_many(tally):
    """Removes the given number of events of each label."""
    tally.remove_counts({"a": 2, "b": 2})

    assert tally.counts() == {"a": 1, "c": 1}


def test_drop_takes_all_of_a_label(tally):
    """All its events leave at once."""
    tally.drop("a")
    tally.drop(label="b")

    assert tally.counts() == {"c": 1}
    assert tally.entropy == 0.0


def test_label_comes_back_after_it_left(tally):
    """A count that fell to zero starts again at one."""
    tally.drop("a")
    tally.update("a")

    assert tally.counts() == {"a": 1, "b": 2, "c": 1}


def test_clear_forgets_events_and_keeps_parameters():
    """As new, with the same rule for missing labels."""
    tally = es.Tally(missing="skip")
    tally.update_many("abc")

    tally.clear()

    assert tally == es.Tally(missing="skip")
    tally.update("a")
    assert tally.counts() == {"a": 1}


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda t: t.remove("x"), "cannot remove 'x': it is not held"),
        (lambda t: t.remove(7), "cannot remove 7: it is not held"),
        (lambda t: t.drop("x"), "cannot drop 'x': it is not held"),
        (lambda t: t.remove_counts({"a": 1, "x": 2}), "cannot remove 'x': it is not held"),
        (lambda t: t.remove_counts({"c": 1, "a": 4}), "cannot remove 4 of 'a': only 3 held"),
        (lambda t: t.remove_counts(Twice()), "cannot remove 2 of 'a': only 1 held"),
        (lambda t: t.remove_counts({"a": MOST}), f"cannot remove {MOST} of 'a': only 3 held"),
    ],
)
def test_what_is_not_there_cannot_go(tally, call, text):
    """The label is named and, if some are held, how many; nothing changes."""
    with unchanged(tally), refused(ValueError, text):
        call(tally)


class Twice(dict):
    """A mapping that names one label twice."""

    def items(self):
        return [("a", 2), ("a", 2)]


def test_label_named_twice_counts_twice(tally):
    """What a mapping says twice happens twice."""
    tally.update_counts(Twice())
    assert tally.counts() == {"a": 7, "b": 2, "c": 1}

    tally.remove_counts(Twice())
    assert tally.counts() == {"a": 3, "b": 2, "c": 1}


def test_label_that_left_is_not_held(tally):
    """What once was held is no better than what never was."""
    tally.remove("c")
    with unchanged(tally), refused(ValueError, "cannot remove 'c': it is not held"):
        tally.remove("c")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ({"b": 1, "a": -1}, "count of 'a' must be 0 or a positive integer, got -1"),
        ({"b": 1, "a": -(10**30)}, f"count of 'a' must be 0 or a positive integer, got -{10**30}"),
        ({"b": 1, "a": 2**62}, f"count of 'a' must be below 2^62, got {2**62}"),
        ({"b": 1, "a": 10**30}, f"count of 'a' must be below 2^62, got {10**30}"),
    ],
)
@pytest.mark.parametrize("method", ["update_counts", "remove_counts"])
def test_count_is_a_natural_number(tally, method, call, text):
    """The value, the limit and the label it was meant for; no part of the mapping is applied."""
    with unchanged(tally), refused(ValueError, text):
        getattr(tally, method)(call)


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (1.0, "1.0 (float)"),
        (True, "True (bool)"),
        ("1", "'1' (str)"),
        (None, "None (NoneType)"),
        (1j, "1j (complex)"),
    ],
)
@pytest.mark.parametrize("method", ["update_counts", "remove_counts"])
def test_count_is_an_integer(tally, method, count, shown):
    """Nothing else is taken for a number of events."""
    with unchanged(tally), refused(TypeError, f"count of 'b' must be an integer, got {shown}"):
        getattr(tally, method)({"a": 1, "b": count})


@pytest.mark.parametrize("given", [None, 3, ["a"], "ab", {"a"}], ids=repr)
@pytest.mark.parametrize("method", ["update_counts", "remove_counts"])
def test_counts_are_a_mapping(tally, method, given):
    """A list of labels belongs to update_many."""
    text = f"counts must be a mapping of labels to numbers, got {given!r} ({type(given).__name__})"
    with unchanged(tally), refused(TypeError, text):
        getattr(tally, method)(given)


@pytest.mark.parametrize("label", ["a", "new"])
def test_one_event_too_many_is_refused(label):
    """A tally holds fewer than 2^62 events; one more is an OverflowError, the state untouched."""
    tally = es.Tally()
    tally.update_counts({"a": MOST - 1, "b": 1})

    with unchanged(tally), refused(OverflowError, FULL):
        tally.update(label)


@pytest.mark.parametrize(
    ("call", "more"),
    [
        (lambda t: t.update_many(["a"]), 1),
        (lambda t: t.update_many(["new", "a"]), 2),
        (lambda t: t.trace(["a"]), 1),
        (lambda t: t.trace(["new"], "n"), 1),
        (lambda t: t.update_counts({"new": 1}), 1),
        (lambda t: t.update_counts({"new": 0, "a": MOST}), MOST),
        (lambda t: t.update_counts({"x": 2**61, "y": 2**61}), 2**61),
        (lambda t: t.merge(t), MOST - 1),
        (lambda t: t + t, MOST - 1),
    ],
)
def test_many_events_too_many_are_refused(call, more):
    """None of them is counted; the error says how many, up to the first label without room."""
    tally = es.Tally()
    tally.update_counts({"a": MOST - 1, "b": 1})

    text = f"{FULL}: {MOST} are held, {more} more do not fit"
    with unchanged(tally), refused(OverflowError, text):
        call(tally)


def test_counts_that_overflow_together_are_not_applied(tally):
    """Each would fit alone, both do not."""
    text = f"{FULL}: 6 are held, {2**62} more do not fit"
    with unchanged(tally), refused(OverflowError, text):
        tally.update_counts({"x": 2**61, "y": 2**61})


def test_last_event_before_overflow_fits():
    """2^62 - 1 events can be held, read, taken away and put back."""
    tally = es.Tally()
    tally.update_counts({"a": MOST - 2, "b": 1})
    tally.update("b")
    assert tally.n == MOST

    tally.remove("a")
    tally.update_many(["c"])
    assert tally.counts() == {"a": MOST - 3, "b": 2, "c": 1}
    assert tally.gini == truth.nearest(truth.gini([MOST - 3, 2, 1]))


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        ([], "<Tally: 0 events, 0 labels, entropy 0, gini 0>"),
        (["a"], "<Tally: 1 event, 1 label, entropy 0, gini 0>"),
        (["a", "a"], "<Tally: 2 events, 1 label, entropy 0, gini 0>"),
        (["a", "a", "b", "b", "b"], "<Tally: 5 events, 2 labels, entropy 0.971, gini 0.48>"),
    ],
)
def test_repr_says_what_is_held(labels, text):
    """How many events and labels, and the two values to four digits."""
    tally = es.Tally()
    tally.update_many(labels)

    assert repr(tally) == text
    assert str(tally) == text


def test_counts_is_a_dict_of_its_own(tally):
    """Whatever is done to it, the tally stays as it is."""
    with unchanged(tally):
        tally.counts().clear()


def test_merge_obeys_the_rule_for_missing_labels():
    """A tally that refuses missing labels refuses those of another; one that skips skips them."""
    other = es.Tally(missing="label")
    other.update_many(["a", None])
    strict, skipping = es.Tally(), es.Tally(missing="skip")

    text = 'label is missing (None); pass missing="skip" or missing="label"'
    with unchanged(strict, other), refused(ValueError, text):
        strict.merge(other)
    skipping.merge(other)

    assert skipping.counts() == {"a": 1}
