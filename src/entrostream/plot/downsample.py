"""Downsampling of long lines before they are drawn, without a visible difference."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.plot.timeline import Ticks

COLUMNS = 2000  # of pixels: more than usual figures have
PER_COLUMN = 5  # rows that are drawn, at most


def downsample(ticks: Ticks, values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the rows to draw: all of a short line, the visible ones of a long line.

    In every column of pixels the first and the last value, the least and the greatest
    (the M4 rows of Jugel et al. 2014), and the first NaN, so that a gap stays a gap.
    """
    if len(values) <= PER_COLUMN * COLUMNS:
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
    # As integers: NumPy would convert all ticks to floats to search them for floats.
    return np.unique(np.searchsorted(ticks, edges.astype(np.int64)))


def _first_of_each(chosen: NDArray[np.bool_], starts: NDArray[np.intp]) -> NDArray[Any]:
    """Return the first chosen row from each start on; it may belong to a later column."""
    rows = np.flatnonzero(chosen)
    places = np.searchsorted(rows, starts)
    return rows[places[places < len(rows)]]
