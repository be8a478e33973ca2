"""Values of fields at points of a stream, in columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Reading", "Readings", "ReadingsBuilder"]

Numbers = NDArray[np.int64]
COUNTS = ("n", "distinct")  # 0 where there is no event; all other measures are missing then


class Reading(NamedTuple):
    """The values of one field at one point."""

    row: int
    time: int | None
    key: tuple[Hashable, ...]
    field: str
    values: dict[str, float]


@dataclass(frozen=True)
class Readings:
    """Readings in the order of the stream, at each point one after the other field by field.

    Parameters
    ----------
    rows : array of int64
        After how many events of the input each value was read.
    times : array of int64, optional
        When, in nanoseconds since 1970.
    keys : list of tuple
        The group of each reading; () without groups.
    fields : list of str
        The field of each reading.
    values : dict of str to array of float64
        The measures.
    """

    rows: Numbers
    times: Numbers | None
    keys: list[tuple[Hashable, ...]]
    fields: list[str]
    values: dict[str, NDArray[np.float64]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Reading]:
        times = [None] * len(self) if self.times is None else self.times.tolist()
        columns = [self.values[name].tolist() for name in self.values]
        for place, row in enumerate(self.rows.tolist()):
            values = {
                name: column[place] for name, column in zip(self.values, columns, strict=True)
            }
            yield Reading(row, times[place], self.keys[place], self.fields[place], values)


@dataclass
class ReadingsBuilder:
    """Collects readings, then puts them in order."""

    measures: Sequence[str]
    timed: bool
    _rows: list[Any] = field(default_factory=list)
    _times: list[Any] = field(default_factory=list)
    _keys: list[tuple[Hashable, ...]] = field(default_factory=list)
    _fields: list[str] = field(default_factory=list)
    _values: list[Any] = field(default_factory=list)

    def add(
        self,
        name: str,
        key: tuple[Hashable, ...],
        rows: Any,
        times: Any,
        values: Sequence[NDArray[np.float64]],
    ) -> None:
        """Add readings of one field and group; `values` are those of each measure."""
        self._rows.append(rows)
        self._times.append(times)
        self._keys.extend([key] * len(rows))
        self._fields.extend([name] * len(rows))
        self._values.append(np.stack(values))

    def build(self) -> Readings:
        """Return all that was added, ordered by the rows of the input."""
        if not self._rows:
            empty = np.empty(0, np.int64)
            values = {name: np.empty(0) for name in self.measures}
            return Readings(empty, empty if self.timed else None, [], [], values)
        rows = np.concatenate(self._rows)
        times = np.concatenate(self._times) if self.timed else None
        table = np.concatenate(self._values, axis=1)
        order = np.lexsort((rows,) if times is None else (rows, times))
        return Readings(
            rows[order],
            None if times is None else times[order],
            [self._keys[place] for place in order],
            [self._fields[place] for place in order],
            {name: table[place][order] for place, name in enumerate(self.measures)},
        )


def read_now(summary: Any, measures: Sequence[str]) -> list[float]:
    """Return the measures of a summary; NaN, but for counts, where it holds no event."""
    empty = not summary.n
    return [
        float("nan") if empty and name not in COUNTS else float(getattr(summary, name))
        for name in measures
    ]
