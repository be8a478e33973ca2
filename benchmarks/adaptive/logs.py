"""Alarms of the adaptive window on real logs, at the defaults."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from statistics import median

import entrostream as es
from benchmarks.harness.report import Report, Table, Target
from benchmarks.trees.streams import data_folder

LOGS = {
    "aws_honeypot": ("datetime", ("src_id", "dpt", "cc", "host", "proto")),
    "apache_access": ("time", ("client_id", "path", "status", "agent")),
}
SHOWN = {"src_id", "client_id"}  # their entropy in every hour is kept for the picture
FLOOD = (200, 1.0)  # more events in an hour, and less entropy in bits

METHOD = f"""\
The files aws_honeypot.csv.gz (packets to nine honeypots, 2013-03-03 to 2013-09-08) and
apache_access.csv.gz (requests of a web server, four days) in the folder given by --data, one
column at a time, with `es.AdaptiveWindow()` at the defaults and, for comparison, with
`calibrate=False`. A flood is an hour with more than {FLOOD[0]} events whose labels have less than
{FLOOD[1]:g} bit of entropy; consecutive hours are one. If half of all hours have less (the
protocols), that is usual and there are no floods. A flood is held if a change is located from an
hour before its first to the end of its last, and it is among the first by severity if as many
changes as there are floods' beginnings and ends, sorted by severity, contain one in it."""


@dataclass(frozen=True)
class Row:
    """What was found in one column of a log."""

    log: str
    column: str
    events: int
    days: float
    plain: int
    changes: list[es.Change]
    hours: dict[datetime, es.Tally]

    @property
    def floods(self) -> list[tuple[datetime, datetime]]:
        return floods(self.hours)

    @property
    def held(self) -> int:
        return sum(any(is_in(change, flood) for change in self.changes) for flood in self.floods)

    @property
    def first(self) -> int:
        """How many floods the changes of the greatest severity are in."""
        ranked = sorted(self.changes, key=lambda change: -(change.severity or 0))
        top = ranked[: 2 * len(self.floods) + 2]
        return sum(any(is_in(change, flood) for change in top) for flood in self.floods)


def is_in(change: es.Change, flood: tuple[datetime, datetime]) -> bool:
    return flood[0] - timedelta(hours=1) <= change.at <= flood[1]


def report(*, quick: bool) -> Report:
    del quick
    found = Report("adaptive/logs", "Alarms on real logs", METHOD, 0)
    rows = [run(log, column) for log, (_, columns) in LOGS.items() for column in columns]
    found.tables = [table(rows)]
    found.targets = [
        Target(f"{row.log}, {row.column}: floods found", row.held, len(row.floods)) for row in rows
    ]
    found.figures = [figure for row in rows for figure in figures_of(row)]
    return found


def run(log: str, column: str) -> Row:
    times, labels = read(log, column)
    window, plain = es.AdaptiveWindow(), es.AdaptiveWindow(calibrate=False)
    for each in (window, plain):
        each.update_many(labels, times=times)
    days = (times[-1] - times[0]).total_seconds() / 86_400
    hours = by_hour(times, labels)
    return Row(log, column, len(labels), days, plain.n_changes, window.changes, hours)


def read(log: str, column: str) -> tuple[list[datetime], list[str]]:
    with gzip.open(data_folder(log) / f"{log}.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    events = [(time_of(row[LOGS[log][0]]), row[column]) for row in rows]
    events.sort(key=lambda event: event[0])  # a server writes requests when they are finished
    return [at for at, _ in events], [label for _, label in events]


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "")).replace(tzinfo=timezone.utc)


def by_hour(times: list[datetime], labels: list[str]) -> dict[datetime, es.Tally]:
    hours: dict[datetime, es.Tally] = defaultdict(es.Tally)
    for at, label in zip(times, labels, strict=True):
        hours[at.replace(minute=0, second=0)].update(label)
    return hours


def floods(hours: dict[datetime, es.Tally]) -> list[tuple[datetime, datetime]]:
    """Return the begin and end of each flood."""
    hour = timedelta(hours=1)
    found: list[tuple[datetime, datetime]] = []
    if median(tally.entropy for tally in hours.values()) < FLOOD[1]:
        return found
    for begin, tally in hours.items():
        if tally.n <= FLOOD[0] or tally.entropy >= FLOOD[1]:
            continue
        if found and found[-1][1] == begin:
            found[-1] = (found[-1][0], begin + hour)
        else:
            found.append((begin, begin + hour))
    return found


def table(rows: list[Row]) -> Table:
    lines = [
        (
            f"{row.log}, {row.column}",
            f"{row.events:,}",
            row.plain,
            len(row.changes),
            f"{row.plain / row.days:.1f}",
            f"{len(row.changes) / row.days:.2f}",
            f"{row.held} of {len(row.floods)}",
            f"{row.first} of {len(row.floods)}",
        )
        for row in rows
    ]
    columns = (
        "log, column",
        "events",
        "changes, not calibrated",
        "changes",
        "per day, not calibrated",
        "per day",
        "floods found",
        "among the first by severity",
    )
    return Table("Alarms at the defaults", columns, lines)


def figures_of(row: Row) -> list[dict[str, object]]:
    """Return a line for the column, one per change and, for the picture, one per hour."""
    changes = [
        {
            "kind": "change",
            "at": change.at.isoformat(),
            "value": f"{change.severity:.3f}",
            "label": change.labels[0].label,
            "before": f"{change.labels[0].before:.4f}",
            "after": f"{change.labels[0].after:.4f}",
        }
        for change in row.changes
    ]
    hours = [
        {"kind": "hour", "at": begin.isoformat(), "value": f"{tally.entropy:.2f}"}
        for begin, tally in row.hours.items()
        if row.column in SHOWN
    ]
    counts = {"kind": "column", "value": len(row.changes), "before": row.plain, "after": row.held}
    empty = dict.fromkeys(("log", "column", "kind", "at", "value", "label", "before", "after"), "")
    of_column = {"log": row.log, "column": row.column}
    return [empty | of_column | line for line in [counts, *changes, *hours]]
