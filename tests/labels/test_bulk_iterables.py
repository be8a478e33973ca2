"""Lists, iterators, buffers and text count row by row; what is no column is refused."""

import array
from collections import Counter, OrderedDict, UserDict, UserList, deque

import numpy as np
import pytest

import entrostream as es
from tests.labels.counting import counted
from tests.refusals import refused, unchanged


class Sequence:
    """The old way to be iterable."""

    def __getitem__(self, place):
        return "aba"[place]


class Arrayed:
    """Something that NumPy can see as an array."""

    def __array__(self, dtype=None, copy=None):
        return np.array(["a", "b", "a"])


ITERABLES = {
    "list": ["a", "b", "a"],
    "tuple": ("a", "b", "a"),
    "str": "aba",
    "deque": deque("aba"),
    "UserList": UserList("aba"),
    "dict view": {1: "a", 2: "b", 3: "a"}.values(),
    "old sequence": Sequence(),
    "__array__": Arrayed(),
}


@pytest.mark.parametrize("labels", ITERABLES.values(), ids=ITERABLES.keys())
def test_iterables_count_their_rows(labels):
    """Each row is an event."""
    assert counted(labels) == {"a": 2, "b": 1}


@pytest.mark.parametrize("method", ["update_many", "trace"])
def test_iterators_are_read_once(method):
    """Generators, maps and files are used up."""
    tally = es.Tally()
    rows = iter(["a", "b", "a"])

    getattr(tally, method)(rows)

    assert next(rows, "used up") == "used up"
    assert tally.counts() == {"a": 2, "b": 1}


def test_sets_and_keys_count_each_once():
    """No event comes twice there."""
    for labels in ({"a", "b"}, frozenset("ab"), {"a": 5, "b": 6}.keys()):
        assert counted(labels) == {"a": 1, "b": 1}


BYTES = [b"aba", bytearray(b"aba"), memoryview(b"aba"), array.array("B", b"aba")]


@pytest.mark.parametrize("labels", BYTES, ids=lambda labels: type(labels).__name__)
def test_bytes_are_numbers(labels):
    """As Python has it: iterating over bytes gives integers."""
    assert counted(labels) == Counter(labels) == {97: 2, 98: 1}


@pytest.mark.parametrize("code", "bBhHiIlLqQfd")
def test_buffers_of_numbers_count_their_numbers(code):
    """array.array and memoryviews of it, strides included."""
    numbers = array.array(code, [1, 2, 1, 3])

    assert counted(numbers) == {1: 2, 2: 1, 3: 1}
    assert counted(memoryview(numbers)[::2]) == {1: 2}
    assert counted(array.array(code)) == {}


def test_buffers_have_one_dimension():
    """A view with two is refused as an array is."""
    view = memoryview(bytes(6)).cast("B", (2, 3))
    with refused(ValueError, "labels must be one-dimensional, got an array of shape (2, 3)"):
        counted(view)


@pytest.mark.parametrize(
    "empty", [[], (), "", b"", set(), iter([]), range(0)], ids=lambda empty: type(empty).__name__
)
def test_nothing_is_no_event(empty):
    """An empty column is a column."""
    assert counted(empty) == {}


@pytest.mark.parametrize(
    "mapping", [{"a": 1}, Counter("a"), OrderedDict(a=1), UserDict(a=1)], ids=repr
)
@pytest.mark.parametrize("method", ["update_many", "trace"])
def test_mappings_are_refused(method, mapping):
    """Keys alone are hardly what is meant: the way out is named."""
    tally = es.Tally()
    text = "labels is a mapping; pass counts to update_counts"
    with unchanged(tally), refused(TypeError, text):
        getattr(tally, method)(mapping)


HALF_VALID = {
    "missing": (["new", "a", None], ValueError),
    "unhashable": (["new", "a", []], TypeError),
    "missing in an array": (np.array([1.0, np.nan]), ValueError),
    "unhashable in an array": (np.array(["new", []], dtype=object), TypeError),
}


@pytest.mark.parametrize(("labels", "error"), HALF_VALID.values(), ids=HALF_VALID.keys())
@pytest.mark.parametrize("make", [es.Tally, lambda: es.SlidingWindow(4)])
def test_half_valid_input_changes_nothing(make, labels, error):
    """Not even the rows before the one that is refused; and the next call starts clean."""
    summary = make()
    summary.update_many("abca")
    for method in (summary.update_many, summary.trace):
        with unchanged(summary), pytest.raises(error):
            method(labels)

    summary.update_many(["new", "a"])
    assert summary.counts()["new"] == 1


def test_iterator_that_fails_half_way_changes_nothing():
    """Its own exception arrives."""

    def rows():
        yield "new"
        raise OSError("disk")

    tally = es.Tally()
    tally.update("a")
    for method in (tally.update_many, tally.trace):
        with unchanged(tally), refused(OSError, "disk"):
            method(rows())


def test_lists_do_not_pass_through_numpy():
    """Mixed kinds stay what they are: no text of a number, no float of a large integer."""
    labels = [1, "1", 2**60 + 1, 0.5, True, (1, 2)]

    assert counted(labels) == {1: 2, "1": 1, 2**60 + 1: 1, 0.5: 1, (1, 2): 1}


def test_iterator_that_raises_typeerror_is_heard():
    """A TypeError of an iterator's own is not taken for a complaint about its kind."""

    class Broken:
        def __iter__(self):
            raise TypeError("mine")

    with refused(TypeError, "mine"):
        es.Tally().update_many(Broken())
