"""One value for a whole column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from entrostream._core import Tally, WeightedTally, repr_short
from entrostream.columns import engine
from entrostream.columns.bins import binned
from entrostream.columns.calendar import intervals_of
from entrostream.columns.chunk_parts import Part, are_chunks, explained, parts
from entrostream.columns.engine import UNIT, pieces
from entrostream.columns.frames import columns_but, named_columns
from entrostream.columns.groups import group_values
from entrostream.columns.intervals import collected_intervals
from entrostream.columns.libraries import (
    Library,
    MadeColumn,
    as_column,
    as_sequence,
    library_of,
    piece,
    require_rows,
)
from entrostream.columns.options import WholeOptions
from entrostream.columns.request import Request
from entrostream.columns.window import expanding_window, is_span, window_of

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Unpack

__all__ = ["Rows", "by_group", "counted", "counted_chunks", "entropy", "gini"]

COUNTED_AT_ONCE = 12_000_000  # rows: the codes of strings need four bytes each meanwhile


@overload
def entropy(values: Sequence[Any] | pl.Series, **options: Unpack[WholeOptions]) -> float: ...
@overload
def entropy(
    values: Any,
    *,
    by: Any = ...,
    every: Any = ...,
    times: Any = ...,
    **options: Unpack[WholeOptions],
) -> Any: ...
def entropy(
    values: Any,
    *,
    by: Any = None,
    every: Any = None,
    times: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
) -> Any:
    """Give the Shannon entropy of a column of labels in bits; exact.

    A frame gives one value for each column: a Series in pandas, an array for a matrix, else
    a dict. No rows: 0.0.

    >>> es.entropy(["a", "a", "b", "b"])
    1.0
    >>> es.entropy(["a", "b"], weights=[3.0, 1.0])
    0.8112781244591328
    >>> es.entropy(["a", "b", "b"], by=["u", "u", "v"])
    {'u': 1.0, 'v': 0.0}
    >>> es.entropy(["a", "b", "b"], every="10min", times=[0, 60, 1300])
    {'time': array([   0.,  600., 1200.]), 'entropy': array([ 1., nan,  0.])}

    Parameters
    ----------
    values : column or frame
        Labels of any kind; or chunks of either, from an iterator or a file (see `scan`).
    by : column, name, or several in a tuple, a list, a frame; optional
        One value for each group of rows with the same keys: a Series or a frame of pandas with
        the keys as its index, a frame of Polars or Arrow with columns of keys, a dict for
        arrays and lists. Rows without a key belong to no group.
    every : span, optional
        One value for each interval of the clock, such as "10min", "1d" or "1mo", with `times`:
        from full ten minutes on, the end left out, as Polars' `group_by_dynamic` and pandas'
        `resample` have it. The result has the time at which each interval begins, also of
        those without rows, which have NaN (null). Weeks begin on Mondays. With `by` each group
        has the intervals from its first row to its last.
    times : column or name, optional
        The time of each row, in any order (over chunks in order); a pandas index of times serves
        by itself.
    weights : column or name, optional
        How much each row counts. A row of weight 0 adds nothing.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}
        What to do with None, NaN, NaT and null: they are no rows, an error, or one label. A
        missing weight is no row with "skip", and an error with the others.
    """
    return measured(values, "entropy", Rows(by, every, times, weights, bins, missing))


@overload
def gini(values: Sequence[Any] | pl.Series, **options: Unpack[WholeOptions]) -> float: ...
@overload
def gini(
    values: Any,
    *,
    by: Any = ...,
    every: Any = ...,
    times: Any = ...,
    **options: Unpack[WholeOptions],
) -> Any: ...
def gini(
    values: Any,
    *,
    by: Any = None,
    every: Any = None,
    times: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: str = "skip",
) -> Any:
    """Give the Gini index 1 - sum p^2 of a column of labels; correctly rounded.

    Everything else is as in `entropy`.

    >>> es.gini(["a", "a", "b", "b"])
    0.5
    """
    return measured(values, "gini", Rows(by, every, times, weights, bins, missing))


@dataclass(frozen=True)
class Rows:
    """How the rows of a column are grouped, weighted and read."""

    by: Any = None
    every: Any = None
    times: Any = None
    weights: Any = None
    bins: Any = None
    missing: str = "skip"

    @property
    def are_one(self) -> bool:
        """Whether all rows give one value."""
        return self.by is None and self.every is None and self.times is None

    def request(self, measure: str | tuple[str, ...]) -> Request:
        """Return the request for one value of each group, or of each interval."""
        rest = (self.times, self.by, self.weights, self.bins, self.missing)
        if self.every is None:
            if self.times is not None:
                raise ValueError('times= needs every=, the length of the intervals: "10min"')
            return Request(expanding_window(0), measure, *rest)
        if not is_span(self.every):
            raise ValueError(
                f'every must be a length of time such as "10min", got {repr_short(self.every)}'
            )
        intervals_of(self.every, "every")  # says what is wrong with it
        window = window_of(self.every, step=self.every, closed="left")
        return Request(window, measure, *rest, label="left")


def measured(values: Any, measure: str, rows: Rows) -> Any:
    """Return the measure of a column, or of each column of a frame."""
    if not rows.are_one:
        return by_group(values, rows.request(measure))
    weights, bins, missing = rows.weights, rows.bins, rows.missing
    if are_chunks(values):
        return measured_chunks(values, measure, weights, bins, missing)
    library = library_of(values)
    if not library.is_frame(values):
        return of_column(as_sequence(values), measure, weights, bins, missing, library)
    used, columns = named_columns(values, library, weights=weights)
    names, found = [], []
    for name, column in columns_but(values, library, used):
        names.append(name)
        found.append(of_column(column, measure, columns["weights"], bins, missing, library))
    return library.make_row(names, found)


def by_group(values: Any, request: Request, pair: Any = None, engine_of: Any = None) -> Any:
    """Return one value for each group, or for each interval of each group."""
    if request.window.intervals is None:
        return group_values(values, request, pair, engine_of)
    return collected_intervals(values, request, pair, engine_of)


def of_column(
    column: Any, measure: str, weights: Any, bins: Any, missing: str, library: Library
) -> float:
    """Return the measure of one column."""
    if bins is not None:
        column = binned(column, bins, library)
    make = tally_maker(weights is not None, missing)
    if weights is None:
        return float(getattr(counted(make, [column]), measure))
    weights = as_column(weights, "weights")
    require_rows(weights, len(column), "weights")
    return float(getattr(counted(make, [column, weights]), measure))


def tally_maker(weighted: bool, missing: str) -> Callable[[], Any]:
    """Return what makes a tally of the rows."""
    if weighted:
        return lambda: WeightedTally(unit=UNIT, missing=missing)
    return lambda: Tally(missing=missing)


def measured_chunks(values: Any, measure: str, weights: Any, bins: Any, missing: str) -> Any:
    """Return the measure of a column that comes in chunks, or of each column of frames."""
    request = Request(expanding_window(None), measure, None, None, weights, bins, missing)
    tallies, part = counted_chunks(tally_maker(weights is not None, missing), values, request)
    found = [float(getattr(tally, measure)) for tally in tallies]
    return part.library.make_row(part.names, found) if part and part.framed else found[0]


def counted_chunks(
    make: Callable[[], Any], values: Any, request: Request, chosen: tuple[str, ...] = ()
) -> tuple[list[Any], Part | None]:
    """Return summaries of all rows of each column, and the last chunk if there was one."""
    summaries: list[Any] = []
    part = None
    for part in parts(values, request, chosen, large=True):
        summaries = summaries or [make() for _ in part.columns]
        part.beside.require_rows(part.rows)
        weights = [] if part.beside.weights is None else [part.beside.weights]
        with explained(part.number, part.first):
            for summary, columns in zip(summaries, part.columns, strict=True):
                if request.bins is not None:
                    columns = [binned(each, request.bins, part.library) for each in columns]
                count(summary, make, [*columns, *weights])
    return summaries if part else [make()], part


def counted(make: Callable[[], Any], columns: Sequence[Any]) -> Any:
    """Return a summary of all rows."""
    summary = make()
    count(summary, make, columns)
    return summary


def count(summary: Any, make: Callable[[], Any], columns: Sequence[Any]) -> None:
    """Give a summary all rows, piece by piece; `make` makes one like it."""
    rows = len(columns[0])
    at_once = len(columns) == 1 and not isinstance(columns[0], MadeColumn)
    size = COUNTED_AT_ONCE if at_once else engine.PIECE
    try:
        for first, last in pieces(rows, size):
            summary.update_many(*(piece(column, first, last) for column in columns))
    except (TypeError, ValueError):
        if rows > size:  # errors count rows from the first of a piece, this from the first of all
            make().update_many(*(piece(column, 0, rows) for column in columns))
        raise
