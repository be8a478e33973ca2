"""A file, or standard input, read by a thread that hands its events to the monitor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from entrostream.ingest import (
    BadRecords,
    FollowedSource,
    InputError,
    Reader,
    ReadOptions,
    follow_reader,
    open_source,
    reader_of,
)
from entrostream.ingest.follow import FilePlace
from entrostream.ingest.readers import delimiter_in
from entrostream.monitor.batch import Batch, FileState
from entrostream.streaming import EventReader, Events

__all__ = ["FileInput", "ReadSettings"]

STDIN = "-"


@dataclass(frozen=True)
class ReadSettings:
    """How the records of an input are read.

    Parameters
    ----------
    fields : tuple of str
        The fields that are measured.
    format, delimiter, header, max_record
        As in `ReadOptions`.
    time_field, time_format
        As in `EventReader`.
    """

    fields: tuple[str, ...]
    format: str | None = None
    delimiter: str | None = None
    header: bool = True
    max_record: int = 1 << 20
    time_field: str | None = None
    time_format: str = "auto"

    def options(self, bad: BadRecords) -> ReadOptions:
        """Return how records are read."""
        return ReadOptions(bad, self.format, self.delimiter, self.header, self.max_record)

    def events(self, bad: BadRecords, form: str) -> EventReader:
        """Return what makes events of records; those of a web-server log have their time."""
        time_field = self.time_field
        if time_field is None and form in ("common", "combined"):
            time_field = "time"
        return EventReader(self.fields, bad, time_field=time_field, time_format=self.time_format)


class FileInput:
    """Reads a file as it grows, or standard input, until it is stopped.

    Parameters
    ----------
    path : str
        The file, or "-" for standard input.
    settings : ReadSettings
        How it is read.
    from_end : bool, default False
        Whether to begin at the end of a file that is read for the first time.
    """

    def __init__(self, path: str, settings: ReadSettings, *, from_end: bool = False):
        self.path = path
        self._settings = settings
        self._from_end = from_end
        self._bad = BadRecords()
        self._stopping = threading.Event()
        self._source: Any = None
        self._resume: FileState | None = None
        self._thread: threading.Thread | None = None
        self.ended = False
        self.failure: str | None = None
        self.note: str | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return "standard input" if self.path == STDIN else self.path

    def resume(self, state: FileState) -> None:
        """Go on where an earlier input of this file ended."""
        self._resume = state
        self._bad.count = state.bad

    def start(self, put: Callable[[Batch], None]) -> None:
        """Begin to read in a thread; `put` waits while the monitor is behind."""
        self._thread = threading.Thread(
            target=self._run, args=(put,), name=f"read {self.name}", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the reading after the records that were handed over."""
        self._stopping.set()
        if isinstance(self._source, FollowedSource):
            self._source.stop()

    def _run(self, put: Callable[[Batch], None]) -> None:
        try:
            self._read(put)
        except (InputError, OSError, ValueError) as error:  # the other inputs go on
            self.failure = str(error)
        self.ended = not self._stopping.is_set()

    def _read(self, put: Callable[[Batch], None]) -> None:
        reader = self._open()
        events = self._settings.events(self._bad, reader.format)
        columns = events.begin(self.name, reader.names, open_ended=reader.open_ended)
        seen = self._bad.count
        for rows in reader.batches(columns):
            if self._stopping.is_set():
                return
            if rows.n or self._bad.count > seen:
                seen = self._bad.count
                put(self._batch(reader, events.events(rows) if rows.n else Events(0, {})))

    def _open(self) -> Reader:
        options = self._settings.options(self._bad)
        if self.path == STDIN:
            self._source = open_source(STDIN)
            return reader_of(self._source, options)
        resume = self._resume
        if resume is None:
            return self._follow(options)
        place = None if resume.place is None else FilePlace(*resume.place)
        self._source = FollowedSource(
            self.path, resume=place, header=resume.header.encode("latin-1")
        )
        if place is not None and not self._source.resumed:
            self.note = f"{self.path} is another file than before: reading it from its start"
        known = replace(
            options, format=resume.format, delimiter=resume.delimiter or options.delimiter
        )
        return reader_of(self._source, known)

    def _follow(self, options: ReadOptions) -> Reader:
        reader = follow_reader(self.path, options, from_start=not self._from_end)
        self._source = reader.source
        return reader

    def _batch(self, reader: Reader, events: Events) -> Batch:
        source = reader.source
        if not isinstance(source, FollowedSource):
            return Batch(
                self.name, events, file=FileState(None, reader.format, bad=self._bad.count)
            )
        assert reader.blocks is not None
        place = source.place(reader.blocks.passed)
        state = FileState(
            None if place is None else (place.inode, place.offset, place.checked, place.digest),
            reader.format,
            delimiter_in(reader),
            (source.header or b"").decode("latin-1"),
            self._bad.count,
        )
        return Batch(self.name, events, file=state)
