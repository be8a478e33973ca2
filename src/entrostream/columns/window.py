"""The window of a row: the arguments of the user, checked, and as the core takes them."""

from __future__ import annotations

import datetime as dt
import operator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from entrostream._core import FadingRows, FadingTally, repr_short, span_nanoseconds
from entrostream.columns.calendar import (
    CalendarSpan,
    Intervals,
    calendar_span,
    intervals_of,
    zone_refused,
)

__all__ = [
    "CLOSED",
    "Fading",
    "Window",
    "expanding_window",
    "fading_window",
    "is_span",
    "positive",
    "window_of",
]

CLOSED = ("right", "both", "left", "neither")


@dataclass(frozen=True)
class Fading:
    """Exponential decay: by a factor per row, or by a half-life."""

    alpha: Any = None
    half_life: Any = None  # a span
    rows: Any = None  # a half-life in rows

    @property
    def by_time(self) -> bool:
        """Whether the half-life is a span of time."""
        return self.half_life is not None

    def require_times(self, times: Any) -> None:
        """Refuse a half-life in time without times, and times without such a half-life."""
        if self.by_time and times is None:
            raise ValueError(
                f"a half_life of {repr_short(self.half_life)} needs times=, the time of each row"
            )
        if not self.by_time and times is not None:
            given = (
                f"alpha={repr_short(self.alpha)}" if self.rows is None else repr_short(self.rows)
            )
            raise ValueError(
                "times= needs a half_life that is a span, such as '5min' or a timedelta; "
                f"got {given}"
            )

    def check(self) -> None:
        """Refuse invalid arguments, as a summary with the same decay does."""
        FadingTally(fading_factor=self.alpha, half_life=self.half_life)

    def engine(self, min_periods: int, part: tuple[int, int]) -> FadingRows:
        """Return the core's class for the rows of a column."""
        return FadingRows(
            alpha=self.alpha,
            half_life=None if self.half_life is None else span_nanoseconds(self.half_life),
            half_life_in_rows=None if self.rows is None else float(self.rows),
            min_periods=min_periods,
            part=part,
        )


@dataclass(frozen=True)
class Window:
    """Which rows belong to the window of a row, and which rows get a value."""

    length: int | None  # rows, or nanoseconds; None: all rows so far
    span: Any = None  # as it was given, if the window is a span of time
    min_periods: int = 1
    step: int = 1
    closed: str = "right"
    center: bool = False
    ties_together: bool = False
    fading: Fading | None = None
    months: int = 0  # of the calendar, that a span is longer
    intervals: Intervals | None = None  # whose ends get the values, in place of the rows

    @property
    def by_time(self) -> bool:
        """Whether the length is a span of time."""
        return self.span is not None

    @property
    def is_plain(self) -> bool:
        """Whether a summary has the same window: it ends with its row and has no other option.

        Any field that is not named here disqualifies, also one that does not exist yet.
        """
        understood = ("length", "span", "min_periods", "step")
        others = (field for field in fields(self) if field.name not in understood)
        return all(getattr(self, field.name) == field.default for field in others)

    @property
    def waits(self) -> bool:
        """Whether rows after a row may belong to its window."""
        return self.center or (self.ties_together and self.closed in ("right", "both"))

    @property
    def uses_times(self) -> bool:
        """Whether rows have times: for a span, or for a half-life that is one."""
        return self.by_time or (self.fading is not None and self.fading.by_time)

    def require_times(self, times: Any) -> None:
        """Refuse a span without times, and times without a span."""
        if self.fading is not None:
            self.fading.require_times(times)
            return
        if self.by_time and times is None:
            raise ValueError(
                f"a window of {repr_short(self.span)} needs times=, the time of each row"
            )
        if not self.by_time and times is not None:
            raise ValueError(
                "times= needs a window that is a span, such as '10min' or a timedelta; "
                f"got {repr_short(self.length)}"
            )

    def require_clock(self, clock: str) -> None:
        """Refuse months where times are no dates."""
        intervals = self.intervals
        calendar = self.months or (intervals is not None and intervals.by_calendar)
        if calendar and clock == "seconds":
            given = self.span if self.months or intervals is None else intervals.given
            raise TypeError(
                f"{repr_short(given)} needs datetimes, and times are numbers of seconds"
            )

    def require_zone(self, zone: str | None) -> None:
        """Refuse days and months by a clock that is changed twice a year."""
        if zone in (None, "UTC", "Etc/UTC", "utc", "+00:00"):
            return
        if self.months:
            raise zone_refused(self.span, str(zone))
        if self.intervals is not None and self.intervals.by_days:
            raise zone_refused(self.intervals.given, str(zone))

    @property
    def core_arguments(self) -> dict[str, Any]:
        """The same window for the core's classes."""
        return {
            "length": self.length,
            "by_time": self.by_time,
            "closed": self.closed,
            "centred": self.center,
            "ties_together": self.ties_together,
            "months": self.months,
            "min_periods": self.min_periods,
            "step": self.step,
        }

    def with_ties_together(self) -> Window:
        """Return the same window; a span also holds later rows of the same time as its row."""
        return replace(self, ties_together=True) if self.by_time else self


def window_of(
    window: Any,
    min_periods: int | None = None,
    step: Any = None,
    center: bool = False,
    closed: str | None = None,
) -> Window:
    """Check the arguments of a rolling function: a number of rows, or a span of time."""
    span = window if is_span(window) else None
    calendar = calendar_span(span)
    if calendar is not None:
        length = calendar.nanoseconds
    else:
        length = positive("window", window) if span is None else span_nanoseconds(span)
    periods = periods_of(min_periods, length if span is None else 1)
    if span is None and periods > length:
        raise ValueError(f"min_periods must not exceed the window, got {min_periods} > {length}")
    shape = Window(length, span, periods, 1, closed_of(closed), center_of(center))
    if calendar is not None:
        shape = replace(shape, months=calendar.months)
        if shape.center:
            raise ValueError(f"center= needs a window of fixed length, got {repr_short(window)}")
    if is_span(step):
        return replace(shape, intervals=ends_of(step, shape))
    return replace(shape, step=step_of(step))


def ends_of(step: Any, shape: Window) -> Intervals:
    """Return the intervals at whose ends windows are measured."""
    if shape.span is None:
        raise ValueError(
            f"step={repr_short(step)} needs a window that is a span of time, got "
            f"{repr_short(shape.length)}"
        )
    if shape.center:
        raise ValueError("center= needs a step of so many rows: windows end where a step does")
    return intervals_of(step, "step")


def expanding_window(min_periods: int | None) -> Window:
    """Check the arguments of an expanding function."""
    return Window(None, None, periods_of(min_periods, 1))


def fading_window(alpha: Any, half_life: Any, min_periods: int | None) -> Window:
    """Check the arguments of a fading function."""
    if (alpha is None) == (half_life is None):
        raise ValueError("either alpha= or half_life= says how rows fade: give one of them")
    return Window(None, None, periods_of(min_periods, 1), fading=fading_of(alpha, half_life))


def fading_of(alpha: Any, half_life: Any) -> Fading:
    """Return the decay: by alpha, by a span of time, or by a number of rows."""
    if half_life is None or is_span(half_life):
        fading = Fading(alpha, half_life)
        fading.check()
        return fading
    is_number = isinstance(half_life, int | float | np.integer | np.floating)
    if not is_number or isinstance(half_life, bool) or not 1e-3 <= half_life <= 1e12:
        raise ValueError(
            "half_life must be a number of rows, from 0.001 to 1e12, or a span of time such as "
            f'"5min", got {repr_short(half_life)}'
        )
    return Fading(rows=half_life)


def is_span(window: Any) -> bool:
    """Say whether a window is a span of time rather than a number of rows."""
    return isinstance(window, str | dt.timedelta | np.timedelta64 | CalendarSpan)


def positive(name: str, value: Any) -> int:
    """Return an integer above 0, or refuse the value."""
    number = integer(value)
    if number is None or not 0 < number < 2**62:
        hint = ' or a span of time such as "10min"' if name == "window" else ""
        raise ValueError(f"{name} must be a positive integer{hint}, got {repr_short(value)}")
    return number


def integer(value: Any) -> int | None:
    """Return a Python integer, None if the value is no integer."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def periods_of(min_periods: int | None, default: int) -> int:
    """Return how many rows with a label a value needs."""
    if min_periods is None:
        return default
    number = integer(min_periods)
    if number is None or not 0 <= number < 2**62:
        raise ValueError(f"min_periods must be an integer from 0 on, got {repr_short(min_periods)}")
    return number


def step_of(step: int | None) -> int:
    """Return the step between rows that get a value."""
    return 1 if step is None else positive("step", step)


def closed_of(closed: str | None) -> str:
    """Return which ends of the window belong to it."""
    if closed is None:
        return "right"
    if not isinstance(closed, str) or closed not in (*CLOSED, "none"):
        raise ValueError(f"closed must be one of {', '.join(CLOSED)}, got {repr_short(closed)}")
    return "neither" if closed == "none" else closed  # the name in Polars


def center_of(center: bool) -> bool:
    """Return whether a window lies around its row."""
    if not isinstance(center, bool | np.bool_):
        raise ValueError(f"center must be True or False, got {repr_short(center)}")
    return bool(center)
