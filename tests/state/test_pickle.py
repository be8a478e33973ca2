"""Pickle carries any label that can be pickled; what it is given damaged is an error, no crash."""

import copy
import datetime as dt
import enum
import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import every_class, reads
from tests.registry import SUMMARIES as REGISTERED
from tests.state.write_states import SUMMARIES

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Point:
    """A label of a class of one's own, which may know its summary."""

    def __init__(self, x):
        self.x = x
        self.owner = None

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x

    def __hash__(self):
        return 5


LABELS = [
    "a",
    1,
    0.5,
    1j,
    Fraction(1, 3),
    frozenset({1}),
    Colour.RED,
    Colour.BLUE,
    Point(1),
    Point(2),
    dt.time(1),
    np.datetime64(1, "ns"),
    Decimal("1E+20000"),
    int,
    (1, Colour.RED),
    None,
]


def filled(make):
    """Return a summary with labels of all kinds."""
    summary = make(missing="label")
    summary.update_many(LABELS)
    summary.update_many(LABELS[:5])
    return summary


@every_class
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pickle_carries_any_label(make, protocol):
    """Parameters, content, order and every bit of every read."""
    summary = filled(make)

    restored = pickle.loads(pickle.dumps(summary, protocol))

    assert restored == summary
    assert restored.counts() == summary.counts()
    assert reads(restored) == reads(summary)
    if hasattr(summary, "events"):
        assert restored.events() == summary.events()
    if hasattr(summary, "size"):
        assert restored.size == summary.size


@every_class
def test_pickle_keeps_the_types_of_labels(make):
    """Unlike bytes, which carry 1.0 as 1."""
    summary = make()
    summary.update_many([1.0, Decimal("0.5")])

    assert str(list(pickle.loads(pickle.dumps(summary)).counts())) == "[1.0, Decimal('0.5')]"


@every_class
def test_pickle_carries_a_label_that_knows_its_summary(make):
    """A cycle through a label comes back as a cycle."""
    summary, label = make(), Point(3)
    label.owner = summary
    summary.update(label)

    restored = pickle.loads(pickle.dumps(summary))

    (found,) = restored.counts()
    assert found == label
    assert found.owner is restored


@every_class
def test_deep_copy_copies_the_labels(make):
    """Labels that can change are copied with the summary."""
    summary, label = make(), Point(3)
    summary.update(label)

    (found,) = copy.deepcopy(summary).counts()

    assert found == label
    assert found is not label


@every_class
def test_label_that_cannot_be_pickled_is_heard(make):
    """Pickle's own complaint arrives; the summary stays as it was."""
    summary = make()
    summary.update(lambda: None)
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        pickle.dumps(summary)

    assert summary.n == 1


def restored_from(make, state):
    """Return what a pickle with this state would give."""
    kind = type(make())
    summary = kind.__new__(kind)
    summary.__setstate__(state)
    return summary


TALLY_STATES = {
    "right": ("raise", ["a", "b"], [1, 2], None),
    "nothing": (),
    "too short": ("raise", ["a"], [1]),
    "too long": ("raise", ["a"], [1], None, None),
    "a rule that is none": ("never", ["a"], [1], None),
    "labels that are missing": ("raise", None, [1], None),
    "more labels than counts": ("raise", ["a", "b"], [1], None),
    "more counts than labels": ("raise", ["a"], [1, 2], None),
    "a label twice": ("raise", ["a", "a"], [1, 2], None),
    "equal labels": ("raise", [1, 1.0], [1, 2], None),
    "an unhashable label": ("raise", [[]], [1], None),
    "a count of 0": ("raise", ["a"], [0], None),
    "a negative count": ("raise", ["a"], [-1], None),
    "a huge count": ("raise", ["a"], [2**70], None),
    "counts that overflow": ("raise", ["a", "b"], [2**61, 2**61], None),
    "a count of text": ("raise", ["a"], ["1"], None),
    "counts that are none": ("raise", ["a"], None, None),
    "a label against the rule": ("raise", [None], [1], None),
    "a label that is NaN": ("label", [float("nan")], [1], None),
    "attributes on a class without any": ("raise", ["a"], [1], {"x": 1}),
    "attributes that are none": ("raise", ["a"], [1], 3),
}


def places(*codes):
    """Return places as a pickle carries them."""
    return b"".join(code.to_bytes(4, "little") for code in codes)


WINDOW_STATES = {
    "right": (3, "raise", ["a", "b"], places(0, 1, 0), None),
    "nothing": (),
    "too short": (3, "raise", ["a"], places(0)),
    "size 0": (0, "raise", [], b"", None),
    "a size of text": ("3", "raise", [], b"", None),
    "size 2^62": (2**62, "raise", [], b"", None),
    "a rule that is none": (3, 7, [], b"", None),
    "places that are none": (3, "raise", ["a"], [0], None),
    "half a place": (3, "raise", ["a"], places(0) + b"\0", None),
    "a place without a label": (3, "raise", ["a"], places(0, 1), None),
    "a place far outside": (3, "raise", ["a"], places(0, 2**32 - 1), None),
    "more events than its size": (1, "raise", ["a"], places(0, 0), None),
    "a label twice": (3, "raise", ["a", "a"], places(0, 1), None),
    "an unhashable label": (3, "raise", [{}], places(0), None),
    "a label against the rule": (3, "skip", [None], places(0), None),
}


CASES = [(es.Tally, name, state) for name, state in TALLY_STATES.items()]
CASES += [(lambda: es.SlidingWindow(1), name, state) for name, state in WINDOW_STATES.items()]
CASE_IDS = [f"{type(make()).__name__}: {name}" for make, name, _ in CASES]


@pytest.mark.parametrize(("make", "name", "state"), CASES, ids=CASE_IDS)
def test_damaged_pickle_is_an_error(make, name, state):
    """A summary whose parts fit together, or an error that says what is wrong."""
    if name == "right":
        assert sum(restored_from(make, state).counts().values()) == 3
        return
    with pytest.raises((ValueError, TypeError, OverflowError, AttributeError)):
        restored_from(make, state)


DAMAGES = {
    "a part more": lambda state, labels, own: (state, labels, own, None),
    "a part less": lambda state, labels, own: (state, labels),
    "no part": lambda state, labels, own: (),
    "a label less": lambda state, labels, own: (state, labels[:-1], own),
    "a label more": lambda state, labels, own: (state, [*labels, "another"], own),
    "the same label throughout": lambda state, labels, own: (state, ["a"] * len(labels), own),
    "an unhashable label": lambda state, labels, own: (state, [[], *labels[1:]], own),
    "labels that are no list": lambda state, labels, own: (state, 3, own),
    "bytes cut": lambda state, labels, own: (state[:-1], labels, own),
    "bytes changed": lambda state, labels, own: (bytes([*state[:-1], state[-1] ^ 1]), labels, own),
    "bytes with labels": lambda state, labels, own: (es.Tally("ab").to_bytes(), ["a", "b"], own),
    "bytes that are a string": lambda state, labels, own: ("state", labels, own),
    "attributes that are none": lambda state, labels, own: (state, labels, 3),
}
# Compiled classes, two labels or more each, but for numbers.
FILLED = {
    type(each): each for each in (make() for make in SUMMARIES.values()) if type(each) in REGISTERED
}


def damaged_pickles():
    """Return each class with each damage; a detector of numbers has no labels to damage."""
    for cls, summary in FILLED.items():
        for damage, damaged in DAMAGES.items():
            if damaged(*summary.__getstate__()) != summary.__getstate__():
                yield pytest.param(cls, damaged, id=f"{cls.__name__}: {damage}")


@pytest.mark.parametrize(("cls", "damaged"), list(damaged_pickles()))
def test_damaged_pickle_of_any_class_is_an_error(cls, damaged):
    """The bytes, the labels and the attributes belong together."""
    blank = cls.__new__(cls)
    with pytest.raises((ValueError, TypeError, AttributeError)):
        blank.__setstate__(damaged(*FILLED[cls].__getstate__()))


@pytest.mark.parametrize("cls", REGISTERED)
def test_pickle_has_one_form(cls):
    """The bytes of the state with numbers in place of labels, the labels, the attributes."""
    state, labels, own = FILLED[cls].__getstate__()
    blank = cls.__new__(cls)
    blank.__setstate__((state, labels, own))

    assert isinstance(state, bytes)
    assert isinstance(labels, list)
    assert blank == FILLED[cls]


NOT_A_LIST = """
import entrostream as es

tally, window = es.Tally.__new__(es.Tally), es.SlidingWindow.__new__(es.SlidingWindow)
for summary, state in [
    (tally, ("raise", 3, [1], None)),
    (window, (3, "raise", 5, bytes(4), None)),
]:
    try:
        summary.__setstate__(state)
    except (ValueError, TypeError):
        print("refused")
"""


def test_pickle_whose_labels_are_no_list_is_an_error():
    """In an interpreter of its own, since it was one that did not live."""
    result = subprocess.run(
        [sys.executable, "-c", NOT_A_LIST], capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stdout) == (0, "refused\nrefused\n")


@pytest.mark.parametrize("make", [es.Tally, lambda: es.SlidingWindow(3)])
@pytest.mark.parametrize("state", [None, 3, [], {}, "state"], ids=repr)
def test_pickle_of_something_else_is_an_error(make, state):
    """The state is a tuple."""
    with pytest.raises(TypeError):
        restored_from(make, state)


@every_class
def test_cut_pickle_is_an_error(make):
    """Cut anywhere, a pickle is refused; the interpreter lives."""
    data = pickle.dumps(filled(make))
    for length in range(len(data)):
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever pickle says
            pickle.loads(data[:length])
