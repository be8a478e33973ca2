"""How pictures look: words, colours and limits."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

WORDS = {
    "entropy": "entropy (bits)",
    "gini": "Gini index",
    "n": "events held",
    "distinct": "different labels",
    "nats": "entropy (nats)",
    "evenness": "evenness",
    "perplexity": "perplexity",
    "renyi2": "Rényi-2 entropy (bits)",
    "inverse_simpson": "effective labels",
}
FROM_0_TO_1 = {"gini", "evenness"}

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
    """Return a colour for each of so many areas."""
    light = np.array([to_rgb(colour) for colour in AREAS])
    palette = np.concatenate([light * shade for shade in SHADES])
    return [tuple(palette[place % len(palette)]) for place in range(many)]


def set_limits(ax: Axes, measure: str, values: NDArray[np.float64]) -> None:
    """Show all values; never less than a unit high, lest noise look like a mountain."""
    seen = values[np.isfinite(values)]
    if measure in FROM_0_TO_1 or not len(seen):
        ax.set_ylim(-0.04, 1.04)
        return
    low, high = float(seen.min()), float(seen.max())
    lack = max(0.0, 1.0 - (high - low)) / 2
    low, high = low - lack, high + lack
    if low < 0 <= seen.min():  # nothing measured here is negative
        low, high = 0.0, high - low
    margin = 0.06 * (high - low)
    ax.set_ylim(low - margin, high + margin)
