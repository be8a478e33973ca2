"""A user's program over summaries, for type checkers; it is not run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import entrostream as es


def feed(summary: es.Summary, labels: list[str]) -> float:
    """Feed any summary."""
    summary.update(labels[0])
    summary.update_many(labels)
    column: NDArray[np.float64] = summary.trace(labels, "entropy")
    columns: dict[str, NDArray[np.float64]] = summary.trace(labels)
    return summary.entropy + float(column[-1]) + len(columns)


def take_back(summary: es.Removable) -> None:
    """Forget an event, where that is possible."""
    summary.remove("a")


def move(window: es.Timed) -> None:
    """Move a clock."""
    window.update("a", at=3.0)
    window.advance(at=4.0)


feed(es.Tally(), ["a"])
feed(es.SlidingWindow(10), ["a"])
feed(es.WeightedTally(), ["a"])
feed(es.FadingTally(fading_factor=0.9), ["a"])
feed(es.FadingWindow(10, fading_factor=0.9), ["a"])
feed(es.AdaptiveWindow(), ["a"])
weighted_window = es.WeightedTimeWindow("10min")
weighted_window.update("a", 2.5, at=0)
weight: float = weighted_window.n
take_back(es.Tally())
take_back(es.SlidingWindow(5))
move(es.TimeWindow("10min"))
move(es.FadingTally(half_life=3))

fading = es.FadingTally(fading_factor=0.9)
fading_window = es.FadingWindow(10, fading_factor=0.9)
weighted = es.WeightedTally()
assert_type(fading.counts(), dict[Any, float])
assert_type(fading.most_common(3), list[tuple[Any, float]])
assert_type(fading["a"], float)
assert_type(fading_window.counts(), dict[Any, float])
assert_type(fading_window.most_common(), list[tuple[Any, float]])
assert_type(fading_window["a"], float)
assert_type(weighted.counts(), dict[Any, float])
assert_type(weighted.most_common(), list[tuple[Any, float]])
assert_type(weighted["a"], float)
assert_type(weighted_window.counts(), dict[Any, float])
assert_type(weighted_window.most_common(), list[tuple[Any, float]])
assert_type(weighted_window["a"], float)
assert_type(es.SlidingWindow(10).counts(), dict[Any, int])
assert_type(es.TimeWindow("10min").most_common(), list[tuple[Any, int]])
assert_type(es.AdaptiveWindow()["a"], int)

tally = es.Tally("abracadabra")
count: int = tally["a"]
known: bool = "a" in tally
merged: es.Tally = tally + es.Tally({"a": 3})
same: es.Tally = es.Tally.from_bytes(merged.to_bytes())
top: list[tuple[object, int]] = [(label, k) for label, k in same.most_common(3)]
bits: float = tally.entropy_estimate().value


def merge(a: es.Mergeable, b: es.Mergeable) -> None:
    """Merge two of one kind."""
    a.merge(b)


table = es.ContingencyTable()
table.update("x", "y")
bits_common: float = table.mutual_information
last_pairs = es.ContingencyWindow(10)
last_pairs.update("x", "y")
n_pairs: int = last_pairs.n
recent_pairs = es.ContingencyTimeWindow("10min")
recent_pairs.update("x", "y", at=0)
pair_counts: dict[tuple[Any, Any], int] = recent_pairs.counts()

sketch = es.EntropySketch("16KiB", seed=None)
sketch.update("a", 2)
sketch.update_many(["a", "b"], weights=[1.0, 2.0])
sketched: es.EntropySketch = sketch + es.EntropySketch.from_bytes(sketch.to_bytes())
error: float = sketched.entropy_estimate().standard_error
bounds: list[tuple[Any, float, float]] = sketched.most_common(3)
sized: es.EntropySketch = es.EntropySketch.for_error(bits=0.05)
converted: es.EntropySketch = tally.to_sketch("16KiB")
impurity: float = es.GiniSketch(65536).gini
recent_sketch = es.SketchWindow("10min", panes=6)
recent_sketch.update("a", at=3.0)
fading_sketch = es.FadingSketch(half_life="5min")
fading_sketch.update_many("ab", times=[0, 1])
total: float = fading_sketch.n
