"""The axis labels and limits of measures."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

AXIS_LABELS = {
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
    """Show all values; at least one unit high, so that noise does not look large."""
    finite = values[np.isfinite(values)]
    if measure in FROM_0_TO_1 or not len(finite):
        ax.set_ylim(-0.04, 1.04)
        return
    low, high = float(finite.min()), float(finite.max())
    padding = max(0.0, 1.0 - (high - low)) / 2
    low, high = low - padding, high + padding
    if low < 0 <= finite.min():  # no measure is negative
        low, high = 0.0, high - low
    margin = 0.06 * (high - low)
    ax.set_ylim(low - margin, high + margin)
