"""Change points: a dashed line through all panels, with a text above if there is one."""

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
    """Return the place and the text of each change; no text is ""."""
    if changes is None:
        return []
    if isinstance(changes, Mapping):
        changes = changes.items()
    if not isinstance(changes, Iterable) or isinstance(changes, str):
        raise TypeError(
            f"changes must be a list of places, or a dict with texts, got {repr_short(changes)}"
        )
    pairs = [each if isinstance(each, tuple) else (each, "") for each in changes]
    return [(timeline.tick_of(place), str(text)) for place, text in pairs]


def mark_changes(axes: Sequence[Axes], changes: Changes, timeline: Timeline) -> None:
    """Draw the changes into all panels and their texts above the first."""
    if not changes:
        return
    ticks = np.array([tick for tick, _ in changes], dtype=np.int64)
    at = _as_numbers(axes[0], timeline.repr_short(ticks))
    for ax in axes:
        style: dict[str, Any] = {"color": MARK, "linewidth": 1.0, "linestyles": (0, (4, 3))}
        lines = ax.vlines(at, 0, 1, transform=ax.get_xaxis_transform(), zorder=3, **style)
        lines.set_gid("changes")
    texts = [text for _, text in changes]
    turned = _crowded(axes[0], at, texts)
    for x, text in zip(at, texts, strict=True):
        _write_above(axes[0], x, text, turned)


def _as_numbers(ax: Any, places: Any) -> Any:
    # Annotations do not convert dates by themselves.
    return ax.convert_xunits(places)


def _write_above(ax: Axes, x: Any, text: str, turned: bool) -> None:
    if text:
        ax.annotate(
            text,
            (x, 1.0),
            xycoords=ax.get_xaxis_transform(),
            xytext=(0, 4),
            textcoords="offset points",
            ha="left" if turned else "center",
            va="bottom",
            rotation=45 if turned else 0,
            rotation_mode="anchor",
            fontsize="small",
            color=MARK,
            parse_math=False,
        )


def _crowded(ax: Axes, at: Any, texts: list[str]) -> bool:
    """Tell whether the texts would run into each other, by how long they are in letters."""
    letter = 7.5 * ax.figure.dpi / 100  # pixels, of small text
    middles = ax.transData.transform([(x, 0.0) for x in at])[:, 0]
    order = np.argsort(middles)
    halves = np.array([len(text) * letter / 2 for text in texts])[order]
    return bool(np.any(np.diff(middles[order]) < halves[1:] + halves[:-1]))
