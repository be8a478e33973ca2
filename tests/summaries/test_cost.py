"""update_counts and its like touch the labels that they name, not those that are held."""

import numpy as np
import pytest

import entrostream as es

HELD = 5000
NAMED = 3


class Label:
    """A label that counts how often it is hashed and compared."""

    hashed = 0
    compared = 0

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        Label.hashed += 1
        return hash(self.number * 7919)

    def __eq__(self, other):
        Label.compared += 1
        return self.number == other.number


def labels(*numbers):
    """Return labels that equal those held, but are objects of their own."""
    return [Label(number) for number in numbers]


@pytest.fixture
def tally():
    """Return a tally that holds many labels, the first fifty twice."""
    tally = es.Tally()
    tally.update_many([Label(number) for number in range(HELD)])
    tally.update_many([Label(number) for number in range(50)])
    return tally


def operations(call):
    """Return how many hashes and comparisons a call makes."""
    Label.hashed = Label.compared = 0
    call()
    return Label.hashed, Label.compared


def few(call):
    """Check that a call hashes each named label and compares it once, or little more."""
    hashed, compared = operations(call)
    assert 0 < hashed <= 2 * NAMED
    assert compared <= 2 * NAMED


def test_update_counts_asks_named_labels_only(tally):
    """Three labels named, five thousand held: a handful of operations."""
    counts = dict.fromkeys(labels(7, 8, HELD + 1), 10**6)

    few(lambda: tally.update_counts(counts))

    assert tally.n == HELD + 50 + 3 * 10**6


def test_remove_counts_asks_named_labels_only(tally):
    """The same on the way back."""
    counts = dict.fromkeys(labels(7, 8, 9), 2)

    few(lambda: tally.remove_counts(counts))

    assert tally.distinct == HELD - 3


def test_single_changes_ask_one_label(tally):
    """update, remove and drop."""
    one, two, three = labels(7, 8, 9)

    few(lambda: (tally.update(one), tally.remove(two), tally.drop(three)))


def test_merge_asks_the_labels_of_the_other(tally):
    """A small tally merged into a large one costs what the small one is worth."""
    other = es.Tally()
    other.update_many(labels(7, 8, HELD + 1))

    few(lambda: tally.merge(other))


def test_reads_ask_no_label(tally):
    """A value is read from the sums."""
    call = lambda: (tally.entropy, tally.gini, tally.n, tally.distinct, tally.perplexity)  # noqa: E731

    assert operations(call) == (0, 0)


BULK_CALLS = {
    "update_many of a list": lambda named: es.Tally().update_many(named * 500),
    "update_many of an array": lambda named: es.Tally().update_many(object_array(named * 500)),
    "trace": lambda named: es.Tally().trace(named * 500),
    "a window": lambda named: es.SlidingWindow(10).update_many(named * 500),
}


def object_array(values):
    """Return an array of these objects, none of them converted."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


@pytest.mark.parametrize("call", BULK_CALLS.values(), ids=BULK_CALLS.keys())
def test_bulk_input_of_objects_hashes_each_row_once(call):
    """As a dict does: an object that is held already is recognised without a comparison."""
    named = labels(1, 2)

    assert operations(lambda: call(named)) == (1000, 0)


def test_categorical_column_hashes_each_category_once():
    """A thousand rows with two categories are two labels."""
    pandas = pytest.importorskip("pandas")
    column = pandas.Categorical.from_codes([0, 1] * 500, object_array(labels(1, 2)))
    tally = es.Tally()

    assert operations(lambda: tally.update_many(column)) == (2, 0)
    assert tally.n == 1000
