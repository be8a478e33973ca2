"""When values are read: after every n events, by the clock, or once at the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from entrostream.columns.calendar import Intervals, calendar_span, intervals_of
from entrostream.streaming.window_rule import WindowRule, require_length, rows_of

__all__ = ["Schedule"]


@dataclass(frozen=True)
class Schedule:
    """When values are read.

    Parameters
    ----------
    every : str, optional
        A number of events ("1000") or a length of time ("10min", aligned to the clock); by
        default once, at the end.

    Raises
    ------
    ValueError
        If it is neither.

    Examples
    --------
    >>> from entrostream.streaming import Schedule
    >>> Schedule("1000").rows, Schedule("10min").rows
    (1000, None)
    """

    every: str | None = None

    def __post_init__(self) -> None:
        if self.every is not None and calendar_span(self.every) is None:
            require_length("--every", self.every, " or 1mo")

    @property
    def rows(self) -> int | None:
        """The number of events between two readings, if it is one."""
        return None if self.every is None else rows_of(self.every)

    @cached_property
    def intervals(self) -> Intervals | None:
        """The intervals of the clock, if it is a length of time."""
        return None if self.every is None or self.rows else intervals_of(self.every, "--every")

    @staticmethod
    def for_window(every: str | None, rule: WindowRule) -> Schedule:
        """Return the requested schedule, or one reading per length of the window."""
        if every is None and rule.span is not None:
            return Schedule(rule.span)
        if every is None and rule.rows is not None:
            return Schedule(rule.window)
        return Schedule(every)
