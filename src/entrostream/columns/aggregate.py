"""Executor of requests for one value per column, or per group or interval of its rows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from entrostream._core import EntropySketch, GiniSketch, Tally, WeightedTally, repr_short
from entrostream.columns import engine
from entrostream.columns.base import base_of, in_base
from entrostream.columns.bins import bin_columns
from entrostream.columns.calendar import intervals_of
from entrostream.columns.chunk_parts import Part, are_chunks, explained, parts
from entrostream.columns.engine import UNIT, pieces
from entrostream.columns.frames import columns_except, named_columns
from entrostream.columns.groups import group_values
from entrostream.columns.intervals import collect_intervals
from entrostream.columns.libraries import (
    Library,
    as_column,
    as_sequence,
    is_lazy,
    library_of,
    require_rows,
    row_slice,
)
from entrostream.columns.options import Missing, WholeOptions
from entrostream.columns.parameters import whole_function
from entrostream.columns.request import Request
from entrostream.columns.sketch_engine import sketch_engines
from entrostream.columns.window import expanding_window, is_span, window_of

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Unpack

__all__ = [
    "Grouping",
    "compute_by_group",
    "count_chunks",
    "count_rows",
    "entropy",
    "gini",
    "read_total",
]

ROWS_AT_ONCE = 12_000_000  # the codes of strings need four bytes each meanwhile
POSITION = re.compile(r" at position (\d+)(?!.* at position \d)", re.DOTALL)  # the last one


@overload
def entropy(
    values: Sequence[Any] | pl.Series, *, base: float = ..., **options: Unpack[WholeOptions]
) -> float: ...
@overload
def entropy(
    values: Any,
    *,
    group_by: Any = ...,
    every: Any = ...,
    times: Any = ...,
    base: float = ...,
    **options: Unpack[WholeOptions],
) -> Any: ...
@whole_function
def entropy(
    values: Any,
    *,
    group_by: Any = None,
    every: Any = None,
    times: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    memory: int | str | None = None,
) -> Any:
    """Give the Shannon entropy of a column of labels in bits; exact, or by a sketch.

    Returns
    -------
    float, or a column or frame
        One value; of a frame one for each column: a Series in pandas, an array for a matrix,
        else a dict. With `group_by` or `every` one for each group or interval. NaN (null) where
        no label is left: as the mean of nothing, nothing has no entropy.

    Examples
    --------
    >>> es.entropy(["a", "a", "b", "b"])
    1.0
    >>> es.entropy(["a", "a", "b", "b"], base=4)
    0.5
    >>> es.entropy([None])
    nan
    >>> es.entropy(["a", "b"], weights=[3.0, 1.0])
    0.8112781244591328
    >>> es.entropy(["a", "b", "b"], group_by=["u", "u", "v"])
    {'u': 1.0, 'v': 0.0}
    >>> es.entropy(["a", "b", "b"], every="10min", times=[0, 60, 1300])
    {'time': array([   0.,  600., 1200.]), 'entropy': array([ 1., nan,  0.])}
    >>> round(es.entropy(range(1_000_000), memory="64KiB"), 1)
    19.9
    """
    grouping = Grouping(group_by, every, times, weights, bins, missing, base_of(base), memory)
    return measure_column(values, "entropy", grouping)


@overload
def gini(values: Sequence[Any] | pl.Series, **options: Unpack[WholeOptions]) -> float: ...
@overload
def gini(
    values: Any,
    *,
    group_by: Any = ...,
    every: Any = ...,
    times: Any = ...,
    **options: Unpack[WholeOptions],
) -> Any: ...
@whole_function
def gini(
    values: Any,
    *,
    group_by: Any = None,
    every: Any = None,
    times: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    memory: int | str | None = None,
) -> Any:
    """Give the Gini index 1 - sum p^2 of a column of labels; correctly rounded, or by a sketch.

    Returns
    -------
    float, or a column or frame
        One value; of a frame one for each column: a Series in pandas, an array for a matrix,
        else a dict. With `group_by` or `every` one for each group or interval. NaN (null) where
        no label is left.

    Examples
    --------
    >>> es.gini(["a", "a", "b", "b"])
    0.5
    """
    grouping = Grouping(group_by, every, times, weights, bins, missing, memory=memory)
    return measure_column(values, "gini", grouping)


@dataclass(frozen=True)
class Grouping:
    """How the rows of a column are grouped, weighted and read."""

    group_by: Any = None
    every: Any = None
    times: Any = None
    weights: Any = None
    bins: Any = None
    missing: Missing = "skip"
    base: float = 2.0
    memory: int | str | None = None  # of a sketch; None counts exactly

    @property
    def is_single(self) -> bool:
        """Whether all rows give one value."""
        return self.group_by is None and self.every is None and self.times is None

    def request(self, measure: str | tuple[str, ...]) -> Request:
        """Return the request for one value of each group, or of each interval."""
        rest = (self.times, self.group_by, self.weights, self.bins, self.missing, self.base)
        if self.every is None:
            if self.times is not None:
                raise ValueError('times= needs every=, the length of the intervals: "10min"')
            return Request(expanding_window(0), measure, *rest)
        if not is_span(self.every):
            raise ValueError(
                f'every must be a length of time such as "10min", got {repr_short(self.every)}'
            )
        intervals_of(self.every, "every")  # refuses invalid ones
        window = window_of(self.every, closed="left", every=self.every)
        return Request(window, measure, *rest, label="left")


def measure_column(values: Any, measure: str, grouping: Grouping) -> Any:
    """Return the measure of a column, or of each column of a frame."""
    if not grouping.is_single:
        request = grouping.request(measure)
        if grouping.memory is None:
            return compute_by_group(values, request)
        if grouping.every is not None:
            raise ValueError("memory= cannot be combined with every=; pass group_by=")
        return group_values(values, request, None, sketch_engines(measure, grouping.memory))
    if are_chunks(values):
        return measure_chunks(values, measure, grouping)
    library = library_of(values)
    if not library.is_frame(values):
        return measure_rows(as_sequence(values), measure, grouping, library)
    used, columns = named_columns(values, library, weights=grouping.weights)
    grouping = replace(grouping, **columns)
    names, results = [], []
    for name, column in columns_except(values, library, used):
        names.append(name)
        results.append(measure_rows(column, measure, grouping, library))
    return library.make_row(names, results)


def compute_by_group(
    values: Any, request: Request, pair: Any = None, engine_for: Any = None
) -> Any:
    """Return one value for each group, or for each interval of each group."""
    if request.window.intervals is None:
        return group_values(values, request, pair, engine_for)
    return collect_intervals(values, request, pair, engine_for)


def measure_rows(column: Any, measure: str, grouping: Grouping, library: Library) -> float:
    """Return the measure of one column in memory."""
    columns = bin_columns([column], grouping.bins, library)
    make_tally = tally_factory(grouping, measure)
    if grouping.weights is not None:
        weights = as_column(grouping.weights, "weights")
        require_rows(weights, len(column), "weights")
        columns.append(weights)
    return read_total(count_rows(make_tally(), columns), measure, grouping.base)


def read_total(summary: Any, measure: str, base: float) -> float:
    """Return a measure of all rows; NaN if none has a label."""
    return in_base(float(getattr(summary, measure)), measure, base) if summary.n else math.nan


def tally_factory(grouping: Grouping, measure: str) -> Callable[[], Any]:
    """Return a callable that makes an empty tally or sketch of the rows."""
    missing, memory = grouping.missing, grouping.memory
    if memory is not None:
        kind = EntropySketch if measure == "entropy" else GiniSketch
        return lambda: kind(memory, missing=missing)
    if grouping.weights is not None:
        return lambda: WeightedTally(unit=UNIT, missing=missing)
    return lambda: Tally(missing=missing)


def measure_chunks(values: Any, measure: str, grouping: Grouping) -> Any:
    """Return the measure of a column that comes in chunks, or of each column of frames."""
    weights, bins, missing = grouping.weights, grouping.bins, grouping.missing
    request = Request(expanding_window(None), measure, None, None, weights, bins, missing)
    tallies, part = count_chunks(tally_factory(grouping, measure), values, request)
    results = [read_total(tally, measure, grouping.base) for tally in tallies]
    return part.library.make_row(part.names, results) if part and part.framed else results[0]


def count_chunks(
    make_summary: Callable[[], Any], values: Any, request: Request, chosen: tuple[str, ...] = ()
) -> tuple[list[Any], Part | None]:
    """Return summaries of all rows of each column, and the last chunk if there was one."""
    summaries: list[Any] = []
    part = None
    for part in parts(values, request, chosen, large=True):
        summaries = summaries or [make_summary() for _ in part.columns]
        part.auxiliary.require_rows(part.rows)
        weights = [] if part.auxiliary.weights is None else [part.auxiliary.weights]
        with explained(part.number, part.first):
            for summary, columns in zip(summaries, part.columns, strict=True):
                binned = bin_columns(columns, request.bins, part.library)
                count_rows(summary, [*binned, *weights])
    return summaries if part else [make_summary()], part


def count_rows(summary: Any, columns: Sequence[Any]) -> Any:
    """Add all rows to a summary, piece by piece, and return it."""
    at_once = len(columns) == 1 and not is_lazy(columns[0])
    size = ROWS_AT_ONCE if at_once else engine.PIECE_ROWS
    for first, last in pieces(len(columns[0]), size):
        with rows_counted_from(first):
            summary.update_many(*(row_slice(column, first, last) for column in columns))
    return summary


@contextmanager
def rows_counted_from(first: int) -> Iterator[None]:
    """Let errors about a row of a piece, which begins with row `first`, name that of the column."""
    try:
        yield
    except (TypeError, ValueError) as error:
        position = POSITION.search(str(error))
        if first and position:
            message = str(error)
            start, end = position.span(1)
            error.args = (message[:start] + str(first + int(position[1])) + message[end:],)
        raise
