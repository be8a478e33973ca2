"""What a practitioner would try first: no change, the majority, batch models that are retrained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np

from benchmarks.trees.peers import Outcome
from benchmarks.trees.scores import right_by_block, scores
from benchmarks.trees.stream_files import read_bin
from benchmarks.trees.streams import Stream

EVERY, KEPT = 1_000, 5_000  # rows between two trainings, and rows of each
VERSIONS = ", ".join(f"{name}=={version(name)}" for name in ("scikit-learn", "lightgbm"))
Fit = Callable[[np.ndarray, np.ndarray], Any]  # returns what has `predict`


def no_change(stream: Stream, rows: int) -> Outcome:
    """Predict the label of the row before."""
    truth = stream.labels(rows)
    return outcome([None, *truth[:-1]], truth)


def majority(stream: Stream, rows: int) -> Outcome:
    """Predict the label that was the most frequent one so far."""
    truth = stream.labels(rows)
    return outcome(most_frequent_so_far(truth), truth)


def decision_tree(stream: Stream, rows: int, seed: int) -> Outcome:
    """Retrain scikit-learn's tree, to which the codes of nominal values are numbers."""
    from sklearn.tree import DecisionTreeClassifier

    _, x, y = read_bin(stream.bin, rows)
    return retrained(lambda x, y: DecisionTreeClassifier(random_state=seed).fit(x, y), x, y)


def lightgbm(stream: Stream, rows: int) -> Outcome:
    """Retrain LightGBM, which knows the nominal attributes; one thread."""
    from lightgbm import LGBMClassifier

    header, x, y = read_bin(stream.bin, rows)
    nominal = [place for place, values in enumerate(header.values) if values]
    fit = partial(LGBMClassifier(n_jobs=1, verbose=-1).fit, categorical_feature=nominal or "auto")
    return retrained(fit, x, y)


def retrained(fit: Fit, x: np.ndarray, y: np.ndarray) -> Outcome:
    """Predict EVERY rows at a time with a model of the KEPT rows before them."""
    predicted: list[Hashable] = most_frequent_so_far(y[:EVERY].tolist())
    for at in range(EVERY, len(y), EVERY):
        before, after = slice(max(at - KEPT, 0), at), slice(at, at + EVERY)
        if len(np.unique(y[before])) == 1:  # LightGBM refuses to learn one class
            predicted += [int(y[at - 1])] * len(y[after])
        else:
            predicted += fit(x[before], y[before]).predict(x[after]).tolist()
    return outcome(predicted, y.tolist())


def most_frequent_so_far(truth: Sequence[Hashable]) -> list[Hashable]:
    """Predict each label from those before it; None for the first."""
    seen: Counter[Hashable] = Counter()
    predicted: list[Hashable] = []
    best: Hashable = None
    for label in truth:
        predicted.append(best)
        seen[label] += 1
        if seen[label] > seen[best]:
            best = label
    return predicted


def outcome(predicted: Sequence[Hashable], truth: Sequence[Hashable]) -> Outcome:
    return {**scores(predicted, truth), "right": right_by_block(predicted, truth)}
