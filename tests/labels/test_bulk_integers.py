"""Columns of integers: close together or far apart, at the ends of their range, in any order."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.labels.counting import counted
from tests.laws.summaries import MEASURES, fresh_tally, reads
from tests.refusals import refused, unchanged

DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
every_dtype = pytest.mark.parametrize("dtype", DTYPES)
LONG = 40_000  # rows: more than are read in one piece


def landmarks(dtype):
    """Return the least, the largest, the middle, zero, and what is near them."""
    info = np.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    near = {0, (low + high) // 2, low, high, low + 300, high - 300}
    return sorted(value for value in near if low <= value <= high)


@every_dtype
def test_integers_count_in_any_order(dtype):
    """The ends of the range meet in no order whatever, though arithmetic wraps around there."""
    for order in permutations(landmarks(dtype)):
        assert counted(np.array(order, dtype=dtype)) == Counter(order), order


@every_dtype
@given(data=st.data())
def test_integers_count_around_landmarks(dtype, data):
    """Values that creep up to an end, jump to the other and come back."""
    info = np.iinfo(dtype)
    steps = st.integers(-3, 3) | st.integers(-600, 600)
    value = st.builds(lambda mark, step: mark + step, st.sampled_from(landmarks(dtype)), steps)
    inside = value.filter(lambda number: info.min <= number <= info.max)
    values = data.draw(st.lists(inside, max_size=40))
    mask = data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    seen = [None if masked else number for number, masked in zip(values, mask, strict=True)]
    array = np.array(values, dtype=dtype)

    assert counted(array) == Counter(values)
    assert counted(np.ma.array(array, mask=mask), missing="label") == Counter(seen)
    assert counted(np.ma.array(array, mask=mask), missing="skip") == Counter(
        number for number in seen if number is not None
    )


COLUMNS = {
    "all of a range": lambda rng: rng.integers(-50, 50, LONG),
    "a range with gaps": lambda rng: 3 * rng.integers(0, 1000, LONG),
    "a range that grows": lambda rng: np.arange(LONG) // 7,
    "a range that falls": lambda rng: -np.arange(LONG),
    "far apart": lambda rng: rng.integers(-(2**62), 2**62, LONG) // 2**50 * 2**50,
    "one value": lambda rng: np.full(LONG, -7),
    "a stranger at the end": lambda rng: np.append(rng.integers(0, 9, LONG - 1), 2**60),
    "close, then one below": lambda rng: np.append(rng.integers(0, 9, LONG - 1), -2000),
}
every_column = pytest.mark.parametrize("draw", COLUMNS.values(), ids=COLUMNS.keys())


@every_column
@pytest.mark.parametrize("size", [None, 1, 100, 16_384, 30_000, 10**6])
def test_long_columns_are_lists(draw, size):
    """An array of 40 000 rows, read in pieces, is the list of its values: every bit of a trace."""
    column = draw(np.random.default_rng(1))
    make = es.Tally if size is None else lambda: es.SlidingWindow(size)
    array, listed, updated = make(), make(), make()
    for summary in (array, listed, updated):
        summary.update_many([0, -7, 2**40])

    traced = array.trace(column, MEASURES)
    expected = listed.trace(column.tolist(), MEASURES)
    updated.update_many(column)

    for name in MEASURES:
        assert traced[name].tobytes() == expected[name].tobytes(), name
    assert array == listed == updated
    assert reads(array) == reads(fresh_tally(array.counts()))


@every_column
@pytest.mark.parametrize("rule", ["skip", "label"])
def test_long_columns_with_missing_rows_are_lists(draw, rule):
    """The same with a mask over every fifth row, and where all of the first piece is missing."""
    column = draw(np.random.default_rng(2))
    for mask in (np.arange(LONG) % 5 == 2, np.arange(LONG) < 20_000, np.full(LONG, True)):
        rows = [
            None if masked else label for label, masked in zip(column.tolist(), mask, strict=True)
        ]
        array, listed = es.SlidingWindow(999, missing=rule), es.SlidingWindow(999, missing=rule)

        traced = array.trace(np.ma.array(column, mask=mask), "entropy")
        expected = listed.trace(rows, "entropy")

        assert traced.tobytes() == expected.tobytes()
        assert array == listed


def test_long_column_that_does_not_fit_is_not_counted_by_halves():
    """Room for the first piece is not room for the column: nothing is counted."""
    tally = es.Tally()
    held = 2**62 - 1 - 20_000
    tally.update_counts({0: held})
    text = f"a summary holds fewer than 2^62 events: {held} are held, {LONG} more do not fit"
    for method in (tally.update_many, tally.trace):
        with unchanged(tally), refused(OverflowError, text):
            method(np.zeros(LONG, dtype=np.int64))
