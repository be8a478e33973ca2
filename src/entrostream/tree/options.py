"""Options of a tree that come in several forms."""

from __future__ import annotations

import re
from typing import Any

from entrostream._core import repr_short
from entrostream.columns.window import integer

__all__ = ["at_least", "bytes_of", "names_of"]

UNITS = {
    "": 1,
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}


def bytes_of(limit: Any) -> Any:
    """Return a number of bytes: as it is, or read from a string such as "10MiB"."""
    if not isinstance(limit, str):
        return limit
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", limit.lower())
    if match is None or match[2] not in UNITS:
        raise ValueError(
            "memory_limit must be a number of bytes, or a string such as "
            f'"10MiB", "512kB" or "1.5GB", got {repr_short(limit)}'
        )
    return int(float(match[1]) * UNITS[match[2]])


def names_of(nominal: Any) -> list[Any] | None:
    """Return the names of attributes as a list; one text alone is a slip."""
    if nominal is None:
        return None
    if isinstance(nominal, str | bytes) or not hasattr(nominal, "__iter__"):
        raise TypeError(
            f"nominal_attributes must be a list of names or None, got {repr_short(nominal)}"
        )
    return list(nominal)


def at_least(least: int, name: str, value: Any) -> int:
    """Return an integer that is not too small, or say what is wrong with it."""
    number = integer(value)
    if number is None or number < least:
        raise ValueError(f"{name} must be an integer, {least} or more, got {repr_short(value)}")
    return number
