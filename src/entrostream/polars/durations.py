"""Durations and times of Polars, as the column functions read them."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from entrostream._core import repr_short
from entrostream.columns.calendar import CalendarSpan

__all__ = ["Duration"]

SECOND = 10**9
NANOSECONDS = {
    "ns": 1,
    "us": 10**3,
    "µs": 10**3,
    "ms": 10**6,
    "s": SECOND,
    "m": 60 * SECOND,
    "h": 3600 * SECOND,
    "d": 24 * 3600 * SECOND,
    "w": 7 * 24 * 3600 * SECOND,
    "i": 1,
}
MAX_MONTHS = 292 * 12
MONTHS = {"mo": 1, "q": 3, "y": 12}
PART = re.compile(r"(\d+)(ns|us|µs|ms|mo|[smhdwqyi])")


@dataclass(frozen=True)
class Duration:
    """A duration as it was given, checked: "10m", "1h30m", "5i", a timedelta."""

    given: Any
    length: np.timedelta64 | CalendarSpan
    units: frozenset[str]  # such as "m"; none for a timedelta

    @classmethod
    def of(cls, given: Any, name: str) -> Duration:
        """Read a duration; `name` is what it is called."""
        if isinstance(given, dt.timedelta | np.timedelta64):
            return cls(given, np.timedelta64(given).astype("timedelta64[ns]"), frozenset())
        parts = PART.findall(given) if isinstance(given, str) else []
        if not parts or "".join(number + unit for number, unit in parts) != given:
            raise ValueError(
                f"{name} must be a duration of Polars, such as '10m', '1h30m', '1d' or '5i', "
                f"or a timedelta; got {repr_short(given)}"
            )
        units = frozenset(unit for _, unit in parts)
        months = sum(int(number) * MONTHS.get(unit, 0) for number, unit in parts)
        if units & set(MONTHS) and name != "window_size":
            raise ValueError(
                f"{name} {repr_short(given)} has no fixed length, since months, quarters and years "
                "differ: write days or hours, such as '30d'"
            )
        if "i" in units and len(units) > 1:
            raise ValueError(
                f"{name} {repr_short(given)} counts integers and time: write one of them"
            )
        length = sum(int(number) * NANOSECONDS.get(unit, 0) for number, unit in parts)
        if length >= 2**63 or months > MAX_MONTHS:
            raise ValueError(f"{name} {repr_short(given)} is longer than 292 years")
        if months:
            return cls(given, CalendarSpan(months, length, given), units)
        return cls(given, np.timedelta64(length, "ns"), units)

    def example(self) -> pl.Series:
        """Return a column with one time of the type that this duration measures."""
        kind = pl.Int64() if self.units == {"i"} else pl.Datetime("ns")
        return pl.Series([0], dtype=kind)

    def times(self, by: pl.Series) -> Any:
        """Return times that this duration can measure."""
        if by.dtype.is_integer():
            if self.units != {"i"}:
                raise ValueError(
                    f"{repr_short(by.name)} holds integers: write '5i', not "
                    f"{repr_short(self.given)}"
                )
            # As nanoseconds: all integers have room.
            return by.cast(pl.Int64).cast(pl.Datetime("ns"))
        if by.dtype not in (pl.Datetime, pl.Date):
            raise TypeError(
                f"{repr_short(by.name)} must be Datetime, Date or integers, got {by.dtype}"
            )
        if "i" in self.units:
            raise ValueError(
                f"{repr_short(self.given)} goes by integers, and {repr_short(by.name)} "
                f"is {by.dtype}"
            )
        zone = getattr(by.dtype, "time_zone", None)
        if zone not in (None, "UTC") and self.units & {"d", "w", *MONTHS}:
            raise ValueError(
                f"in the time zone {zone} a day may have 23 or 25 hours: write hours in place of "
                f"{repr_short(self.given)}"
            )
        return by.cast(pl.Datetime("us")) if by.dtype == pl.Date else by
