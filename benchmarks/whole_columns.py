"""What the entropy of a whole column costs: NumPy, pandas, Arrow, Polars, DuckDB compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target, power

OURS = "entrostream"
THREADED = ("Arrow", "Polars", "DuckDB")  # the peers that use more than one thread
INTEGERS = ("int64", "int32")
STRINGS = (
    "Arrow string",
    "Arrow large_string",
    "Arrow dictionary",
    "pandas str",
    "pandas object",
    "pandas category",
    "Polars String",
    "Polars Categorical",
    "Polars Enum",
    "NumPy str",
    "NumPy bytes",
)
ZIPF, UNIFORM = "1,000 labels, Zipf", "100,000 labels"
STREAMS = {
    "10 labels": (10, False, INTEGERS),
    "1,000 labels": (1000, False, INTEGERS),
    ZIPF: (1000, True, (*INTEGERS, *STRINGS)),
    UNIFORM: (100_000, False, (*INTEGERS, *STRINGS)),
    "100,000 labels, Zipf": (100_000, True, INTEGERS),
}

METHOD = """\
Nanoseconds per row for the entropy in bits of one column. entrostream: a fresh `es.Tally()`,
`update_many(column)`, `.entropy`; its labels are Python's own objects then, and more columns could
follow. The peers count the distinct values (np.bincount, np.unique, pandas `value_counts`, Arrow
`value_counts`, Polars `unique_counts` and `value_counts`) and NumPy makes the entropy of the
counts, or they have a function for it (DuckDB `entropy`). Everybody reads a column of its own kind
if it has one: DuckDB its own table, but a frame where the column is pandas'. Strings are "label0",
"label1", ...; without a word on Zipf all labels are equally likely. In the first table everybody
has one thread and the clock is CPU time. In the second the peers have all cores and the clock is
wall time, which other work on the machine disturbs; entrostream has one thread there too."""


def report(*, quick: bool) -> Report:
    rows, repeats = (10**6, 3) if quick else (10**7, 7)
    found = Report("whole_columns", "The entropy of a whole column", METHOD, repeats)
    times, differences = {}, []
    for case, column in columns(rows):
        times[case], difference = hold(
            contestants(column, case[0]), events=rows, repeats=repeats, tolerance=1e-9
        )
        differences.append(difference)
        found.record(" ".join(case), times[case])
    threaded = with_all_threads(rows, repeats)
    found.tables = [one_thread_table(times, rows), all_threads_table(threaded)]
    found.targets = targets(times)
    found.method += f" Largest difference: {max(differences):.1e} bits."
    return found


def columns(rows: int) -> Iterator[tuple[tuple[str, str], Any]]:
    for stream, (labels, zipf, kinds) in STREAMS.items():
        codes = draw(labels, rows, zipf=zipf)
        names = np.array([f"label{i}" for i in range(labels)])
        for kind in kinds:
            yield (kind, stream), column_of(kind, codes, names)


def draw(labels: int, rows: int, *, zipf: bool) -> np.ndarray:
    rng = np.random.default_rng(labels)
    if not zipf:
        return rng.integers(0, labels, rows)
    shares = np.cumsum(1 / np.arange(1, labels + 1))
    return np.searchsorted(shares, rng.random(rows) * shares[-1]).clip(max=labels - 1)


def column_of(kind: str, codes: np.ndarray, names: np.ndarray) -> Any:
    words = pa.array(names.tolist())
    make: dict[str, Callable[[], Any]] = {
        "int64": lambda: codes,
        "int32": lambda: codes.astype(np.int32),
        "Arrow string": lambda: words.take(pa.array(codes)),
        "Arrow large_string": lambda: words.take(pa.array(codes)).cast(pa.large_string()),
        "Arrow dictionary": lambda: pa.DictionaryArray.from_arrays(
            pa.array(codes.astype(np.int32)), words
        ),
        "pandas str": lambda: pd.Series(names[codes], dtype="str"),
        "pandas object": lambda: pd.Series(names.astype(object)[codes], dtype=object),
        "pandas category": lambda: pd.Series(pd.Categorical.from_codes(codes, names)),
        "Polars String": lambda: pl.Series("x", words.take(pa.array(codes))),
        "Polars Categorical": lambda: pl.Series("x", words.take(pa.array(codes))).cast(
            pl.Categorical
        ),
        "Polars Enum": lambda: pl.Series("x", words.take(pa.array(codes))).cast(
            pl.Enum(names.tolist())
        ),
        "NumPy str": lambda: names[codes],
        "NumPy bytes": lambda: names.astype("S")[codes],
    }
    return make[kind]()


def contestants(column: Any, kind: str, threads: int = 1) -> list[Contestant]:
    runs = {OURS: ours, **peers(column, kind, threads)}
    return [Contestant(name, run, lambda: column) for name, run in runs.items()]


def ours(column: Any) -> float:
    tally = es.Tally()
    tally.update_many(column)
    return tally.entropy


def bits(counts: Any) -> float:
    """Return the entropy of counts, as one writes it with NumPy."""
    held = np.asarray(counts)
    held = held[held > 0].astype(np.float64)
    events = held.sum()
    return float(np.log2(events) - held @ np.log2(held) / events)


def peers(column: Any, kind: str, threads: int) -> dict[str, Callable[[Any], float]]:
    """Return those that can read the column, each with what it reads made beforehand."""
    library = kind.split()[0]
    if library == "NumPy":
        return {"NumPy unique": numpy_unique}
    if library == "pandas":
        frame = column.to_frame("x")
        return {"pandas": pandas(column), "DuckDB": duckdb_entropy(frame, threads, copy=False)}
    if library == "Polars":
        return {**polars(column), "DuckDB": duckdb_entropy(column.to_frame("x"), threads)}
    arrow = column if library == "Arrow" else pa.array(column)
    series = pd.Series(pd.arrays.ArrowExtensionArray(arrow) if library == "Arrow" else column)
    found = {
        "pandas": pandas(series),
        "Arrow": lambda _: bits(arrow.value_counts().field(1)),
        **polars(pl.Series("x", arrow)),
        "DuckDB": duckdb_entropy(pa.table({"x": arrow}), threads),
    }
    if library in INTEGERS:
        found |= {"NumPy bincount": lambda codes: bits(np.bincount(codes))}
        found |= {"NumPy unique": numpy_unique}
    return found


def numpy_unique(column: np.ndarray) -> float:
    return bits(np.unique(column, return_counts=True)[1])


def pandas(series: pd.Series) -> Callable[[Any], float]:
    return lambda _: bits(series.value_counts(sort=False).to_numpy())


def polars(series: pl.Series) -> dict[str, Callable[[Any], float]]:
    return {
        "Polars unique_counts": lambda _: bits(series.unique_counts().to_numpy()),
        "Polars value_counts": lambda _: bits(series.value_counts()["count"].to_numpy()),
    }


def duckdb_entropy(frame: Any, threads: int, *, copy: bool = True) -> Callable[[Any], float]:
    connection = duckdb.connect(config={"threads": threads})
    connection.register("given", frame)
    if copy:
        connection.execute("create table own as select x from given")
    query = f"select entropy(x) from {'own' if copy else 'given'}"
    return lambda _: connection.execute(query).fetchone()[0]


def fastest(times: Times) -> str:
    return min((name for name in times.rounds if name != OURS), key=times.median)


def one_thread_table(times: dict[tuple[str, str], Times], rows: int) -> Table:
    lines = []
    for (kind, stream), each in times.items():
        rival = fastest(each)
        ratio = each.ratio(rival, OURS)
        others = "; ".join(
            f"{name} {each.median(name):.1f}" for name in each.rounds if name not in (OURS, rival)
        )
        lines.append(
            (
                f"{kind}, {stream}",
                f"{each.median(OURS):.2f}",
                f"{rival} {each.median(rival):.2f}",
                f"{ratio:.2f}" if ratio >= 1 else f"**{ratio:.2f}**",
                others,
            )
        )
    heads = ("", OURS, "fastest peer", "fastest peer / entrostream", "the others")
    return Table(f"One thread each, {power(rows)} rows: ns of CPU time per row", heads, lines)


def targets(times: dict[tuple[str, str], Times]) -> list[Target]:
    found = []
    for what, kinds in (("integers", INTEGERS), ("strings", STRINGS)):
        worst, where = min(
            (each.ratio(fastest(each), OURS), f"{case[0]}, {case[1]}, {fastest(each)}")
            for case, each in times.items()
            if case[0] in kinds
        )
        found.append(Target(f"{what}: speed over the fastest peer, worst case ({where})", worst, 1))
    return found


def with_all_threads(rows: int, repeats: int) -> dict[tuple[str, str], dict[str, list[float]]]:
    """Time again in a process of its own, which may use all cores.

    Polars makes its threads once, when it is first used. Gives for each case and contestant the
    wall and the CPU time, in nanoseconds per row.
    """
    with all_cores():
        answer = subprocess.run(
            [sys.executable, "-m", "benchmarks.whole_columns", str(rows), str(repeats)],
            cwd=Path(__file__).resolve().parents[1],
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    return {tuple(case): found for case, found in json.loads(answer.stdout)}


@contextmanager
def all_cores() -> Iterator[None]:
    """Let processes that start meanwhile, and all their threads, run on every core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    pinned = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, pinned)


def main() -> None:
    """Print what `with_all_threads` reads."""
    rows, repeats = map(int, sys.argv[1:])
    cores = os.cpu_count() or 1
    pa.set_cpu_count(cores)
    found = []
    for case, column in columns(rows):
        runs = [
            each
            for each in contestants(column, case[0], cores)
            if each.name == OURS or each.name.split()[0] in THREADED
        ]
        times = {each.name: [median(part) for part in clocks(each, repeats)] for each in runs}
        found.append((case, {name: [t / rows for t in pair] for name, pair in times.items()}))
    print(json.dumps(found))


def clocks(contestant: Contestant, repeats: int) -> tuple[list[int], list[int]]:
    walls, cpus = [], []
    given = contestant.prepare()
    for _ in range(repeats):
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        contestant.run(given)
        walls.append(time.perf_counter_ns() - wall)
        cpus.append(time.process_time_ns() - cpu)
    return walls, cpus


def fastest_threaded(found: dict[str, list[float]]) -> str | None:
    return min(
        (name for name in found if name != OURS), key=lambda name: found[name][0], default=None
    )


def all_threads_table(threaded: dict[tuple[str, str], dict[str, list[float]]]) -> Table:
    lines = []
    for (kind, stream), found in threaded.items():
        rival = fastest_threaded(found)
        if rival is None:
            continue
        wall, cpu = found[OURS]
        rival_wall, rival_cpu = found[rival]
        lines.append(
            (
                f"{kind}, {stream}",
                f"{wall:.2f}",
                f"{cpu:.2f}",
                rival,
                f"{rival_wall:.2f}",
                f"{rival_cpu:.2f}",
                f"{rival_wall / wall:.2f}",
                f"{rival_cpu / cpu:.2f}",
            )
        )
    heads = (
        "",
        f"{OURS}, wall",
        "CPU",
        "fastest peer with threads",
        "its wall",
        "its CPU",
        "wall / wall",
        "CPU / CPU",
    )
    caption = f"Peers with all {os.cpu_count()} cores, entrostream with one: ns per row"
    return Table(caption, heads, lines)


def threaded_wall(found: dict[str, list[float]]) -> float:
    rival = fastest_threaded(found)
    return float("nan") if rival is None else found[rival][0]


if __name__ == "__main__":
    main()
