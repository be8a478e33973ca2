"""The events of the files of a command, in the order of their times."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import click
import numpy as np

from entrostream.cli.exits import stop
from entrostream.cli.printable import printable
from entrostream.cli.progress import Progress
from entrostream.ingest import BadRecords, Reader, ReadOptions, open_reader
from entrostream.streaming import EventReader, Events, Reorder

__all__ = ["Inputs"]

TIME_NAMES = ("time", "date", "timestamp", "at", "ts", "datetime", "created")


@dataclass
class Inputs:
    """The files of a command, and how they are read.

    Parameters
    ----------
    files : sequence of str
        Paths, or "-" for standard input.
    fields : sequence of str
        What is measured; by default the only field that there is.
    options : dict
        The options of the command line: those of `input_options` and `time_options`.
    needs_times : str, optional
        The option that needs the times of events, if any.
    """

    files: Sequence[str]
    fields: list[str]
    options: dict[str, Any]
    needs_times: str | None = None
    group_by: Sequence[str] = ()
    weight: str | None = None
    bad: BadRecords = field(init=False)
    late: int = field(default=0, init=False)
    by_arrival: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.files = list(self.files) or ["-"]
        self.bad = BadRecords(fail=self.options["on_bad"] == "fail")
        self._readers = [self._open(path) for path in self.files]
        first = self._readers[0]
        if not self.fields:
            self.fields = only_field(first.names)
        time_field = self.options["time_field"]
        if time_field is None and all(each.format in ("common", "combined") for each in self._readers):
            time_field = "time"
        if time_field is None and self.needs_times:
            self._require_arrival(self.needs_times)
        self._events = EventReader(
            self.fields,
            self.bad,
            group_by=self.group_by,
            time_field=time_field if self.needs_times or self.options["time_field"] else None,
            time_format=self.options["time_format"],
            weight=self.weight,
        )
        # Resolved before the first row is read: a wrong name costs no work.
        self._columns = [self._events.begin(each.source.name, each.names) for each in self._readers]

    def __iter__(self) -> Iterator[Events]:
        """Yield the events of all files, one after the other."""
        late: Literal["fail", "drop"] = self.options["late"]
        reorder = Reorder(self.options["lateness"], late)
        with Progress(self._readers, quiet=self.options["quiet"]) as progress:
            for reader in self._readers:
                columns = self._events.begin(reader.source.name, reader.names)
                for rows in reader.batches(columns):
                    yield reorder.push(self._arrived(self._events.events(rows)))
                    self.late = reorder.late
                    progress.show()
        yield reorder.finish()

    def now(self) -> int:
        """Return the time of arrival, in nanoseconds since 1970."""
        return time.time_ns()

    def _arrived(self, events: Events) -> Events:
        """Return events with the time of their arrival, if they have no other."""
        if not self.by_arrival or not events.n:
            return events
        return Events(
            events.n,
            events.labels,
            np.full(events.n, self.now()),
            events.groups,
            events.keys,
            events.weights,
        )

    def _open(self, path: str) -> Reader:
        options = self.options
        reader = open_reader(
            path,
            ReadOptions(
                self.bad,
                options["form"],
                options["delimiter"],
                not options["no_header"],
                options["max_line"],
            ),
        )
        if not options["quiet"] and options["form"] is None:
            packed = f", {reader.source.compression}" if reader.source.compression else ""
            note(f"reading {reader.source.name} as {reader.format}{packed}")
        return reader

    def _require_arrival(self, option: str) -> None:
        """Refuse arrival times for stored files: all their events would arrive now."""
        for reader in self._readers:
            if not reader.source.is_live:
                names = [name for name in reader.names if name.lower() in TIME_NAMES]
                hint = f", such as --time-field {names[0]}" if names else ""
                stop(
                    f"{option} needs the time of each event in {reader.source.name}: name its "
                    f"field{hint}; the time of arrival is for pipes only"
                )
        self.by_arrival = True

    def report(self, missing: int = 0, folded: int = 0) -> None:
        """Say what was skipped."""
        if self.options["quiet"]:
            return
        if self.bad.count:
            example = self.bad.examples[0]
            note(f"{self.bad.count:,} bad records were skipped, the first: {example}")
        if self.bad.replaced:
            note(r"some bytes are not UTF-8: they are shown as \xff")
        if missing:
            note(f"{missing:,} missing labels were skipped (--missing label counts them)")
        if self.late:
            note(f"{self.late:,} events were too late and were left out")
        if folded:
            note(
                f"{folded:,} events beyond --max-labels were counted as one label, <other>: "
                "entropy is a lower bound"
            )


def only_field(names: Sequence[str]) -> list[str]:
    """Return the only field of a source, or refuse to choose."""
    if len(names) == 1:
        return list(names)
    shown = ", ".join(map(repr, names[:12])) + (", ..." if len(names) > 12 else "")
    stop(f"which field? pass -f FIELD; there are {shown}")


def note(message: str) -> None:
    """Print a message to standard error."""
    click.echo(f"entrostream: {printable(message)}", err=True)
    sys.stderr.flush()
