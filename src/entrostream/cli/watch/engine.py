"""The engine behind the terminal view: reads in a thread, and makes snapshots."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from entrostream.cli.changes import what_changed
from entrostream.cli.watch.snapshot import AlarmView, FieldView, LabelShare, Snapshot
from entrostream.ingest import Reader
from entrostream.streaming import (
    AlarmRule,
    Alarms,
    ArrivalClock,
    EventReader,
    Events,
    Readings,
    Reorder,
    Schedule,
    StreamMeasures,
    WindowRule,
)
from entrostream.streaming.rate import Rate
from entrostream.streaming.texts import label_text

__all__ = ["WatchEngine"]

MEASURES = ("entropy", "evenness", "gini", "distinct", "n")
SNAPSHOT_SECONDS = 0.25
RATE_LOOKS = 40
HISTORY_SECONDS = 1.0
HISTORY = 600  # values
TOP = 100  # labels
ALARMS = 500
BASELINE_LABELS = 100_000  # beyond which labels of the baseline are counted as one
CHANGE_SHOWN_SECONDS = 60.0  # that a field is marked after a change


class WatchEngine:
    """Feeds a window, a baseline of all events, and a detector of changes.

    Parameters
    ----------
    reader : Reader
        Where the rows come from.
    events : EventReader
        Makes events of rows.
    fields : sequence of str
        What is measured.
    rule : WindowRule
        Which events count.
    detector : WindowRule
        The adaptive window that detects changes.
    rules : sequence of AlarmRule
        Limits to watch.
    reorder : Reorder
        Puts late events in their place.
    by_arrival : bool
        Whether the time of an event is that of its arrival.
    """

    def __init__(
        self,
        reader: Reader,
        events: EventReader,
        fields: Sequence[str],
        rule: WindowRule,
        detector: WindowRule,
        rules: Sequence[AlarmRule],
        reorder: Reorder,
        by_arrival: bool,
    ):
        self._reader = reader
        self._events = events
        self._bad = events.bad
        self._fields = list(fields)
        self._window = StreamMeasures(fields, rule, Schedule(), MEASURES)
        self._baseline = StreamMeasures(
            fields, WindowRule(missing=rule.missing), Schedule(), MEASURES, BASELINE_LABELS
        )
        self._detector = StreamMeasures(fields, detector, Schedule(), MEASURES)
        self._rules = rules
        self._limits = Alarms(rules)
        self._reorder = reorder
        self._by_arrival = by_arrival
        self._clock = ArrivalClock()
        self._history = {name: deque[float](maxlen=HISTORY) for name in fields}
        self._alarms: deque[AlarmView] = deque(maxlen=ALARMS)
        self._changes_seen = dict.fromkeys(fields, 0)
        self._changed_at = dict.fromkeys(fields, -np.inf)
        self._rate = Rate(RATE_LOOKS)
        self._next_snapshot = self._next_history = 0.0
        self._failure: BaseException | None = None
        self._latest = self._snapshot(ended=False)

    def start(self) -> None:
        """Begin to read, in a thread that does not keep the program from ending."""
        threading.Thread(target=self._run, name="entrostream watch", daemon=True).start()

    def latest(self) -> Snapshot:
        """Return the newest snapshot; raises what ended the reading, if it failed."""
        if self._failure is not None:
            raise self._failure
        return self._latest

    def _run(self) -> None:
        try:
            columns = self._events.begin(self._reader.source.name, self._reader.names)
            for rows in self._reader.batches(columns):
                self._take(self._reorder.push(self._arrived(self._events.events(rows))))
            self._take(self._reorder.finish())
            self._latest = self._snapshot(ended=True)
        except BaseException as failure:  # shown by the view, which runs in the main thread
            self._failure = failure

    def _take(self, events: Events) -> None:
        """Feed events, and look whether a snapshot is due."""
        for stream in (self._window, self._baseline, self._detector):
            stream.push(events)
        self._note_changes()
        now = time.monotonic()
        if now >= self._next_snapshot:
            self._next_snapshot = now + SNAPSHOT_SECONDS
            self._move_clock()
            self._watch_limits()
            self._keep_history(now)
            self._latest = self._snapshot(ended=False)

    def _arrived(self, events: Events) -> Events:
        """Return events with the time of their arrival, if they have no other."""
        return self._clock.stamp(events) if self._by_arrival else events

    def _move_clock(self) -> None:
        """Let events of a silent stream leave a window of time."""
        if self._by_arrival and self._window.rule.needs_times:
            self._window.stream(()).advance(self._clock.now())

    def _keep_history(self, now: float) -> None:
        if now < self._next_history:
            return
        self._next_history = now + HISTORY_SECONDS
        for name, summary in self._summaries(self._window).items():
            self._history[name].append(float(summary.entropy) if summary.n else float("nan"))

    def _note_changes(self) -> None:
        """Add new changes to the alarms."""
        for name, window in self._summaries(self._detector).items():
            new = window.n_changes - self._changes_seen[name]
            if not new:
                continue
            self._changes_seen[name] = window.n_changes
            self._changed_at[name] = time.monotonic()
            for change in window.changes[-new:]:
                self._add_alarm(name, what_changed(change), change.severity)

    def _watch_limits(self) -> None:
        for alarm in self._limits.watch(self._readings()):
            text = f"{alarm.rule.text}: {alarm.value:.4g}"
            self._add_alarm(alarm.rule.field, text, None)

    def _readings(self) -> Readings:
        """Return the values now, with the time of the clock."""
        readings = self._window.finish()
        return replace(readings, times=np.full(len(readings), self._clock.now()))

    def _add_alarm(self, name: str, text: str, severity: float | None) -> None:
        at = datetime.now().strftime("%H:%M:%S")
        self._alarms.appendleft(AlarmView(at, text, severity, name))

    def _snapshot(self, *, ended: bool) -> Snapshot:
        rows = self._window.rows
        views = [self._view(name) for name in self._fields] if rows else []
        return Snapshot(
            title=self._reader.source.name,
            rate=self._rate.of(rows),
            lines=rows + self._bad.count,
            bad=self._bad.count,
            late=self._reorder.late,
            fields=tuple(views),
            alarms=tuple(self._alarms),
            ended=ended,
            note=None if rows else "waiting for the first events",
        )

    def _view(self, name: str) -> FieldView:
        summary = self._summaries(self._window)[name]
        return FieldView(
            name=name,
            entropy=float(summary.entropy),
            evenness=float(summary.evenness),
            gini=float(summary.gini),
            distinct=int(summary.distinct),
            n=int(summary.n),
            history=tuple(self._history[name]),
            top=self._top(name, summary),
            alarm=self._reason(name, summary),
        )

    def _top(self, name: str, summary: Any) -> tuple[LabelShare, ...]:
        """Return the most common labels, with their change against all events."""
        baseline = self._summaries(self._baseline)[name]
        shares = []
        for label, count in summary.most_common(TOP):
            share = float(count / summary.n)
            usual = baseline[label] / baseline.n if baseline.n else 0.0
            shares.append(LabelShare(label_text(label), share, share - float(usual)))
        return tuple(shares)

    def _reason(self, name: str, summary: Any) -> str | None:
        """Return why a field is in alarm now: a limit that is exceeded, or a recent change."""
        for rule in self._rules:
            if rule.field == name and rule.holds(float(getattr(summary, rule.measure))):
                return rule.text
        recent = time.monotonic() - self._changed_at[name] < CHANGE_SHOWN_SECONDS
        return "its distribution changed" if recent else None

    @staticmethod
    def _summaries(stream: StreamMeasures) -> dict[str, Any]:
        return stream.stream(()).summaries
