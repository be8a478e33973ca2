"""The positions of the rows of a column on the x axis: event numbers, seconds or dates."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream import _core
from entrostream._core import repr_short

Ticks = NDArray[np.int64]

# One event on an axis of event numbers is as long as one second.
SECOND = 10**9


@dataclass(frozen=True)
class Timeline:
    """Positions of rows, which never decrease, in nanoseconds; events are a second apart."""

    ticks: Ticks
    dates: bool
    numbered: bool
    label: str

    def axis_values(self, ticks: Ticks) -> NDArray[Any]:
        """Return ticks as Matplotlib takes them: datetime64 or numbers."""
        return ticks.view("datetime64[ns]") if self.dates else ticks / SECOND

    def tick_of(self, change: Any) -> int:
        """Return the position of a change, given in the unit of the axis or, by dates, as a row."""
        if self.numbered or (self.dates and hasattr(change, "__index__")):
            return int(self.ticks[self._row(change)])
        (tick,), clock, _ = _core.column_times([change], 1)
        if (clock == "instants") != self.dates:
            wanted = "a date or an event number" if self.dates else "a number of seconds"
            raise TypeError(f"change must be {wanted}, as the times are, got {repr_short(change)}")
        return int(tick)

    def _row(self, change: Any) -> int:
        try:
            row = operator.index(change)
        except TypeError:
            message = (
                f"change must be an event number, got {repr_short(change)}; for times pass times="
            )
            raise TypeError(message) from None
        if not 0 <= row < len(self.ticks):
            raise ValueError(f"change must be an event from 0 to {len(self.ticks) - 1}, got {row}")
        return row


def read_timeline(times: Any, rows: int, what: str) -> Timeline:
    """Return the positions of the rows of `what`: their times, or their numbers without times."""
    if times is None:
        return Timeline(np.arange(rows, dtype=np.int64) * SECOND, False, True, "event")
    _require_rows(times, rows, what)
    ticks, clock, _ = _core.column_times(times, rows)
    _require_order(ticks)
    dates = clock == "instants"
    unit = "time (UTC)" if _has_zone(times) else "time"
    return Timeline(ticks, dates, False, unit if dates else "time (seconds)")


def _require_rows(times: Any, rows: int, what: str) -> None:
    if not hasattr(times, "__len__"):
        raise TypeError(f"times must be a column, got {repr_short(times)} ({type(times).__name__})")
    if len(times) != rows:
        raise ValueError(f"{what} and times differ in length: {rows} and {len(times)}")


def _require_order(ticks: Ticks) -> None:
    back = np.flatnonzero(ticks[1:] < ticks[:-1])
    if len(back):
        raise ValueError(
            f"times must not go back, but position {back[0] + 1} is before position {back[0]}; "
            "sort the stream by time first, or pass the running maximum of its times"
        )


def _has_zone(times: Any) -> bool:
    # pandas and Polars have it in `dtype`, under different names, Arrow in `type`.
    kind = getattr(times, "dtype", None) or getattr(times, "type", None)
    named = (getattr(kind, name, None) for name in ("tz", "time_zone"))
    first = times[0] if isinstance(times, list | tuple) and len(times) else None
    return any(zone is not None for zone in (*named, getattr(first, "tzinfo", None)))
