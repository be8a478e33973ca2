"""Labels and times as text."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

__all__ = ["label_text", "time_text"]

SECOND = 10**9


def time_text(nanoseconds: int) -> str:
    """Return a time as ISO 8601 in UTC, with as many digits as it needs."""
    seconds, rest = divmod(nanoseconds, SECOND)
    text = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return text + (f".{rest:09d}".rstrip("0") if rest else "") + "Z"


def label_text(label: Any) -> str:
    """Return a label as text; the parts of a pair are joined by " + "."""
    if isinstance(label, tuple):
        return " + ".join(map(label_text, label))
    if isinstance(label, bytes):
        return label.decode("utf-8", "backslashreplace")
    return "(missing)" if label is None else str(label)
