"""How measures look: words and limits."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
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
