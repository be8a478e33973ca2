"""Splits on noise whose classes and attributes appear late, next to what the proof allows."""

from __future__ import annotations

from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees.streams import progress
from tests.tree.late_noise import STREAMS, LateNoise

COUNT, ROWS, DELTAS = 300, 6_000, (0.05, 0.2)

METHOD = f"""\
{{count}} streams of {ROWS:,} rows per setting whose attributes say nothing about the class, learned
one row at a time with `explore=0`; the share of them in percent in which the tree ever split. The
bound is delta (1 + ln(D / d)) where the number of attributes grows from d to D; "not proven" where
both classes and values of an attribute with more values than classes appear late. The streams are
in tests/tree/late_noise.py."""


def report(*, quick: bool) -> Report:
    count = 10 if quick else COUNT
    name, title = "trees/late_noise", "Splits on noise that appears late"
    found = Report(name, title, METHOD.format(count=count), 0)
    split = {
        (noise.description, delta): run(noise, count, delta)
        for noise in STREAMS.values()
        for delta in DELTAS
    }
    found.tables = [table(split, count)]
    found.targets = [
        Target(
            f"{noise.description}, delta {delta:g}: % ever split",
            100 * split[noise.description, delta] / count,
            100 * noise.bound(delta),
            at_least=False,
        )
        for noise in STREAMS.values()
        for delta in DELTAS
        if noise.proven
    ]
    found.figures = [
        {"noise": what, "delta": delta, "streams": count, "rows": ROWS, "split": many}
        for (what, delta), many in split.items()
    ]
    return found


def run(noise: LateNoise, count: int, delta: float) -> int:
    many = noise.split(count, ROWS, delta)
    progress(f"{noise.description}, delta {delta}: {many} of {count}")
    return many


def table(split: dict[tuple[str, float], int], count: int) -> Table:
    rows = []
    for noise in STREAMS.values():
        cells: list[str] = []
        for delta in DELTAS:
            cells.append(f"{100 * split[noise.description, delta] / count:.1f}")
            cells.append(f"{100 * noise.bound(delta):.0f}" if noise.proven else "not proven")
        rows.append((noise.description, *cells))
    columns = ("noise", *(head for delta in DELTAS for head in (f"delta {delta:g}", "bound")))
    return Table("Streams of noise ever split, %", columns, rows)
