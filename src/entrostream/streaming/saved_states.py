"""Files of states: the summaries of fields and groups, to be shown, verified and merged later.

A file has a line of JSON per state, a first line with the version of the file format, and a last
one with the number of states and the SHA-256 of all lines before: a file that was cut, damaged or
edited is refused. The states themselves are those of `to_bytes`, in base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

import entrostream as es
from entrostream import StateError
from entrostream._core import column_times

__all__ = ["SavedState", "at_one_time", "load_states", "merge_states", "save_states"]

FORMAT = "entrostream states"
VERSION = 1
CLASSES = (
    "AdaptiveWindow",
    "FadingTally",
    "FadingWindow",
    "SlidingWindow",
    "Tally",
    "TimeWindow",
    "WeightedTally",
    "WeightedTimeWindow",
)


@dataclass(frozen=True)
class SavedState:
    """A summary, and what it is the summary of.

    Parameters
    ----------
    field : str
        The field, as it was written.
    key : mapping of str to str
        The group: the value of each field of `-g`; empty without groups.
    summary : Summary
        The summary.

    Examples
    --------
    >>> from entrostream.streaming import SavedState
    >>> SavedState("src", {"host": "web1"}, es.Tally("aab")).title
    'src, host=web1'
    """

    field: str
    key: Mapping[str, str]
    summary: Any

    @property
    def title(self) -> str:
        """The field and the group in one line."""
        return ", ".join([self.field, *(f"{name}={value}" for name, value in self.key.items())])

    @property
    def identity(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What states of several files are matched by."""
        return self.field, tuple(self.key.items())


def save_states(path: str, states: Iterable[SavedState]) -> None:
    """Write states to a file, which replaces one that is there at once or not at all.

    Parameters
    ----------
    path : str
        Where to write.
    states : iterable of SavedState
        The states, in any order; the same states give the same bytes.

    Raises
    ------
    TypeError
        If a label is of a type that states cannot hold.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream.streaming import SavedState, load_states, save_states
    >>> path = os.path.join(tempfile.mkdtemp(), "day.states")
    >>> save_states(path, [SavedState("src", {}, es.Tally("aab"))])
    >>> load_states(path)[0].summary.counts()
    {'a': 2, 'b': 1}
    """
    ordered = sorted(states, key=lambda state: state.identity)
    lines = [json.dumps({"format": FORMAT, "version": VERSION})]
    lines += [line_of(state) for state in ordered]
    body = "".join(line + "\n" for line in lines).encode()
    write_whole(path, body + last_line(body, len(ordered)))


def load_states(path: str) -> list[SavedState]:
    """Read a file of states.

    Parameters
    ----------
    path : str
        The file.

    Returns
    -------
    list of SavedState
        The states, ordered by field and group.

    Raises
    ------
    StateError
        If it is no file of states, or is damaged; names the file.
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        return [state_of(record) for record in records_of(data)]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = str(error) if isinstance(error, StateError) else "it is damaged"
        raise StateError(f"{path}: {why}") from None


def merge_states(paths: Sequence[str]) -> list[SavedState]:
    """Merge files of states: those of the same field and group become one.

    Parameters
    ----------
    paths : sequence of str
        The files.

    Returns
    -------
    list of SavedState
        The merged states: for all events of all files, as if they had been read in one run.

    Raises
    ------
    StateError
        If a file is damaged.
    ValueError
        If states of the same field and group cannot be merged; names the file.
    """
    merged: dict[Any, SavedState] = {}
    for path in paths:
        for state in load_states(path):
            into = merged.setdefault(state.identity, state)
            if into is not state:
                merge_one(into, state, path)
    return at_one_time([merged[identity] for identity in sorted(merged)])


def at_one_time(states: Sequence[SavedState]) -> list[SavedState]:
    """Move the clocks of windows by time to the latest of them; groups without events go.

    One run over all events ends like that, whichever part had the last event.
    """
    clocks = {id(each): clock_of(each.summary) for each in states}
    latest = max((clock for clock in clocks.values() if clock is not None), default=None)
    for each in states:
        if clocks[id(each)] is not None:
            each.summary.advance(np.datetime64(latest, "ns"))
    return [each for each in states if not (each.key and is_past(each.summary))]


def clock_of(summary: Any) -> int | None:
    """Return the time of a window by time in nanoseconds; None of others, and before any event."""
    if not hasattr(summary, "span") or summary.now is None:
        return None
    (nanoseconds,), _, _ = column_times([summary.now], 1)
    return int(nanoseconds)


def is_past(summary: Any) -> bool:
    """Say whether a window by time has no event left."""
    return clock_of(summary) is not None and not summary.n


def merge_one(into: SavedState, state: SavedState, path: str) -> None:
    """Merge a state into another of the same field and group."""
    kinds = type(into.summary).__name__, type(state.summary).__name__
    if kinds[0] != kinds[1]:
        raise ValueError(f"{path}: {state.title} is a {kinds[1]}, in earlier files a {kinds[0]}")
    try:
        into.summary.merge(state.summary)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {state.title}: {error}") from None


def line_of(state: SavedState) -> str:
    """Return the line of a state."""
    record = {
        "field": state.field,
        "key": dict(state.key),
        "class": type(state.summary).__name__,
        "state": base64.b64encode(state.summary.to_bytes()).decode(),
    }
    return json.dumps(record, ensure_ascii=False)


def records_of(data: bytes) -> list[dict[str, Any]]:
    """Return the records of a file, verified."""
    body, newline, _ = data.removesuffix(b"\n").rpartition(b"\n")
    lines = body.split(b"\n")
    try:
        begin = json.loads(lines[0])
        form, version = begin["format"], begin["version"]
    except (ValueError, KeyError, TypeError):
        raise StateError("it is no file of states, or it was cut") from None
    if form != FORMAT:
        raise StateError("it is no file of states")
    if version != VERSION:
        raise StateError(
            f"it has version {version} of the file format, this entrostream reads {VERSION}: "
            "install a newer one"
        )
    body += newline
    if data[len(body) :] != last_line(body, len(lines) - 1):
        raise StateError("it is damaged or was cut: its SHA-256 differs")
    return [json.loads(line) for line in lines[1:]]


def last_line(body: bytes, states: int) -> bytes:
    """Return the line that ends a file, by which it is verified."""
    end = {"states": states, "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(end).encode() + b"\n"


def state_of(record: dict[str, Any]) -> SavedState:
    """Return the state of a record."""
    name = record["class"]
    if name not in CLASSES:
        raise StateError(f"it has a state of {name!r}, which this entrostream does not know")
    try:
        state = base64.b64decode(record["state"], validate=True)
    except binascii.Error:
        raise StateError("it is damaged") from None
    return SavedState(record["field"], record["key"], getattr(es, name).from_bytes(state))


def write_whole(path: str, data: bytes) -> None:
    """Write a file next to its place, then put it there: no reader sees half of it."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # a device or pipe is not replaced
        with open(path, "wb") as file:
            file.write(data)
        return
    name = f"{path}.{os.getpid()}.tmp"
    try:
        with open(name, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(name)
        raise OSError(error.errno, error.strerror, path) from None
    except BaseException:
        os.unlink(name)
        raise
