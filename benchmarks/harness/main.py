"""The command inside the environment: runs the named benchmarks and writes their results.

A full run writes its page and its figures, its picture, and what the docs say about it.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

from benchmarks.harness import pages
from benchmarks.harness.machine import pin_to_one_core
from benchmarks.harness.report import Report
from benchmarks.pictures import draw

BENCHMARKS = (
    "per_event",
    "columns",
    "dataframes",
    "whole_columns",
    "scaling",
    "drift",
    "confidence",
    "confidence_examples",
    "fading",
    "fading_collapse",
    "tables",
    "time_windows",
    "adwin",
    "memory",
    "command_line/start",
    "command_line/read_csv",
    "command_line/parquet",
    "command_line/tools",
    "command_line/memory",
    "monitor/load",
    "adaptive/false_alarms",
    "adaptive/dependence",
    "adaptive/season",
    "adaptive/logs",
    "adaptive/detection",
    "adaptive/thresholds",
    "adaptive/tracking",
    "adaptive/speed",
    "sketches/accuracy",
    "sketches/memory",
    "sketches/merging",
    "sketches/methods",
    "sketches/speed",
    "sketches/wide",
    "spark/batch",
    "spark/sliding",
    "trees/accuracy",
    "trees/speed",
    "trees/schedule",
    "trees/validity",
    "trees/late_noise",
    "trees/boosting",
    "trees/memory",
    "trees/adaptive_accuracy",
    "trees/recovery",
    "trees/adaptive_speed",
    "trees/adaptive_memory",
)
# Some only by name: those of the trees install Java and take an hour or two, logs need data, 1e8
# labels or lines take many minutes, and Spark needs Java.
BY_NAME = ("adaptive/logs", "sketches/wide", "monitor/load", "spark/batch", "spark/sliding")
WITHOUT_NAMES = [
    name for name in BENCHMARKS if not name.startswith("trees/") and name not in BY_NAME
]
FOLDER = Path(__file__).resolve().parents[1]


def main() -> int:
    wanted = arguments()
    if wanted.data:
        os.environ["ENTROSTREAM_DATA"] = str(Path(wanted.data).resolve())
    pinned = pin_to_one_core()
    for name in chosen(wanted.names) or WITHOUT_NAMES:
        module = importlib.import_module(f"benchmarks.{name.replace('/', '.')}")
        report = module.report(quick=wanted.quick)
        finish(report, wanted, f"{pinned}, load average {os.getloadavg()[0]:.1f}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python benchmarks/run.py", description=__doc__)
    names = f"of {', '.join(BENCHMARKS)}; all but the trees and the slow ones"
    parser.add_argument("names", nargs="*", metavar="name", help=names)
    parser.add_argument("--quick", action="store_true", help="fewer events and rounds")
    parser.add_argument(
        "--data",
        metavar="folder",
        help="real data of the trees' streams and of the logs; or ENTROSTREAM_DATA",
    )
    wanted = parser.parse_args()
    unknown = [name for name in wanted.names if not chosen([name])]
    if unknown:
        parser.error(f"no benchmark named {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    return wanted


def chosen(names: list[str]) -> list[str]:
    """Return the benchmarks of these names; that of a folder, such as trees, means all in it."""
    return [
        each for name in names for each in BENCHMARKS if each == name or each.startswith(f"{name}/")
    ]


def finish(report: Report, wanted: argparse.Namespace, pinned: str) -> None:
    command = f"python benchmarks/run.py {report.name}{' --quick' if wanted.quick else ''}"
    text = report.text(command, pinned)
    print(text, end="\n\n", flush=True)
    report.write(FOLDER / "results" / ("quick" if wanted.quick else ""), text)
    if not wanted.quick:
        if report.name in draw.DRAW:  # a new one may have no picture yet
            draw.write(report.name)
        _, left = pages.update()
        for block in left:
            print(f"left as it is: {block}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
