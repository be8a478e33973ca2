"""Batches of events: a label per field, and times, groups and weights."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.fields import (
    Field,
    UnknownFieldError,
    encode,
    no_such_field,
    resolve_fields,
)
from entrostream.ingest.rows import Column, Rows, present, take
from entrostream.ingest.times import NO_TIME, TimeParser

__all__ = ["EventReader", "Events"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Events:
    """A batch of events.

    Parameters
    ----------
    n : int
        The number of events.
    labels : mapping of str to column
        The label of each event, by field.
    times : array of int64, optional
        Nanoseconds since 1970.
    groups : array of int64, optional
        The number of each event's group in `keys`.
    keys : sequence of tuple
        The keys of the groups.
    weights : array of float64, optional
        The weight of each event.
    """

    n: int
    labels: Mapping[str, Column]
    times: Numbers | None = None
    groups: Numbers | None = None
    keys: Sequence[tuple[Hashable, ...]] = ()
    weights: NDArray[np.float64] | None = None

    def take(self, indices: Numbers) -> Events:
        """Return these events, in this order."""
        return replace(
            self,
            n=len(indices),
            labels={name: take(column, indices) for name, column in self.labels.items()},
            times=None if self.times is None else self.times[indices],
            groups=None if self.groups is None else self.groups[indices],
            weights=None if self.weights is None else self.weights[indices],
        )

    def slice(self, first: int, last: int) -> Events:
        """Return the events from `first` up to `last`."""
        if first == 0 and last == self.n:
            return self
        return replace(
            self,
            n=last - first,
            labels={name: column[first:last] for name, column in self.labels.items()},
            times=None if self.times is None else self.times[first:last],
            groups=None if self.groups is None else self.groups[first:last],
            weights=None if self.weights is None else self.weights[first:last],
        )


class EventReader:
    """Makes events of rows: resolves fields, reads times and weights, numbers groups.

    Parameters
    ----------
    fields : sequence of str
        What is measured, as in `resolve_fields`.
    bad : BadRecords
        Counts rows whose time or weight cannot be read.
    group_by : sequence of str
        The fields whose values make a group.
    time_field : str, optional
        The field with the time of an event.
    time_format : str, default "auto"
        How times are written, as in `TimeParser`.
    weight : str, optional
        The field with the weight of an event.
    """

    def __init__(
        self,
        fields: Sequence[str],
        bad: BadRecords,
        *,
        group_by: Sequence[str] = (),
        time_field: str | None = None,
        time_format: str = "auto",
        weight: str | None = None,
    ):
        self._specs = fields
        self.bad = bad
        self._group_specs = group_by
        self.time_field = time_field
        self._weight = weight
        self._time_format = time_format
        self._times = TimeParser(time_format)
        self._seen: set[str] = set()
        self._unseen: dict[str, Sequence[str]] = {}  # with the names that there are
        self._any_rows = False
        self.ungrouped = 0  # rows whose group is missing
        self._fields: list[Field] = []
        self._groups: list[Field] = []
        self._numbers: dict[tuple[Hashable, ...], int] = {}

    def begin(self, source: str, names: Sequence[str], *, open_ended: bool = False) -> list[str]:
        """Resolve the fields of a source, and return the columns that they need.

        An `open_ended` source may have more fields than `names`: those that no event has are
        refused by `finish`.
        """
        self._source = source
        self._times = TimeParser(self._time_format)
        if not names and not open_ended:  # an empty file has no fields, and no events
            return []
        self._fields = resolve_fields(self._specs, names, open_ended=open_ended)
        self._groups = resolve_fields(self._group_specs, names, open_ended=open_ended)
        columns = [each for each in (self.time_field, self._weight) if each is not None]
        for name in columns:
            if name not in names and not open_ended:
                raise UnknownFieldError(no_such_field(name, names))
        for field in [*self._fields, *self._groups]:
            columns.extend(field.columns)
        self._unseen |= {name: names for name in columns if name not in self._seen}
        self._note_seen(names)
        return list(dict.fromkeys(columns))

    @property
    def unseen(self) -> list[str]:
        """What is wrong with each field that no event has had so far."""
        return [no_such_field(name, names) for name, names in self._unseen.items()]

    def finish(self) -> None:
        """Refuse fields that no event had, if there was any."""
        if self.unseen and self._any_rows:
            raise UnknownFieldError(self.unseen[0])

    def _note_seen(self, names: Iterable[str]) -> None:
        self._seen.update(names)
        self._unseen = {
            name: known for name, known in self._unseen.items() if name not in self._seen
        }

    def events(self, rows: Rows) -> Events:
        """Return the events of rows; those without a time or weight are bad."""
        if not rows.n:
            return Events(0, {})
        self._any_rows = True
        if self._unseen:
            self._note_seen([name for name in self._unseen if present(rows.columns[name]).any()])
        rows, times, weights = self._auxiliary(rows)
        labels = {field.name: field.labels(rows.columns) for field in self._fields}
        events = Events(rows.n, labels, times, None, (), weights)
        return self._grouped(events, rows) if self._groups else events

    def _auxiliary(self, rows: Rows) -> tuple[Rows, Numbers | None, Any]:
        """Return the rows whose time and weight can be read, with both."""
        good = np.ones(rows.n, bool)
        times = weights = None
        if self.time_field is not None:
            times = self._times.nanoseconds(rows.columns[self.time_field])
            good &= times != NO_TIME
        if self._weight is not None:
            weights = weights_of(rows.columns[self._weight])
            good &= weights >= 0
        if good.all():
            return rows, times, weights
        self._count_bad(rows, good, times)
        kept = np.flatnonzero(good)
        return (
            rows.take(kept),
            None if times is None else times[kept],
            None if weights is None else weights[kept],
        )

    def _count_bad(self, rows: Rows, good: Any, times: Numbers | None) -> None:
        first = int(np.argmin(good))
        no_time = times is not None and times[first] == NO_TIME
        name = self.time_field if no_time else self._weight
        assert name is not None
        value = take(rows.columns[name], np.array([first]))[0]
        shown = value.as_py() if isinstance(value, pa.Scalar) else value
        what = "time" if no_time else "weight"
        count = int(np.count_nonzero(~good))
        self.bad.add(self._source, f"{shown!r} in {name!r} is no {what}", count)

    def _grouped(self, events: Events, rows: Rows) -> Events:
        """Return events with the number of their group; those without one are counted apart."""
        parts = [encode(field.labels(rows.columns)) for field in self._groups]
        codes = parts[0][0]
        for more, distinct in parts[1:]:
            both = codes * len(distinct) + more
            codes = np.where((codes < 0) | (more < 0), -1, both)
        used, first, where = np.unique(codes, return_index=True, return_inverse=True)
        numbers = np.empty(len(used), np.int64)
        for place in np.argsort(first):  # groups are numbered as they appear
            numbers[place] = self._number(int(used[place]), parts)
        groups = numbers[where]
        events = replace(events, groups=groups, keys=list(self._numbers))
        self.ungrouped += int(np.count_nonzero(groups < 0))
        return events.take(np.flatnonzero(groups >= 0)) if (groups < 0).any() else events

    def _number(self, code: int, parts: Sequence[tuple[Any, list[Any]]]) -> int:
        if code < 0:
            return -1
        values: list[Hashable] = []
        for _, distinct in reversed(parts[1:]):
            code, place = divmod(code, len(distinct))
            values.append(distinct[place])
        key = (parts[0][1][code], *reversed(values))
        return self._numbers.setdefault(key, len(self._numbers))


def weights_of(column: Column) -> NDArray[np.float64]:
    """Return a column as weights; NaN where one is no number from 0 on."""
    values = column.to_pylist() if isinstance(column, pa.Array) else column
    if isinstance(column, pa.Array) and pa.types.is_string(column.type):
        try:
            numbers = np.array(pc.cast(column, pa.float64()).to_numpy(zero_copy_only=False))
            numbers[~(numbers < np.inf)] = np.nan
            return numbers
        except pa.ArrowInvalid:
            pass
    return np.array([weight_of(value) for value in values])


def weight_of(value: Any) -> float:
    """Return a value as a weight, NaN if it is none."""
    try:
        weight = float(value)
    except (TypeError, ValueError, OverflowError):
        return nan
    return weight if 0 <= weight < inf else nan
