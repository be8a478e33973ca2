"""What the sketches of a part of a stream share: reads, and times of one clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import EntropySketch, column_times

if TYPE_CHECKING:
    from entrostream.estimate import Estimate

__all__ = ["RecentSketch"]


class RecentSketch:
    """Reads of a sketch of the events that count now; a subclass returns it from `_whole`."""

    _empty: EntropySketch
    _clock: str = "unset"

    def _whole(self) -> EntropySketch:
        raise NotImplementedError

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
            As from EntropySketch.

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
        estimate: Estimate = self._whole().entropy_estimate()
        return estimate

    def gini_estimate(self) -> Estimate:
        """Estimate the Gini index, with its standard error.

        Returns
        -------
        Estimate
            As from EntropySketch.

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
        estimate: Estimate = self._whole().gini_estimate()
        return estimate

    def _read_times(self, times: Any, rows: int) -> NDArray[np.int64]:
        """Return times as nanoseconds; all of one clock."""
        read, clock, _ = column_times(times, rows)
        if clock != "unset" and self._clock not in ("unset", clock):
            raise TypeError("times must all be numbers of seconds, or all be instants")
        return read
