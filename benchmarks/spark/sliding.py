"""Sliding windows of a stream on Spark: panes of exact states next to SQL's window()."""

from __future__ import annotations

import os
import tempfile
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

import entrostream.spark
from benchmarks.harness.report import Report, Table, Target, power, short
from benchmarks.spark.cpu_time import timed

WINDOW = 120  # seconds
SPAN = 480  # seconds of event time
KEYS, LABELS, FILES = 100, 1000, 4
BASE = 1_700_000_040  # seconds; a multiple of the window
SCHEMA = "at timestamp, key string, label string"
OVERLAPS = (1, 12, 60)
STREAM, SQL, BATCH = "stream", "SQL, streaming", "SQL, batch"
CASES = {  # by the number of rows; SQL takes half an hour of CPU time for the last
    500_000: (OVERLAPS, (STREAM, SQL, BATCH)),
    5_000_000: (OVERLAPS, (STREAM, BATCH)),
    50_000_000: ((60,), (STREAM, BATCH)),
}
TOLERANCE = 1e-12  # bits
LIMIT = 0.2
Windows = dict[tuple[str, int], tuple[int, float]]
SETTINGS = {
    "spark.driver.memory": "4g",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": 2,
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
METHOD = f"""\
CPU seconds of the driver, the JVM and the Python workers on `local[2]` (Spark
{version("pyspark")}), for the entropy, the Gini index and the number of rows of windows of
{WINDOW} s per key; {KEYS} keys, {LABELS} labels (Zipf),
{SPAN} s of event time in {FILES} Parquet files in order of time. "{STREAM}" is
`entrostream.spark.stream`: one file in each trigger, state in RocksDB, output to Parquet. "{SQL}"
is the same stream by `window()`: counts per window, key and label, then sums per window and key.
"{BATCH}" is that query over all files at once, without state, triggers and checkpoints. Overlaps
are the windows that a row is in. All ran once on a few rows before they were timed, and each was
timed once. The windows of all had the same numbers of rows, and entropies within {TOLERANCE:g}
bits; those that are open at the end, which only "{BATCH}" gives, were left out."""


def report(*, quick: bool) -> Report:
    found = Report("spark/sliding", "Sliding windows on Spark", METHOD, 0)
    cases = {rows // 100: case for rows, case in CASES.items()} if quick else CASES
    spark = entrostream.spark.session("local[2]", SETTINGS)
    contest(spark, 5000, OVERLAPS, (STREAM, SQL, BATCH))
    seconds = {rows: contest(spark, rows, *case) for rows, case in cases.items()}
    spark.stop()
    found.figures = [
        {"rows": rows, "overlaps": overlaps, "contestant": name, "cpu_seconds": f"{each:.1f}"}
        for rows, by_overlaps in seconds.items()
        for overlaps, by_name in by_overlaps.items()
        for name, each in by_name.items()
    ]
    found.tables = [table(rows, each) for rows, each in seconds.items()]
    found.targets = [
        target(rows, each, name)
        for (rows, each), name in zip(seconds.items(), (SQL, BATCH, BATCH), strict=True)
    ]
    return found


def contest(
    spark: SparkSession, rows: int, all_overlaps: tuple[int, ...], names: tuple[str, ...]
) -> dict[int, dict[str, float]]:
    """Return the CPU seconds of each contestant by the number of overlaps."""
    found: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder) / "input", rows)
        for overlaps in all_overlaps:
            results = {name: run(name, spark, Path(folder) / "input", overlaps) for name in names}
            require_same({name: windows for name, (_, windows) in results.items()})
            found[overlaps] = {name: seconds for name, (seconds, _) in results.items()}
    return found


def run(name: str, spark: SparkSession, files: Path, overlaps: int) -> tuple[float, Windows]:
    """Return the CPU seconds of a contestant, and its windows."""
    output = files.parent / f"{overlaps} {name}"
    seconds, _ = timed(lambda: RUN[name](spark, files, output, overlaps))
    return seconds, windows_in(spark, output)


def write_files(folder: Path, rows: int) -> None:
    """Write the rows in order of time."""
    rng = np.random.default_rng(3)
    shares = 1 / np.arange(1, LABELS + 1)
    times = BASE * 10**6 + np.sort(rng.integers(0, SPAN * 10**6, rows))
    keys, labels = rng.integers(0, KEYS, rows), rng.choice(LABELS, rows, p=shares / shares.sum())
    table = pa.table(
        {
            "at": pa.array(times, pa.timestamp("us", "UTC")),
            "key": named("key", KEYS, keys),
            "label": named("label", LABELS, labels),
        }
    )
    folder.mkdir()
    bounds = np.linspace(0, rows, FILES + 1, dtype=int)
    for number, (first, end) in enumerate(pairwise(bounds)):
        file = folder / f"{number}.parquet"
        pq.write_table(table.slice(first, end - first), file)
        os.utime(file, (1e9 + number, 1e9 + number))


def named(name: str, number: int, codes: np.ndarray) -> pa.DictionaryArray:
    names = pa.array([f"{name}{code}" for code in range(number)])
    return pa.DictionaryArray.from_arrays(pa.array(codes), names)


# ------------------------------------------------------------------ contestants


def by_stream(spark: SparkSession, files: Path, output: Path, overlaps: int) -> None:
    found = entrostream.spark.stream(
        read_stream(spark, files),
        "label",
        time="at",
        group_by="key",
        window=WINDOW,
        slide=WINDOW // overlaps,
        measures=("entropy", "gini", "n"),
    )
    drain(found.drop("end", "late"), output)


def by_sql_stream(spark: SparkSession, files: Path, output: Path, overlaps: int) -> None:
    rows = read_stream(spark, files).withWatermark("at", "0 seconds")
    drain(by_window(rows, overlaps), output)


def by_sql(spark: SparkSession, files: Path, output: Path, overlaps: int) -> None:
    rows = spark.read.schema(SCHEMA).parquet(str(files))
    by_window(rows, overlaps).write.parquet(str(output / "output"))


RUN = {STREAM: by_stream, SQL: by_sql_stream, BATCH: by_sql}


def read_stream(spark: SparkSession, files: Path) -> DataFrame:
    reader = spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1)
    return reader.parquet(str(files))


def drain(found: DataFrame, output: Path) -> None:
    """Run a query until all files are read."""
    query = (
        found.writeStream.format("parquet")
        .option("path", str(output / "output"))
        .option("checkpointLocation", str(output / "checkpoint"))
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()


def by_window(rows: DataFrame, overlaps: int) -> DataFrame:
    window = F.window("at", f"{WINDOW} seconds", f"{WINDOW // overlaps} seconds")
    counts = rows.groupBy(window.alias("window"), "key", "label").agg(
        F.count("*").cast("double").alias("c")
    )
    c, n = F.col("c"), F.sum("c")
    return (
        counts.groupBy("window", "key")
        .agg(
            (F.log2(n) - F.sum(c * F.log2(c)) / n).alias("entropy"),
            (1 - F.sum(c * c) / (n * n)).alias("gini"),
            n.cast("long").alias("n"),
        )
        .select("key", F.col("window.start").alias("start"), "entropy", "gini", "n")
    )


# ------------------------------------------------------------------ results


def windows_in(spark: SparkSession, output: Path) -> Windows:
    """Return the number of rows and the entropy by key and start."""
    rows = spark.read.parquet(str(output / "output"))
    chosen = rows.select("key", F.unix_micros("start"), "n", "entropy").collect()
    return {(key, start): (n, entropy) for key, start, n, entropy in chosen}


def require_same(results: dict[str, Windows]) -> None:
    ours = results[STREAM]
    for name, theirs in results.items():
        complete = theirs if name != BATCH else {each: theirs[each] for each in ours}
        if complete.keys() != ours.keys():
            raise AssertionError(f"{name} gives {len(complete)} windows, {STREAM} {len(ours)}")
        for window, (n, entropy) in complete.items():
            if n != ours[window][0] or abs(entropy - ours[window][1]) > TOLERANCE:
                raise AssertionError(f"{name} differs in {window}: {n}, {entropy}, {ours[window]}")


def table(rows: int, seconds: dict[int, dict[str, float]]) -> Table:
    names = list(next(iter(seconds.values())))
    lines = [
        (
            overlaps,
            *(short(each[name]) for name in names),
            *(f"{each[STREAM] / each[name]:.2f}" for name in names[1:]),
        )
        for overlaps, each in seconds.items()
    ]
    ratios = [f"{STREAM} over {name}" for name in names[1:]]
    return Table(f"CPU seconds, {power(rows)} rows", ("overlaps", *names, *ratios), lines)


def target(rows: int, seconds: dict[int, dict[str, float]], name: str) -> Target:
    most = max(seconds)
    ratio = seconds[most][STREAM] / seconds[most][name]
    what = f"{most} overlaps, {power(rows)} rows: {STREAM} over {name}"
    return Target(what, ratio, LIMIT, at_least=False)
