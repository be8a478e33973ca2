"""States as a column merge to the state of one machine, and come home as summaries."""

import random

import pytest

import entrostream as es
from tests.spark.availability import require_spark
from tests.spark.frames import frame_of, tallies_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402

DRAW = random.Random(7)
ROWS = [
    (DRAW.choice(["north", "south"]), DRAW.randrange(4), DRAW.choice(["a", "b", "c", None]))
    for _ in range(300)
]
SCHEMA = "site string, hour long, label string"


@pytest.mark.parametrize("partitions", [1, 7, 64])
def test_states_merge_to_those_of_one_machine(spark, partitions):
    """Hours to days, then sites to all: every state has the bytes of one machine."""
    frame = frame_of(spark, ROWS, SCHEMA, partitions)
    hours = es.spark.states(frame, "label", group_by=["site", "hour"])
    days = es.spark.merge_states(hours, group_by="site")
    everything = es.spark.merge_states(days)

    found = {(row.site,): bytes(row.state) for row in days.collect()}
    expected = tallies_of([(site, label) for site, _, label in ROWS])
    assert found == {key: each.to_bytes() for key, each in expected.items()}
    (whole,) = tallies_of([(label,) for _, _, label in ROWS]).values()
    assert es.spark.read_state(everything).to_bytes() == whole.to_bytes()


def test_merged_states_are_measured(spark):
    """Without being collected."""
    hours = es.spark.states(frame_of(spark, ROWS, SCHEMA), "label", group_by=["site", "hour"])

    days = es.spark.merge_states(hours, group_by="site", measures=["entropy", "n"])

    expected = tallies_of([(site, label) for site, _, label in ROWS])
    assert days.columns == ["site", "state", "entropy", "n"]
    assert {(row.site,): (row.entropy.hex(), row.n) for row in days.collect()} == {
        key: (each.entropy.hex(), each.n) for key, each in expected.items()
    }


def test_tables_of_pairs_merge(spark):
    """Contingency tables have the bytes of one machine, too."""
    frame = frame_of(spark, ROWS, SCHEMA, 5)
    table = es.ContingencyTable(missing="skip")
    for _, hour, label in ROWS:
        table.update(hour, label)

    sites = es.spark.states(frame, ["hour", "label"], group_by="site", kind="contingency")
    merged = es.spark.merge_states(sites, measures="mutual_information")

    (row,) = merged.collect()
    assert es.spark.read_state(row).to_bytes() == table.to_bytes()
    assert row.mutual_information.hex() == table.mutual_information.hex()


def test_sketches_take_the_memory_they_may(spark):
    """With more labels than fit, each state stays within it, and the estimate is near."""
    frame = spark.range(60_000).selectExpr("id % 2 AS key", "id % 20000 AS label").repartition(4)

    states = es.spark.states(frame, "label", group_by="key", kind="sketch", memory="16KiB")

    for row in states.collect():
        sketch = es.spark.read_state(row)
        assert not sketch.is_exact
        assert len(row.state) <= 16 << 10
        assert sketch.n == 30_000
        low, high = sketch.entropy_estimate().interval(0.9999)
        assert low < es.Tally(range(10_000)).entropy < high


def test_sketch_depends_on_the_partitions_and_on_nothing_else(spark):
    """The order in which a shuffle delivers partial states changes no byte."""
    frame = spark.range(0, 20_000, 1, 8).selectExpr("id % 5000 AS label")
    found = {
        bytes(es.spark.states(frame, "label", kind="sketch", memory="4KiB").collect()[0].state)
        for _ in range(2)
    }

    assert len(found) == 1


def test_state_comes_home_as_bytes_row_or_frame():
    """Whatever holds it."""
    from pyspark.sql import Row

    tally = es.Tally("abb")

    assert es.spark.read_state(tally.to_bytes()) == tally
    assert es.spark.read_state(bytearray(tally.to_bytes())) == tally
    assert es.spark.read_state(Row(host="web", state=tally.to_bytes())) == tally
    assert es.spark.read_state(Row(held=tally.to_bytes()), column="held") == tally


def test_merging_no_states_gives_no_row(spark):
    """What it would be a state of is unknown."""
    frame = frame_of(spark, [], "site string, state binary")

    assert es.spark.merge_states(frame).collect() == []
    assert es.spark.merge_states(frame, group_by="site").collect() == []
