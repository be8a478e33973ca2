"""The paths that users run most, timed one call at a time for benchmarks/compare.py.

Runs as a worker in the environment of one commit: reads the name of a path from standard input,
runs it once, and prints a line of JSON with its CPU time and a digest of its result; for an empty
line the names of all paths. It uses only names that many commits share; a path that a commit does
not have is reported as an error.
"""

from __future__ import annotations

import gc
import hashlib
import inspect
import json
import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import entrostream as es

EVENTS = 500_000
SINGLE = 200_000  # events of the paths with a Python call per event


@dataclass(frozen=True)
class Path:
    """`run` is timed with what `prepare` returns, which is made once."""

    prepare: Callable[[], Any]
    run: Callable[[Any], Any]
    events: int = EVENTS


@cache
def integers() -> np.ndarray:
    return np.random.default_rng(1).zipf(1.3, EVENTS).clip(max=5000)


@cache
def strings() -> list[str]:
    return [f"10.0.{label >> 8}.{label & 255}" for label in integers().tolist()]


@cache
def times() -> np.ndarray:
    return np.cumsum(np.random.default_rng(2).integers(0, 3, EVENTS))


@cache
def keys() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 100, EVENTS)


@cache
def rows() -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return ten numeric and five nominal attributes, and a class that depends on three."""
    generator = np.random.default_rng(4)
    many = EVENTS // 5
    columns: dict[str, np.ndarray] = {f"x{i}": generator.random(many) for i in range(10)}
    columns |= {f"c{i}": generator.integers(0, 8, many) for i in range(5)}
    score = columns["x0"] + 0.5 * columns["x1"] + 0.1 * columns["c0"]
    noise = generator.normal(0, 0.1, many)
    return columns, (score + noise > 1.1).astype(np.int64)


@cache
def row_dicts() -> list[tuple[dict[str, Any], int]]:
    columns, labels = rows()
    many = SINGLE // 10
    lists = {name: column[:many].tolist() for name, column in columns.items()}
    return [
        ({name: column[row] for name, column in lists.items()}, int(labels[row]))
        for row in range(many)
    ]


def update_each(summary: Any) -> Callable[[Any], Any]:
    def run(labels: list[Any]) -> Any:
        made = summary()
        for label in labels:
            made.update(label)
        return made.entropy

    return run


def update_and_read(labels: list[Any]) -> Any:
    tally, value = es.Tally(), 0.0
    for label in labels:
        tally.update(label)
        value = tally.entropy
    return value


def updated_many(summary: Any) -> Callable[[Any], Any]:
    def run(labels: Any) -> Any:
        made = summary()
        made.update_many(labels)
        return made.entropy

    return run


def prequential(columns_and_labels: Any) -> Any:
    columns, labels = columns_and_labels
    tree = es_tree().VFDTClassifier(nominal_attributes=[f"c{i}" for i in range(5)])
    found = es_tree().prequential(tree, columns, labels, every=1000)
    return [list(found.accuracy), tree.n_leaves]


def predict_many(columns_and_labels: Any) -> Any:
    return np.asarray(grown_tree().predict_many(columns_and_labels[0]))


@cache
def grown_tree() -> Any:
    columns, labels = rows()
    tree = es_tree().VFDTClassifier(nominal_attributes=[f"c{i}" for i in range(5)])
    tree.learn_many(columns, labels)
    return tree


def learn_one(examples: Any) -> Any:
    tree = es_tree().VFDTClassifier(nominal_attributes=[f"c{i}" for i in range(5)])
    for x, y in examples:
        tree.learn_one(x, y)
    return [tree.n_leaves, [tree.predict_one(x) for x, _ in examples[:1000]]]


def es_tree() -> Any:
    from entrostream import tree

    return tree


def first_strings() -> list[str]:
    return strings()[:SINGLE]


def pandas_objects() -> Any:
    import pandas as pd

    return pd.Series(strings(), dtype=object)


def polars_strings() -> Any:
    import polars as pl

    return pl.Series(strings())


def adaptive(labels: Any) -> Any:
    window = es.AdaptiveWindow()
    window.update_many(labels)
    return window.entropy


def state(labels: Any) -> Any:
    tally = es.Tally()
    tally.update_many(labels)
    for _ in range(20):
        tally = es.Tally.from_bytes(tally.to_bytes())
    return tally.entropy


def rolling_by_group(labels: Any) -> Any:
    """Roll per group; earlier commits call the parameter `by`."""
    parameters = inspect.signature(es.rolling_entropy).parameters
    groups = "group_by" if "group_by" in parameters else "by"
    return es.rolling_entropy(labels, 100, **{groups: keys()})


def pairs(labels: Any) -> Any:
    return es.mutual_information(labels, keys())


PATHS = {
    "SlidingWindow.update": Path(
        first_strings, update_each(lambda: es.SlidingWindow(1000)), events=SINGLE
    ),
    "Tally.update + entropy": Path(first_strings, update_and_read, events=SINGLE),
    "SlidingWindow.update_many, strings": Path(
        strings, updated_many(lambda: es.SlidingWindow(1000))
    ),
    "Tally.update_many, integers": Path(integers, updated_many(es.Tally)),
    "SlidingWindow.trace, integers": Path(integers, lambda x: es.SlidingWindow(1000).trace(x)),
    "rolling_entropy, list of integers": Path(
        lambda: integers().tolist(), lambda x: es.rolling_entropy(x, 1000)
    ),
    "rolling_entropy, list of strings": Path(strings, lambda x: es.rolling_entropy(x, 1000)),
    "rolling_entropy, NumPy integers": Path(integers, lambda x: es.rolling_entropy(x, 1000)),
    "rolling_entropy, NumPy floats": Path(
        lambda: integers().astype(float), lambda x: es.rolling_entropy(x, 1000)
    ),
    "rolling_entropy, pandas objects": Path(pandas_objects, lambda x: es.rolling_entropy(x, 1000)),
    "rolling_entropy, Polars strings": Path(polars_strings, lambda x: es.rolling_entropy(x, 1000)),
    "rolling_entropy, span, NumPy": Path(
        integers, lambda x: es.rolling_entropy(x, "1000s", times=times())
    ),
    "rolling_entropy, span, list of strings": Path(
        strings, lambda x: es.rolling_entropy(x, "1000s", times=times())
    ),
    "rolling_entropy, groups": Path(integers, rolling_by_group),
    "expanding_entropy": Path(strings, es.expanding_entropy),
    "fading_entropy": Path(strings, lambda x: es.fading_entropy(x, half_life=1000)),
    "divergence": Path(integers, lambda x: es.rolling_divergence(x, 1000, reference=x[:5000])),
    "mutual_information": Path(integers, pairs),
    "rolling_mutual_information": Path(
        integers, lambda x: es.rolling_mutual_information(x, keys(), 1000)
    ),
    "entropy of a column": Path(strings, es.entropy),
    "AdaptiveWindow.update_many": Path(integers, adaptive),
    "states written and read": Path(strings, state),
    "tree: prequential": Path(rows, prequential, events=EVENTS // 5),
    "tree: predict_many": Path(rows, predict_many, events=EVENTS // 5),
    "tree: learn_one": Path(row_dicts, learn_one, events=SINGLE // 10),
}


def main() -> None:
    for line in sys.stdin:
        name = line.strip()
        print(json.dumps(timed(name) if name else {"paths": list(PATHS)}), flush=True)


def timed(name: str) -> dict[str, Any]:
    path = PATHS[name]
    try:
        given = path.prepare()
        gc.collect()
        gc.disable()
        start = time.process_time()
        result = path.run(given)
        seconds = time.process_time() - start
    except (TypeError, AttributeError, ValueError) as error:  # names that this commit lacks
        return {"error": f"{type(error).__name__}: {error}"}
    finally:
        gc.enable()
    return {"ns": seconds / path.events * 1e9, "digest": digest(result)}


def digest(result: Any) -> str:
    """Return a digest of the values, whatever library they came in."""
    values = result.to_numpy() if hasattr(result, "to_numpy") else result
    if isinstance(values, dict):
        values = [np.asarray(each).tobytes() for each in values.values()]
    data = values.tobytes() if isinstance(values, np.ndarray) else pickle.dumps(values)
    return hashlib.sha256(data).hexdigest()[:16]


if __name__ == "__main__":
    main()
