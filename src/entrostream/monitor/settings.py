"""What a monitor measures, and what it calls an alarm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from entrostream import AdaptiveWindow
from entrostream._core import span_nanoseconds
from entrostream.streaming import AlarmRule

__all__ = ["MonitorSettings"]

MOST_PANES = 10_000
MILLISECOND = 10**6


@dataclass(frozen=True)
class MonitorSettings:
    """What a monitor measures, and what it calls an alarm.

    Parameters
    ----------
    fields : sequence of str
        The fields that are measured.
    window : str, default "10min"
        The length of time that values are computed from.
    every : str, default "1s"
        The time between two values; `window` is a multiple of it.
    alarms : sequence of str
        Limits, such as "src.entropy > 9 for 30s".
    min_shift : float, default 0.1
        The smallest change of the shares, as a total variation distance, that is an alarm.
    season : str, optional
        The period of a rhythm that is no change, such as "1d".
    max_labels : int, default 100_000
        The number of labels of a field beyond which further ones are counted as one.
    missing : {"skip", "label"}, default "skip"
        Whether a missing label is no event, or one label.
    keep : str, default "30d"
        How long history and alarms are kept.

    Raises
    ------
    ValueError
        If one of them cannot be read, or they do not go together.

    Examples
    --------
    >>> from entrostream.monitor import MonitorSettings
    >>> MonitorSettings(["src"], window="1min").panes
    60
    """

    fields: Sequence[str]
    window: str = "10min"
    every: str = "1s"
    alarms: Sequence[str] = ()
    min_shift: float = 0.1
    season: str | None = None
    max_labels: int = 100_000
    missing: Literal["skip", "label"] = "skip"
    keep: str = "30d"

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("no field to measure: name one or more")
        if len(set(self.fields)) < len(self.fields):
            raise ValueError(f"a field is named twice: {', '.join(self.fields)}")
        if self.every_ns % MILLISECOND:
            raise ValueError(f"every must be whole milliseconds, got {self.every}")
        if self.window_ns % self.every_ns:
            raise ValueError(
                f"window must be a multiple of every, got {self.window} and {self.every}"
            )
        if self.panes > MOST_PANES:
            raise ValueError(
                f"window {self.window} has {self.panes:,} times every {self.every}, at most "
                f"{MOST_PANES:,} are possible: take a longer every"
            )
        if self.max_labels < 1:
            raise ValueError(f"max_labels must be positive, got {self.max_labels}")
        _ = self.rules, self.keep_ns
        self.detector()  # refuses an invalid min_shift or season

    @cached_property
    def window_ns(self) -> int:
        """The length of the window in nanoseconds."""
        return length_of("window", self.window)

    @cached_property
    def every_ns(self) -> int:
        """The time between two values in nanoseconds."""
        return length_of("every", self.every)

    @cached_property
    def keep_ns(self) -> int:
        """How long history is kept, in nanoseconds."""
        return length_of("keep", self.keep)

    @property
    def panes(self) -> int:
        """How many intervals the window has."""
        return self.window_ns // self.every_ns

    @cached_property
    def rules(self) -> list[AlarmRule]:
        """The limits."""
        return [AlarmRule.parse(text, list(self.fields)) for text in self.alarms]

    def detector(self) -> AdaptiveWindow:
        """Return a new detector of changes of one field."""
        missing: Literal["raise", "label"] = "label" if self.missing == "label" else "raise"
        return AdaptiveWindow(min_shift=self.min_shift, season=self.season, missing=missing)

    def identity(self) -> dict[str, Any]:
        """Return what a state depends on: a state of other settings cannot be continued."""
        return {
            "window": self.window_ns,
            "every": self.every_ns,
            "min_shift": self.min_shift,
            "season": self.season,
            "max_labels": self.max_labels,
            "missing": self.missing,
        }


def length_of(name: str, given: str) -> int:
    """Return a length of time in nanoseconds, above 0."""
    try:
        nanoseconds = span_nanoseconds(given)
    except (TypeError, ValueError):
        nanoseconds = 0
    if nanoseconds <= 0:
        raise ValueError(f"{name} must be a length of time such as 10min, got {given!r}")
    return nanoseconds
