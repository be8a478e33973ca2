"""What the docs say about the speed and the memory of the command line."""

from __future__ import annotations

from benchmarks.command_line.names import (
    AWK,
    COUNTED,
    DUCKDB,
    HELP,
    LIBRARY,
    MILLER,
    OURS,
    PANDAS,
    READERS,
)
from benchmarks.documented.words import paragraph, span, times
from benchmarks.harness.contest import time_ratio
from benchmarks.harness.results import figures

Seconds = dict[str, dict[str, float]]


def seconds(name: str) -> Seconds:
    """Return CPU seconds by case and contestant."""
    found: Seconds = {}
    for row in figures(f"command_line/{name}"):
        found.setdefault(row["case"], {})[row["contestant"]] = float(row["cpu_s"])
    return found


def over(found: Seconds, other: str, ours: str = OURS) -> str:
    """Return how many times the CPU time of another one ours is, over all cases."""
    return span(time_ratio(each[ours], each[other]) for each in found.values())


def overview() -> list[tuple[str, str, str]]:
    """Return task, other contestant and how many times as fast, for the first table of the docs."""
    csv, log = "entropy of a field of a CSV file, a process", "entropy of the hosts of a web log"
    read, stored, tools = seconds("read_csv"), seconds("parquet"), seconds("tools")
    hosts = {case: each for case, each in tools.items() if MILLER in each}
    return [
        (csv, "Polars, only reading the field", faster(read, READERS[0])),
        (csv, "pyarrow, only reading the field", faster(read, READERS[1])),
        (csv, "DuckDB `entropy`", faster(read, DUCKDB)),
        (csv, "pandas `value_counts`", faster(read, PANDAS)),
        ("entropy of strings in a Parquet file", "Polars `group_by`", faster(stored, COUNTED)),
        ("entropy of strings in a Parquet file", "DuckDB `entropy`", faster(stored, DUCKDB)),
        (log, "Miller", faster(hosts, MILLER)),
        (log, "awk, which splits lines at spaces", faster(hosts, AWK)),
    ]


def faster(found: Seconds, other: str) -> str:
    return span(time_ratio(each[other], each[OURS]) for each in found.values())


def in_words() -> str:
    read, stored = seconds("read_csv"), seconds("parquet")
    polars, arrow = READERS
    peak = max(float(row["peak_mib"]) for row in figures("command_line/memory"))
    return paragraph(
        f"""The entropy of one field of a CSV file with 10 million rows takes
        {times(min(each[OURS] for each in read.values()))} (one column) to
        {times(max(each[OURS] for each in read.values()))} (five columns) seconds of CPU time:
        {over(read, arrow)} times that of a program that only reads the field with pyarrow, and
        {over(read, polars)} times that of one that reads it with Polars. DuckDB and pandas compute
        the same entropy faster, with the column in memory: entrostream takes
        {over(read, DUCKDB)} and {over(read, PANDAS)} times their CPU time. Strings in a Parquet
        file take {over(stored, COUNTED)} times the CPU time of Polars, which reads and counts
        them; in Python, `es.entropy(es.scan(...))` takes {over(stored, COUNTED, LIBRARY)} times.
        100 million lines through a pipe take {peak:.0f} MiB of memory at the peak. {start()}
        [Comparison with GoAccess, Miller and datamash](benchmarks.md#command-line)"""
    )


def start() -> str:
    (found,) = seconds("start").values()
    return f"`{HELP}` takes {found[HELP]:.2f} seconds of CPU time."
