"""What pairs (x, y) and their mutual information cost, one by one and in columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from river import metrics, utils

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target
from benchmarks.rivals import numba_table, numba_window

WINDOW = 1000
SINGLE_SHAPES = ((2, 2), (10, 10), (100, 10))
COLUMN_SHAPES = (*SINGLE_SHAPES, (1000, 1000))
TABLE, WINDOWED = "entrostream table", "entrostream window"
RIVER, ROLLING = "river MutualInfo", "river Rolling(MutualInfo)"
UPDATE = "entrostream table, update alone"
COLUMN, NUMBA = "entrostream column", "numba column"

METHOD = f"""\
Nanoseconds per pair. One by one: `update(x, y)` and the mutual information read after each, over
lists of strings, for the whole stream (`es.ContingencyTable`, river's `metrics.MutualInfo`) and
for the last {WINDOW} pairs (`es.ContingencyWindow`, `utils.Rolling(metrics.MutualInfo, {WINDOW})`).
river computes the value anew from all pairs at each `get`, in nats. In columns:
`es.ContingencyWindow({WINDOW}).trace(xs, ys, "mutual_information")` of two columns of int64, any
integers, exact, sparse, compared with a numba loop over dense codes with a table of c log2 c and a
matrix of all pairs there could be, in float64, its sizes and logarithms given for nothing
(benchmarks/rivals/numba_table.py). y is x in half of the pairs and random in the others. All
answers were compared before anything was timed."""


def report(*, quick: bool) -> Report:
    single, many, repeats = (1_500, 10**6, 3) if quick else (2_000, 4 * 10**6, 9)
    found = Report("tables", "Mutual information of pairs", METHOD, repeats)

    def contest(make, shapes, events):
        times, differences = {}, []
        for shape in shapes:
            case = f"{shape[0]:,} x {shape[1]:,} values"
            contestants = make(stream(shape, events), shape)
            times[case], difference = hold(
                contestants, events=events, repeats=repeats, tolerance=1e-8
            )
            differences.append(difference)
            found.record(case, times[case])
        return times, max(differences)

    one_by_one, apart = contest(single_contestants, SINGLE_SHAPES, single)
    columns, apart_in_columns = contest(column_contestants, COLUMN_SHAPES, many)
    found.tables = [
        time_table("One by one, nanoseconds per pair", one_by_one),
        ratio_table(one_by_one, ((RIVER, TABLE), (ROLLING, WINDOWED))),
        time_table("In columns, nanoseconds per pair", columns),
        ratio_table(columns, ((NUMBA, COLUMN),)),
    ]
    found.method += f" Largest difference: {max(apart, apart_in_columns):.1e} bits."
    found.targets = targets(one_by_one)
    return found


def stream(shape: tuple[int, int], events: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(shape)
    xs, ys = rng.integers(0, shape[0], events), rng.integers(0, shape[1], events)
    return xs, np.where(rng.random(events) < 0.5, xs % shape[1], ys)


def single_contestants(pairs: tuple, shape: tuple[int, int]) -> list[Contestant]:
    def prepare():
        xs = [f"x{x}" for x in pairs[0].tolist()]
        ys = [f"y{y}" for y in pairs[1].tolist()]
        return list(zip(xs, ys, strict=True))

    def update_alone(given):
        table = es.ContingencyTable()
        update = table.update
        for x, y in given:
            update(x, y)
        return table.mutual_information

    def ours(make):
        def run(given):
            table, value = make(), 0.0
            for x, y in given:
                table.update(x, y)
                value = table.mutual_information
            return value

        return run

    def theirs(make):
        def run(given):
            metric, value = make(), 0.0
            for x, y in given:
                metric.update(x, y)
                value = metric.get()
            return value / math.log(2)

        return run

    return [
        Contestant(UPDATE, update_alone, prepare, answer="whole stream"),
        Contestant(TABLE, ours(es.ContingencyTable), prepare, answer="whole stream"),
        Contestant(RIVER, theirs(metrics.MutualInfo), prepare, answer="whole stream"),
        Contestant(WINDOWED, ours(lambda: es.ContingencyWindow(WINDOW)), prepare, answer="window"),
        Contestant(
            ROLLING,
            theirs(lambda: utils.Rolling(metrics.MutualInfo, window_size=WINDOW)),
            prepare,
            answer="window",
        ),
    ]


def column_contestants(pairs: tuple, shape: tuple[int, int]) -> list[Contestant]:
    step = numba_window.steps(WINDOW)

    def ours(given):
        return es.ContingencyWindow(WINDOW).trace(*given, "mutual_information")

    def numba(given):
        return numba_table.mutual_information(given, shape, WINDOW, step)

    return [
        Contestant(COLUMN, ours, lambda: pairs),
        Contestant(NUMBA, numba, lambda: pairs),
    ]


def time_table(caption: str, times: dict[str, Times]) -> Table:
    names = next(iter(times.values())).rounds
    rows = [(name, *(f"{each.median(name):,.1f}" for each in times.values())) for name in names]
    return Table(caption, ("", *times), rows)


def ratio_table(times: dict[str, Times], pairs: Sequence[tuple[str, str]]) -> Table:
    rows = [
        (f"{rival} / {ours}", *(f"{each.ratio(rival, ours):,.2f}" for each in times.values()))
        for rival, ours in pairs
    ]
    return Table("Ratios (above 1: entrostream is faster)", ("", *times), rows)


def targets(times: dict[str, Times]) -> list[Target]:
    found = []
    for rival, ours in ((RIVER, TABLE), (ROLLING, WINDOWED)):
        worst, where = min((each.ratio(rival, ours), case) for case, each in times.items())
        found.append(Target(f"pairs per second over {rival}, worst case ({where})", worst, 10))
    return found
