"""Rows counted key by key in an executor: Arrow batches in, one state per key out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from entrostream._core import (
    ContingencyTable,
    DictionaryEncoder,
    EntropySketch,
    PairEncoder,
    Tally,
)
from entrostream.columns.engine import NO_CODE

__all__ = ["GroupedCounts", "GroupedSketches", "KeyedCodes", "PairCodes"]

pa: Any = import_module("pyarrow")  # it has no type hints


class PairCodes:
    """Pairs of codes, each with a code of its own, and the pair of each code."""

    def __init__(self) -> None:
        self._encoder = PairEncoder()
        self._parts: list[tuple[Any, Any]] = []

    def __len__(self) -> int:
        return len(self._encoder)

    def codes(self, x: Any, y: Any) -> Any:
        """Return the codes of pairs; neither part may be missing."""
        before = len(self._encoder)
        codes = self._encoder.codes(x, y)
        if len(self._encoder) > before:
            new = np.flatnonzero(codes >= before)
            _, first = np.unique(codes[new], return_index=True)
            self._parts.append((x[new[first]], y[new[first]]))
        return codes

    def pairs(self) -> tuple[Any, Any]:
        """Return both parts of each pair, in the order of the codes."""
        if not self._parts:
            return np.empty(0, np.uint32), np.empty(0, np.uint32)
        x, y = (np.concatenate(part) for part in zip(*self._parts, strict=True))
        return x, y


class KeyedCodes:
    """The keys of rows, of one column or several, as one code per row. Null is a key."""

    def __init__(self, columns: int):
        self._encoders = [DictionaryEncoder("label") for _ in range(columns)]
        self._pairs = [PairCodes() for _ in range(columns - 1)]

    def __len__(self) -> int:
        if not self._encoders:
            return 1
        return len(self._pairs[-1]) if self._pairs else len(self._encoders[0])

    def codes(self, columns: Sequence[Any], rows: int) -> Any:
        """Return the code of the key of each row."""
        if not columns:
            return np.zeros(rows, np.uint32)
        first, *more = [
            encoder.codes(column) for encoder, column in zip(self._encoders, columns, strict=True)
        ]
        for pairs, codes in zip(self._pairs, more, strict=True):
            first = pairs.codes(first, codes)
        return first

    def values(self) -> list[list[Any]]:
        """Return the columns of keys, in the order of their codes."""
        if not self._encoders:
            return []
        places = [np.arange(len(self), dtype=np.uint32)]
        for pairs in reversed(self._pairs):
            x, y = pairs.pairs()
            places[:1] = [x[places[0]], y[places[0]]]
        return [
            [labels[place] for place in column]
            for labels, column in zip(
                (encoder.labels() for encoder in self._encoders), places, strict=True
            )
        ]


class GroupedCounts:
    """Exact counts of labels, or of pairs of labels, of each key.

    Labels are those of the library (docs/labels.md), looked up once per distinct value of a batch.
    Memory: the distinct labels of each key, whatever the number of rows.
    """

    def __init__(self, keys: int, labels: int, missing: str):
        self.keys = KeyedCodes(keys)
        self._missing = missing
        self._encoders = [DictionaryEncoder(missing) for _ in range(labels)]
        self._label_pairs = PairCodes()
        self._cells = PairCodes()  # of a key and a label
        self._counts = np.zeros(0, np.int64)

    def push(self, keys: Sequence[Any], labels: Sequence[Any], counts: Any = None) -> None:
        """Add rows, or rows that stand for a number of equal ones each."""
        streams = self.keys.codes(keys, len(labels[0]))
        columns = [
            encoder.codes(column) for encoder, column in zip(self._encoders, labels, strict=True)
        ]
        held = np.logical_and.reduce([codes != NO_CODE for codes in columns])
        if not held.all():
            streams, columns = streams[held], [codes[held] for codes in columns]
            counts = None if counts is None else counts[held]
        codes = columns[0] if len(columns) == 1 else self._label_pairs.codes(*columns)
        cells = self._cells.codes(streams, codes)
        grown = np.zeros(len(self._cells), np.int64)
        grown[: len(self._counts)] = self._counts
        if counts is None:
            grown += np.bincount(cells, minlength=len(grown))
        else:
            np.add.at(grown, cells, counts)
        self._counts = grown

    def summaries(self) -> Iterator[Any]:
        """Return a Tally, or a ContingencyTable, of each key in the order of their codes."""
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

    def __init__(self, keys: int, memory: int | str, missing: str):
        self.keys = KeyedCodes(keys)
        self._memory = memory
        self._missing = missing
        self._sketches: list[EntropySketch] = []

    def push(self, keys: Sequence[Any], labels: Sequence[Any]) -> None:
        """Add rows."""
        (column,) = labels
        streams = self.keys.codes(keys, len(column))
        self._grow()
        if len(self._sketches) == 1:
            self._sketches[0].update_many(column)
            return
        order = np.argsort(streams, kind="stable")
        ordered = column.take(pa.array(order))
        numbers, starts = np.unique(streams[order], return_index=True)
        for number, start, end in zip(numbers, starts, [*starts[1:], len(order)], strict=True):
            self._sketches[number].update_many(ordered.slice(start, end - start))

    def summaries(self) -> Iterator[Any]:
        """Return the sketch of each key in the order of their codes."""
        self._grow()
        return iter(self._sketches)

    def _grow(self) -> None:
        for _ in range(len(self._sketches), len(self.keys)):
            self._sketches.append(EntropySketch(self._memory, missing=self._missing))
