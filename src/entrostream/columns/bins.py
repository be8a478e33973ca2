"""Numbers as labels: the bin that each falls into."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.columns.libraries import (
    LazyColumn,
    Library,
    Values,
    as_sequence,
    library_of,
    row_slice,
)

__all__ = ["Binned", "bin_column", "bin_columns", "quantile_edges"]

MAX_BINS = 1 << 20
BLOCK_ROWS = 1 << 16


def quantile_edges(reference: Any, bins: int) -> Values:
    """Give the inner edges of `bins` bins that share a reference sample equally.

    For `bins=` of the column functions: the entropy of the bins is then highest, log2(bins),
    while a stream looks as the reference did.

    Parameters
    ----------
    reference : column
        Numbers; those that are missing or infinite are ignored.
    bins : int
        The number of bins, from 1 to 2**20.

    Returns
    -------
    array
        The edges between bins in ascending order, each once: fewer than `bins - 1` if some bins
        would be empty.

    Raises
    ------
    TypeError
        If the reference does not hold numbers.
    ValueError
        If it holds no finite number, or `bins` is no such integer.

    Examples
    --------
    >>> es.quantile_edges(range(101), 4)
    array([25., 50., 75.])
    """
    number = number_of(bins)
    values = numbers_of(as_sequence(reference, "reference"), library_of(reference))
    values = values[np.isfinite(values)]
    if not len(values):
        raise ValueError("the reference holds no finite number")
    return np.unique(np.quantile(values, np.arange(1, number) / number))


def bin_columns(columns: Sequence[Any], bins: Any, library: Library) -> list[Any]:
    """Return the bins of the numbers of columns; the columns if `bins` is None."""
    if bins is None:
        return list(columns)
    return [bin_column(column, bins, library) for column in columns]


def bin_column(column: Any, bins: Any, library: Library) -> Binned:
    """Return the bin of each number; NaN remains NaN.

    A value below the first edge falls into bin 0, one from the last edge on into the last bin. A
    number of bins divides the range of the column into bins of equal width.
    """
    if np.ndim(bins):
        return Binned(column, edges_of(bins), library)
    return Binned(column, equal_edges(column, number_of(bins), library), library)


class Binned(LazyColumn):
    """The bins of a column of numbers, computed when they are read to save memory."""

    def __init__(self, column: Any, edges: Values, library: Library):
        self._column = column
        self.edges = edges
        self._library = library
        # A float of four bytes holds all integers up to this one.
        self._kind = np.float32 if len(edges) < 1 << 24 else np.float64

    def __len__(self) -> int:
        return len(self._column)

    def rows(self, first: int, last: int) -> NDArray[Any]:
        """Return the bins of these rows."""
        bins = np.empty(last - first, self._kind)
        for start, end in blocks(first, last):
            values = numbers_of(row_slice(self._column, start, end), self._library)
            part = bins[start - first : end - first]
            part[:] = np.searchsorted(self.edges, values, side="right")
            part[np.isnan(values)] = np.nan
        return bins


def blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the bounds of blocks of rows that fit into the cache."""
    for start in range(first, last, BLOCK_ROWS):
        yield start, min(start + BLOCK_ROWS, last)


def equal_edges(column: Any, number: int, library: Library) -> Values:
    """Return the edges between bins of equal width over the range of a column."""
    low, high = np.inf, -np.inf
    for start, end in blocks(0, len(column)):
        values = numbers_of(row_slice(column, start, end), library)
        finite = values[np.isfinite(values)]
        low = min(low, float(finite.min(initial=np.inf)))
        high = max(high, float(finite.max(initial=-np.inf)))
    if low > high:  # no finite number: 0 divides the infinite ones
        low = high = 0.0
    scale = 2.0 if max(abs(low), abs(high)) > 1e300 else 1.0  # the width of the range may overflow
    return np.linspace(low / scale, high / scale, number + 1)[1:-1] * scale


def numbers_of(column: Any, library: Library) -> Values:
    """Return the numbers of a column, or refuse other values."""
    try:
        return library.numbers(column)
    except Exception as error:  # each library has its own
        raise TypeError(f"bins= needs a column of numbers: {error}") from error


def edges_of(bins: Any) -> Values:
    """Return edges between bins, or refuse those that do not ascend."""
    edges = np.asarray(bins, dtype=np.float64)
    if edges.ndim != 1 or np.any(np.isnan(edges)) or np.any(edges[1:] <= edges[:-1]):
        raise ValueError(f"bins must be ascending edges, got {repr_short(bins)}")
    return edges


def number_of(bins: Any) -> int:
    """Return a number of bins, or refuse an invalid one."""
    try:
        number = operator.index(bins)
    except TypeError:
        number = 0
    if not 1 <= number <= MAX_BINS or isinstance(bins, bool | np.bool_):
        raise ValueError(
            f"bins must be an integer from 1 to {MAX_BINS} or ascending edges, "
            f"got {repr_short(bins)}"
        )
    return number
