"""Our tree over a stream, in bulk and one by one: the only file that knows how it is called.

In bulk it is the core's tool run_stream (core/tests/tree), compiled here once; one by one it is
entrostream.tree.VFDTClassifier through river's interface.
"""

from __future__ import annotations

import json
import subprocess
import time
from functools import cache
from pathlib import Path

from benchmarks.trees.peers import Outcome
from benchmarks.trees.river_inside import as_dicts, prequential
from benchmarks.trees.stream_files import read_header
from benchmarks.trees.streams import ROOT, MissingError, Stream, progress

TOOL = ROOT / "benchmarks" / "build" / "run_stream"
CHOICES = {
    "rule": ("evidence", "hoeffding"),
    "looks": ("certified", "every_example", "grace_period"),
    "leaf": ("rivals", "majority", "naive_bayes", "adaptive"),
    "observer": ("bins", "gaussians"),
    "criterion": ("information_gain", "gini", "gain_ratio"),
}
NAMES = {"memory_limit": "memory", "parent_counts": "parent", "grace_period": "grace"}


def run(
    stream: Stream,
    *,
    rows: int | None = None,
    repeats: int = 1,
    passes: int = 1,
    weights: int = 1,
    **options: object,
) -> Outcome:
    """Ask, then teach, row by row, in the core; the rows are in memory before the clock starts.

    Returns accuracy and kappa, CPU seconds of each repeat, the tree's size and work, the most
    bytes it held, and a fingerprint of its splits. `weights=3` gives the rows 1, 2, 3, 1, ...
    """
    words = {"repeat": repeats, "passes": passes, "weights": weights}
    words |= {"rows": rows} if rows else {}
    words |= {NAMES.get(name, name): _number(name, value) for name, value in options.items()}
    command = [_tool(), stream.bin, *(f"{name}={value}" for name, value in words.items())]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def one_by_one(stream: Stream, *, rows: int | None = None) -> Outcome:
    """Call predict_one and learn_one with the dicts that river gets."""
    try:
        from entrostream.tree import VFDTClassifier
    except ImportError as absent:
        raise MissingError(f"entrostream.tree.VFDTClassifier: {absent}") from absent
    return prequential(VFDTClassifier(), as_dicts(stream.bin, rows))


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
