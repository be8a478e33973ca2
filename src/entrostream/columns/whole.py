"""One value for a whole column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from entrostream._core import Tally, WeightedTally
from entrostream.columns import engine
from entrostream.columns.bins import binned
from entrostream.columns.engine import UNIT, pieces
from entrostream.columns.frames import columns_but, named_columns
from entrostream.columns.libraries import (
    Library,
    as_column,
    as_sequence,
    library_of,
    piece,
    require_rows,
)

__all__ = ["counted", "entropy", "gini"]

COUNTED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile


def entropy(values: Any, *, weights: Any = None, bins: Any = None, missing: str = "skip") -> Any:
    """Give the Shannon entropy of a column of labels in bits; exact.

    A frame gives one value for each column: a Series in pandas, an array for a matrix, else
    a dict. No rows: 0.0.

    >>> es.entropy(["a", "a", "b", "b"])
    1.0
    >>> es.entropy(["a", "b"], weights=[3.0, 1.0])
    0.8112781244591328

    Parameters
    ----------
    values : column or frame
        Labels of any kind.
    weights : column or name, optional
        How much each row counts, a positive number.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}
        What to do with None, NaN, NaT and null: they are no rows, an error, or one label.
    """
    return measured(values, "entropy", weights, bins, missing)


def gini(values: Any, *, weights: Any = None, bins: Any = None, missing: str = "skip") -> Any:
    """Give the Gini index 1 - sum p^2 of a column of labels; correctly rounded.

    Everything else is as in `entropy`.

    >>> es.gini(["a", "a", "b", "b"])
    0.5
    """
    return measured(values, "gini", weights, bins, missing)


def measured(values: Any, measure: str, weights: Any, bins: Any, missing: str) -> Any:
    """Return the measure of a column, or of each column of a frame."""
    library = library_of(values)
    if not library.is_frame(values):
        return of_column(as_sequence(values), measure, weights, bins, missing, library)
    used, columns = named_columns(values, library, weights=weights)
    names, found = [], []
    for name, column in columns_but(values, library, used):
        names.append(name)
        found.append(of_column(column, measure, columns["weights"], bins, missing, library))
    return library.make_row(names, found)


def of_column(
    column: Any, measure: str, weights: Any, bins: Any, missing: str, library: Library
) -> float:
    """Return the measure of one column."""
    if bins is not None:
        column = binned(column, bins, library)
    if weights is None:
        tally = counted(lambda: Tally(missing=missing), [column])
    else:
        weights = as_column(weights, "weights")
        require_rows(weights, len(column), "weights")
        tally = counted(lambda: WeightedTally(unit=UNIT, missing=missing), [column, weights])
    return float(getattr(tally, measure))


def counted(make: Callable[[], Any], columns: Sequence[Any]) -> Any:
    """Return a summary of all rows, which it is given piece by piece."""
    rows = len(columns[0])
    size = COUNTED_AT_ONCE if len(columns) == 1 else engine.PIECE
    summary = make()
    try:
        for first, last in pieces(rows, size):
            summary.update_many(*(piece(column, first, last) for column in columns))
    except ValueError:
        if rows > size:  # errors count rows from the first of a piece, this from the first of all
            make().update_many(*columns)
        raise
    return summary
