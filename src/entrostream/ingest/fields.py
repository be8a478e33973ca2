"""Fields as labels: plain ones, pairs (src+dst), address prefixes (src/24) and bins (bytes:log2)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from math import floor, isfinite
from typing import Any

import numpy as np
import pyarrow as pa

from entrostream.ingest.rows import Column, column_of

__all__ = ["Field", "UnknownFieldError", "encode", "resolve_fields"]

PREFIX = re.compile(r"(.+)/(\d+)$")
BINS = re.compile(r"(.+):(log2|log10|\d+(?:\.\d+)?)$")
NO_LABEL = -1
SHOWN_NAMES = 12

Transform = Callable[[Any], Hashable]


class UnknownFieldError(ValueError):
    """A field that the source does not have."""


@dataclass(frozen=True)
class Part:
    """A column, and what makes a label of its values."""

    column: str
    transform: Transform | None = None


@dataclass(frozen=True)
class Field:
    """What is measured: a label for each row, made of one column or of several.

    Parameters
    ----------
    name : str
        As the user wrote it.
    parts : tuple of Part
        The columns, in order; several make a tuple.

    Examples
    --------
    >>> from entrostream.ingest import Rows, resolve_fields
    >>> rows = Rows(2, {"src": ["10.0.0.1", "10.0.0.2"], "port": [80, 443]})
    >>> pair, = resolve_fields(["src/24+port"], ["src", "port"])
    >>> pair.labels(rows.columns)
    [('10.0.0.0/24', 80), ('10.0.0.0/24', 443)]
    """

    name: str
    parts: tuple[Part, ...]

    @property
    def columns(self) -> list[str]:
        """The columns that it needs."""
        return [part.column for part in self.parts]

    def labels(self, columns: Mapping[str, Column]) -> Column:
        """Return the label of each row; null or None where it is missing."""
        parts = [transformed(columns[part.column], part.transform) for part in self.parts]
        return parts[0] if len(parts) == 1 else pairs(parts)


def resolve_fields(specs: Iterable[str], names: Sequence[str]) -> list[Field]:
    """Return the fields that were asked for, of a source with these columns.

    Parameters
    ----------
    specs : iterable of str
        "src", "src+dst", "src/24", "bytes:log2", "bytes:log10", "bytes:500", and mixtures.
    names : sequence of str
        The names of the columns.

    Returns
    -------
    list of Field
        One for each.

    Raises
    ------
    UnknownFieldError
        If a column does not exist; names the one that may be meant.

    Examples
    --------
    >>> from entrostream.ingest import resolve_fields
    >>> [field.columns for field in resolve_fields(["src+dst", "bytes:log2"], ["src", "dst", "bytes"])]
    [['src', 'dst'], ['bytes']]
    >>> resolve_fields(["scr"], ["src", "dst"])
    Traceback (most recent call last):
    ...
    entrostream.ingest.fields.UnknownFieldError: there is no field 'scr'; did you mean 'src'?
    """
    return [Field(spec, parts_of(spec, names)) for spec in specs]


def parts_of(spec: str, names: Sequence[str]) -> tuple[Part, ...]:
    """Return the parts of a field; a column of that very name comes first."""
    if spec in names:
        return (Part(spec),)
    if "+" in spec:
        return tuple(part for each in spec.split("+") for part in parts_of(each, names))
    for pattern, transform_of in ((PREFIX, prefix_transform), (BINS, bin_transform)):
        match = pattern.match(spec)
        if match and match[1] in names:
            return (Part(match[1], transform_of(match[2])),)
    raise UnknownFieldError(no_such_field(spec, names))


def no_such_field(spec: str, names: Sequence[str]) -> str:
    """Return what is wrong with a field, and the way out."""
    wanted = re.split(r"[/:]", spec)[0]
    close = get_close_matches(wanted, names, 1)
    if close:
        return f"there is no field {wanted!r}; did you mean {close[0]!r}?"
    shown = ", ".join(map(repr, names[:SHOWN_NAMES])) + (", ..." if len(names) > SHOWN_NAMES else "")
    return f"there is no field {wanted!r}; there are {shown}" if names else (
        f"there is no field {wanted!r}: the input has no fields"
    )


def prefix_transform(bits: str) -> Transform:
    """Return the network of an address; None for what is no address."""
    length = int(bits)
    if length > 128:
        raise UnknownFieldError(f"an address prefix has at most 128 bits, got /{length}")

    @lru_cache(1 << 16)
    def network(value: Any) -> Hashable:
        try:
            address = ipaddress.ip_address(value.strip() if isinstance(value, str) else value)
        except ValueError:
            return None
        most = min(length, address.max_prefixlen)
        return str(ipaddress.ip_network((address, most), strict=False))

    return network


def bin_transform(rule: str) -> Transform:
    """Return the bin of a number as text, such as "1024..2047"; None for what is no number."""
    if rule == "log2":
        return lambda value: power_bin(number_of(value), 2)
    if rule == "log10":
        return lambda value: power_bin(number_of(value), 10)
    width = float(rule)
    if width == 0:
        raise UnknownFieldError("the width of bins must be above 0, got 0")
    return lambda value: width_bin(number_of(value), width)


def number_of(value: Any) -> float | None:
    """Return a value as a number; None if it is none."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if isfinite(number) else None


def power_bin(number: float | None, base: int) -> Hashable:
    """Return between which powers of the base a number lies, its sign apart."""
    if number is None:
        return None
    if number == 0:
        return "0"
    size, exponent = abs(number), 0
    low = 1.0
    while low * base <= size:
        low *= base
        exponent += 1
    while low > size:
        low /= base
        exponent -= 1
    sign = "-" if number < 0 else ""
    return f"{sign}{base}^{exponent}"


def width_bin(number: float | None, width: float) -> Hashable:
    """Return the bin of a number among bins of equal width, by its lower edge."""
    if number is None:
        return None
    low = floor(number / width) * width
    return f"{low:g}..{low + width:g}"


def transformed(column: Column, transform: Transform | None) -> Column:
    """Return the labels of a column: its distinct values are transformed once each."""
    if transform is None:
        return column
    codes, distinct = encode(column)
    labels = [transform(value) for value in distinct] + [None]
    return column_of([labels[code] for code in codes])


def pairs(parts: Sequence[Column]) -> list[Hashable]:
    """Return rows of several columns as tuples; None where one of them is missing."""
    lists = [part.to_pylist() if isinstance(part, pa.Array) else part for part in parts]
    return [
        None if any(value is None or value != value for value in row) else row
        for row in zip(*lists, strict=True)
    ]


def encode(column: Column) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[Any]]:
    """Return the number of each row's value among the distinct ones, `NO_LABEL` if it is missing.

    >>> from entrostream.ingest.fields import encode
    >>> codes, distinct = encode(["b", None, "a", "b"])
    >>> codes.tolist(), distinct
    ([0, -1, 1, 0], ['b', 'a'])
    """
    if isinstance(column, pa.Array):
        if not pa.types.is_dictionary(column.type):
            column = column.dictionary_encode()
        codes = column.indices.fill_null(NO_LABEL).to_numpy(zero_copy_only=False)
        return codes.astype(np.int64), column.dictionary.to_pylist()
    places: dict[Any, int] = {}
    numbers = [
        NO_LABEL if value is None or value != value else places.setdefault(value, len(places))
        for value in column
    ]
    return np.array(numbers, dtype=np.int64), list(places)
