"""What a time window costs: one call per event compared with river, columns with numba loops."""

from __future__ import annotations

import datetime as dt
from functools import partial

import numpy as np
from river import stats, utils

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold, take_turns
from benchmarks.harness.report import Report, Table, Target, power
from benchmarks.rivals import numba_time_window

LOOP = "loop alone"
RIVER = "river TimeRolling(stats.Mean): update and get"
UPDATE = "TimeWindow: update"
GINI = "TimeWindow: update and .gini"
ENTROPY = "TimeWindow: update and .entropy"
SECONDS = "TimeWindow: update and .gini, times as floats"

OURS, OURS_BOTH = "entrostream H", "entrostream H and G"
PLAIN, TUNED = "numba plain H", "numba tuned H"

HELD_ONE_BY_ONE = (100, 1000, 10_000)
HELD_IN_COLUMNS = (1000, 100_000)
STREAMS = [(pace, labels) for pace in ("even", "random") for labels in (10, 1000, 100_000)]
HELD_LATE = (1000, 10_000, 100_000, 1_000_000)
LATE = (0.0, 0.1, 1.0)

METHOD = """\
Nanoseconds per event. One by one: a `for` loop over pairs of a label (0 or 1) and a datetime, in
order, one per second on average, and a window that holds the given number. river's own Entropy
cannot be reverted, so `utils.TimeRolling` refuses it; of the statistics that can, the mean m of
zeros and ones is the nearest to a Gini index, which is 2 m (1 - m): the final values of both
were compared. Columns: int64 codes and datetime64[ns], in order, evenly spaced or with gaps of
an exponential distribution; a fresh window each time. numba: two pointers and a table of n log2
n over dense codes and times as integers (benchmarks/rivals/numba_time_window.py), compiled
before the clock starts, its tables and the number of labels given for nothing; all values were
compared. Late events: one by one, floats, a part of them delayed by up to the whole span, and
put in their place."""


def report(*, quick: bool) -> Report:
    repeats = 5 if quick else 11
    found = Report("time_windows", "Time windows", METHOD, repeats)
    singles = one_by_one(found, 20_000 if quick else 50_000, repeats)
    columns = in_columns(found, 10**6 if quick else 10**7, min(repeats, 7))
    late = with_late_events(found, 100_000, HELD_LATE[:-1] if quick else HELD_LATE)
    found.tables = [
        table("One by one: nanoseconds per event", singles, "{:.0f}"),
        table("Columns: nanoseconds per event", columns, "{:.1f}"),
        column_ratios(columns),
        late_table(late),
    ]
    found.targets = targets(singles, columns, late)
    return found


# ------------------------------------------------------------------ one by one


def one_by_one(found: Report, events: int, repeats: int) -> dict[str, Times]:
    times = {}
    for held in HELD_ONE_BY_ONE:
        case = f"{held:,} held"
        times[case], difference = hold(
            single_contestants(events, held), events=events, repeats=repeats, tolerance=1e-9
        )
        found.record(case, times[case])
    found.method += f" Largest difference to river: {difference:.1e}."
    return times


def single_contestants(events: int, held: int) -> list[Contestant]:
    rng = np.random.default_rng(held)
    labels = (rng.random(events) < 0.3).astype(int).tolist()
    seconds = np.cumsum(rng.exponential(1.0, events)).round(6).tolist()
    begin = dt.datetime(2026, 1, 1)
    dates = [begin + dt.timedelta(seconds=second) for second in seconds]
    span = dt.timedelta(seconds=held)

    def loop(pairs):
        for _ in pairs:
            pass

    def river(pairs):
        mean, value = utils.TimeRolling(stats.Mean, period=span), 0.0
        for label, at in pairs:
            mean.update(label, t=at)
            value = mean.get()
        return 2 * value * (1 - value)

    def update(pairs):
        window = es.TimeWindow(span)
        for label, at in pairs:
            window.update(label, at=at)
        return window.gini

    def gini(pairs):
        window, value = es.TimeWindow(span), 0.0
        for label, at in pairs:
            window.update(label, at=at)
            value = window.gini
        return value

    def entropy(pairs):
        window, value = es.TimeWindow(span), 0.0
        for label, at in pairs:
            window.update(label, at=at)
            value = window.entropy
        return value

    dated, numbered = list(zip(labels, dates, strict=True)), list(zip(labels, seconds, strict=True))
    return [
        Contestant(LOOP, loop, lambda: dated, answer=None),
        Contestant(RIVER, river, lambda: dated, answer="Gini"),
        Contestant(UPDATE, update, lambda: dated, answer="Gini"),
        Contestant(GINI, gini, lambda: dated, answer="Gini"),
        Contestant(ENTROPY, entropy, lambda: dated, answer="entropy"),
        Contestant(SECONDS, gini, lambda: numbered, answer="Gini"),
    ]


# ------------------------------------------------------------------ columns


def in_columns(found: Report, events: int, repeats: int) -> dict[str, Times]:
    times, differences = {}, []
    for held in HELD_IN_COLUMNS:
        for pace, labels in STREAMS:
            case = f"{stream_name(pace, labels)}, {held:,} held"
            times[case], difference = hold(
                column_contestants(events, held, pace, labels),
                events=events,
                repeats=repeats,
                tolerance=1e-7,
            )
            differences.append(difference)
            found.record(case, times[case])
    found.method += f" Largest difference to numba: {max(differences):.1e} (its roundings)."
    return times


def stream_name(pace: str, labels: int) -> str:
    return f"{pace} gaps, {labels:,} labels"


def column_contestants(events: int, held: int, pace: str, labels: int) -> list[Contestant]:
    rng = np.random.default_rng(labels)
    codes = rng.integers(0, labels, events)
    gap = 10**6
    gaps = np.full(events, gap) if pace == "even" else rng.exponential(gap, events)
    times = np.cumsum(gaps.astype(np.int64))
    instants, span = times.view("datetime64[ns]"), held * gap
    logs, steps = numba_time_window.tables(2 * held + 1000)

    def window():
        return es.TimeWindow(np.timedelta64(span, "ns"))

    def ours_both(codes):
        found = window().trace(codes, ("entropy", "gini"), times=instants)
        return found["entropy"]

    runs = {
        OURS: lambda codes: window().trace(codes, "entropy", times=instants),
        PLAIN: lambda codes: numba_time_window.plain(codes, times, labels, span, logs),
        TUNED: lambda codes: numba_time_window.tuned(codes, times, labels, span, logs, steps),
        OURS_BOTH: ours_both,
    }
    return [Contestant(name, run, lambda: codes, answer="H") for name, run in runs.items()]


# ------------------------------------------------------------------ late events


def with_late_events(found: Report, events: int, held: tuple[int, ...]) -> dict[float, Times]:
    times = {}
    for late in LATE:
        times[late] = take_turns(
            [late_contestant(events, each, late) for each in held], events=events, repeats=5
        )
        found.record(f"{late:.0%} late", times[late])
    return times


def late_contestant(events: int, held: int, late: float) -> Contestant:
    """Feed the next events to a window that is full of such events."""
    rng = np.random.default_rng(held)
    rows = 2 * held + events
    times = np.arange(rows) + rng.random(rows)
    delays = np.where(rng.random(rows) < late, rng.uniform(0, held, rows), 0.0)
    times = times[np.argsort(times + delays, kind="stable")]
    labels = rng.integers(0, 100, rows)
    window = es.TimeWindow(held, lateness=held)
    window.update_many(labels[: 2 * held], times=times[: 2 * held])
    rest = list(zip(labels[2 * held :].tolist(), times[2 * held :].tolist(), strict=True))
    return Contestant(held, partial(feed, rest=rest), window.copy, answer=None)


def feed(window: es.TimeWindow, rest: list[tuple[int, float]]) -> None:
    for label, at in rest:
        window.update(label, at=at)


# ------------------------------------------------------------------ what it shows


def table(caption: str, times: dict[str, Times], form: str) -> Table:
    names = next(iter(times.values())).rounds
    rows = [
        (case, *(form.format(each.median(name)) for name in names)) for case, each in times.items()
    ]
    return Table(caption, ("", *names), rows)


def column_ratios(columns: dict[str, Times]) -> Table:
    rows = [
        (case, *(f"{each.ratio(rival, OURS):.2f}" for rival in (PLAIN, TUNED)))
        for case, each in columns.items()
    ]
    names = (f"{rival} / {OURS}" for rival in (PLAIN, TUNED))
    return Table("Columns: ratios (above 1: entrostream is faster)", ("", *names), rows)


def late_table(late: dict[float, Times]) -> Table:
    rows = [
        (f"{part:.0%} late", *(f"{each.median(held):.0f}" for held in each.rounds))
        for part, each in late.items()
    ]
    held = (f"{power(each)} held" for each in next(iter(late.values())).rounds)
    return Table("Late events, one by one: nanoseconds per event", ("", *held), rows)


def targets(
    singles: dict[str, Times], columns: dict[str, Times], late: dict[float, Times]
) -> list[Target]:
    found = [
        Target(f"events per second over river, {case}", each.ratio(RIVER, GINI), 10)
        for case, each in singles.items()
    ]
    for rival in (PLAIN, TUNED):
        worst, where = min((each.ratio(rival, OURS), case) for case, each in columns.items())
        found.append(Target(f"speed over {rival}, worst case ({where})", worst, 1))
    for part, each in late.items():
        least, *_, most = each.rounds
        name = f"{part:.0%} late: time with {power(most)} held over {power(least)} held"
        found.append(Target(name, each.ratio(most, least), 2, at_least=False))
    return found
