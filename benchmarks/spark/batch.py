"""Entropy per key of Parquet files: Spark with exact states next to Spark SQL, and one process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

import entrostream.spark
from benchmarks.harness.report import Report, Table, Target, power
from benchmarks.spark.cpu_time import timed

Values = dict[str, float]  # the entropy of each key

SCAN, COUNTS, SQL = "es.spark.entropy", "es.spark.entropy, rows", "Spark SQL"
PROCESS, DUCKDB = "es.entropy, one process", "DuckDB, one process"
TOLERANCE = 1e-12  # bits
LIMIT = 1 / 3
FILES = 16
SETTINGS = {
    "spark.driver.memory": "2g",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
}
METHOD = f"""\
CPU seconds of whole processes for the entropy per key of {FILES} Parquet files; strings, which the
files have as dictionaries. On `local[2]`, one session for all (Spark {version("pyspark")}),
driver, JVM and Python workers counted: "{SCAN}", whose executors scan the files themselves;
"{COUNTS}", the plan for frames that are not plain Parquet (here filtered): Spark counts, states
are made of the counts; "{SQL}", two levels of groupBy: counts per key and label,
then sums per key. Without Spark, each started as a process, imports included:
`es.entropy(es.scan(files, "label"), group_by="key")`, and DuckDB. They take turns, after a round
that is not counted (the JVM compiles what runs often). All values were within {TOLERANCE:g}
bits, and those of entrostream the same to the last one."""


@dataclass(frozen=True)
class Case:
    rows: int
    keys: int
    labels: int

    def text(self) -> str:
        return f"{power(self.rows)} rows, {self.keys:,} keys, {self.labels:,} labels"


def report(*, quick: bool) -> Report:
    os.sched_setaffinity(0, range(os.cpu_count() or 1))  # the harness is pinned to one core
    scale, repeats = (20, 1) if quick else (1, 3)
    cases = [Case(50_000_000 // scale, 100, 1000), Case(5_000_000 // scale, 100_000 // scale, 20)]
    method = f"{METHOD} Medians of {repeats} rounds." if repeats > 1 else METHOD
    found = Report("spark/batch", "Entropy per key on Spark", method, 0)
    spark = entrostream.spark.session("local[2]", SETTINGS)
    for case in cases:
        seconds = contest(spark, case, repeats)
        found.tables.append(table(case, seconds))
        found.figures += figures(case, seconds)
        if case is cases[0]:
            ratio = statistics.median(seconds[SCAN]) / statistics.median(seconds[SQL])
            what = f"{SCAN}: CPU time over that of {SQL}, {case.text()}"
            found.targets.append(Target(what, ratio, round(LIMIT, 2), at_least=False))
    spark.stop()
    return found


def contest(spark: SparkSession, case: Case, repeats: int) -> dict[str, list[float]]:
    """Return the CPU seconds of each contestant, one figure per round."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), case)
        frame = spark.read.parquet(folder)
        contestants: dict[str, Callable[[], Values]] = {
            SCAN: lambda: collected(ours(frame)),
            COUNTS: lambda: collected(ours(frame.filter("key IS NOT NULL"))),
            SQL: lambda: collected(two_levels(frame)),
            PROCESS: lambda: in_process(ALONE, folder),
            DUCKDB: lambda: in_process(WITH_DUCKDB, folder),
        }
        check({name: run() for name, run in contestants.items()}, case.keys)
        seconds: dict[str, list[float]] = {name: [] for name in contestants}
        for turn in range(repeats):
            names = list(contestants) if turn % 2 == 0 else list(reversed(contestants))
            for name in names:
                seconds[name].append(timed(contestants[name])[0])
    return seconds


def ours(frame: DataFrame) -> DataFrame:
    return entrostream.spark.entropy(frame, "label", group_by="key", measures="entropy")


def two_levels(frame: DataFrame) -> DataFrame:
    """Return what users of Spark write today."""
    counts = frame.groupBy("key", "label").agg(F.count("*").cast("double").alias("c"))
    n = F.sum("c")
    entropy = F.log2(n) - F.sum(F.col("c") * F.log2("c")) / n
    return counts.groupBy("key").agg(entropy.alias("entropy"))


def collected(frame: DataFrame) -> Values:
    return {row.key: row.entropy for row in frame.collect()}


ALONE = """
import sys
import pyarrow.parquet as pq
import entrostream as es
pq.write_table(es.entropy(es.scan(sys.argv[1], "label"), group_by="key"), sys.argv[2])
"""
WITH_DUCKDB = """
import sys
import duckdb
duckdb.sql("SET enable_progress_bar = false")
entropy = f"SELECT key, entropy(label) AS entropy FROM '{sys.argv[1]}/*.parquet' GROUP BY key"
duckdb.sql(f"COPY ({entropy}) TO '{sys.argv[2]}' (FORMAT parquet)")
"""


def in_process(code: str, folder: str) -> Values:
    """Return what a program writes, run as a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
        subprocess.run([sys.executable, "-c", code, folder, file.name], check=True)
        columns = pq.read_table(file.name).to_pydict()
    return dict(zip(columns["key"], columns["entropy"], strict=True))


def check(answers: dict[str, Values], keys: int) -> None:
    """AssertionError if two answers differ, or two of ours in one bit."""
    first = answers[SCAN]
    assert len(first) == keys
    for name, values in answers.items():
        assert values.keys() == first.keys(), name
        difference = max(abs(values[key] - first[key]) for key in first)
        assert difference <= (0.0 if name in (COUNTS, PROCESS) else TOLERANCE), name


def write_files(folder: Path, case: Case) -> None:
    """Write keys that are equally frequent, and labels by Zipf's law."""
    draw = np.random.default_rng(case.rows)
    weights = 1 / np.arange(1, case.labels + 1) ** 1.1
    shares = np.cumsum(weights / weights.sum())
    names = {
        "key": pa.array([f"key-{number:06d}" for number in range(case.keys)]),
        "label": pa.array([f"label-{number:04d}" for number in range(case.labels)]),
    }
    rows = case.rows // FILES
    for number in range(FILES):
        codes = {
            "key": draw.integers(0, case.keys, rows),
            "label": np.searchsorted(shares[:-1], draw.random(rows), side="right"),
        }
        columns = {name: names[name].take(pa.array(each)) for name, each in codes.items()}
        pq.write_table(pa.table(columns), folder / f"{number}.parquet")


def table(case: Case, seconds: dict[str, list[float]]) -> Table:
    medians = {name: statistics.median(each) for name, each in seconds.items()}
    rows = [
        (name, f"{cpu:.2f}", f"{case.rows / cpu / 1e6:.1f}", f"{cpu / medians[SQL]:.2f}")
        for name, cpu in medians.items()
    ]
    heads = ("", "CPU, s", "million rows per CPU s", f"CPU / {SQL}")
    return Table(case.text(), heads, rows)


def figures(case: Case, seconds: dict[str, list[float]]) -> Sequence[dict[str, object]]:
    return [
        {
            "rows": case.rows,
            "keys": case.keys,
            "labels": case.labels,
            "contestant": name,
            "rounds": len(each),
            "cpu_s": f"{statistics.median(each):.4g}",
            "least_cpu_s": f"{min(each):.4g}",
            "most_cpu_s": f"{max(each):.4g}",
        }
        for name, each in seconds.items()
    ]
