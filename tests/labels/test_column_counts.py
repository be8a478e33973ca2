"""A tally counts a column without giving each row a code: the same counts, wholly or not at all."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.labels.counting import counted
from tests.refusals import refused, unchanged

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

LIMIT = 2**62 - 1  # events that a tally holds
# Twelve bytes stand in an Arrow view itself, fifteen in one place of the table of codes.
SIZES = [0, 1, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 31, 32, 33, 100]


def string_columns(strings):
    """Yield the strings in all columns that hold them in different ways."""
    plain = pa.array(strings, pa.string())
    yield plain
    yield plain.cast(pa.large_string())
    yield plain.cast(pa.string_view())
    yield pa.concat_arrays([plain, plain]).slice(len(strings) // 2, len(strings))
    yield pl.Series(strings, dtype=pl.String)
    yield pl.Series(strings, dtype=pl.Categorical)
    yield pd.Series(strings, dtype="str")
    if int(pd.__version__.split(".")[0]) > 2:  # before, "" and "\0" are one category of pandas
        yield pd.Series(strings, dtype="category")


def str_of(text):
    """Return a label of ASCII bytes as text too."""
    return text.decode() if isinstance(text, bytes) else text


@given(
    st.lists(
        st.builds(
            lambda size, letter, end: letter * max(0, size - len(end)) + end,
            st.sampled_from(SIZES),
            st.sampled_from("ab\0é"),
            st.sampled_from(["", "x", "\0"]),
        )
        | st.none(),
        max_size=50,
    )
)
def test_strings_of_all_lengths_are_told_apart(strings):
    """Also those that differ in one byte, or in zeros at the end."""
    for column in string_columns(strings):
        assert counted(column, missing="label") == Counter(strings)
        assert counted(column, missing="skip") == Counter(
            text for text in strings if text is not None
        )


@pytest.mark.parametrize("prefix", ["", "label", "a label of more than fifteen bytes "])
def test_many_strings_are_counted(prefix):
    """Enough for tables to grow several times."""
    numbers = np.random.default_rng(3).integers(0, 20_000, 60_000)
    strings = [f"{prefix}{number}" for number in numbers.tolist()]
    for column in [*string_columns(strings), np.array(strings), np.array(strings).astype("S")]:
        named = {str_of(text): count for text, count in counted(column).items()}
        assert named == Counter(strings)


@pytest.mark.parametrize(
    "column",
    [
        np.arange(10),
        np.arange(10) * 10**9,
        np.arange(10) / 3,
        np.array(list("abcdefghij")),
        pa.array(list("abcdefghij")),
        pa.array(list("abcdefghij")).dictionary_encode(),
        pl.Series(list("abcdefghij"), dtype=pl.Categorical),
        pd.Series(list("abcdefghij"), dtype="category"),
    ],
    ids=["close", "far", "floats", "cells", "Arrow", "dictionary", "Polars", "pandas"],
)
def test_column_that_does_not_fit_changes_nothing(column):
    """Not one of its labels stays behind."""
    tally = es.Tally()
    tally.update_counts({"held": LIMIT - 5})
    message = f"a summary holds fewer than 2^62 events: {LIMIT - 5} are held, 10 more do not fit"
    with unchanged(tally), refused(OverflowError, message):
        tally.update_many(column)
    tally.update_many(column[:5])
    assert tally.n == LIMIT


def test_columns_add_to_what_is_held():
    """A tally that has labels already, some of them the same."""
    tally = es.Tally()
    tally.update_many(["b", 2, 2])
    tally.update_many(pa.array(["a", "b", "a"]))
    tally.update_many(np.array([1, 2, 3]))
    assert tally.counts() == {"b": 2, 2: 3, "a": 2, 1: 1, 3: 1}
    assert tally.entropy == es.Tally.from_bytes(tally.to_bytes()).entropy


def test_categories_with_a_mapping_of_their_own():
    """Of one byte each, with nulls, in chunks; their numbers are not the global ones."""
    own = pl.Categorical(pl.Categories("test_column_counts", "", pl.UInt8))
    keep = pl.Series(["z", "y"], dtype=own)
    series = pl.Series(["a", None, "z", "a"], dtype=own)
    chunks = pl.concat([series, keep, series], rechunk=False)
    assert chunks.n_chunks() == 3
    expected = {"a": 4, None: 2, "z": 3, "y": 1}
    assert counted(chunks, missing="label") == expected
    with refused(
        ValueError,
        'label is missing (null at position 1); pass missing="skip" or missing="label"',
    ):
        counted(chunks)


def test_array_of_objects_never_filled_is_missing():
    """NumPy may leave such rows without any object."""
    array = np.empty(3, dtype=object)
    assert counted(array, missing="label") == {None: 3}


def test_array_whose_rows_are_replaced_while_it_is_read_stays_alive():
    """A label's own code may drop the other labels of its array."""
    array = np.empty(3, dtype=object)

    class Meddler:
        def __hash__(self):
            array[1] = array[2] = "other"
            return 1

    array[:] = [Meddler(), object(), object()]
    tally = es.Tally()
    tally.update_many(array)
    assert tally.n == 3
    assert tally.counts()["other"] == 2
