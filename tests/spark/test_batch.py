"""Spark gives the bits of one machine, whatever the types, the partitions and the retries."""

import datetime as dt
import math
import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream._core import MEASURES
from tests.examples import examples
from tests.spark.availability import require_spark
from tests.spark.frames import bits, frame_of, measured, tallies_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402

DAY = dt.date(2026, 11, 18)
LABELS = {
    "string": ["a", "b", "ü", "", None],
    "long": [1, 2**53 + 1, 2**53, -5, None],
    "tinyint": [1, -128, None],
    "double": [0.5, math.nan, 0.0, -0.0, math.inf, None],
    "float": [0.5, 0.25, math.nan, None],
    "boolean": [True, False, None],
    "date": [DAY, DAY + dt.timedelta(1), None],
    "timestamp": [dt.datetime(2026, 11, 18, 1), dt.datetime(2026, 11, 18, 2), None],
    "timestamp_ntz": [dt.datetime(2026, 11, 18, 1), dt.datetime(2026, 11, 18, 2), None],
    "interval day to second": [dt.timedelta(1), dt.timedelta(0, 5), None],
    "decimal(10,2)": [Decimal("1.00"), Decimal("2.50"), None],
    "binary": [b"a", b"\x00", None],
}
KEYS = st.sampled_from(["u", "v", "", None])
LABEL = st.sampled_from(["a", "b", "c", None])
ROWS = st.lists(st.tuples(KEYS, LABEL), max_size=40)
PARTITIONS = st.integers(1, 64)


def rows_of(kind, number=100):
    """Return rows of a key and a label, the same in every run."""
    draw = random.Random(kind)
    return [(draw.choice(["u", "v", None]), draw.choice(LABELS[kind])) for _ in range(number)]


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_all_types_give_the_bits_of_one_machine(spark, kind):
    """Null and NaN are no events; null is a key, as in SQL."""
    rows = rows_of(kind)
    frame = frame_of(spark, rows, f"key string, label {kind}", 3)

    result = es.spark.entropy(frame, "label", group_by="key")

    assert measured(result) == {key: bits(each) for key, each in tallies_of(rows).items()}


@pytest.mark.parametrize("kind", ["string", "double"])
def test_missing_values_can_be_a_label(spark, kind):
    """One for null and NaN, as everywhere."""
    rows = rows_of(kind)
    frame = frame_of(spark, rows, f"key string, label {kind}", 3)

    result = es.spark.entropy(frame, "label", group_by="key", missing="label")

    expected = tallies_of(rows, missing="label")
    assert measured(result) == {key: bits(each) for key, each in expected.items()}


@pytest.mark.parametrize("kind", LABELS)
def test_keys_of_all_types_come_back(spark, kind):
    """Null and NaN are two keys, 0.0 and -0.0 one, as in SQL's GROUP BY."""
    rows = [(key, label) for label, key in rows_of(kind)]
    frame = frame_of(spark, rows, f"key {kind}, label string", 3)

    states = es.spark.states(frame, "label", group_by="key", kind="sketch")

    found = {row.key if row.key == row.key else "nan": row.state for row in states.collect()}
    if kind == "binary":
        found = {None if key is None else bytes(key): state for key, state in found.items()}
    expected = {key: tally.entropy for (key,), tally in tallies_of(rows).items()}
    assert {key: es.spark.read_state(state).entropy for key, state in found.items()} == expected


@examples(6)
@given(rows=ROWS, partitions=PARTITIONS, shuffle=st.randoms(use_true_random=False))
def test_random_frames_have_the_bits_of_one_machine(spark, rows, partitions, shuffle):
    """In 1 to 64 partitions and any order."""
    shuffled = shuffle.sample(rows, len(rows))
    frame = frame_of(spark, shuffled, "key string, label string", partitions)

    result = es.spark.entropy(frame, "label", group_by="key")

    assert measured(result) == {key: bits(each) for key, each in tallies_of(rows).items()}


@examples(4)
@given(
    rows=st.lists(st.tuples(KEYS, st.sampled_from([1, 2, None]), LABEL), max_size=40),
    partitions=PARTITIONS,
)
def test_random_pairs_have_the_bits_of_one_machine(spark, rows, partitions):
    """Two columns of labels, one of keys."""
    frame = frame_of(spark, rows, "key string, x long, y string", partitions)
    tables = {}
    for key, x, y in rows:
        tables.setdefault(key, es.ContingencyTable(missing="skip")).update(x, y)

    gains = es.spark.information_gain(frame, "x", "y", group_by="key").collect()
    shared = es.spark.mutual_information(frame, "x", "y", group_by="key").collect()

    assert {row.key: (row.information_gain, row.n) for row in gains} == {
        key: (each.information_gain if each.n else None, each.n) for key, each in tables.items()
    }
    assert {row.key: row.mutual_information for row in shared} == {
        key: each.mutual_information if each.n else None for key, each in tables.items()
    }


def test_several_keys_and_names_with_dots(spark):
    """Names that SQL would have to quote, and that the plans use themselves."""
    rows = [(1, "u", "a"), (1, "v", "a"), (2, "u", "b"), (1, "u", "b"), (None, "u", "b")]
    frame = frame_of(spark, rows, "`k 0` long, `x.``y` string, state string", 2)

    result = es.spark.entropy(frame, "state", group_by=["k 0", "x.`y"])

    assert result.columns == ["k 0", "x.`y", "entropy", "gini", "n", "distinct"]
    assert measured(result) == {key: bits(each) for key, each in tallies_of(rows).items()}


def test_a_column_may_be_key_and_label(spark):
    """Each of its groups has one label."""
    frame = frame_of(spark, [("a",), ("b",), ("b",)], "x string")

    result = es.spark.entropy(frame, "x", group_by="x", measures="n")

    assert {tuple(row) for row in result.collect()} == {("a", 1), ("b", 2)}


@pytest.mark.parametrize("rows", [[], [(None,)]])
def test_without_a_label_there_is_no_entropy(spark, rows):
    """As es.entropy([]) gives NaN; there is one group, also of no rows."""
    frame = frame_of(spark, rows, "label string")

    (row,) = es.spark.entropy(frame, "label").collect()

    assert tuple(row) == (None, None, 0, 0)
    assert es.spark.entropy(frame.filter("false"), "label", group_by="label").collect() == []


def test_all_measures_are_those_of_a_tally(spark):
    """Under their names."""
    frame = frame_of(spark, [("a",), ("b",), ("b",), ("c",)], "label string", 2)

    (row,) = es.spark.entropy(frame, "label", measures=MEASURES).collect()

    tally = es.Tally("abbc")
    assert row.asDict() == {name: getattr(tally, name) for name in MEASURES}


@pytest.mark.parametrize("kind", ["tally", "sketch"])
def test_collation_does_not_merge_labels_or_keys(spark, kind):
    """They are equal if their bytes are."""
    rows = [("u", "a"), ("U", "A"), ("u", "b"), ("u", "A"), ("U", "a"), ("u", "A")]
    frame = frame_of(spark, rows, "key string, label string").selectExpr(
        "key COLLATE UTF8_LCASE AS key", "label COLLATE UTF8_LCASE AS label"
    )

    states = es.spark.states(frame, "label", group_by="key", kind=kind).collect()

    found = {(row.key,): es.spark.read_state(row).entropy for row in states}
    assert found == {key: each.entropy for key, each in tallies_of(rows).items()}
