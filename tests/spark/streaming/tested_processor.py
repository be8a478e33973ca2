"""A processor with the state and the timers of Spark's own tester, without a JVM."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
from pyspark.sql import types
from pyspark.sql.streaming.tws_tester import TwsTester

import entrostream as es
from entrostream.spark.streaming.arguments import Arguments
from entrostream.spark.streaming.key_columns import KeyColumns
from entrostream.spark.streaming.label_column import LabelColumn
from entrostream.spark.streaming.partial_panes import partial_panes
from entrostream.spark.streaming.query import PROCESSORS
from tests.spark.streaming.model import MEASURES, arrivals

STRING = types.StringType()


def arguments(output, rule, measures=MEASURES, adaptive=None):
    """Return the arguments of a query with string labels and a string key."""
    adaptive = adaptive or es.AdaptiveWindow(missing=rule.missing)
    return Arguments(
        label="label",
        labels=LabelColumn(STRING),
        time="at",
        keys=KeyColumns(("host",), (STRING,)),
        rule=rule,
        lateness=0,
        measures=measures,
        output=output,
        adaptive=adaptive.to_bytes(),
    )


def processor_of(query):
    """Return Spark's tester of the processor of a query; it leaves late rows to the processor."""
    return TwsTester(
        PROCESSORS[query.output](query),
        timeMode="None" if query.output == "running" else "EventTime",
        outputMode="Append",
        eventTimeExtractor=lambda row: 2**62,
    )


def rows_of(query, events):
    """Return events as Spark sends those of a key."""
    if query.output in ("windows", "early"):
        return panes_of(query, events)
    return pd.DataFrame(
        {
            "label": pd.Series([event.label for event in events], dtype=object),
            "time": pd.Series([event.time for event in events], dtype="int64"),
        }
    )


def panes_of(query, events):
    """Return the partial panes of two tasks, each with every other event."""
    frames = []
    for task in (events[::2], events[1::2]):
        columns = {
            "time": pa.array([event.time for event in task], pa.int64()),
            "label": pa.array([event.label for event in task], pa.string()),
        }
        batches = iter([pa.RecordBatch.from_pydict(columns)])
        frames += [each.to_pandas() for each in partial_panes(query.rule, [], "at")(batches)]
    return pd.concat(frames)


def run(query, batches, lateness):
    """Return all rows of the output of each trigger; the last trigger has no rows."""
    spark, found, watermark = processor_of(query), [], 0
    for number, batch in enumerate([*batches, []]):
        reached = arrivals(batches[:number], lateness)[1]
        frames = []
        if reached > watermark and query.output != "running":
            watermark = reached
            frames.append(spark.setWatermark(watermark))
        for key in dict.fromkeys(event.key for event in batch):
            events = [event for event in batch if event.key == key]
            frames.append(spark.testInPandas(f"={key}", rows_of(query, events)))
        found.append([row for frame in frames for row in frame.to_dict("records")])
    return found
