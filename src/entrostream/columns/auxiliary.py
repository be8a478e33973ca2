"""Auxiliary columns: the times, group keys and weights of the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.libraries import require_rows, row_slice

__all__ = ["AuxiliaryArrays", "AuxiliaryColumns"]


@dataclass(frozen=True)
class AuxiliaryColumns:
    """The columns that accompany the values, as the user gave them."""

    times: Any = None
    keys: tuple[Any, ...] = ()
    weights: Any = None

    @property
    def is_empty(self) -> bool:
        """Whether rows have neither times nor keys nor weights."""
        return self.times is None and self.weights is None and not self.keys

    def require_rows(self, rows: int) -> None:
        """Refuse columns that are longer or shorter than the values."""
        named = [("times", self.times), ("weights", self.weights)]
        for name, column in named + [("group_by", key) for key in self.keys]:
            if column is not None:
                require_rows(column, rows, name, hint=length_hint(column))

    def without_rows(self) -> AuxiliaryColumns:
        """Return the same columns without their rows: an engine only needs their names."""

        def emptied(column: Any) -> Any:
            return None if column is None else ()

        return AuxiliaryColumns(
            emptied(self.times), tuple(map(emptied, self.keys)), emptied(self.weights)
        )


@dataclass(frozen=True)
class AuxiliaryArrays:
    """Auxiliary columns after reading: times in nanoseconds, weights in units, keys as given."""

    times: NDArray[np.int64] | None = None
    keys: tuple[Any, ...] = ()
    weights: NDArray[np.uint64] | None = None
    in_order: bool = True  # whether times never decrease

    def slice(self, first: int, last: int) -> AuxiliaryArrays:
        """Return the rows from `first` to before `last`."""
        times = None if self.times is None else self.times[first:last]
        weights = None if self.weights is None else self.weights[first:last]
        keys = tuple(row_slice(key, first, last) for key in self.keys)
        return AuxiliaryArrays(times, keys, weights, self.in_order)


def length_hint(column: Any) -> str:
    """Return a hint for a list of the wrong length: it may hold names of columns."""
    are_strings = isinstance(column, list) and all(isinstance(each, str) for each in column)
    return "; names of columns need a frame" if are_strings else ""
