"""Events in, readings and alarms out: what a monitor computes, without files and threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from entrostream.ingest.rows import Column
from entrostream.monitor.alarm_log import AlarmLog, AlarmRecord
from entrostream.monitor.change_alarms import ChangeAlarms, shifts
from entrostream.monitor.explanation import explain
from entrostream.monitor.field_monitor import Blobs, FieldMonitor
from entrostream.monitor.history import History
from entrostream.monitor.limit_watch import LimitWatch
from entrostream.monitor.settings import MonitorSettings
from entrostream.streaming import AlarmRule, Events

__all__ = ["Monitor"]

MILLISECOND = 10**6
WORDS = {">": "above", ">=": "at or above", "<": "below", "<=": "at or below", "outside": "outside"}


class Monitor:
    """Measures the fields of a stream at the end of every interval, and raises alarms.

    All times are those of the events: the same events give the same state to the last bit,
    however they are cut into batches, and after any number of restarts.

    Parameters
    ----------
    settings : MonitorSettings
        What is measured.

    Examples
    --------
    >>> import numpy as np
    >>> from entrostream.monitor import Monitor, MonitorSettings
    >>> from entrostream.streaming import Events
    >>> monitor = Monitor(MonitorSettings(["src"], window="10s"))
    >>> times = np.arange(20) * 10**9
    >>> monitor.push(Events(20, {"src": ["a", "b"] * 10}, times))
    >>> monitor.fields["src"].values()[0], monitor.now // 10**9
    (1.0, 18)
    """

    def __init__(self, settings: MonitorSettings):
        self.settings = settings
        self.fields = {name: FieldMonitor(name, settings) for name in settings.fields}
        every, keep = settings.every_ns // MILLISECOND, settings.keep_ns // MILLISECOND
        self.history = History(settings.fields, every, keep)
        self.alarms = AlarmLog()
        self.rows = 0
        self._limits = LimitWatch(settings.rules)
        self._open: int | None = None  # the number of the interval that is open
        self._changes = ChangeAlarms(settings, self.alarms)
        self._active: dict[str, int] = {}  # alarms of limits that are not over, by their rules

    @property
    def now(self) -> int | None:
        """The end of the last interval that was closed, in nanoseconds since 1970."""
        return None if self._open is None else (self._open - 1) * self.settings.every_ns

    def push(self, events: Events) -> None:
        """Take events in the order of their times, none earlier than the clock."""
        if not events.n:
            return
        events = encoded(events)
        assert events.times is not None
        # An interval ends with the events at its very end, as windows of time do.
        numbers = (events.times - 1) // self.settings.every_ns + 1
        starts = np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))
        for first, last in zip(starts, [*starts[1:], events.n], strict=True):
            self._close_until(int(numbers[first]))
            self._feed(events.slice(int(first), int(last)))

    def advance(self, now: int) -> None:
        """Move the clock: intervals that ended before it are closed."""
        if self._open is not None:
            self._close_until(-(-now // self.settings.every_ns))

    def finish(self) -> None:
        """Close the interval that is open."""
        if self._open is not None:
            self._close_until(self._open + 1)

    def freeze(self, frozen: bool) -> None:
        """Let no further labels pass while memory is short, or let them again."""
        for field in self.fields.values():
            field.freeze(frozen)

    def _feed(self, events: Events) -> None:
        assert events.times is not None
        for name, field in self.fields.items():
            field.update(events.labels[name], events.times)
        self.rows += events.n

    def _close_until(self, number: int) -> None:
        """Close all intervals before a number; a long silence is two of them, its ends."""
        if self._open is None:
            self._open = number
        while self._open < number:
            self._close(self._open)
            self._open += 1
            if self._open < number - 1 and self._is_silent:
                self._open = number - 1

    @property
    def _is_silent(self) -> bool:
        """Whether no field holds an event."""
        return not any(
            field.window.total.n or field.window.current.n for field in self.fields.values()
        )

    def _close(self, number: int) -> None:
        time = number * self.settings.every_ns
        for name, field in self.fields.items():
            changes = field.close(number)
            self.history.add(name, number, field.values(), regime_of(field, time))
            self._changes.look(field, changes, time)
        for rule in self._limits.rules:
            self._look_at(rule, time)

    def _look_at(self, rule: AlarmRule, time: int) -> None:
        field = self.fields[rule.field]
        value = field.measure(rule.measure)
        found = self._limits.look(rule, time, value)
        if found == "ends":
            self.alarms.clear(self._active.pop(rule.text), time)
        elif found == "begins":
            alarm = self._limit_alarm(rule, field, time, value)
            self._active[rule.text] = self.alarms.add(alarm).id

    def _limit_alarm(
        self, rule: AlarmRule, field: FieldMonitor, time: int, value: float
    ) -> AlarmRecord:
        total, usual = field.window.total, field.baseline.counts
        text = f"{field.name}: {rule.measure} is {value:.4g}, {limit_text(rule)}"
        words = explain(usual, total) if usual.n and total.n else None
        return AlarmRecord(
            0,
            time,
            field.name,
            "limit",
            text if words is None else f"{text}; {words.text}",
            0.0 if words is None else words.severity,
            time - rule.span,
            usual.entropy if usual.n else None,
            total.entropy if total.n else None,
            () if words is None else shifts(words),
            rule.text,
        )

    def reason(self, name: str) -> str | None:
        """Return why a field is in alarm now."""
        active = self.alarms.active(name)
        return active[0].text if active else None

    def blobs(self) -> Blobs:
        """Return the parts of the state that are bytes, by name."""
        return {
            name: part for field in self.fields.values() for name, part in field.blobs().items()
        }

    def state(self) -> dict[str, Any]:
        """Return the other parts of the state, as plain data."""
        return {
            "settings": self.settings.identity(),
            "rows": self.rows,
            "open": self._open,
            "active": self._active,
            "limits": self._limits.state(),
            "changes": self._changes.state(),
            "history": self.history.state(),
            "next_alarm": self.alarms.next_id,
            "fields": {name: field.state() for name, field in self.fields.items()},
        }

    def restore(
        self, state: Mapping[str, Any], names: list[str], read: Callable[[str], bytes]
    ) -> None:
        """Take a state. Fields that it lacks begin now, fields that are not measured end."""
        self.rows = state["rows"]
        self._open = state["open"]
        self._limits.restore(state["limits"])
        for name, field in self.fields.items():
            if name in state["fields"]:
                field.restore(state["fields"][name], read, names)
        self._changes.restore(state["changes"])
        kept = {rule.text for rule in self._limits.rules}
        self._active = {key: number for key, number in state["active"].items() if key in kept}


def encoded(events: Events) -> Events:
    """Return events whose labels are encoded: each summary then hashes a label once."""
    labels = {name: encoded_column(column) for name, column in events.labels.items()}
    return Events(events.n, labels, events.times)


def encoded_column(column: Column) -> Column:
    """Return a column of strings with its distinct values apart."""
    is_text = isinstance(column, pa.Array) and pa.types.is_string(column.type)
    return column.dictionary_encode() if is_text else column


def regime_of(field: FieldMonitor, time: int) -> float:
    """Return the time since the last change of a field, in milliseconds."""
    return 0.0 if field.regime_from is None else (time - field.regime_from) / MILLISECOND


def limit_text(rule: AlarmRule) -> str:
    """Return where a value is that breaks a rule: "above 9 for 30s"."""
    return rule.text.split(rule.measure, 1)[1].strip().replace(rule.compare, WORDS[rule.compare], 1)
