"""What the tables show: their names, their words, and that the words are true."""

import inspect

import pytest

import entrostream as es
from tests.registry import PAIR_MEASURES
from tests.test_public_face import CLOCK, examples_of, public, run

CLASSES = [es.ContingencyTable, es.ContingencyWindow, es.ContingencyTimeWindow]
METHODS = {
    "update",
    "update_many",
    "update_counts",
    "remove",
    "remove_counts",
    "trace",
    "counts",
    "counts_x",
    "counts_y",
    "most_common",
    "g_test",
    "merge",
    "copy",
    "clear",
    "to_bytes",
    "from_bytes",
}
MEMBERS = [(cls, name) for cls in CLASSES for name in public(dir(cls))]
MEMBER_IDS = [f"{cls.__name__}.{name}" for cls, name in MEMBERS]


def test_names():
    """The same in both; a window also has its size and its events."""
    assert set(public(dir(es.ContingencyTable))) == set(PAIR_MEASURES) | METHODS | {"missing"}
    assert set(public(dir(es.ContingencyWindow))) == set(PAIR_MEASURES) | METHODS | {
        "missing",
        "size",
        "events",
    }
    assert set(public(dir(es.ContingencyTimeWindow))) == set(PAIR_MEASURES) | METHODS | CLOCK | {
        "missing",
        "span",
        "events",
    }


@pytest.mark.parametrize("cls", CLASSES)
def test_home(cls):
    """Errors, pickles and docs name the place where users find them."""
    assert cls.__module__ == "entrostream"
    assert cls.__name__ in es.__all__


@pytest.mark.parametrize("cls", CLASSES)
def test_class_says_loudly_which_is_which(cls):
    """X is the attribute, y the class, and entropies are in bits."""
    words = inspect.getdoc(cls)

    assert "x is the ATTRIBUTE" in words
    assert "CLASS" in words
    assert "BITS" in words
    assert "\nmissing : " in words
    assert run(examples_of(cls, cls.__name__)) > 0


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=MEMBER_IDS)
def test_member_has_words_that_are_true(cls, name):
    """A sentence at least; its examples give what they say."""
    words = inspect.getdoc(getattr(cls, name))
    lines = [line for line in words.splitlines() if line and not line.startswith(f"{name}(")]

    assert lines[0].rstrip().endswith((".", ":", '"'))
    attempted = run(examples_of(getattr(cls, name), name))
    assert attempted or name not in METHODS - {"update", "merge"}


def test_repr():
    """What it is, how much it holds, and what it says."""
    table, window = es.ContingencyTable(), es.ContingencyWindow(9)
    for each in (table, window):
        each.update_many("aab", "yyn")

    text = "3 pairs, 2 different of 2 x and 2 y, mutual information 0.9183>"
    assert repr(table) == f"<ContingencyTable: {text}"
    assert repr(window) == f"<ContingencyWindow of 9: {text}"
    timed = es.ContingencyTimeWindow("10min")
    timed.update_many("aab", "yyn", times=0)
    assert repr(timed) == f"<ContingencyTimeWindow of 10min: {text}"
