"""Windows as Polars names them, as arguments of the column functions."""

from __future__ import annotations

import datetime as dt
import operator
from typing import Any, Literal, TypeAlias

from entrostream._core import repr_short
from entrostream.polars.durations import Duration

__all__ = ["Closed", "counted", "faded", "faded_by_time", "so_far", "timed"]

Closed: TypeAlias = Literal["left", "right", "both", "none"]


def counted(window_size: Any, min_samples: int | None, center: bool) -> dict[str, Any]:
    """Return a window of a number of rows."""
    if isinstance(window_size, str | dt.timedelta):
        raise TypeError(
            f"window_size must be a number of rows, got {repr_short(window_size)}; "
            "rolling_..._by is for time"
        )
    try:
        positive = operator.index(window_size) > 0
    except TypeError:
        positive = False
    if not positive or isinstance(window_size, bool):
        raise ValueError(f"window_size must be a positive integer, got {repr_short(window_size)}")
    return {"window": window_size, "min_periods": min_samples, "center": center}


def timed(window_size: Any, min_samples: int, closed: Closed) -> dict[str, Any]:
    """Return a window of a span of time."""
    window = Duration.of(window_size, "window_size")
    return {"window": window, "min_periods": min_samples, "closed": closed}


def so_far(min_samples: int) -> dict[str, Any]:
    """Return the window of all rows up to each."""
    return {"min_periods": min_samples}


def faded(fading_factor: Any, half_life: Any, min_samples: int) -> dict[str, Any]:
    """Return fading by rows."""
    if isinstance(half_life, str | dt.timedelta):
        raise TypeError(
            f"half_life must be a number of rows, got {repr_short(half_life)}; "
            "fading_..._by is for time"
        )
    return {
        "fading_factor": fading_factor,
        "half_life": half_life,
        "min_periods": min_samples,
    }


def faded_by_time(half_life: Any, min_samples: int) -> dict[str, Any]:
    """Return fading by time."""
    return {"half_life": Duration.of(half_life, "half_life"), "min_periods": min_samples}
