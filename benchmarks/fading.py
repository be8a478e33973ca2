"""What fading costs: one call per event compared with river, whole columns with numba loops."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from river import stats

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target
from benchmarks.rivals import numba_fading

FACTOR, WINDOW = 0.999, 1000
MANY = "100,000 labels"  # a label is mostly forgotten before it comes again
RIVER = "river stats.Entropy(fading_factor): update and get"
UPDATE = "FadingTally(fading_factor): update"
TALLY = "FadingTally(fading_factor): update and .entropy"
TIMED = "FadingTally(half_life): update with a time and .entropy"
SLIDING = "FadingWindow(1000): update and .entropy"

OURS, OURS_BOTH = "entrostream H", "entrostream H and G"
RECURRENCE, LAZY, LAZY_BOTH = "numba Theorem 5 H", "numba lazy H", "numba lazy H and G"
OURS_WINDOW, LAZY_WINDOW = "entrostream H, window of 1000", "numba lazy H, window of 1000"
OURS_TIMES, LAZY_TIMES = "entrostream H, by time", "numba lazy H, by time"
AGAINST = {
    RECURRENCE: OURS,
    LAZY: OURS,
    LAZY_BOTH: OURS_BOTH,
    LAZY_WINDOW: OURS_WINDOW,
    LAZY_TIMES: OURS_TIMES,
}

METHOD = f"""\
Nanoseconds per event, fading factor {FACTOR}. One by one: a `for` loop over a list of labels, the
value read after each; river's value is another one (it follows the printed Algorithm 4 and falls to
0), so it is timed, not compared. Columns: int64 codes, a fresh summary each time; numba: loops over
dense codes (benchmarks/rivals/numba_fading.py), compiled before the clock starts, the number of
labels given for nothing. Times are NumPy instants, one event per second, half-life
{1 / -np.log2(FACTOR):.0f} s; numba gets them as float64 seconds. All values of all contestants of a
column were compared before anything was timed."""


def report(*, quick: bool) -> Report:
    repeats = 5 if quick else 15
    found = Report("fading", "Exponential decay: one by one and in columns", METHOD, repeats)
    singles = one_by_one(found, 20_000 if quick else 100_000, repeats)
    columns = in_columns(found, 300_000 if quick else 3_000_000, repeats)
    found.tables = [
        table("One by one: nanoseconds per event", singles, "{:.0f}"),
        table("Columns: nanoseconds per event", columns, "{:.1f}"),
        ratio_table(columns),
    ]
    found.targets = targets(singles, columns)
    return found


# ------------------------------------------------------------------ one by one


def one_by_one(found: Report, events: int, repeats: int) -> dict[str, Times]:
    times = {}
    for stream, labels in label_streams(events).items():
        times[stream], _ = hold(
            single_contestants(labels), events=events, repeats=repeats, tolerance=1e-9
        )
        found.record(stream, times[stream])
    return times


def label_streams(events: int) -> dict[str, list]:
    rng = np.random.default_rng(3)
    names = [f"label{i}" for i in range(1000)]
    return {
        "1000 strings": [names[i] for i in rng.integers(0, 1000, events).tolist()],
        "ints below 200": rng.integers(0, 200, events).tolist(),
        "two labels 0.7": np.where(rng.random(events) < 0.7, "a", "b").astype(object).tolist(),
    }


def single_contestants(labels: list) -> list[Contestant]:
    half_life = 1 / -np.log2(FACTOR)

    def river(labels):
        entropy, value = stats.Entropy(fading_factor=FACTOR), 0.0
        for label in labels:
            entropy.update(label)
            value = entropy.get()
        return value

    def update(labels):
        tally = es.FadingTally(fading_factor=FACTOR)
        for label in labels:
            tally.update(label)
        return tally.entropy

    def tally_entropy(labels):
        tally, value = es.FadingTally(fading_factor=FACTOR), 0.0
        for label in labels:
            tally.update(label)
            value = tally.entropy
        return value

    def timed_entropy(labels):
        tally, value = es.FadingTally(half_life=half_life), 0.0
        for at, label in enumerate(labels):
            tally.update(label, at=at)
            value = tally.entropy
        return value

    def window_entropy(labels):
        window, value = es.FadingWindow(WINDOW, fading_factor=FACTOR), 0.0
        for label in labels:
            window.update(label)
            value = window.entropy
        return value

    runs = [
        (RIVER, river, "river"),
        (UPDATE, update, "H"),
        (TALLY, tally_entropy, "H"),
        (TIMED, timed_entropy, "H by time"),
        (SLIDING, window_entropy, "window"),
    ]
    return [Contestant(name, run, lambda: labels, answer=answer) for name, run, answer in runs]


# ------------------------------------------------------------------ columns


def in_columns(found: Report, events: int, repeats: int) -> dict[str, Times]:
    times, differences = {}, []
    for case, codes in columns_of_codes(events).items():
        times[case], difference = hold(
            column_contestants(codes), events=events, repeats=min(repeats, 9), tolerance=1e-7
        )
        differences.append(difference)
        found.record(case, times[case])
    found.method += f" Largest difference: {max(differences):.1e} (their roundings)."
    return times


def columns_of_codes(events: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(5)
    return {
        "one label": np.zeros(events, np.int64),
        "10 labels": rng.integers(0, 10, events),
        "1,000 labels": rng.integers(0, 1000, events),
        "Zipf 1.3, 10,000 labels": np.minimum(rng.zipf(1.3, events), 10_000) - 1,
        MANY: rng.integers(0, 100_000, events),
    }


def column_contestants(codes: np.ndarray) -> list[Contestant]:
    labels = int(codes.max()) + 1
    half_life = 1 / -np.log2(FACTOR)
    seconds = np.arange(len(codes))
    instants = (seconds * 10**9).view("datetime64[ns]")
    numbers = seconds.astype(np.float64)

    def ours_both(codes):
        both = es.FadingTally(fading_factor=FACTOR).trace(codes, ("entropy", "gini"))
        return both["entropy"], both["gini"]

    runs: dict[str, tuple[Callable, str]] = {
        OURS: (lambda c: es.FadingTally(fading_factor=FACTOR).trace(c, "entropy"), "H"),
        RECURRENCE: (lambda c: numba_fading.recurrence(c, labels, FACTOR), "H"),
        LAZY: (lambda c: numba_fading.lazy(c, labels, FACTOR), "H"),
        OURS_BOTH: (ours_both, "H and G"),
        LAZY_BOTH: (lambda c: numba_fading.lazy_both(c, labels, FACTOR), "H and G"),
        OURS_WINDOW: (
            lambda c: es.FadingWindow(WINDOW, fading_factor=FACTOR).trace(c, "entropy"),
            "window",
        ),
        LAZY_WINDOW: (
            lambda c: numba_fading.lazy_window(c, labels, FACTOR, WINDOW),
            "window",
        ),
        OURS_TIMES: (
            lambda c: es.FadingTally(half_life=half_life).trace(
                c, "entropy", times=instants[: len(c)]
            ),
            "time",
        ),
        LAZY_TIMES: (
            lambda c: numba_fading.lazy_times(c, labels, numbers, half_life),
            "time",
        ),
    }
    return [
        Contestant(name, run, lambda: codes, answer=answer) for name, (run, answer) in runs.items()
    ]


# ------------------------------------------------------------------ what it shows


def table(caption: str, times: dict[str, Times], form: str) -> Table:
    names = next(iter(times.values())).rounds
    rows = [(name, *(form.format(each.median(name)) for each in times.values())) for name in names]
    return Table(caption, ("", *times), rows)


def ratio_table(columns: dict[str, Times]) -> Table:
    rows = [
        (f"{rival} / {ours}", *(f"{each.ratio(rival, ours):.2f}" for each in columns.values()))
        for rival, ours in AGAINST.items()
    ]
    return Table("Columns: ratios (above 1: entrostream is faster)", ("", *columns), rows)


def targets(singles: dict[str, Times], columns: dict[str, Times]) -> list[Target]:
    found = [
        Target(f"events per second over river: {ours}, {stream}", each.ratio(RIVER, ours), 10)
        for ours in (TALLY, SLIDING)
        for stream, each in singles.items()
    ]
    for rival, ours in AGAINST.items():
        ratios = {case: each.ratio(rival, ours) for case, each in columns.items()}
        many = ratios.pop(MANY)
        worst, where = min((ratio, case) for case, ratio in ratios.items())
        found.append(Target(f"speed over {rival}, worst case ({where})", worst, 1))
        found.append(Target(f"speed over {rival}, {MANY}, never forgotten there", many, 1))
    return found
