"""
The compiled core of entrostream; its names are public in entrostream itself.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NoReturn, overload

from numpy import float64
from numpy.typing import NDArray
from typing_extensions import Self


class StateError(ValueError):
    pass

class Tally:
    """
    Every label since the start; labels may be removed again.

    The counts of a sample with their exact entropy and Gini index: Inc, Dec, Add and
    Del of Sovdat (2014), in O(1) and without drift. Two tallies merge into the tally
    of both streams. Every read depends on the counts alone, not on how they came.

    >>> tally = es.Tally()
    >>> tally.update_many(["a", "a", "b", "b", "b"])
    >>> tally.entropy, tally.gini
    (0.9709505944546687, 0.48)

    Parameters
    ----------
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, *, missing: str = "raise") -> None: ...

    def update(self, label: Hashable) -> None:
        """One event more: Inc of Algorithms 1 and 3."""

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits, within 0.51 ulp (Definition 2)."""

    @property
    def gini(self) -> float:
        """Gini index 1 - sum p^2, correctly rounded (Definition 1)."""

    @property
    def n(self) -> int:
        """How many events are held."""

    @property
    def distinct(self) -> int:
        """How many different labels are held."""

    @property
    def nats(self) -> float:
        """Entropy in nats."""

    @property
    def evenness(self) -> float:
        """entropy / log2(distinct), from 0 to 1; 0.0 below two labels."""

    @property
    def perplexity(self) -> float:
        """2 ** entropy: so many equally frequent labels would be as mixed."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    def merge(self, other: Tally) -> None:
        """
        Takes in all events of another tally, which stays as it is.

        As update_counts with the other's counts: Theorems 2 and 4 where no label is
        common, the unions (Theorem 3, erratum E16) where some are.

        >>> east, west = es.Tally(), es.Tally()
        >>> east.update_many("aab")
        >>> west.update_many("bcc")
        >>> east.merge(west)
        >>> east.counts()
        {'a': 2, 'b': 2, 'c': 2}
        """

    def __add__(self, other: Tally) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def update_many(self, labels: Iterable[Any]) -> None:
        """
        Many events at once.

        Takes lists and other iterables, NumPy arrays, pandas Series, Index and
        Categorical, Polars Series and anything with the Arrow C data interface. Applies
        wholly or, if any label is refused, not at all.

        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "a", "c"])
        >>> tally.counts()
        {'a': 2, 'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: str) -> NDArray[float64]:
        """
        As update_many, and the values after each event come back.

        A dict of arrays, one a measure; a single array if `measures` is one name. Every
        value equals, bit for bit, what the property would have given there. A row
        skipped as missing repeats the value before it.

        >>> es.Tally().trace(["a", "b", "a", "a"])
        {'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
        >>> es.SlidingWindow(2).trace("aabb", "distinct")
        array([1., 1., 2., 1.])
        """

    @overload
    def trace(
        self, labels: Iterable[Any], measures: tuple[str, ...] | list[str] = ...
    ) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, int]) -> None:
        """
        So many events of each label: a mapping of labels to numbers.

        Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
        not for the events nor for the labels held; a window takes the events one label
        after the other, in the mapping's order.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable) -> None:
        """
        One event less: Dec, the exact inverse of update.

        A window gives up its oldest event with that label. ValueError if none is held.

        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "b"])
        >>> tally.remove("b")
        >>> tally.counts()
        {'a': 1, 'b': 1}
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """
        So many events less of each label: the inverse of update_counts.

        ValueError, and nothing changed, if more are asked for than are held.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.remove_counts({"a": 2, "b": 1})
        >>> tally.counts()
        {'a': 1}
        """

    def drop(self, label: Hashable) -> None:
        """
        All events of one label leave: Del of Algorithms 1 and 3.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Forgets all events; the parameters stay.

        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        The labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        The k labels with the largest counts, or all; ties in the labels' own order.

        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Entropy with logarithms to another base.

        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> str:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def copy(self) -> Self:
        """
        A summary of its own with the same parameters and content.

        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        The summary as bytes: versioned, checksummed, safe to read from anyone.

        Carries labels that are None, bool, int, float, str, bytes, date, datetime,
        timedelta, Decimal, UUID or tuples of these; others raise TypeError. The bytes
        depend on the parameters and on what is held, not on how it came.

        >>> tally = es.Tally()
        >>> tally.update_many("ab")
        >>> es.Tally.from_bytes(tally.to_bytes()) == tally
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        The summary that to_bytes wrote; StateError for anything else.

        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class SlidingWindow:
    """
    The last `size` labels.

    Algorithms 1 and 3 of Sovdat (2014), exact; holds `size` labels, not one more
    (erratum E1), as a deque with that maxlen does. Until it is full it gives the
    value of what it holds.

    >>> window = es.SlidingWindow(4)
    >>> window.update_many(["a", "a", "b", "b", "b"])
    >>> window.counts()
    {'a': 1, 'b': 3}
    >>> window.entropy, window.gini
    (0.8112781244591328, 0.375)

    Parameters
    ----------
    size : int
        How many labels the full window holds.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, size: int, *, missing: str = "raise") -> None: ...

    def update(self, label: Hashable) -> None:
        """One event more: Inc of Algorithms 1 and 3."""

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits, within 0.51 ulp (Definition 2)."""

    @property
    def gini(self) -> float:
        """Gini index 1 - sum p^2, correctly rounded (Definition 1)."""

    @property
    def n(self) -> int:
        """How many events are held."""

    @property
    def distinct(self) -> int:
        """How many different labels are held."""

    @property
    def nats(self) -> float:
        """Entropy in nats."""

    @property
    def evenness(self) -> float:
        """entropy / log2(distinct), from 0 to 1; 0.0 below two labels."""

    @property
    def perplexity(self) -> float:
        """2 ** entropy: so many equally frequent labels would be as mixed."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    @property
    def size(self) -> int:
        """How many labels the full window holds."""

    def events(self) -> list[Any]:
        """
        The labels now held, oldest first.

        >>> window = es.SlidingWindow(3)
        >>> window.update_many("abcd")
        >>> window.events()
        ['b', 'c', 'd']
        """

    def merge(self, other: Any) -> NoReturn:
        """Refused: the order between two streams is unknown; merge Tally."""

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def update_many(self, labels: Iterable[Any]) -> None:
        """
        Many events at once.

        Takes lists and other iterables, NumPy arrays, pandas Series, Index and
        Categorical, Polars Series and anything with the Arrow C data interface. Applies
        wholly or, if any label is refused, not at all.

        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "a", "c"])
        >>> tally.counts()
        {'a': 2, 'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: str) -> NDArray[float64]:
        """
        As update_many, and the values after each event come back.

        A dict of arrays, one a measure; a single array if `measures` is one name. Every
        value equals, bit for bit, what the property would have given there. A row
        skipped as missing repeats the value before it.

        >>> es.Tally().trace(["a", "b", "a", "a"])
        {'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
        >>> es.SlidingWindow(2).trace("aabb", "distinct")
        array([1., 1., 2., 1.])
        """

    @overload
    def trace(
        self, labels: Iterable[Any], measures: tuple[str, ...] | list[str] = ...
    ) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, int]) -> None:
        """
        So many events of each label: a mapping of labels to numbers.

        Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
        not for the events nor for the labels held; a window takes the events one label
        after the other, in the mapping's order.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable) -> None:
        """
        One event less: Dec, the exact inverse of update.

        A window gives up its oldest event with that label. ValueError if none is held.

        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "b"])
        >>> tally.remove("b")
        >>> tally.counts()
        {'a': 1, 'b': 1}
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """
        So many events less of each label: the inverse of update_counts.

        ValueError, and nothing changed, if more are asked for than are held.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.remove_counts({"a": 2, "b": 1})
        >>> tally.counts()
        {'a': 1}
        """

    def drop(self, label: Hashable) -> None:
        """
        All events of one label leave: Del of Algorithms 1 and 3.

        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Forgets all events; the parameters stay.

        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        The labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        The k labels with the largest counts, or all; ties in the labels' own order.

        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Entropy with logarithms to another base.

        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> str:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def copy(self) -> Self:
        """
        A summary of its own with the same parameters and content.

        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        The summary as bytes: versioned, checksummed, safe to read from anyone.

        Carries labels that are None, bool, int, float, str, bytes, date, datetime,
        timedelta, Decimal, UUID or tuples of these; others raise TypeError. The bytes
        depend on the parameters and on what is held, not on how it came.

        >>> tally = es.Tally()
        >>> tally.update_many("ab")
        >>> es.Tally.from_bytes(tally.to_bytes()) == tally
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        The summary that to_bytes wrote; StateError for anything else.

        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

def exact_checksum() -> int:
    """One number over a fixed list of exact values: equal on every machine."""
