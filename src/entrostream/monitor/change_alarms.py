"""Alarms of changes: raised when there is enough to tell, told better as more is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from entrostream import Change, Tally
from entrostream.ingest.times import summary_nanoseconds
from entrostream.monitor.alarm_log import AlarmLog, AlarmRecord
from entrostream.monitor.explanation import Explanation, divergence, explain
from entrostream.monitor.field_monitor import FieldMonitor
from entrostream.monitor.settings import MonitorSettings
from entrostream.streaming.texts import label_text

__all__ = ["ChangeAlarms", "shifts"]

# A change is found after a few events. So few say little about the labels after it: the alarm
# waits for more of them, but not for long.
ENOUGH = 1000  # events
PATIENCE = 5  # intervals
LAST_LOOK = 80  # intervals: more events would not change the words
# Labels are as usual again if they are nearer to the baseline than before, by this factor.
BACK = 0.25
Sides = tuple[Tally, Tally]


@dataclass(frozen=True)
class OpenChange:
    """The last change of a field, as long as it is news.

    Parameters
    ----------
    began, found : int
        When it happened and when it was found, in nanoseconds since 1970.
    severity : float
        What the detector says.
    alarm : int, optional
        The alarm, once it is raised.
    looks : int
        After how many intervals it is told again.
    """

    began: int
    found: int
    severity: float
    alarm: int | None = None
    looks: int = 2 * PATIENCE


class ChangeAlarms:
    """Turns the changes that detectors find into alarms.

    Parameters
    ----------
    settings : MonitorSettings
        What is measured.
    alarms : AlarmLog
        Where alarms are raised.
    """

    def __init__(self, settings: MonitorSettings, alarms: AlarmLog):
        self._settings = settings
        self._alarms = alarms
        self._open: dict[str, OpenChange] = {}

    def look(self, field: FieldMonitor, changes: list[Change], time: int) -> None:
        """Take the changes that were found in an interval, and do what is due at its end."""
        for change in changes:
            self._end(field, time)
            severity = float(change.severity or 0.0)
            self._open[field.name] = OpenChange(
                summary_nanoseconds(change.at), summary_nanoseconds(change.found_at), severity
            )
        opened = self._open.get(field.name)
        if opened is None:
            return
        age = -(-(time - opened.found) // self._settings.every_ns)
        if time - opened.found >= self._settings.window_ns:
            self._end(field, time)
        elif opened.alarm is None:
            self._raise_if_due(field, opened, age)
        elif opened.looks <= min(age, LAST_LOOK) and self._has_both_sides(opened, time):
            self._tell_again(field, opened)

    def _has_both_sides(self, opened: OpenChange, time: int) -> bool:
        """Say whether the window has enough of the events before a change, too."""
        return 2 * (time - opened.began) <= self._settings.window_ns

    def _end(self, field: FieldMonitor, time: int) -> None:
        """End the change of a field: another one came, or it is no longer news."""
        opened = self._open.pop(field.name, None)
        if opened is None:
            return
        number = opened.alarm or self._raise(field, opened, self._sides(field, opened))
        self._alarms.clear(number, time)

    def _raise_if_due(self, field: FieldMonitor, opened: OpenChange, age: int) -> None:
        sides = self._sides(field, opened)
        if sides[1].n >= ENOUGH or age >= PATIENCE:
            self._open[field.name] = replace(opened, alarm=self._raise(field, opened, sides))

    def _raise(self, field: FieldMonitor, opened: OpenChange, sides: Sides) -> int:
        record = AlarmRecord(0, opened.found, field.name, "change", "", 0.0, opened.began)
        return self._alarms.add(self._told(field, opened, record, sides)).id

    def _tell_again(self, field: FieldMonitor, opened: OpenChange) -> None:
        """Tell an alarm by all events since: the first of them may have misled."""
        self._open[field.name] = replace(opened, looks=2 * opened.looks)
        assert opened.alarm is not None
        if opened.alarm in self._alarms:
            alarm = self._alarms[opened.alarm]
            self._alarms.replace(self._told(field, opened, alarm, self._sides(field, opened)))

    def _told(
        self, field: FieldMonitor, opened: OpenChange, alarm: AlarmRecord, sides: Sides
    ) -> AlarmRecord:
        """Return an alarm with what is known of its change now."""
        before, after = sides
        before = before if before.n else field.baseline.counts
        after = after if after.n else field.window.total
        usual = field.baseline.counts
        is_back = usual.n and divergence(usual, after) < BACK * divergence(usual, before)
        words = explain(before, after, "before" if is_back else "usual")
        again = "as usual again: " if is_back else ""
        return replace(
            alarm,
            text=f"{field.name}: {again}{words.text}",
            severity=max(opened.severity, words.severity),
            entropy_before=before.entropy,
            entropy_after=after.entropy,
            labels=shifts(words),
        )

    def _sides(self, field: FieldMonitor, opened: OpenChange) -> Sides:
        """Return the counts before and after the interval of a change, which has both."""
        return field.window.around(-(-opened.began // self._settings.every_ns))

    def state(self) -> dict[str, Any]:
        """Return the state as plain data."""
        return {name: asdict(opened) for name, opened in self._open.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take a state, for the fields that are still there."""
        self._open = {
            name: OpenChange(**values)
            for name, values in state.items()
            if name in self._settings.fields
        }


def shifts(words: Explanation) -> tuple[dict[str, Any], ...]:
    """Return labels that moved, as plain data."""
    return tuple(
        {"label": label_text(each.label), "before": each.before, "after": each.after}
        for each in words.labels
    )
