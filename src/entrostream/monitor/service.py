"""A monitor at work: fed by files and requests, stored, told to others, ready to be looked at."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import msgspec
import numpy as np

from entrostream import __version__
from entrostream.ingest import InputError
from entrostream.monitor.alarm_log import AlarmRecord
from entrostream.monitor.batch import Batch, FileState, file_state
from entrostream.monitor.file_input import FileInput
from entrostream.monitor.history import STEPS
from entrostream.monitor.intake import BusyError, Intake
from entrostream.monitor.memory import memory_used
from entrostream.monitor.monitor import Monitor
from entrostream.monitor.notifications import Notifications
from entrostream.monitor.store import Store, StoreError
from entrostream.monitor.views import alarm_view, field_view, point_columns
from entrostream.streaming import ArrivalClock, Events, Reorder
from entrostream.streaming.rate import Rate

__all__ = ["Service", "ServiceLimits"]

SECOND = 10**9
MILLISECOND = 10**6
TICK = 0.1  # seconds between two looks at the clock
SNAPSHOT = 0.5  # seconds between two snapshots
RATE_LOOKS = 10  # snapshots
FORGET = 60.0  # seconds between two removals of old history
# A checkpoint may take this part of the time: where states are large, they come less often.
CHECKPOINT_PART = 0.1
MOST_AHEAD = 86_400 * SECOND  # nanoseconds that an event may be ahead of the machine's clock


@dataclass(frozen=True)
class ServiceLimits:
    """What a service refuses.

    Parameters
    ----------
    queue : int
        Bytes of requests that wait.
    batches : int
        Batches of files that wait.
    memory : int, optional
        Bytes of the process beyond which no further labels and requests are taken.
    checkpoint : float
        Seconds between two checkpoints.
    """

    queue: int = 64 << 20
    batches: int = 4
    memory: int | None = None
    checkpoint: float = 1.0


class Service:
    """Feeds a monitor in a thread, and gives snapshots of it.

    Parameters
    ----------
    monitor : Monitor
        The monitor.
    inputs : sequence of FileInput
        The files that are read.
    store : Store, optional
        Where the state is kept.
    reorder : Reorder
        Puts late events in their place.
    notifications : Notifications, optional
        Who is told of alarms.
    limits : ServiceLimits
        What is refused.
    title : str
        The name of the stream.
    say : callable
        Told what happens, in a sentence.
    """

    def __init__(
        self,
        monitor: Monitor,
        inputs: Sequence[FileInput],
        *,
        store: Store | None = None,
        reorder: Reorder | None = None,
        notifications: Notifications | None = None,
        limits: ServiceLimits | None = None,
        title: str = "",
        say: Callable[[str], None] = lambda message: None,
    ):
        self.monitor = monitor
        self.lock = threading.Lock()  # of the monitor, between its thread and requests
        self._inputs = list(inputs)
        self._store = store
        self._reorder = reorder or Reorder(late="drop")
        self._by_arrival = False  # whether the last events had no time of their own
        self._notifications = notifications
        self.limits = limits or ServiceLimits()
        self._title = title
        self._say = say
        self._clock = ArrivalClock()
        self._files: dict[str, FileState] = {}
        self._bad_requests = 0
        self.rejected = 0  # requests
        self._durable: dict[str, int] = {}
        self._in_state: dict[str, int] = {}
        self._sending: set[tuple[int, str]] = set()
        self._sent: deque[tuple[int, str]] = deque()
        self._intake = Intake(self.limits.batches, self.limits.queue)
        self._unstored: list[Batch] = []  # that have a number, or somebody who waits
        self._is_changed = False  # since the last checkpoint
        self._rate = Rate(RATE_LOOKS)
        self._stopping = threading.Event()
        self._said: set[str] = set()
        self._stored_at: float | None = None
        self._next_checkpoint = self._next_snapshot = self._next_forget = 0.0
        self.checkpoint_error: str | None = None
        self.failure: BaseException | None = None
        self.snapshot: dict[str, Any] = {}  # all that is shown at one time, the newest
        self.latest = b"{}"  # the same as JSON
        self.ended = False
        self.closing = False
        self._thread = threading.Thread(target=self._run, name="monitor", daemon=True)
        if store is not None:
            self._restore(store)

    # ------------------------------------------------------------------ life

    def start(self) -> None:
        """Begin to read the files."""
        self._publish()
        self._thread.start()
        for each in self._inputs:
            each.start(self._intake.put)

    def stop(self, seconds: float = 30.0) -> None:
        """Take what was accepted, store it, and end."""
        self._intake.closed = True
        self._stopping.set()
        for each in self._inputs:
            each.stop()
        self._thread.join(seconds)
        if self._notifications is not None:
            self._notifications.stop(5.0)
        if self._store is not None:
            self._store.close()

    def close_streams(self) -> None:
        """End the streams of snapshots: the server is about to end."""
        self.closing = True

    @property
    def is_durable(self) -> bool:
        """Whether there is a database."""
        return self._store is not None

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._step(TICK)
            while not self._intake.is_empty:  # what was accepted is not lost
                self._step(0)
            self._checkpoint()
        except BaseException as failure:
            self.failure = failure
            self._say(f"the monitor failed: {failure}")
        finally:
            for batch in self._unstored:
                batch.settle(RuntimeError("the monitor has ended"))

    def _step(self, seconds: float) -> None:
        """Take a batch, if there is one, and do what is due."""
        batch = self._intake.get(seconds)
        with self.lock:
            if batch is not None:
                self._take(batch)
            self._move_clock()
        self._watch_inputs()
        now = time.monotonic()
        if now >= self._next_checkpoint:
            self._checkpoint()
        if now >= self._next_snapshot:
            self._next_snapshot = now + SNAPSHOT
            self._watch_memory()
            self._publish()

    # ------------------------------------------------------------------ events

    def submit(self, batch: Batch) -> bool:
        """Hand events of a request over; False if its sequence number was taken before.

        Raises
        ------
        BusyError
            If too much waits, or memory is short.
        """
        if self._memory_is_short():
            raise BusyError("the memory limit is reached")
        return self._intake.submit(batch)

    def durable(self, client: str) -> int | None:
        """Return the last sequence number of a client that is stored."""
        return self._durable.get(client)

    def _take(self, batch: Batch) -> None:
        if batch.file is not None:
            self._files[batch.source] = batch.file
        self._bad_requests += batch.bad
        events = batch.events
        if events.n:
            self._by_arrival = events.times is None
            events = self._clock.stamp(events) if self._by_arrival else self._past(events)
        try:
            self.monitor.push(self._reorder.push(events))
        except InputError as error:  # such as a time that jumps by centuries
            self._say(f"{batch.source}: {error}")
        self._is_changed = True
        if batch.client is not None or batch.stored is not None:
            self._unstored.append(replace(batch, events=Events(0, {})))  # the events are taken

    def _past(self, events: Events) -> Events:
        """Leave out events of the future: one of them would make all others late."""
        assert events.times is not None
        is_past = events.times <= time.time_ns() + MOST_AHEAD
        if is_past.all():
            return events
        self._bad_requests += int(np.count_nonzero(~is_past))
        return events.take(np.flatnonzero(is_past))

    def _move_clock(self) -> None:
        """Let events of a silent stream leave the window."""
        if self._by_arrival:
            self.monitor.advance(self._clock.now())

    def _watch_inputs(self) -> None:
        for each in self._inputs:
            for message in (each.failure, each.note):
                if message is not None and message not in self._said:
                    self._said.add(message)
                    self._say(message)
        if not self.ended and self._inputs and all(each.ended for each in self._inputs):
            self._end()

    def _end(self) -> None:
        """Close the last interval: no file has more events."""
        if self._intake.is_empty:
            with self.lock:
                self.monitor.push(self._reorder.finish())
                self.monitor.finish()
            self.ended = True
            self._next_checkpoint = 0.0

    def _watch_memory(self) -> None:
        is_short = self._memory_is_short()
        self.monitor.freeze(is_short)
        message = "the memory limit is reached: further labels are counted as <other>"
        if is_short and message not in self._said:
            self._said.add(message)
            self._say(message)

    def _memory_is_short(self) -> bool:
        return self.limits.memory is not None and memory_used() > self.limits.memory

    # ------------------------------------------------------------------ state

    def _checkpoint(self) -> None:
        """Store the state, and tell those who wait for it."""
        started = time.monotonic()
        self._next_checkpoint = started + self.limits.checkpoint
        if self._store is None:
            with self.lock:
                self._note_sent()
                self._notify()
            self._unstored.clear()
            return
        with self.lock:
            self._note_sent()
            alarms, history = self.monitor.alarms, self.monitor.history
            if not (self._is_changed or alarms.changed or history.has_new):
                self._stored_at = started
                return
            self._save(self._store)
        took = time.monotonic() - started
        self._next_checkpoint = time.monotonic() + max(
            self.limits.checkpoint, took / CHECKPOINT_PART
        )

    def _note_sent(self) -> None:
        """Note which alarms others know of by now."""
        while self._sent:
            number, status = self._sent.popleft()
            self._sending.discard((number, status))
            self.monitor.alarms.note_sent(number, status)

    def _save(self, store: Store) -> None:
        monitor = self.monitor
        points = monitor.history.take_new()
        changed, monitor.alarms.changed = monitor.alarms.changed, set()
        alarms = [monitor.alarms[number] for number in sorted(changed) if number in monitor.alarms]
        try:
            store.save(self._state(), monitor.blobs(), points, alarms, **self._forget())
        except (sqlite3.Error, OSError) as error:
            monitor.history.give_back(points)
            monitor.alarms.changed |= changed
            self._note_failed(error)
            return
        if self.checkpoint_error is not None:
            self._say("checkpoints can be written again")
        self.checkpoint_error = None
        self._stored_at = time.monotonic()
        self._is_changed = False
        self._durable = self._in_state
        for batch in self._unstored:
            batch.settle()
        self._unstored.clear()
        self._notify()

    def _note_failed(self, error: Exception) -> None:
        """Say that a checkpoint failed, once; those who wait are told."""
        message = f"cannot write the checkpoint: {error}"
        if message != self.checkpoint_error:
            self._say(f"{message}; going on without, trying again")
        self.checkpoint_error = message
        for batch in self._unstored:
            batch.settle(OSError(message))

    def _state(self) -> dict[str, Any]:
        now = self.monitor.now
        self._in_state = self._taken_sequences()
        return {
            **self.monitor.state(),
            "clock": None if now is None else now // MILLISECOND,
            "files": {name: asdict(state) for name, state in self._files.items()},
            "bad_requests": self._bad_requests,
            "clients": self._in_state,
            "muted_until": self.monitor.alarms.muted_until,
            "reorder": self._reorder.state(),
        }

    def _taken_sequences(self) -> dict[str, int]:
        """Return the last sequence numbers of the clients whose events the monitor has taken."""
        taken = dict(self._durable)
        for batch in self._unstored:
            if batch.client is not None and batch.sequence is not None:
                taken[batch.client] = max(batch.sequence, taken.get(batch.client, -1))
        return {client: number for client, number in taken.items() if self._intake.knows(client)}

    def _restore(self, store: Store) -> None:
        """Take the state of the database."""
        checkpoint = store.load()
        for warning in store.warnings:
            self._say(f"{warning}; using the one before")
        if checkpoint is None:
            return
        state = checkpoint.state
        require_same(store.path, state["settings"], self.monitor.settings.identity())
        names = list(checkpoint.digests)
        self.monitor.restore(state, names, lambda name: store.read(checkpoint, name))
        self.monitor.history.restore(store.history(), state["history"])
        self.monitor.alarms.restore(going_back(store.alarms(), state["clock"]), state["next_alarm"])
        self.monitor.alarms.muted_until = dict(state["muted_until"])
        self._reorder.restore(state["reorder"])
        self._clock = ArrivalClock(state["reorder"]["now"] or 0)
        self._bad_requests = state["bad_requests"]
        self._durable = dict(state["clients"])
        self._intake.restore(self._durable)
        self._files = {name: file_state(values) for name, values in state["files"].items()}
        for each in self._inputs:
            if each.name in self._files:
                each.resume(self._files[each.name])

    def _forget(self) -> dict[str, Any]:
        """Return up to which times history and alarms are no longer kept; once a minute."""
        now = self.monitor.now
        if now is None or time.monotonic() < self._next_forget:
            return {}
        self._next_forget = time.monotonic() + FORGET
        history = self.monitor.history
        levels = range(len(STEPS))
        return {
            "forget": [(each, history.oldest_kept(each, now // MILLISECOND)) for each in levels],
            "forget_alarms": now - self.monitor.settings.keep_ns,
        }

    def _notify(self) -> None:
        """Tell others of alarms; with a database only of those that are stored."""
        for alarm in reversed(self.monitor.alarms.newest()):
            if alarm.notified == alarm.status:
                continue
            told = (alarm.id, alarm.status)
            if self._notifications is None or alarm.muted:
                self._sent.append(told)
            elif told not in self._sending:
                self._sending.add(told)
                self._notifications.send(alarm, partial(self._sent.append, told))

    # ------------------------------------------------------------------ views

    def acknowledge(self, number: int) -> bool:
        """Note that somebody has seen an alarm; False if there is none."""
        with self.lock:
            return self.monitor.alarms.acknowledge(number)

    def mute(self, field: str, seconds: float) -> None:
        """Send no notifications of a field for some time."""
        with self.lock:
            self.monitor.alarms.mute(field, seconds)

    def history(self, name: str, first: float, last: float, most: int) -> dict[str, Any]:
        """Return the history of a field as columns."""
        with self.lock:
            step, points = self.monitor.history.points(name, first, last, most=most)
            points = points.copy()
        return {"field": name, "step": step, **point_columns(points)}

    def alarms(self, order: str, most: int) -> dict[str, Any]:
        """Return alarms, the most severe or the newest first."""
        with self.lock:
            newest, revision = self.monitor.alarms.newest(), self.monitor.alarms.revision
        if order == "severity":
            newest.sort(key=lambda alarm: -alarm.severity)
        return {"revision": revision, "alarms": [alarm_view(alarm) for alarm in newest[:most]]}

    @property
    def bad(self) -> int:
        """How many records could not be read."""
        return self._bad_requests + sum(state.bad for state in self._files.values())

    @property
    def checkpoint_age(self) -> float | None:
        """Seconds since the state was stored; None without a database."""
        if self._store is None or self._stored_at is None:
            return None
        return time.monotonic() - self._stored_at

    def _publish(self) -> None:
        with self.lock:
            self.snapshot = self._snapshot()
        self.latest = msgspec.json.encode(self.snapshot)

    def _snapshot(self) -> dict[str, Any]:
        monitor = self.monitor
        now = monitor.now
        return {
            "title": self._title,
            "version": __version__,
            "now": None if now is None else now // MILLISECOND,
            "rate": self._rate.of(monitor.rows),
            "lines": monitor.rows + self.bad + self._reorder.late,
            "bad": self.bad,
            "late": self._reorder.late,
            "rejected": self.rejected,
            "checkpoint_age": self.checkpoint_age,
            "memory": memory_used(),
            "ended": self.ended,
            "note": self._note(),
            "every": monitor.settings.every_ns // MILLISECOND,
            "window": monitor.settings.window_ns // MILLISECOND,
            "fields": [field_view(monitor, name) for name in monitor.fields],
            "alarms": monitor.alarms.revision,
        }

    def _note(self) -> str | None:
        """Return what a person should know first."""
        failures = [each.failure for each in self._inputs if each.failure is not None]
        if self.checkpoint_error is not None:
            return self.checkpoint_error
        if failures:
            return failures[0]
        return None if self.monitor.rows else "waiting for the first events"


def going_back(alarms: list[AlarmRecord], clock: int | None) -> list[AlarmRecord]:
    """Return alarms as they were at a time: what ended later has not ended yet."""
    if clock is None:
        return alarms
    limit = clock * MILLISECOND
    return [
        replace(each, cleared=None) if each.cleared is not None and each.cleared > limit else each
        for each in alarms
    ]


def require_same(path: str, stored: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Refuse to continue a state with other settings."""
    for name, value in given.items():
        if stored.get(name) != value:
            raise StoreError(
                f"{path} was written with another {name} ({shown(name, stored.get(name))}, now "
                f"{shown(name, value)}): take the same, or pass another --db"
            )


def shown(name: str, value: Any) -> str:
    """Return a setting as a person writes it."""
    return f"{value / SECOND:g}s" if name in ("window", "every") else repr(value)
