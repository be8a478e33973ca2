"""es.SketchWindow: the entropy of the last span of time, as a ring of sketches."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise
from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    EntropySketch,
    read_sketch_window,
    repr_short,
    sketch_window_state,
    span_nanoseconds,
)
from entrostream.columns.libraries import as_sequence, row_slice
from entrostream.sketches.recent import RecentSketch

__all__ = ["SketchWindow"]


class SketchWindow(RecentSketch):
    """The entropy of the last span of time in a fixed amount of memory: a ring of panes.

    The span is divided into panes, each with a sketch of its own. They are merged when a value is
    read, and a pane is dropped as a whole when it is too old. So the window holds the events of
    the current pane, which is not over, and of the `panes - 1` before it: between
    `span - span / panes` and `span` of time.

    Parameters
    ----------
    span : str, timedelta or number of seconds
        The length of the window: "10min", timedelta(days=1), 0.5.
    panes : int, default 60
        How many parts it has. More make the edge of the window sharper and take more memory.
    memory : int or str, default "64KiB"
        What each pane may take; a pane of few labels takes less. A value is as accurate as that
        of one sketch of this size.
    seed : int or None, default 0
        As for EntropySketch.
    method : {"hcc", "clifford_cosma"}, default "hcc"
        The algorithm, as for EntropySketch; these two can merge.
    late : {"raise", "drop"}, default "raise"
        What to do with events that are older than the window: an error, or count them in
        `dropped` and go on.
    missing : {"raise", "skip", "label"}, default "raise"
        As for EntropySketch.

    Raises
    ------
    TypeError
        If `span` is not a length of time, `panes` is not an integer, or an argument is refused as
        by EntropySketch.
    ValueError
        If `span` or `panes` is not positive, if a pane would be shorter than a nanosecond, if
        `late` is not one of its choices, or if an argument is refused as by EntropySketch.

    Examples
    --------
    >>> window = es.SketchWindow("10min", panes=10)
    >>> window.update_many(["a", "b", "c"], times=[0, 30, 590])
    >>> window.n, window.entropy
    (3, 1.584962500721156)
    >>> window.advance(600)
    >>> window.n, window.entropy
    (1, 0.0)
    """

    _ring: dict[int, EntropySketch]  # by number: time // length of a pane
    _merged: EntropySketch | None
    _last: int | None  # the number of the newest pane
    _of_state = frozenset(
        ("_empty", "_span", "_panes", "_length", "_late", "_clock", "_last", "_dropped", "_ring")
    ) | {"_merged"}

    def __init__(
        self,
        span: Any,
        *,
        panes: int = 60,
        memory: int | str = "64KiB",
        seed: int | None = 0,
        method: Literal["hcc", "clifford_cosma"] = "hcc",
        late: Literal["raise", "drop"] = "raise",
        missing: Literal["raise", "skip", "label"] = "raise",
    ) -> None:
        self._panes = index(panes)
        if self._panes < 1:
            raise ValueError(f"panes must be a positive integer, got {repr_short(panes)}")
        self._span = int(span_nanoseconds(span))
        self._length = self._span // self._panes
        if self._length < 1:
            raise ValueError(f"{panes} panes of {repr_short(span)} are shorter than a nanosecond")
        if late not in ("raise", "drop"):
            raise ValueError(f'late must be "raise" or "drop", got {repr_short(late)}')
        self._late = late
        self._empty = EntropySketch(memory, seed=seed, method=method, missing=missing)
        self._empty.copy().merge(self._empty)  # refused if the method cannot merge
        self.clear()

    @property
    def n(self) -> float:
        """The total weight of the events in the window."""
        return sum(pane.n for pane in self._ring.values())

    @property
    def panes(self) -> int:
        """How many panes the window has."""
        return self._panes

    @property
    def memory(self) -> int:
        """The bytes that a pane may take."""
        return self._empty.memory

    @property
    def nbytes(self) -> int:
        """The bytes that all panes take now, and the sketch of all of them after a read."""
        merged = 0 if self._merged is None else self._merged.nbytes
        return merged + sum(pane.nbytes for pane in self._ring.values())

    @property
    def dropped(self) -> int:
        """How many events were older than the window and dropped."""
        return self._dropped

    def update(self, label: Hashable, weight: float = 1, *, at: Any) -> None:
        """Add one event at its time, or weight to a label.

        Parameters
        ----------
        label : hashable
            A label as for EntropySketch.
        weight : float, default 1
            0 or more.
        at : time
            A number of seconds, a datetime, a numpy.datetime64, a pandas.Timestamp or an ISO 8601
            string.

        Raises
        ------
        TypeError
            If the label, the weight or the time is of no valid type.
        ValueError
            If the event is older than the window and late="raise", or if an argument is refused
            as by EntropySketch.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update("a", at=0)
        >>> window.n
        1
        """
        read, clock = self._read_times(at, 1)
        number = int(read[0]) // self._length
        if self._is_late(number):
            self._refuse(1)
            return
        pane = self._ring.get(number)
        if pane is None:
            pane = self._empty.copy()
        pane.update(label, weight)
        self._accept(clock, number, {number: pane})

    def update_many(self, labels: Iterable[Any], weights: Any = None, *, times: Any) -> None:
        """Add many events at once, in any order of their times.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            As for EntropySketch.
        weights : column of numbers, or one number, optional
            As long as the labels, or one weight for all of them; 0 or more.
        times : column of times, or one time
            As long as the labels, or one time for all of them.

        Raises
        ------
        TypeError
            If labels, weights or times are of no valid type.
        ValueError
            If an event is older than the window and late="raise", if the columns differ in
            length, or if an argument is refused as by EntropySketch.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update_many(["a", "b"], times=[0, 60])
        >>> window.entropy
        1.0
        """
        column = as_sequence(labels)
        read, clock = self._read_times(times, len(column))
        if not len(read):
            return
        numbers = read // self._length
        newest, late = self._passed(numbers)
        if late and self._late == "raise":
            self._refuse(late)
        of_rows = weights if weights is None or np.ndim(weights) == 0 else as_rows(weights, column)
        changed: dict[int, EntropySketch] = {}
        for number, first, last in runs(numbers):
            if number <= newest - self._panes:
                continue
            pane = changed.get(number)
            if pane is None:
                pane = changed[number] = self._pane(number).copy()
            part = of_rows[first:last] if isinstance(of_rows, np.ndarray) else of_rows
            pane.update_many(row_slice(column, first, last), part)
        self._dropped += late
        self._accept(clock, newest, changed)

    def advance(self, at: Any) -> None:
        """Move the clock without an event.

        Parameters
        ----------
        at : time
            If it is before the latest time, nothing happens.

        Raises
        ------
        TypeError
            If the time is of no valid kind, or of another one than before.

        Examples
        --------
        >>> window = es.SketchWindow(10)
        >>> window.update("a", at=0)
        >>> window.advance(20)
        >>> window.n
        0
        """
        read, clock = self._read_times(at, 1)
        self._accept(clock, int(read[0]) // self._length, {})

    def merge(self, other: SketchWindow) -> None:
        """Add the events of another window with the same span, panes, seed and method.

        Parameters
        ----------
        other : SketchWindow
            It stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a SketchWindow, or if the method cannot merge.
        ValueError
            If span, panes, seed or method differ.

        Examples
        --------
        >>> east, west = es.SketchWindow("10min"), es.SketchWindow("10min")
        >>> east.update("a", at=0)
        >>> west.update("b", at=60)
        >>> east.merge(west)
        >>> east.entropy
        1.0
        """
        if not isinstance(other, SketchWindow):
            raise TypeError(f"SketchWindow can merge only its own kind, got {repr_short(other)}")
        if (self._span, self._panes) != (other._span, other._panes):
            raise ValueError("windows of different spans or panes cannot merge")
        clock = self._one_clock(other._clock)
        changed = {
            number: self._pane(number) + pane
            for number, pane in other._ring.items()
            if not self._is_late(number)
        }
        if other._last is not None:
            self._accept(clock, other._last, changed)

    def to_bytes(self) -> bytes:  # noqa: D102
        return sketch_window_state(
            self._empty,
            self._span,
            self._panes,
            self._late,
            self._clock,
            self._last or 0,
            self._dropped,
            sorted(self._ring.items()),
        )

    def _restore(self, state: bytes) -> None:
        self._empty, self._span, self._panes, self._late, clock, last, dropped, ring = (
            read_sketch_window(state)
        )
        self._length = self._span // self._panes
        self.clear()
        if clock != "unset":
            self._clock, self._last, self._dropped = clock, last, dropped
        self._ring = dict(ring)

    def clear(self) -> None:
        """Forget all events and the time; the parameters stay.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update("a", at=0)
        >>> window.clear()
        >>> window.n
        0
        """
        self._ring = {}
        self._merged = None
        self._dropped = 0
        self._last = None
        self._clock = "unset"

    def __eq__(self, other: object) -> bool:
        """Compare parameters and content."""
        if not isinstance(other, SketchWindow):
            return NotImplemented
        return self._parameters() == other._parameters() and self._ring == other._ring

    __hash__ = None  # type: ignore[assignment]  # it is mutable

    def __repr__(self) -> str:
        """Show the estimate."""
        return f"<SketchWindow: n {self.n}, entropy {self.entropy:.4g}, {self.nbytes} bytes>"

    def _parameters(self) -> tuple[Any, ...]:
        times = self._clock, self._last, self._dropped
        return self._span, self._panes, self._late, times, self._empty

    def _is_late(self, number: int) -> bool:
        return self._last is not None and number <= self._last - self._panes

    def _passed(self, numbers: NDArray[np.int64]) -> tuple[int, int]:
        """Return the newest pane after these events, and how many of them came too late."""
        first = int(numbers[0]) if self._last is None else self._last
        newest = np.maximum.accumulate(np.concatenate([[first], numbers]))
        # Differences of times can exceed int64, but not uint64.
        ages = newest[:-1].view(np.uint64) - numbers.view(np.uint64)
        late = (numbers <= newest[:-1]) & (ages >= self._panes)
        return int(newest[-1]), int(late.sum())

    def _pane(self, number: int) -> EntropySketch:
        return self._ring.get(number, self._empty)

    def _refuse(self, events: int) -> None:
        if self._late == "raise":
            raise ValueError(
                f"{events} event{'s are' if events > 1 else ' is'} older than the window; "
                'pass late="drop" to ignore such events'
            )
        self._dropped += events

    def _accept(self, clock: str, newest: int, changed: dict[int, EntropySketch]) -> None:
        """Take over panes that were changed, and drop those that are too old."""
        self._clock = clock
        self._last = newest if self._last is None else max(self._last, newest)
        self._ring.update({number: pane for number, pane in changed.items() if pane.n})
        self._ring = {
            number: pane for number, pane in self._ring.items() if not self._is_late(number)
        }
        self._merged = None

    def _copy_sketches(self) -> None:
        self._ring = {number: pane.copy() for number, pane in self._ring.items()}
        self._merged = None

    def _whole(self) -> EntropySketch:
        """Return all panes as one sketch, until an event comes."""
        if self._merged is None:
            merged = self._empty.copy()
            for number in sorted(self._ring):
                merged.merge(self._ring[number])
            self._merged = merged
        return self._merged


def as_rows(weights: Any, column: Any) -> NDArray[np.float64]:
    """Return a weight per row."""
    rows = np.asarray(weights, float)
    if len(rows) != len(column):
        lengths = f"{len(column)} and {len(rows)}"
        raise ValueError(f"labels and weights must have the same length, got {lengths}")
    return rows


def runs(numbers: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Return each run of equal numbers with its first row and the row after its last."""
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
    return [(int(numbers[first]), first, last) for first, last in pairwise(edges)]
