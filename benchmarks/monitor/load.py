"""How many lines per second `entrostream serve` takes, and how much memory."""

from __future__ import annotations

import http.client
import os
import tempfile
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.command_line.logs import COLUMNS, flows, write_csv
from benchmarks.harness.report import Report, Table, Target, power
from tests.monitor.servers import Served

FIELDS = ("src", "dst", "dport", "bytes:log2")
WINDOWS = ("10s", "10min")  # the second is not full before the lines are over
BODY = 10_000  # lines of a request
FILE_TARGET, HTTP_TARGET = 500_000, 100_000  # lines per second
TICKS = os.sysconf("SC_CLK_TCK")
METHOD = f"""\
`entrostream serve` with four fields ({", ".join(FIELDS)}; 20,000 addresses each in src
and dst), the default window of 10 minutes, and a client that reads the stream of snapshots as the
page does. "Lines per second" are lines per second of CPU time of the server, all its threads
together: what it holds on one core. File: a CSV file that is there when the server starts, by the
time of arrival, and by event time with 100 events per second, so that the file has hours. HTTP:
requests of {BODY:,} lines from one client that waits for each answer. Memory: the same lines by a
pipe again and again, by the time of arrival; resident memory of the server after these lines. A
window of 10 minutes is filled only after 10 minutes, later than the pipe ends: until then its
memory grows by the labels of each second."""


def report(*, quick: bool) -> Report:
    found = Report("monitor/load", "Load of the live monitor", METHOD, 0)
    rows = 500_000 if quick else 5_000_000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "flows.csv"
        write_csv(file, rows)
        rates = {
            "file, CSV": by_file(file, rows),
            "file, CSV, with --db": by_file(file, rows, "--db", f"{folder}/state.sqlite"),
            "file, CSV, hours of event time": by_file(file, rows, "--time-field", "time"),
            "HTTP, CSV": by_http("text/csv", rows // 5),
            "HTTP, JSON Lines": by_http("application/x-ndjson", rows // 5),
        }
        sizes = (10**6, 5 * 10**6) if quick else (10**6, 10**7, 10**8)
        memory = {window: by_pipe(file, rows, sizes, window) for window in WINDOWS}
    found.tables = [
        Table(
            "Lines per second, four fields",
            ("input", "lines per second"),
            [(name, f"{rate:,.0f}") for name, rate in rates.items()],
        ),
        Table(
            "Memory of the monitor, MiB",
            ("", *(f"{power(lines)} lines" for lines in sizes)),
            [
                (f"window of {window}", *(f"{each >> 20}" for each in found))
                for window, found in memory.items()
            ],
        ),
    ]
    short = memory[WINDOWS[0]]
    growth, most = short[-1] / short[-2], f"{power(sizes[-1])} lines over {power(sizes[-2])}"
    found.targets = [
        Target("lines per second, file", rates["file, CSV"], FILE_TARGET),
        Target("lines per second, HTTP, CSV", rates["HTTP, CSV"], HTTP_TARGET),
        Target("lines per second, HTTP, JSON Lines", rates["HTTP, JSON Lines"], HTTP_TARGET),
        Target(f"memory, {most}", growth, 1.25, at_least=False),
    ]
    found.figures = [
        {"case": name, "lines_per_second": round(rate)} for name, rate in rates.items()
    ]
    return found


def fields() -> list[str]:
    return [part for name in FIELDS for part in ("-f", name)]


def cpu_seconds(server: Served) -> float:
    parts = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


@contextmanager
def page_open(server: Served) -> Iterator[None]:
    """Read the stream of snapshots meanwhile, as a browser does."""
    host = urllib.parse.urlsplit(server.url).netloc
    connection = http.client.HTTPConnection(host)
    connection.request("GET", "/api/stream")
    answer = connection.getresponse()
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set() and answer.readline():
            pass

    threading.Thread(target=read, daemon=True).start()
    yield
    ended.set()


def rate_of(server: Served, lines: int, work: Callable[[], Any]) -> float:
    """Return the lines per second of CPU time that some work takes the server."""
    with page_open(server):
        before = cpu_seconds(server)
        work()
        server.wait_for_lines(lines, 600)
        return lines / (cpu_seconds(server) - before)


def by_file(file: Path, lines: int, *options: str) -> float:
    with Served(file, *fields(), *options) as server:
        return rate_of(server, lines, lambda: None)


def bodies(kind: str, lines: int) -> Iterator[bytes]:
    for table in flows(lines):
        for first in range(0, table.num_rows, BODY):
            records = table.slice(first, BODY).to_pylist()
            if kind == "text/csv":
                rows = (",".join(map(str, record.values())) for record in records)
                yield "\n".join([",".join(COLUMNS), *rows, ""]).encode()
            else:
                yield b"\n".join([*map(msgspec.json.encode, records), b""])


def by_http(kind: str, lines: int) -> float:
    prepared = list(bodies(kind, lines))
    with Served(*fields(), "--time-field", "time") as server:
        host = urllib.parse.urlsplit(server.url).netloc
        connection = http.client.HTTPConnection(host)

        def send() -> None:
            for body in prepared:
                connection.request("POST", "/ingest", body, {"Content-Type": kind})
                answer = connection.getresponse()
                assert answer.status == 202, answer.read()
                answer.read()

        return rate_of(server, lines, send)


def by_pipe(file: Path, lines: int, sizes: tuple[int, ...], window: str) -> list[int]:
    """Return the memory after each of these numbers of lines, sent by a pipe."""
    reading, writing = os.pipe()
    header, _, body = file.read_bytes().partition(b"\n")
    found = []
    options = ("--format", "csv", "--window", window)
    with Served("-", *fields(), *options, stdin=reading) as server, page_open(server):
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(header + b"\n")
            written = 0
            for size in sizes:
                while written < size:
                    part = min(lines, size - written)
                    pipe.write(
                        b"".join(body.splitlines(keepends=True)[:part]) if part < lines else body
                    )
                    written += part
                pipe.flush()
                server.wait_for_lines(size, 3600)
                found.append(server.get("/api/snapshot")["memory"])
    return found


def first_lines(body: bytes, lines: int) -> bytes:
    return b"".join(body.splitlines(keepends=True)[:lines])
