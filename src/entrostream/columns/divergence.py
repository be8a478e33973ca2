"""How far the window of each row is from a reference, or from the window before it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    PreviousKullback,
    PreviousShannon,
    ReferenceKullback,
    ReferencePooled,
    ReferenceShannon,
    repr_short,
)
from entrostream.columns.aggregate import Grouping, compute_by_group
from entrostream.columns.auxiliary import AuxiliaryArrays, AuxiliaryColumns
from entrostream.columns.base import base_of, in_base
from entrostream.columns.bins import Binned, bin_column
from entrostream.columns.chunk_parts import are_chunks
from entrostream.columns.chunks import EngineFactory, compute_chunks, compute_late
from entrostream.columns.engine import NO_CODE, CodedRows, Engine, Outputs, pieces
from entrostream.columns.frames import columns_except, named_columns, place_of
from entrostream.columns.intervals import compute_intervals
from entrostream.columns.libraries import Library, Values, as_sequence, library_of, row_slice
from entrostream.columns.options import Closed, Late, Method, Missing, Weighting
from entrostream.columns.parameters import per_row_function, whole_function
from entrostream.columns.request import Request, auxiliary_columns, key_columns, request_of_frame
from entrostream.columns.row_values import Task, compute_rows
from entrostream.columns.window import Window, window_of

__all__ = ["divergence", "rolling_divergence"]

METHODS = get_args(Method)
WEIGHTINGS = get_args(Weighting)
PREVIOUS = "previous"
MEASURE = "divergence"
FRAME_FOR_A_COLUMN = "values are one column, the reference is a frame: give one of its columns"


@per_row_function
def rolling_divergence(
    values: Any,
    window: Any,
    *,
    reference: Any,
    reference_group_by: Any = None,
    method: Method = "jensen-shannon",
    weighting: Weighting = "equal",
    unseen: Any = "inf",
    times: Any = None,
    min_periods: int | None = None,
    step: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> Any:
    """Give how far the labels in the window of each row are from those of a reference, in bits.

    0.0 if every label has the same share in both, to the last bit; 1.0 in the Jensen-Shannon
    divergence if no label is in both. The square of SciPy's `jensenshannon(p, q, base=2)`,
    and `entropy(p, q, base=2)` for Kullback-Leibler. Within half an ulp and 2**-59 of the
    true value (2**-58 weighted by rows, 2**-57 for Kullback-Leibler), however long the column.

    Parameters
    ----------
    min_periods : int, optional
        NaN (null) where fewer rows have a label, in the window or in the one before it; and
        always where there is none. By default the window if it is a number of rows, else 1.
    bins : int or edges, optional
        Numbers count as the bin they fall into; a number of bins divides the range of the
        reference, or of the column where that is "previous".

    Returns
    -------
    column or frame
        A value for each row, of the type of `values`, as in `rolling_entropy`.

    Examples
    --------
    >>> es.rolling_divergence(["a", "b", "b", "c"], 2, reference=["a", "b"])
    array([       nan, 0.        , 0.31127812, 0.5       ])
    >>> es.rolling_divergence(["a", "b", "b", "a", "c", "c"], 2, reference="previous")
    array([nan, nan, nan,  0.,  1.,  1.])
    """
    measure = Divergence(method, weighting, unseen)
    request = Request(
        window_of(window, min_periods, step, center, closed, every),
        MEASURE,
        times=times,
        group_by=group_by,
        bins=bins,
        missing=missing,
        base=base_of(base),
        threads=threads,
        lateness=lateness,
        late=late,
    )
    request.check()
    sample = Reference.of(reference, reference_group_by, group_by)
    return compute_divergence(values, request, measure, sample)


@whole_function
def divergence(
    values: Any,
    reference: Any,
    *,
    method: Method = "jensen-shannon",
    weighting: Weighting = "equal",
    unseen: Any = "inf",
    group_by: Any = None,
    reference_group_by: Any = None,
    every: Any = None,
    times: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
) -> Any:
    """Give how far the labels of a column are from those of a reference, in bits.

    One number for two samples, each of any length. As near to the true value as
    `rolling_divergence`.

    Parameters
    ----------
    bins : int or edges, optional
        Numbers count as the bin they fall into; a number of bins divides the range of the
        reference.

    Returns
    -------
    float, or a column or frame
        One value; of a frame one for each column. With `group_by` or `every` one for each group
        or interval. NaN (null) where no label is left. A reference without labels is an error.

    Examples
    --------
    >>> es.divergence(["a", "b", "b", "c"], ["a", "b"])
    0.15563906222956644
    >>> es.divergence(["a", "b"], ["a", "b", "b", "b"], method="kullback-leibler")
    0.2075187496394219
    >>> es.divergence(["a", "b", "b"], {"u": ["a"], "v": ["a"]}, group_by=["u", "v", "v"])
    {'u': 0.0, 'v': 1.0}
    """
    measure = Divergence(method, weighting, unseen)
    grouping = Grouping(group_by, every, times, None, bins, missing, base_of(base))
    request = grouping.request(MEASURE)
    sample = Reference.of(reference, reference_group_by, group_by)
    if sample.given is None:
        raise ValueError(f"reference={PREVIOUS!r} is for windows: use rolling_divergence")
    request, engine_for = engines_for(request, measure, sample)
    return compute_by_group(values, request, None, engine_for)


@dataclass(frozen=True)
class Divergence:
    """The kind of divergence and its options."""

    method: str
    weighting: str
    unseen: Any

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(
                f"method must be one of {', '.join(METHODS)}, got {repr_short(self.method)}"
            )
        if self.weighting not in WEIGHTINGS:
            raise ValueError(
                f"weighting must be one of {', '.join(WEIGHTINGS)}, "
                f"got {repr_short(self.weighting)}"
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
                f"{repr_short(self.unseen)}"
            )

    @staticmethod
    def _is_known(unseen: Any) -> bool:
        if isinstance(unseen, str):
            return unseen == "inf"
        numeric = isinstance(unseen, int | float | np.integer | np.floating)
        return numeric and not isinstance(unseen, bool) and 1e-18 <= unseen <= 1e8

    @property
    def pseudo_count(self) -> float:
        """The number added to each count, or 0."""
        return 0.0 if self.unseen == "inf" else float(self.unseen)

    def core_windows(self, counts: NDArray[np.uint64] | None) -> tuple[Any, Any]:
        """Return the core's class and its rule; `counts` of a reference, or None for "previous"."""
        if self.method == "kullback-leibler":
            if counts is None:
                return PreviousKullback, self.pseudo_count
            return ReferenceKullback, (counts, self.pseudo_count)
        by_rows = self.weighting == "rows"
        if counts is None:
            return PreviousShannon, by_rows
        return (ReferencePooled if by_rows else ReferenceShannon), counts


class DivergenceEngine(Engine):
    """The windows of a column, compared with a reference."""

    def __init__(
        self, *arguments: Any, measure: Divergence, reference: Any, missing: str, **options: Any
    ):
        self._measure = measure
        self._reference = reference
        self._counts: NDArray[np.uint64] | None = None
        super().__init__(*arguments, missing=missing, **options)

    def _make_windows(self, columns: int, part: tuple[int, int]) -> Any:
        if self._reference is not None and self._counts is None:
            self._counts = self._count(self._reference)
        kind, rule = self._measure.core_windows(self._counts)
        return kind(**self._window.core_arguments, part=part, rule=rule)

    def _count(self, reference: Any) -> NDArray[np.uint64]:
        """Return how often each label occurs in the reference, by code."""
        counts = np.zeros(0, np.int64)
        for first, last in pieces(len(reference)):
            codes = self._labels[0].codes(row_slice(reference, first, last), first)
            more = np.bincount(codes[codes != NO_CODE], minlength=len(counts))
            more[: len(counts)] += counts
            counts = more
        if not len(counts):
            raise ValueError("the reference holds no labels")
        return counts.astype(np.uint64)

    def _encode_items(
        self, columns: Any, streams: Any, auxiliary: AuxiliaryArrays, row: int
    ) -> list[Any]:
        labels = self._labels[0].codes(columns[0], row)
        cells = labels if streams is None else self._in_stream[0].codes(streams, labels)
        return [cells] if self._counts is None else [cells, labels]


class GroupDivergenceEngine(DivergenceEngine):
    """The windows of each group, compared with the reference of that group."""

    def __init__(self, *arguments: Any, reference: Any, reference_keys: Any, **options: Any):
        self._groups: dict[int, GroupWindows] = {}
        self._cells = CodesInStreams()
        self._rows = 0
        super().__init__(*arguments, reference=None, **options)
        self._samples = self._count_groups(reference, reference_keys)

    def push_coded(
        self,
        rows: CodedRows,
        outputs: Outputs,
        first: int,
        order: NDArray[np.int64] | None = None,
        numbers: NDArray[np.int64] | None = None,
    ) -> int:
        """Take rows in the order of their times, group by group."""
        assert rows.streams is not None
        cells = self._cells.codes(rows.streams, rows.items[0])
        if numbers is None:
            numbers = np.arange(self._rows, self._rows + len(rows))
        self._rows += len(rows)
        order = np.arange(len(rows)) if order is None else order
        order = order[np.argsort(rows.streams[order], kind="stable")]
        order = order[: int(np.searchsorted(rows.streams[order], NO_CODE))]
        cuts = np.flatnonzero(np.diff(rows.streams[order])) + 1
        done = 0
        for each in np.split(order, cuts) if len(order) else ():
            group = self._group(int(rows.streams[each[0]]))
            times = None if rows.times is None else rows.times[each]
            done += group.push(cells[each], times, numbers[each], outputs, first)
        return done

    def finish(self, outputs: Outputs, first: int) -> int:
        """Write the values of the rows that waited for later ones."""
        return sum(group.finish(outputs, first) for group in self._groups.values())

    def totals(self, outputs: Outputs) -> None:
        """Write the values of all that each group holds."""
        for stream, group in self._groups.items():
            outputs[MEASURE][stream] = group.total()

    def _make_windows(self, columns: int, part: tuple[int, int]) -> Any:
        return None  # each group has its own

    def _encode_items(
        self, columns: Any, streams: Any, auxiliary: AuxiliaryArrays, row: int
    ) -> list[Any]:
        return super()._encode_items(columns, streams, auxiliary, row)[:1]

    def _group(self, stream: int) -> GroupWindows:
        if stream not in self._groups:
            self._groups[stream] = GroupWindows(self._windows(stream))
        return self._groups[stream]

    def _windows(self, stream: int) -> Any:
        counts = self._samples.get(stream)
        if counts is None:
            return None
        kind, rule = self._measure.core_windows(counts)
        return kind(**self._window.core_arguments, part=(0, 1), rule=rule)

    def _count_groups(self, reference: Any, keys: Any) -> dict[int, NDArray[np.uint64]]:
        """Return the counts of each group's labels in the reference, by their codes in it."""
        AuxiliaryColumns(keys=keys).require_rows(len(reference))
        auxiliary = AuxiliaryArrays(keys=keys)
        cells_of: dict[int, list[NDArray[np.uint32]]] = {}
        for first, last in pieces(len(reference)):
            labels = row_slice(reference, first, last)
            rows = self.encode([labels], auxiliary.slice(first, last), first)
            assert rows.streams is not None
            cells = self._cells.codes(rows.streams, rows.items[0])
            held = np.flatnonzero(cells != NO_CODE)
            held = held[np.argsort(rows.streams[held], kind="stable")]
            cuts = np.flatnonzero(np.diff(rows.streams[held])) + 1
            for each in np.split(held, cuts) if len(held) else ():
                cells_of.setdefault(int(rows.streams[each[0]]), []).append(cells[each])
        if not cells_of:
            raise ValueError("the reference holds no labels")
        return {
            stream: np.bincount(np.concatenate(parts)).astype(np.uint64)
            for stream, parts in cells_of.items()
        }


class GroupWindows:
    """The windows of one group; None if it has no reference."""

    def __init__(self, windows: Any):
        self._windows = windows
        self._waiting = np.empty(0, np.int64)  # rows without a value, by their numbers
        self._done = 0

    def push(
        self,
        cells: NDArray[np.uint32],
        times: NDArray[np.int64] | None,
        numbers: NDArray[np.int64],
        outputs: Outputs,
        first: int,
    ) -> int:
        """Take the rows that follow."""
        self._waiting = np.concatenate([self._waiting, numbers])
        in_order = {"streams": None, "times": times, "order": None}

        def push(own: Any) -> int:
            return int(self._windows.push(cells, cells, **in_order, outputs=own, first=self._done))

        return self._emit(push, outputs, first)

    def finish(self, outputs: Outputs, first: int) -> int:
        """Write the values of the rows that waited for later ones."""
        return self._emit(lambda own: int(self._windows.finish(own, self._done)), outputs, first)

    def total(self) -> float:
        """Return the value of all rows."""
        total = np.full(1, np.nan)
        if self._windows is not None:
            self._windows.totals([(MEASURE, total)])
        return float(total[0])

    def _emit(self, work: Callable[[Any], int], outputs: Outputs, first: int) -> int:
        own = np.full(len(self._waiting), np.nan)
        done = len(own) if self._windows is None else work([(MEASURE, own)])
        places = self._waiting[:done]
        wanted = places >= 0
        for values in outputs.values():
            values[places[wanted] - first] = own[:done][wanted]
        self._waiting = self._waiting[done:]
        self._done += done
        return done


class CodesInStreams:
    """The codes of labels within their streams: 0, 1, 2, ... in each, as they come."""

    def __init__(self) -> None:
        self._local = np.empty(0, np.uint32)  # by the code over all streams
        self._next = np.empty(0, np.uint32)  # by stream

    def codes(self, streams: NDArray[np.uint32], cells: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return codes within streams for codes over all of them."""
        labelled = np.flatnonzero(cells != NO_CODE)
        held = cells[labelled]
        before, after = len(self._local), max(len(self._local), int(held.max(initial=0)) + 1)
        if len(held) and after > before:
            self._add(before, after, streams[labelled], held)
        codes = np.full(len(cells), NO_CODE, np.uint32)
        codes[labelled] = self._local[held]
        return codes

    def _add(self, before: int, after: int, streams: Any, cells: Any) -> None:
        stream = np.empty(after - before, np.int64)  # of each cell that is new
        new = cells >= before
        stream[cells[new] - before] = streams[new]
        more = int(stream.max()) + 1 - len(self._next)
        self._next = np.append(self._next, np.zeros(max(0, more), np.uint32))
        order = np.argsort(stream, kind="stable")
        ranked = stream[order]
        begins = np.append(True, ranked[1:] != ranked[:-1])
        starts = np.flatnonzero(begins)
        rank = np.arange(len(ranked)) - np.repeat(starts, np.diff(np.append(starts, len(ranked))))
        local = np.empty(len(stream), np.uint32)
        local[order] = self._next[ranked] + rank
        self._local = np.append(self._local, local)
        np.add.at(self._next, stream, 1)


@dataclass(frozen=True)
class Reference:
    """What windows are compared with: a sample, those of groups, or the window before."""

    given: Any  # column or frame, None for the window before
    keys: Any = None  # of its rows, or their names

    @classmethod
    def of(cls, reference: Any, reference_group_by: Any, group_by: Any) -> Reference:
        """Check a reference and the keys of its rows."""
        if reference_group_by is not None and group_by is None:
            raise ValueError("reference_group_by= needs group_by=, the groups of the values")
        if isinstance(reference, Mapping) and group_by is not None and reference_group_by is None:
            return cls(*rows_of_mapping(reference))
        sample = reference_of(reference)
        if sample is None and reference_group_by is not None:
            raise ValueError(
                f"reference_group_by= needs a sample, and the reference is {PREVIOUS!r}"
            )
        return cls(sample, reference_group_by)

    @property
    def framed(self) -> bool:
        """Whether it has a column for each column of the values."""
        return self.given is not None and library_of(self.given).is_frame(self.given)

    def of_column(self, name: Hashable) -> Any:
        """Return the labels to compare a column with; a single column is for all of them."""
        return reference_for(name, self.given)

    @property
    def key_columns(self) -> tuple[Any, ...]:
        """The keys of its rows."""
        keys = self.keys
        if self.framed:
            _, named = named_columns(self.given, library_of(self.given), group_by=keys)
            keys = named["group_by"]
        return key_columns(keys)


def rows_of_mapping(reference: Mapping[Any, Any]) -> tuple[list[Any], tuple[list[Any], ...]]:
    """Return the labels of all samples one after the other, and the keys of each."""
    labels: list[Any] = []
    keys: list[tuple[Any, ...]] = []
    for key, sample in reference.items():
        if isinstance(sample, str | Mapping) or not hasattr(sample, "__iter__"):
            raise TypeError(
                f"the reference of group {repr_short(key)} must be a column of labels, got "
                f"{type(sample).__name__}"
            )
        own = list(sample)
        labels += own
        keys += [key if isinstance(key, tuple) else (key,)] * len(own)
    if not labels:
        raise ValueError("the reference holds no labels")
    return labels, tuple(list(column) for column in zip(*keys, strict=True))


def reference_of(reference: Any) -> Any:
    """Return a reference as it is, None for the window before; or say what is wrong with it."""
    if isinstance(reference, str):
        if reference != PREVIOUS:
            raise ValueError(
                f"reference must be a column of labels or {PREVIOUS!r}, got {repr_short(reference)}"
            )
        return None
    is_column = hasattr(reference, "__len__") and hasattr(reference, "__getitem__")
    if not is_column or isinstance(reference, Mapping):
        raise TypeError(
            f"reference must be a column of labels or {PREVIOUS!r}, got {type(reference).__name__}"
        )
    return reference


def compute_divergence(
    values: Any, request: Request, measure: Divergence, reference: Reference
) -> Any:
    """Return the divergences of the rows of a column or a frame, or of chunks of either."""
    if request.window.intervals is not None:
        request, engine_for = engines_for(request, measure, reference)
        return compute_intervals(values, request, None, engine_for)
    if are_chunks(values):
        request, engine_for = engines_for(request, measure, reference)
        return compute_chunks(values, request, engine_for=engine_for)
    if request.lateness is not None:
        request, engine_for = engines_for(request, measure, reference)
        return compute_late(values, request, engine_for=engine_for)
    library = library_of(values)
    if library.is_frame(values):
        return compute_frame(values, request, measure, reference, library)
    auxiliary = auxiliary_columns(request, values, library)
    column = as_sequence(values)
    result = compute_column(column, request, auxiliary, measure, reference, library)
    return library.make_column(result, values, request.window.step)


def engines_for(
    request: Request, measure: Divergence, reference: Reference
) -> tuple[Request, EngineFactory]:
    """Return the request with the edges of bins, and a factory of engines by column."""
    sample = reference.given
    if request.bins is not None and sample is not None and not reference.framed:
        sample = bin_column(sample, request.bins, library_of(sample))
        request = replace(request, bins=sample.edges)
    if request.bins is not None and reference.framed and np.ndim(request.bins) == 0:
        raise ValueError(
            f"bins={repr_short(request.bins)} with a frame of references: give edges, such as "
            "es.quantile_edges(sample, bins)"
        )

    def engine_for(name: Hashable) -> Callable[..., Any]:
        if reference.framed and name is None:
            raise ValueError(FRAME_FOR_A_COLUMN)
        labels = reference.of_column(name) if reference.framed else sample
        if reference.framed and request.bins is not None:
            labels = bin_column(labels, request.bins, library_of(labels))
        return engine_factory(measure, reference, labels)

    return request, engine_for


def engine_factory(measure: Divergence, reference: Reference, labels: Any) -> Callable[..., Any]:
    """Return a callable that makes an engine that compares windows with these labels."""
    if reference.keys is None:
        return partial(DivergenceEngine, measure=measure, reference=labels)
    return partial(
        GroupDivergenceEngine,
        measure=measure,
        reference=labels,
        reference_keys=reference.key_columns,
    )


def compute_frame(
    frame: Any, request: Request, measure: Divergence, reference: Reference, library: Library
) -> Any:
    """Return the divergence of each column of a frame that is not an auxiliary one."""
    used, request = request_of_frame(frame, request, library)
    auxiliary = auxiliary_columns(request, frame, library)
    names: list[Hashable] = []
    results: list[Values] = []
    keys = None if reference.keys is None else reference.key_columns
    for name, column in columns_except(frame, library, used):
        sample = replace(reference, given=reference.of_column(name), keys=keys)
        names.append(name)
        results.append(compute_column(column, request, auxiliary, measure, sample, library))
    return library.make_frame(names, results, frame, request.window.step)


def reference_for(name: Hashable, reference: Any) -> Any:
    """Return the column of a frame of references; a single column is for all."""
    library = library_of(reference)
    if reference is None or not library.is_frame(reference):
        return reference
    names = library.names(reference)
    if name not in names:
        raise ValueError(
            f"the reference has no column {repr_short(name)}; it has {repr_short(names)}"
        )
    return library.column(reference, place_of(name, names))


def compute_column(
    column: Any,
    request: Request,
    auxiliary: AuxiliaryColumns,
    measure: Divergence,
    reference: Reference,
    library: Library,
) -> Values:
    """Return the divergence of one column in memory."""
    window = library.adapt_window(request.window)
    if reference.framed:
        raise ValueError(FRAME_FOR_A_COLUMN)
    labels = reference.given
    if request.bins is not None:
        column, labels = bin_alike(column, labels, request.bins, library)
    make_engine = engine_factory(measure, reference, labels)
    task = Task(
        [column], window, (MEASURE,), auxiliary, request.missing, request.threads, make_engine
    )
    bits = compute_rows(replace(task, lookback=lookback(window)))[MEASURE]
    return in_base(bits, MEASURE, request.base)


def bin_alike(
    column: Any, reference: Any, bins: Any, library: Library
) -> tuple[Binned, Binned | None]:
    """Return the bins of both columns, with the same edges."""
    if reference is None:
        return bin_column(column, bins, library), None
    of_reference = bin_column(reference, bins, library_of(reference))
    return bin_column(column, of_reference.edges, library), of_reference


def lookback(window: Window) -> int | None:
    """Return how many rows before a row its value depends on; None if it may depend on others."""
    if window.length is None or window.by_time or window.center:
        return None
    return 2 * (window.length + 1)
