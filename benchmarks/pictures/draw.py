"""Draws the pictures of results from the files of figures: `python -m benchmarks.pictures.draw`.

Nothing is measured again. Every picture carries the digest of the figures that it shows, by which
the tests know a picture that is older than its figures.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.harness.pictures import DPI, STYLE
from benchmarks.harness.results import FOLDER
from benchmarks.pictures import adaptive, adaptive_trees, contests, exactness, sketches, trees

DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SOURCE = "Source"  # the field of a PNG file that has the digest

DRAW: dict[str, Callable[[], Figure]] = {
    "per_event": contests.per_event,
    "columns": contests.columns,
    "dataframes": contests.dataframes,
    "whole_columns": contests.whole_columns,
    "scaling": contests.scaling,
    "tables": contests.tables,
    "time_windows": contests.time_windows,
    "fading": contests.fading,
    "adwin": contests.adwin,
    "drift": exactness.drift,
    "fading_collapse": exactness.fading_collapse,
    "confidence": exactness.confidence,
    "memory": exactness.memory,
    "sketches/methods": sketches.methods,
    "adaptive/false_alarms": adaptive.false_alarms,
    "adaptive/dependence": adaptive.dependence,
    "adaptive/logs": adaptive.logs,
    "adaptive/detection": adaptive.detection,
    "adaptive/tracking": adaptive.tracking,
    "adaptive/speed": contests.adaptive_speed,
    "sketches/accuracy": sketches.accuracy,
    "trees/accuracy": trees.accuracy,
    "trees/speed": trees.speed,
    "trees/schedule": trees.schedule,
    "trees/validity": trees.validity,
    "trees/memory": trees.memory,
    "trees/recovery": adaptive_trees.recovery,
}
# Their few numbers are read better in a table.
NOT_DRAWN = {
    "confidence_examples",
    "adaptive/season",
    "adaptive/thresholds",
    "command_line/memory",
    "command_line/parquet",
    "command_line/read_csv",
    "command_line/start",
    "monitor/load",
    "command_line/tools",
    "sketches/memory",
    "sketches/merging",
    "sketches/speed",
    "sketches/wide",
    "spark/batch",
    "spark/sliding",
    "trees/adaptive_accuracy",
    "trees/adaptive_memory",
    "trees/adaptive_speed",
    "trees/boosting",
    "trees/late_noise",
}


def draw(name: str) -> Figure:
    with mpl.rc_context(STYLE):
        return DRAW[name]()


def digest(name: str) -> str:
    """Return what tells one version of the figures from another."""
    return hashlib.sha256((FOLDER / f"{name}.csv").read_bytes()).hexdigest()[:16]


def write(name: str, folder: Path = DOCS) -> Path:
    path = folder / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without the version of matplotlib, so that a picture changes only if what it shows does.
    metadata = {"Software": None, SOURCE: digest(name)}
    with mpl.rc_context(STYLE):
        DRAW[name]().savefig(path, dpi=DPI, metadata=metadata)
    return path


def main(names: Sequence[str]) -> None:
    for name in names or DRAW:
        print(write(name).relative_to(DOCS.parents[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
