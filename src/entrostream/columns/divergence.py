"""How far the window of each row is from a reference, or from the window before it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    PreviousKullback,
    PreviousShannon,
    ReferenceKullback,
    ReferencePooled,
    ReferenceShannon,
    shown,
)
from entrostream.columns.bins import Binned, binned
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.chunks import answer_chunks
from entrostream.columns.engine import Beside, Engine, pieces
from entrostream.columns.frames import columns_but, named_columns, place_of
from entrostream.columns.libraries import (
    Library,
    Polars,
    Values,
    as_sequence,
    library_of,
    piece,
)
from entrostream.columns.request import Request, beside_of
from entrostream.columns.threads import in_threads
from entrostream.columns.whole_column import Task, engine_for, row_values, threads_for
from entrostream.columns.window import Window, window_of

__all__ = ["rolling_divergence"]

METHODS = ("jensen-shannon", "kullback-leibler")
WEIGHTINGS = ("equal", "rows")
PREVIOUS = "previous"
NO_CODE = 2**32 - 1  # of a row without a label
MEASURE = "divergence"
A_FRAME_BESIDE_A_COLUMN = "values are one column, the reference is a frame: give one of its columns"


def rolling_divergence(
    values: Any,
    window: Any,
    *,
    reference: Any,
    method: str = "jensen-shannon",
    weighting: str = "equal",
    unseen: Any = "inf",
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    center: bool = False,
    closed: str | None = None,
    by: Any = None,
    bins: Any = None,
    missing: str = "skip",
    threads: int | None = None,
) -> Any:
    """Give how far the labels in the window of each row are from those of a reference, in bits.

    0.0 if every label has the same share in both, to the last bit; 1.0 in the Jensen-Shannon
    divergence if no label is in both. The square of SciPy's `jensenshannon(p, q, base=2)`,
    and `entropy(p, q, base=2)` for Kullback-Leibler. Within half an ulp and 2**-59 of the
    true value (2**-58 weighted by rows, 2**-57 for Kullback-Leibler), however long the column.

    >>> es.rolling_divergence(["a", "b", "b", "c"], 2, reference=["a", "b"])
    array([       nan, 0.        , 0.31127812, 0.5       ])
    >>> es.rolling_divergence(["a", "b", "b", "a", "c", "c"], 2, reference="previous")
    array([nan, nan, nan,  0.,  1.,  1.])

    Parameters
    ----------
    values, window, times, step, center, closed, by, missing, threads
        As in `rolling_entropy`; a frame gives a frame.
    reference : column, frame or "previous"
        A fixed sample of labels, or for a frame one with the same columns; or for each row
        the window before its window: as long, ending where that begins.
    method : {"jensen-shannon", "kullback-leibler"}
        Symmetric and at most 1; or what coding the window by the shares of the reference
        costs beyond its entropy, bits a row.
    weighting : {"equal", "rows"}
        Jensen-Shannon: both sides count alike, or each by its number of rows. By rows it is
        the mutual information of label and side, 0 to the entropy of the two numbers.
    unseen : "inf" or float
        Kullback-Leibler: the rule for labels that the reference lacks. They cost infinitely
        much; or they are one label, and each of the K labels of the reference and this one
        count as if seen s times more: q = (d + s) / (m + s (K + 1)), where a label has d
        of the m rows. From 1e-18 to 1e8.
    min_periods : int, optional
        NaN (null) where fewer rows have a label, in the window or in the one before it; and
        always where there is none.
    bins : int or edges, optional
        Numbers count as the bin they fall into; a number of bins parts the range of the
        reference, or of the column where that is "previous".
    """
    measure = Divergence(method, weighting, unseen)
    shape = window_of(window, min_periods, step, center, closed)
    request = Request(shape, MEASURE, times, by, None, bins, missing, threads)
    request.check()
    sample = reference_of(reference)
    if are_chunks(values):
        return of_chunks(values, request, measure, sample)
    library = library_of(values)
    if library.is_frame(values):
        return of_frame(values, request, measure, sample, library)
    beside = beside_of(request, values, library)
    found = of_column(as_sequence(values), request, beside, measure, sample, library)
    return library.make_column(found, values, shape.step)


@dataclass(frozen=True)
class Divergence:
    """Which divergence is asked for."""

    method: str
    weighting: str
    unseen: Any

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(
                f"method must be one of {', '.join(METHODS)}, got {shown(self.method)}"
            )
        if self.weighting not in WEIGHTINGS:
            raise ValueError(
                f"weighting must be one of {', '.join(WEIGHTINGS)}, got {shown(self.weighting)}"
            )
        if self.method == "jensen-shannon" and self.unseen != "inf":
            raise ValueError(
                "unseen= is for kullback-leibler: jensen-shannon knows labels that a side lacks"
            )
        if self.method == "kullback-leibler" and self.weighting != "equal":
            raise ValueError(
                "weighting= is for jensen-shannon: kullback-leibler weights by the window alone"
            )
        if not self._is_known(self.unseen):
            raise ValueError(
                "unseen must be 'inf' or a pseudo-count from 1e-18 to 1e8, got "
                f"{shown(self.unseen)}"
            )

    @staticmethod
    def _is_known(unseen: Any) -> bool:
        if isinstance(unseen, str):
            return unseen == "inf"
        numeric = isinstance(unseen, int | float | np.integer | np.floating)
        return numeric and not isinstance(unseen, bool) and 1e-18 <= unseen <= 1e8

    @property
    def pseudo_count(self) -> float:
        """What is added to each count; 0 if nothing."""
        return 0.0 if self.unseen == "inf" else float(self.unseen)

    def beside(self, counts: NDArray[np.uint64] | None) -> tuple[Any, Any]:
        """Return the core's windows for a reference, None for the window before, and their rule."""
        if self.method == "kullback-leibler":
            if counts is None:
                return PreviousKullback, self.pseudo_count
            return ReferenceKullback, (counts, self.pseudo_count)
        by_rows = self.weighting == "rows"
        if counts is None:
            return PreviousShannon, by_rows
        return (ReferencePooled if by_rows else ReferenceShannon), counts


class DivergenceEngine(Engine):
    """The windows of a column beside a reference."""

    def __init__(
        self, *arguments: Any, measure: Divergence, reference: Any, missing: str, **options: Any
    ):
        self._measure = measure
        self._reference = reference
        self._counts: NDArray[np.uint64] | None = None
        super().__init__(*arguments, missing=missing, **options)

    def _make(self, columns: int, part: tuple[int, int]) -> Any:
        if self._reference is not None and self._counts is None:
            self._counts = self._count(self._reference)
        kind, rule = self._measure.beside(self._counts)
        return kind(**self._window.core_arguments, part=part, rule=rule)

    def _count(self, reference: Any) -> NDArray[np.uint64]:
        """Return how often each label occurs in the reference, by code."""
        counts = np.zeros(0, np.int64)
        for first, last in pieces(len(reference)):
            codes = self._labels[0].codes(piece(reference, first, last))
            more = np.bincount(codes[codes != NO_CODE], minlength=len(counts))
            more[: len(counts)] += counts
            counts = more
        if not len(counts):
            raise ValueError("the reference holds no labels")
        return counts.astype(np.uint64)

    def _items(self, columns: Any, streams: Any, beside: Beside) -> list[Any]:
        labels = self._labels[0].codes(columns[0])
        cells = labels if streams is None else self._in_stream[0].codes(streams, labels)
        return [cells] if self._counts is None else [cells, labels]


def reference_of(reference: Any) -> Any:
    """Return a reference as it is, None for the window before; or say what is wrong with it."""
    if isinstance(reference, str):
        if reference != PREVIOUS:
            raise ValueError(
                f"reference must be a column of labels or {PREVIOUS!r}, got {shown(reference)}"
            )
        return None
    is_column = hasattr(reference, "__len__") and hasattr(reference, "__getitem__")
    if not is_column or isinstance(reference, Mapping):
        raise TypeError(
            f"reference must be a column of labels or {PREVIOUS!r}, got {type(reference).__name__}"
        )
    return reference


def of_chunks(values: Any, request: Request, measure: Divergence, reference: Any) -> Iterator[Any]:
    """Return an iterator over the divergences of chunks."""
    framed = reference is not None and library_of(reference).is_frame(reference)
    if request.bins is not None and reference is not None and not framed:
        reference = binned(reference, request.bins, library_of(reference))
        request = replace(request, bins=reference.edges)

    def engine_of(name: Hashable) -> Callable[..., Any]:
        if framed and name is None:
            raise ValueError(A_FRAME_BESIDE_A_COLUMN)
        sample = reference_for(name, reference)
        if framed and request.bins is not None:
            sample = binned(sample, request.bins, library_of(sample))
        return partial(DivergenceEngine, measure=measure, reference=sample)

    return answer_chunks(values, request, engine_of=engine_of)


def of_frame(
    frame: Any, request: Request, measure: Divergence, reference: Any, library: Library
) -> Any:
    """Return the divergence of each column of a frame that is not named as something else."""
    used, columns = named_columns(frame, library, times=request.times, by=request.by)
    request = replace(request, **columns)
    beside = beside_of(request, frame, library)
    names: list[Hashable] = []
    found: list[Values] = []
    for name, column in columns_but(frame, library, used):
        sample = reference_for(name, reference)
        names.append(name)
        found.append(of_column(column, request, beside, measure, sample, library))
    return library.make_frame(names, found, frame, request.window.step)


def reference_for(name: Hashable, reference: Any) -> Any:
    """Return the column of a frame of references; a column serves for all."""
    library = library_of(reference)
    if reference is None or not library.is_frame(reference):
        return reference
    names = library.names(reference)
    if name not in names:
        raise ValueError(f"the reference has no column {shown(name)}; it has {shown(names)}")
    return library.column(reference, place_of(name, names))


def of_column(
    column: Any,
    request: Request,
    beside: Beside,
    measure: Divergence,
    reference: Any,
    library: Library,
) -> Values:
    """Return the divergence of one column."""
    window = request.window.as_polars() if isinstance(library, Polars) else request.window
    if library_of(reference).is_frame(reference):
        raise ValueError(A_FRAME_BESIDE_A_COLUMN)
    if request.bins is not None:
        column, reference = binned_alike(column, reference, request.bins, library)
    beside.require_rows(len(column))
    make = partial(DivergenceEngine, measure=measure, reference=reference)
    task = Task([column], window, (MEASURE,), beside, request.missing, request.threads, make)
    return row_divergence(task)


def binned_alike(
    column: Any, reference: Any, bins: Any, library: Library
) -> tuple[Binned, Binned | None]:
    """Return the bins of both columns, with the same edges."""
    if reference is None:
        return binned(column, bins, library), None
    of_reference = binned(reference, bins, library_of(reference))
    return binned(column, of_reference.edges, library), of_reference


def row_divergence(task: Task) -> Values:
    """Return the values of every row that gets one."""
    count = threads_for(task.rows, task.threads)
    warm_up = rows_before(task.window)
    pays = count > 1 and warm_up is not None and warm_up * 2 < task.rows // count
    if warm_up is not None and pays and not task.beside.keys:
        try:
            return walked_in_parts(task, warm_up, count)
        except (TypeError, ValueError):
            pass  # said below, with the number of the row in the whole column
    return row_values(task)[MEASURE]


def rows_before(window: Window) -> int | None:
    """Return how many rows before a row its value may depend on; None if others do as well."""
    if window.length is None or window.by_time or window.center:
        return None
    return 2 * (window.length + 1)


def walked_in_parts(task: Task, warm_up: int, count: int) -> Values:
    """Return the values of all rows, parts of them at the same time."""
    step = task.window.step
    found = np.empty(-(-task.rows // step))

    def walk(bounds: tuple[int, int]) -> None:
        first, last = bounds
        begin = max(0, first - warm_up) // step * step
        windows = engine_for(replace(task, threads=1))
        outputs = {MEASURE: np.empty(-(-(first - begin) // step))}  # which nobody needs
        windows.push([piece(task.columns[0], begin, first)], Beside(), outputs, 0)
        outputs = {MEASURE: found[first // step : -(-last // step)]}
        for start, end in pieces(last - first):
            part = piece(task.columns[0], first + start, first + end)
            windows.push([part], Beside(), outputs, first - begin)

    size = -(-task.rows // (count * step)) * step
    in_threads(count, walk, pieces(task.rows, size))
    return found
