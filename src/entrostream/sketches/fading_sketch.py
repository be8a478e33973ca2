"""es.FadingSketch: the entropy of a stream with exponential decay, as a sketch."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal

import numpy as np

from entrostream._core import (
    MOST_HALVINGS,
    EntropySketch,
    decayed_weights,
    fading_sketch_state,
    read_fading_sketch,
    repr_short,
    scale_sketch,
    span_nanoseconds,
    update_fading_sketch,
)
from entrostream.columns.libraries import as_sequence
from entrostream.sketches.recent import RecentSketch

__all__ = ["FadingSketch"]


class FadingSketch(RecentSketch):
    """The entropy of a stream with exponential decay, in a fixed amount of memory.

    Old events are down-weighted as in a FadingTally: by a fading factor with each later event, or
    by half in each half-life. An event that comes late has the weight of its age.

    Parameters
    ----------
    memory : int or str, default "64KiB"
        As for EntropySketch.
    fading_factor : float, optional
        Above 0 and at most 1: the weight of an event falls by this factor with each later event.
    half_life : str, timedelta or number of seconds, optional
        The weight of an event falls by half in this time. Exactly one of fading_factor and
        half_life is given.
    seed : int or None, default 0
        As for EntropySketch.
    method : {"hcc", "clifford_cosma"}, default "hcc"
        The algorithm, as for EntropySketch; these two can decay.
    missing : {"raise", "skip", "label"}, default "raise"
        As for EntropySketch.

    Raises
    ------
    TypeError
        If not exactly one of `fading_factor` and `half_life` is given, or if an argument has a
        wrong type.
    ValueError
        If `fading_factor` is not above 0 and at most 1, if `half_life` is not positive, or if an
        argument is refused as by EntropySketch.

    Examples
    --------
    >>> sketch = es.FadingSketch(fading_factor=0.5)
    >>> sketch.update_many(["a", "a", "b"])
    >>> sketch.n, round(sketch.entropy, 6)
    (1.75, 0.985228)
    """

    _sketch: EntropySketch
    _weight: float  # of the next event, with fading_factor
    _base: int  # with half_life, an event has the weight 2**(time / half_life - base)
    _now: int | None
    _of_state = frozenset(
        ("_empty", "_factor", "_half_life", "_sketch", "_weight", "_base", "_now", "_clock")
    )

    def __init__(
        self,
        memory: int | str = "64KiB",
        *,
        fading_factor: float | None = None,
        half_life: Any = None,
        seed: int | None = 0,
        method: Literal["hcc", "clifford_cosma"] = "hcc",
        missing: Literal["raise", "skip", "label"] = "raise",
    ) -> None:
        if (fading_factor is None) == (half_life is None):
            raise TypeError("exactly one of fading_factor and half_life is needed")
        self._factor = None if fading_factor is None else checked_factor(fading_factor)
        self._half_life = None if half_life is None else int(span_nanoseconds(half_life))
        self._empty = EntropySketch(memory, seed=seed, method=method, missing=missing)
        scale_sketch(self._empty.copy(), 1.0)  # refused if the method cannot decay
        self.clear()

    @property
    def fading_factor(self) -> float | None:
        """The factor by which weights fall with each later event; None with half_life."""
        return self._factor

    @property
    def n(self) -> float:
        """The total weight now; that of a new event is 1."""
        return self._sketch.n / self._unit()

    @property
    def memory(self) -> int:
        """The bytes that the sketch may take."""
        return self._sketch.memory

    @property
    def nbytes(self) -> int:
        """The bytes that it takes now."""
        return self._sketch.nbytes

    def update(self, label: Hashable, *, at: Any = None) -> None:
        """Add one event; with half_life, at its time.

        Parameters
        ----------
        label : hashable
            A label as for EntropySketch.
        at : time, optional
            With half_life: a number of seconds, a datetime or another time.

        Raises
        ------
        TypeError
            If the label or the time is of no valid type, or if `at` is given without half_life or
            not given with it.
        ValueError
            If the label is missing and missing="raise".

        Examples
        --------
        >>> sketch = es.FadingSketch(half_life=10)
        >>> sketch.update("a", at=0)
        >>> sketch.update("b", at=10)
        >>> sketch.n
        1.5
        """
        self.update_many([label], times=None if at is None else [at])

    def update_many(self, labels: Iterable[Any], *, times: Any = None) -> None:
        """Add many events at once; with half_life, at their times.

        Applies wholly or, if anything is refused, not at all.

        Parameters
        ----------
        labels : iterable of labels
            As for EntropySketch.
        times : column of times, or one time, optional
            With half_life: as long as the labels, or one time for all of them.

        Raises
        ------
        TypeError
            If a label or a time is of no valid type, or if `times` is given without half_life or
            not given with it.
        ValueError
            If labels and times differ in length, or if a label is missing and missing="raise".

        Examples
        --------
        >>> sketch = es.FadingSketch(half_life="5min")
        >>> sketch.update_many(["a", "b"], times=[0, 300])
        >>> sketch.most_common()
        [('b', 1.0, 1.0), ('a', 0.5, 0.5)]
        """
        if (times is None) != (self._half_life is None):
            raise TypeError("every event needs a time with half_life, and none with fading_factor")
        if self._factor is not None:
            self._weight = update_fading_sketch(
                self._sketch, labels, self._weight, 1 / self._decay()
            )
            return
        column = as_sequence(labels)
        read, clock = self._read_times(times, len(column))
        if not len(read):
            return
        latest = int(read.max())
        base = self._base_at(latest)
        sketch = self._scaled_to(base)
        sketch.update_many(column, decayed_weights(read, self._span(), base))
        self._sketch = sketch
        self._set_time(clock, latest, base)

    def advance(self, at: Any) -> None:
        """Move the clock without an event, with half_life.

        Parameters
        ----------
        at : time
            If it is before the latest time, nothing happens.

        Raises
        ------
        TypeError
            Without half_life, or if the time is of no valid kind.

        Examples
        --------
        >>> sketch = es.FadingSketch(half_life=10)
        >>> sketch.update("a", at=0)
        >>> sketch.advance(20)
        >>> sketch.n
        0.25
        """
        if self._half_life is None:
            raise TypeError("advance() needs half_life: with fading_factor there are no times")
        read, clock = self._read_times(at, 1)
        time = int(read[0])
        base = self._base_at(time)
        self._sketch = self._scaled_to(base)
        self._set_time(clock, time, base)

    def merge(self, other: FadingSketch) -> None:
        """Add all events of another sketch of the same half-life, memory, seed and method.

        By fading_factor sketches cannot merge: how the events of two streams follow each other is
        not known.

        Parameters
        ----------
        other : FadingSketch
            A sketch of the same half-life; it stays as it is.

        Raises
        ------
        TypeError
            If `other` is not a FadingSketch, if one of both has a fading_factor, or if their times
            are of different kinds (numbers of seconds, dates).
        ValueError
            If the half-lives, the seeds or the methods differ.

        Examples
        --------
        >>> east, west = es.FadingSketch(half_life=10), es.FadingSketch(half_life=10)
        >>> east.update("a", at=0)
        >>> west.update("b", at=10)
        >>> east.merge(west)
        >>> east.n
        1.5
        """
        self._require_mergeable(other)
        clock = self._one_clock(other._clock)
        latest = max((each for each in (self._now, other._now) if each is not None), default=0)
        base = self._base_at(latest, other)
        self._sketch = self._scaled_to(base) + other._scaled_to(base)
        if clock != "unset":
            self._set_time(clock, latest, base)

    def most_common(self, k: int | None = None) -> list[tuple[Any, float, float]]:  # noqa: D102
        unit = self._unit()
        return [
            (label, low / unit, high / unit) for label, low, high in self._sketch.most_common(k)
        ]

    def to_bytes(self) -> bytes:  # noqa: D102
        return fading_sketch_state(
            self._sketch,
            self._factor,
            self._weight,
            self._span(),
            self._clock,
            self._now or 0,
            self._base,
        )

    def _restore(self, state: bytes) -> None:
        sketch, self._factor, weight, half_life, clock, now, base = read_fading_sketch(state)
        self._half_life = None if self._factor is not None else half_life
        self._empty = sketch.copy()
        self._empty.clear()
        self.clear()
        self._sketch, self._weight = sketch, weight
        if clock != "unset":
            self._clock, self._now, self._base = clock, now, base

    def clear(self) -> None:
        """Forget all events and the time; the parameters stay.

        Raises
        ------
        RuntimeError
            If the sketch is at work in another thread.

        Examples
        --------
        >>> sketch = es.FadingSketch(fading_factor=0.5)
        >>> sketch.update("a")
        >>> sketch.clear()
        >>> sketch.n
        0.0
        """
        self._sketch = self._empty.copy()
        self._weight = 1.0
        self._base = 0
        self._now = None
        self._clock = "unset"

    def __eq__(self, other: object) -> bool:
        """Compare parameters and content."""
        if not isinstance(other, FadingSketch):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # it is mutable

    def __repr__(self) -> str:
        """Show the estimate."""
        return f"<FadingSketch: n {self.n:.6g}, entropy {self.entropy:.4g}, {self.nbytes} bytes>"

    def _span(self) -> int:
        return self._half_life or 1

    def _decay(self) -> float:
        """Return the fading factor: from 2**-1000 on, nothing is left of earlier events anyway."""
        return max(self._factor or 1.0, 2.0**-1000)

    def _unit(self) -> float:
        """Return what a new event weighs in the sketch."""
        if self._factor is not None:
            return self._weight * self._decay() if self._sketch.n else 1.0
        if self._now is None:
            return 1.0
        return float(decayed_weights(np.array([self._now]), self._span(), self._base)[0])

    def _base_at(self, time: int, *others: FadingSketch) -> int:
        """Return a base with which weights until this time are not too large."""
        whole = time // self._span()
        base = max((each._base for each in (self, *others) if each._now is not None), default=whole)
        return base if whole - base < MOST_HALVINGS else whole

    def _scaled_to(self, base: int) -> EntropySketch:
        """Return the sketch with its weights relative to this base; a copy if that changes it."""
        if self._now is None or base == self._base:
            return self._sketch
        scaled = self._sketch.copy()
        scale_sketch(scaled, 2.0 ** -min(base - self._base, 1000))
        return scaled

    def _set_time(self, clock: str, time: int, base: int) -> None:
        self._clock, self._base = clock, base
        self._now = time if self._now is None else max(self._now, time)

    def _copy_sketches(self) -> None:
        self._sketch = self._sketch.copy()

    def _require_mergeable(self, other: object) -> None:
        if self._half_life is None:
            raise TypeError(
                "FadingSketch by fading_factor cannot merge: how the events of two streams follow "
                "each other is unknown; pass half_life and times"
            )
        if not isinstance(other, FadingSketch) or other._half_life is None:
            raise TypeError(
                f"FadingSketch can merge a FadingSketch by half_life, got {repr_short(other)}"
            )
        if self._half_life != other._half_life:
            raise ValueError("sketches with different half-lives cannot merge")

    def _whole(self) -> EntropySketch:
        return self._sketch


def checked_factor(fading_factor: Any) -> float:
    """Return a fading factor, or say what is wrong with it."""
    if isinstance(fading_factor, bool) or not isinstance(fading_factor, (int, float)):
        raise TypeError(f"fading_factor must be a number, got {repr_short(fading_factor)}")
    if not 0 < fading_factor <= 1:
        raise ValueError(
            f"fading_factor must be above 0 and at most 1, got {repr_short(fading_factor)}"
        )
    return float(fading_factor)
