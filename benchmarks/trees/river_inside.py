"""River's models over a stream; run inside river's environment by peers.py.

The rows are made dicts before the clock starts: numbers as they are, nominal values as strings,
what is missing left out.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
import time
from pathlib import Path

from benchmarks.trees.scores import right_by_block, scores
from benchmarks.trees.stream_files import read_bin


def main() -> None:
    options = json.loads(sys.argv[1])
    pairs = as_dicts(Path(options["bin"]), options["rows"])
    print(json.dumps([prequential(make(options["model"], options["seed"]), pairs)]))


def make(model: str, seed: int | None):
    """Return a model such as tree.HoeffdingTreeClassifier, seeded if it is random."""
    module, _, name = model.partition(".")
    kind = getattr(importlib.import_module(f"river.{module}"), name)
    return kind(**({"seed": seed} if "seed" in inspect.signature(kind).parameters else {}))


def as_dicts(path: Path, rows: int | None) -> list[tuple[dict[str, float | str], int]]:
    header, x, y = read_bin(path, rows)
    names = [f"a{place}" for place in range(len(header.values))]
    columns = list(zip(names, header.values, strict=True))
    return [
        (
            {
                name: str(int(value)) if nominal else value
                for (name, nominal), value in zip(columns, row, strict=True)
                if value == value  # not NaN
            },
            label,
        )
        for row, label in zip(x.tolist(), y.tolist(), strict=True)
    ]


def prequential(model, pairs) -> dict[str, object]:
    """Predict, then learn, row by row."""
    predicted = []
    start = time.process_time()
    for x, y in pairs:
        predicted.append(model.predict_one(x))
        model.learn_one(x, y)
    cpu = time.process_time() - start
    truth = [y for _, y in pairs]
    return {
        **scores(predicted, truth),
        "right": right_by_block(predicted, truth),
        "cpu": [cpu],
        "leaves": getattr(model, "n_leaves", None),  # a forest has none
    }


if __name__ == "__main__":
    main()
