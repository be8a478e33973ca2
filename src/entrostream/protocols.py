"""What summaries have in common, as protocols for type annotations and isinstance."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, overload, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from entrostream.measures import Measure

__all__ = ["Mergeable", "Removable", "Summary", "Timed"]

Self = TypeVar("Self")


@runtime_checkable
class Summary(Protocol):
    """Labels go in, their entropy and Gini index can be read at any time.

    >>> isinstance(es.Tally(), es.Summary)
    True
    """

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits."""

    @property
    def gini(self) -> float:
        """Gini index 1 - sum p^2."""

    @property
    def n(self) -> float:
        """The number of events held, or their weight."""

    @property
    def distinct(self) -> int:
        """The number of different labels held."""

    def update(self, label: Hashable) -> None:
        """Add one event."""

    def update_many(self, labels: Iterable[Any]) -> None:
        """Add many events, all of them or none."""

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure) -> NDArray[np.float64]: ...

    @overload
    def trace(
        self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ...
    ) -> dict[str, NDArray[np.float64]]: ...

    def trace(self, labels: Iterable[Any], measures: Any = ...) -> Any:
        """Like update_many; returns the values after each event."""

    def counts(self) -> Mapping[Any, float]:
        """Return the labels now held with their counts, or weights."""

    def most_common(self, k: int | None = None) -> Sequence[tuple[Any, float]]:
        """Return the k labels with the largest counts, or weights."""

    def copy(self: Self) -> Self:
        """Return an independent copy."""

    def clear(self) -> None:
        """Remove all events."""

    def to_bytes(self) -> bytes:
        """Return the summary as bytes."""


@runtime_checkable
class Removable(Protocol):
    """Single events can be removed.

    >>> isinstance(es.Tally(), es.Removable)
    True
    """

    def remove(self, label: Hashable) -> None:
        """Remove one event."""

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """Remove events by their counts."""

    def drop(self, label: Hashable) -> None:
        """Remove all events of one label."""


@runtime_checkable
class Mergeable(Protocol):
    """Two of them merge into the summary of both streams.

    A class that refuses to merge may still have a `merge` that says why; what it
    does not have is `+`.

    >>> isinstance(es.Tally(), es.Mergeable)
    True
    >>> isinstance(es.SlidingWindow(10), es.Mergeable)
    False
    """

    def merge(self: Self, other: Self) -> None:
        """Add all events of another summary."""

    def __add__(self: Self, other: Self) -> Self: ...


@runtime_checkable
class Timed(Protocol):
    """Events have a time, and time passes without events.

    >>> isinstance(es.Tally(), es.Timed)
    False
    """

    def update(self, label: Hashable, *, at: Any) -> None:
        """Add one event at its time."""

    def update_many(self, labels: Iterable[Any], *, times: Any) -> None:
        """Add many events, each at its time, or all at one time."""

    def advance(self, at: Any) -> None:
        """Move the clock without an event."""
