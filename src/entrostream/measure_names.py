"""Measures by name: one of them, or several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from entrostream._core import MEASURES, repr_short

__all__ = ["names_of"]


def names_of(measures: Any, known: Iterable[str] = MEASURES) -> tuple[str, ...]:
    """Return the names of one measure or several; `known` are those that a refusal lists.

    >>> from entrostream.measure_names import names_of
    >>> names_of("gini"), names_of(["gini", "n"])
    (('gini',), ('gini', 'n'))
    """
    if isinstance(measures, str):
        return (measures,)
    if not isinstance(measures, Iterable):
        raise TypeError(
            f"measures must be one of {', '.join(known)}, or a list of them, "
            f"got {repr_short(measures)} ({type(measures).__name__})"
        )
    return tuple(measures)
