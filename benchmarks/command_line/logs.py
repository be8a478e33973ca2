"""Files that the benchmarks of the command line read: flows as CSV and Parquet, a web-server log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq

BLOCK = 1 << 20  # rows made at once
SOURCES = 20_000  # addresses; a few send most of the flows
COLUMNS = ("time", "src", "dst", "dport", "bytes")


def addresses(draw: np.random.Generator, many: int) -> pa.Array:
    parts = draw.integers(1, 255, (many, 4))
    return pa.array([".".join(map(str, row)) for row in parts.tolist()])


def flows(rows: int, columns: tuple[str, ...] = COLUMNS) -> Iterator[pa.Table]:
    """Yield flows block by block: times, addresses, ports and sizes."""
    draw = np.random.default_rng(20)
    names = addresses(draw, SOURCES)
    ports = pa.array(["443", "80", "53", "22", "25", "8080", "3389", "5060"])
    weights = 1 / np.arange(1, SOURCES + 1)
    edges = np.cumsum(weights / weights.sum())
    for first in range(0, rows, BLOCK):
        many = min(BLOCK, rows - first)

        def sample(many: int = many) -> pa.Array:
            places = np.minimum(np.searchsorted(edges, draw.random(many)), SOURCES - 1)
            return names.take(pa.array(places))

        made = {
            "time": pa.array(1_700_000_000 + (first + np.arange(many)) // 100),
            "src": sample(),
            "dst": sample(),
            "dport": ports.take(pa.array(draw.integers(0, len(ports), many))),
            "bytes": pa.array(draw.geometric(0.001, many)),
        }
        yield pa.table({name: made[name] for name in columns})


def write_csv(path: Path, rows: int, columns: tuple[str, ...] = COLUMNS) -> None:
    with path.open("wb") as file:
        file.write((",".join(columns) + "\n").encode())
        options = pc.WriteOptions(include_header=False, quoting_style="none")
        for table in flows(rows, columns):
            pc.write_csv(table, file, options)


def write_parquet(path: Path, rows: int) -> None:
    """Write the sources as Parquet, dictionary-encoded as writers do by default."""
    writer = None
    for table in flows(rows, ("src",)):
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    assert writer is not None
    writer.close()


def write_web_log(path: Path, rows: int) -> None:
    """Write a log in combined log format."""
    draw = np.random.default_rng(21)
    hosts = addresses(draw, SOURCES).to_pylist()
    weights = 1 / np.arange(1, SOURCES + 1)
    chosen = draw.choice(SOURCES, rows, p=weights / weights.sum())
    paths = draw.zipf(1.3, rows) % 5000
    sizes = draw.geometric(0.0002, rows)
    status = np.array([200, 200, 200, 304, 404, 500])[draw.integers(0, 6, rows)]
    first = np.datetime64("2026-03-12T00:00:00")
    times = first + np.arange(rows) * 86_400 // rows  # one day
    stamps = {each: each.item().strftime("%d/%b/%Y:%H:%M:%S +0000") for each in np.unique(times)}
    with path.open("w") as file:
        for place in range(rows):
            file.write(
                f"{hosts[chosen[place]]} - - [{stamps[times[place]]}] "
                f'"GET /page/{paths[place]}.html HTTP/1.1" {status[place]} {sizes[place]} '
                f'"-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/{100 + place % 30}"\n'
            )
