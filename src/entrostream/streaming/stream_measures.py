"""The summaries of all fields and groups of a stream, and their readings on a schedule."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.calendar import Intervals
from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import Column, present, take
from entrostream.streaming.events import Events
from entrostream.streaming.label_limit import LabelLimit
from entrostream.streaming.readings import Readings, ReadingsBuilder, read_now
from entrostream.streaming.schedule import Schedule
from entrostream.streaming.window_rule import WindowRule

__all__ = ["StreamMeasures"]

MAX_EMPTY = 1_000_000  # intervals without events in a row
Key = tuple[Hashable, ...]
Numbers = NDArray[np.int64]


class StreamMeasures:
    """Summaries of each field, for each group, fed in the order of the events.

    Parameters
    ----------
    fields : sequence of str
        The fields of the events.
    rule : WindowRule
        Which events count.
    schedule : Schedule
        When values are read.
    measures : sequence of str
        What is read.
    max_labels : int, optional
        The number of labels of a field beyond which further ones are counted as one.
    grouped : bool, default False
        Whether events have groups.

    Examples
    --------
    >>> from entrostream.streaming import Events, Schedule, StreamMeasures, WindowRule
    >>> stream = StreamMeasures(["src"], WindowRule(), Schedule("2"), ["entropy"])
    >>> readings = stream.push(Events(4, {"src": ["a", "b", "b", "b"]}))
    >>> [(each.row, round(each.values["entropy"], 3)) for each in readings]
    [(2, 1.0), (4, 0.811)]
    """

    def __init__(
        self,
        fields: Sequence[str],
        rule: WindowRule,
        schedule: Schedule,
        measures: Sequence[str],
        max_labels: int | None = None,
        *,
        grouped: bool = False,
    ):
        self.grouped = grouped
        self.fields = list(fields)
        self.rule = rule
        self.schedule = schedule
        self.measures = list(measures)
        self.rows = 0  # so far
        self.missing = 0  # labels
        self.streams: dict[Key, FieldSummaries] = {}
        self._limits = {name: LabelLimit(max_labels) for name in fields if max_labels}
        self._end: int | None = None  # the number of the interval's end that is due next
        # The value of an interval is that of its own events if no window says otherwise.
        self._tumbling = schedule.intervals is not None and rule.is_total

    @property
    def timed(self) -> bool:
        """Whether readings have times."""
        return self.schedule.intervals is not None

    @property
    def folded(self) -> int:
        """How many events were counted as one label, for there were too many labels."""
        return sum(limit.folded for limit in self._limits.values())

    def push(self, events: Events) -> Readings:
        """Take events, and return the readings that are due."""
        due = ReadingsBuilder(self.measures, self.timed)
        if events.n:
            events = self._limited(events)
            intervals = self.schedule.intervals
            if intervals is None:
                self._feed(events, due)
            else:
                self._feed_by_clock(events, intervals, due)
        return due.build()

    def advance(self, now: int) -> Readings:
        """Move the clock of a live stream, and return the readings that are due."""
        due = ReadingsBuilder(self.measures, self.timed)
        intervals = self.schedule.intervals
        if intervals is not None and self._end is not None:
            self._read_ends(int(intervals.numbers(np.array([now]))[0]) + 1, intervals, due)
        return due.build()

    def finish(self) -> Readings:
        """Return the last readings: of the interval that has begun, or of everything."""
        due = ReadingsBuilder(self.measures, self.timed)
        intervals = self.schedule.intervals
        if intervals is not None and self._end is not None:
            self._read_end(intervals, due)
        elif self.schedule.every is None:
            for key, stream in self._all_streams():
                for name, summary in stream.summaries.items():
                    values = [np.array([value]) for value in read_now(summary, self.measures)]
                    due.add(name, key, np.array([self.rows]), None, values)
        return due.build()

    def _limited(self, events: Events) -> Events:
        if not self._limits:
            return events
        labels = {name: self._limits[name].apply(each) for name, each in events.labels.items()}
        return replace(events, labels=labels)

    def _feed(self, events: Events, due: ReadingsBuilder) -> None:
        """Feed events to their groups; readings by number of events."""
        for key, rows, group in self._by_group(events):
            stream = self.stream(key)
            if self.schedule.rows is None:
                self.missing += stream.update(group, self.rule)
                continue
            places = due_places(stream.rows, group.n, self.schedule.rows)
            missing, values = stream.trace(group, self.rule, self.measures, places)
            self.missing += missing
            if len(places):
                for name, each in values.items():
                    due.add(name, key, self.rows + rows[places] + 1, None, each)
        self.rows += events.n

    def _feed_by_clock(self, events: Events, intervals: Intervals, due: ReadingsBuilder) -> None:
        """Feed events interval by interval; readings at the ends of intervals.

        An event at the very end of an interval belongs to a window that ends there, but to the
        next interval of its own.
        """
        assert events.times is not None
        closed = 0 if self._tumbling else 1
        ends = intervals.numbers(events.times - closed) + 1
        starts = np.flatnonzero(np.diff(ends, prepend=ends[0] - 1))
        for first, last in zip(starts, [*starts[1:], events.n], strict=True):
            if self._end is None:
                self._end = int(ends[first])
            self._read_ends(int(ends[first]), intervals, due)
            self._feed(events.slice(int(first), int(last)), due)

    def _read_ends(self, until: int, intervals: Intervals, due: ReadingsBuilder) -> None:
        """Read all intervals that end before `until`."""
        assert self._end is not None
        if until - self._end > MAX_EMPTY:
            raise InputError(
                f"the times jump by {until - self._end:,} intervals of {intervals.given}: is the "
                "time field right? --every with longer intervals, or --time-format"
            )
        while self._end < until:
            self._read_end(intervals, due)
            self._end += 1

    def _read_end(self, intervals: Intervals, due: ReadingsBuilder) -> None:
        """Read the values at the end of an interval; its own events are over then."""
        assert self._end is not None
        start, end = intervals.edges(np.array([self._end - 1, self._end])).tolist()
        shown = np.array([start if self._tumbling else end])
        for key, stream in self._all_streams():
            if self.rule.needs_times:
                stream.advance(end)
            if key and stream.is_empty:
                continue
            for name, summary in stream.summaries.items():
                values = [np.array([value]) for value in read_now(summary, self.measures)]
                due.add(name, key, np.array([self.rows]), shown, values)
        if self._tumbling:
            self.streams = {}
        elif self.rule.span is not None:
            self.streams = {key: each for key, each in self.streams.items() if not each.is_empty}

    def _by_group(self, events: Events) -> Iterator[tuple[Key, Numbers, Events]]:
        """Yield the events of each group, and their places; groups as they appear."""
        if events.groups is None:
            yield (), np.arange(events.n), events
            return
        order = np.argsort(events.groups, kind="stable")
        starts = np.flatnonzero(np.diff(events.groups[order])) + 1
        groups = np.split(order, starts)
        for rows in sorted(groups, key=lambda rows: int(rows[0])):
            yield events.keys[events.groups[rows[0]]], rows, events.take(rows)

    def stream(self, key: Key) -> FieldSummaries:
        """Return the summaries of a group; empty ones if it has none yet."""
        if key not in self.streams:
            self.streams[key] = FieldSummaries(self.fields, self.rule)
        return self.streams[key]

    def _all_streams(self) -> list[tuple[Key, FieldSummaries]]:
        """Return all groups; without groups there is one, even if it is empty."""
        if not self.streams and not self.grouped:
            return [((), self.stream(()))]
        return list(self.streams.items())


class FieldSummaries:
    """The summaries of one group, one per field."""

    def __init__(self, fields: Sequence[str], rule: WindowRule):
        self.summaries: dict[str, Any] = {name: rule.summary() for name in fields}
        self.rows = 0  # so far

    @property
    def is_empty(self) -> bool:
        """Whether no field holds an event."""
        return not any(summary.n for summary in self.summaries.values())

    def advance(self, now: int) -> None:
        """Move the clock of windows by time."""
        for summary in self.summaries.values():
            if hasattr(summary, "advance"):
                summary.advance(np.datetime64(now, "ns"))

    def update(self, events: Events, rule: WindowRule) -> int:
        """Take events, and return how many labels were missing."""
        missing = 0
        for name, summary in self.summaries.items():
            kept, labels, auxiliary = with_labels(events, events.labels[name], rule)
            missing += events.n - len(kept)
            if len(kept):
                summary.update_many(labels, **auxiliary)
        self.rows += events.n
        return missing

    def trace(
        self, events: Events, rule: WindowRule, measures: Sequence[str], places: Numbers
    ) -> tuple[int, dict[str, list[NDArray[np.float64]]]]:
        """Take events; return how many labels were missing, and the values after some of them."""
        missing, values = 0, {}
        for name, summary in self.summaries.items():
            before = np.array(read_now(summary, measures))
            kept, labels, auxiliary = with_labels(events, events.labels[name], rule)
            missing += events.n - len(kept)
            traced = summary.trace(labels, tuple(measures), **auxiliary)
            seen = np.searchsorted(kept, places, "right")  # labels up to each place
            values[name] = [
                np.concatenate([[before[number]], traced[measure]])[seen]
                for number, measure in enumerate(measures)
            ]
        self.rows += events.n
        return missing, values


def with_labels(
    events: Events, labels: Column, rule: WindowRule
) -> tuple[Numbers, Column, dict[str, Any]]:
    """Return the places of the events that have a label, their labels, times and weights."""
    kept = np.arange(events.n)
    if rule.missing == "skip":
        there = present(labels)
        if not there.all():
            kept = np.flatnonzero(there)
            labels = take(labels, kept)
    auxiliary: dict[str, Any] = {}
    if events.times is not None and (rule.needs_times or rule.is_adaptive):
        auxiliary["times"] = events.times[kept].view("M8[ns]")
    if rule.weighted:
        assert events.weights is not None
        auxiliary["weights"] = events.weights[kept]
    return kept, labels, auxiliary


def due_places(rows: int, more: int, every: int) -> Numbers:
    """Return after which of `more` events a reading is due, `rows` events after the first."""
    return np.arange(every - rows % every - 1, more, every)
