"""Long lines made short before they are drawn, without losing anything that would be seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.plot.timeline import Ticks

# More than a picture of usual size has pixels in a row.
COLUMNS = 2000
KEPT = 5  # rows of a column of pixels, at most


def thinned(ticks: Ticks, values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return which rows to draw: all of a short line, of a long one those that can be seen.

    In every column of pixels the first and the last value, the least and the greatest
    (the M4 rows of Jugel et al. 2014), and the first NaN, so that a gap stays a gap.
    """
    if len(values) <= KEPT * COLUMNS:
        return np.arange(len(values))
    starts = _column_starts(ticks)
    lengths = np.diff(starts, append=len(values))
    least = np.repeat(np.fmin.reduceat(values, starts), lengths)
    greatest = np.repeat(np.fmax.reduceat(values, starts), lengths)
    rows = [
        starts,
        starts + lengths - 1,
        _first_of_each(values == least, starts),
        _first_of_each(values == greatest, starts),
        _first_of_each(np.isnan(values), starts),
    ]
    return np.unique(np.concatenate(rows))


def _column_starts(ticks: Ticks) -> NDArray[np.intp]:
    edges = np.linspace(float(ticks[0]), float(ticks[-1]), COLUMNS, endpoint=False)
    # As integers: beside floats, all ticks would be turned into floats for the search.
    return np.unique(np.searchsorted(ticks, edges.astype(np.int64)))


def _first_of_each(chosen: NDArray[np.bool_], starts: NDArray[np.intp]) -> NDArray[Any]:
    """Return the first chosen row from each start on; one of a later column does no harm."""
    rows = np.flatnonzero(chosen)
    places = np.searchsorted(rows, starts)
    return rows[places[places < len(rows)]]
