"""Streams by files: one JSON file is one trigger, and the output is what Spark committed."""

from __future__ import annotations

import json
import os
from random import Random

from pyspark.sql import functions as F  # noqa: N812

from tests.spark.streaming.model import Event

SCHEMA = "micros long, host string, label string"
BASE = 1_700_000_000_000_000  # microseconds


def random_batches(number, rows, *, seconds=20, hosts=5, labels=7, seed=1):
    """Return batches of events that overlap in time, so that some are late, with null hosts."""
    draw = Random(seed)
    return [
        [
            Event(
                draw.choice([None, *(f"host{host}" for host in range(hosts))]),
                BASE + int((batch + 3 * draw.random() ** 4) * seconds * 1e6),
                f"label{min(int(draw.expovariate(0.7)), labels - 1)}",
            )
            for _ in range(rows)
        ]
        for batch in range(number)
    ]


def write_batches(folder, batches, first=0):
    """Write a file per batch, in order of time; each is there at once or not at all."""
    folder.mkdir(exist_ok=True)
    for number, batch in enumerate(batches, first):
        hidden = folder / f".{number}"
        rows = [{"micros": e.time, "host": e.key, "label": e.label} for e in batch]
        hidden.write_text("".join(json.dumps(row) + "\n" for row in rows))
        os.utime(hidden, (1e9 + number, 1e9 + number))
        hidden.rename(folder / f"{number:05d}.json")


def read_stream(spark, folder):
    """Return a stream of the files, one in each trigger."""
    raw = spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1).json(str(folder))
    return raw.withColumn("at", F.timestamp_micros("micros"))


def start(result, folder):
    """Start a query that ends when all files are read."""
    return (
        result.writeStream.format("parquet")
        .option("path", str(folder / "output"))
        .option("checkpointLocation", str(folder / "checkpoint"))
        .trigger(availableNow=True)
        .start()
    )


def committed(spark, folder):
    """Return the rows that were committed: Spark reads only files in the log of the sink."""
    frame = spark.read.parquet(str(folder / "output"))
    times = [F.unix_micros(name).alias(name) for name, kind in frame.dtypes if kind == "timestamp"]
    others = [name for name, kind in frame.dtypes if kind != "timestamp"]
    return frame.select(*others, *times).collect()
