"""Rows counted key by key in an executor: Arrow columns in, one summary per key out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import (
    ContingencyTable,
    DictionaryEncoder,
    EntropySketch,
    StateError,
    Tally,
)
from entrostream.columns.engine import NO_CODE
from entrostream.spark.keyed_codes import KeyedCodes, PairCodes
from entrostream.spark.summaries import summary_of

__all__ = ["GroupedCounts", "GroupedSketches", "GroupedStates"]

pa: Any = import_module("pyarrow")  # it has no type hints
compute: Any = import_module("pyarrow.compute")

MISSING = 'label is missing; pass missing="skip" or missing="label"'


class GroupedCounts:
    """Exact counts of labels, or of pairs of labels, of each key.

    Labels are those of the library (docs/labels.md), looked up once per distinct value of a batch.
    Memory: the distinct labels of each key, whatever the number of rows.

    Parameters
    ----------
    keys : names of the columns of keys
    labels : number of columns of labels, 1 or 2
    missing : as in a Tally
    counted : whether a last column has the number of rows that a row stands for
    """

    def __init__(self, keys: Sequence[str], labels: int, missing: str, *, counted: bool = False):
        self.keys = KeyedCodes(keys)
        self._places = len(keys)
        self._missing = missing
        self._counted = counted
        found = "label" if missing == "label" else "skip"  # `raise` is done here, with the key
        self._encoders = [DictionaryEncoder(found) for _ in range(labels)]
        self._label_pairs = PairCodes()
        self._cells = PairCodes()  # of a key and a label
        self._counts = np.zeros(0, np.int64)

    def push(self, columns: Sequence[Any]) -> None:
        """Add rows: the columns of keys, those of labels, and that of counts if there is one."""
        times = None
        if self._counted:
            *columns, counts = without_zeros(columns)
            times = counts.to_numpy()
        labels = columns[self._places :]
        streams = self.keys.codes(columns[: self._places], len(labels[0]))
        coded = [
            np.asarray(encoder.codes(column))
            for encoder, column in zip(self._encoders, labels, strict=True)
        ]
        held = np.logical_and.reduce([codes != NO_CODE for codes in coded])
        if not held.all():
            if self._missing == "raise":
                raise ValueError(self.keys.located(int(streams[~held][0]), MISSING))
            streams, coded = streams[held], [codes[held] for codes in coded]
            times = None if times is None else times[held]
        codes = coded[0] if len(coded) == 1 else self._label_pairs.codes(*coded)
        self._add(self._cells.codes(streams, codes), times)

    def _add(self, cells: Any, times: Any) -> None:
        grown = np.zeros(len(self._cells), np.int64)
        grown[: len(self._counts)] = self._counts
        if times is None:
            grown += np.bincount(cells, minlength=len(grown))
        else:
            np.add.at(grown, cells, times)
        self._counts = grown

    def summaries(self) -> Iterator[Any]:
        """Yield a Tally, or a ContingencyTable, of each key in the order of the codes."""
        streams, codes = self._cells.pairs()
        order = np.argsort(streams, kind="stable")
        ends = np.cumsum(np.bincount(streams, minlength=len(self.keys)))
        labels = self._labels()
        start = 0
        for end in ends:
            cells = order[start:end]
            held = (labels[code] for code in codes[cells])
            yield self._summary(dict(zip(held, self._counts[cells].tolist(), strict=True)))
            start = end

    def _labels(self) -> list[Any]:
        if len(self._encoders) == 1:
            return list(self._encoders[0].labels())
        (x, y), (xs, ys) = (each.labels() for each in self._encoders), self._label_pairs.pairs()
        return [(x[i], y[j]) for i, j in zip(xs, ys, strict=True)]

    def _summary(self, counts: dict[Any, int]) -> Any:
        kind: Any = Tally if len(self._encoders) == 1 else ContingencyTable
        summary = kind(missing=self._missing)
        summary.update_counts(counts)
        return summary


class GroupedSketches:
    """A sketch of the labels of each key. Memory: that of the sketches, whatever the labels."""

    def __init__(self, keys: Sequence[str], memory: int | str, missing: Any):
        self.keys = KeyedCodes(keys)
        self._memory = memory
        self._missing = missing
        self._sketches: list[EntropySketch] = []

    def push(self, columns: Sequence[Any]) -> None:
        """Add rows: the columns of keys and that of labels."""
        *keys, labels = columns
        if self._missing == "raise" and labels.null_count:
            raise ValueError(MISSING)
        streams = self.keys.codes(keys, len(labels))
        self._grow()
        if len(self._sketches) == 1:
            self._sketches[0].update_many(labels)
            return
        order = np.argsort(streams, kind="stable")
        ordered = with_cheap_slices(labels, len(self._sketches)).take(pa.array(order))
        for code, start, end in runs(streams[order]):
            self._sketches[code].update_many(ordered.slice(start, end - start))

    def summaries(self) -> Iterator[Any]:
        """Yield the sketch of each key in the order of the codes."""
        self._grow()
        return iter(self._sketches)

    def _grow(self) -> None:
        for _ in range(len(self._sketches), len(self.keys)):
            self._sketches.append(EntropySketch(self._memory, missing=self._missing))


class GroupedStates:
    """States of the same keys, to be merged."""

    def __init__(self, keys: Sequence[str]):
        self.keys = KeyedCodes(keys)
        self._streams: list[NDArray[np.uint32]] = []
        self._states: list[Any] = []
        self._partitions: list[int] = []

    def push(self, columns: Sequence[Any]) -> None:
        """Add rows: the columns of keys, of states, and of the partitions that they come from."""
        *keys, states, partitions = columns
        self._streams.append(self.keys.codes(keys, len(states)))
        self._states += states.to_pylist()
        self._partitions += partitions.to_pylist()

    def summaries(self) -> Iterator[Any]:
        """Yield the merged summary of each key in the order of the codes.

        States are merged in the order of their bytes: that in which a shuffle delivers them
        decides nothing, not even for a sketch that is not exact.
        """
        streams = np.concatenate(self._streams)
        rows = sorted(range(len(streams)), key=lambda row: (streams[row], self._states[row] or b""))
        for code, start, end in runs(streams[rows]):
            yield self._merged(code, rows[start:end])

    def _merged(self, code: int, rows: Sequence[int]) -> Any:
        row = rows[0]
        try:
            merged = summary_of(self._states[row])
            for row in rows[1:]:
                merged.merge(summary_of(self._states[row]))
        except (TypeError, ValueError) as error:
            partition = f"partition {self._partitions[row]}"
            raise StateError(self.keys.located(code, str(error), partition)) from None
        return merged


def with_cheap_slices(labels: Any, slices: int) -> Any:
    """Return labels without a dictionary if slices of them would take longer with it.

    A summary looks at the whole dictionary of each slice, however short that is.
    """
    encoded = pa.types.is_dictionary(labels.type)
    if encoded and slices * len(labels.dictionary) > len(labels):
        return labels.dictionary_decode()
    return labels


def without_zeros(columns: Sequence[Any]) -> list[Any]:
    """Return the rows whose count, the last column, is not 0."""
    held = compute.greater(columns[-1], 0)
    return [column.filter(held) for column in columns]


def runs(codes: NDArray[np.uint32]) -> Iterator[tuple[int, int, int]]:
    """Yield each of sorted codes with the first row that has it and the one after the last."""
    numbers, starts = np.unique(codes, return_index=True)
    ends = [*starts[1:].tolist(), len(codes)]
    return zip(numbers.tolist(), starts.tolist(), ends, strict=True)
