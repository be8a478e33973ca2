"""The window of a row: what the user asked for, checked and in the words of the core."""

from __future__ import annotations

import datetime as dt
import operator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from entrostream._core import span_nanoseconds

__all__ = ["CLOSED", "Window", "counted_window", "expanding_window", "window_of"]

CLOSED = ("right", "both", "left", "neither")


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

    @property
    def by_time(self) -> bool:
        """Whether the length is a span of time."""
        return self.span is not None

    @property
    def is_plain(self) -> bool:
        """Whether a summary that sees row after row has the same window."""
        return self.closed == "right" and not self.center and not self.ties_together

    @property
    def waits(self) -> bool:
        """Whether rows after a row may belong to its window."""
        return self.center or (self.ties_together and self.closed in ("right", "both"))

    def as_polars(self) -> Window:
        """Return the same window with rows of equal times together, as Polars has it."""
        return replace(self, ties_together=True) if self.by_time else self


def window_of(
    window: Any,
    *,
    times: Any,
    min_periods: int | None,
    step: int | None,
    center: bool,
    closed: str | None,
) -> Window:
    """Check the arguments of a rolling function."""
    shape: dict[str, Any] = {
        "step": step_of(step),
        "center": bool(center),
        "closed": closed_of(closed),
    }
    if is_span(window):
        if times is None:
            raise ValueError(f"a window of {window!r} needs times=, the time of each row")
        length = span_nanoseconds(window)
        return Window(length, window, periods_of(min_periods, 1), **shape)
    if times is not None:
        raise ValueError(
            f"times= needs a window that is a span, such as '10min' or a timedelta; got {window!r}"
        )
    return counted_window(window, min_periods, **shape)


def counted_window(window: Any, min_periods: int | None = None, **shape: Any) -> Window:
    """Check a window of so many rows."""
    length = positive("window", window)
    found = Window(length, None, periods_of(min_periods, length), **shape)
    if found.min_periods > length:
        raise ValueError(f"min_periods must not exceed the window, got {min_periods} > {length}")
    return found


def expanding_window(min_periods: int | None) -> Window:
    """Check the arguments of an expanding function."""
    return Window(None, None, periods_of(min_periods, 1))


def is_span(window: Any) -> bool:
    """Say whether a window is a length of time rather than a number of rows."""
    return isinstance(window, str | dt.timedelta | np.timedelta64)


def positive(name: str, value: Any) -> int:
    """Return an integer above 0, or say what is wrong with it."""
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if isinstance(value, bool | np.bool_) or not 0 < number < 2**62:
        hint = ' or a span of time such as "10min"' if name == "window" else ""
        raise ValueError(f"{name} must be a positive integer{hint}, got {value!r}")
    return number


def periods_of(min_periods: int | None, default: int) -> int:
    """Return how many rows with a label a value needs."""
    if min_periods is None:
        return default
    return 0 if min_periods == 0 else positive("min_periods", min_periods)


def step_of(step: int | None) -> int:
    """Return which rows get a value: every step-th."""
    return 1 if step is None else positive("step", step)


def closed_of(closed: str | None) -> str:
    """Return which ends of the window belong to it."""
    if closed is None:
        return "right"
    if closed == "none":  # as Polars says it
        return "neither"
    if closed not in CLOSED:
        raise ValueError(f"closed must be one of {', '.join(CLOSED)}, got {closed!r}")
    return closed
