"""What every picture has: colours that all eyes tell apart, short names, axes to draw into."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

__all__ = ["LINES", "MARK", "REST", "area_colours", "require_axes", "short"]

# Told apart by colour-blind eyes: lines of Okabe and Ito (2008), areas of Tol (2021, "light"),
# darker from the ninth on and again from the seventeenth.
LINES = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
AREAS = [
    "#77AADD",
    "#EE8866",
    "#EEDD88",
    "#FFAABB",
    "#44BB99",
    "#BBCC33",
    "#99DDFF",
    "#AAAA00",
]
SHADES = [1.0, 0.6, 0.35]
REST = "#DDDDDD"
MARK = "#333333"


def area_colours(many: int) -> list[tuple[float, ...]]:
    """Return `many` colours, one per area."""
    light = [to_rgb(colour) for colour in AREAS]
    palette = [tuple(part * shade for part in colour) for shade in SHADES for colour in light]
    return [palette[place % len(palette)] for place in range(many)]


def short(name: str, longest: int) -> str:
    """Cut a long name in its middle: paths and the like differ at both ends."""
    name = " ".join(name.split())
    half = longest // 2
    return name if len(name) <= longest else f"{name[: half - 1]}…{name[-half:]}"


def require_axes(ax: Any) -> Axes:
    """Return what was given to draw into, if one can."""
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be Matplotlib axes, got {ax!r}")
    return ax
