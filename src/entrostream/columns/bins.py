"""Numbers as labels: which bin each falls into."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from entrostream.columns.libraries import Library, Values, as_sequence, library_of

__all__ = ["binned", "quantile_edges"]

MOST_BINS = 1 << 20


def quantile_edges(reference: Any, bins: int) -> Values:
    """Give the inner edges of `bins` bins that share a reference sample equally.

    For `bins=` of the column functions: the entropy of the bins is then highest, log2(bins),
    while a stream looks as the reference did.

    >>> es.quantile_edges(range(101), 4)
    array([25., 50., 75.])
    """
    number = number_of(bins)
    values = numbers_of(as_sequence(reference, "reference"), library_of(reference))
    values = values[np.isfinite(values)]
    if not len(values):
        raise ValueError("the reference holds no finite number")
    return np.unique(np.quantile(values, np.arange(1, number) / number))


def binned(column: Any, bins: Any, library: Library) -> Values:
    """Return the bin of each number; NaN stays.

    Edges part the line of numbers: a value below the first falls into bin 0, one from the
    last edge on into the last. A number of bins parts the range of the column equally.
    """
    values = numbers_of(column, library)
    edges = edges_of(bins, values)
    found = np.searchsorted(edges, values, side="right").astype(np.float64)
    found[np.isnan(values)] = np.nan
    return found


def numbers_of(column: Any, library: Library) -> Values:
    """Return the numbers of a column, or say that it holds others."""
    try:
        return library.numbers(column)
    except Exception as error:  # each library has its own
        raise TypeError(f"bins= needs a column of numbers: {error}") from error


def edges_of(bins: Any, values: Values) -> Values:
    """Return the edges between the bins, ascending."""
    if np.ndim(bins) == 0:
        number = number_of(bins)
        finite = values[np.isfinite(values)]
        if not len(finite):
            return np.empty(0)
        scale = 2.0 if np.abs(finite).max() > 1e300 else 1.0  # the range may be no double
        return np.linspace(finite.min() / scale, finite.max() / scale, number + 1)[1:-1] * scale
    edges = np.asarray(bins, dtype=np.float64)
    if edges.ndim != 1 or np.any(np.isnan(edges)) or np.any(edges[1:] <= edges[:-1]):
        raise ValueError(f"bins must be ascending edges, got {bins!r}")
    return edges


def number_of(bins: Any) -> int:
    """Return a number of bins, or say what is wrong with it."""
    try:
        number = operator.index(bins)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_BINS or isinstance(bins, bool | np.bool_):
        raise ValueError(
            f"bins must be an integer from 1 to {MOST_BINS} or ascending edges, got {bins!r}"
        )
    return number
