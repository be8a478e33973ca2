"""Spark gives the bits of one machine, whatever the plan and the partitions."""

import datetime as dt
import random
from decimal import Decimal

import pytest

import entrostream as es

pytestmark = pytest.mark.filterwarnings("ignore")  # of PySpark itself

entro = pytest.importorskip("entrostream.spark")
DAY = dt.date(2026, 11, 18)
LABELS = {
    "string": ["a", "b", "c", None],
    "long": [1, 2**53 + 1, -5, None],
    "double": [0.5, float("nan"), 0.0, -0.0, None],
    "boolean": [True, False, None],
    "date": [DAY, DAY + dt.timedelta(1), None],
    "timestamp": [dt.datetime(2026, 11, 18, hour) for hour in (1, 2)] + [None],
    "decimal(10,2)": [Decimal("1.00"), Decimal("2.50"), None],
    "binary": [b"a", b"b", None],
}


def rows_of(kind, number=200):
    """Return rows of a key and a label, the same in every run."""
    draw = random.Random(kind)
    return [(draw.choice(["u", "v", None]), draw.choice(LABELS[kind])) for _ in range(number)]


def expected(rows, missing):
    """Return the measures of each key by one Tally each."""
    tallies = {}
    for key, label in rows:
        tallies.setdefault(key, es.Tally(missing=missing)).update(label)
    return {
        key: (tally.entropy.hex(), tally.gini.hex(), tally.n, tally.distinct)
        for key, tally in tallies.items()
    }


def found(frame):
    """Return the measures of each key of a result."""
    return {row[0]: (row[1].hex(), row[2].hex(), row[3], row[4]) for row in frame.collect()}


@pytest.mark.parametrize("missing", ["skip", "label"])
@pytest.mark.parametrize("kind", LABELS)
def test_types_and_nulls_give_the_bits_of_one_machine(spark, kind, missing):
    """Counted by Spark; null is a key."""
    rows = rows_of(kind)
    frame = spark.createDataFrame(rows, f"key string, label {kind}").repartition(3)

    result = entro.entropy(frame, "label", group_by="key", missing=missing)

    assert found(result) == expected(rows, missing)


@pytest.mark.parametrize("kind", ["string", "long", "double"])
def test_executors_scan_parquet(spark, kind, tmp_path):
    """The plan reads file names only, and the bits are the same."""
    rows = rows_of(kind)
    path = str(tmp_path / "rows")
    spark.createDataFrame(rows, f"key string, label {kind}").repartition(3).write.parquet(path)
    frame = spark.read.parquet(path)

    result = entro.entropy(frame, "label", group_by="key")

    assert result.inputFiles() == []
    assert found(result) == expected(rows, "skip")
    filtered = entro.entropy(frame.filter("key = 'u'"), "label", group_by="key")
    assert found(filtered) == {"u": expected(rows, "skip")["u"]}


@pytest.mark.parametrize("partitions", [1, 7, 64])
def test_states_merge_to_the_state_of_one_machine(spark, partitions):
    """Whatever the partitions."""
    rows = rows_of("string")
    frame = spark.createDataFrame(rows, "key string, label string").repartition(partitions)
    tally = es.Tally(missing="skip")
    tally.update_many([label for _, label in rows])

    merged = entro.merge_states(entro.states(frame, "label", group_by="key"))

    assert entro.read_state(merged).to_bytes() == tally.to_bytes()


def test_pairs_give_the_bits_of_one_machine(spark):
    """Mutual information of two columns."""
    rows = rows_of("string")
    frame = spark.createDataFrame(rows, "key string, label string")
    table = es.ContingencyTable(missing="skip")
    for pair in rows:
        table.update(*pair)

    [(value, n)] = entro.mutual_information(frame, "key", "label").collect()

    assert (value.hex(), n) == (table.mutual_information.hex(), table.n)


def test_sketch_that_is_exact_has_the_bits_of_a_tally(spark):
    """Partial sketches are merged."""
    rows = rows_of("string")
    frame = spark.createDataFrame(rows, "key string, label string").repartition(5)
    sketch = entro.read_state(entro.states(frame, "label", kind="sketch"))

    assert sketch.is_exact
    assert sketch.entropy.hex() == es.Tally([x for _, x in rows if x]).entropy.hex()


def test_frame_without_rows_has_a_result(spark):
    """Zero labels, and no entropy."""
    frame = spark.createDataFrame([], "label string")

    assert [tuple(row) for row in entro.entropy(frame, "label").collect()] == [(None, None, 0, 0)]


def test_tree_predicts_what_it_predicts_on_one_machine(spark):
    """Row by row."""
    from entrostream.tree import VFDTClassifier

    wind = [float(i % 17) for i in range(500)]
    tree = VFDTClassifier()
    tree.learn_many({"wind": wind}, ["stay" if each > 8 else "sail" for each in wind])
    frame = spark.createDataFrame([(each,) for each in wind], "wind double").repartition(3)

    rows = entro.predict(frame, tree.to_bytes()).collect()

    told = tree.predict_many({"wind": [row.wind for row in rows]}).tolist()
    assert [row.prediction for row in rows] == told


def test_errors_come_before_the_job(spark):
    """A column that is not there, and one that cannot be a label."""
    frame = spark.createDataFrame([("a", [1])], "x string, y array<int>")

    with pytest.raises(ValueError, match=r"^there is no column 'z'; there are \['x', 'y'\]$"):
        entro.entropy(frame, "z")
    with pytest.raises(TypeError, match=r"^column 'y' is of type array<int>, which cannot be a la"):
        entro.entropy(frame, "y")


def test_damaged_state_is_named_by_key_and_partition(spark):
    """The job fails with one sentence."""
    frame = spark.createDataFrame([("web", b"?")], "host string, state binary").coalesce(1)

    with pytest.raises(Exception, match=r"key host='web', partition 0: not an entrostream state"):
        entro.merge_states(frame, group_by="host").collect()
