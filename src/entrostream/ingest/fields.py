"""Fields as labels: plain, pairs (src+dst), address prefixes (src/24), bins (bytes:log2)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from math import frexp, isfinite
from typing import Any

import numpy as np
import pyarrow as pa

from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import Column, column_of, present, values_of

__all__ = ["Field", "UnknownFieldError", "encode", "no_such_field", "resolve_fields"]

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


def resolve_fields(
    specs: Iterable[str], names: Sequence[str], *, open_ended: bool = False
) -> list[Field]:
    """Return the requested fields of a source with these columns.

    Parameters
    ----------
    specs : iterable of str
        "src", "src+dst", "src/24", "bytes:log2", "bytes:log10", "bytes:500", and mixtures.
    names : sequence of str
        The names of the columns.
    open_ended : bool, default False
        Whether there may be columns of other names, as in JSON.

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
    >>> fields = resolve_fields(["src+dst", "bytes:log2"], ["src", "dst", "bytes"])
    >>> [field.columns for field in fields]
    [['src', 'dst'], ['bytes']]
    >>> resolve_fields(["scr"], ["src", "dst"])
    Traceback (most recent call last):
    ...
    entrostream.ingest.fields.UnknownFieldError: there is no field 'scr'; did you mean 'src'?
    """
    return [Field(spec, parts_of(spec, names, open_ended)) for spec in specs]


def parts_of(spec: str, names: Sequence[str], open_ended: bool) -> tuple[Part, ...]:
    """Return the parts of a field; a column of that very name comes first.

    Of a name with plus signs the longest beginning that is a part is one.
    """
    pieces = spec.split("+")
    for count in range(len(pieces), 0, -1):
        part = part_of("+".join(pieces[:count]), names, open_ended and count == 1)
        if part is not None:
            rest = "+".join(pieces[count:])
            return (part, *(parts_of(rest, names, open_ended) if count < len(pieces) else ()))
    raise UnknownFieldError(no_such_field(pieces[0], names))


def part_of(spec: str, names: Sequence[str], open_ended: bool) -> Part | None:
    """Return a column, perhaps with prefixes or bins; None if there is no such column."""
    if spec in names:
        return Part(spec)
    for pattern, transform_of in ((PREFIX, prefix_transform), (BINS, bin_transform)):
        match = pattern.match(spec)
        if match and (match[1] in names or open_ended):
            return Part(match[1], transform_of(match[2]))
    return Part(spec) if open_ended and spec else None


def no_such_field(spec: str, names: Sequence[str]) -> str:
    """Return what is wrong with a field, and the way out."""
    wanted = re.split(r"[/:]", spec)[0]
    close = get_close_matches(wanted, names, 1)
    if close:
        return f"there is no field {wanted!r}; did you mean {close[0]!r}?"
    if not names:
        return f"there is no field {wanted!r}: the input has no fields"
    return f"there is no field {wanted!r}; there are {listed(names)}"


def listed(names: Sequence[str]) -> str:
    """Return the first names in one line, for messages."""
    more = ", ..." if len(names) > SHOWN_NAMES else ""
    return ", ".join(map(repr, names[:SHOWN_NAMES])) + more


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
    """Return the bin of a number as text, such as "2^10" or "500..1000"; None for no number."""
    if rule == "log2":
        return lambda value: power_bin(number_of(value), 2)
    if rule == "log10":
        return lambda value: power_bin(number_of(value), 10)
    width = Fraction(rule)
    if width == 0:
        raise UnknownFieldError("the width of bins must be above 0, got 0")
    return lambda value: width_bin(number_of(value), width)


def number_of(value: Any) -> float | None:
    """Return a value as a number; None if it is none."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def power_bin(number: float | None, base: int) -> Hashable:
    """Return the power of the base at or below the size of a number, with its sign."""
    if number is None:
        return None
    if number == 0:
        return "0"
    # Powers of 10 by the digits of a number: 0.001 is no sum of powers of 2.
    exponent = frexp(number)[1] - 1 if base == 2 else Decimal(repr(number)).adjusted()
    sign = "-" if number < 0 else ""
    return f"{sign}{base}^{exponent}"


def width_bin(number: float | None, width: Fraction) -> Hashable:
    """Return the bin of a number among bins of equal width, by its edges."""
    if number is None:
        return None
    if number.is_integer() and width.denominator == 1:  # the usual case: fractions are slow
        low = int(number) // width.numerator * width.numerator
        return f"{low}..{low + width.numerator}"
    place = Fraction(repr(number)) // width
    return f"{edge_text(place * width)}..{edge_text((place + 1) * width)}"


def edge_text(edge: Fraction) -> str:
    """Return the edge of a bin with all its digits: two edges never look the same."""
    if edge.denominator == 1:
        return str(edge.numerator)
    places = len(str(edge.denominator))
    while (edge * 10**places).denominator != 1:  # it ends: widths are decimal numbers
        places += 1
    digits = str(abs(edge * 10**places)).rjust(places + 1, "0")
    sign = "-" if edge < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0")


def transformed(column: Column, transform: Transform | None) -> Column:
    """Return the labels of a column: its distinct values are transformed once each."""
    if transform is None:
        return column
    codes, distinct = encode(column)
    labels = [transform(value) for value in distinct] + [None]
    return column_of([labels[code] for code in codes])


def pairs(parts: Sequence[Column]) -> list[Hashable]:
    """Return rows of several columns as tuples; None where one of them is missing."""
    for part in parts:
        require_plain(part)
    lists = [values_of(part) for part in parts]
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
        return encode_array(column)
    places: dict[Any, int] = {}
    numbers = [
        NO_LABEL if value is None or value != value else places.setdefault(value, len(places))
        for value in column
    ]
    return np.array(numbers, dtype=np.int64), list(places)


def encode_array(column: pa.Array) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[Any]]:
    """Return codes of an Arrow array; those of a stored dictionary in the order of the rows."""
    there = present(column)
    require_plain(column)
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    stored = column.indices.fill_null(0).to_numpy(zero_copy_only=False)[there]
    used, first, inverse = np.unique(stored, return_index=True, return_inverse=True)
    order = np.argsort(first)  # a dictionary may have values that no row has
    codes = np.full(len(there), NO_LABEL, dtype=np.int64)
    codes[there] = np.argsort(order)[inverse]
    return codes, values_of(column.dictionary.take(pa.array(used[order])))


def require_plain(column: Column) -> None:
    """Refuse a column of lists or structures: such values are no labels."""
    if isinstance(column, pa.Array) and pa.types.is_nested(column.type):
        raise InputError(f"a column of {column.type} has no labels: name one with plain values")
