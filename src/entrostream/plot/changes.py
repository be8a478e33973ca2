"""Change points: a dashed line through all panels, with an optional label above.

A change that a window found has a line where it began, the thicker the more severe it is, and a
triangle above where it was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from entrostream._core import repr_short
from entrostream.change import Change
from entrostream.drawing import MARK
from entrostream.mean_change import MeanChange
from entrostream.plot.timeline import Timeline

MOST = 60  # changes in a picture; of more the most severe are drawn


@dataclass(frozen=True)
class Mark:
    """A change to be drawn."""

    tick: int
    label: str = ""
    found: int | None = None  # tick of the event that showed it
    severity: float | None = None


def read_changes(changes: Any, timeline: Timeline) -> list[Mark]:
    """Return the marks of changes: places, pairs with labels, or what a window found."""
    if changes is None:
        return []
    if isinstance(changes, Mapping):
        changes = changes.items()
    if not isinstance(changes, Iterable) or isinstance(changes, str):
        raise TypeError(
            f"changes must be a list of places, or a dict with names, got {repr_short(changes)}"
        )
    return [_mark(each, timeline) for each in changes]


def _mark(change: Any, timeline: Timeline) -> Mark:
    if isinstance(change, Change | MeanChange):
        return _found_mark(change, timeline)
    place, label = change if isinstance(change, tuple) else (change, "")
    return Mark(timeline.tick_of(place), str(label))


def _found_mark(change: Change | MeanChange, timeline: Timeline) -> Mark:
    begin: Any = change.position
    found: Any = change.found - 1  # the last event seen
    if isinstance(change, Change) and change.at is not None and not timeline.numbered:
        begin, found = change.at, change.found_at
    severity = change.severity if isinstance(change, Change) else None
    return Mark(timeline.tick_of(begin), "", timeline.tick_of(found), severity)


def mark_changes(axes: Sequence[Axes], changes: Sequence[Mark], timeline: Timeline) -> None:
    """Draw the changes into all panels and their labels above the first."""
    if not changes:
        return
    shown = _most_severe(changes)
    at = _places(axes[0], [mark.tick for mark in shown], timeline)
    style: dict[str, Any] = {"color": MARK, "linestyles": (0, (4, 3)), "zorder": 3}
    for ax in axes:
        lines = ax.vlines(at, 0, 1, transform=ax.get_xaxis_transform(), **style)
        lines.set_linewidth([_width(mark) for mark in shown])
        lines.set_gid("changes")
    _mark_detections(axes[0], shown, timeline)
    if len(shown) < len(changes):
        _annotate(axes[0], at[-1], f"{len(shown)} of {len(changes)} changes", False)
        return
    labels = [mark.label for mark in shown]
    rotated = _overlap(axes[0], at, labels)
    for x, label in zip(at, labels, strict=True):
        _annotate(axes[0], x, label, rotated)


def _most_severe(changes: Sequence[Mark]) -> list[Mark]:
    """Return at most MOST changes, in their order; those of unknown severity come last."""
    ranked = sorted(changes, key=lambda mark: -(mark.severity or 0.0))
    kept = {id(mark) for mark in ranked[:MOST]} if len(changes) > MOST else None
    return [mark for mark in changes if kept is None or id(mark) in kept]


def _width(mark: Mark) -> float:
    return 1.0 if mark.severity is None else 0.6 + 1.6 * mark.severity


def _mark_detections(ax: Axes, changes: Sequence[Mark], timeline: Timeline) -> None:
    """Draw a triangle at the upper edge where each change was found."""
    found = [mark.found for mark in changes if mark.found is not None]
    if not found:
        return
    at = _places(ax, found, timeline)
    points = ax.scatter(
        at,
        np.ones(len(at)),
        transform=ax.get_xaxis_transform(),
        marker="v",
        s=18,
        color=MARK,
        linewidths=0,
        clip_on=False,
        zorder=4,
    )
    points.set_gid("found")


def _places(ax: Axes, ticks: Sequence[int], timeline: Timeline) -> Any:
    return _as_numbers(ax, timeline.axis_values(np.array(ticks, dtype=np.int64)))


def _as_numbers(ax: Any, places: Any) -> Any:
    # Annotations do not convert dates.
    return ax.convert_xunits(places)


def _annotate(ax: Axes, x: Any, label: str, rotated: bool) -> None:
    if label:
        ax.annotate(
            label,
            (x, 1.0),
            xycoords=ax.get_xaxis_transform(),
            xytext=(0, 4),
            textcoords="offset points",
            ha="left" if rotated else "center",
            va="bottom",
            rotation=45 if rotated else 0,
            rotation_mode="anchor",
            fontsize="small",
            color=MARK,
            parse_math=False,
        )


def _overlap(ax: Axes, at: Any, labels: list[str]) -> bool:
    """Say whether the labels would overlap, estimated by their numbers of characters."""
    width = 7.5 * ax.figure.dpi / 100  # pixels of a character of a small font
    middles = ax.transData.transform([(x, 0.0) for x in at])[:, 0]
    order = np.argsort(middles)
    halves = np.array([len(label) * width / 2 for label in labels])[order]
    return bool(np.any(np.diff(middles[order]) < halves[1:] + halves[:-1]))
