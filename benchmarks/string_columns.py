"""Columns of strings, as NumPy and Arrow hold them, compared with factorize and the numba loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target, power
from benchmarks.rivals import numba_window

WINDOW = 1000
LABELS = (1000, 100_000)
OURS, RIVAL, BEST = (
    "entrostream H",
    "pandas.factorize + numba tuned H",
    "Arrow's codes + numba tuned H",
)


def string_tables(found: Report, *, events: int, repeats: int) -> None:
    """Add the strings to the report of the columns."""
    times = {}
    for labels in LABELS:
        for kind, column in columns(labels, events).items():
            case = f"{kind}, {labels:,} labels"
            times[case], _ = hold(
                contestants(kind, column), events=events, repeats=repeats, tolerance=1e-9
            )
            found.record(case, times[case])
    found.tables.append(table(times, events, repeats))
    worst, where = min((each.ratio(RIVAL, OURS), case) for case, each in times.items())
    found.targets.append(Target(f"strings: speed over {RIVAL}, worst case ({where})", worst, 1))


def columns(labels: int, events: int) -> dict[str, Any]:
    codes = np.random.default_rng(labels).integers(0, labels, events).astype(np.int32)
    names = np.array([f"label{i}" for i in range(labels)])
    words = pa.array(names.tolist())
    dictionary = pa.DictionaryArray.from_arrays(pa.array(codes), words)
    return {
        "NumPy str": names[codes],
        "NumPy object": names.astype(object)[codes],
        "Arrow string": words.take(pa.array(codes)),
        "Arrow dictionary": dictionary,
    }


def contestants(kind: str, column: Any) -> list[Contestant]:
    step = numba_window.steps(WINDOW)

    def ours(column):
        return es.SlidingWindow(WINDOW).trace(column, "entropy")

    def numba_after(coded: Callable[[Any], tuple[np.ndarray, int]]):
        def run(column):
            codes, labels = coded(column)
            return numba_window.tuned(codes, labels, WINDOW, step)

        return run

    runs = {OURS: ours, RIVAL: numba_after(factorized)}
    if kind.startswith("Arrow"):
        runs[BEST] = numba_after(arrow_codes)
    return [Contestant(name, run, lambda: column) for name, run in runs.items()]


def factorized(column: Any) -> tuple[np.ndarray, int]:
    """Code a column as a pandas user would: a Series of the same memory, then factorize."""
    arrow = isinstance(column, pa.Array)
    values = pd.arrays.ArrowExtensionArray(column) if arrow else column
    codes, names = pd.factorize(values)
    return codes, len(names)


def arrow_codes(column: pa.Array) -> tuple[np.ndarray, int]:
    """Code a column with Arrow alone; a dictionary has its codes already."""
    coded = column if isinstance(column, pa.DictionaryArray) else column.dictionary_encode()
    return coded.indices.to_numpy(), len(coded.dictionary)


def table(times: dict[str, Times], events: int, repeats: int) -> Table:
    rows = [
        (
            case,
            *(
                f"{each.median(name):.1f}" if name in each.rounds else ""
                for name in (OURS, RIVAL, BEST)
            ),
            f"{each.ratio(RIVAL, OURS):.2f}",
            f"{each.ratio(BEST, OURS):.2f}" if BEST in each.rounds else "",
        )
        for case, each in times.items()
    ]
    heads = ("", OURS, RIVAL, BEST, "factorize / entrostream", "Arrow's codes / entrostream")
    caption = f"Strings, {power(events)} events, w = {WINDOW:,}, {repeats} rounds: ns per event"
    return Table(caption, heads, rows)
