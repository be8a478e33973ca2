"""The keys of rows as codes, and the keys of the codes."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import DictionaryEncoder, PairEncoder, repr_short

__all__ = ["KeyedCodes", "PairCodes", "as_bits", "plain_type"]

pa: Any = import_module("pyarrow")  # it has no type hints

Codes = NDArray[np.uint32]


class PairCodes:
    """Pairs of codes, each with a code of its own, and the pair of each code."""

    def __init__(self) -> None:
        self._encoder = PairEncoder()
        self._parts: list[tuple[Codes, Codes]] = []

    def __len__(self) -> int:
        return len(self._encoder)

    def codes(self, x: Codes, y: Codes) -> Codes:
        """Return the codes of pairs; neither part may be missing."""
        before = len(self._encoder)
        codes = np.asarray(self._encoder.codes(x, y))
        if len(self._encoder) > before:
            new = np.flatnonzero(codes >= before)
            _, first = np.unique(codes[new], return_index=True)
            self._parts.append((x[new[first]], y[new[first]]))
        return codes

    def pairs(self) -> tuple[Codes, Codes]:
        """Return both parts of each pair, in the order of the codes."""
        if not self._parts:
            return np.empty(0, np.uint32), np.empty(0, np.uint32)
        x, y = (np.concatenate(part) for part in zip(*self._parts, strict=True))
        return x, y


class KeyedCodes:
    """The keys of rows, of one column or several, as one code per row. Null is a key."""

    def __init__(self, names: Sequence[str]):
        self._names = tuple(names)  # for errors
        self._encoders = [DictionaryEncoder("label") for _ in names]
        self._pairs = [PairCodes() for _ in names[1:]]
        self._types: list[Any] = []

    def __len__(self) -> int:
        if not self._encoders:
            return 1
        return len(self._pairs[-1]) if self._pairs else len(self._encoders[0])

    def codes(self, columns: Sequence[Any], rows: int) -> Codes:
        """Return the code of the key of each row."""
        if not columns:
            return np.zeros(rows, np.uint32)
        self._types = self._types or [plain_type(column.type) for column in columns]
        first, *more = [
            np.asarray(encoder.codes(as_bits(column)))
            for encoder, column in zip(self._encoders, columns, strict=True)
        ]
        for pairs, codes in zip(self._pairs, more, strict=True):
            first = pairs.codes(first, codes)
        return first

    def arrays(self) -> list[Any]:
        """Return the columns of keys, with the types that they had, in the order of the codes."""
        if not self._types:
            return []
        places = [np.arange(len(self), dtype=np.uint32)]
        for pairs in reversed(self._pairs):
            x, y = pairs.pairs()
            places[:1] = [x[places[0]], y[places[0]]]
        held = [encoder.labels() for encoder in self._encoders]
        return [
            from_bits([labels[place] for place in column], kind)
            for labels, column, kind in zip(held, places, self._types, strict=True)
        ]

    def located(self, code: int, sentence: str, *places: str) -> str:
        """Return an error with the key of a code: "key host='a', hour=3, partition 0: ..."."""
        pairs = zip(self._names, self.arrays(), strict=True)
        key = ", ".join(f"{name}={repr_short(column[code].as_py())}" for name, column in pairs)
        where = ", ".join([*([f"key {key}"] if key else []), *places])
        return f"{where}: {sentence}" if where else sentence


def plain_type(kind: Any) -> Any:
    """Return the type of values that may be dictionary-encoded."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def bits_type(kind: Any) -> Any:
    """Return the type of integers that has the bits of numbers and times; None for others."""
    if not (pa.types.is_floating(kind) or pa.types.is_temporal(kind)):
        return None
    return {16: pa.int16(), 32: pa.int32(), 64: pa.int64()}.get(kind.bit_width)


def as_bits(column: Any) -> Any:
    """Return keys as integers where labels would lose something: NaN is not null."""
    bits = None if pa.types.is_dictionary(column.type) else bits_type(column.type)
    return column if bits is None else column.view(bits)


def from_bits(values: list[Any], kind: Any) -> Any:
    """Return keys with the type that they had."""
    bits = bits_type(kind)
    return pa.array(values, kind) if bits is None else pa.array(values, bits).view(kind)
