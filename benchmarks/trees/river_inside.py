"""River's Hoeffding tree over a stream; run inside river's environment by peers.py.

The rows are made dicts before the clock starts: numbers as they are, nominal values as strings,
what is missing left out.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from benchmarks.trees.scores import scores
from benchmarks.trees.stream_files import read_bin


def main() -> None:
    asked = json.loads(sys.argv[1])
    from river.tree import HoeffdingTreeClassifier

    pairs = as_dicts(Path(asked["bin"]), asked["rows"])
    print(json.dumps([prequential(HoeffdingTreeClassifier(), pairs)]))


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
    """Ask, then teach, row by row."""
    predicted = []
    start = time.process_time()
    for x, y in pairs:
        predicted.append(model.predict_one(x))
        model.learn_one(x, y)
    cpu = time.process_time() - start
    return {**scores(predicted, [y for _, y in pairs]), "cpu": [cpu], "leaves": model.n_leaves}


if __name__ == "__main__":
    main()
