"""Columns that follow one another: bulk calls take them from any iterator, and from files."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import entrostream as es
from tests.laws.summaries import MEASURES, every_class
from tests.refusals import refused, unchanged

LABELS = ["a", "b", "b", "c", "a", "d", "a", "a", "e", "b"]
PARTS = [LABELS[:4], [], LABELS[4:5], LABELS[5:]]


def kept_lists(part):
    """Return the part as it is."""
    return part


COLUMNS = {
    "list": kept_lists,
    "NumPy": lambda part: np.array(part, dtype=object),
    "pandas": lambda part: pd.Series(part, dtype="str"),
    "Polars": lambda part: pl.Series(part, dtype=pl.String),
    "Arrow": lambda part: pa.array(part, pa.string()),
    "Arrow with a dictionary": lambda part: pa.array(part, pa.string()).dictionary_encode(),
    "Polars categories": lambda part: pl.Series(part, dtype=pl.Categorical),
}


@every_class
@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_columns_one_after_the_other_are_one_column(make, column):
    """The same content and the same values after every row, whatever the kind of column."""
    whole, parted = make(), make()
    expected = whole.trace(LABELS, MEASURES)
    found = parted.trace((column(part) for part in PARTS), MEASURES)
    for measure in MEASURES:
        np.testing.assert_array_equal(found[measure], expected[measure])
    assert parted == whole
    again = make()
    again.update_many(column(part) for part in PARTS)
    assert again == whole


@every_class
def test_columns_of_different_kinds_may_follow_one_another(make):
    """A label is the same label whichever way it comes."""
    whole, parted = make(), make()
    whole.update_many([1, 2, 2, "a", 1])
    parted.update_many(iter([np.array([1, 2]), [2, "a"], pa.array([1])]))
    assert parted == whole


@every_class
def test_file_is_a_column(make, tmp_path):
    """What es.scan gives goes into every bulk call, in batches."""
    pa.parquet.write_table(pa.table({"label": LABELS}), tmp_path / "labels.parquet")
    chunks = es.scan(tmp_path / "labels.parquet", "label", batch_rows=3)
    whole, read = make(), make()
    whole.update_many(LABELS)
    read.update_many(chunks)
    assert read == whole


@every_class
def test_column_that_is_refused_changes_nothing(make):
    """All columns or none; the row is counted from the first of them."""
    summary = make()
    summary.update_many("ab")
    message = 'label is missing (null at position 5); pass missing="skip" or missing="label"'
    with unchanged(summary), refused(ValueError, message):
        summary.update_many(iter([["a", "b", "a"], pa.array(["c", "d", None])]))


@every_class
def test_label_among_columns_is_refused(make):
    """Either labels or columns of labels."""
    summary = make()
    message = "labels gives columns one after the other, but after 2 rows 'c' (str)"
    with unchanged(summary), refused(TypeError, message):
        summary.update_many(iter([["a", "b"], "c"]))


@every_class
def test_iterator_of_labels_is_a_column(make):
    """Strings, numbers and tuples are labels; so are NumPy's scalars."""
    whole, iterated = make(), make()
    labels = ["ab", (1, 2), 3, np.str_("x"), np.int64(3)]
    whole.update_many(labels)
    iterated.update_many(iter(labels))
    assert iterated == whole


@every_class
def test_iterator_of_nothing(make):
    """No labels, no columns, empty columns."""
    summary = make()
    for nothing in (iter([]), iter([[], []]), iter([pa.array([], pa.string())])):
        summary.update_many(nothing)
    assert summary.n == 0


def test_frames_are_refused_by_name(tmp_path):
    """A file without a choice of one column gives frames, which are no columns of labels."""
    pa.parquet.write_table(pa.table({"x": ["a"], "y": ["b"]}), tmp_path / "two.parquet")
    tally = es.Tally()
    text = "labels must be one column of plain values, got a table of 2 columns"
    with unchanged(tally), refused(TypeError, text):
        tally.update_many(es.scan(tmp_path / "two.parquet"))


def test_errors_show_foreign_objects_in_one_line():
    """A column within a list is no label, and is not written out."""
    tally = es.Tally()
    with unchanged(tally), pytest.raises(TypeError) as caught:
        tally.update_many([pa.array(["a", "b"] * 1000)])
    shown = r"<pyarrow\.lib\.StringArray object at 0x[0-9a-f]+>\.\.\. \(StringArray\)"
    assert re.fullmatch(f"label must be hashable, got {shown} at position 0", str(caught.value))


def test_counts_of_many_columns_are_added_up():
    """A tally holds counts by label, not a count for each column and label."""
    rng = np.random.default_rng(5)
    columns = rng.integers(0, 3000, (100, 5000))
    tally, whole = es.Tally(), es.Tally()
    tally.update_many(iter(columns))
    whole.update_many(columns.ravel())
    assert tally == whole


def test_pairs_come_in_columns_too():
    """Each side is an iterator of its own."""
    whole, parted = es.ContingencyTable(), es.ContingencyTable()
    whole.update_many(LABELS, LABELS[::-1])
    parted.update_many(iter(PARTS), iter([LABELS[::-1][:7], LABELS[::-1][7:]]))
    assert parted == whole


def test_detector_takes_columns_of_numbers():
    """ADWIN reads numbers as the others read labels."""
    numbers = np.r_[np.zeros(200), np.ones(100)]
    whole, parted = es.ADWIN(), es.ADWIN()
    whole.update_many(numbers)
    parted.update_many(iter(np.split(numbers, 6)))
    assert parted.changes == whole.changes
    assert parted.n == whole.n


def test_times_come_in_columns_too():
    """Labels and times need not be parted alike."""
    whole, parted = es.TimeWindow(3), es.TimeWindow(3)
    times = list(range(10))
    whole.update_many(LABELS, times=times)
    parted.update_many(iter(PARTS), times=iter([np.arange(6), np.arange(6, 10)]))
    assert parted == whole
