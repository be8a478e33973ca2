"""
The compiled core of entrostream; its names are public in entrostream itself.
"""

from collections.abc import (
    Callable,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence
)
from typing import Annotated, Any, Literal, NoReturn, overload

import numpy
from numpy import float64
from numpy.typing import NDArray
from typing_extensions import Self

from entrostream.change import Change
from entrostream.contribution import Contribution
from entrostream.estimate import Estimate
from entrostream.independence import GTest
from entrostream.mean_change import MeanChange
from entrostream.measures import Measure, PairMeasure


class StateError(ValueError):
    pass

class Tally:
    """
    Every label since the start; labels may be removed again.

    The counts of a sample with their exact entropy and Gini index: Inc, Dec, Add and
    Del of Sovdat (2014), in O(1) and without drift. Two tallies merge into the tally
    of both streams. Every read depends on the counts alone, not on how they came.

    As a collections.Counter it begins with labels or with a mapping of labels to counts, and gives
    the count of a label by `tally[label]`; sum() merges many.

    Parameters
    ----------
    labels : iterable of labels, or mapping of labels to counts, optional
        What to begin with.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.

    Raises
    ------
    TypeError
        If `labels` is neither iterable nor a mapping, or a label is not hashable.
    ValueError
        If `missing` is not one of its choices, if a label is missing and missing="raise", or if
        a count is negative or not below 2**62.
    OverflowError
        If a summary would hold 2**62 events or more.

    Examples
    --------
    >>> tally = es.Tally()
    >>> tally.update_many(["a", "a", "b", "b", "b"])
    >>> tally.entropy, tally.gini
    (0.9709505944546687, 0.48)

    >>> tally = es.Tally("abracadabra")
    >>> tally["a"], tally["z"], "z" in tally, len(tally)
    (5, 0, False, 5)
    >>> sum([es.Tally("ab"), es.Tally({"b": 2})]).counts()
    {'a': 1, 'b': 3}
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, labels: Iterable[Any] | None = None, /, *, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable) -> None:
        """
        Add one event: Inc of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            The label of the event.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is missing and missing="raise", or if it would be one more than max_labels
            (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.counts()
        {'a': 1}
        """

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    def merge(self, other: Tally) -> None:
        """
        Add all events of another tally.

        As update_counts with the other's counts: Theorems 2 and 4 where no label is
        common, the unions (Theorem 3, erratum E16) where some are.

        Parameters
        ----------
        other : Tally
            It stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a Tally.
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Add many events at once.

        Applies wholly or, if any label is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.

        Raises
        ------
        TypeError
            If `labels` is not iterable or a label is not hashable.
        ValueError
            If a label is missing and missing="raise", or if there would be more labels than
            max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "a", "c"])
        >>> tally.counts()
        {'a': 2, 'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure) -> NDArray[float64]:
        """
        Add many events, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row skipped as missing repeats the value before it.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable or a label is not hashable.
        ValueError
            If a measure is unknown, if a label is missing and missing="raise", or if there would be
            more labels than max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.Tally().trace(["a", "b", "a", "a"])
        {'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
        >>> es.SlidingWindow(2).trace("aabb", "distinct")
        array([1., 1., 2., 1.])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ...) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, int]) -> None:
        """
        Add events by their counts.

        Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
        not for the events nor for the labels held; a window takes the events one label
        after the other, in the mapping's order. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a count is not an integer or a label is not hashable.
        ValueError
            If a count is negative or not below 2**62, or if a label is missing and missing="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable) -> None:
        """
        Remove one event: Dec, the exact inverse of update.

        A window removes its oldest event with that label.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If no event with this label is held, or if the label is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "b"])
        >>> tally.remove("b")
        >>> tally.counts()
        {'a': 1, 'b': 1}
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """
        Remove events by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a count is not an integer or a label is not hashable.
        ValueError
            If fewer events are held than are to be removed, if a count is negative, or if a label
            is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.remove_counts({"a": 2, "b": 1})
        >>> tally.counts()
        {'a': 1}
        """

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> int:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    def __iter__(self) -> Iterator[Any]: ...

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def __len__(self) -> int:
        """How many different labels are held."""

    def keys(self) -> KeysView[Any]:
        """
        Return the labels now held, as a dict has keys: dict(tally) works.

        Returns
        -------
        KeysView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally("abracadabra")
        >>> list(tally.keys()), dict(tally)["a"]
        (['a', 'b', 'r', 'c', 'd'], 5)
        """

    def items(self) -> ItemsView[Any, float]:
        """
        Return the labels now held, each with its count, as a dict has items.

        Returns
        -------
        ItemsView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> list(es.Tally("abb").items())
        [('a', 1), ('b', 2)]
        """

    def __radd__(self, other: int, /) -> Self: ...

    def entropy_estimate(self, method: Literal["plugin", "miller_madow", "jackknife", "chao_wang_jost"] = "chao_wang_jost") -> Estimate:
        """
        Estimate the entropy of the source from which the events were drawn, in bits.

        `entropy` is that of the events held, which is too low for their source, because
        rare labels are missing from a sample.

        The standard error is the jackknife's: from the method's own values with each event
        left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
        and the standard error infinite. Neither says what unseen labels could add: see
        `reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
        for sorting.

        Parameters
        ----------
        method : {"plugin", "miller_madow", "jackknife", "chao_wang_jost"}, default "chao_wang_jost"
            "plugin" is `entropy` itself. "miller_madow" adds (distinct - 1)/(2 n ln 2) (Miller 1955).
            "jackknife" leaves each event out in turn (Zahl 1977). "chao_wang_jost" estimates the part
            of labels not yet seen from those seen once and twice (Chao, Wang and Jost 2013); it is the
            least biased of them in our simulations, and still too low if the source has a long tail of
            rare labels.

        Returns
        -------
        Estimate
            The value with its standard error, the coverage of the sample and what `interval` needs.

        Raises
        ------
        ValueError
            If the method is unknown.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> for method in ("plugin", "miller_madow", "jackknife", "chao_wang_jost"):
        ...     estimate = tally.entropy_estimate(method)
        ...     print(f"{estimate.value:.3f} +- {estimate.standard_error:.3f} {estimate.method}")
        2.040 +- 0.421 plugin
        2.303 +- 0.497 miller_madow
        2.466 +- 0.421 jackknife
        2.424 +- 0.671 chao_wang_jost
        """

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the source from which the events were drawn, without bias.

        The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
        rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
        Below two events the value is 0.0 and the standard error infinite.

        Returns
        -------
        Estimate
            The value with its standard error; its method is "unbiased".

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("aab")
        >>> tally.gini, tally.gini_estimate().value
        (0.4444444444444444, 0.6666666666666666)
        """

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

    def to_sketch(self, memory: int | str = "64KiB", *, seed: int | None = 0) -> EntropySketch:
        """
        Return a sketch of the events held.

        The most frequent labels stay exact; there is no way back.

        Parameters
        ----------
        memory : int or str, default "64KiB"
            As for EntropySketch.
        seed : int or None, default 0
            As for EntropySketch.

        Returns
        -------
        EntropySketch
            A sketch that can be updated and merged like any other.

        Raises
        ------
        TypeError
            If a label is of a type that a sketch cannot hash, `memory` is neither an integer nor a
            string, or `seed` is not an integer.
        ValueError
            If `memory` or `seed` is refused as by EntropySketch.
        OverflowError
            If the tally holds 2**53 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally(["a", "b", "b"])
        >>> sketch = tally.to_sketch("16KiB")
        >>> sketch.entropy == tally.entropy, sketch.memory
        (True, 16384)
        """

class SlidingWindow:
    """
    The last `size` labels.

    Algorithms 1 and 3 of Sovdat (2014), exact; holds `size` labels, not one more
    (erratum E1), as a deque with that maxlen does. Until it is full it gives the
    value of what it holds.

    Parameters
    ----------
    size : int
        How many labels the full window holds.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.

    Raises
    ------
    TypeError
        If `size` is not an integer.
    ValueError
        If `size` is not positive or not below 2**62, or if `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.SlidingWindow(4)
    >>> window.update_many(["a", "a", "b", "b", "b"])
    >>> window.counts()
    {'a': 1, 'b': 3}
    >>> window.entropy, window.gini
    (0.8112781244591328, 0.375)
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, size: int, *, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable) -> None:
        """
        Add one event: Inc of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            The label of the event.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is missing and missing="raise", or if it would be one more than max_labels
            (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.counts()
        {'a': 1}
        """

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

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
        Return the labels now held, oldest first.

        Returns
        -------
        list
            One label per event.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("abcd")
        >>> window.events()
        ['b', 'c', 'd']
        """

    def __repr__(self) -> str: ...

    def merge(self, other: Any) -> NoReturn:
        """
        Refuse to merge: the order between two streams is unknown; merge Tally.

        Parameters
        ----------
        other : object
            Not used.

        Raises
        ------
        TypeError
            Always.

        Examples
        --------
        >>> es.SlidingWindow(3).merge(es.SlidingWindow(3))
        Traceback (most recent call last):
        ...
        TypeError: SlidingWindow cannot merge: the order between two streams is unknown; merge Tally
        """

    def __eq__(self, other: object, /) -> bool: ...

    def update_many(self, labels: Iterable[Any]) -> None:
        """
        Add many events at once.

        Applies wholly or, if any label is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.

        Raises
        ------
        TypeError
            If `labels` is not iterable or a label is not hashable.
        ValueError
            If a label is missing and missing="raise", or if there would be more labels than
            max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "a", "c"])
        >>> tally.counts()
        {'a': 2, 'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure) -> NDArray[float64]:
        """
        Add many events, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row skipped as missing repeats the value before it.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable or a label is not hashable.
        ValueError
            If a measure is unknown, if a label is missing and missing="raise", or if there would be
            more labels than max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.Tally().trace(["a", "b", "a", "a"])
        {'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
        >>> es.SlidingWindow(2).trace("aabb", "distinct")
        array([1., 1., 2., 1.])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ...) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, int]) -> None:
        """
        Add events by their counts.

        Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
        not for the events nor for the labels held; a window takes the events one label
        after the other, in the mapping's order. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a count is not an integer or a label is not hashable.
        ValueError
            If a count is negative or not below 2**62, or if a label is missing and missing="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable) -> None:
        """
        Remove one event: Dec, the exact inverse of update.

        A window removes its oldest event with that label.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If no event with this label is held, or if the label is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "b"])
        >>> tally.remove("b")
        >>> tally.counts()
        {'a': 1, 'b': 1}
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """
        Remove events by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a count is not an integer or a label is not hashable.
        ValueError
            If fewer events are held than are to be removed, if a count is negative, or if a label
            is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.remove_counts({"a": 2, "b": 1})
        >>> tally.counts()
        {'a': 1}
        """

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> int:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def entropy_estimate(self, method: Literal["plugin", "miller_madow", "jackknife", "chao_wang_jost"] = "chao_wang_jost") -> Estimate:
        """
        Estimate the entropy of the source from which the events were drawn, in bits.

        `entropy` is that of the events held, which is too low for their source, because
        rare labels are missing from a sample.

        The standard error is the jackknife's: from the method's own values with each event
        left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
        and the standard error infinite. Neither says what unseen labels could add: see
        `reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
        for sorting.

        Parameters
        ----------
        method : {"plugin", "miller_madow", "jackknife", "chao_wang_jost"}, default "chao_wang_jost"
            "plugin" is `entropy` itself. "miller_madow" adds (distinct - 1)/(2 n ln 2) (Miller 1955).
            "jackknife" leaves each event out in turn (Zahl 1977). "chao_wang_jost" estimates the part
            of labels not yet seen from those seen once and twice (Chao, Wang and Jost 2013); it is the
            least biased of them in our simulations, and still too low if the source has a long tail of
            rare labels.

        Returns
        -------
        Estimate
            The value with its standard error, the coverage of the sample and what `interval` needs.

        Raises
        ------
        ValueError
            If the method is unknown.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> for method in ("plugin", "miller_madow", "jackknife", "chao_wang_jost"):
        ...     estimate = tally.entropy_estimate(method)
        ...     print(f"{estimate.value:.3f} +- {estimate.standard_error:.3f} {estimate.method}")
        2.040 +- 0.421 plugin
        2.303 +- 0.497 miller_madow
        2.466 +- 0.421 jackknife
        2.424 +- 0.671 chao_wang_jost
        """

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the source from which the events were drawn, without bias.

        The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
        rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
        Below two events the value is 0.0 and the standard error infinite.

        Returns
        -------
        Estimate
            The value with its standard error; its method is "unbiased".

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("aab")
        >>> tally.gini, tally.gini_estimate().value
        (0.4444444444444444, 0.6666666666666666)
        """

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class TimeWindow:
    """
    The labels of the last span of time.

    Holds the events with a time in (now - span, now], where now is the latest time seen or
    advanced to. Exact whatever the order in which they came; amortised O(1), late
    events included.

    A time is a number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string; numbers and dates cannot be mixed.

    Parameters
    ----------
    span : str, timedelta or number of seconds
        How long an event stays: "10min", "1h30min", timedelta(days=1), 0.5.
    lateness : str, timedelta or number of seconds, default 0
        By how much an event may be late, that is, before now: it is put in its place.
    late : {"raise", "drop"}, default "raise"
        What to do with later ones: an error, or count them in `dropped` and go on.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event (the clock stays too), or
        one label (None) for all of them.

    Raises
    ------
    TypeError
        If `span` or `lateness` is not a length of time.
    ValueError
        If `span` is not positive or `lateness` is negative, if one of them cannot be read or
        reaches 292 years, or if `late` or `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.TimeWindow("10min")
    >>> window.update("a", at=0)
    >>> window.update("b", at=300)
    >>> window.entropy
    1.0
    >>> window.update("b", at=600)
    >>> window.counts()
    {'b': 2}
    >>> window.entropy
    0.0
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, span: Any, *, lateness: Any = 0, late: Literal["raise", "drop"] = "raise", missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, *, at: Any) -> None:
        """
        Add one event at its time.

        Parameters
        ----------
        label : hashable
            The label of the event.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the label is not hashable, if the time is of no valid kind, or if numbers of seconds
            and dates are mixed.
        ValueError
            If the label is missing and missing="raise", or if the time is missing, out of range, or
            too late and late="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10min")
        >>> window.update("a", at=0)
        >>> window.update("b", at=600)
        >>> window.counts()
        {'b': 1}
        """

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    def events(self) -> list[tuple[Any, Any]]:
        """
        Return the events held, as pairs of time and label, in the order of time.

        Times are floats (seconds) or datetimes in UTC (numpy.datetime64 where there are
        nanoseconds); at one time, equal labels stand together.

        Returns
        -------
        list of tuple
            Pairs (time, label), oldest first.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10s", lateness="5s")
        >>> window.update_many("abc", times=[3, 1, 2])
        >>> window.events()
        [(1.0, 'b'), (2.0, 'c'), (3.0, 'a')]
        """

    def __repr__(self) -> str: ...

    @property
    def span(self) -> Any:
        """How long an event stays."""

    def merge(self, other: TimeWindow) -> None:
        """
        Add the events of another window of the same span and lateness.

        The window of both streams: now is the later of both, and what is too old for it
        leaves.

        Parameters
        ----------
        other : TimeWindow
            A window of the same span and lateness; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a TimeWindow, or if its times are of the other kind (numbers of
            seconds, dates).
        ValueError
            If the spans or the lateness differ.
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> east, west = es.TimeWindow("10s"), es.TimeWindow("10s")
        >>> east.update_many("aab", times=[0, 5, 6])
        >>> west.update_many("bc", times=[4, 12])
        >>> east.merge(west)
        >>> east.events()
        [(4.0, 'b'), (5.0, 'a'), (6.0, 'b'), (12.0, 'c')]
        """

    def __add__(self, other: TimeWindow) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def advance(self, at: Any) -> None:
        """
        Move the clock without an event.

        A stream that falls silent does not show stale values then. A time before now changes nothing.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the time is missing, out of range, or too late and late="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10min")
        >>> window.update("a", at=0)
        >>> window.advance(600)
        >>> window.n
        0
        """

    @property
    def now(self) -> Any:
        """The latest time seen or advanced to; None before the first."""

    @property
    def lateness(self) -> Any:
        """How late an event may be."""

    @property
    def late(self) -> Literal["raise", "drop"]:
        """What happens to later ones: "raise" or "drop"."""

    @property
    def dropped(self) -> int:
        """How many events came too late and were dropped."""

    def update_many(self, labels: Iterable[Any], *, times: Any) -> None:
        """
        Add many events at once, each at its time.

        Applies wholly or, if any label or time is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        times : column of times, or one time
            As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if a time is of no valid kind,
            or if numbers of seconds and dates are mixed.
        ValueError
            If labels and times differ in length, if a label is missing and missing="raise", or if a
            time is missing, out of range, or too late and late="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10s")
        >>> window.update_many(["a", "b", "c"], times=[0.0, 7.5, 11.0])
        >>> window.counts()
        {'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure, *, times: Any) -> NDArray[float64]:
        """
        Add many events, each at its time, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row skipped as missing repeats the value before it, and so does
        an event dropped.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.
        times : column of times, or one time
            As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable, if a label is not hashable, if a time is of
            no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If a measure is unknown, if labels and times differ in length, if a label is missing and
            missing="raise", or if a time is missing, out of range, or too late and late="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.TimeWindow("10s").trace(["a", "b", "b"], "entropy", times=[0.0, 7.5, 11.0])
        array([0., 1., 0.])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ..., *, times: Any) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, int], *, at: Any) -> None:
        """
        Add events by their counts, all at one time.

        The cost is in the labels named, not in the events. Applies wholly or, if anything is refused,
        not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, if a count is not an integer, if a label is not hashable,
            if the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If a count is negative or not below 2**62, if a label is missing and missing="raise", or
            if the time is missing, out of range, or too late and late="raise".
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10s")
        >>> window.update_counts({"a": 3, "b": 1}, at=0)
        >>> window.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable) -> None:
        """
        Remove one event: Dec, the exact inverse of update.

        A window removes its oldest event with that label.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If no event with this label is held, or if the label is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "b"])
        >>> tally.remove("b")
        >>> tally.counts()
        {'a': 1, 'b': 1}
        """

    def remove_counts(self, counts: Mapping[Any, int]) -> None:
        """
        Remove events by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to int
            The number of events of each label, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a count is not an integer or a label is not hashable.
        ValueError
            If fewer events are held than are to be removed, if a count is negative, or if a label
            is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.remove_counts({"a": 2, "b": 1})
        >>> tally.counts()
        {'a': 1}
        """

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> int:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def entropy_estimate(self, method: Literal["plugin", "miller_madow", "jackknife", "chao_wang_jost"] = "chao_wang_jost") -> Estimate:
        """
        Estimate the entropy of the source from which the events were drawn, in bits.

        `entropy` is that of the events held, which is too low for their source, because
        rare labels are missing from a sample.

        The standard error is the jackknife's: from the method's own values with each event
        left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
        and the standard error infinite. Neither says what unseen labels could add: see
        `reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
        for sorting.

        Parameters
        ----------
        method : {"plugin", "miller_madow", "jackknife", "chao_wang_jost"}, default "chao_wang_jost"
            "plugin" is `entropy` itself. "miller_madow" adds (distinct - 1)/(2 n ln 2) (Miller 1955).
            "jackknife" leaves each event out in turn (Zahl 1977). "chao_wang_jost" estimates the part
            of labels not yet seen from those seen once and twice (Chao, Wang and Jost 2013); it is the
            least biased of them in our simulations, and still too low if the source has a long tail of
            rare labels.

        Returns
        -------
        Estimate
            The value with its standard error, the coverage of the sample and what `interval` needs.

        Raises
        ------
        ValueError
            If the method is unknown.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> for method in ("plugin", "miller_madow", "jackknife", "chao_wang_jost"):
        ...     estimate = tally.entropy_estimate(method)
        ...     print(f"{estimate.value:.3f} +- {estimate.standard_error:.3f} {estimate.method}")
        2.040 +- 0.421 plugin
        2.303 +- 0.497 miller_madow
        2.466 +- 0.421 jackknife
        2.424 +- 0.671 chao_wang_jost
        """

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the source from which the events were drawn, without bias.

        The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
        rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
        Below two events the value is 0.0 and the standard error infinite.

        Returns
        -------
        Estimate
            The value with its standard error; its method is "unbiased".

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("aab")
        >>> tally.gini, tally.gini_estimate().value
        (0.4444444444444444, 0.6666666666666666)
        """

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class WeightedTimeWindow:
    """
    Labels with real weights in the last span of time: bytes per source in ten minutes.

    To WeightedTally what TimeWindow is to Tally. Holds the events with a time in
    (now - span, now], where now is the latest time seen or advanced to, each with its weight;
    every read has the bits of a WeightedTally of these events. O(1) amortised per event, late
    events included.

    A weight of 0 is no event: nothing is added, and the clock stays. For what a time is, see
    TimeWindow.

    Parameters
    ----------
    span : str, timedelta or number of seconds
        How long an event stays: "10min", "1h30min", timedelta(days=1), 0.5.
    unit : float, default 2**-20
        A power of two. Weights are rounded to multiples of it; those held at one time are
        below 2**62 units together.
    exact : bool, default False
        Refuse a weight that is no multiple of the unit, instead of rounding it.
    lateness : str, timedelta or number of seconds, default 0
        By how much an event may be late, that is, before now: it is put in its place.
    late : {"raise", "drop"}, default "raise"
        What to do with later ones: an error, or count them in `dropped` and go on.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null as labels: an error, no event (the clock stays
        too), or one label (None) for all of them. A missing weight is no event with "skip",
        and an error with the others.

    Raises
    ------
    TypeError
        If `span` or `lateness` is not a length of time, `unit` is not a number, or `exact` is
        not a bool.
    ValueError
        If `span` is not positive or `lateness` is negative, if one of them cannot be read or
        reaches 292 years, if `unit` is not a power of two from 2**-900 to 2**900, or if `late`
        or `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.WeightedTimeWindow("10min")
    >>> window.update("10.0.0.1", 1500.0, at=0)
    >>> window.update("10.0.0.2", 500.0, at=300)
    >>> window.entropy
    0.8112781244591328
    >>> window.update("10.0.0.2", 40.0, at=600)
    >>> window.counts()
    {'10.0.0.2': 540.0}
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, span: Any, *, unit: float = 2**-20, exact: bool = False, lateness: Any = 0, late: Literal["raise", "drop"] = "raise", missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, weight: float = 1.0, *, at: Any) -> None:
        """
        Add one event with its weight at its time; a weight of 0 adds nothing.

        Parameters
        ----------
        label : hashable
            The label of the event.
        weight : float, default 1.0
            0 or more.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the label is not hashable, if the weight is not a number, if the time is of no valid
            kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the weight is negative or infinite, if it is missing and `missing` is not "skip", if
            it is no multiple of the unit and `exact` is True, if the label is missing and
            missing="raise", or if the time is missing, out of range, or too late and late="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10min")
        >>> window.update("a", 2.5, at=0)
        >>> window.update("b", 0.5, at=600)
        >>> window.counts()
        {'b': 0.5}
        """

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits, within 0.51 ulp (Definition 2)."""

    @property
    def gini(self) -> float:
        """Gini index 1 - sum p^2, correctly rounded (Definition 1)."""

    @property
    def n(self) -> float:
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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    @property
    def unit(self) -> float:
        """Weights are multiples of this power of two."""

    @property
    def exact(self) -> bool:
        """Whether weights that are no multiples of the unit are refused."""

    def events(self) -> list[tuple[Any, Any, float]]:
        """
        Return the events held, as triples of time, label and weight, in the order of time.

        The weights of one label at one time are one. Times are floats (seconds) or datetimes in
        UTC (numpy.datetime64 where there are nanoseconds).

        Returns
        -------
        list of tuple
            Triples (time, label, weight), oldest first.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s", lateness="5s")
        >>> window.update_many("abb", [1.0, 2.0, 0.5], times=[3, 1, 1])
        >>> window.events()
        [(1.0, 'b', 2.5), (3.0, 'a', 1.0)]
        """

    def __repr__(self) -> str: ...

    @property
    def span(self) -> Any:
        """How long an event stays."""

    def merge(self, other: WeightedTimeWindow) -> None:
        """
        Add the events of another window of the same span, lateness and unit.

        The window of both streams: now is the later of both, and what is too old for it
        leaves.

        Parameters
        ----------
        other : WeightedTimeWindow
            A window of the same span, lateness and unit; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a WeightedTimeWindow, or if its times are of the other kind (numbers
            of seconds, dates).
        ValueError
            If the spans, the lateness or the units differ.
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> east, west = es.WeightedTimeWindow("10s"), es.WeightedTimeWindow("10s")
        >>> east.update_many("ab", [1.0, 2.0], times=[0, 5])
        >>> west.update_many("bc", [0.5, 4.0], times=[5, 12])
        >>> east.merge(west)
        >>> east.events()
        [(5.0, 'b', 2.5), (12.0, 'c', 4.0)]
        """

    def __add__(self, other: WeightedTimeWindow) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def advance(self, at: Any) -> None:
        """
        Move the clock without an event.

        A stream that falls silent does not show stale values then. A time before now changes nothing.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the time is missing, out of range, or too late and late="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10min")
        >>> window.update("a", at=0)
        >>> window.advance(600)
        >>> window.n
        0
        """

    @property
    def now(self) -> Any:
        """The latest time seen or advanced to; None before the first."""

    @property
    def lateness(self) -> Any:
        """How late an event may be."""

    @property
    def late(self) -> Literal["raise", "drop"]:
        """What happens to later ones: "raise" or "drop"."""

    @property
    def dropped(self) -> int:
        """How many events came too late and were dropped."""

    def update_many(self, labels: Iterable[Any], weights: Any = 1.0, *, times: Any) -> None:
        """
        Add many events at once, each with its weight and at its time.

        A weight of 0 is no event. Applies wholly or, if any label, weight or time is refused, not at
        all.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        weights : column of numbers, or one number, default 1.0
            As long as the labels, or one weight for all of them; 0 or more.
        times : column of times, or one time
            As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if a weight is not a number, if
            a time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the columns differ in length, if a weight is negative or infinite, if it is missing
            and `missing` is not "skip", if it is no multiple of the unit and `exact` is True, if a
            label is missing and missing="raise", or if a time is missing, out of range, or too late
            and late="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s")
        >>> window.update_many(["a", "b", "a"], [0.5, 2.0, 1.0], times=[0.0, 7.5, 11.0])
        >>> window.counts()
        {'a': 1.0, 'b': 2.0}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure, *, weights: Any = 1.0, times: Any) -> NDArray[float64]:
        """
        Add many events with weights and times, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row that is no event repeats the value before it, and so does
        an event dropped.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.
        weights : column of numbers, or one number, default 1.0
            As long as the labels, or one weight for all of them; 0 or more.
        times : column of times, or one time
            As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable, if a label is not hashable, if a weight is
            not a number, if a time is of no valid kind, or if numbers of seconds and dates are
            mixed.
        ValueError
            If a measure is unknown, if the columns differ in length, if a weight is negative or
            infinite, if it is missing and `missing` is not "skip", if it is no multiple of the unit
            and `exact` is True, if a label is missing and missing="raise", or if a time is missing,
            out of range, or too late and late="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s")
        >>> window.trace(["a", "b", "b"], "n", weights=[1.0, 2.5, 4.0], times=[0.0, 7.5, 11.0])
        array([1. , 3.5, 6.5])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ..., *, weights: Any = 1.0, times: Any) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, float], *, at: Any) -> None:
        """
        Add weight to labels by a mapping, all at one time.

        Each of them is one event; 0 is none.

        Parameters
        ----------
        counts : mapping of labels to float
            The weight of each label, 0 or more.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, if a weight is not a number, if a label is not hashable,
            if the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If a weight is negative, infinite or missing, if it is no multiple of the unit and
            `exact` is True, if a label is missing and missing="raise", or if the time is missing,
            out of range, or too late and late="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s")
        >>> window.update_counts({"a": 0.75, "b": 0.25}, at=0)
        >>> window.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable, weight: float = 1.0) -> None:
        """
        Remove weight from one label, the oldest first.

        An event may leave in part.

        Parameters
        ----------
        label : hashable
            A label that is held.
        weight : float, default 1.0
            0 or more.

        Raises
        ------
        TypeError
            If the label is not hashable or the weight is not a number.
        ValueError
            If less is held than is to be removed, if the weight is negative, infinite or missing,
            if it is no multiple of the unit and `exact` is True, or if the label is missing and
            missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s")
        >>> window.update_many("aa", [2.0, 1.0], times=[0, 1])
        >>> window.remove("a", 2.5)
        >>> window.events()
        [(1.0, 'a', 0.5)]
        """

    def remove_counts(self, counts: Mapping[Any, float]) -> None:
        """
        Remove weight from labels, the oldest first.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to float
            The weight of each label, 0 or more.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number or a label is not hashable.
        ValueError
            If less is held than is to be removed, if a weight is negative, infinite or missing, if
            it is no multiple of the unit and `exact` is True, or if a label is missing and
            missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.WeightedTimeWindow("10s")
        >>> window.update_counts({"a": 2.0, "b": 1.0}, at=0)
        >>> window.remove_counts({"a": 0.5})
        >>> window.counts()
        {'a': 1.5, 'b': 1.0}
        """

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, float]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, float]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> float:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class WeightedTally:
    """
    Labels with positive real weights.

    The paper's samples of positive reals (Definitions 1 and 2), with Theorems 1 to 5 as
    methods: change (1 and 5), concatenate (2 and 4), merge (3, and E16 for entropy).
    A weight is held as an integer of units, the nearest one, so what was added can be
    removed to the last bit, and every read depends on the weights alone.

    Parameters
    ----------
    weights : mapping of labels to weights, optional
        What to begin with.
    unit : float, default 2**-20
        A power of two. Weights are rounded to multiples of it; all together are below
        2**62 units.
    exact : bool, default False
        Refuse a weight that is no multiple of the unit, instead of rounding it.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null as labels: an error, no event, or one
        label (None) for all of them. A missing weight is no event with "skip", and an
        error with the others.

    Raises
    ------
    TypeError
        If `weights` is not a mapping, a weight or `unit` is not a number, or `exact` is not a
        bool.
    ValueError
        If `unit` is not a power of two from 2**-900 to 2**900, if `missing` is not one of its
        choices, or if a label or weight is refused as by update_counts.
    OverflowError
        If the weights would sum to 2**62 units or more.

    Examples
    --------
    >>> bytes_sent = es.WeightedTally()
    >>> bytes_sent.update("10.0.0.1", 1500.0)
    >>> bytes_sent.update("10.0.0.2", 500.0)
    >>> bytes_sent.entropy, bytes_sent.gini
    (0.8112781244591328, 0.375)

    >>> es.WeightedTally({"web": 2.5, "mail": 1.5})["web"]
    2.5
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, weights: Mapping[Any, float] | None = None, /, *, unit: float = 2**-20, exact: bool = False, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, weight: float = 1.0) -> None:
        """
        Add weight to one label; 0 adds nothing.

        Parameters
        ----------
        label : hashable
            The label that gets the weight.
        weight : float, default 1.0
            0 or more.

        Raises
        ------
        TypeError
            If the label is not hashable or the weight is not a number.
        ValueError
            If the weight is negative or infinite, if it is missing and `missing` is not "skip", if
            it is no multiple of the unit and `exact` is True, or if the label is missing and
            missing="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update("a", 2.5)
        >>> tally.counts()
        {'a': 2.5}
        """

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits, within 0.51 ulp (Definition 2)."""

    @property
    def gini(self) -> float:
        """Gini index 1 - sum p^2, correctly rounded (Definition 1)."""

    @property
    def n(self) -> float:
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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    @property
    def unit(self) -> float:
        """Weights are multiples of this power of two."""

    @property
    def exact(self) -> bool:
        """Whether weights that are no multiples of the unit are refused."""

    def concatenate(self, other: WeightedTally) -> None:
        """
        Add another tally that has no label in common: Theorems 2 and 4.

        `merge` also adds the weights of common labels.

        Parameters
        ----------
        other : WeightedTally
            A tally of the same unit; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a WeightedTally.
        ValueError
            If a label is in both, or if the units differ; nothing is changed then.
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> left, right = es.WeightedTally(), es.WeightedTally()
        >>> left.update("a", 1.0)
        >>> right.update("b", 1.0)
        >>> left.concatenate(right)
        >>> left.entropy
        1.0
        """

    def merge(self, other: WeightedTally) -> None:
        """
        Add another tally's weights: Theorem 3, and E16 for entropy.

        Parameters
        ----------
        other : WeightedTally
            A tally of the same unit; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a WeightedTally.
        ValueError
            If the units differ.
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> left, right = es.WeightedTally(), es.WeightedTally()
        >>> left.update_counts({"a": 1.0, "b": 2.0})
        >>> right.update_counts({"b": 0.5})
        >>> left.merge(right)
        >>> left.counts()
        {'a': 1.0, 'b': 2.5}
        """

    def __add__(self, other: WeightedTally) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def update_many(self, labels: Iterable[Any], weights: Any = 1.0) -> None:
        """
        Add many labels at once, each with its weight.

        A weight of 0 adds nothing. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        weights : column of numbers, or one number, default 1.0
            As long as the labels, or one weight for all of them; 0 or more.

        Raises
        ------
        TypeError
            If `labels` is not iterable, a label is not hashable or a weight is not a number.
        ValueError
            If labels and weights differ in length, if a weight is negative or infinite, if it is
            missing and `missing` is not "skip", if it is no multiple of the unit and `exact` is
            True, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update_many(["a", "b", "a"], [0.5, 2.0, 1.0])
        >>> tally.counts()
        {'a': 1.5, 'b': 2.0}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure, *, weights: Any = 1.0) -> NDArray[float64]:
        """
        Add many labels, each with its weight, and return the measures after each of them.

        Adds the weights as update_many does. Every value equals, bit for bit, what the property would
        have given after that row.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.
        weights : column of numbers, or one number, default 1.0
            As long as the labels, or one weight for all of them; 0 or more.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable, a label is not hashable or a weight is not a
            number.
        ValueError
            If a measure is unknown, if labels and weights differ in length, if a weight is negative
            or infinite, if it is missing and `missing` is not "skip", if it is no multiple of the
            unit and `exact` is True, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.WeightedTally().trace(["a", "b"], "entropy", weights=[1.0, 3.0])
        array([0.        , 0.81127812])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ..., *, weights: Any = 1.0) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[Any, float]) -> None:
        """
        Add weight to labels by a mapping.

        Theorems 1 and 5, and Add for a new label; 0 changes nothing. The cost is in the
        labels named.

        Parameters
        ----------
        counts : mapping of labels to float
            The weight of each label, 0 or more.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number or a label is not hashable.
        ValueError
            If a weight is negative, infinite or missing, if it is no multiple of the unit and
            `exact` is True, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update_counts({"a": 0.75, "b": 0.25})
        >>> tally.entropy
        0.8112781244591328
        """

    def change(self, changes: Mapping[Any, float]) -> None:
        """
        Change many weights at once, up or down: Theorems 1 and 5.

        A label whose weight falls to 0 leaves. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        changes : mapping of labels to float
            What is added to the weight of each label; below 0 it is removed.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number or a label is not hashable.
        ValueError
            If a weight would fall below 0, if a change is infinite or missing, if it is no multiple
            of the unit and `exact` is True, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**62 units or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update_counts({"a": 2.0, "b": 1.0})
        >>> tally.change({"a": -1.5, "b": 0.5, "c": 1.0})
        >>> tally.counts()
        {'a': 0.5, 'b': 1.5, 'c': 1.0}
        """

    def remove(self, label: Hashable, weight: float = 1.0) -> None:
        """
        Remove weight from one label: the exact inverse of update.

        Parameters
        ----------
        label : hashable
            A label that is held.
        weight : float, default 1.0
            0 or more.

        Raises
        ------
        TypeError
            If the label is not hashable or the weight is not a number.
        ValueError
            If less is held than is to be removed, if the weight is negative, infinite or missing,
            if it is no multiple of the unit and `exact` is True, or if the label is missing and
            missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update("a", 2.0)
        >>> tally.remove("a", 0.5)
        >>> tally.counts()
        {'a': 1.5}
        """

    def remove_counts(self, counts: Mapping[Any, float]) -> None:
        """
        Remove weight from labels: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of labels to float
            The weight of each label, 0 or more.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number or a label is not hashable.
        ValueError
            If less is held than is to be removed, if a weight is negative, infinite or missing, if
            it is no multiple of the unit and `exact` is True, or if a label is missing and
            missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.WeightedTally()
        >>> tally.update_counts({"a": 2.0, "b": 1.0})
        >>> tally.remove_counts({"a": 0.5})
        >>> tally.counts()
        {'a': 1.5, 'b': 1.0}
        """

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, float]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, float]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> float:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    def __iter__(self) -> Iterator[Any]: ...

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def __len__(self) -> int:
        """How many different labels are held."""

    def keys(self) -> KeysView[Any]:
        """
        Return the labels now held, as a dict has keys: dict(tally) works.

        Returns
        -------
        KeysView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally("abracadabra")
        >>> list(tally.keys()), dict(tally)["a"]
        (['a', 'b', 'r', 'c', 'd'], 5)
        """

    def items(self) -> ItemsView[Any, float]:
        """
        Return the labels now held, each with its count, as a dict has items.

        Returns
        -------
        ItemsView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> list(es.Tally("abb").items())
        [('a', 1), ('b', 2)]
        """

    def __radd__(self, other: int, /) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class ContingencyTable:
    """
    Counts of pairs (x, y), and what x tells about y.

    x is the ATTRIBUTE, what is known (the rows); y is the CLASS, what one wants to know
    (the columns): `update(x, y)`, `update_many(xs, ys)`. Gains say how much knowing x
    tells about y. All entropies are in BITS. Values of both may be new at any time, pairs
    may be removed again, memory is in the pairs now held. Every read is O(1), from
    integer sums: it depends on the counts alone, not on how they came, and stays right
    where float64 fails (information gain at 1e15 pairs). The paper announces the gain
    but does not give it (erratum E18).

    Parameters
    ----------
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
        event, or one label (None) for all of them.

    Raises
    ------
    ValueError
        If `missing` is not one of its choices.

    Examples
    --------
    >>> table = es.ContingencyTable()
    >>> table.update_many(["sun", "sun", "rain", "rain"], ["yes", "yes", "no", "yes"])
    >>> table.information_gain, table.gini_gain
    (0.3112781244591329, 0.125)
    >>> table.update("fog", "no")
    >>> table.conditional_entropy
    0.4
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, *, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, x: Hashable, y: Hashable) -> None:
        """
        Add one pair: x is the attribute, y the class.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.

        Raises
        ------
        TypeError
            If a label is not hashable.
        ValueError
            If x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update("sunny", "no")
        >>> table.counts()
        {('sunny', 'no'): 1}
        """

    @property
    def mutual_information(self) -> float:
        """
        I(X; Y) = H(Y) - H(Y|X), in bits; the same whichever of the two is known.

        Never below 0. Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * 2^-59 / n.
        """

    @property
    def information_gain(self) -> float:
        """
        How many bits x tells about y (erratum E18): mutual_information under its other name.
        """

    @property
    def gain_ratio(self) -> float:
        """information_gain / entropy_x, from 0 to 1; 0.0 if x is constant."""

    @property
    def normalized_mutual_information(self) -> float:
        """
        mutual_information over the mean of entropy_x and entropy_y, from 0 to 1; 0.0 if both are constant.
        """

    @property
    def variation_of_information(self) -> float:
        """H(X|Y) + H(Y|X) in bits, a metric between x and y; within 0.51 ulp."""

    @property
    def entropy_x(self) -> float:
        """H(X), the entropy of the attribute in bits, within 0.51 ulp."""

    @property
    def entropy_y(self) -> float:
        """H(Y), the entropy of the class in bits, within 0.51 ulp."""

    @property
    def joint_entropy(self) -> float:
        """H(X, Y), the entropy of the pairs in bits, within 0.51 ulp."""

    @property
    def conditional_entropy(self) -> float:
        """
        H(Y|X), what is left of the class's entropy once x is known, in bits; within 0.51 ulp.
        """

    @property
    def g_statistic(self) -> float:
        """
        G = 2 ln 2 n I(X; Y), the likelihood ratio statistic of independence.

        Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * ln 2 * 2^-58, whatever n is.
        """

    @property
    def gini_x(self) -> float:
        """The Gini index of the attribute, correctly rounded."""

    @property
    def gini_y(self) -> float:
        """The Gini index of the class, correctly rounded."""

    @property
    def conditional_gini(self) -> float:
        """The mean Gini index of the class once x is known, within 0.52 ulp."""

    @property
    def gini_gain(self) -> float:
        """
        gini_y - conditional_gini, how much purer the class is once x is known (erratum E18).

        Never below 0. Error: half an ulp and (distinct_x + 1) * 2^-59 / n.
        """

    @property
    def n(self) -> int:
        """How many pairs are held, each as often as it came."""

    @property
    def distinct(self) -> int:
        """How many different pairs are held."""

    @property
    def distinct_x(self) -> int:
        """How many different values of x are held: the rows."""

    @property
    def distinct_y(self) -> int:
        """How many different values of y are held: the columns."""

    def merge(self, other: ContingencyTable) -> None:
        """
        Add all pairs of another table.

        Parameters
        ----------
        other : ContingencyTable
            It stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a ContingencyTable.
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> east, west = es.ContingencyTable(), es.ContingencyTable()
        >>> east.update("a", "y")
        >>> west.update_many("ab", "yn")
        >>> east.merge(west)
        >>> east.counts()
        {('a', 'y'): 2, ('b', 'n'): 1}
        """

    def __add__(self, other: ContingencyTable) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def update_many(self, xs: Iterable[Any], ys: Iterable[Any]) -> None:
        """
        Add many pairs at once: two columns of equal length.

        Applies wholly or, if any label is refused or the lengths differ, not at all.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.

        Raises
        ------
        TypeError
            If `xs` or `ys` is not iterable or a label is not hashable.
        ValueError
            If the lengths differ, or if x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many(["sun", "sun", "rain"], [1, 1, 0])
        >>> table.counts()
        {('sun', 1): 2, ('rain', 0): 1}
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: PairMeasure) -> NDArray[float64]:
        """
        Add many pairs, and return the measures after each of them.

        Adds the pairs as update_many does. Every value equals, bit for bit, what the property would
        have given after that pair. A row skipped as missing repeats the value before it.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.
        measures : str, or tuple or list of str, default ("mutual_information",)
            The measures to return, by the names of the properties: "mutual_information",
            "gini_gain", "joint_entropy" and the others.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `xs`, `ys` or `measures` is not iterable or a label is not hashable.
        ValueError
            If a measure is unknown, if the lengths differ, or if x or y is missing and
            missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.ContingencyTable().trace("aabb", "nnyy", "mutual_information")
        array([0.        , 0.        , 0.91829583, 1.        ])
        >>> es.ContingencyWindow(2).trace("aabb", "nnyy", ("joint_entropy", "gini_gain"))
        {'joint_entropy': array([0., 0., 1., 0.]), 'gini_gain': array([0. , 0. , 0.5, 0. ])}
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: tuple[PairMeasure, ...] | list[PairMeasure] = ...) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[tuple[Any, Any], int]) -> None:
        """
        Add pairs by their counts.

        A table pays for the pairs named, not for the events; a window takes the events one
        pair after the other, in the mapping's order. Applies wholly or, if anything is refused, not at
        all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
            a label is not hashable.
        ValueError
            If a count is negative or not below 2**62, or if x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("sun", "yes"): 3, ("rain", "no"): 1})
        >>> table.information_gain
        0.8112781244591328
        """

    def remove(self, x: Hashable, y: Hashable) -> None:
        """
        Remove one pair: the exact inverse of update.

        A window removes its oldest occurrence of that pair.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.

        Raises
        ------
        TypeError
            If a label is not hashable.
        ValueError
            If the pair is not held, or if x or y is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yyn")
        >>> table.remove("a", "y")
        >>> table.counts()
        {('a', 'y'): 1, ('b', 'n'): 1}
        """

    def remove_counts(self, counts: Mapping[tuple[Any, Any], int]) -> None:
        """
        Remove pairs by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
            a label is not hashable.
        ValueError
            If fewer pairs are held than are to be removed, if a count is negative, or if x or y is
            missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("a", "y"): 3, ("b", "n"): 1})
        >>> table.remove_counts({("a", "y"): 2, ("b", "n"): 1})
        >>> table.counts()
        {('a', 'y'): 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[tuple[Any, Any], int]:
        """
        Return the pairs now held with their counts.

        Returns
        -------
        dict
            Counts by tuple (x, y).

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyWindow(3)
        >>> window.update_many("aabb", "yyyn")
        >>> window.counts()
        {('a', 'y'): 1, ('b', 'y'): 1, ('b', 'n'): 1}
        """

    def counts_x(self) -> dict[Any, int]:
        """
        Return the values of x now held with their counts.

        Returns
        -------
        dict
            Counts by value of x.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_x()
        {'a': 2, 'b': 1}
        """

    def counts_y(self) -> dict[Any, int]:
        """
        Return the values of y now held with their counts.

        Returns
        -------
        dict
            Counts by value of y.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_y()
        {'y': 2, 'n': 1}
        """

    def most_common(self, k: int | None = None) -> list[tuple[tuple[Any, Any], int]]:
        """
        Return the k pairs with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many pairs to return at most; all by default.

        Returns
        -------
        list of tuple
            Each a tuple (x, y) with its count, largest count first.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aabb", "yyyn")
        >>> table.most_common(2)
        [(('a', 'y'), 2), (('b', 'n'), 1)]
        """

    def g_test(self) -> GTest:
        """
        Test the independence of x and y by the G test; needs SciPy.

        Without a degree of freedom the p-value is 1.0. Events in a window over one stream need not be
        independent of each other; the test supposes that they are.

        Returns
        -------
        named tuple (statistic, dof, p_value)
            g_statistic, (distinct_x - 1) * (distinct_y - 1), and the upper tail of the chi-square
            distribution.

        Raises
        ------
        ImportError
            If SciPy is not installed.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("drug", "well"): 30, ("drug", "ill"): 10,
        ...                      ("none", "well"): 20, ("none", "ill"): 20})
        >>> test = table.g_test()
        >>> test.dof, round(test.statistic, 3), round(test.p_value, 4)
        (1, 5.412, 0.02)
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class ContingencyWindow:
    """
    The last `size` pairs (x, y), and what x tells about y.

    A ContingencyTable of a sliding window: x is the ATTRIBUTE, y the CLASS, entropies are
    in BITS. Holds `size` pairs, as a deque with that maxlen does; until it is full it
    gives the value of what it holds. Every read is O(1), exact and free of drift.

    Parameters
    ----------
    size : int
        How many pairs the full window holds.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
        event, or one label (None) for all of them.

    Raises
    ------
    TypeError
        If `size` is not an integer.
    ValueError
        If `size` is not positive or not below 2**62, or if `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.ContingencyWindow(4)
    >>> window.update_many("aabbb", "nnyyy")
    >>> window.counts()
    {('a', 'n'): 1, ('b', 'y'): 3}
    >>> window.mutual_information, window.gini_gain
    (0.8112781244591328, 0.375)
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, size: int, *, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, x: Hashable, y: Hashable) -> None:
        """
        Add one pair: x is the attribute, y the class.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.

        Raises
        ------
        TypeError
            If a label is not hashable.
        ValueError
            If x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update("sunny", "no")
        >>> table.counts()
        {('sunny', 'no'): 1}
        """

    @property
    def mutual_information(self) -> float:
        """
        I(X; Y) = H(Y) - H(Y|X), in bits; the same whichever of the two is known.

        Never below 0. Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * 2^-59 / n.
        """

    @property
    def information_gain(self) -> float:
        """
        How many bits x tells about y (erratum E18): mutual_information under its other name.
        """

    @property
    def gain_ratio(self) -> float:
        """information_gain / entropy_x, from 0 to 1; 0.0 if x is constant."""

    @property
    def normalized_mutual_information(self) -> float:
        """
        mutual_information over the mean of entropy_x and entropy_y, from 0 to 1; 0.0 if both are constant.
        """

    @property
    def variation_of_information(self) -> float:
        """H(X|Y) + H(Y|X) in bits, a metric between x and y; within 0.51 ulp."""

    @property
    def entropy_x(self) -> float:
        """H(X), the entropy of the attribute in bits, within 0.51 ulp."""

    @property
    def entropy_y(self) -> float:
        """H(Y), the entropy of the class in bits, within 0.51 ulp."""

    @property
    def joint_entropy(self) -> float:
        """H(X, Y), the entropy of the pairs in bits, within 0.51 ulp."""

    @property
    def conditional_entropy(self) -> float:
        """
        H(Y|X), what is left of the class's entropy once x is known, in bits; within 0.51 ulp.
        """

    @property
    def g_statistic(self) -> float:
        """
        G = 2 ln 2 n I(X; Y), the likelihood ratio statistic of independence.

        Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * ln 2 * 2^-58, whatever n is.
        """

    @property
    def gini_x(self) -> float:
        """The Gini index of the attribute, correctly rounded."""

    @property
    def gini_y(self) -> float:
        """The Gini index of the class, correctly rounded."""

    @property
    def conditional_gini(self) -> float:
        """The mean Gini index of the class once x is known, within 0.52 ulp."""

    @property
    def gini_gain(self) -> float:
        """
        gini_y - conditional_gini, how much purer the class is once x is known (erratum E18).

        Never below 0. Error: half an ulp and (distinct_x + 1) * 2^-59 / n.
        """

    @property
    def n(self) -> int:
        """How many pairs are held, each as often as it came."""

    @property
    def distinct(self) -> int:
        """How many different pairs are held."""

    @property
    def distinct_x(self) -> int:
        """How many different values of x are held: the rows."""

    @property
    def distinct_y(self) -> int:
        """How many different values of y are held: the columns."""

    @property
    def size(self) -> int:
        """How many pairs the full window holds."""

    def events(self) -> list[tuple[Any, Any]]:
        """
        Return the pairs now held, oldest first.

        Returns
        -------
        list of tuple
            Tuples (x, y).

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyWindow(2)
        >>> window.update_many("abc", "nny")
        >>> window.events()
        [('b', 'n'), ('c', 'y')]
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def merge(self, other: Any) -> NoReturn:
        """
        Refuse to merge: the order between two streams is unknown; merge ContingencyTable.

        Parameters
        ----------
        other : object
            Not used.

        Raises
        ------
        TypeError
            Always.

        Examples
        --------
        >>> es.ContingencyWindow(3).merge(es.ContingencyWindow(3))
        Traceback (most recent call last):
        ...
        TypeError: ContingencyWindow cannot merge: the order between two streams is unknown; merge ContingencyTable
        """

    def update_many(self, xs: Iterable[Any], ys: Iterable[Any]) -> None:
        """
        Add many pairs at once: two columns of equal length.

        Applies wholly or, if any label is refused or the lengths differ, not at all.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.

        Raises
        ------
        TypeError
            If `xs` or `ys` is not iterable or a label is not hashable.
        ValueError
            If the lengths differ, or if x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many(["sun", "sun", "rain"], [1, 1, 0])
        >>> table.counts()
        {('sun', 1): 2, ('rain', 0): 1}
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: PairMeasure) -> NDArray[float64]:
        """
        Add many pairs, and return the measures after each of them.

        Adds the pairs as update_many does. Every value equals, bit for bit, what the property would
        have given after that pair. A row skipped as missing repeats the value before it.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.
        measures : str, or tuple or list of str, default ("mutual_information",)
            The measures to return, by the names of the properties: "mutual_information",
            "gini_gain", "joint_entropy" and the others.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `xs`, `ys` or `measures` is not iterable or a label is not hashable.
        ValueError
            If a measure is unknown, if the lengths differ, or if x or y is missing and
            missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.ContingencyTable().trace("aabb", "nnyy", "mutual_information")
        array([0.        , 0.        , 0.91829583, 1.        ])
        >>> es.ContingencyWindow(2).trace("aabb", "nnyy", ("joint_entropy", "gini_gain"))
        {'joint_entropy': array([0., 0., 1., 0.]), 'gini_gain': array([0. , 0. , 0.5, 0. ])}
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: tuple[PairMeasure, ...] | list[PairMeasure] = ...) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[tuple[Any, Any], int]) -> None:
        """
        Add pairs by their counts.

        A table pays for the pairs named, not for the events; a window takes the events one
        pair after the other, in the mapping's order. Applies wholly or, if anything is refused, not at
        all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
            a label is not hashable.
        ValueError
            If a count is negative or not below 2**62, or if x or y is missing and missing="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("sun", "yes"): 3, ("rain", "no"): 1})
        >>> table.information_gain
        0.8112781244591328
        """

    def remove(self, x: Hashable, y: Hashable) -> None:
        """
        Remove one pair: the exact inverse of update.

        A window removes its oldest occurrence of that pair.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.

        Raises
        ------
        TypeError
            If a label is not hashable.
        ValueError
            If the pair is not held, or if x or y is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yyn")
        >>> table.remove("a", "y")
        >>> table.counts()
        {('a', 'y'): 1, ('b', 'n'): 1}
        """

    def remove_counts(self, counts: Mapping[tuple[Any, Any], int]) -> None:
        """
        Remove pairs by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
            a label is not hashable.
        ValueError
            If fewer pairs are held than are to be removed, if a count is negative, or if x or y is
            missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("a", "y"): 3, ("b", "n"): 1})
        >>> table.remove_counts({("a", "y"): 2, ("b", "n"): 1})
        >>> table.counts()
        {('a', 'y'): 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[tuple[Any, Any], int]:
        """
        Return the pairs now held with their counts.

        Returns
        -------
        dict
            Counts by tuple (x, y).

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyWindow(3)
        >>> window.update_many("aabb", "yyyn")
        >>> window.counts()
        {('a', 'y'): 1, ('b', 'y'): 1, ('b', 'n'): 1}
        """

    def counts_x(self) -> dict[Any, int]:
        """
        Return the values of x now held with their counts.

        Returns
        -------
        dict
            Counts by value of x.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_x()
        {'a': 2, 'b': 1}
        """

    def counts_y(self) -> dict[Any, int]:
        """
        Return the values of y now held with their counts.

        Returns
        -------
        dict
            Counts by value of y.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_y()
        {'y': 2, 'n': 1}
        """

    def most_common(self, k: int | None = None) -> list[tuple[tuple[Any, Any], int]]:
        """
        Return the k pairs with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many pairs to return at most; all by default.

        Returns
        -------
        list of tuple
            Each a tuple (x, y) with its count, largest count first.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aabb", "yyyn")
        >>> table.most_common(2)
        [(('a', 'y'), 2), (('b', 'n'), 1)]
        """

    def g_test(self) -> GTest:
        """
        Test the independence of x and y by the G test; needs SciPy.

        Without a degree of freedom the p-value is 1.0. Events in a window over one stream need not be
        independent of each other; the test supposes that they are.

        Returns
        -------
        named tuple (statistic, dof, p_value)
            g_statistic, (distinct_x - 1) * (distinct_y - 1), and the upper tail of the chi-square
            distribution.

        Raises
        ------
        ImportError
            If SciPy is not installed.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("drug", "well"): 30, ("drug", "ill"): 10,
        ...                      ("none", "well"): 20, ("none", "ill"): 20})
        >>> test = table.g_test()
        >>> test.dof, round(test.statistic, 3), round(test.p_value, 4)
        (1, 5.412, 0.02)
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class ContingencyTimeWindow:
    """
    The pairs (x, y) of the last span of time, and what x tells about y.

    A ContingencyTable of a time window: x is the ATTRIBUTE, y the CLASS, entropies are in
    BITS. Holds the pairs with a time in (now - span, now], where now is the latest time seen
    or advanced to. Every read is O(1), exact and free of drift, whatever the order in which
    the pairs came. For what a time is, see TimeWindow.

    Parameters
    ----------
    span : str, timedelta or number of seconds
        How long a pair stays: "10min", "1h30min", timedelta(days=1), 0.5.
    lateness : str, timedelta or number of seconds, default 0
        By how much a pair may be late, that is, before now: it is put in its place.
    late : {"raise", "drop"}, default "raise"
        What to do with later ones: an error, or count them in `dropped` and go on.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
        event (the clock stays too), or one label (None) for all of them.

    Raises
    ------
    TypeError
        If `span` or `lateness` is not a length of time.
    ValueError
        If `span` is not positive or `lateness` is negative, if one of them cannot be read or
        reaches 292 years, or if `late` or `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.ContingencyTimeWindow("10min")
    >>> window.update_many(["web", "web", "dns", "dns"], [443, 443, 53, 53], times=[0, 200, 400, 600])
    >>> window.counts()
    {('web', 443): 1, ('dns', 53): 2}
    >>> window.mutual_information
    0.9182958340544896
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, span: Any, *, lateness: Any = 0, late: Literal["raise", "drop"] = "raise", missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, x: Hashable, y: Hashable, *, at: Any) -> None:
        """
        Add one pair at its time: x is the attribute, y the class.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If a label is not hashable, if the time is of no valid kind, or if numbers of seconds
            and dates are mixed.
        ValueError
            If x or y is missing and missing="raise", or if the time is missing, out of range, or
            too late and late="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyTimeWindow("10min")
        >>> window.update("sunny", "no", at=0)
        >>> window.update("rain", "yes", at=600)
        >>> window.counts()
        {('rain', 'yes'): 1}
        """

    @property
    def mutual_information(self) -> float:
        """
        I(X; Y) = H(Y) - H(Y|X), in bits; the same whichever of the two is known.

        Never below 0. Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * 2^-59 / n.
        """

    @property
    def information_gain(self) -> float:
        """
        How many bits x tells about y (erratum E18): mutual_information under its other name.
        """

    @property
    def gain_ratio(self) -> float:
        """information_gain / entropy_x, from 0 to 1; 0.0 if x is constant."""

    @property
    def normalized_mutual_information(self) -> float:
        """
        mutual_information over the mean of entropy_x and entropy_y, from 0 to 1; 0.0 if both are constant.
        """

    @property
    def variation_of_information(self) -> float:
        """H(X|Y) + H(Y|X) in bits, a metric between x and y; within 0.51 ulp."""

    @property
    def entropy_x(self) -> float:
        """H(X), the entropy of the attribute in bits, within 0.51 ulp."""

    @property
    def entropy_y(self) -> float:
        """H(Y), the entropy of the class in bits, within 0.51 ulp."""

    @property
    def joint_entropy(self) -> float:
        """H(X, Y), the entropy of the pairs in bits, within 0.51 ulp."""

    @property
    def conditional_entropy(self) -> float:
        """
        H(Y|X), what is left of the class's entropy once x is known, in bits; within 0.51 ulp.
        """

    @property
    def g_statistic(self) -> float:
        """
        G = 2 ln 2 n I(X; Y), the likelihood ratio statistic of independence.

        Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * ln 2 * 2^-58, whatever n is.
        """

    @property
    def gini_x(self) -> float:
        """The Gini index of the attribute, correctly rounded."""

    @property
    def gini_y(self) -> float:
        """The Gini index of the class, correctly rounded."""

    @property
    def conditional_gini(self) -> float:
        """The mean Gini index of the class once x is known, within 0.52 ulp."""

    @property
    def gini_gain(self) -> float:
        """
        gini_y - conditional_gini, how much purer the class is once x is known (erratum E18).

        Never below 0. Error: half an ulp and (distinct_x + 1) * 2^-59 / n.
        """

    @property
    def n(self) -> int:
        """How many pairs are held, each as often as it came."""

    @property
    def distinct(self) -> int:
        """How many different pairs are held."""

    @property
    def distinct_x(self) -> int:
        """How many different values of x are held: the rows."""

    @property
    def distinct_y(self) -> int:
        """How many different values of y are held: the columns."""

    def events(self) -> list[tuple[Any, Any, Any]]:
        """
        Return the pairs held, as triples of time, x and y, in the order of time.

        Times are floats (seconds) or datetimes in UTC (numpy.datetime64 where there are
        nanoseconds); at one time, equal pairs stand together.

        Returns
        -------
        list of tuple
            Triples (time, x, y), oldest first.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyTimeWindow("10s", lateness="5s")
        >>> window.update_many("abc", "nny", times=[3, 1, 2])
        >>> window.events()
        [(1.0, 'b', 'n'), (2.0, 'c', 'y'), (3.0, 'a', 'n')]
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    @property
    def span(self) -> Any:
        """How long an event stays."""

    def merge(self, other: ContingencyTimeWindow) -> None:
        """
        Add the pairs of another window of the same span and lateness.

        The window of both streams: now is the later of both, and what is too old for it
        leaves.

        Parameters
        ----------
        other : ContingencyTimeWindow
            A window of the same span and lateness; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a ContingencyTimeWindow, or if its times are of the other kind
            (numbers of seconds, dates).
        ValueError
            If the spans or the lateness differ.
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> east, west = es.ContingencyTimeWindow("10s"), es.ContingencyTimeWindow("10s")
        >>> east.update_many("aa", "ny", times=[0, 5])
        >>> west.update("b", "n", at=12)
        >>> east.merge(west)
        >>> east.events()
        [(5.0, 'a', 'y'), (12.0, 'b', 'n')]
        """

    def __add__(self, other: ContingencyTimeWindow) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def advance(self, at: Any) -> None:
        """
        Move the clock without an event.

        A stream that falls silent does not show stale values then. A time before now changes nothing.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the time is missing, out of range, or too late and late="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.TimeWindow("10min")
        >>> window.update("a", at=0)
        >>> window.advance(600)
        >>> window.n
        0
        """

    @property
    def now(self) -> Any:
        """The latest time seen or advanced to; None before the first."""

    @property
    def lateness(self) -> Any:
        """How late an event may be."""

    @property
    def late(self) -> Literal["raise", "drop"]:
        """What happens to later ones: "raise" or "drop"."""

    @property
    def dropped(self) -> int:
        """How many events came too late and were dropped."""

    def update_many(self, xs: Iterable[Any], ys: Iterable[Any], *, times: Any) -> None:
        """
        Add many pairs at once, each at its time: columns of equal length.

        Applies wholly or, if any label or time is refused or the lengths differ, not at all.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.
        times : column of times, or one time
            As long as `xs`, or one time for all pairs; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If `xs` or `ys` is not iterable, if a label is not hashable, if a time is of no valid
            kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the lengths differ, if x or y is missing and missing="raise", or if a time is
            missing, out of range, or too late and late="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyTimeWindow("10s")
        >>> window.update_many(["sun", "sun", "rain"], [1, 1, 0], times=[0.0, 7.5, 11.0])
        >>> window.counts()
        {('sun', 1): 1, ('rain', 0): 1}
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: PairMeasure, *, times: Any) -> NDArray[float64]:
        """
        Add many pairs, each at its time, and return the measures after each of them.

        Adds the pairs as update_many does. Every value equals, bit for bit, what the property would
        have given after that pair. A row skipped as missing repeats the value before it, and so does a
        pair dropped.

        Parameters
        ----------
        xs : iterable of labels
            The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
        ys : iterable of labels
            The class of each pair, as many as `xs`; it may be of another kind.
        measures : str, or tuple or list of str, default ("mutual_information",)
            The measures to return, by the names of the properties: "mutual_information",
            "gini_gain", "joint_entropy" and the others.
        times : column of times, or one time
            As long as `xs`, or one time for all pairs; for what a time is, see TimeWindow.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `xs`, `ys` or `measures` is not iterable, if a label is not hashable, if a time is of
            no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If a measure is unknown, if the lengths differ, if x or y is missing and
            missing="raise", or if a time is missing, out of range, or too late and late="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyTimeWindow("10s")
        >>> window.trace("aabb", "nnyy", "mutual_information", times=[0, 4, 8, 16])
        array([0.        , 0.        , 0.91829583, 0.        ])
        """

    @overload
    def trace(self, xs: Iterable[Any], ys: Iterable[Any], measures: tuple[PairMeasure, ...] | list[PairMeasure] = ..., *, times: Any) -> dict[str, NDArray[float64]]: ...

    def update_counts(self, counts: Mapping[tuple[Any, Any], int], *, at: Any) -> None:
        """
        Add pairs by their counts, all at one time.

        The cost is in the pairs named, not in the events. Applies wholly or, if anything is refused,
        not at all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, if a key is not a tuple (x, y), if a count is not an
            integer, if a label is not hashable, if the time is of no valid kind, or if numbers of
            seconds and dates are mixed.
        ValueError
            If a count is negative or not below 2**62, if x or y is missing and missing="raise", or
            if the time is missing, out of range, or too late and late="raise".
        OverflowError
            If a table would hold 2**62 pairs or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyTimeWindow("10s")
        >>> window.update_counts({("sun", 1): 2, ("rain", 0): 2}, at=0)
        >>> window.mutual_information
        1.0
        """

    def remove(self, x: Hashable, y: Hashable) -> None:
        """
        Remove one pair: the exact inverse of update.

        A window removes its oldest occurrence of that pair.

        Parameters
        ----------
        x : hashable
            The attribute.
        y : hashable
            The class.

        Raises
        ------
        TypeError
            If a label is not hashable.
        ValueError
            If the pair is not held, or if x or y is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yyn")
        >>> table.remove("a", "y")
        >>> table.counts()
        {('a', 'y'): 1, ('b', 'n'): 1}
        """

    def remove_counts(self, counts: Mapping[tuple[Any, Any], int]) -> None:
        """
        Remove pairs by their counts: the inverse of update_counts.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        counts : mapping of tuples (x, y) to int
            The number of events of each pair, 0 or more.

        Raises
        ------
        TypeError
            If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
            a label is not hashable.
        ValueError
            If fewer pairs are held than are to be removed, if a count is negative, or if x or y is
            missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("a", "y"): 3, ("b", "n"): 1})
        >>> table.remove_counts({("a", "y"): 2, ("b", "n"): 1})
        >>> table.counts()
        {('a', 'y'): 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[tuple[Any, Any], int]:
        """
        Return the pairs now held with their counts.

        Returns
        -------
        dict
            Counts by tuple (x, y).

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.ContingencyWindow(3)
        >>> window.update_many("aabb", "yyyn")
        >>> window.counts()
        {('a', 'y'): 1, ('b', 'y'): 1, ('b', 'n'): 1}
        """

    def counts_x(self) -> dict[Any, int]:
        """
        Return the values of x now held with their counts.

        Returns
        -------
        dict
            Counts by value of x.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_x()
        {'a': 2, 'b': 1}
        """

    def counts_y(self) -> dict[Any, int]:
        """
        Return the values of y now held with their counts.

        Returns
        -------
        dict
            Counts by value of y.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aab", "yny")
        >>> table.counts_y()
        {'y': 2, 'n': 1}
        """

    def most_common(self, k: int | None = None) -> list[tuple[tuple[Any, Any], int]]:
        """
        Return the k pairs with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many pairs to return at most; all by default.

        Returns
        -------
        list of tuple
            Each a tuple (x, y) with its count, largest count first.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_many("aabb", "yyyn")
        >>> table.most_common(2)
        [(('a', 'y'), 2), (('b', 'n'), 1)]
        """

    def g_test(self) -> GTest:
        """
        Test the independence of x and y by the G test; needs SciPy.

        Without a degree of freedom the p-value is 1.0. Events in a window over one stream need not be
        independent of each other; the test supposes that they are.

        Returns
        -------
        named tuple (statistic, dof, p_value)
            g_statistic, (distinct_x - 1) * (distinct_y - 1), and the upper tail of the chi-square
            distribution.

        Raises
        ------
        ImportError
            If SciPy is not installed.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> table = es.ContingencyTable()
        >>> table.update_counts({("drug", "well"): 30, ("drug", "ill"): 10,
        ...                      ("none", "well"): 20, ("none", "ill"): 20})
        >>> test = table.g_test()
        >>> test.dof, round(test.statistic, 3), round(test.p_value, 4)
        (1, 5.412, 0.02)
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class FadingTally:
    """
    All labels with exponential decay: old events are down-weighted.

    Algorithms 2 and 4 of Sovdat (2014) as they were meant: an event of age k weighs
    fading_factor^k, or half as much after each half-life. As printed they fade the value and
    not the counts, and fall to 0 on any stream (erratum E2).

    Entropy and Gini index are within 1e-12 of the sum over all events. Labels whose weight
    has become negligible (2^-58 of a new event; 2^-192 while there are no more than 64) are
    forgotten: by count at most 96/log2(1/fading_factor) labels are held, and 3 more. After
    `drop` the values are within 1e-12 of those of the labels still held; what was forgotten
    before does not come back.

    Parameters
    ----------
    fading_factor : float, optional
        The weight of an event relative to the next one, above 0 and at most 1; 1 does not fade.
        Exactly one of fading_factor and half_life is given.
    half_life : str, timedelta or number of seconds, optional
        In which time an event loses half its weight: "5min", timedelta, seconds. Every
        event needs its time then.
    lateness : str, timedelta or number of seconds, default 0
        By how much an event may be late, with half_life; it gets the smaller weight of its
        time.
    late : {"raise", "drop"}, default "raise"
        What happens to events that are later than that.
    max_labels : int, optional
        The number of labels beyond which a new one is refused, unless others have become negligible.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.

    Raises
    ------
    TypeError
        If not exactly one of `fading_factor` and `half_life` is given, or if an argument has
        the wrong type.
    ValueError
        If `fading_factor` is not above 0 and at most 1, if `half_life` or `max_labels` is not
        positive, if `lateness` is negative, if `lateness` or `late` is given without half_life,
        or if `late` or `missing` is not one of its choices.

    Examples
    --------
    >>> tally = es.FadingTally(fading_factor=0.5)
    >>> tally.update_many(["a", "a", "b"])
    >>> tally.counts()
    {'a': 0.75, 'b': 1.0}
    >>> tally.update_many(["b"] * 100)
    >>> round(tally.entropy, 12)
    0.0

    >>> recent = es.FadingTally(half_life="5min")
    >>> recent.update("a", at=0)
    >>> recent.update("b", at=300)
    >>> recent.counts(), recent.n
    ({'a': 0.5, 'b': 1.0}, 1.5)
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, *, fading_factor: float | None = None, half_life: Any = None, lateness: Any = 0, late: Literal["raise", "drop"] = "raise", max_labels: int | None = None, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, *, at: Any = None) -> None:
        """
        Add one event; with half_life, at its time.

        Parameters
        ----------
        label : hashable
            The label of the event.
        at : time, optional
            With half_life, the time of the event; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If the label is not hashable, if `at` is given without half_life or not given with it,
            if the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the label is missing and missing="raise", if the time is missing, out of range, or
            too late and late="raise", or if there would be more labels than max_labels.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.FadingTally(fading_factor=0.5)
        >>> tally.update("a")
        >>> tally.update("b")
        >>> tally.counts()
        {'a': 0.5, 'b': 1.0}
        """

    @property
    def entropy(self) -> float:
        """
        Shannon entropy of the weights in bits, error below 1e-12 (Definition 2).
        """

    @property
    def gini(self) -> float:
        """
        Gini index 1 - sum p^2 of the weights, error below 1e-12 (Definition 1).
        """

    @property
    def n(self) -> float:
        """The weight held, in units of an event that comes now."""

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    def update_many(self, labels: Iterable[Any], *, times: Any = None) -> None:
        """
        Add many events at once.

        Applies wholly or, if any label or time is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        times : column of times, or one time, optional
            With half_life, as long as the labels, or one time for all of them.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if times are given without
            half_life or not given with it, if a time is of no valid kind, or if numbers of seconds
            and dates are mixed.
        ValueError
            If labels and times differ in length, if a label is missing and missing="raise", if a
            time is missing, out of range, or too late and late="raise", or if there would be more
            labels than max_labels.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.FadingTally(half_life=10)
        >>> tally.update_many(["a", "b", "b"], times=[0, 10, 20])
        >>> tally.counts()
        {'a': 0.25, 'b': 1.5}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure, *, times: Any = None) -> NDArray[float64]:
        """
        Add many events, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.
        times : column of times, or one time, optional
            With half_life, as long as the labels, or one time for all of them.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable, if a label is not hashable, if times are
            given without half_life or not given with it, if a time is of no valid kind, or if
            numbers of seconds and dates are mixed.
        ValueError
            If a measure is unknown, if labels and times differ in length, if a label is missing and
            missing="raise", if a time is missing, out of range, or too late and late="raise", or if
            there would be more labels than max_labels.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.FadingTally(fading_factor=0.5).trace(["a", "b", "b"], "gini")
        array([0.        , 0.44444444, 0.24489796])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ..., *, times: Any = None) -> dict[str, NDArray[float64]]: ...

    @property
    def fading_factor(self) -> float | None:
        """The weight of an event relative to the next one; None with half_life."""

    @property
    def half_life(self) -> Any:
        """In which time an event loses half its weight; None with fading_factor."""

    def merge(self, other: FadingTally) -> None:
        """
        Add all events of another tally of the same half-life.

        By fading_factor tallies cannot merge: how the events of two streams follow each other is not
        known.

        Parameters
        ----------
        other : FadingTally
            A tally of the same half-life; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a FadingTally, if one of both has a fading_factor, or if their times
            are of different kinds (numbers of seconds, dates).
        ValueError
            If the half-lives differ, or if there would be more labels than max_labels.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> east, west = es.FadingTally(half_life=60), es.FadingTally(half_life=60)
        >>> east.update("a", at=0)
        >>> west.update("b", at=60)
        >>> east.merge(west)
        >>> east.counts()
        {'a': 0.5, 'b': 1.0}
        """

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    @property
    def effective_size(self) -> float:
        """
        Kish's effective sample size of the weights of the events: (sum w)^2 / sum w^2.

        The number of events of equal weight with the same information, 0.0 when empty. A bias
        correction or a confidence interval should use it for n; with a fading factor f it tends to
        (1 + f)/(1 - f).

        >>> tally = es.FadingTally(fading_factor=0.5)
        >>> tally.update_many("abc")
        >>> tally.n, round(tally.effective_size, 3)
        (1.75, 2.333)
        """

    @property
    def max_labels(self) -> int | None:
        """How many labels may be held; None if there is no limit."""

    def advance(self, at: Any) -> None:
        """
        Move the clock without an event, with half_life.

        Entropy and Gini index stay, since all weights fade alike; n and counts fade. A time before now
        changes nothing.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            Without half_life, if the time is of no valid kind, or if numbers of seconds and dates
            are mixed.
        ValueError
            If the time is missing, out of range, or too late and late="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.FadingTally(half_life=10)
        >>> tally.update_many("ab", times=0)
        >>> tally.advance(20)
        >>> tally.n, tally.entropy
        (0.5, 1.0)
        """

    @property
    def now(self) -> Any:
        """The latest time seen or advanced to; None before the first."""

    @property
    def lateness(self) -> Any:
        """How late an event may be."""

    @property
    def late(self) -> Literal["raise", "drop"]:
        """What happens to later ones: "raise" or "drop"."""

    @property
    def dropped(self) -> int:
        """How many events came too late and were dropped."""

    def drop(self, label: Hashable) -> None:
        """
        Remove all events of one label: Del of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            A label that is held.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is not held, or if it is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_counts({"a": 3, "b": 1})
        >>> tally.drop("a")
        >>> tally.counts()
        {'b': 1}
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, float]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, float]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> float:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    def __iter__(self) -> Iterator[Any]: ...

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def __len__(self) -> int:
        """How many different labels are held."""

    def keys(self) -> KeysView[Any]:
        """
        Return the labels now held, as a dict has keys: dict(tally) works.

        Returns
        -------
        KeysView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally("abracadabra")
        >>> list(tally.keys()), dict(tally)["a"]
        (['a', 'b', 'r', 'c', 'd'], 5)
        """

    def items(self) -> ItemsView[Any, float]:
        """
        Return the labels now held, each with its count, as a dict has items.

        Returns
        -------
        ItemsView
            A view of a new dict: later events do not change it.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> list(es.Tally("abb").items())
        [('a', 1), ('b', 2)]
        """

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class FadingWindow:
    """
    The last `size` labels, the older the lighter.

    The paper's sliding windows and fading factors together: an event of age k weighs
    fading_factor^k while it is among the last `size`, and nothing afterwards.

    Entropy and Gini index are within 1e-12 of the sum over the events. Where
    fading_factor^size is below 2^-64 the events beyond that age weigh nothing compared with the
    newest and are dropped.

    Parameters
    ----------
    size : int
        How many labels the full window holds.
    fading_factor : float, above 0 and at most 1
        The weight of an event relative to the next one; 1 does not fade.
    max_labels : int, optional
        The number of labels beyond which a new one is refused.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.

    Raises
    ------
    TypeError
        If `size` or `max_labels` is not an integer, or `fading_factor` not a number.
    ValueError
        If `size` or `max_labels` is not positive, if `fading_factor` is not above 0 and at most
        1, or if `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.FadingWindow(3, fading_factor=0.5)
    >>> window.update_many(["a", "a", "b", "b"])
    >>> window.counts()
    {'a': 0.25, 'b': 1.5}
    >>> window.update_many(["c"] * 3)
    >>> window.entropy
    0.0
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, size: int, *, fading_factor: float, max_labels: int | None = None, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable) -> None:
        """
        Add one event: Inc of Algorithms 1 and 3.

        Parameters
        ----------
        label : hashable
            The label of the event.

        Raises
        ------
        TypeError
            If the label is not hashable.
        ValueError
            If the label is missing and missing="raise", or if it would be one more than max_labels
            (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.counts()
        {'a': 1}
        """

    @property
    def entropy(self) -> float:
        """
        Shannon entropy of the weights in bits, error below 1e-12 (Definition 2).
        """

    @property
    def gini(self) -> float:
        """
        Gini index 1 - sum p^2 of the weights, error below 1e-12 (Definition 1).
        """

    @property
    def n(self) -> float:
        """The weight held, in units of an event that comes now."""

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    @property
    def size(self) -> int:
        """How many labels the full window holds."""

    @property
    def fading_factor(self) -> float:
        """The weight of an event relative to the next one."""

    def events(self) -> list[Any]:
        """
        Return the labels now held, oldest first.

        Returns
        -------
        list
            One label per event.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.FadingWindow(3, fading_factor=0.9)
        >>> window.update_many("abcd")
        >>> window.events()
        ['b', 'c', 'd']
        """

    def __repr__(self) -> str: ...

    def merge(self, other: Any) -> NoReturn:
        """
        Refuse to merge: the order between two streams is unknown; merge FadingTally by half_life.

        Parameters
        ----------
        other : object
            Not used.

        Raises
        ------
        TypeError
            Always.

        Examples
        --------
        >>> es.FadingWindow(3, fading_factor=0.9).merge(es.FadingWindow(3, fading_factor=0.9))
        Traceback (most recent call last):
        ...
        TypeError: FadingWindow cannot merge: the order between two streams is unknown; merge FadingTally by half_life
        """

    def __eq__(self, other: object, /) -> bool: ...

    @property
    def effective_size(self) -> float:
        """
        Kish's effective sample size of the weights of the events: (sum w)^2 / sum w^2.

        The number of events of equal weight with the same information, 0.0 when empty. A bias
        correction or a confidence interval should use it for n; with a fading factor f it tends to
        (1 + f)/(1 - f).

        >>> tally = es.FadingTally(fading_factor=0.5)
        >>> tally.update_many("abc")
        >>> tally.n, round(tally.effective_size, 3)
        (1.75, 2.333)
        """

    @property
    def max_labels(self) -> int | None:
        """How many labels may be held; None if there is no limit."""

    def update_many(self, labels: Iterable[Any]) -> None:
        """
        Add many events at once.

        Applies wholly or, if any label is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.

        Raises
        ------
        TypeError
            If `labels` is not iterable or a label is not hashable.
        ValueError
            If a label is missing and missing="raise", or if there would be more labels than
            max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many(["a", "b", "a", "c"])
        >>> tally.counts()
        {'a': 2, 'b': 1, 'c': 1}
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure) -> NDArray[float64]:
        """
        Add many events, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row skipped as missing repeats the value before it.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable or a label is not hashable.
        ValueError
            If a measure is unknown, if a label is missing and missing="raise", or if there would be
            more labels than max_labels (FadingWindow).
        OverflowError
            If a summary would hold 2**62 events or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.Tally().trace(["a", "b", "a", "a"])
        {'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
        >>> es.SlidingWindow(2).trace("aabb", "distinct")
        array([1., 1., 2., 1.])
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ...) -> dict[str, NDArray[float64]]: ...

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, float]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, float]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> float:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class AdaptiveWindow:
    """
    A window that grows while the stream is stable and forgets its past when it changes.

    ADWIN for labels, the future work of Sovdat (2014): it cuts away the past when the mixture
    of labels changes, even if the entropy stays the same, and `changes` tells where, how much and
    what moved. It is always exactly the last `n` events; entropy, Gini index and counts are
    theirs. Memory grows with the labels times log(n).

    If the order of the labels is mere chance, the expected number of false cuts is at most `rate`
    per event, as far as it is proven (the constants of the "sum" test are numerical); in simulations
    about a hundredth of that was seen. Dependent streams (sessions, bursts,
    cycles) vary more than that. The window learns how much from what recurs, and reports what
    exceeds it. Changes that recur are followed, but no longer reported: see `recurring` and the
    guide "Concept drift: AdaptiveWindow and ADWIN".

    Parameters
    ----------
    rate : float, default 1e-4
        Bound on the expected number of false cuts per event, above 0 and below 1. Lower gives
        fewer false alarms and a longer detection delay.
    block : int, default 32
        The number of events between two tests of the stream.
    max_size : int, optional
        The window is never longer; at least `block`.
    statistics : str or iterable of str, default ("sum", "label", "frequency")
        What changes are found by: many labels that move, one label, rare labels against
        frequent ones. ("label",) is calmer where labels come in bursts, as words do.
    calibrate : bool, default True
        Learn the overdispersion: how much more the shares of the labels vary in this stream than
        those of independent events do. A change is reported if it is large compared with that. If
        False, every deviation from independent events is.
    recurring : {"skip", "report"}, default "skip"
        What to do with changes that recur, after the first 100,000 events: if there are more than
        about four per million events, or one per week where events have times and that is more,
        report only those that are more severe than usual; or report all. The window is cut at all of
        them. With `calibrate=False` all are reported.
    min_shift : float, default 0
        Report only changes whose total variation distance (half the sum of the absolute differences
        of all shares, from 0 to 1) exceeds this, beyond doubt.
    season : str, float or timedelta, optional
        The period of a rhythm that is no change, such as "1d": events are compared with those at the
        same time of earlier seasons, so that what happens every night is no change, and a night on
        which it does not happen is one. Needs the times of the events. The first season is learned,
        and no change is found in it. Numbers are seconds.
    season_bins : int, default 24
        How many parts of a season the rhythm is learned for, 2 to 1000.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null: an error, no event, or one label
        (None) for all of them.
    on_change : callable, optional
        Called with each es.Change that is reported, after the call that found it has taken in all its events.
        Not part of bytes, pickles and copies.

    Raises
    ------
    TypeError
        If `rate` or `min_shift` is not a number, `block`, `max_size` or `season_bins` not an
        integer, `statistics` not iterable, `calibrate` not a bool, `season` not a length of time, or
        `on_change` not callable.
    ValueError
        If `rate` is not above 0 and below 1, if `block` is not positive, if `max_size` is below
        `block`, if `statistics` is empty or has an unknown name, if `min_shift` is not at least
        0 and below 1, if `season` is not above 0 or `season_bins` not from 2 to 1000, or if
        `recurring` or `missing` is not one of its choices.

    Examples
    --------
    >>> window = es.AdaptiveWindow()
    >>> window.update_many(["a", "b", "b", "b"] * 500)
    >>> window.n, window.changes
    (2000, [])
    >>> window.update_many(["b", "a", "a", "a"] * 500)  # the same entropy
    >>> window.n, len(window.changes)
    (1984, 1)
    >>> print(window.changes[0])
    change at event 1984, found at 2048, severity 0.1: 'a' 25 % -> 62 %, 'b' 75 % -> 38 %
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, rate: float = 0.0001, *, block: int = 32, max_size: int | None = None, statistics: Literal["sum", "label", "frequency"] | Iterable[Literal["sum", "label", "frequency"]] = ("sum", "label", "frequency"), calibrate: bool = True, recurring: Literal["skip", "report"] = "skip", min_shift: float = 0.0, season: Any = None, season_bins: int = 24, missing: Literal["raise", "skip", "label"] = "raise", on_change: Any = None) -> None: ...

    def update(self, label: Hashable, *, at: Any = None) -> None:
        """
        Add one event, at a time if events have times.

        What `on_change` raises comes out of the call.

        Parameters
        ----------
        label : hashable
            The label of the event.
        at : time, optional
            The time of the event; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If the label is not hashable, if the time is of no valid kind, or if numbers of seconds
            and dates are mixed.
        ValueError
            If the label is missing and missing="raise", if some events of the window have times and
            others have none, or if the time is missing, out of range or before the last one.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.AdaptiveWindow()
        >>> window.update("a")
        >>> window.counts()
        {'a': 1}
        """

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
        """2 ** entropy: the number of equally frequent labels with this entropy."""

    @property
    def renyi2(self) -> float:
        """Renyi entropy of order 2 in bits, -log2(1 - gini)."""

    @property
    def inverse_simpson(self) -> float:
        """1 / sum p^2, the effective number of labels; 1.0 when empty."""

    def __repr__(self) -> str: ...

    def merge(self, other: Any) -> NoReturn:
        """
        Refuse to merge: the order between two streams is unknown; merge Tally.

        Parameters
        ----------
        other : object
            Not used.

        Raises
        ------
        TypeError
            Always.

        Examples
        --------
        >>> es.AdaptiveWindow().merge(es.AdaptiveWindow())
        Traceback (most recent call last):
        ...
        TypeError: AdaptiveWindow cannot merge: the order between two streams is unknown; merge Tally
        """

    def __eq__(self, other: object, /) -> bool: ...

    @property
    def rate(self) -> float:
        """Bound on the expected number of false cuts per event."""

    @property
    def block(self) -> int:
        """The number of events between two tests of the stream."""

    @property
    def max_size(self) -> int | None:
        """The window is never longer."""

    @property
    def statistics(self) -> tuple[Literal["sum", "label", "frequency"], ...]:
        """What changes are found by."""

    @property
    def calibrate(self) -> bool:
        """Whether the overdispersion is learned."""

    @property
    def recurring(self) -> Literal["skip", "report"]:
        """Whether changes that recur are skipped or reported."""

    @property
    def min_shift(self) -> float:
        """The total variation distance that a change must exceed."""

    @property
    def season(self) -> Any:
        """
        The period of the rhythm that is no change, as a timedelta; None: there is none.
        """

    @property
    def season_bins(self) -> int:
        """How many parts of a season the rhythm is learned for."""

    @property
    def overdispersion(self) -> float:
        """
        The factor that divides the statistics of the longest splits: 1.0 for independent events.

        How much more evidence a change needs because the stream varies by itself; learned from what
        recurs, see `calibrate`.

        >>> window = es.AdaptiveWindow()
        >>> window.update_many("ab" * 1000)
        >>> window.overdispersion
        1.0
        """

    @property
    def changes(self) -> list[Change]:
        """
        The changes reported, oldest first: the newest 1000 as es.Change.

        >>> window = es.AdaptiveWindow()
        >>> window.update_many([0, 1] * 500 + [2, 3] * 500)
        >>> [(change.position, change.statistic) for change in window.changes]
        [(992, 'frequency')]
        """

    @property
    def n_changes(self) -> int:
        """How many changes were reported in all."""

    @property
    def n_recurring(self) -> int:
        """
        How many changes were found and not reported, because changes as severe recur.
        """

    @property
    def changed(self) -> bool:
        """Whether the last update, update_many or trace reported a change."""

    @property
    def seen(self) -> int:
        """How many events ever came."""

    @property
    def start(self) -> int:
        """Number of the first event held; the first of the stream is 0."""

    @property
    def on_change(self) -> Any:
        """Called with each es.Change that is reported; None: no callback."""

    @on_change.setter
    def on_change(self, callback: Any, /) -> None: ...

    def update_many(self, labels: Iterable[Any], *, times: Any = None) -> None:
        """
        Add many events at once.

        Either all events of a window have times or none. Applies wholly or, if any label or time is
        refused, not at all. What `on_change` raises comes out of the call.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        times : column of times, or one time, optional
            As long as the labels, or one time for all of them, not going back. Without a `season` it
            tells when changes happened, and no more.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if a time is of no valid kind,
            or if numbers of seconds and dates are mixed.
        ValueError
            If labels and times differ in length, if a label is missing and missing="raise", if some
            events of the window have times and others have none, if there is a season and there are no
            times, or if a time is missing, out of range or before the last one.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.AdaptiveWindow()
        >>> window.update_many(["a"] * 100 + ["b"] * 100, times=range(200))
        >>> window.changes[0].at
        96.0
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: Measure, *, times: Any = None) -> NDArray[float64]:
        """
        Add many events, and return the measures after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event; "n" shows how the window grows and is cut.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        measures : str, or tuple or list of str, default ("entropy", "gini")
            The measures to return, by the names of the properties: "entropy", "gini", "n",
            "distinct" and the others.
        times : column of times, or one time, optional
            As long as the labels, or one time for all of them, not going back. Without a `season` it
            tells when changes happened, and no more.

        Returns
        -------
        dict of numpy.ndarray, or numpy.ndarray
            Arrays of float64 by the names of the measures, one value per row; a single array if
            `measures` is one name.

        Raises
        ------
        TypeError
            If `labels` or `measures` is not iterable, if a label is not hashable, if a time is of
            no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If a measure is unknown, if labels and times differ in length, if a label is missing and
            missing="raise", if some events of the window have times and others have none, or if a
            time is missing, out of range or before the last one.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> lengths = es.AdaptiveWindow().trace(["a"] * 100 + ["b"] * 100, "n")
        >>> int(lengths[158]), int(lengths[159])
        (159, 64)
        """

    @overload
    def trace(self, labels: Iterable[Any], measures: tuple[Measure, ...] | list[Measure] = ..., *, times: Any = None) -> dict[str, NDArray[float64]]: ...

    def clear(self) -> None:
        """
        Remove all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update("a")
        >>> tally.clear()
        >>> tally.n
        0
        """

    def counts(self) -> dict[Any, int]:
        """
        Return the labels now held with their counts.

        Of labels that are equal (1, 1.0, True) one stands for all.

        Returns
        -------
        dict
            Counts by label: int, or float where events have weights.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.SlidingWindow(3)
        >>> window.update_many("aabb")
        >>> window.counts()
        {'a': 1, 'b': 2}
        """

    def most_common(self, k: int | None = None) -> list[tuple[Any, int]]:
        """
        Return the k labels with the largest counts, or all; ties in the labels' own order.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most; all by default.

        Returns
        -------
        list of tuple
            Pairs of label and count, largest count first; the count is a float where events have
            weights.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> tally.most_common(2)
        [('a', 5), ('b', 2)]
        """

    def entropy_in(self, base: float) -> float:
        """
        Return the entropy with logarithms to another base.

        Parameters
        ----------
        base : float
            The base of the logarithm, finite and above 1.

        Returns
        -------
        float
            The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

        Raises
        ------
        TypeError
            If `base` is not a number.
        ValueError
            If `base` is not finite or not above 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abcd")
        >>> tally.entropy_in(4)
        1.0
        """

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def __getitem__(self, label: Hashable, /) -> int:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> twin = tally.copy()
        >>> twin.update("a")
        >>> tally.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def entropy_estimate(self, method: Literal["plugin", "miller_madow", "jackknife", "chao_wang_jost"] = "chao_wang_jost") -> Estimate:
        """
        Estimate the entropy of the source from which the events were drawn, in bits.

        `entropy` is that of the events held, which is too low for their source, because
        rare labels are missing from a sample.

        The standard error is the jackknife's: from the method's own values with each event
        left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
        and the standard error infinite. Neither says what unseen labels could add: see
        `reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
        for sorting.

        Parameters
        ----------
        method : {"plugin", "miller_madow", "jackknife", "chao_wang_jost"}, default "chao_wang_jost"
            "plugin" is `entropy` itself. "miller_madow" adds (distinct - 1)/(2 n ln 2) (Miller 1955).
            "jackknife" leaves each event out in turn (Zahl 1977). "chao_wang_jost" estimates the part
            of labels not yet seen from those seen once and twice (Chao, Wang and Jost 2013); it is the
            least biased of them in our simulations, and still too low if the source has a long tail of
            rare labels.

        Returns
        -------
        Estimate
            The value with its standard error, the coverage of the sample and what `interval` needs.

        Raises
        ------
        ValueError
            If the method is unknown.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("abracadabra")
        >>> for method in ("plugin", "miller_madow", "jackknife", "chao_wang_jost"):
        ...     estimate = tally.entropy_estimate(method)
        ...     print(f"{estimate.value:.3f} +- {estimate.standard_error:.3f} {estimate.method}")
        2.040 +- 0.421 plugin
        2.303 +- 0.497 miller_madow
        2.466 +- 0.421 jackknife
        2.424 +- 0.671 chao_wang_jost
        """

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the source from which the events were drawn, without bias.

        The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
        rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
        Below two events the value is 0.0 and the standard error infinite.

        Returns
        -------
        Estimate
            The value with its standard error; its method is "unbiased".

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> tally = es.Tally()
        >>> tally.update_many("aab")
        >>> tally.gini, tally.gini_estimate().value
        (0.4444444444444444, 0.6666666666666666)
        """

    def to_bytes(self) -> bytes:
        """
        Return the summary as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters and on what is held, not on how it came; those of fading
        summaries also depend on the order of the events.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
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
        Return the summary that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A summary that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.Tally.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class ADWIN:
    """
    A window of numbers that grows while their mean stays and shrinks when it changes.

    ADWIN of Bifet and Gavalda (2007), as MOA and river compute it: with the same
    parameters it cuts where theirs do. It keeps what the cut left, as the paper says, and
    counts on; call `clear` after a change to begin again, as river's does. For numbers
    from 0 to 1, such as the errors of a classifier; AdaptiveWindow is the one for labels.

    It lets go of no more than it must at each check, so one change of the stream often takes
    several cuts. Memory grows with the logarithm of the window.

    Parameters
    ----------
    delta : float, default 0.002
        Above 0 and below 1: the smaller, the fewer false alarms and the later the true ones.
    clock : int, default 32
        The number of values between two checks of the window.
    max_buckets : int, default 5
        The number of buckets per scale, 1 to 1000: the more, the more splits are tested.
    min_window_length : int, default 5
        Neither side of a split is shorter.
    grace_period : int, default 10
        Windows that are not longer are not checked.
    on_change : callable, optional
        Called with each es.MeanChange, after the call that found it has taken in all its values.
        Not part of bytes, pickles and copies.

    Raises
    ------
    TypeError
        If `delta` is not a number, one of the other numbers is not an integer, or `on_change`
        is not callable.
    ValueError
        If `delta` is not above 0 and below 1, if `grace_period` is negative or another integer is
        not positive, or if `max_buckets` is above 1000.

    Examples
    --------
    >>> adwin = es.ADWIN()
    >>> adwin.update_many([0] * 200 + [1] * 200)
    >>> for change in adwin.changes:
    ...     print(change)
    change at value 168, found at 224: mean 0 before, 0.4286 after
    change at value 184, found at 256: mean 0 before, 0.7778 after
    change at value 200, found at 288: mean 0 before, 1 after
    >>> adwin.n, adwin.mean
    (200, 1.0)
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, delta: float = 0.002, *, clock: int = 32, max_buckets: int = 5, min_window_length: int = 5, grace_period: int = 10, on_change: Callable[[Any], object] | None = None) -> None: ...

    def update(self, value: float) -> None:
        """
        Add one value.

        What `on_change` raises comes out of the call.

        Parameters
        ----------
        value : float
            A number from 0 to 1.

        Raises
        ------
        TypeError
            If the value is not a number.
        ValueError
            If it is not from 0 to 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs an iterable's own code.

        Examples
        --------
        >>> adwin = es.ADWIN()
        >>> adwin.update(0.5)
        >>> adwin.n, adwin.mean
        (1, 0.5)
        """

    @property
    def n(self) -> int:
        """How many values the window holds now."""

    @property
    def mean(self) -> float:
        """Mean of the window; 0.0 when it is empty."""

    @property
    def changed(self) -> bool:
        """Whether the last call of update or update_many found a change."""

    def update_many(self, values: Iterable[Any]) -> None:
        """
        Add many values at once, with the same cuts as one by one.

        Applies wholly or, if any value is refused, not at all. What `on_change` raises comes out of the
        call.

        Parameters
        ----------
        values : iterable of float
            Floats, integers or bools from 0 to 1 in a list, a NumPy array, or a column of Arrow,
            pandas or Polars.

        Raises
        ------
        TypeError
            If `values` is not iterable or a value is not a number.
        ValueError
            If a value is not from 0 to 1.
        RuntimeError
            If the object is at work in another thread, or in a call that runs an iterable's own code.

        Examples
        --------
        >>> adwin = es.ADWIN()
        >>> adwin.update_many([0.25, 0.5, 1])
        >>> adwin.n, adwin.total
        (3, 1.75)
        """

    def clear(self) -> None:
        """
        Remove all values, changes and counts; the parameters stay.

        Called after each change, it makes the cuts those of river's ADWIN, which keeps nothing.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs an iterable's own code.

        Examples
        --------
        >>> adwin = es.ADWIN()
        >>> adwin.update(1.0)
        >>> adwin.clear()
        >>> adwin.n, adwin.seen
        (0, 0)
        """

    def __repr__(self) -> str: ...

    @property
    def delta(self) -> float:
        """How sure it must be of a change: the smaller, the surer."""

    @property
    def clock(self) -> int:
        """The number of values between two checks of the window."""

    @property
    def max_buckets(self) -> int:
        """The number of buckets per scale: the more, the more splits are tested."""

    @property
    def min_window_length(self) -> int:
        """Neither side of a split is shorter."""

    @property
    def grace_period(self) -> int:
        """Windows that are not longer are not checked."""

    @property
    def total(self) -> float:
        """Sum of the window."""

    @property
    def variance(self) -> float:
        """Variance of the window, that of a population; 0.0 when it is empty."""

    @property
    def seen(self) -> int:
        """How many values ever came."""

    @property
    def start(self) -> int:
        """Position in the stream, counted from 0, of the first value held."""

    @property
    def n_changes(self) -> int:
        """How many changes there ever were."""

    @property
    def changes(self) -> list[MeanChange]:
        """
        The newest 1000 changes, oldest first, each a MeanChange.

        >>> adwin = es.ADWIN()
        >>> adwin.update_many([0] * 200 + [1] * 200)
        >>> [change.position for change in adwin.changes]
        [168, 184, 200]
        """

    @property
    def on_change(self) -> Any:
        """
        Called with each es.MeanChange that is found; None: no callback.

        It may read and change the ADWIN: all values of the call have been taken in. What it raises
        comes out of the call.

        >>> adwin = es.ADWIN(on_change=print)
        >>> adwin.update_many([0] * 200 + [1] * 60)
        change at value 168, found at 224: mean 0 before, 0.4286 after
        change at value 184, found at 256: mean 0 before, 0.7778 after
        """

    @on_change.setter
    def on_change(self, on_change: Any, /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters and content.

        Returns
        -------
        the same class
            The copy, without `on_change`.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs an iterable's own code.

        Examples
        --------
        >>> adwin = es.ADWIN()
        >>> twin = adwin.copy()
        >>> twin.update(1.0)
        >>> adwin.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def to_bytes(self) -> bytes:
        """
        Return the ADWIN as bytes: versioned, checksummed, safe to read from any source.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs an iterable's own code.

        Examples
        --------
        >>> adwin = es.ADWIN(delta=0.01)
        >>> adwin.update_many([0.25, 1.0])
        >>> es.ADWIN.from_bytes(adwin.to_bytes()) == adwin
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        Return the ADWIN that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes returned.

        Returns
        -------
        the same class
            An ADWIN that equals the one written, without `on_change`.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.ADWIN.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class DivergenceWindow:
    """
    How far the last labels are from a reference: data drift, live.

    The divergence of a window (the last events, or those of the last span of time) from a
    reference, which is a fixed sample or the previous window: that of the same length which ends
    where the window begins. Every value equals, bit for bit, what rolling_divergence with
    min_periods=1 gives for the same rows: a window that is not yet full is compared as it is, and
    the divergence is NaN while either side is empty.

    An update is amortised O(1). So is a read, with one exception: the equally weighted
    Jensen-Shannon divergence visits each label on both sides if the number of events on a side has
    changed since the last read (by time; while a window fills).

    Parameters
    ----------
    window : int, str or timedelta
        The number of events in the window, or its span: "10min", timedelta(days=1).
    reference : column of labels, mapping, or "previous"
        A sample of labels, their counts (a mapping of labels to counts, a Tally), or "previous".
    method : {"jensen-shannon", "kullback-leibler"}, default "jensen-shannon"
        The kind of divergence.
    weighting : {"equal", "rows"}, default "equal"
        The weights of the two sides in the Jensen-Shannon divergence: one half each, or their
        numbers of events.
    unseen : "inf" or float, default "inf"
        For Kullback-Leibler, where the window has labels that the reference lacks: infinite, or
        the pseudo-count of additive smoothing, from 1e-18 to 1e8.
    lateness : str, timedelta or number of seconds, default 0
        By how much an event may be late, if the window is a span: it is put in its place.
    late : {"raise", "drop"}, default "raise"
        What to do with later ones: an error, or count them in `dropped` and go on.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null, also in the reference: an error, no event, or one
        label (None) for all of them.

    Raises
    ------
    TypeError
        If `reference` is neither labels nor a mapping of labels to counts, or if `lateness` is
        not a length of time.
    ValueError
        If `window` is neither a positive integer below 2**62 nor a span of time above 0, if the
        reference has no labels, or if another argument is not one of its choices or does not go
        with the others.
    OverflowError
        If the reference holds 2**61 events or more.

    Examples
    --------
    >>> window = es.DivergenceWindow(4, reference=["cat", "cat", "dog", "bird"])
    >>> window.update_many(["cat", "dog", "bird", "cat"])
    >>> window.divergence
    0.0
    >>> window.update_many(["fish", "fish"])
    >>> window.divergence
    0.4056390622295664
    >>> window.contributions(1)
    [Contribution(label='fish', bits=0.25, share=0.5, reference_share=0.0)]
    >>> window = es.DivergenceWindow("10s", reference="previous")
    >>> window.update_many("aabb", times=[0, 5, 10, 15])
    >>> window.divergence
    1.0
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, window: Any, *, reference: Any, method: Literal["jensen-shannon", "kullback-leibler"] = "jensen-shannon", weighting: Literal["equal", "rows"] = "equal", unseen: Literal["inf"] | float = "inf", lateness: Any = 0, late: Literal["raise", "drop"] = "raise", missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, *, at: Any = None) -> None:
        """
        Add one event; if the window is a span, at its time.

        Parameters
        ----------
        label : hashable
            The label of the event.
        at : time, optional
            If the window is a span, the time of the event; for what a time is, see TimeWindow.

        Raises
        ------
        TypeError
            If the label is not hashable, if `at` is given and the window is no span or not given and
            it is one, if the time is of no valid kind, or if numbers of seconds and dates are mixed.
        ValueError
            If the label is missing and missing="raise", or if the time is missing, out of range, or
            too late and late="raise".
        OverflowError
            If 2 * n * reference_n would reach 2**62.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(2, reference="previous")
        >>> for label in "aab":
        ...     window.update(label)
        >>> window.divergence
        0.3112781244591329
        """

    @property
    def divergence(self) -> float:
        """
        How far the window is from the reference, in bits; NaN while either is empty.
        """

    @property
    def n(self) -> int:
        """How many events the window holds."""

    @property
    def reference_n(self) -> int:
        """
        How many events the reference holds: the sample, or the previous window.
        """

    @property
    def window(self) -> Any:
        """The number of events in the full window, or its span as a timedelta."""

    @property
    def reference(self) -> Literal["sample", "previous"]:
        """What the window is compared with: a sample, or the previous window."""

    @property
    def method(self) -> Literal["jensen-shannon", "kullback-leibler"]:
        """The kind of divergence."""

    @property
    def weighting(self) -> Literal["equal", "rows"]:
        """The weights of the two sides in the Jensen-Shannon divergence."""

    @property
    def unseen(self) -> Literal["inf"] | float:
        """The pseudo-count of the reference, or "inf"."""

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def update_many(self, labels: Iterable[Any], *, times: Any = None) -> None:
        """
        Add many events at once.

        Applies wholly or, if any label or time is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        times : column of times, or one time, optional
            If the window is a span, as long as the labels, or one time for all of them.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if times are given and the window
            is no span or not given and it is one, if a time is of no valid kind, or if numbers of
            seconds and dates are mixed.
        ValueError
            If labels and times differ in length, if a label is missing and missing="raise", or if a
            time is missing, out of range, or too late and late="raise".
        OverflowError
            If 2 * n * reference_n would reach 2**62.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference={"a": 2, "b": 1})
        >>> window.update_many("aba")
        >>> window.divergence
        0.0
        """

    def trace(self, labels: Iterable[Any], *, times: Any = None) -> NDArray[float64]:
        """
        Add many events, and return the divergence after each of them.

        Adds the events as update_many does. Every value equals, bit for bit, what the property would
        have given after that event. A row skipped as missing repeats the value before it, and so does
        an event dropped.

        Parameters
        ----------
        labels : iterable of labels
            A list, an array or a column: what Tally.update_many takes.
        times : column of times, or one time, optional
            If the window is a span, as long as the labels, or one time for all of them.

        Returns
        -------
        numpy.ndarray
            One float64 per row; NaN while a side is empty.

        Raises
        ------
        TypeError
            If `labels` is not iterable, if a label is not hashable, if times are given and the window
            is no span or not given and it is one, if a time is of no valid kind, or if numbers of
            seconds and dates are mixed.
        ValueError
            If labels and times differ in length, if a label is missing and missing="raise", or if a
            time is missing, out of range, or too late and late="raise".
        OverflowError
            If 2 * n * reference_n would reach 2**62.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> es.DivergenceWindow(2, reference=["a", "b"]).trace(["a", "b", "b", "c"])
        array([0.31127812, 0.        , 0.31127812, 0.5       ])
        >>> es.DivergenceWindow(2, reference="previous").trace(["a", "b", "b", "a", "c", "c"])
        array([nan, nan,  1.,  0.,  1.,  1.])
        """

    def clear(self) -> None:
        """
        Remove all events; the parameters and a sample stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference=["a", "b"])
        >>> window.update("c")
        >>> window.clear()
        >>> window.n, window.reference_n
        (0, 2)
        """

    def counts(self) -> dict[Any, int]:
        """
        Return the labels in the window with their counts.

        Returns
        -------
        dict
            Counts by label.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference="previous")
        >>> window.update_many("aabbc")
        >>> window.counts()
        {'b': 2, 'c': 1}
        """

    def reference_counts(self) -> dict[Any, int]:
        """
        Return the labels of the reference with their counts.

        Those of the sample, or those now in the previous window.

        Returns
        -------
        dict
            Counts by label.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference="previous")
        >>> window.update_many("aabbc")
        >>> window.reference_counts()
        {'a': 2}
        """

    def contributions(self, k: int | None = 5) -> list[Contribution]:
        """
        Return the labels that contribute most to the divergence.

        The contributions of all labels sum to the divergence. A label with the share p in the window
        and q in the reference contributes w p log2(p / s) + (1 - w) q log2(q / s), s = w p + (1 - w) q,
        to the Jensen-Shannon divergence, w one half or the window's part of all events; that is never
        negative. To the Kullback-Leibler divergence it contributes p log2(p / q), which is negative for
        a label that has become rarer; if the reference is smoothed, the labels that it lacks count as
        one, whose contribution they share by their counts. Cost: the labels on both sides, times a
        logarithm for sorting.

        Parameters
        ----------
        k : int, optional
            How many labels to return at most, 5 by default; None for all.

        Returns
        -------
        list of Contribution
            Largest contribution first, ties in the labels' own order: the label, its contribution in
            bits, its share of the window and its share of the reference. Empty while the divergence is
            NaN.

        Raises
        ------
        TypeError
            If `k` is not an integer.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(4, reference={"shop": 5, "help": 4, "home": 1})
        >>> window.update_many(["shop", "shop", "home", "home"])
        >>> for each in window.contributions(2):
        ...     print(f"{each.label}: {each.reference_share:.0%} -> {each.share:.0%}, {each.bits:.3f} bits")
        help: 40% -> 0%, 0.200 bits
        home: 10% -> 50%, 0.105 bits
        """

    def __repr__(self) -> str: ...

    def __getitem__(self, label: Hashable, /) -> int:
        """The count of a label, 0 if it is not held."""

    def __contains__(self, label: object, /) -> bool:
        """Whether a label is held."""

    __iter__: None = None

    def copy(self) -> Self:
        """
        Return an independent copy with the same parameters, reference and events.

        Returns
        -------
        DivergenceWindow
            The copy.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference="previous")
        >>> twin = window.copy()
        >>> twin.update("a")
        >>> window.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def merge(self, other: Any) -> NoReturn:
        """
        Refuse to merge: the order between two streams is unknown; merge Tally.

        Parameters
        ----------
        other : object
            Not used.

        Raises
        ------
        TypeError
            Always.

        Examples
        --------
        >>> es.DivergenceWindow(3, reference="previous").merge(es.DivergenceWindow(3, reference="previous"))
        Traceback (most recent call last):
        ...
        TypeError: DivergenceWindow cannot merge: the order between two streams is unknown; merge Tally
        """

    def __eq__(self, other: object, /) -> bool: ...

    def advance(self, at: Any) -> None:
        """
        Move the clock without an event, if the window is a span.

        A stream that falls silent does not show stale values then. A time before now changes nothing.

        Parameters
        ----------
        at : time
            A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
            pandas.Timestamp or an ISO 8601 string.

        Raises
        ------
        TypeError
            If the window is no span, if the time is of no valid kind, or if numbers of seconds and
            dates are mixed.
        ValueError
            If the time is missing, out of range, or too late and late="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow("10min", reference="ab".split())
        >>> window.update("a", at=0)
        >>> window.advance(600)
        >>> window.n, window.divergence
        (0, nan)
        """

    @property
    def now(self) -> Any:
        """The latest time seen or advanced to; None before the first."""

    @property
    def lateness(self) -> Any:
        """How late an event may be."""

    @property
    def late(self) -> Literal["raise", "drop"]:
        """What happens to later ones: "raise" or "drop"."""

    @property
    def dropped(self) -> int:
        """How many events came too late and were dropped."""

    def to_bytes(self) -> bytes:
        """
        Return the window as bytes: versioned, checksummed, safe to read from any source.

        The bytes depend on the parameters, the reference and the events held, not on how they came.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
            Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> window = es.DivergenceWindow(3, reference=["a", "b"])
        >>> window.update_many("abc")
        >>> es.DivergenceWindow.from_bytes(window.to_bytes()) == window
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        Return the window that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        DivergenceWindow
            A window that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.DivergenceWindow.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

class EntropySketch:
    """
    The entropy of a stream in a fixed amount of memory, whatever the number of labels.

    While all labels fit into the memory the entropy is exact, bit for bit that of a Tally
    (`is_exact`). Then the most frequent labels are counted exactly and all others are summed in
    registers of random projections, from which their entropy is estimated: unbiased, with a standard
    error that is known from the state (`entropy_estimate`). With 64 KiB it is 0.033 bits times the
    share of the stream that is not counted exactly.

    Labels are hashed by value, the same in every process and on every machine, so sketches with the
    same seed merge. As in a dict, 1, 1.0 and True are one label. Labels can be str, int, float, bool,
    bytes, None, dates, times, Decimal, UUID and tuples of these.

    Parameters
    ----------
    memory : int or str, default "64KiB"
        What the sketch may take: bytes, or a string such as "16KiB", "64kB" or "1MiB"; at least
        2048 bytes. Twice as much for a moment when the counts cease to be exact.
    seed : int or None, default 0
        Of the hash of labels, from 0 to 2**64 - 1. None draws a secret one: whoever knows the seed
        can construct labels that spoil the estimate.
    method : {"hcc", "ccm07", "cdm06", "clifford_cosma"}, default "hcc"
        The algorithm. "hcc" is the one described here. The others are published algorithms: "ccm07"
        (Chakrabarti, Cormode and McGregor 2007) and "cdm06" (Chakrabarti, Do Ba and Muthukrishnan
        2006) sample events, so they take whole weights and neither merge nor remove; "clifford_cosma"
        (Clifford and Cosma 2013) changes all of its registers with every event.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null as labels: an error, no event, or one label (None)
        for all of them. A missing weight is no event with "skip", and an error with the others.

    Raises
    ------
    TypeError
        If `memory` is neither an integer nor a string, or `seed` is not an integer.
    ValueError
        If `memory` is too small or cannot be read, if `seed` is out of range, or if `method` or
        `missing` is not one of its choices.

    Examples
    --------
    >>> sketch = es.EntropySketch("16KiB")
    >>> sketch.update_many(["a", "a", "b", "b", "b"])
    >>> sketch.entropy, sketch.is_exact
    (0.9709505944546687, True)

    >>> sketch.update_many(range(1_000_000))
    >>> sketch.is_exact, sketch.nbytes <= 16 * 1024
    (False, True)
    >>> low, high = sketch.entropy_estimate().interval()
    >>> low < 19.93 < high
    True
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, memory: int | str = "64KiB", *, seed: int | None = 0, method: Literal["hcc", "ccm07", "cdm06", "clifford_cosma"] = "hcc", missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, weight: float = 1) -> None:
        """
        Add one event, or weight to a label.

        Parameters
        ----------
        label : hashable
            A label of a type that has a key (see the class).
        weight : float, default 1
            0 or more.

        Raises
        ------
        TypeError
            If the weight is not a number or the label is of a type that has no key.
        ValueError
            If the weight is negative or infinite, if it is missing and `missing` is not "skip", or if
            the label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update("a")
        >>> sketch.update("b", 3)
        >>> sketch.n
        4
        """

    @property
    def entropy(self) -> float:
        """The estimated entropy of the events, in bits."""

    @property
    def gini(self) -> float:
        """The estimated Gini index of the events; GiniSketch is more accurate."""

    @property
    def method(self) -> str:
        """The algorithm."""

    def entropy_estimate(self) -> Estimate:
        """
        Estimate the entropy of the events, with its standard error.

        The value is that of `entropy`. It is an estimate for the events that were added, not for the
        source that they were drawn from. Its interval includes the bias bound.

        Returns
        -------
        Estimate
            The value in bits and its standard error, both exact and 0 while `is_exact` is True.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch("4KiB")
        >>> sketch.update_many(range(100_000))
        >>> estimate = sketch.entropy_estimate()
        >>> low, high = estimate.interval()
        >>> low < 16.6 < high, estimate.standard_error < 0.15
        (True, True)
        """

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the events, with its standard error.

        The value is that of `gini`. It is an estimate for the events that were added, not for the source
        that they were drawn from. Its interval includes the bias bound.

        Returns
        -------
        Estimate
            The value and its standard error, both exact and 0 while `is_exact` is True.

        Raises
        ------
        TypeError
            If the method cannot estimate the Gini index.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.GiniSketch()
        >>> sketch.update_many(["a", "b"])
        >>> estimate = sketch.gini_estimate()
        >>> estimate.value, estimate.standard_error, estimate.interval()
        (0.5, 0.0, (0.5, 0.5))
        """

    def __repr__(self) -> str: ...

    def update_many(self, labels: Iterable[Any], weights: Any = None) -> None:
        """
        Add many events at once.

        Columns of integers, floats, bools, strings and their dictionaries are hashed without making
        Python objects. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.
        weights : column of numbers, or one number, optional
            As long as the labels, or one weight for all of them; 0 or more. 1 by default.

        Raises
        ------
        TypeError
            If `labels` is not iterable, a weight is not a number, or a label is of a type that has no
            key (see the class).
        ValueError
            If labels and weights differ in length, if a weight is negative or infinite, if it is
            missing and `missing` is not "skip", or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "a", "a"])
        >>> sketch.n, sketch.entropy
        (4, 0.8112781244591328)
        """

    def update_counts(self, counts: Mapping[Any, float]) -> None:
        """
        Add weight to labels by a mapping.

        Parameters
        ----------
        counts : mapping of labels to numbers
            The weight of each label, 0 or more.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number, or a label is of a type that
            has no key (see the class).
        ValueError
            If a weight is negative, infinite or missing, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_counts({"a": 3, "b": 1})
        >>> sketch.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable, weight: float = 1) -> None:
        """
        Remove weight that was added to a label before.

        A sketch does not know how much of each label it holds. It refuses what was certainly not added;
        otherwise the caller has to ensure that it was, or the estimates are wrong.

        Parameters
        ----------
        label : hashable
            A label that was added.
        weight : float, default 1
            0 or more.

        Raises
        ------
        TypeError
            If the weight is not a number, if the label is of a type that has no key (see the class), or
            if the method cannot remove.
        ValueError
            If so much was certainly not added, if the weight is negative, infinite or missing, or if the
            label is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "b"])
        >>> sketch.remove("b")
        >>> sketch.n, sketch.entropy
        (2, 1.0)
        """

    def clear(self) -> None:
        """
        Forget all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update("a")
        >>> sketch.clear()
        >>> sketch.n
        0
        """

    def merge(self, other: EntropySketch) -> None:
        """
        Add the events of another sketch.

        The result is a sketch of both streams: the linear parts are added up, so nothing is lost there.
        Labels that are in the table of only one sketch lose some accuracy. Sketches of different memory
        merge at the smaller one, if the larger is a multiple of it.

        Parameters
        ----------
        other : the same class
            A sketch with the same seed; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is of another class, or if the method cannot merge.
        ValueError
            If seeds or methods differ, or if neither memory is a multiple of the other.
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> monday, tuesday = es.EntropySketch(), es.EntropySketch()
        >>> monday.update_many(["a", "b"])
        >>> tuesday.update_many(["b", "c"])
        >>> monday.merge(tuesday)
        >>> monday.n, monday.entropy
        (4, 1.5)
        """

    def __add__(self, other: EntropySketch) -> Self: ...

    def __iadd__(self, other: EntropySketch) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def most_common(self, k: int | None = None) -> list[tuple[Any, float, float]]:
        """
        List frequent labels with bounds of their weight.

        The bounds are certain: the weight of a label lies between them. Both are equal for labels that
        were held from their first event on. Labels are stored in a thirty-second of the memory, those
        with the largest weights, so the list may be shorter than `k`; a label longer than half of that
        is never listed.

        Parameters
        ----------
        k : int, optional
            At most this many labels; all that are stored by default.

        Returns
        -------
        list of tuple
            Label, lower bound and upper bound, by decreasing lower bound.

        Raises
        ------
        TypeError
            If `k` is not an integer, or if the method does not store labels.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "a", "c", "a"])
        >>> sketch.most_common(1)
        [('a', 3, 3)]
        """

    def copy(self) -> Self:
        """
        Return an independent copy.

        Returns
        -------
        the same class
            A sketch that equals this one.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> copy = sketch.copy()
        >>> copy.update("a")
        >>> sketch.n, copy.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    @property
    def n(self) -> int:
        """The total weight: an int if all weights were whole, as events are."""

    @property
    def is_exact(self) -> bool:
        """Whether all labels are still counted: estimates are then exact."""

    @property
    def memory(self) -> int:
        """The bytes that the sketch may take."""

    @property
    def nbytes(self) -> int:
        """The bytes that it takes now, at most `memory`."""

    @property
    def seed(self) -> int:
        """The seed of the hash of labels."""

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def to_bytes(self) -> bytes:
        """
        Return the sketch as bytes: versioned, checksummed, safe to read from any source.

        While `is_exact` is True, sketches with the same parameters and counts have the same bytes up to
        the labels stored for most_common.

        Returns
        -------
        bytes
            What from_bytes reads. They contain the seed.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many("abc")
        >>> es.EntropySketch.from_bytes(sketch.to_bytes()) == sketch
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        Return the sketch that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A sketch that equals the one written and continues exactly as it would have.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.EntropySketch.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

    @classmethod
    def for_error(cls, bits: float, *, seed: int | None = 0, missing: Literal["raise", "skip", "label"] = "raise") -> Self:
        """
        Return a sketch of the size for a standard error.

        Parameters
        ----------
        bits : float
            The standard error if the whole stream is in the registers, spread over many labels; less if
            some labels are frequent enough to be counted exactly.
        seed : int or None, default 0
            As for the class.
        missing : {"raise", "skip", "label"}, default "raise"
            As for the class.

        Returns
        -------
        EntropySketch
            An empty sketch with method "hcc".

        Raises
        ------
        TypeError
            If `bits` is not a number or `seed` is not an integer.
        ValueError
            If `bits` is less than 0.0001, which takes 7 GiB, or if `seed` or `missing` is refused as by
            the class.

        Examples
        --------
        >>> es.EntropySketch.for_error(bits=0.05).memory
        29696
        """

class GiniSketch:
    """
    The Gini index of a stream in a fixed amount of memory, whatever the number of labels.

    While all labels fit into the memory the Gini index is exact, bit for bit that of a Tally
    (`is_exact`). Then the most frequent labels are counted exactly, and signed counters estimate the
    sum of squares of all others: unbiased, with a standard error that is known from the state
    (`gini_estimate`). With 32 KiB it is at most 2.7 % of the part of 1 - G that is not counted
    exactly.

    Labels are those of EntropySketch, and sketches with the same seed merge in the same way.

    Parameters
    ----------
    memory : int or str, default "32KiB"
        What the sketch may take: bytes, or a string such as "16KiB", "64kB" or "1MiB"; at least
        2048 bytes. Twice as much for a moment when the counts cease to be exact.
    seed : int or None, default 0
        Of the hash of labels, from 0 to 2**64 - 1. None draws a secret one: whoever knows the seed
        can construct labels that spoil the estimate.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with None, NaN, NaT and null as labels: an error, no event, or one label (None)
        for all of them. A missing weight is no event with "skip", and an error with the others.

    Raises
    ------
    TypeError
        If `memory` is neither an integer nor a string, or `seed` is not an integer.
    ValueError
        If `memory` is too small or cannot be read, if `seed` is out of range, or if `missing` is not
        one of its choices.

    Examples
    --------
    >>> sketch = es.GiniSketch()
    >>> sketch.update_many(["a", "a", "b", "b", "b"])
    >>> sketch.gini, sketch.is_exact
    (0.48, True)
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, memory: int | str = "32KiB", *, seed: int | None = 0, missing: Literal["raise", "skip", "label"] = "raise") -> None: ...

    def update(self, label: Hashable, weight: float = 1) -> None:
        """
        Add one event, or weight to a label.

        Parameters
        ----------
        label : hashable
            A label of a type that has a key (see the class).
        weight : float, default 1
            0 or more.

        Raises
        ------
        TypeError
            If the weight is not a number or the label is of a type that has no key.
        ValueError
            If the weight is negative or infinite, if it is missing and `missing` is not "skip", or if
            the label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update("a")
        >>> sketch.update("b", 3)
        >>> sketch.n
        4
        """

    @property
    def gini(self) -> float:
        """The estimated Gini index of the events."""

    def gini_estimate(self) -> Estimate:
        """
        Estimate the Gini index of the events, with its standard error.

        The value is that of `gini`. It is an estimate for the events that were added, not for the source
        that they were drawn from. Its interval includes the bias bound.

        Returns
        -------
        Estimate
            The value and its standard error, both exact and 0 while `is_exact` is True.

        Raises
        ------
        TypeError
            If the method cannot estimate the Gini index.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.GiniSketch()
        >>> sketch.update_many(["a", "b"])
        >>> estimate = sketch.gini_estimate()
        >>> estimate.value, estimate.standard_error, estimate.interval()
        (0.5, 0.0, (0.5, 0.5))
        """

    def __repr__(self) -> str: ...

    def update_many(self, labels: Iterable[Any], weights: Any = None) -> None:
        """
        Add many events at once.

        Columns of integers, floats, bools, strings and their dictionaries are hashed without making
        Python objects. Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
            Polars Series, or any column with the Arrow C data interface.
        weights : column of numbers, or one number, optional
            As long as the labels, or one weight for all of them; 0 or more. 1 by default.

        Raises
        ------
        TypeError
            If `labels` is not iterable, a weight is not a number, or a label is of a type that has no
            key (see the class).
        ValueError
            If labels and weights differ in length, if a weight is negative or infinite, if it is
            missing and `missing` is not "skip", or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "a", "a"])
        >>> sketch.n, sketch.entropy
        (4, 0.8112781244591328)
        """

    def update_counts(self, counts: Mapping[Any, float]) -> None:
        """
        Add weight to labels by a mapping.

        Parameters
        ----------
        counts : mapping of labels to numbers
            The weight of each label, 0 or more.

        Raises
        ------
        TypeError
            If the argument is not a mapping, a weight is not a number, or a label is of a type that
            has no key (see the class).
        ValueError
            If a weight is negative, infinite or missing, or if a label is missing and missing="raise".
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_counts({"a": 3, "b": 1})
        >>> sketch.entropy
        0.8112781244591328
        """

    def remove(self, label: Hashable, weight: float = 1) -> None:
        """
        Remove weight that was added to a label before.

        A sketch does not know how much of each label it holds. It refuses what was certainly not added;
        otherwise the caller has to ensure that it was, or the estimates are wrong.

        Parameters
        ----------
        label : hashable
            A label that was added.
        weight : float, default 1
            0 or more.

        Raises
        ------
        TypeError
            If the weight is not a number, if the label is of a type that has no key (see the class), or
            if the method cannot remove.
        ValueError
            If so much was certainly not added, if the weight is negative, infinite or missing, or if the
            label is missing and missing="raise".
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "b"])
        >>> sketch.remove("b")
        >>> sketch.n, sketch.entropy
        (2, 1.0)
        """

    def clear(self) -> None:
        """
        Forget all events; the parameters stay.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update("a")
        >>> sketch.clear()
        >>> sketch.n
        0
        """

    def merge(self, other: GiniSketch) -> None:
        """
        Add the events of another sketch.

        The result is a sketch of both streams: the linear parts are added up, so nothing is lost there.
        Labels that are in the table of only one sketch lose some accuracy. Sketches of different memory
        merge at the smaller one, if the larger is a multiple of it.

        Parameters
        ----------
        other : the same class
            A sketch with the same seed; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is of another class, or if the method cannot merge.
        ValueError
            If seeds or methods differ, or if neither memory is a multiple of the other.
        OverflowError
            If the weights would sum to 2**53 or more.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> monday, tuesday = es.EntropySketch(), es.EntropySketch()
        >>> monday.update_many(["a", "b"])
        >>> tuesday.update_many(["b", "c"])
        >>> monday.merge(tuesday)
        >>> monday.n, monday.entropy
        (4, 1.5)
        """

    def __add__(self, other: GiniSketch) -> Self: ...

    def __iadd__(self, other: GiniSketch) -> Self: ...

    def __radd__(self, other: int, /) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def most_common(self, k: int | None = None) -> list[tuple[Any, float, float]]:
        """
        List frequent labels with bounds of their weight.

        The bounds are certain: the weight of a label lies between them. Both are equal for labels that
        were held from their first event on. Labels are stored in a thirty-second of the memory, those
        with the largest weights, so the list may be shorter than `k`; a label longer than half of that
        is never listed.

        Parameters
        ----------
        k : int, optional
            At most this many labels; all that are stored by default.

        Returns
        -------
        list of tuple
            Label, lower bound and upper bound, by decreasing lower bound.

        Raises
        ------
        TypeError
            If `k` is not an integer, or if the method does not store labels.
        ValueError
            If `k` is negative.
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many(["a", "b", "a", "c", "a"])
        >>> sketch.most_common(1)
        [('a', 3, 3)]
        """

    def copy(self) -> Self:
        """
        Return an independent copy.

        Returns
        -------
        the same class
            A sketch that equals this one.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> copy = sketch.copy()
        >>> copy.update("a")
        >>> sketch.n, copy.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    @property
    def n(self) -> int:
        """The total weight: an int if all weights were whole, as events are."""

    @property
    def is_exact(self) -> bool:
        """Whether all labels are still counted: estimates are then exact."""

    @property
    def memory(self) -> int:
        """The bytes that the sketch may take."""

    @property
    def nbytes(self) -> int:
        """The bytes that it takes now, at most `memory`."""

    @property
    def seed(self) -> int:
        """The seed of the hash of labels."""

    @property
    def missing(self) -> Literal["raise", "skip", "label"]:
        """What happens to missing labels: "raise", "skip" or "label"."""

    def to_bytes(self) -> bytes:
        """
        Return the sketch as bytes: versioned, checksummed, safe to read from any source.

        While `is_exact` is True, sketches with the same parameters and counts have the same bytes up to
        the labels stored for most_common.

        Returns
        -------
        bytes
            What from_bytes reads. They contain the seed.

        Raises
        ------
        RuntimeError
            If the object is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> sketch = es.EntropySketch()
        >>> sketch.update_many("abc")
        >>> es.EntropySketch.from_bytes(sketch.to_bytes()) == sketch
        True
        """

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """
        Return the sketch that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            A sketch that equals the one written and continues exactly as it would have.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.EntropySketch.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

__all__: list[str] = [
    "StateError",
    "Tally",
    "SlidingWindow",
    "TimeWindow",
    "WeightedTimeWindow",
    "WeightedTally",
    "ContingencyTable",
    "ContingencyWindow",
    "ContingencyTimeWindow",
    "FadingTally",
    "FadingWindow",
    "AdaptiveWindow",
    "ADWIN",
    "DivergenceWindow",
    "EntropySketch",
    "GiniSketch",
]

class PrequentialCurve:
    """
    The scores of a prequential run so far.

    Private: entrostream.tree.prequential makes it.
    """

    def __init__(self, every: int) -> None: ...

    def add(self, predicted: NDArray[numpy.uint32], labels: NDArray[numpy.uint32], weights: NDArray[numpy.float64] | None) -> None: ...

    def finish(self) -> dict[str, Any]: ...

class Tree:
    """
    A streaming decision tree with the names of what it met.

    Private: entrostream.tree.VFDTClassifier is this with a face.
    """

    __hash__: None  # type: ignore[assignment]

    def __init__(self, nominal_attributes: Any, **options: Any) -> None: ...

    def learn_one(self, x: Mapping[Any, Any], y: Any, weight: float = 1, at: Any = None) -> None:
        """
        Learn one row.

        The first value of an attribute says whether it is numeric or, being a string, a bool or anything
        else, nominal.

        Parameters
        ----------
        x : dict
            The values of the attributes by their names. None, NaN and what is not there are missing.
        y : hashable
            The class of the row.
        weight : float, default 1
            How much the row matters, compared with others: any finite number from 0 on; 0 learns nothing.
            With `weight_type="frequency"` an integer: the row stands for that many equal rows.
        at : time, optional
            The time of the row, for a CVFDTClassifier whose window has a length of time.

        Raises
        ------
        TypeError
            If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
        ValueError
            If the class is missing, the weight or the time is not as described, or `memory_limit` has no
            room for a new class. Nothing is learned then.
        RuntimeError
            If the tree is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
        >>> tree.predict_one({"sky": "blue"})
        'sail'
        """

    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """
        Return the class of a row, None if the tree has learned nothing yet.

        Learning the same row right after uses the scores of this prediction.

        Parameters
        ----------
        x : dict
            The values of the attributes by their names. None, NaN and what is not there are missing.

        Returns
        -------
        hashable
            The predicted class.

        Raises
        ------
        TypeError
            If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
        RuntimeError
            If the tree is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> VFDTClassifier().predict_one({"sky": "blue"}) is None
        True
        """

    def predict_proba_one(self, x: Mapping[Any, Any]) -> dict[Any, float]:
        """
        Return the share of every class for a row.

        Parameters
        ----------
        x : dict
            The values of the attributes by their names. None, NaN and what is not there are missing.

        Returns
        -------
        dict
            The shares by class; they add up to 1. Empty if the tree has learned nothing yet.

        Raises
        ------
        TypeError
            If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
        RuntimeError
            If the tree is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier(leaf_prediction="mc")
        >>> for label in ["stay", "sail", "sail", "sail"]:
        ...     tree.learn_one({"sky": "blue"}, label)
        >>> tree.predict_proba_one({"sky": "blue"})
        {'stay': 0.25, 'sail': 0.75}
        """

    @property
    def n(self) -> int:
        """How many rows were learned."""

    @property
    def n_leaves(self) -> int:
        """How many leaves there are."""

    @property
    def n_active_leaves(self) -> int:
        """
        The number of active leaves; the others are inactive because of the memory limit.
        """

    @property
    def n_nodes(self) -> int:
        """How many nodes there are, leaves included."""

    @property
    def classes(self) -> list[Any]:
        """The classes, in the order they came."""

    @property
    def attributes(self) -> dict[Any, str]:
        """The attributes by name, each "numeric" or "nominal"."""

    @property
    def beyond_limit(self) -> dict[str, Any]:
        """
        What `memory_limit` has no room for, a dict.

        `other_values`: the nominal attributes whose further values are counted together, a list of names;
        `ignores_attributes`: whether attributes that are new are ignored.

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier(memory_limit="64KiB")
        >>> tree.learn_many({"user": [f"user {i}" for i in range(1000)]}, [0, 1] * 500)
        >>> tree.beyond_limit
        {'other_values': ['user'], 'ignores_attributes': False}
        """

    @property
    def work(self) -> dict[str, int]:
        """What was done: rows, split attempts, splits and more, a dict."""

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

    def copy(self) -> Self:
        """
        Return an independent copy that has learned the same.

        Returns
        -------
        the same class
            The copy.

        Raises
        ------
        RuntimeError
            If the tree is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> twin = tree.copy()
        >>> twin.learn_one({"sky": "blue"}, "sail")
        >>> tree.n, twin.n
        (0, 1)
        """

    def __copy__(self) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def to_bytes(self) -> bytes:
        """
        Return the tree as bytes: versioned, checksummed, safe to read from any source.

        Learning goes on, to the last bit, as if the tree had never been saved.

        Returns
        -------
        bytes
            What from_bytes reads.

        Raises
        ------
        TypeError
            If a name, a value or a class is not None, bool, int, float, str, bytes, date, datetime,
            timedelta, Decimal, UUID or a tuple of these; pickle carries others.
        RuntimeError
            If the tree is at work in another thread, or in a call that runs a label's own code.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
        >>> VFDTClassifier.from_bytes(tree.to_bytes()) == tree
        True
        """

    @classmethod
    def from_bytes(cls, state: bytes, *, split_criterion: Any = None) -> Self:
        """
        Return the tree that to_bytes wrote.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.
        split_criterion : Criterion, optional
            The criterion of your own that the tree had: it is not in the bytes.

        Returns
        -------
        the same class
            A tree that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes, or `split_criterion` cannot be called.
        StateError
            If it is the state of another class, damaged, or no state at all, or if the tree had a
            criterion of its own and none is given.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> VFDTClassifier.from_bytes(b"?")
        Traceback (most recent call last):
        ...
        entrostream.StateError: not an entrostream state: 1 byte, a header has 16
        """

    # Private: what entrostream.tree is made of.
    @property
    def _nbytes(self) -> int: ...
    def _kind(self, name: Any) -> str | None: ...
    def _nodes(self) -> list[dict[str, Any]]: ...
    def _changes(self) -> list[tuple[Any, ...]]: ...
    def _change_counts(self) -> tuple[int, int, int, int]: ...
    def _explain(self, x: Any) -> tuple[list[int], str, Any]: ...
    def _importances(self) -> list[float]: ...
    def _options(self) -> dict[str, Any]: ...
    def _nominal(self) -> list[Any]: ...
    def _learn_columns(self, columns: Any, y: Any, weights: Any, times: Any = None) -> None: ...
    def _predict_columns(self, columns: Any, rows: int) -> NDArray[numpy.uint32]: ...
    def _predict_proba_columns(self, columns: Any, rows: int) -> NDArray[numpy.float64]: ...
    def _prequential(self, columns: Any, y: Any, weights: Any, curve: PrequentialCurve, tell: Any, times: Any = None) -> NDArray[numpy.uint32]: ...

class DictionaryEncoder:
    """
    Gives each label of a column its code: 0, 1, 2, ... as they come.

    A missing value gets 2**32 - 1 if it is to be skipped. Codes last from piece to piece; `first` is
    the row of the column with which a piece begins, for errors.
    """

    def __init__(self, missing: object) -> None: ...

    def codes(self, values: Iterable[Any], first: int = 0) -> NDArray[numpy.uint32]: ...

    def labels(self) -> list[Any]: ...

    def __len__(self) -> int: ...

class PairEncoder:
    """Gives each pair of codes a code of its own."""

    def __init__(self) -> None: ...

    def codes(self, x: NDArray[numpy.uint32], y: NDArray[numpy.uint32]) -> NDArray[numpy.uint32]: ...

    def __len__(self) -> int: ...

def column_times(times: Any, rows: int) -> tuple[NDArray[numpy.int64], str, bool]:
    """
    A column of times as nanoseconds, of which clock they are, and whether they ascend.
    """

def column_weights(weights: Any, rows: int, *, missing: str, unit: float) -> NDArray[numpy.uint64]:
    """A column of weights in units; 0 for a missing one that is skipped."""

def decayed_weights(times: NDArray[numpy.int64], half_life: int, base: int) -> NDArray[numpy.float64]:
    """Return 2**(time / half_life - base) for each time in nanoseconds."""

MOST_HALVINGS: int = 20

def has_missing(labels: object) -> bool:
    """
    Whether a list, a tuple or an array of objects holds None, NaN, NaT or NA.
    """

def span_nanoseconds(span: object) -> int:
    """A span of time as nanoseconds."""

class Halt:
    """Ends bulk work in all threads that run by it."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """From now on, bulk work ends with an error."""

    def run(self, work: Callable[[Any], Any], part: Any) -> Any:
        """Gives work(part)."""

class LabelWindows:
    """Windows over the codes of labels."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1)) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class WeightWindows:
    """Windows over the codes of labels with weights."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), unit: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class PairWindows:
    """Windows over the codes of pairs."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1)) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, x: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], pairs: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class FadingRows:
    """Fading weights over the codes of labels."""

    def __init__(self, *, fading_factor: object | None = None, half_life: int | None = None, half_life_in_rows: float | None = None, min_periods: int = 1, part: tuple[int, int] = (0, 1)) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def push(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class ReferenceShannon:
    """Jensen-Shannon; rule: the counts of the reference."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), rule: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class ReferencePooled:
    """The same weighted by rows; rule: the counts of the reference."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), rule: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class ReferenceKullback:
    """Kullback-Leibler; rule: the counts, and the pseudo-count."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), rule: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class PreviousShannon:
    """Jensen-Shannon; rule: whether it is weighted by rows."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), rule: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class PreviousKullback:
    """Kullback-Leibler; rule: the pseudo-count."""

    def __init__(self, length: int | None, *, by_time: bool = False, closed: str = 'right', centred: bool = False, ties_together: bool = False, months: int = 0, min_periods: int = 1, step: int = 1, part: tuple[int, int] = (0, 1), rule: object) -> None: ...

    def finish(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int) -> int: ...

    def totals(self, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]]) -> None: ...

    def push(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, outputs: Sequence[tuple[object, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]]], first: int, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> int: ...

class GroupSketches:
    """A sketch of the labels of each group of rows."""

    def __init__(self, measure: str, memory: object | None, missing: object | None) -> None: ...

    def push(self, labels: object | None, streams: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, units: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, unit: float = 1.0) -> None:
        """Add rows: their labels, groups and weights in units."""

    def totals(self, output: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Write the value of each group; NaN if it has no label."""

def scale_sketch(sketch: EntropySketch, factor: float) -> None:
    """Multiply all weights of a sketch."""

def update_fading_sketch(sketch: EntropySketch, labels: Any, weight: float, growth: float) -> float:
    """
    Add events, the first with this weight, each later one with `growth` times the one before; return the weight of the next.
    """

def sketch_window_state(empty: EntropySketch, span: int, panes: int, late: str, clock: str, newest: int, dropped: int, ring: list[tuple[int, EntropySketch]]) -> bytes:
    """Return the state of a SketchWindow from its parts."""

def read_sketch_window(state: Any) -> tuple[EntropySketch, int, int, Literal["raise", "drop"], str, int, int, list[tuple[int, EntropySketch]]]:
    """Return the parts of a SketchWindow from its state."""

def fading_sketch_state(sketch: EntropySketch, fading_factor: float | None, weight: float, half_life: int, clock: str, now: int, base: int) -> bytes:
    """Return the state of a FadingSketch from its parts."""

def read_fading_sketch(state: Any) -> tuple[EntropySketch, float | None, float, int, str, int, int]:
    """Return the parts of a FadingSketch from its state."""

def adaptive_sum_threshold(arg0: float, arg1: float, arg2: float, arg3: Sequence[int], /) -> float: ...

def adaptive_sum_threshold_floor(arg0: float, arg1: float, arg2: float, arg3: Sequence[int], /) -> float: ...

def adaptive_sum_quantile(arg0: float, arg1: float, arg2: float, arg3: Sequence[int], /) -> float: ...

def adaptive_hypergeometric_tail(arg0: float, arg1: float, arg2: float, arg3: float, /) -> float: ...

MEASURES: tuple[str, ...]

COUNTS: tuple[str, ...]

PAIR_MEASURES: tuple[str, ...]

PAIR_COUNTS: tuple[str, ...]

def repr_short(value: Any) -> str:
    """A value as errors show it: its repr, cut to one line."""

def exact_checksum() -> int:
    """One number over a fixed list of exact values: equal on every machine."""
