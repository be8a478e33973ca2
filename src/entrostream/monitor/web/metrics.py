"""The monitor as a target of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from entrostream.monitor.service import Service

__all__ = ["exposition"]

FIELDS = {
    "entropy": ("entropy_bits", "Entropy of the labels in the window."),
    "evenness": ("evenness", "Entropy divided by its largest possible value."),
    "gini": ("gini", "Gini index of the labels in the window."),
    "distinct": ("distinct_labels", "Labels in the window."),
    "n": ("window_events", "Events in the window."),
}
TOTALS = {
    "lines": ("lines_total", "Records read."),
    "bad": ("bad_records_total", "Records that could not be read."),
    "late": ("late_events_total", "Events left out, for they were too late."),
    "rejected": ("rejected_requests_total", "Requests that were refused."),
}


def exposition(service: Service) -> str:
    """Return all metrics in the text format of Prometheus."""
    snapshot = service.snapshot
    with service.lock:
        alarms = service.monitor.alarms.newest()
    return "\n".join([*lines(snapshot), *alarm_lines(snapshot, alarms), ""])


def lines(snapshot: dict[str, Any]) -> Iterator[str]:
    """Yield the metrics of fields and of the process."""
    for key, (name, text) in FIELDS.items():
        yield from head(name, "gauge", text)
        for field in snapshot["fields"]:
            yield sample(name, field[key], field=field["name"])
    yield from head("regime_seconds", "gauge", "Time since the distribution last changed.")
    for field in snapshot["fields"]:
        regime = field["regime"]
        yield sample(
            "regime_seconds", None if regime is None else regime / 1e3, field=field["name"]
        )
    for key, (name, text) in TOTALS.items():
        yield from head(name, "counter", text)
        yield sample(name, snapshot[key])
    yield from head("memory_bytes", "gauge", "Memory of the process.")
    yield sample("memory_bytes", snapshot["memory"])
    yield from head("checkpoint_age_seconds", "gauge", "Time since the state was stored.")
    yield sample("checkpoint_age_seconds", snapshot["checkpoint_age"])


def alarm_lines(snapshot: dict[str, Any], alarms: list[Any]) -> Iterator[str]:
    """Yield the metrics of alarms."""
    yield from head("alarm", "gauge", "1 while a field is in alarm.")
    for field in snapshot["fields"]:
        yield sample("alarm", int(field["alarm"] is not None), field=field["name"])
    yield from head("alarm_severity", "gauge", "The severity of the worst alarm that is active.")
    for field in snapshot["fields"]:
        active = [
            each.severity for each in alarms if each.is_active and each.field == field["name"]
        ]
        yield sample("alarm_severity", max(active, default=0.0), field=field["name"])
    yield from head("last_alarm_id", "gauge", "The number of the newest alarm.")
    yield sample("last_alarm_id", max((each.id for each in alarms), default=0))


def head(name: str, kind: str, text: str) -> Iterator[str]:
    """Yield the description of a metric."""
    yield f"# HELP entrostream_{name} {text}"
    yield f"# TYPE entrostream_{name} {kind}"


def sample(name: str, value: float | None, **labels: str) -> str:
    """Return one value; NaN where there is none."""
    pairs = ",".join(f'{key}="{escaped(text)}"' for key, text in labels.items())
    shown = "NaN" if value is None else repr(value)
    return f"entrostream_{name}{{{pairs}}} {shown}" if pairs else f"entrostream_{name} {shown}"


def escaped(text: str) -> str:
    r"""Return the value of a label.

    >>> from entrostream.monitor.web.metrics import escaped
    >>> print(escaped('a "b" \\'))
    a \"b\" \\
    """
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
