"""A contest: contestants that do the same work, checked first, then timed in turns."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

CLOCK = "process CPU time (time.process_time)"


@dataclass(frozen=True)
class Contestant:
    """`run` is timed with what `prepare` makes, which is not.

    Contestants with the same `answer` must return the same value; None is for a floor such as an
    empty loop, which has nothing to return.
    """

    name: Hashable
    run: Callable[[Any], Any]
    prepare: Callable[[], Any]
    answer: Hashable | None = "value"


@dataclass(frozen=True)
class Times:
    """Nanoseconds per event, one figure per round, by the contestant's name."""

    events: int
    rounds: dict[Hashable, list[float]]

    def median(self, name: Hashable) -> float:
        """Return the median of the rounds, rounded as it is recorded."""
        return float(f"{statistics.median(self.rounds[name]):.4g}")

    def ratio(self, slow: Hashable, fast: Hashable, less: Hashable | None = None) -> float:
        """Return the ratio of medians; `less` is a contestant whose time is subtracted."""
        base = 0.0 if less is None else self.median(less)
        return time_ratio(self.median(slow), self.median(fast), less=base)


def time_ratio(slow: float, fast: float, *, less: float = 0.0) -> float:
    """Return how many times as long `slow` took as `fast`, both without `less`.

    All ratios of results pages and of the docs are this one, of the recorded medians of the rounds:
    who reads two times and their ratio finds that they agree.
    """
    return (slow - less) / (fast - less)


def hold(
    contestants: Sequence[Contestant],
    *,
    events: int,
    repeats: int,
    tolerance: float,
    prefixes: Sequence[int] = (),
) -> tuple[Times, float]:
    """Return the times and the largest difference between two answers.

    AssertionError, and nothing timed, if that is above `tolerance`. With `prefixes` the answers
    are compared for these lengths of what is prepared as well.
    """
    difference = max(_check(contestants, length, tolerance) for length in (*prefixes, None))
    return take_turns(contestants, events=events, repeats=repeats), difference


def take_turns(contestants: Sequence[Contestant], *, events: int, repeats: int) -> Times:
    """Time all once per round, every second round backwards: none always follows another."""
    rounds: dict[Hashable, list[float]] = {contestant.name: [] for contestant in contestants}
    for turn in range(repeats):
        for contestant in contestants if turn % 2 == 0 else reversed(contestants):
            rounds[contestant.name].append(_seconds(contestant) / events * 1e9)
    return Times(events, rounds)


def _seconds(contestant: Contestant) -> float:
    given = contestant.prepare()
    gc.disable()
    try:
        start = time.process_time()
        contestant.run(given)
        return time.process_time() - start
    finally:
        gc.enable()


def _check(contestants: Sequence[Contestant], length: int | None, tolerance: float) -> float:
    first: dict[Hashable, Any] = {}
    largest = 0.0
    for contestant in contestants:
        given = contestant.prepare()
        answer = contestant.run(given if length is None else given[:length])
        if contestant.answer is None:
            continue
        expected = first.setdefault(contestant.answer, answer)
        difference = float(np.max(np.abs(np.asarray(answer) - np.asarray(expected))))
        if not difference <= tolerance:
            raise AssertionError(f"{contestant.name} differs by {difference:.3g}")
        largest = max(largest, difference)
    return largest
