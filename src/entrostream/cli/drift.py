"""What `entrostream drift` does."""

from __future__ import annotations

import csv
import sys
from typing import Any

import click
import msgspec

from entrostream.cli.changes import change_record, change_text
from entrostream.cli.exits import ALARM, usage
from entrostream.cli.inputs import Inputs
from entrostream.streaming import Schedule, StreamMeasures, WindowRule
from entrostream.streaming.printable import printable

__all__ = ["drift"]


def drift(**options: Any) -> int:
    """Run the command, and return its exit code."""
    with usage():
        rule = WindowRule(
            "adaptive",
            missing=options["missing"],
            min_shift=options["min_shift"],
            season=options["season"],
            recurring=options["recurring"],
        )
    season = f"--season {options['season']}" if options["season"] else None
    by_severity = options["sort"] == "severity"
    inputs = Inputs(
        options["files"],
        list(options["fields"]),
        options,
        season,
        prints_meanwhile=not by_severity,
    )
    stream = StreamMeasures(inputs.fields, rule, Schedule(), ["n"])
    report = Report(options["output"], by_severity=by_severity)
    for events in inputs:
        stream.push(events)
        report.take(stream)
    report.finish()
    recurring = sum(window.n_recurring for window in stream.stream(()).summaries.values())
    inputs.report(stream.missing, recurring=recurring)
    return ALARM if report.count and options["fail_on_change"] else 0


class Report:
    """Writes changes, as they are found or sorted at the end."""

    def __init__(self, form: str, *, by_severity: bool):
        self._form = form
        self._by_severity = by_severity
        self._seen: dict[str, int] = {}
        self._kept: list[tuple[str, Any]] = []
        self._csv = csv.writer(sys.stdout, lineterminator="\n")
        self._header = True
        self.count = 0

    def take(self, stream: StreamMeasures) -> None:
        """Write the changes that are new."""
        for name, window in stream.stream(()).summaries.items():
            new = window.n_changes - self._seen.get(name, 0)
            self._seen[name] = window.n_changes
            self.count += new
            for change in window.changes[len(window.changes) - new :] if new else []:
                if self._by_severity:
                    self._kept.append((name, change))
                else:
                    self._write(name, change)

    def finish(self) -> None:
        """Write what was kept to be sorted."""
        for name, change in sorted(self._kept, key=lambda each: -(each[1].severity or 0)):
            self._write(name, change)

    def _write(self, name: str, change: Any) -> None:
        if self._form == "text":
            click.echo(f"{printable(name)}  {printable(change_text(change))}")
        elif self._form == "jsonl":
            click.echo(msgspec.json.encode(change_record(name, change)).decode())
        else:
            self._write_csv(change_record(name, change))
        sys.stdout.flush()

    def _write_csv(self, record: dict[str, Any]) -> None:
        """Write a change as CSV; its labels are one field."""
        labels = record.pop("labels")
        record["labels"] = "; ".join(
            f"{each['label']} {each['before']:.4f} -> {each['after']:.4f}" for each in labels
        )
        if self._header:
            self._csv.writerow(record)
            self._header = False
        self._csv.writerow(record.values())
