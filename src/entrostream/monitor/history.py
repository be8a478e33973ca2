"""The values of fields over time, finer for the last hours than for the last weeks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isnan, nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["History", "Point"]

# The intervals that a point of each level stands for, and the points that are kept.
STEPS = (1, 10, 60, 600)
KEPT = (7200, 8640, 10_080)


class Point(NamedTuple):
    """The values of a field at one time; NaN where it has no events.

    Attributes
    ----------
    time : float
        Milliseconds since 1970: of the end of the interval.
    entropy, evenness, gini, distinct, n : float
        The measures.
    regime : float
        The time since the last change, in milliseconds.
    low, high : float
        The least and the greatest entropy of the intervals that the point stands for.
    """

    time: float
    entropy: float
    evenness: float
    gini: float
    distinct: float
    n: float
    regime: float
    low: float
    high: float


class History:
    """Points of each field, on several levels.

    Parameters
    ----------
    fields : sequence of str
        The fields.
    every : int
        The length of an interval in milliseconds.
    keep : int
        How long the coarsest points are kept, in milliseconds.

    Examples
    --------
    >>> from entrostream.monitor import History
    >>> history = History(["src"], every=1000, keep=86_400_000)
    >>> for second in range(1, 4):
    ...     history.add("src", second, (8.0, 0.9, 0.99, 300, 5000), regime=1000 * second)
    >>> step, points = history.points("src", 0, 10**12, most=100)
    >>> step, points[:, :2].tolist()
    (1000, [[1000.0, 8.0], [2000.0, 8.0], [3000.0, 8.0]])
    """

    def __init__(self, fields: Sequence[str], every: int, keep: int):
        self._every = every
        coarse = max(1, -(-keep // (every * STEPS[-1])))
        self._kept = (*KEPT, coarse)
        self._levels = {name: [Ring(kept) for kept in self._kept] for name in fields}
        self._open: dict[str, list[Point | None]] = {name: [None] * len(STEPS) for name in fields}
        self._new: list[tuple[int, str, Point]] = []  # since the last checkpoint

    def add(self, name: str, number: int, values: Sequence[float], regime: float) -> None:
        """Add the values at the end of an interval, given its number.

        `values` are entropy, evenness, Gini index, labels and events.
        """
        entropy, evenness, gini, distinct, n = values
        time = number * self._every
        point = Point(time, entropy, evenness, gini, distinct, n, regime, entropy, entropy)
        for level, step in enumerate(STEPS):
            whole = joined(self._open[name][level], point)
            is_complete = number % step == 0
            self._open[name][level] = None if is_complete else whole
            if is_complete:
                self._levels[name][level].append(whole)
                self._new.append((level, name, whole))

    def points(
        self, name: str, first: float, last: float, *, most: int
    ) -> tuple[int, NDArray[np.float64]]:
        """Return the time that a point stands for, and the points of a field within two times.

        Columns are those of `Point`. The level is the finest that reaches back far enough, or
        else the one that reaches back furthest; more than `most` points are joined.
        """
        level = self._level_from(name, first)
        points = self._levels[name][level].view()
        points = points[(points[:, 0] >= first) & (points[:, 0] <= last)]
        factor = max(1, -(-len(points) // most))
        return self._every * STEPS[level] * factor, thinned(points, factor)

    def sparkline(self, name: str, most: int) -> list[float]:
        """Return the newest values of the entropy."""
        return list(self._levels[name][0].view()[-most:, 1].tolist())

    def newest(self, name: str) -> Point | None:
        """Return the newest point of a field."""
        points = self._levels[name][0].view()
        return Point(*points[-1].tolist()) if len(points) else None

    @property
    def has_new(self) -> bool:
        """Whether there are points since `take_new`."""
        return bool(self._new)

    def take_new(self) -> list[tuple[int, str, Point]]:
        """Return the points since the last call, with their levels and fields."""
        new, self._new = self._new, []
        return new

    def give_back(self, points: list[tuple[int, str, Point]]) -> None:
        """Take points back that could not be stored."""
        self._new = points + self._new

    def oldest_kept(self, level: int, now: int) -> int:
        """Return the time before which the points of a level are no longer kept."""
        return now - self._kept[level] * STEPS[level] * self._every

    def restore(self, points: Iterable[tuple[int, str, Point]], state: Mapping[str, Any]) -> None:
        """Take the points of an earlier history, oldest first, and its state."""
        for level, name, point in points:
            if name in self._levels:
                self._levels[name][level].append(point)
        for name, opened in state.items():
            if name in self._open:
                self._open[name] = [
                    None if each is None else Point(*unjson(each)) for each in opened
                ]

    def state(self) -> dict[str, Any]:
        """Return the points that are not complete, as plain data."""
        return {
            name: [None if each is None else to_json(each) for each in opened]
            for name, opened in self._open.items()
        }

    def _level_from(self, name: str, first: float) -> int:
        """Return the finest level that reaches back to a time, or the one furthest back."""
        starts = [ring.first_time() for ring in self._levels[name]]
        for level, start in enumerate(starts):
            # The first point of a coarser level comes later: as long as nothing was dropped,
            # the finest level reaches back as far as any.
            if start <= max(first, min(starts[level + 1 :], default=inf)):
                return level
        return len(starts) - 1


class Ring:
    """The newest points of one level; grows as it is filled."""

    def __init__(self, kept: int):
        self._kept = kept
        self._table = np.empty((min(kept, 256), len(Point._fields)))
        self._n = 0

    def append(self, point: Point) -> None:
        """Add a point."""
        if self._n == len(self._table):
            self._make_room()
        self._table[self._n] = point
        self._n += 1

    def view(self) -> NDArray[np.float64]:
        """Return the points, oldest first."""
        return self._table[max(0, self._n - self._kept) : self._n]

    def first_time(self) -> float:
        """Return the time of the oldest point; infinity if there is none."""
        points = self.view()
        return float(points[0, 0]) if len(points) else float("inf")

    def _make_room(self) -> None:
        """Double the table, or move the points that are kept to its front."""
        held = self.view()
        size = min(2 * len(self._table), self._kept + max(self._kept // 4, 1))
        table = np.empty((max(size, len(held) + 1), len(Point._fields)))
        table[: len(held)] = held
        self._table, self._n = table, len(held)


def joined(first: Point | None, second: Point) -> Point:
    """Return the later of two points, with the extremes of both."""
    if first is None:
        return second
    # One that is NaN is passed over: every comparison with it is false.
    low = first.low if first.low < second.low or isnan(second.low) else second.low
    high = first.high if first.high > second.high or isnan(second.high) else second.high
    return Point(*second[:-2], low, high)


def thinned(points: NDArray[np.float64], factor: int) -> NDArray[np.float64]:
    """Return points, each `factor` of them joined to one."""
    if factor == 1 or not len(points):
        return points
    starts = np.arange(0, len(points), factor)
    last = np.append(starts[1:], len(points)) - 1
    result = points[last].copy()
    low, high = Point._fields.index("low"), Point._fields.index("high")
    result[:, low] = np.fmin.reduceat(points[:, low], starts)
    result[:, high] = np.fmax.reduceat(points[:, high], starts)
    return np.asarray(result)


def number_or_none(value: float) -> float | None:
    """Return a number; None for NaN, which JSON lacks."""
    return None if isnan(value) else value


def to_json(point: Point) -> list[float | None]:
    """Return the values of a point."""
    return list(map(number_or_none, point))


def unjson(values: Iterable[float | None]) -> list[float]:
    """Return the values of a point."""
    return [nan if value is None else value for value in values]
