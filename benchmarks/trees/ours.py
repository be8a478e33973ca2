"""Our tree over a stream: the only file that knows how it is called.

What a user gets is `prequential` in bulk and `one_by_one`, both of entrostream.tree. `run` is the
core's tool run_stream (core/tests/tree), compiled here once: it reports what the public face does
not, such as the most memory ever held, and needs no Python between the rows.
"""

from __future__ import annotations

import json
import subprocess
import time
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.trees import river_inside
from benchmarks.trees.peers import Outcome
from benchmarks.trees.scores import right_by_block
from benchmarks.trees.stream_files import read_bin, read_header
from benchmarks.trees.streams import ROOT, Stream, progress
from entrostream import tree

TOOL = ROOT / "benchmarks" / "build" / "run_stream"
CHOICES = {
    "rule": ("evidence", "hoeffding"),
    "split_schedule": ("lazy", "every_row", "grace_period"),
    "leaf_prediction": ("nba_path", "mc", "nb", "nba"),
    "splitter": ("histogram", "gaussian"),
    "split_criterion": ("info_gain", "gini", "gain_ratio"),
}


TREES = {
    "VFDT": "VFDTClassifier",
    "adaptive": "HoeffdingAdaptiveTreeClassifier",
    "CVFDT": "CVFDTClassifier",
    "EFDT": "EFDTClassifier",
}


def prequential(
    stream: Stream, *, rows: int | None = None, repeats: int = 1, which: str = "VFDT"
) -> Outcome:
    """Run entrostream.tree.prequential over columns in memory, at the defaults."""
    header, x, y = read_bin(stream.bin, rows)
    columns = {
        name: x[:, name].astype(np.int64) if values else np.ascontiguousarray(x[:, name])
        for name, values in enumerate(header.values)
    }
    nominal = [name for name, values in enumerate(header.values) if values]
    seconds = []
    for _ in range(repeats):
        model = getattr(tree, TREES[which])(nominal_attributes=nominal)
        start = time.process_time()
        found = tree.prequential(model, columns, y, every=max(len(y), 1))
        seconds.append(time.process_time() - start)
    return {
        "accuracy": 100 * found.accuracy[-1],
        "kappa": 100 * found.kappa[-1],
        "rows": len(y),
        "right": right_by_block(found.predictions.tolist(), y.tolist()),
        "leaves": model.n_leaves,
        "cpu": seconds,
    }


def one_by_one(stream: Stream, *, rows: int | None = None) -> Outcome:
    """Call predict_one and learn_one with the dicts that river gets."""
    return river_inside.prequential(tree.VFDTClassifier(), river_inside.as_dicts(stream.bin, rows))


def run(
    stream: Stream,
    *,
    rows: int | None = None,
    repeats: int = 1,
    passes: int = 1,
    weights: int = 1,
    **options: object,
) -> Outcome:
    """Test, then train, row by row, in the core; the rows are in memory before the clock starts.

    Returns accuracy and kappa, CPU seconds of each repeat, the tree's size and work, the most
    bytes it held, and a fingerprint of its splits. `weights=3` gives the rows 1, 2, 3, 1, ...
    """
    words = {"repeat": repeats, "passes": passes, "weights": weights}
    words |= {"rows": rows} if rows else {}
    words |= {name: _number(name, value) for name, value in options.items()}
    command = [_tool(), stream.bin, *(f"{name}={value}" for name, value in words.items())]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def parse(stream: Stream) -> float:
    """Return the CPU seconds of reading the rows from the text file that CapyMOA reads."""
    from pyarrow import csv

    columns = len(read_header(stream.bin).values) + 1
    start = time.process_time()
    table = csv.read_csv(
        stream.arff,
        read_options=csv.ReadOptions(
            use_threads=False,
            skip_rows=columns + 2,  # the lines of the header
            column_names=[f"a{place}" for place in range(columns)],
        ),
        convert_options=csv.ConvertOptions(null_values=["?"]),
    )
    for column in table.columns:
        column.to_numpy()
    return time.process_time() - start


def _number(name: str, value: object) -> object:
    return CHOICES[name].index(str(value)) if name in CHOICES else value


@cache
def _tool() -> Path:
    """Compile the tool unless what is there is newer than all its sources."""
    core = ROOT / "core"
    made = TOOL.stat().st_mtime if TOOL.exists() else 0.0
    headers = core.rglob("*.hpp")
    sources = [file for file in core.rglob("*.cpp") if "tests" not in file.parts]
    sources.append(core / "tests" / "tree" / "run_stream.cpp")
    if any(file.stat().st_mtime > made for file in [*headers, *sources]):
        progress("compiling the core's tool, some minutes")
        TOOL.parent.mkdir(parents=True, exist_ok=True)
        flags = ["-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", f"-I{ROOT}"]
        subprocess.run(["c++", *flags, *sources, "-o", TOOL], check=True)
    return TOOL
