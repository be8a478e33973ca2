"""A label has one key: whichever way it comes in, in every process, with the identity of a dict."""

import datetime as dt
import subprocess
import sys
import uuid
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

UTC = dt.timezone.utc


def sketched(column, **options):
    """Return a sketch of a column: while it is exact, it is equal to another of the same keys."""
    sketch = es.EntropySketch("64KiB", **options)
    sketch.update_many(column)
    assert sketch.is_exact
    return sketch


def one_by_one(labels, **options):
    """Return a sketch of labels that came one after the other."""
    sketch = es.EntropySketch("64KiB", **options)
    for label in labels:
        sketch.update(label)
    return sketch


def counted(labels):
    """Return a sketch of the counts of labels, which a dict has found."""
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    sketch = es.EntropySketch("64KiB")
    sketch.update_counts(counts)
    return sketch


INTEGERS = st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3))
REALS = st.lists(st.floats(allow_nan=False) | st.integers(-3, 3).map(float))
TEXTS = st.lists(st.text(max_size=40))


@given(labels=INTEGERS)
def test_integers_have_the_same_keys_on_every_path(labels):
    """Lists, NumPy, Arrow, dictionaries, pandas and Polars."""
    expected = one_by_one(labels)

    assert counted(labels) == expected
    assert sketched(labels) == expected
    assert sketched(np.array(labels, dtype=np.int64)) == expected
    assert sketched(np.array(labels, dtype=object)) == expected
    assert sketched(pa.array(labels, pa.int64())) == expected
    assert sketched(pa.array(labels, pa.int64()).dictionary_encode()) == expected
    assert sketched(pa.chunked_array([labels[:3], labels[3:]], pa.int64())) == expected
    assert sketched(pd.Series(labels, dtype="int64")) == expected
    assert sketched(pd.Series(labels, dtype="Int64")) == expected
    assert sketched(pd.Categorical(labels)) == expected
    assert sketched(pl.Series(labels, dtype=pl.Int64)) == expected


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"])
def test_width_of_an_integer_does_not_matter(kind):
    """Nor does its sign bit."""
    values = np.array([0, 1, 5, 100, 127], dtype=kind)
    if kind == "uint64":
        values = np.append(values, np.uint64(2**64 - 1))

    assert sketched(values) == one_by_one(values.tolist())
    assert sketched(pa.array(values)) == one_by_one(values.tolist())


@given(labels=REALS)
def test_reals_have_the_same_keys_on_every_path(labels):
    """Those that are integers have the keys of integers."""
    expected = one_by_one(labels)

    assert sketched(labels) == expected
    assert sketched(np.array(labels)) == expected
    assert sketched(pa.array(labels, pa.float64())) == expected
    assert sketched(pd.Series(labels, dtype="float64")) == expected
    assert sketched(pl.Series(labels, dtype=pl.Float64)) == expected
    whole = [int(x) if np.isfinite(x) and x == int(x) else x for x in labels]
    assert sketched(whole) == expected


@given(labels=TEXTS)
def test_strings_have_the_same_keys_on_every_path(labels):
    """Of all lengths and alphabets."""
    labels = [label.replace("\0", "") for label in labels]  # NumPy's cells end with zeros
    expected = one_by_one(labels)

    assert counted(labels) == expected
    assert sketched(labels) == expected
    assert sketched(np.array(labels, dtype=str)) == expected
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        assert sketched(pa.array(labels, kind)) == expected
    assert sketched(pa.array(labels, pa.string()).dictionary_encode()) == expected
    assert sketched(pd.Series(labels, dtype=object)) == expected
    assert sketched(pd.Series(labels, dtype="string")) == expected
    assert sketched(pl.Series(labels, dtype=pl.String)) == expected
    assert sketched(pl.Series(labels, dtype=pl.Categorical)) == expected


@given(labels=st.lists(st.binary(max_size=40)))
def test_bytes_are_no_strings(labels):
    """They have keys of their own, the same on every path."""
    labels = [label.rstrip(b"\0") for label in labels]
    expected = one_by_one(labels)

    assert sketched(np.array(labels, dtype="S")) == expected
    assert sketched(pa.array(labels, pa.binary())) == expected
    assert (sketched([label.decode("latin-1") for label in labels]) == expected) == (not labels)


@given(labels=st.lists(st.booleans()))
def test_bools_are_integers(labels):
    """True, 1 and 1.0 are one label, as in a dict."""
    expected = one_by_one([int(label) for label in labels])

    assert sketched(labels) == expected
    assert sketched([float(label) for label in labels]) == expected
    assert sketched(np.array(labels, dtype=bool)) == expected
    assert sketched(pa.array(labels, pa.bool_())) == expected


EQUAL = [
    [1, 1.0, True, Decimal(1), np.int8(1), np.float32(1)],
    [0, -0.0, False, Decimal("0.00")],
    [0.5, Decimal("0.5"), np.float16(0.5)],
    [2**70, float(2**70), Decimal(2**70)],
    [-(2**64), -float(2**64)],
    ["a", np.str_("a")],
    [(1, "a"), (True, "a"), (1.0, np.str_("a"))],
    [
        dt.datetime(2024, 1, 1, 12, tzinfo=UTC),
        dt.datetime(2024, 1, 1, 13, tzinfo=dt.timezone(dt.timedelta(hours=1))),
    ],
]


@pytest.mark.parametrize("labels", EQUAL)
def test_equal_labels_are_one(labels):
    """The identity is that of a dict."""
    assert len({*labels}) == 1
    assert one_by_one(labels).entropy == 0.0


def test_different_labels_are_different():
    """Also those that look alike."""
    labels = [1, "1", b"1", 1.5, (1,), (1, None), dt.date(2024, 1, 1), dt.datetime(2024, 1, 1)]
    labels += [
        dt.timedelta(days=1),
        uuid.UUID(int=1),
        Decimal("1.1"),
        "",
        b"",
        (),
        -1,
        2**64,
        1e300,
    ]

    assert one_by_one(labels).entropy == es.Tally(labels).entropy


@pytest.mark.parametrize("label", [1j, frozenset("a"), object, {1: 2}.keys()])
def test_labels_without_a_key_are_refused(label):
    """Their hash is known to this process only; nothing is changed."""
    sketch = es.EntropySketch()
    with pytest.raises(TypeError, match="a sketch cannot hash the label"):
        sketch.update(label)
    with pytest.raises(TypeError, match="a sketch cannot hash the label"):
        sketch.update_many(["a", label])

    assert sketch.n == 0


PROGRAM = """
import entrostream as es
sketch = es.EntropySketch("4KiB", seed=5)
sketch.update_many(["a", 1, 2.5, b"x", None, (1, "b")] + [str(i) for i in range(3000)])
print(sketch.to_bytes().hex())
"""


def test_keys_do_not_depend_on_the_process():
    """Python's hash of strings does."""
    program = PROGRAM.replace("seed=5", 'seed=5, missing="label"')
    states = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2)
    }

    assert len(states) == 1


def test_missing_values_follow_the_rule():
    """As in every summary: an error, no event, or one label."""
    columns = [["a", None], np.array([1.5, np.nan]), pa.array(["a", None]), pd.Series([1.0, None])]
    for column in columns:
        with pytest.raises(ValueError, match=r"label is missing .* at position 1"):
            sketched(column)
        assert sketched(column, missing="skip").n == 1
        assert sketched(column, missing="label").entropy == 1.0
    whole = es.EntropySketch(missing="label")
    for column in columns:
        whole.update_many(column)
    assert whole.most_common(1) == [(None, 4, 4)]


def test_masked_rows_are_missing():
    """Those of NumPy's masked arrays."""
    column = np.ma.array([1, 2, 3], mask=[False, True, False])

    assert sketched(column, missing="skip") == one_by_one([1, 3], missing="skip")
