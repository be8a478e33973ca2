"""A daily rhythm is no change: how often it is cut, and how soon changes inside it are found."""

from __future__ import annotations

from statistics import median

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import adwin, progress
from benchmarks.harness.report import Report, Table, Target
from tests.drift.seasonal_streams import CHANGES, daily, stuck

PER_DAY = (1_440, 10_000)
DAYS = 60
SIZES = (2, 5, 50, 1000)
CHANGED = (3, 5, 50)
FIRST_SEED = 810_000
BEFORE = 60_000  # events, six days
NEVER = float("inf")

METHOD = f"""\
Streams in which the share of every label moves up and down by a half in the course of a day, each
label at its own time of the day (Zipf shares, tests/drift/seasonal_streams.py), seeds from
{FIRST_SEED} on. All changes that are found, with `recurring="report"`. Changes per million events:
{DAYS} days each, mean over the seeds, with `season="1d"`, without, and of streams of the same
shares without a rhythm. Delay: after some six
days of 10,000 events the shares change, at another time of the day for each seed, and the rhythm
goes on; median of the events from the change until it is found. The same change without a rhythm,
found by a window without a season, is the baseline. ADWIN (`es.ADWIN()`) reads the labels' numbers
in the order of their shares, of the stream with the rhythm: what it finds within the delay may be
the rhythm."""


def report(*, quick: bool) -> Report:
    found = Report("adaptive/season", "A daily rhythm", METHOD, 0)
    alarms = [alarms_of(k, per_day, 1 if quick else 5) for per_day in PER_DAY for k in SIZES]
    delays = [delays_of(name, k, 5 if quick else 25) for name in CHANGES for k in CHANGED]
    absent = [absence_of(k, 5 if quick else 25) for k in CHANGED]
    found.tables = [alarm_table(alarms), delay_table(delays), absence_table(absent)]
    found.targets = [
        Target(
            f"{row['change']}, {row['labels']} labels: delay over that without a rhythm",
            row["season"] / row["no_rhythm"],
            2,
            at_least=False,
        )
        for row in delays
    ]
    rows = [*alarms, *delays, *absent]
    names = dict.fromkeys(name for row in rows for name in row)
    found.figures = [{name: row.get(name, "") for name in names} for row in rows]
    return found


def window_of(labels: np.ndarray, times: np.ndarray, season: str | None) -> es.AdaptiveWindow:
    window = es.AdaptiveWindow(season=season, recurring="report")
    window.update_many(labels, times=times)
    return window


def alarms_of(k: int, per_day: int, seeds: int) -> dict[str, object]:
    """Return changes per million events of streams that do not change."""
    counts = np.zeros(4)
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        rhythmic = daily(seed, k, days=DAYS, per_day=per_day)
        steady = daily(seed, k, days=DAYS, per_day=per_day, amplitude=0)
        counts += (
            window_of(*rhythmic, "1d").n_changes,
            window_of(*rhythmic, None).n_changes,
            window_of(*steady, None).n_changes,
            adwin(rhythmic[0], k).n_changes,
        )
    per_million = counts / (seeds * DAYS * per_day) * 1e6
    progress(f"{per_day} a day, {k} labels: {per_million.round(1)}")
    names = ("season", "no_season", "no_rhythm", "adwin")
    return {"per_day": per_day, "labels": k, **dict(zip(names, per_million, strict=True))}


def delay_after(window: es.AdaptiveWindow | es.ADWIN, change: int) -> float:
    return next((each.found - change for each in window.changes if each.found > change), NEVER)


def delays_of(name: str, k: int, seeds: int) -> dict[str, object]:
    delays: dict[str, list[float]] = {"season": [], "no_rhythm": [], "adwin": []}
    more = 0
    for number in range(seeds):
        change = BEFORE + 10_000 * number // seeds + 16
        stream = {"days": 9, "change": change, "after": CHANGES[name]}
        labels, times = daily(FIRST_SEED + number, k, **stream)
        window = window_of(labels, times, "1d")
        steady = window_of(*daily(FIRST_SEED + number, k, amplitude=0, **stream), None)
        delays["season"].append(delay_after(window, change))
        delays["no_rhythm"].append(delay_after(steady, change))
        delays["adwin"].append(delay_after(adwin(labels, k + 1), change))
        more += window.n_changes
    progress(f"{name}, {k} labels: {median(delays['season'])}")
    middle = {which: median(each) for which, each in delays.items()}
    return {"change": name, "labels": k, **middle, "changes": more / seeds}


def absence_of(k: int, seeds: int) -> dict[str, object]:
    """Return how soon it is found that the rhythm stops."""
    delays = []
    for number in range(seeds):
        change = BEFORE + 10_000 * number // seeds + 16
        delays.append(delay_after(window_of(*stuck(FIRST_SEED + number, k, change), "1d"), change))
    return {"labels": k, "stuck": median(delays), "slowest": max(delays)}


def alarm_table(rows: list[dict[str, object]]) -> Table:
    columns = ("events a day", "labels", "with season", "without", "no rhythm", "ADWIN")
    return Table(
        "Changes per million events of streams that do not change",
        columns,
        [
            (
                f"{row['per_day']:,}",
                f"{row['labels']:,}",
                *(f"{row[name]:.1f}" for name in ("season", "no_season", "no_rhythm", "adwin")),
            )
            for row in rows
        ],
    )


def delay_table(rows: list[dict[str, object]]) -> Table:
    columns = ("change", "labels", "with season", "no rhythm", "ratio", "changes found", "ADWIN")
    return Table(
        "Events until a change inside the rhythm is found",
        columns,
        [
            (
                row["change"],
                row["labels"],
                f"{row['season']:.0f}",
                f"{row['no_rhythm']:.0f}",
                f"{row['season'] / row['no_rhythm']:.2f}",
                f"{row['changes']:.1f}",
                "never" if row["adwin"] == NEVER else f"{row['adwin']:.0f}",
            )
            for row in rows
        ],
    )


def absence_table(rows: list[dict[str, object]]) -> Table:
    return Table(
        "Events until it is found that the rhythm stops",
        ("labels", "median", "slowest"),
        [(row["labels"], f"{row['stuck']:.0f}", f"{row['slowest']:.0f}") for row in rows],
    )
