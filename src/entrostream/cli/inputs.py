"""The events of the files of a command, in the order of their times."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from entrostream.cli.exits import stop, usage
from entrostream.cli.progress import Progress
from entrostream.ingest import BadRecords, Reader, ReadOptions, TimeParser, open_reader
from entrostream.ingest.fields import listed
from entrostream.streaming import ArrivalClock, EventReader, Events, Reorder
from entrostream.streaming.printable import printable

__all__ = ["Inputs", "note"]

TIME_NAMES = ("time", "date", "timestamp", "at", "ts", "datetime", "created")
LOGS = ("common", "combined")
KEPT_OPEN = 64  # files: systems limit the number


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
    group_by : sequence of str
        The fields whose values make a group.
    weight : str, optional
        The field with the weight of an event.
    prints_meanwhile : bool, default False
        Whether results are written while the files are read: on a terminal there is no progress
        bar then, which they would overwrite.
    """

    files: Sequence[str]
    fields: list[str]
    options: dict[str, Any]
    needs_times: str | None = None
    group_by: Sequence[str] = ()
    weight: str | None = None
    prints_meanwhile: bool = False
    bad: BadRecords = field(init=False)
    by_arrival: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.files = list(self.files) or ["-"]
        if list(self.files).count("-") > 1:
            stop("standard input (-) can be read once only")
        self.bad = BadRecords(fail=self.options["on_bad"] == "fail")
        self.clock = ArrivalClock()
        with usage():
            self._reorder = Reorder(self.options["lateness"], self.options["late"])
            TimeParser(self.options["time_format"])
        self._sizes: list[int | None] = []
        self._readers = [self._open(path) for path in self.files]
        self.fields = self.fields or only_field(self._readers)
        self._events = self._event_reader()
        # Resolved before the first row is read: a wrong name costs no work.
        for reader in self._readers:
            self._begin(reader)
        for message in self._events.unseen if self._readers[0].names else ():
            self._say(f"in the first lines {message}")

    def __iter__(self) -> Iterator[Events]:
        """Yield the events of all files, one after the other."""
        hidden = self.prints_meanwhile and sys.stdout is not None and sys.stdout.isatty()
        with Progress(self._sizes, quiet=self.options["quiet"] or hidden) as progress:
            for number, (path, opened) in enumerate(zip(self.files, self._readers, strict=True)):
                reader = self._reader(path, self.bad) if opened.source.closed else opened
                for rows in reader.batches(self._begin(reader)):
                    yield self._reorder.push(self._arrived(self._events.events(rows)))
                    progress.show(number, reader)
                reader.source.close()
        self._events.finish()
        yield self._reorder.finish()

    def _event_reader(self) -> EventReader:
        time_field = self.options["time_field"]
        if time_field is None and self.needs_times:
            if all(each.format in LOGS for each in self._readers if each.names):
                time_field = "time"
            else:
                self._require_arrival(self.needs_times)
        return EventReader(
            self.fields,
            self.bad,
            group_by=self.group_by,
            time_field=time_field,
            time_format=self.options["time_format"],
            weight=self.weight,
        )

    def _begin(self, reader: Reader) -> list[str]:
        """Return the columns to read of a source."""
        return self._events.begin(reader.source.name, reader.names, open_ended=reader.open_ended)

    def _arrived(self, events: Events) -> Events:
        """Return events with the time of their arrival, if they have no other."""
        return self.clock.stamp(events) if self.by_arrival else events

    def _open(self, path: str) -> Reader:
        """Open a file to see what it is; of many files most are opened again in their turn."""
        is_kept = len(self._sizes) < KEPT_OPEN
        reader = self._reader(path, self.bad if is_kept else BadRecords())
        source = reader.source
        self._sizes.append(source.size)
        if self.options["form"] is None:
            packed = f", {source.compression}" if source.compression else ""
            self._say(f"reading {source.name} as {reader.format}{packed}")
        if not is_kept and source.path is not None and not source.is_live:
            source.close()
        return reader

    def _reader(self, path: str, bad: BadRecords) -> Reader:
        options = self.options
        return open_reader(
            path,
            ReadOptions(
                bad,
                options["form"],
                options["delimiter"],
                not options["no_header"],
                options["max_line"],
            ),
        )

    def _require_arrival(self, option: str) -> None:
        """Refuse arrival times for stored files: all their events would arrive now."""
        for reader in self._readers:
            if reader.source.closed or not reader.source.is_live:
                names = [name for name in reader.names if name.lower() in TIME_NAMES]
                hint = f", such as --time-field {names[0]}" if names else ""
                stop(
                    f"{option} needs the time of each event in {reader.source.name}: name its "
                    f"field{hint}; the time of arrival is for pipes only"
                )
        self.by_arrival = True

    def report(self, missing: int = 0, folded: int = 0, recurring: int = 0) -> None:
        """Say what was skipped."""
        if self.bad.count:
            self._say(f"bad records skipped: {self.bad.count:,}, the first: {self.bad.examples[0]}")
        if self.bad.replaced:
            self._say("some bytes are not UTF-8: they are shown as their hexadecimal codes")
        if missing:
            self._say(f"missing labels skipped: {missing:,} (--missing label counts them)")
        if self._events.ungrouped:
            self._say(f"events without a group skipped: {self._events.ungrouped:,}")
        if self._reorder.late:
            self._say(f"events left out, for they were too late: {self._reorder.late:,}")
        if folded:
            self._say(
                f"events beyond --max-labels, counted as one label, <other>: {folded:,}; "
                "entropy is a lower bound"
            )
        if recurring:
            self._say(
                f"recurring changes skipped: {recurring:,}, no more severe than what is usual here "
                "(--recurring report lists them)"
            )

    def _say(self, message: str) -> None:
        if not self.options["quiet"]:
            note(message)


def only_field(readers: Sequence[Reader]) -> list[str]:
    """Return the only field of a source, or refuse to choose."""
    names = next((list(reader.names) for reader in readers if reader.names), ["line"])
    if len(names) == 1:
        return names
    return stop(f"which field? pass -f FIELD; there are {listed(names)}")


def note(message: str) -> None:
    """Print a message to standard error."""
    click.echo(f"entrostream: {printable(message)}", err=True)
    sys.stderr.flush()
