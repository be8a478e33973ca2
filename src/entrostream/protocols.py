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

    Examples
    --------
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
        """Add one event.

        Parameters
        ----------
        label : hashable
            The label of the event.

        Raises
        ------
        TypeError, ValueError
            If a label is not hashable, or is missing with missing="raise".
        """

    def update_many(self, labels: Iterable[Any]) -> None:
        """Add many events, all of them or none.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, an array or a column.

        Raises
        ------
        TypeError, ValueError
            If a label is not hashable, or is missing with missing="raise".
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure) -> NDArray[np.float64]: ...

    @overload
    def trace(
        self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ...
    ) -> dict[str, NDArray[np.float64]]: ...

    def trace(self, labels: Iterable[Any], measures: Any = ...) -> Any:
        """Add many events, and return the measures after each of them.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, an array or a column.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays by the names of the measures, one value per row; a single array if `measures`
            is one name.

        Raises
        ------
        TypeError, ValueError
            If a label is refused, or a measure is unknown.
        """

    def counts(self) -> Mapping[Any, float]:
        """Return the labels now held with their counts, or weights.

        Returns
        -------
        mapping
            Counts by label.
        """

    def most_common(self, k: int | None = None) -> Sequence[tuple[Any, float]]:
        """Return the k labels with the largest counts, or weights.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        sequence of tuple
            Pairs of label and count, largest count first.

        Raises
        ------
        TypeError, ValueError
            If `k` is not an integer, or is negative.
        """

    def copy(self: Self) -> Self:
        """Return an independent copy.

        Returns
        -------
        the same class
            The copy.
        """

    def clear(self) -> None:
        """Remove all events."""

    def to_bytes(self) -> bytes:
        """Return the summary as bytes.

        Returns
        -------
        bytes
            What `from_bytes` of the class reads.

        Raises
        ------
        TypeError
            If a label is of a type that bytes cannot carry.
        """


@runtime_checkable
class Removable(Protocol):
    """Single events can be removed.

    Examples
    --------
    >>> isinstance(es.Tally(), es.Removable)
    True
    """

    def remove(self, label: Hashable) -> None:
        """Remove one event.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        ValueError
            If no event with this label is held.
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """Remove events by their counts.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label.

        Raises
        ------
        ValueError
            If fewer events are held; nothing is removed then.
        """

    def drop(self, label: Hashable) -> None:
        """Remove all events of one label.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        ValueError
            If the label is not held.
        """


@runtime_checkable
class Mergeable(Protocol):
    """Two of them merge into the summary of both streams.

    A class that refuses to merge may still have a `merge` that says why; what it
    does not have is `+`.

    Examples
    --------
    >>> isinstance(es.Tally(), es.Mergeable)
    True
    >>> isinstance(es.SlidingWindow(10), es.Mergeable)
    False
    """

    def merge(self: Self, other: Self) -> None:
        """Add all events of another summary.

        Parameters
        ----------
        other : the same class
            It stays as it is.

        Raises
        ------
        TypeError, ValueError
            If `other` is of another class, or its parameters do not allow it.
        """

    def __add__(self: Self, other: Self) -> Self: ...


@runtime_checkable
class Timed(Protocol):
    """Events have a time, and time passes without events.

    Examples
    --------
    >>> isinstance(es.Tally(), es.Timed)
    False
    """

    def update(self, label: Hashable, *, at: Any) -> None:
        """Add one event at its time.

        Parameters
        ----------
        label : hashable
            The label of the event.
        at : time
            A number of seconds, a datetime, a numpy.datetime64, a pandas.Timestamp or an
            ISO 8601 string.

        Raises
        ------
        TypeError, ValueError
            If a label or a time is refused.
        """

    def update_many(self, labels: Iterable[Any], *, times: Any) -> None:
        """Add many events, each at its time, or all at one time.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, an array or a column.
        times : column of times, or one time
            As long as the labels, or one time for all of them.

        Raises
        ------
        TypeError, ValueError
            If a label or a time is refused.
        """

    def advance(self, at: Any) -> None:
        """Move the clock without an event.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime, a numpy.datetime64, a pandas.Timestamp or an
            ISO 8601 string.

        Raises
        ------
        TypeError, ValueError
            If the time is refused.
        """
