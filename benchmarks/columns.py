"""What a value at every event of a whole column costs, compared with a hand-written numba loop."""

from __future__ import annotations

import numpy as np

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target
from benchmarks.rivals import numba_window
from benchmarks.string_columns import string_tables

WINDOWS = (1000, 100_000)
LABELS = (10, 100, 1000, 100_000)
OURS, TUNED = "entrostream H", "numba tuned H"
PLAIN, OUTSIDE = "numba plain H", "numba plain H, output by NumPy"
OURS_BOTH, TUNED_BOTH = "entrostream H and G", "numba tuned H and G"

METHOD = """\
Nanoseconds per event for the entropy H (and the Gini index G) of a sliding window after every event
of a column. entrostream: `es.SlidingWindow(w).trace(column, "entropy")`, a fresh window each time,
any integers, exact. numba: a loop over dense codes with a table of c log2 c in float64, compiled
before the clock starts, its table and the number of labels given for nothing; "plain" is the loop
as first written, "output by NumPy" the same loop with its output array made outside, "tuned" among
the fastest of six forms tried (benchmarks/rivals/numba_window.py). All values of all contestants
were compared before anything was timed; a fresh output array is part of the work of each. Much of
what "plain" takes is that array: numba allocates it in small pages, NumPy requests large ones."""


def report(*, quick: bool) -> Report:
    events, repeats = (10**6, 5) if quick else (10**7, 9)
    found = Report("columns", "A value at every event of a column", METHOD, repeats)
    times, differences = {}, []
    for width in (np.int64, np.int32):
        for labels in LABELS:
            case = f"{width.__name__}, {labels:,} labels"
            column = np.random.default_rng(labels).integers(0, labels, events).astype(width)
            times[case], difference = hold(
                contestants(column, labels), events=events, repeats=repeats, tolerance=1e-9
            )
            differences.append(difference)
            found.record(case, times[case])
    found.tables = [time_table(times), ratio_table(times)]
    found.targets = targets(times)
    found.method += f" Largest difference: {max(differences):.1e}."
    string_tables(found, events=events // 2, repeats=3 if quick else 5)
    return found


def contestants(column: np.ndarray, labels: int) -> list[Contestant]:
    return [each for window in WINDOWS for each in contestants_of(column, labels, window)]


def contestants_of(column: np.ndarray, labels: int, window: int) -> list[Contestant]:
    step = numba_window.steps(window)

    def ours(codes):
        return es.SlidingWindow(window).trace(codes, "entropy")

    def ours_both(codes):
        found = es.SlidingWindow(window).trace(codes, ("entropy", "gini"))
        return found["entropy"], found["gini"]

    def numba(loop):
        return lambda codes: loop(codes, labels, window, step)

    runs = {
        OURS: (ours, "H"),
        PLAIN: (numba(numba_window.plain), "H"),
        OUTSIDE: (numba(numba_window.plain_outside), "H"),
        TUNED: (numba(numba_window.tuned), "H"),
        OURS_BOTH: (ours_both, "H and G"),
        TUNED_BOTH: (numba(numba_window.tuned_both), "H and G"),
    }
    return [
        Contestant(f"{name}, w = {window:,}", run, lambda: column, answer=(answer, window))
        for name, (run, answer) in runs.items()
    ]


def named(name: str, window: int) -> str:
    return f"{name}, w = {window:,}"


def time_table(times: dict[str, Times]) -> Table:
    names = next(iter(times.values())).rounds
    rows = [(name, *(f"{each.median(name):.1f}" for each in times.values())) for name in names]
    return Table("Nanoseconds per event", ("", *times), rows)


def ratio_table(times: dict[str, Times]) -> Table:
    pairs = [(PLAIN, OURS), (OUTSIDE, OURS), (TUNED, OURS), (TUNED_BOTH, OURS_BOTH)]
    rows = [
        (
            f"{rival} / {ours}, w = {window:,}",
            *(
                f"{each.ratio(named(rival, window), named(ours, window)):.2f}"
                for each in times.values()
            ),
        )
        for window in WINDOWS
        for rival, ours in pairs
    ]
    rows.append(
        (
            "entrostream H: w = 100,000 / w = 1,000",
            *(f"{flat(each):.2f}" for each in times.values()),
        )
    )
    return Table("Ratios (above 1: entrostream is faster)", ("", *times), rows)


def flat(times: Times) -> float:
    return times.ratio(named(OURS, WINDOWS[1]), named(OURS, WINDOWS[0]))


def targets(times: dict[str, Times]) -> list[Target]:
    found = []
    for rival in (PLAIN, OUTSIDE, TUNED):
        ratios = [
            (each.ratio(named(rival, window), named(OURS, window)), f"{case}, w = {window:,}")
            for case, each in times.items()
            for window in WINDOWS
        ]
        worst, where = min(ratios)
        found.append(Target(f"speed over {rival}, worst case ({where})", worst, 1))
    worst, where = max((flat(each), case) for case, each in times.items())
    found.append(
        Target(f"time of w = 100,000 over w = 1,000, worst case ({where})", worst, 1.3, False)
    )
    return found
