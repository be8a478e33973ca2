"""Bad input: a clear error, and nothing changed."""

from contextlib import contextmanager

import numpy as np
import pytest

import entrostream as es
from tests.refusals import refused
from tests.registry import PAIR_MEASURES
from tests.tables.tables import columns, every_class, fresh_table, reads

STREAM = [("a", 0), ("a", 1), ("b", 0), ("a", 0)]
MISSING = 'label is missing (None); pass missing="skip" or missing="label"'


def filled(make, **options):
    """Return a table with a few pairs."""
    table = make(**options)
    table.update_many(*columns(STREAM))
    return table


def picture(table):
    """Return all that a table shows of itself."""
    events = table.events() if hasattr(table, "events") else None
    return repr(table), table.missing, table.counts(), events, reads(table), table.to_bytes()


@contextmanager
def unchanged(*tables):
    """Check that the block leaves everything as it was."""
    before = [picture(table) for table in tables]
    yield
    assert [picture(table) for table in tables] == before


@every_class
def test_columns_of_different_lengths(make):
    """Both lengths are named."""
    table = filled(make)
    text = "xs and ys must have the same length, got 3 and 2"
    for method in (table.update_many, table.trace):
        with unchanged(table), refused(ValueError, text):
            method(["new", "newer", "newest"], ["p", "q"])
        with unchanged(table), refused(ValueError, text):
            method(np.arange(3), "pq")
    assert table.distinct_x == 2


@every_class
def test_missing_values(make):
    """Of x or of y, one by one or in a column, where it stands."""
    table = filled(make)
    with unchanged(table), refused(ValueError, MISSING):
        table.update(None, "new")
    with unchanged(table), refused(ValueError, MISSING):
        table.update("new", None)
    text = 'label is missing (nan at position 1); pass missing="skip" or missing="label"'
    with unchanged(table), refused(ValueError, text):
        table.update_many(["new", float("nan")], [1, 2])
    with unchanged(table), refused(ValueError, text):
        table.trace(["new", "newer"], np.array([0.5, np.nan]))
    with unchanged(table), refused(ValueError, MISSING):
        table.update_counts({("new", "new"): 1, ("new", None): 1})
    with unchanged(table), refused(ValueError, MISSING):
        table.remove(None, 0)


@every_class
def test_unhashable_labels(make):
    """As update_many of a Tally says it."""
    table = filled(make)
    text = "label must be hashable, got ['x'] (list)"
    with unchanged(table), refused(TypeError, text):
        table.update(["x"], 0)
    with unchanged(table), refused(TypeError, text):
        table.update("new", ["x"])
    with unchanged(table), refused(TypeError, text + " at position 1"):
        table.update_many(["new", "a"], [0, ["x"]])
    with unchanged(table), refused(TypeError, text):
        table.remove("a", ["x"])


@every_class
def test_removal_of_what_is_not_there(make):
    """Both values may be held, and the pair not."""
    table = filled(make)
    for pair in (("b", 1), ("new", 0), ("a", "new")):
        with unchanged(table), refused(ValueError, f"cannot remove {pair!r}: it is not held"):
            table.remove(*pair)
        with unchanged(table), refused(ValueError, f"cannot remove {pair!r}: it is not held"):
            table.remove_counts({("a", 0): 1, pair: 1})
    text = "cannot remove 3 of ('a', 0): only 2 held"
    with unchanged(table), refused(ValueError, text):
        table.remove_counts({("a", 1): 1, ("a", 0): 3})


class Items(list):
    """A mapping with a key twice."""

    def items(self):
        return self


@every_class
def test_pair_named_twice(make):
    """It is counted twice, and cannot leave twice if it came once."""
    table = filled(make)
    table.update_counts(Items([(("p", 0), 1), (("p", 0), 1)]))
    table.remove_counts(Items([(("p", 0), 1), (("p", 0), 1)]))
    assert ("p", 0) not in table.counts()
    with unchanged(table), refused(ValueError, "cannot remove ('b', 0): it is not held"):
        table.remove_counts(Items([(("b", 0), 1), (("b", 0), 1)]))


@every_class
@pytest.mark.parametrize(
    ("key", "shown"), [("ab", "'ab' (str)"), (("a",), "('a',) (tuple)"), (7, "7 (int)")]
)
def test_keys_that_are_no_pairs(make, key, shown):
    """A tuple of two, nothing else."""
    table = filled(make)
    for method in (table.update_counts, table.remove_counts):
        with unchanged(table), refused(TypeError, f"pair must be a tuple (x, y), got {shown}"):
            method({("a", 0): 1, key: 1})


@every_class
def test_counts_that_are_no_numbers(make):
    """Below 0, halves, words."""
    table = filled(make)
    text = "count of ('a', 0) must be 0 or a positive integer, got -1"
    with unchanged(table), refused(ValueError, text):
        table.update_counts({("a", 0): -1})
    text = "count of ('a', 0) must be an integer, got 1.5 (float)"
    with unchanged(table), refused(TypeError, text):
        table.remove_counts({("a", 0): 1.5})
    text = "counts must be a mapping of labels to numbers, got [('a', 0)] (list)"
    with unchanged(table), refused(TypeError, text):
        table.update_counts([("a", 0)])


def test_too_many_pairs():
    """2^62 are refused before anything changes, one by one and at once."""
    table = fresh_table({("a", 0): 2**62 - 3, ("b", 1): 1})
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.update_counts({("a", 1): 1, ("new", "new"): 1})
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.update_many("cd", "cd")
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.trace("cd", "cd", PAIR_MEASURES)
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.merge(table)
    table.update("c", 2)
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.update("c", 2)
    with unchanged(table), pytest.raises(OverflowError, match=r"fewer than 2\^62 events"):
        table.update("new", "newer")
    assert table.n == 2**62 - 1
    table.remove("a", 0)
    table.update("new", "newer")
    assert table.distinct_x == 4


@every_class
def test_unknown_measures(make):
    """The error lists those that there are."""
    table = filled(make)
    names = "mutual_information, information_gain, gain_ratio"
    with unchanged(table), pytest.raises(ValueError, match=f"^measure must be one of {names}, .*"):
        table.trace("a", "b", "entropy")
    with unchanged(table), pytest.raises(ValueError, match=r", got 'what'$"):
        table.trace("a", "b", ("gini_gain", "what"))
    text = f"measures must be one of {', '.join(PAIR_MEASURES)}, or a list of them, got 3 (int)"
    with unchanged(table), refused(TypeError, text):
        table.trace("a", "b", 3)


def test_measures_known_are_the_reads():
    """Every read that is a number can be traced."""
    for measure in PAIR_MEASURES:
        assert es.ContingencyTable().trace("a", "b", measure).shape == (1,)


@every_class
def test_arguments_of_update(make):
    """By place or by name, two of them."""
    table = make()
    table.update("a", y=1)
    table.update(y=1, x="a")
    assert table.counts() == {("a", 1): 2}
    update = f"{type(table).__name__}.update()"
    missing = f"{update} missing 1 required positional argument: 'y'"
    with unchanged(table), refused(TypeError, missing):
        table.update("a")
    with unchanged(table), refused(TypeError, f"{update} got an unexpected keyword argument 'z'"):
        table.update("a", 1, z=2)
    with unchanged(table), pytest.raises(TypeError):
        table.update("a", 1, 2)
    with unchanged(table), refused(TypeError, f"{update} got multiple values for argument 'x'"):
        table.update("a", x=1)


@pytest.mark.parametrize(
    ("size", "error", "text"),
    [
        (0, ValueError, "window size must be a positive integer, got 0"),
        (-3, ValueError, "window size must be a positive integer, got -3"),
        (2.5, TypeError, "window size must be an integer, got 2.5 (float)"),
        (2**62, ValueError, f"window size must be below 2^62, got {2**62}"),
        (None, TypeError, "window size must be an integer, got None (NoneType)"),
    ],
)
def test_sizes(size, error, text):
    """As those of a SlidingWindow."""
    with refused(error, text):
        es.ContingencyWindow(size)


def test_merges_of_unlike_things():
    """A window says why it cannot; a table takes tables."""
    window, table = filled(lambda: es.ContingencyWindow(3)), filled(es.ContingencyTable)
    text = (
        "ContingencyWindow cannot merge: the order between two streams is unknown; "
        "merge ContingencyTable"
    )
    with unchanged(window, table), refused(TypeError, text):
        window.merge(window)
    with unchanged(window, table), pytest.raises(TypeError):
        table.merge(window)
    with (
        unchanged(table),
        refused(TypeError, "ContingencyTable can merge a ContingencyTable, got 7 (int)"),
    ):
        table.merge(7)
    with unchanged(window, table), pytest.raises(TypeError, match="unsupported operand"):
        table + window
    with unchanged(window), pytest.raises(TypeError, match="unsupported operand"):
        window + window
    assert isinstance(table, es.Mergeable)
    assert not isinstance(window, es.Mergeable)


def test_merge_of_missing_labels_follows_the_rule():
    """None is refused by a table that refuses missing values, and skipped by one that skips."""
    other = fresh_table({(None, 1): 2, ("a", 1): 1})
    strict, skipping = es.ContingencyTable(), es.ContingencyTable(missing="skip")
    with unchanged(strict, other), refused(ValueError, MISSING):
        strict.merge(other)
    skipping.merge(other)

    assert skipping.counts() == {("a", 1): 1}


def test_k_of_most_common():
    """0 or more."""
    with refused(ValueError, "k must be 0 or a positive integer, got -1"):
        es.ContingencyTable().most_common(-1)


@every_class
def test_missing_rule(make):
    """One of three."""
    with refused(ValueError, 'missing must be "raise", "skip" or "label", got \'ignore\''):
        make(missing="ignore")
    assert make(missing="skip").missing == "skip"


@every_class
def test_table_without_init_is_refused(make):
    """A class made by __new__ alone."""
    kind = type(make())
    text = f"{kind.__name__} was not initialised: __init__ was not called, or failed"
    with refused(TypeError, text):
        kind.__new__(kind).update("a", 1)
