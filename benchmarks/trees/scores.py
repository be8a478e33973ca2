"""Accuracy, Cohen's kappa and the no-change baseline of predictions, in percent; and by blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

BLOCK = 1_000  # rows


def scores(predicted: Sequence[Hashable], truth: Sequence[Hashable]) -> dict[str, float]:
    rows = len(truth)
    right = sum(a == b for a, b in zip(predicted, truth, strict=True)) / rows
    by_prediction, by_truth = Counter(predicted), Counter(truth)
    chance = sum(many * by_prediction[label] for label, many in by_truth.items()) / rows**2
    kappa = (right - chance) / (1 - chance) if chance < 1 else 0.0
    return {"accuracy": 100 * right, "kappa": 100 * kappa, "rows": rows}


def right_by_block(predicted: Sequence[Hashable], truth: Sequence[Hashable]) -> list[int]:
    """Return how many predictions of each block of rows are right; the last may be shorter."""
    right = [a == b for a, b in zip(predicted, truth, strict=True)]
    return [sum(right[at : at + BLOCK]) for at in range(0, len(right), BLOCK)]


def no_change(truth: Sequence[Hashable]) -> float:
    """Return the accuracy of saying the last label again."""
    predicted = [None, *truth[:-1]]
    return scores(predicted, truth)["accuracy"]
