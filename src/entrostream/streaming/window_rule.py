"""Which events count, and how much: the summary that a window, decay and weights ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from entrostream import (
    AdaptiveWindow,
    FadingTally,
    FadingWindow,
    SlidingWindow,
    Tally,
    TimeWindow,
    WeightedTally,
    WeightedTimeWindow,
)
from entrostream._core import span_nanoseconds

__all__ = ["WindowRule", "require_length", "rows_of"]

ROWS = re.compile(r"\d+(_\d+)*")


@dataclass(frozen=True)
class WindowRule:
    """The events that a value is computed from.

    Parameters
    ----------
    window : str, optional
        A number of events ("1000"), a length of time ("10min"), or "adaptive"; by default all
        events.
    decay : str, optional
        The half-life of an event's weight: a number of events or a length of time.
    weighted : bool, default False
        Whether events have weights.
    missing : {"skip", "label"}, default "skip"
        Whether a missing label is no event, or one label.
    min_shift : float, default 0
        With an adaptive window: the smallest change that is reported.
    season : str, optional
        With an adaptive window: the period of a rhythm that is no change, such as "1d".
    recurring : {"skip", "report"}, default "skip"
        With an adaptive window: what to do with changes that recur.

    Raises
    ------
    ValueError
        If the window or the decay cannot be read, or they do not go together.

    Examples
    --------
    >>> from entrostream.streaming import WindowRule
    >>> WindowRule("1000").summary().size
    1000
    >>> WindowRule("10min").needs_times
    True
    """

    window: str | None = None
    decay: str | None = None
    weighted: bool = False
    missing: Literal["skip", "label"] = "skip"
    min_shift: float = 0.0
    season: str | None = None
    recurring: Literal["skip", "report"] = "skip"

    def __post_init__(self) -> None:
        if self.window is not None and not self.is_adaptive:
            require_length("--window", self.window, ", or 'adaptive'")
        if self.decay is not None:
            require_length("--decay", self.decay)
        if self.weighted and (self.rows or self.is_adaptive or self.decay):
            what = "--decay" if self.decay else f"--window {self.window}"
            raise ValueError(
                f"--weight does not go with {what}: take all events, or a length of time "
                "such as --window 10min"
            )
        if self.decay and (self.is_adaptive or self.span):
            raise ValueError(
                f"--decay does not go with --window {self.window}: it is a window of its own; "
                "a number of events as the window limits it"
            )
        if self.rows and self.decay and not rows_of(self.decay):
            raise ValueError("--decay by time does not go with a window of events: leave one out")
        if (self.season or self.min_shift) and not self.is_adaptive:
            raise ValueError("--season and --min-shift need --window adaptive")
        self.summary()  # refuses invalid lengths

    @property
    def is_adaptive(self) -> bool:
        """Whether the window chooses its own length, and reports changes."""
        return self.window == "adaptive"

    @property
    def rows(self) -> int | None:
        """The number of events of the window, if it has one."""
        return None if self.window is None else rows_of(self.window)

    @property
    def span(self) -> str | None:
        """The length of time of the window, if it has one."""
        return None if self.window is None or self.rows or self.is_adaptive else self.window

    @property
    def needs_times(self) -> bool:
        """Whether every event needs its time."""
        by_time = self.decay is not None and rows_of(self.decay) is None
        return self.span is not None or by_time or self.season is not None

    @property
    def is_total(self) -> bool:
        """Whether all events count, alike."""
        return self.window is None and self.decay is None

    def summary(self) -> Any:
        """Return an empty summary of such events."""
        missing: Literal["raise", "label"] = "label" if self.missing == "label" else "raise"
        if self.is_adaptive:
            return AdaptiveWindow(
                min_shift=self.min_shift,
                season=self.season,
                recurring=self.recurring,
                missing=missing,
            )
        if self.decay is not None:
            return self._fading(missing)
        if self.rows is not None:
            return SlidingWindow(self.rows, missing=missing)
        if self.span is not None:
            kind = WeightedTimeWindow if self.weighted else TimeWindow
            return kind(self.span, missing=missing)
        return WeightedTally(missing=missing) if self.weighted else Tally(missing=missing)

    def _fading(self, missing: Literal["raise", "label"]) -> Any:
        assert self.decay is not None
        rows = rows_of(self.decay)
        if rows is None:
            return FadingTally(half_life=self.decay, missing=missing)
        factor = 0.5 ** (1 / rows)
        if self.rows is not None:
            return FadingWindow(self.rows, fading_factor=factor, missing=missing)
        return FadingTally(fading_factor=factor, missing=missing)


def rows_of(length: str) -> int | None:
    """Return a number of events; None for a length of time."""
    return int(length) if ROWS.fullmatch(length) else None


def require_length(option: str, given: str, or_else: str = "") -> None:
    """Refuse what is neither a number of events nor a length of time."""
    rows = rows_of(given)
    try:
        good = rows > 0 if rows is not None else span_nanoseconds(given) > 0
    except (TypeError, ValueError):
        good = False
    if not good:
        raise ValueError(
            f"{option} must be a number of events such as 1000 or a length of time such as "
            f"10min{or_else}, got {given!r}"
        )
