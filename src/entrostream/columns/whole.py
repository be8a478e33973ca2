"""One value for a whole column."""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from typing import Any

from entrostream._core import Tally, WeightedTally
from entrostream.columns.bins import binned
from entrostream.columns.engine import UNIT, pieces
from entrostream.columns.libraries import (
    Library,
    Pandas,
    as_sequence,
    library_of,
    piece,
    require_rows,
)

__all__ = ["entropy", "gini"]

COUNTED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile


def entropy(values: Any, *, weights: Any = None, bins: Any = None, missing: str = "skip") -> Any:
    """Give the Shannon entropy of a column of labels in bits; exact.

    A frame gives one value for each column: a Series in pandas, else a dict. No rows: 0.0.

    >>> es.entropy(["a", "a", "b", "b"])
    1.0
    >>> es.entropy(["a", "b"], weights=[3.0, 1.0])
    0.8112781244591328

    Parameters
    ----------
    values : column or frame
        Labels of any kind.
    weights : column, optional
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
    found: dict[Hashable, float] = {}
    if isinstance(weights, str):
        names = [name for name in library.names(values) if name != weights]
        weights = library.column(values, weights)
    else:
        names = library.names(values)
    for name in names:
        column = library.column(values, name)
        found[name] = of_column(column, measure, weights, bins, missing, library)
    return import_module("pandas").Series(found) if isinstance(library, Pandas) else found


def of_column(
    column: Any, measure: str, weights: Any, bins: Any, missing: str, library: Library
) -> float:
    """Return the measure of one column."""
    if bins is not None:
        column = binned(column, bins, library)
    rows = len(column)
    size = COUNTED_AT_ONCE if weights is None else 1 << 20
    tally: Any = (
        Tally(missing=missing) if weights is None else WeightedTally(unit=UNIT, missing=missing)
    )
    if weights is not None:
        require_rows(weights, rows, "weights")
    for first, last in pieces(rows, size):
        beside = {} if weights is None else {"weights": piece(weights, first, last)}
        tally.update_many(piece(column, first, last), **beside)
    return float(getattr(tally, measure))
