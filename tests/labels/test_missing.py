"""A missing label is an error, no event, or one label for all: as the caller chose."""

from decimal import Decimal

import numpy as np
import pytest

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one
from tests.laws.summaries import every_class, offered
from tests.refusals import refused, unchanged

ADVICE = 'pass missing="skip" or missing="label"'

MISSING = {
    "None": None,
    "float": float("nan"),
    "negative": -float("nan"),
    "float16": np.float16("nan"),
    "float32": np.float32("nan"),
    "float64": np.float64("nan"),
    "long double": np.longdouble("nan"),
    "complex": complex("nan"),
    "complex64": np.complex64(complex(0, float("nan"))),
    "Decimal": Decimal("nan"),
    "datetime64": np.datetime64("NaT", "us"),
    "timedelta64": np.timedelta64("NaT", "ns"),
}
every_missing = pytest.mark.parametrize("value", MISSING.values(), ids=MISSING.keys())


def message(shown):
    """Return the whole complaint."""
    return f"label is missing ({shown}); {ADVICE}"


def foreign_missing():
    """Return missing values of libraries that may not be there."""
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    return [pd.NaT, pd.NA, pa.scalar(None), pa.scalar(None, pa.int64()), pa.scalar(float("nan"))]


@every_missing
@every_class
def test_missing_label_is_refused_by_default(make, value):
    """The value is shown, in bulk with its position; nothing is applied."""
    summary = make()
    summary.update_many("ab")
    shown = repr(value)
    calls = {
        message(shown): [
            lambda: summary.update(value),
            *offered(summary, "remove", value),
            *offered(summary, "drop", value),
            *offered(summary, "update_counts", {"new": 1, value: 2}),
            *offered(summary, "remove_counts", {"b": 1, value: 2}),
        ],
        message(f"{shown} at position 2"): [
            lambda: summary.update_many(["new", "a", value, "a", value]),
            lambda: summary.update_many(iter(["new", "a", value])),
            lambda: summary.trace(("new", "a", value)),
            lambda: summary.update_many(object_array(["new", "a", value])),
        ],
    }
    for text, refusals in calls.items():
        for call in refusals:
            with unchanged(summary), refused(ValueError, text):
                call()


def object_array(values):
    """Return an array of these objects, none of them converted."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


@every_missing
@every_class
def test_missing_label_is_no_event_when_skipped(make, value):
    """Nothing came, nothing goes; it is not an error either way."""
    summary = make(missing="skip")
    summary.update_many("b")
    with unchanged(summary):
        summary.update(value)
        summary.update_many([value, value])
        summary.update_many(object_array([value]))
        for call in (
            *offered(summary, "update_counts", {value: 5}),
            *offered(summary, "remove", value),
            *offered(summary, "drop", value),
            *offered(summary, "remove_counts", {value: 5}),
        ):
            call()
        assert summary.trace([value], "n").tolist() == [1.0]


@every_missing
def test_missing_labels_are_one_label_when_chosen(value):
    """None stands for all of them."""
    tally = es.Tally(missing="label")
    tally.update(value)
    tally.update_many([value, "a", None])
    tally.update_counts({value: 2})
    assert tally.counts() == {None: 5, "a": 1}

    tally.remove(value)
    tally.remove_counts({value: 1})
    assert tally.counts() == {None: 3, "a": 1}

    tally.drop(value)
    assert tally.counts() == {"a": 1}


def test_all_kinds_of_missing_are_one_label():
    """However many libraries have a word for it."""
    stream = [*MISSING.values(), "a"]

    for counts in (
        counted(stream, missing="label"),
        counted_one_by_one(stream, missing="label"),
        counted(object_array(stream), missing="label"),
    ):
        assert counts == {None: len(MISSING), "a": 1}


def test_missing_value_without_a_hash_is_missing():
    """A signalling NaN cannot be hashed, and need not be."""
    assert counted([Decimal("sNaN")], missing="label") == {None: 1}
    with refused(ValueError, message("Decimal('sNaN')")):
        counted_one_by_one([Decimal("sNaN")])


def test_missing_values_of_other_libraries_are_missing():
    """NaT and NA of pandas, Arrow's nulls."""
    values = foreign_missing()

    assert counted(values, missing="label") == {None: len(values)}
    assert counted([*values, "a"], missing="skip") == {"a": 1}
    for value in values:
        with refused(ValueError, message(f"{value!r} at position 0")):
            counted([value])
        with refused(ValueError, message(repr(value))):
            counted_one_by_one([value])


@every_class
def test_missing_label_takes_part_in_reads(make):
    """Under "label" it is a label like any other."""
    summary = make(missing="label")
    summary.update_many([None, float("nan")])

    assert summary.counts() == {None: summary.n}
    assert summary.distinct == 1
    assert summary.most_common() == [(None, summary.n)]


def test_missing_label_that_is_not_held_cannot_go():
    """It is shown as it was given."""
    tally = es.Tally(missing="label")
    with refused(ValueError, "cannot remove None: it is not held"):
        tally.remove(None)
    with refused(ValueError, "cannot drop nan: it is not held"):
        tally.drop(float("nan"))


def test_window_slides_over_skipped_rows():
    """What is no event pushes nothing out."""
    window = es.SlidingWindow(2, missing="skip")
    window.update_many(["a", None, "b", None, None])
    assert window.events() == ["a", "b"]

    window.update(None)
    assert window.events() == ["a", "b"]


def test_missing_parts_of_a_tuple_do_not_make_it_missing():
    """The tuple is the label; what is inside is its own business."""
    label = (None, 1)

    assert counted([label, (None, 1)]) == {label: 2}


@pytest.mark.parametrize("text", ["", "nan", "None", "NaT", "null", "NA"])
def test_words_for_missing_are_words(text):
    """A string is never missing."""
    assert counted([text]) == counted(np.array([text])) == {text: 1}


@every_class
def test_masked_constant_is_missing(make):
    """What a masked array gives for a masked element; it cannot be a key of a dict."""
    summary = make(missing="label")
    summary.update(np.ma.masked)
    summary.update_many([np.ma.masked, "a"])

    other = make(missing="label")
    other.update_many([None, None, "a"])
    assert summary == other
    with pytest.raises(ValueError, match="missing"):
        make().update(np.ma.masked)
