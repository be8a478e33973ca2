"""Rows sorted by key come in pieces that hold all rows of their keys; no JVM is needed."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")

from entrostream.spark.keyed_codes import KeyedCodes  # noqa: E402
from entrostream.spark.whole_keys import whole_keys  # noqa: E402

KEYS = st.tuples(
    st.sampled_from([None, "a", "b", ""]),
    st.sampled_from([None, 0.0, 1.5, math.nan]),
)


def comparable(key):
    """Return a key in which NaN equals itself, and is not None."""
    return tuple("nan" if each != each else each for each in key)


def batches_of(rows, cuts):
    """Return rows of keys, and their numbers, as record batches that end at the cuts."""
    schema = pa.schema([("k0", pa.string()), ("k1", pa.float64()), ("row", pa.int64())])
    bounds = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    for first, last in itertools.pairwise(bounds):
        columns = [[row[place] for row in rows[first:last]] for place in range(2)]
        columns.append(list(range(first, last)))
        yield pa.RecordBatch.from_arrays(
            [pa.array(each, field.type) for each, field in zip(columns, schema, strict=True)],
            schema=schema,
        )


@given(st.lists(KEYS, max_size=30), st.lists(st.integers(0, 30), max_size=6))
def test_each_key_is_in_one_piece(keys, cuts):
    """Whatever the batches: every row comes once, in order, and no key twice."""
    rows = sorted(keys, key=lambda key: str(comparable(key)))

    pieces = list(whole_keys(batches_of(rows, cuts), 2))

    numbers = [[n for batch in piece for n in batch["row"].to_pylist()] for piece in pieces]
    assert [n for piece in numbers for n in piece] == list(range(len(rows)))
    found = [{comparable(rows[n]) for n in piece} for piece in numbers]
    assert sum(map(len, found)) == len(set().union(*found))


@given(st.lists(KEYS, max_size=30), st.lists(st.integers(0, 30), max_size=6))
def test_codes_of_keys_give_the_keys_again(keys, cuts):
    """Null and NaN are two keys, and equal keys have one code."""
    codes = KeyedCodes(["k0", "k1"])

    found = [
        code
        for batch in batches_of(keys, cuts)
        for code in codes.codes(batch.columns[:2], batch.num_rows).tolist()
    ]

    columns = [column.to_pylist() for column in codes.arrays()]
    again = [comparable(column[code] for column in columns) for code in found]
    assert again == [comparable(key) for key in keys]
    assert len(codes) == len(set(again))


def test_without_keys_all_rows_are_one_piece():
    """However many batches come."""
    batches = [batch.select(["row"]) for batch in batches_of([("a", 0.0)] * 5, [2, 4])]

    (piece,) = whole_keys(batches, 0)

    assert [batch.num_rows for batch in piece] == [2, 2, 1]


def test_a_piece_ends_with_its_last_key():
    """Also where each batch is a key of its own: pieces do not grow."""
    rows = [("a", 0.0)] * 2 + [("b", 0.0)] * 2 + [(None, None)] * 2

    pieces = list(whole_keys(batches_of(rows, [2, 4]), 2))

    assert [sum(batch.num_rows for batch in piece) for piece in pieces] == [2, 2, 2]
