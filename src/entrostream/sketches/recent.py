"""What the sketches of a part of a stream share: reads, and times of one clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from entrostream._core import EntropySketch, column_times

if TYPE_CHECKING:
    from typing_extensions import Self

    from entrostream.estimate import Estimate

__all__ = ["RecentSketch"]


class RecentSketch:
    """Reads of a sketch of the events that count now; a subclass returns it from `_whole`."""

    _empty: EntropySketch
    _clock: str = "unset"
    # The attributes that a state holds, or that follow from them.
    _of_state: frozenset[str] = frozenset()

    def _whole(self) -> EntropySketch:
        raise NotImplementedError

    def _copy_sketches(self) -> None:
        """Replace the sketches that can change by copies."""
        raise NotImplementedError

    @property
    def n(self) -> float:
        """The total weight of the events that count now."""
        return self._whole().n

    @property
    def entropy(self) -> float:
        """The estimated entropy, in bits."""
        return self._whole().entropy

    @property
    def gini(self) -> float:
        """The estimated Gini index."""
        return self._whole().gini

    @property
    def is_exact(self) -> bool:
        """Whether all labels are still counted: estimates are then exact."""
        return self._whole().is_exact

    @property
    def method(self) -> str:
        """The algorithm."""
        return self._empty.method

    @property
    def seed(self) -> int:
        """The seed of the hash of labels."""
        return self._empty.seed

    @property
    def missing(self) -> str:
        """What happens to missing labels: "raise", "skip" or "label"."""
        return self._empty.missing

    def entropy_estimate(self) -> Estimate:
        """Estimate the entropy, with its standard error.

        Returns
        -------
        Estimate
            As from EntropySketch; `n` is the total weight now.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update_many(["a", "b"], times=[0, 60])
        >>> window.entropy_estimate().interval()
        (1.0, 1.0)
        """
        return self._of_weight_now(self._whole().entropy_estimate())

    def gini_estimate(self) -> Estimate:
        """Estimate the Gini index, with its standard error.

        Returns
        -------
        Estimate
            As from EntropySketch; `n` is the total weight now.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update_many(["a", "b"], times=[0, 60])
        >>> window.gini_estimate().value
        0.5
        """
        return self._of_weight_now(self._whole().gini_estimate())

    def most_common(self, k: int | None = None) -> list[tuple[Any, float, float]]:
        """List frequent labels with bounds of their weight now.

        Parameters
        ----------
        k : int, optional
            At most this many labels.

        Returns
        -------
        list of tuple
            Label, lower bound and upper bound, as from EntropySketch.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update_many(["a", "b", "a"], times=[0, 1, 2])
        >>> window.most_common(1)
        [('a', 2, 2)]
        """
        return self._whole().most_common(k)

    def copy(self) -> Self:
        """Return an independent copy.

        Returns
        -------
        the same class
            An object that equals this one.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> sketch = es.FadingSketch(fading_factor=0.5)
        >>> sketch.copy() == sketch
        True
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._copy_sketches()
        return twin

    def to_bytes(self) -> bytes:
        """Return parameters and content as bytes: versioned, checksummed, safe to read.

        Returns
        -------
        bytes
            What from_bytes reads. They contain the seed.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> window = es.SketchWindow("10min")
        >>> window.update_many(["a", "b"], times=[0, 60])
        >>> es.SketchWindow.from_bytes(window.to_bytes()) == window
        True
        """
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, state: bytes) -> Self:
        """Return what to_bytes wrote; it continues exactly as the saved object would have.

        Parameters
        ----------
        state : bytes
            What to_bytes of the same class returned.

        Returns
        -------
        the same class
            An object that equals the one written.

        Raises
        ------
        TypeError
            If `state` is not bytes.
        StateError
            If it is the state of another class, damaged, or no state at all.

        Examples
        --------
        >>> es.FadingSketch.from_bytes(es.SketchWindow("10min").to_bytes())
        Traceback (most recent call last):
        ...
        entrostream.StateError: state is of a SketchWindow, not of a FadingSketch
        """
        restored = object.__new__(cls)
        restored._restore(state)
        return restored

    def _restore(self, state: bytes) -> None:
        raise NotImplementedError

    def __getstate__(self) -> tuple[bytes, dict[str, Any]]:
        """Return the state and the attributes of a subclass."""
        added = {name: value for name, value in self.__dict__.items() if name not in self._of_state}
        return self.to_bytes(), added

    def __setstate__(self, pickled: tuple[bytes, dict[str, Any]]) -> None:
        """Restore what was pickled."""
        state, added = pickled
        self._restore(state)
        self.__dict__.update(added)

    def _of_weight_now(self, estimate: Estimate) -> Estimate:
        return estimate._replace(n=cast(int, self.n))

    def _read_times(self, times: Any, rows: int) -> tuple[NDArray[np.int64], str]:
        """Return times as nanoseconds, and of which clock they are: the one of earlier times."""
        read, clock, _ = column_times(times, rows)
        return read, self._one_clock(clock)

    def _one_clock(self, clock: str) -> str:
        if "unset" not in (self._clock, clock) and self._clock != clock:
            raise TypeError("times must all be numbers of seconds, or all be instants")
        return clock if self._clock == "unset" else self._clock
