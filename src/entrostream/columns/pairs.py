"""Measures of two columns that stand side by side."""

from __future__ import annotations

from typing import Any

from entrostream._core import ContingencyTable
from entrostream.columns.engine import Beside, pieces
from entrostream.columns.libraries import Polars, as_sequence, library_of, piece, require_rows
from entrostream.columns.request import Request, beside_of, known_times
from entrostream.columns.whole_column import row_values
from entrostream.columns.window import is_span, window_of

__all__ = ["information_gain", "rolling_mutual_information"]


def information_gain(x: Any, y: Any, *, missing: str = "skip") -> float:
    """Give what knowing x says about y: H(Y) - H(Y|X), in bits.

    The split criterion of decision trees, the mutual information of the two columns.

    >>> es.information_gain(["sun", "sun", "rain", "rain"], ["out", "out", "in", "out"])
    0.3112781244591329
    """
    first, second = as_sequence(x), as_sequence(y)
    require_rows(second, len(first), "y")
    table = ContingencyTable(missing=missing)
    for start, end in pieces(len(first)):
        table.update_many(piece(first, start, end), piece(second, start, end))
    return table.information_gain


def rolling_mutual_information(
    x: Any,
    y: Any,
    window: Any,
    *,
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give the mutual information of two columns in the window of each row, in bits.

    A row counts if both have a label. Everything else is as in `rolling_entropy`; what
    comes back is of the kind of `x`.

    >>> es.rolling_mutual_information(["a", "b", "a", "b"], ["u", "v", "v", "u"], 2)
    array([nan,  1.,  0.,  1.])
    """
    columns = [as_sequence(x), as_sequence(y)]
    require_rows(columns[1], len(columns[0]), "y")
    library = library_of(x)
    request = Request(
        lambda at: window_of(
            window, times=at, min_periods=min_periods, step=step, center=center, closed=closed
        ),
        ("mutual_information",),
        True,
        span=is_span(window),
        times=times,
        by=by,
        missing=missing,
    )
    found = request.window(known_times(request, x))
    if isinstance(library, Polars):
        found = found.as_polars()
    beside = beside_of(request)
    values = row_values(
        columns,
        found,
        request.measures,
        Beside(known_times(request, x), beside.keys),
        missing=missing,
        threads=threads,
    )
    return library.make_column(values["mutual_information"], x, found.step)
