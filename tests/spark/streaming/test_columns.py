"""Keys and labels arrive as they were, of all types."""

import datetime as dt
import math
from decimal import Decimal

import pytest

pytest.importorskip("pyspark")

from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import BinaryType, StructField, StructType

import entrostream as es
from entrostream.spark.streaming.key_columns import KeyColumns
from entrostream.spark.streaming.label_column import LabelColumn
from entrostream.spark.streaming.panes import PaneRule
from entrostream.spark.streaming.partial_panes import pane_type, partial_panes

INSTANT = dt.datetime(2026, 11, 18, 1, 2, 3, 456789)
VALUES = {
    "string": ["", "=", "NaN", "null", "é", None],
    "binary": [b"", b"\x00\xff", None],
    "boolean": [True, False, None],
    "tinyint": [-128, 127, None],
    "bigint": [2**63 - 1, 2**53 + 1, 0, None],
    "float": [0.1, 1e30, None],
    "double": [0.1, 1e300, -math.inf, 5e-324, None],
    "decimal(20,3)": [Decimal("1.200"), Decimal("-12345678901234567.891"), None],
    "date": [dt.date(1, 1, 1), dt.date(2026, 11, 18), None],
    "timestamp": [INSTANT, INSTANT + dt.timedelta(microseconds=1), None],
    "timestamp_ntz": [INSTANT, INSTANT + dt.timedelta(microseconds=1), None],
}


@pytest.mark.parametrize("kind", VALUES)
def test_keys_come_back(spark, kind):
    """To the last bit, null among them; as strings they are different."""
    frame = spark.createDataFrame([(each,) for each in VALUES[kind]], f"`a.b` {kind}")
    keys = KeyColumns(("a.b",), (frame.schema["a.b"].dataType,))

    sent = frame.select(*keys.encoded(frame))
    back = sent.select(*keys.decoded(sent))

    assert back.schema["a.b"].dataType == frame.schema["a.b"].dataType
    assert [row[0] for row in back.collect()] == [row[0] for row in frame.collect()]
    assert len({row[0] for row in sent.collect()}) == len(VALUES[kind])


def test_zeros_and_nans_are_one_key_each(spark):
    """As in GROUP BY."""
    frame = spark.createDataFrame([(0.0,), (-0.0,), (math.nan,), (-math.nan,)], "x double")
    keys = KeyColumns(("x",), (frame.schema["x"].dataType,))
    assert [row[0] for row in frame.select(*keys.encoded(frame)).collect()] == [
        "=0.0",
        "=0.0",
        "=NaN",
        "=NaN",
    ]


def test_labels_are_those_of_one_machine(spark):
    """Counted by a tally in a Python worker, as a stream counts them."""
    rows = max(map(len, VALUES.values()))
    padded = [[each[place % len(each)] for each in VALUES.values()] for place in range(rows)]
    names = [f"x{place}" for place in range(len(VALUES))]
    schema = ", ".join(f"{name} {kind}" for name, kind in zip(names, VALUES, strict=True))
    frame = spark.createDataFrame(padded, schema)

    for place, (name, kind) in enumerate(zip(names, VALUES, strict=True)):
        labels = [row[place] for row in padded]
        on_one_machine = es.Tally(expected(labels, kind), missing="label")
        assert tallied(frame, name) == on_one_machine, kind
        assert in_a_pane(frame, name) == on_one_machine, kind


def tallied(frame, name):
    """Return the counts of a column that went through pandas."""
    column = LabelColumn(frame.schema[name].dataType)

    def count(frames):
        import pandas as pd

        tally = es.Tally(missing="label")
        for each in frames:
            tally.update_many(column.decoded(each))
        yield pd.DataFrame({"state": [tally.to_bytes()]})

    sent = frame.select(*column.encoded(frame[name])).coalesce(1)
    state = StructType([StructField("state", BinaryType())])
    return es.Tally.from_bytes(bytes(sent.mapInPandas(count, state).collect()[0][0]))


def in_a_pane(frame, name):
    """Return the counts of a column in the only pane of its rows."""
    column = LabelColumn(frame.schema[name].dataType)
    rows = frame.select(F.lit(0).cast("long").alias("time"), column.plain(frame[name]))
    count = partial_panes(PaneRule(10, 10, "label"), [], "at")
    (pane,) = rows.coalesce(1).mapInArrow(count, pane_type([])).collect()
    assert (pane["pane"], pane["rows"]) == (0, frame.count())
    return es.Tally.from_bytes(bytes(pane["state"]))


def expected(labels, kind):
    """Return labels as Python has them; timestamps of Spark are instants."""
    if kind == "float":
        import numpy as np

        return [None if x is None else float(np.float32(x)) for x in labels]
    if kind == "timestamp":
        return [None if x is None else x.astimezone(dt.timezone.utc) for x in labels]
    return labels
