"""Lengths of time by the calendar, and where intervals of time begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short, span_nanoseconds

__all__ = ["CalendarSpan", "Intervals", "calendar_span", "intervals_of", "zone_refused"]

DAY = 86_400 * 10**9
WEEK = 7 * DAY
MONDAY = 4 * DAY  # 1970-01-05, from which weeks are counted
MONTHS = {"mo": 1, "month": 1, "months": 1, "q": 3, "quarter": 3, "quarters": 3}
MONTHS |= {"y": 12, "year": 12, "years": 12}
CALENDAR = re.compile(rf"\s*(\d+)\s*({'|'.join(sorted(MONTHS, key=len, reverse=True))})\s*")
MAX_MONTHS = 12 * 585  # all times that there are


@dataclass(frozen=True)
class CalendarSpan:
    """A number of months, which differ in length, plus a number of nanoseconds."""

    months: int
    nanoseconds: int
    given: Any  # as it was written

    def __repr__(self) -> str:
        return repr(self.given)


def calendar_span(span: Any) -> CalendarSpan | None:
    """Return a span of months, quarters or years ("1mo", "1q", "1y"); None for any other."""
    if isinstance(span, CalendarSpan):
        return span
    match = CALENDAR.fullmatch(span) if isinstance(span, str) else None
    if match is None:
        return None
    months = int(match[1]) * MONTHS[match[2]]
    if not 0 < months <= MAX_MONTHS:
        raise ValueError(f"{repr_short(span)} must be from 1 month to {MAX_MONTHS // 12} years")
    return CalendarSpan(months, 0, span)


@dataclass(frozen=True)
class Intervals:
    """Consecutive intervals of one length, or of a number of months.

    Number k begins at edge k and ends at edge k + 1. Weeks begin on Mondays, all other
    lengths of fixed size count from 1970-01-01, months from January.
    """

    given: Any
    nanoseconds: int  # 0 for months
    months: int

    @property
    def by_days(self) -> bool:
        """Whether it matters where a day begins."""
        return self.months > 0 or self.nanoseconds % DAY == 0

    @property
    def by_calendar(self) -> bool:
        """Whether the lengths differ."""
        return self.months > 0

    def numbers(self, times: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return in which interval each time is: at an edge, the one that begins there."""
        if self.months:
            months = times.view("M8[ns]").astype("M8[M]").view(np.int64)
            return np.asarray(months // self.months)
        return np.asarray((times - self._offset) // self.nanoseconds)

    def edges(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where intervals begin."""
        if self.months:
            months = (numbers * self.months).view("M8[M]")
            return np.asarray(months.astype("M8[ns]").view(np.int64))
        return np.asarray(numbers * self.nanoseconds + self._offset)

    @property
    def _offset(self) -> int:
        return MONDAY if self.nanoseconds % WEEK == 0 else 0


def intervals_of(given: Any, name: str) -> Intervals:
    """Return the intervals of a length of time; `name` is what it is called."""
    calendar = calendar_span(given)
    if calendar is None:
        return Intervals(given, nanoseconds_of(given, name), 0)
    if calendar.nanoseconds:
        raise ValueError(
            f"{name} {repr_short(given)} is neither a length of time nor a number of months"
        )
    return Intervals(given, 0, calendar.months)


def nanoseconds_of(span: Any, name: str) -> int:
    """Return a span of fixed length; errors call it by its name."""
    try:
        return span_nanoseconds(span)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("window", name, 1)) from None


def zone_refused(given: Any, zone: str) -> ValueError:
    """Return the error for days and months in a zone whose clock is changed twice a year."""
    return ValueError(
        f"{repr_short(given)} needs times in UTC or without a zone: in {zone} a day may "
        f"have 23 or 25 "
        "hours; convert the times to UTC, or drop the zone"
    )
