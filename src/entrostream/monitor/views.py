"""Fields, history and alarms of a monitor as plain data, for the page and the API."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.monitor.alarm_log import AlarmRecord
from entrostream.monitor.history import Point, number_or_none
from entrostream.monitor.monitor import Monitor
from entrostream.streaming.texts import label_text

__all__ = ["alarm_view", "field_view", "point_columns"]

MILLISECOND = 10**6
SPARKLINE = 60  # values
TOP = 20  # labels
MANY_FIELDS = 20  # beyond which fewer labels are shown


def field_view(monitor: Monitor, name: str) -> dict[str, Any]:
    """Return the values of a field now."""
    field, history = monitor.fields[name], monitor.history
    entropy, evenness, gini, distinct, n = map(number_or_none, field.values())
    newest = history.newest(name)
    most = TOP if len(monitor.fields) <= MANY_FIELDS else TOP // 4
    muted = monitor.alarms.muted_until.get(name, 0.0)
    return {
        "name": name,
        "entropy": entropy,
        "evenness": evenness,
        "gini": gini,
        "distinct": distinct,
        "n": n,
        "regime": None if newest is None else newest.regime,
        "folded": field.folded if field.is_lower_bound else 0,
        "alarm": monitor.reason(name),
        "muted_until": muted * 1000 if muted > time.time() else None,
        "sparkline": list(map(number_or_none, history.sparkline(name, SPARKLINE))),
        "top": [
            {"label": label_text(label), "share": share, "change": change}
            for label, share, change in field.top(most)
        ],
        "point": None if newest is None else list(map(number_or_none, newest[:7])),
    }


def point_columns(points: NDArray[np.float64]) -> dict[str, list[float | None]]:
    """Return points of the history as columns."""
    return {
        name: list(map(number_or_none, points[:, place].tolist()))
        for place, name in enumerate(Point._fields)
    }


def alarm_view(alarm: AlarmRecord) -> dict[str, Any]:
    """Return an alarm, its times in milliseconds since 1970."""
    view = alarm.to_dict()
    for name in ("time", "began", "cleared"):
        view[name] = None if view[name] is None else view[name] / MILLISECOND
    return view
