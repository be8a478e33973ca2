"""Messages are one line, whatever was given: of a value they show 100 bytes at most."""

import datetime as dt

import numpy as np
import pytest

import entrostream as es
from entrostream._core import repr_short
from entrostream.tree import VFDTClassifier

pd = pytest.importorskip("pandas")


class Long:
    """Its repr is a page, as that of a frame is."""

    __hash__ = None

    def __repr__(self):
        return "first line\n" * 50


FRAME = pd.DataFrame(np.ones((100, 20)))
TEXT = "line\n" * 300
LABELS = ["a", "b"]
CALLS = {
    "label": lambda given: es.Tally().update_many(["a", given]),
    "labels": lambda given: es.Tally().update_many(given),
    "count": lambda given: es.Tally().update_counts({"a": given}),
    "size": lambda given: es.SlidingWindow(given),
    "span": lambda given: es.TimeWindow(given),
    "time": lambda given: es.TimeWindow("1s").update("a", at=given),
    "measure": lambda given: es.Tally().trace(LABELS, (given,)),
    "removed": lambda given: es.Tally().remove(given),
    "values": lambda given: es.rolling_entropy(given, 2),
    "window": lambda given: es.rolling_entropy(LABELS, given),
    "min_periods": lambda given: es.rolling_entropy(LABELS, 2, min_periods=given),
    "center": lambda given: es.rolling_entropy(LABELS, 2, center=given),
    "closed": lambda given: es.rolling_entropy(LABELS, 2, closed=given),
    "step": lambda given: es.rolling_entropy(LABELS, 2, step=given),
    "missing": lambda given: es.rolling_entropy(LABELS, 2, missing=given),
    "half_life": lambda given: es.fading_entropy(LABELS, half_life=given),
    "bins": lambda given: es.rolling_entropy([1.0, 2.0], 2, bins=given),
    "column": lambda given: es.rolling_entropy(
        pd.DataFrame(np.ones((2, 500))), 2, group_by="x" * 500
    ),
    "attribute": lambda given: VFDTClassifier().learn_many({"a": given}, LABELS),
    "classes": lambda given: VFDTClassifier().learn_many({"a": [1.0, 2.0]}, [given, given]),
    "nominal_attributes": lambda given: VFDTClassifier(nominal_attributes=given),
    "memory_limit": lambda given: VFDTClassifier(memory_limit=given),
    "rule": lambda given: VFDTClassifier(rule=given),
}


GIVEN = {"object": Long(), "frame": FRAME, "text": TEXT}
# A text is a label, a column of letters or a class; a frame has a column, or names.
TAKEN = {
    ("label", "text"),
    ("labels", "text"),
    ("values", "text"),
    ("classes", "text"),
    ("values", "frame"),
    ("nominal_attributes", "frame"),
}


@pytest.mark.parametrize(
    ("call", "given"),
    [(call, given) for call in CALLS for given in GIVEN if (call, given) not in TAKEN],
)
def test_messages_are_one_line(call, given):
    """None is longer than a few sentences."""
    with pytest.raises((TypeError, ValueError)) as caught:
        CALLS[call](GIVEN[given])

    assert "\n" not in str(caught.value)
    assert 0 < len(str(caught.value)) < 500


@pytest.mark.parametrize(("call", "given"), sorted(TAKEN))
def test_calls_that_take_what_is_given(call, given):
    """They are left out above because they have no message."""
    CALLS[call](GIVEN[given])


def test_values_are_shown_by_their_repr():
    """In whole if it is short; half a character would be no text."""
    assert repr_short("a") == "'a'"
    assert repr_short(None) == "None"
    assert repr_short(dt.date(2024, 1, 1)) == "datetime.date(2024, 1, 1)"
    assert repr_short("x" * 98) == repr("x" * 98)
    assert repr_short("x" * 99) == "'" + "x" * 96 + "..."
    assert repr_short(Long()) == "first line..."
    for before in range(4):
        cut = repr_short("x" * before + "é" * 200 + "€" * 200)
        assert cut.endswith("é...")
        assert 96 <= len(cut.encode()) <= 100


def test_long_labels_of_many_bytes_are_shown():
    """Cut between two characters, not within one."""
    with pytest.raises(ValueError, match=r"^cannot remove 'é+\.\.\.: it is not held$"):
        es.Tally().remove("é" * 300)
