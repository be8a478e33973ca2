"""Change points: a dashed line through all panels, with an optional label above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from entrostream._core import repr_short
from entrostream.drawing import MARK
from entrostream.plot.timeline import Timeline

Changes = list[tuple[int, str]]


def read_changes(changes: Any, timeline: Timeline) -> Changes:
    """Return the position and the label of each change; "" for no label."""
    if changes is None:
        return []
    if isinstance(changes, Mapping):
        changes = changes.items()
    if not isinstance(changes, Iterable) or isinstance(changes, str):
        raise TypeError(
            f"changes must be a list of places, or a dict with names, got {repr_short(changes)}"
        )
    pairs = [each if isinstance(each, tuple) else (each, "") for each in changes]
    return [(timeline.tick_of(place), str(label)) for place, label in pairs]


def mark_changes(axes: Sequence[Axes], changes: Changes, timeline: Timeline) -> None:
    """Draw the changes into all panels and their labels above the first."""
    if not changes:
        return
    ticks = np.array([tick for tick, _ in changes], dtype=np.int64)
    at = _as_numbers(axes[0], timeline.axis_values(ticks))
    for ax in axes:
        style: dict[str, Any] = {"color": MARK, "linewidth": 1.0, "linestyles": (0, (4, 3))}
        lines = ax.vlines(at, 0, 1, transform=ax.get_xaxis_transform(), zorder=3, **style)
        lines.set_gid("changes")
    labels = [label for _, label in changes]
    rotated = _overlap(axes[0], at, labels)
    for x, label in zip(at, labels, strict=True):
        _annotate(axes[0], x, label, rotated)


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
