"""The time per event of sketches in bulk and one by one, next to Apache DataSketches for scale."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.report import Report, Table
from benchmarks.sketches.merging import SHARDS, sketched
from benchmarks.sketches.streams import stream

EVENTS = 2_000_000
ROUNDS = 5
STREAMS = ("uniform", "Zipf 1.0", "Zipf 1.5", "network traffic", "one label of 99 %")
ONE_BY_ONE = 200_000
READS = 100
METHOD = """\
Nanoseconds of CPU time per event, the best of {rounds} rounds in turns. Bulk: `update_many` of
{events:,} events, int64 in NumPy and strings in a list and in Arrow. One by one: `update` of
{single:,} strings that the object has seen before. DataSketches has no bulk update for strings, so
it is called per event; its sketches count distinct or frequent labels, not entropy, and are here
for scale. Read: `entropy` of a sketch of 64 KiB, and of {parts} merged parts by label of the same
stream, where more labels have to be corrected for."""


def report(*, quick: bool) -> Report:
    events, rounds, single = (200_000, 2, 20_000) if quick else (EVENTS, ROUNDS, ONE_BY_ONE)
    method = METHOD.format(events=events, rounds=rounds, single=single, parts=SHARDS)
    found = Report("sketches/speed", "Speed of entropy sketches", method, 0)
    rows = []
    for name in STREAMS:
        times = best(bulk(name, events), rounds, events)
        rows.append((name, *(f"{value:.0f}" for value in times.values())))
        found.figures += figures(name, times)
        progress(f"{name}: {times}")
    columns = tuple(bulk("Zipf 1.5", 10))
    single_times = best(one_by_one(single), rounds, single)
    read_rows = []
    for name in STREAMS:
        times = best(reads(name, events), rounds, READS)
        read_rows.append((name, *(f"{value / 1000:.0f}" for value in times.values())))
        found.figures += figures(f"read, {name}", times)
    found.figures += figures("one by one", single_times)
    found.tables = [
        Table("Bulk, ns per event", ("stream", *columns), rows),
        Table(
            "One by one, ns per event",
            ("call", "ns"),
            [(name, f"{value:,.0f}") for name, value in single_times.items()],
        ),
        Table("Read of 64 KiB, microseconds", ("stream", "one sketch", "merged parts"), read_rows),
    ]
    return found


def figures(case: str, times: dict[str, float]) -> list[dict[str, Any]]:
    return [
        {"case": case, "contestant": name, "ns": f"{value:.2f}"} for name, value in times.items()
    ]


def best(calls: dict[str, Callable[[], None]], rounds: int, events: int) -> dict[str, float]:
    found = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.thread_time()
            call()
            found[name] = min(found[name], (time.thread_time() - start) / events * 1e9)
    return found


def bulk(name: str, events: int) -> dict[str, Callable[[], None]]:
    import pyarrow as pa

    labels = stream(name, events)
    strings = [f"{label:08x}" for label in labels.tolist()]
    column = pa.array(strings)

    def sketch(labels: Any, kind: Any = es.EntropySketch) -> Callable[[], None]:
        return lambda: kind("64KiB").update_many(labels)

    return {
        "EntropySketch, integers": sketch(labels),
        "EntropySketch, list of strings": sketch(strings),
        "EntropySketch, Arrow strings": sketch(column),
        "GiniSketch, integers": sketch(labels, es.GiniSketch),
        "Tally, integers": lambda: es.Tally().update_many(labels),
    }


def one_by_one(events: int) -> dict[str, Callable[[], None]]:
    labels = [f"{i % 100:08x}" for i in range(events)]
    calls = {}
    for kind in (es.Tally, es.EntropySketch, es.GiniSketch):
        summary = kind()
        summary.update_many(labels)
        if kind is not es.Tally:
            summary.update_many(np.arange(100_000))
            for _ in range(20):
                summary.update_many(labels)
        calls[kind.__name__] = each(summary.update, labels)
    try:
        import datasketches as ds
    except ImportError:
        return calls
    calls["DataSketches HLL"] = each(ds.hll_sketch(12).update, labels)
    calls["DataSketches frequent items"] = each(ds.frequent_strings_sketch(10).update, labels)
    return calls


def each(update: Callable[[Any], Any], labels: list[str]) -> Callable[[], None]:
    def call() -> None:
        for label in labels:
            update(label)

    return call


def reads(name: str, events: int) -> dict[str, Callable[[], None]]:
    labels = stream(name, events)
    merged = reduce(add, (sketched(labels[labels % SHARDS == part], 0) for part in range(SHARDS)))

    def read(sketch: es.EntropySketch) -> Callable[[], None]:
        def call() -> None:
            for _ in range(READS):
                _ = sketch.entropy

        return call

    return {"one sketch": read(sketched(labels, 0)), "merged parts": read(merged)}
