"""Changes in words, and as records."""

from __future__ import annotations

from typing import Any

from entrostream.ingest.times import summary_nanoseconds
from entrostream.streaming.texts import label_text, time_text

__all__ = ["change_record", "change_text", "what_changed"]

SHOWN_LABELS = 3


def change_text(change: Any) -> str:
    """Return a change in one line: when, how large, which labels."""
    where = f"event {change.position:,}" if change.at is None else time_of(change.at)
    return f"{where}  severity {change.severity or 0:.2f}  {what_changed(change)}"


def what_changed(change: Any) -> str:
    """Return the entropy before and after a change, and the labels that made it."""
    moved = ", ".join(
        f"'{label_text(each.label)}' {percent(each.before)} -> {percent(each.after)}"
        for each in change.labels[:SHOWN_LABELS]
    )
    entropy = f"{change.entropy_before:.2f} -> {change.entropy_after:.2f} bits"
    return f"entropy {entropy}  {moved}"


def change_record(field: str, change: Any) -> dict[str, Any]:
    """Return a change as plain data."""
    record: dict[str, Any] = {"field": field}
    if change.at is not None:
        record |= {"time": time_of(change.at), "found_time": time_of(change.found_at)}
    return record | {
        "event": change.position,
        "found": change.found,
        "severity": change.severity,
        "severity_error": change.severity_error,
        "entropy_before": change.entropy_before,
        "entropy_after": change.entropy_after,
        "gini_before": change.gini_before,
        "gini_after": change.gini_after,
        "duration": change.duration,
        "labels": [
            {"label": label_text(each.label), "before": each.before, "after": each.after}
            for each in change.labels
        ],
    }


def time_of(time: Any) -> str:
    """Return the time of a change."""
    return time_text(summary_nanoseconds(time))


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{share:.0%}" if share >= 0.1 or share == 0 else f"{share:.1%}"
