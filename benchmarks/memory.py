"""How much memory the column functions take beyond what goes in and what comes out."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import entrostream as es
from benchmarks.harness.report import Report, Table, Target, power

LIMIT = 64  # MiB
LABELS = 1000
WINDOW = 1000
BLOCK = 1 << 20  # rows made at once
SMALL = 2000  # rows of a first call, before anything is measured

METHOD = f"""\
MiB at the peak beyond the input and the output, of a fresh process each: the peak of the resident
memory during the call (VmHWM, reset before it), less what was resident before the call and less
the bytes of the result. A call with {SMALL:,} rows goes before, which loads what the libraries load
late. Columns of {LABELS} labels in random order, windows of {WINDOW} rows;
strings are Arrow strings of eleven letters. A file is Parquet in groups of {BLOCK:,} rows, read by
`es.scan` in its usual batches; each result is dropped when the next is taken, and nothing is
subtracted but what was resident before. Limit: at most {LIMIT} MiB and the distinct labels and
the window, which are small here."""


# Input, made block by block so that nothing else is left behind.


def blocks(rows: int) -> Iterator[tuple[int, np.ndarray]]:
    draw = np.random.default_rng(1)
    for first in range(0, rows, BLOCK):
        yield first, draw.integers(0, LABELS, min(BLOCK, rows - first))


def integers(rows: int) -> np.ndarray:
    column = np.empty(rows, np.int64)
    for first, codes in blocks(rows):
        column[first : first + len(codes)] = codes
    return column


def series(rows: int) -> pd.Series:
    return pd.Series(integers(rows), copy=False)


def strings(rows: int) -> pa.Array:
    names = np.array([f"source-{label:04d}" for label in range(LABELS)], "S11")
    letters = np.empty(rows, "S11")
    for first, codes in blocks(rows):
        letters[first : first + len(codes)] = names[codes]
    offsets = np.arange(0, (rows + 1) * 11, 11, np.int32)
    return pa.StringArray.from_buffers(rows, pa.py_buffer(offsets), pa.py_buffer(letters))


def with_gaps(rows: int) -> np.ndarray:
    column = np.empty(rows)
    for first, codes in blocks(rows):
        column[first : first + len(codes)] = np.where(codes == 7, np.nan, codes)
    return column


def timed(rows: int) -> tuple[np.ndarray, np.ndarray]:
    return integers(rows), np.arange(rows).astype("M8[ms]")


def keyed(rows: int) -> tuple[np.ndarray, np.ndarray]:
    return integers(rows), np.arange(rows, dtype=np.int32) % 100


IN_MEMORY: dict[str, tuple[Callable[[int], Any], Callable[[Any], Any]]] = {
    "rolling_entropy, integers": (integers, lambda x: es.rolling_entropy(x, WINDOW)),
    "rolling_entropy, strings": (strings, lambda x: es.rolling_entropy(x, WINDOW)),
    "rolling_entropy, numbers with gaps": (with_gaps, lambda x: es.rolling_entropy(x, WINDOW)),
    "rolling_entropy, every tenth row": (
        integers,
        lambda x: es.rolling_entropy(x, WINDOW, step=10),
    ),
    "rolling_entropy, 1 s of time, 5 rows or more": (
        timed,
        lambda x: es.rolling_entropy(x[0], "1s", times=x[1], min_periods=5),
    ),
    "rolling_entropy, 100 groups": (
        keyed,
        lambda x: es.rolling_entropy(x[0], WINDOW, group_by=x[1]),
    ),
    "rolling_entropy, 50 bins": (
        integers,
        lambda x: es.rolling_entropy(x, WINDOW, bins=50),
    ),
    "rolling, six measures, integers": (integers, lambda x: es.rolling(x, WINDOW)),
    "rolling, six measures, a pandas column": (series, lambda x: es.rolling(x, WINDOW)),
    "rolling_divergence, integers": (
        integers,
        lambda x: es.rolling_divergence(x, WINDOW, reference="previous"),
    ),
    "fading_entropy, integers": (integers, lambda x: es.fading_entropy(x, fading_factor=0.999)),
    "expanding_entropy, integers": (integers, es.expanding_entropy),
    "expanding_entropy, strings": (strings, es.expanding_entropy),
    "entropy, integers": (integers, es.entropy),
    "entropy, strings": (strings, es.entropy),
    "entropy, 50 bins": (integers, lambda x: es.entropy(x, bins=50)),
}


def last(results: Iterator[Any]) -> int:
    """Return how many rows came, of which none is kept."""
    return sum(len(result) for result in results)


FROM_FILE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    f"{name}, {kind}": (column, work)
    for kind, column in {
        "integers": "code",
        "strings": "source",
        "strings without a dictionary": "plain",
    }.items()
    for name, work in {
        "rolling_entropy": lambda chunks: last(es.rolling_entropy(chunks, WINDOW)),
        "expanding_entropy": lambda chunks: last(es.expanding_entropy(chunks)),
        "entropy": es.entropy,
    }.items()
}


def small_file(path: Path) -> Path:
    return path.with_name("small.parquet")


def write_file(path: Path, rows: int) -> None:
    names = pa.array([f"source-{label:04d}" for label in range(LABELS)])
    schema = pa.schema([("code", pa.int64()), ("source", pa.string()), ("plain", pa.string())])
    with pq.ParquetWriter(path, schema, use_dictionary=["source"]) as writer:
        for _, codes in blocks(rows):
            source = names.take(pa.array(codes))
            writer.write_table(pa.table([codes, source, source], schema=schema))


# One case, in a process of its own.


def resident(what: str) -> float:
    """Return VmRSS or VmHWM of this process, MiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024


def output_size(result: Any) -> float:
    """Return how many MiB a result in memory takes."""
    if isinstance(result, dict):
        return sum(map(output_size, result.values()))
    if isinstance(result, pd.DataFrame):
        return float(result.memory_usage(index=False).sum()) / 2**20
    return getattr(result, "nbytes", 0) / 2**20


def measure(case: str, rows: int, path: str) -> float:
    """Return the MiB at the peak beyond input and output."""
    if path:
        column, work = FROM_FILE[case]

        def make(rows: int) -> es.Chunks:
            return es.scan(
                small_file(Path(path)) if rows == SMALL else path, column, progress=False
            )
    else:
        make, work = IN_MEMORY[case]
    work(make(SMALL))  # loads what the libraries load late
    given = make(rows)
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = resident("VmRSS")
    result = work(given)
    return resident("VmHWM") - before - output_size(result)


def peak(case: str, rows: int, path: str = "") -> float:
    """Measure a case in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.memory", case, str(rows), path]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(json.loads(found.stdout))


# All of them.


def report(*, quick: bool) -> Report:
    sizes = (10**6, 10**7) if quick else (10**7, 10**8)
    found = Report("memory", "Memory beyond input and output", METHOD, 0)
    in_memory = {case: [peak(case, rows) for rows in sizes] for case in IN_MEMORY}
    from_file = {case: [] for case in FROM_FILE}
    for rows in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "events.parquet"
            write_file(path, rows)
            write_file(small_file(path), SMALL)
            for case in FROM_FILE:
                from_file[case].append(peak(case, rows, str(path)))
    found.tables = [
        table("A column in memory", in_memory, sizes),
        table("A Parquet file", from_file, sizes),
    ]
    for where, peaks in {"in memory": in_memory, "from a file": from_file}.items():
        worst = max(peaks, key=lambda case: max(peaks[case]))
        found.targets.append(
            Target(f"MiB {where}, worst case ({worst})", max(peaks[worst]), LIMIT, False)
        )
        found.figures += [
            {"where": where, "case": case, "rows": rows, "mib": f"{value:.1f}"}
            for case, values in peaks.items()
            for rows, value in zip(sizes, values, strict=True)
        ]
    return found


def table(caption: str, peaks: dict[str, list[float]], sizes: tuple[int, ...]) -> Table:
    rows = [(case, *(f"{value:.1f}" for value in values)) for case, values in peaks.items()]
    return Table(f"{caption}, MiB", ("", *(f"{power(size)} rows" for size in sizes)), rows)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), sys.argv[3])))
