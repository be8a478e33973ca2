"""Events on their way to the monitor, with what says that they were taken."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from entrostream.streaming import Events

__all__ = ["Batch", "FileState"]


@dataclass(frozen=True)
class FileState:
    """How far a file was read, and how: enough to go on after a restart.

    Parameters
    ----------
    place : tuple or None
        The place behind the last record, as a `FilePlace`.
    format : str
        The format.
    delimiter : str or None
        What separates the fields of CSV.
    header : str
        The first line of CSV, one character per byte.
    bad : int
        How many records could not be read.
    """

    place: tuple[int, int, int, str] | None
    format: str
    delimiter: str | None = None
    header: str = ""
    bad: int = 0


@dataclass
class Batch:
    """Events of one source, in the order in which they came.

    Parameters
    ----------
    source : str
        The file, or the address of a client.
    events : Events
        The events.
    size : int
        About how many bytes they take.
    file : FileState, optional
        How far the file was read.
    bad : int
        Records of a request that could not be read; those of a file are in `file`.
    client, sequence : optional
        Who sent a request, and the number that it gave.
    stored : Future, optional
        Done once the events are in a checkpoint.
    """

    source: str
    events: Events
    size: int = 0
    file: FileState | None = None
    bad: int = 0
    client: str | None = None
    sequence: int | None = None
    stored: Future[None] | None = field(default=None, repr=False)

    def settle(self, error: Exception | None = None) -> None:
        """Tell who waits that the events are stored, or cannot be."""
        if self.stored is None or self.stored.done():
            return
        if error is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(error)


def file_state(values: dict[str, Any]) -> FileState:
    """Return the state of a file from plain data."""
    place = values["place"]
    return FileState(**{**values, "place": None if place is None else tuple(place)})
