"""Adaptive windows with the interface of river's drift detectors."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable
from typing import Any, Literal, Protocol

from river import base

import entrostream as es
from entrostream.docstrings import complete, parameters_described_by

__all__ = ["ADWIN", "AdaptiveWindow", "ChangeDetector"]


class _Detects(Protocol):
    """What a ChangeDetector can wrap: es.ADWIN, es.AdaptiveWindow or the like."""

    @property
    def changed(self) -> bool: ...
    @property
    def changes(self) -> list[Any]: ...
    def update(self, value: Any, /) -> None: ...
    def clear(self) -> None: ...
    def copy(self) -> _Detects: ...


class ChangeDetector(base.DriftDetector):
    """Anything of ours that finds changes, with river's drift detector interface.

    `update` gives the value on and sets `drift_detected` for this one value; what the change
    left is kept. A clone has an empty detector with the same parameters.

    Parameters
    ----------
    detector : ADWIN or AdaptiveWindow
        Or anything else with `update`, `changed`, `changes`, `clear` and `copy`. It is not
        copied: what it holds can be read from it at any time.

    Raises
    ------
    AttributeError
        If the detector lacks one of these, when that is first used.

    Examples
    --------
    >>> from entrostream.river import ChangeDetector
    >>> detector = ChangeDetector(es.ADWIN())
    >>> for i in range(240):
    ...     detector.update(0.0 if i < 200 else 1.0)
    ...     if detector.drift_detected:
    ...         print(i, detector.changes[-1])
    223 change at value 168, found at 224: mean 0 before, 0.4286 after
    """

    def __init__(self, detector: _Detects) -> None:
        super().__init__()
        self.detector = detector
        self._n_detections = 0

    def update(self, x: Any) -> None:
        """Take in one value and say in `drift_detected` whether it showed a change.

        Parameters
        ----------
        x : number or hashable
            What the detector takes: a number, or a label.

        Raises
        ------
        TypeError, ValueError
            If the detector refuses the value.

        Examples
        --------
        >>> from entrostream.river import ChangeDetector
        >>> detector = ChangeDetector(es.ADWIN())
        >>> detector.update(1.0)
        >>> detector.drift_detected
        False
        """
        detector = self.detector
        detector.update(x)
        changed = self._drift_detected = detector.changed
        if changed:
            self._n_detections += 1

    @property
    def changes(self) -> list[Any]:
        """The newest changes, oldest first."""
        return self.detector.changes

    @property
    def n_detections(self) -> int:
        """How many updates found a change."""
        return self._n_detections

    def _reset(self) -> None:
        super()._reset()
        self.detector.clear()

    def _get_params(self) -> dict[str, Any]:
        # river clones by these, and a clone has seen nothing.
        parameters: dict[str, Any] = super()._get_params()
        if "detector" in parameters:
            parameters["detector"] = self.detector.copy()
            parameters["detector"].clear()
        return parameters

    @classmethod
    def _unit_test_params(cls) -> Any:
        yield {"detector": es.ADWIN()}


@complete(parameters_described_by(es.ADWIN))
class ADWIN(ChangeDetector):
    """ADWIN on numbers from 0 to 1, such as a model's errors, in place of river's `drift.ADWIN`.

    It finds the drifts of river's at the same numbers, and has the same `width`, `estimation`
    and `total` after each: the update that follows a detection begins with an empty window.
    Other than river's: `n_detections` counts all of them, where river's begins anew with the
    window; `variance` is the variance, not the sum of squares; values outside of 0 to 1 are
    refused, since the test does not hold for them.

    Parameters
    ----------
    keep : bool, default False
        Whether the window goes on after a drift with what the cut left, as the paper of Bifet
        and Gavalda says and es.ADWIN does. One step of the mean may take several cuts then,
        each of which is a drift detected.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not as described; the message has the value and the limit.

    Examples
    --------
    >>> from entrostream.river import ADWIN
    >>> adwin = ADWIN()
    >>> for i in range(240):
    ...     adwin.update(0.0 if i < 200 else 1.0)
    ...     if adwin.drift_detected:
    ...         print(i, adwin.width, adwin.total)
    223 56 24.0
    >>> adwin.width, adwin.n_detections
    (16, 1)
    """

    def __init__(
        self,
        delta: float = 0.002,
        clock: int = 32,
        max_buckets: int = 5,
        min_window_length: int = 5,
        grace_period: int = 10,
        keep: bool = False,
    ) -> None:
        self.window = es.ADWIN(
            delta,
            clock=clock,
            max_buckets=max_buckets,
            min_window_length=min_window_length,
            grace_period=grace_period,
        )
        super().__init__(self.window)
        self.delta = delta
        self.clock = clock
        self.max_buckets = max_buckets
        self.min_window_length = min_window_length
        self.grace_period = grace_period
        self.keep = keep
        self._earlier: list[es.MeanChange] = []  # before the window was last emptied
        self._seen_earlier = 0

    @classmethod
    def _unit_test_params(cls) -> Any:
        yield {}

    def update(self, x: float) -> None:
        """Take in one number and say in `drift_detected` whether it showed a change.

        Parameters
        ----------
        x : float
            A number from 0 to 1.

        Raises
        ------
        TypeError
            If the value is not a number.
        ValueError
            If it is not from 0 to 1.

        Examples
        --------
        >>> from entrostream.river import ADWIN
        >>> adwin = ADWIN()
        >>> adwin.update(1.0)
        >>> adwin.drift_detected, adwin.estimation
        (False, 1.0)
        """
        # As above, but without a call more: this stands in other people's loops.
        if self._drift_detected and not self.keep:
            self._begin_again(x)
        window = self.window
        window.update(x)
        changed = self._drift_detected = window.changed
        if changed:
            self._n_detections += 1

    def _begin_again(self, x: float) -> None:
        self.window.copy().update(x)  # complains of what is no such number
        self._earlier = self.changes
        self._seen_earlier += self.window.seen
        self._reset()

    @property
    def changes(self) -> list[es.MeanChange]:
        """The newest 1000 changes, oldest first, by their places in the whole stream."""
        first = self._seen_earlier
        here = [
            change._replace(position=first + change.position, found=first + change.found)
            for change in self.window.changes
        ]
        return (self._earlier + here)[-1000:]

    @property
    def width(self) -> int:
        """How many numbers the window holds."""
        return self.window.n

    @property
    def estimation(self) -> float:
        """Mean of the window."""
        return self.window.mean

    @property
    def total(self) -> float:
        """Sum of the window."""
        return self.window.total

    @property
    def variance(self) -> float:
        """Variance of the window, that of a population."""
        return self.window.variance


@complete(parameters_described_by(es.AdaptiveWindow))
class AdaptiveWindow(ChangeDetector):
    """Changes in the mixture of labels; es.AdaptiveWindow in river's words.

    Sees what the mean of numbers cannot: labels that change places, come or go. `window` is
    the es.AdaptiveWindow itself, with entropy, Gini index and counts of the regime that
    lasts. With a `season`, pass the time of each label: `update(label, at=...)`.

    Parameters
    ----------
    missing : {"label", "raise", "skip"}, default "label"
        What None and NaN are: as in river, labels like others.
    recurring : {"report", "skip"}, default "report"
        Whether changes that recur are detected every time, as learners that adapt need it, or
        only those that are more severe than usual, for alarms that people read.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not as described; the message has the value and the limit.

    Examples
    --------
    >>> from entrostream.river import AdaptiveWindow
    >>> detector = AdaptiveWindow()
    >>> for label in ["a", "b", "b", "b"] * 500 + ["b", "a", "a", "a"] * 500:
    ...     detector.update(label)
    >>> detector.n_detections, len(detector.changes)
    (1, 1)
    >>> detector.window.most_common(1)[0][0]
    'a'
    """

    _added_later = ("calibrate", "min_shift", "season", "season_bins", "recurring")

    def __init__(
        self,
        rate: float = 1e-4,
        block: int = 32,
        max_size: int | None = None,
        statistics: tuple[Literal["sum", "label", "frequency"], ...] = (
            "sum",
            "label",
            "frequency",
        ),
        calibrate: bool = True,
        min_shift: float = 0.0,
        missing: Literal["label", "raise", "skip"] = "label",
        season: str | dt.timedelta | float | None = None,
        season_bins: int = 24,
        recurring: Literal["report", "skip"] = "report",
    ) -> None:
        self.window = es.AdaptiveWindow(
            rate,
            block=block,
            max_size=max_size,
            statistics=statistics,
            calibrate=calibrate,
            recurring=recurring,
            min_shift=min_shift,
            season=season,
            season_bins=season_bins,
            missing=missing,
        )
        super().__init__(self.window)
        self.rate = rate
        self.block = block
        self.max_size = max_size
        self.statistics = statistics
        self.calibrate = calibrate
        self.recurring = recurring
        self.min_shift = min_shift
        self.season = season
        self.season_bins = season_bins
        self.missing = missing

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickle; older ones lack the parameters that were added later."""
        self.__dict__.update(state)
        for name in self._added_later:
            if name not in state:
                setattr(self, name, getattr(self.window, name))

    @classmethod
    def _unit_test_params(cls) -> Any:
        yield {}

    def update(self, x: Hashable, at: Any = None) -> None:
        """Take in one label and say in `drift_detected` whether it showed a change.

        Parameters
        ----------
        x : hashable
            The label.
        at : time, optional
            Its time, which a season needs; otherwise it annotates changes.

        Raises
        ------
        TypeError
            If the label has no hash, or the time is of no valid kind.
        ValueError
            If the label is missing, with `missing="raise"`, or the time goes back.

        Examples
        --------
        >>> from entrostream.river import AdaptiveWindow
        >>> detector = AdaptiveWindow()
        >>> detector.update("a")
        >>> detector.drift_detected
        False
        """
        window = self.window
        if at is None:
            window.update(x)
        else:
            window.update(x, at=at)
        changed = self._drift_detected = window.changed
        if changed:
            self._n_detections += 1
