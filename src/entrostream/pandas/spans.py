"""Spans and intervals of time as pandas writes them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd

from entrostream._core import repr_short
from entrostream.columns.calendar import calendar_span

__all__ = ["interval_of", "span_of"]

CALENDAR = {"MonthBegin": 1, "QuarterBegin": 3, "YearBegin": 12}


def span_of(window: Any) -> Any:
    """Return a span of time as the core reads it; None for a number of rows."""
    if isinstance(window, dt.timedelta | np.timedelta64):
        return window
    if not isinstance(window, str | pd.offsets.BaseOffset):
        return None
    try:
        return np.timedelta64(int(pd.tseries.frequencies.to_offset(window).nanos), "ns")
    except ValueError:
        raise ValueError(
            f'{repr_short(window)} is no span of fixed length; write "10min", "36h", '
            '"7D" or a Timedelta'
        ) from None


def interval_of(rule: Any) -> Any:
    """Return the length of intervals as the column functions read it."""
    if isinstance(rule, dt.timedelta | np.timedelta64) or calendar_span(rule) is not None:
        return rule
    try:
        offset = pd.tseries.frequencies.to_offset(rule)
    except (TypeError, ValueError):
        offset = None
    months = CALENDAR.get(type(offset).__name__, 0)
    first = getattr(offset, "startingMonth", getattr(offset, "month", 1))
    if months and (first - 1) % months == 0:
        return f"{months * offset.n}mo"
    try:
        return np.timedelta64(int(offset.nanos), "ns")
    except (AttributeError, ValueError):
        raise ValueError(
            f'{repr_short(rule)} is no length of intervals; write "10min", "1D", "MS" '
            '(months), "QS", '
            '"YS" or a Timedelta'
        ) from None
