"""Rolling entropy of a column in one line, compared with the dataframes and the SQL engines."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import entrostream as es
from benchmarks.harness.contest import Times
from benchmarks.harness.report import Report, Table, Target, short
from benchmarks.rivals import engines

WINDOWS = (1000, 100_000)
ENGINES = ("pandas rolling.apply", "Polars rolling", "DuckDB OVER", "chdb OVER")

METHOD = """\
Rows per second, by CPU time on one core, for the entropy of the window of every row. entrostream:
`es.rolling_entropy(column, w, threads=1)` of all rows, on NumPy, pandas, Polars and Arrow columns.
Peers that compute each window anew are too slow for all rows: they get w + k rows and w rows, and
the difference is what k rows with full windows cost; k is given. At w = 100,000 even w rows would
take the SQL engines and Polars minutes: there k single windows are computed by themselves, which
leaves out that DuckDB shares work between neighbours (up to three times), and for chdb is mostly
what any query costs. `rolling` (the package) and numba (the loop as first written; strings through
pandas.factorize) run on 5e5 and on all rows. The last value of each was compared with the true
entropy of the last window."""


@dataclass(frozen=True)
class Peer:
    """`rows`: how many rows with full windows are timed, by window; 0 for all there are.

    `frames`: computes that many full windows and nothing else, for windows whose beginning
    alone would take the engine minutes.
    """

    name: str
    run: engines.Engine
    rows: tuple[int, int]
    frames: engines.Engine | None = None

    def at(self, window: int) -> engines.Engine:
        return self.frames if self.frames is not None and window > WINDOWS[0] else self.run


PEERS = (
    Peer("pandas rolling.apply", engines.pandas_apply, (4000, 400)),
    Peer("Polars rolling", engines.polars_rolling, (20_000, 100), engines.polars_frame),
    Peer("DuckDB OVER", engines.duckdb_window, (10_000, 50), engines.duckdb_frame),
    Peer("chdb OVER", engines.chdb_window, (20_000, 50), engines.chdb_frame),
    Peer("rolling (package)", engines.rolling_package, (500_000, 500_000)),
    Peer("numba loop", engines.numba_loop, (0, 0)),
)


def report(*, quick: bool) -> Report:
    rows, repeats = (10**6, 3) if quick else (10**7, 5)
    found = Report("dataframes", "Rolling entropy of a column", METHOD, repeats)
    rates = {}
    for kind, column in columns(rows).items():
        for place, window in enumerate(WINDOWS):
            case = f"{kind}, w = {window:,}"
            times = case_times(column, window, place, repeats)
            found.record(case, times)
            rates[case] = {name: 1e9 / times.median(name) for name in times.rounds}
    found.tables = [rate_table(rates), sample_table()]
    found.targets = targets(rates)
    return found


def columns(rows: int) -> dict[str, np.ndarray]:
    """Return Zipf strings of 1000 labels and uniform codes, as NumPy holds them."""
    rng = np.random.default_rng(7)
    shares = 1 / np.arange(1, 1001)
    zipf = rng.choice(1000, rows, p=shares / shares.sum())
    names = np.array([f"label{code}" for code in range(1000)], dtype=object)
    return {
        "strings (Zipf, 1000)": names[zipf],
        "codes (100)": rng.integers(0, 100, rows),
        "codes (100,000)": rng.integers(0, 100_000, rows),
    }


def case_times(column: np.ndarray, window: int, place: int, repeats: int) -> Times:
    rounds: dict = {}
    for name, ours in containers(column).items():
        check(name, np.asarray(roll(window, ours)), column, window)
        times = [seconds(partial(roll, window), ours) for _ in range(repeats)]
        rounds[f"entrostream, {name}"] = [each / len(column) * 1e9 for each in times]
    for peer in PEERS:
        rounds[peer.name] = peer_times(peer, column, window, place, repeats)
    return Times(len(column), rounds)


def roll(window: int, column: object) -> object:
    return es.rolling_entropy(column, window, threads=1)


def containers(column: np.ndarray) -> dict[str, object]:
    """Return the column in each library."""
    series = pd.Series(column, dtype="str" if column.dtype == object else None)
    return {
        "NumPy": column,
        "pandas": series,
        "Polars": pl.Series("x", column.tolist() if column.dtype == object else column),
        "Arrow": pa.array(column),
    }


def peer_times(
    peer: Peer, column: np.ndarray, window: int, place: int, repeats: int
) -> list[float]:
    """Return nanoseconds per row with a full window."""
    timed, run = peer.rows[place], peer.at(window)
    if not timed:
        check(peer.name, run(column, window), column, window)
        times = [seconds(lambda given: run(given, window), column) for _ in range(repeats)]
        return [each / len(column) * 1e9 for each in times]
    timed = min(timed, len(column) - window)
    long, short = column[: window + timed], column[:window]
    check(peer.name, run(long, window), long, window)
    rounds = []
    for _ in range(1 if timed >= 10**5 else min(3, repeats)):
        took = seconds(lambda given: run(given, window), long)
        took -= seconds(lambda given: run(given, window), short)
        rounds.append(max(took, 1e-9) / timed * 1e9)
    return rounds


def check(name: str, values: Sequence[float], column: np.ndarray, window: int) -> None:
    truth = engines.true_entropy(column[-window:])
    if abs(values[-1] - truth) > 1e-9:
        raise AssertionError(f"{name} says {values[-1]}, the truth is {truth}")


def seconds(run, given) -> float:
    start = time.process_time()
    run(given)
    return time.process_time() - start


def best_engine(rates: dict[str, float]) -> float:
    return max(rates[name] for name in ENGINES)


def ours(rates: dict[str, float]) -> list[float]:
    return [rate for name, rate in rates.items() if name.startswith("entrostream")]


def targets(rates: dict[str, dict[str, float]]) -> list[Target]:
    strings = rates["strings (Zipf, 1000), w = 1,000"]
    found = [
        Target(
            "strings, w = 1,000: slowest container over the best engine",
            min(ours(strings)) / best_engine(strings),
            500,
        )
    ]
    for case, each in rates.items():
        over = statistics.median(ours(each)) / each["numba loop"]
        found.append(Target(f"{case}: median container over the numba loop", over, 1))
    return found


def rate_table(rates: dict[str, dict[str, float]]) -> Table:
    names = list(next(iter(rates.values())))
    rows = [(name, *(short(each[name]) for each in rates.values())) for name in names]
    return Table("Rows per second", ("", *rates), rows)


def sample_table() -> Table:
    rows = [(peer.name, *(f"{rows:,}" if rows else "all" for rows in peer.rows)) for peer in PEERS]
    heads = ("", *(f"w = {window:,}" for window in WINDOWS))
    return Table("Rows with full windows that were timed", heads, rows)
