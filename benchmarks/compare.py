"""Compares the speed and the results of this tree with another commit.

    python benchmarks/compare.py COMMIT [--pairs 9] [--rounds 5] [--only TEXT]

Both are built the same way, each into an environment of its own in benchmarks/build/compare, and
run as two processes on one core that take turns, path by path (benchmarks/harness/paths.py): a
change of the machine's speed meets both. Where a process happens to put its objects in memory
makes up to a quarter of the time of some paths, so there are several pairs of processes. The table
gives the CPU time per event of the fastest round of both, medians over the pairs, and the median
and the range of their ratios; "differs" marks results that are not equal to the last bit. The exit
code is 1 if the median ratio of a path is above 1 by more than --limit (3 %) or a result differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from run import HERE, ROOT, digest, make_environment, quiet_environment, say, source_files

BUILD = HERE / "build" / "compare"
PACKAGES = ("numpy", "pandas", "polars", "pyarrow")


Runs = dict[str, list[dict[str, Any]]]  # of "before" and "now"


def main() -> int:
    wanted = arguments()
    pythons = {"before": commit_environment(wanted.commit), "now": tree_environment()}
    found: dict[str, list[Runs]] = {}
    for number in range(wanted.pairs):
        say(f"pair {number + 1} of {wanted.pairs}")
        run_pair(pythons, wanted, found)
    slower = [name for name, pairs in found.items() if not report(name, pairs, wanted.limit)]
    if slower:
        print(f"\nnot within {wanted.limit:.0%}, or another result: {', '.join(slower)}")
    return 1 if slower else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python benchmarks/compare.py", description=__doc__)
    parser.add_argument("commit", help="what to compare with, as git names it")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", metavar="TEXT", help="paths whose name contains it")
    parser.add_argument("--limit", type=float, default=0.03)
    return parser.parse_args()


def run_pair(pythons: dict[str, Path], wanted: argparse.Namespace, found: dict[str, Runs]) -> None:
    """Run all paths in a pair of new processes, and add what they took to `found`."""
    workers = {which: Worker(python) for which, python in pythons.items()}
    for name in workers["now"].paths():
        if wanted.only not in name:
            continue
        runs: Runs = {which: [] for which in workers}
        found.setdefault(name, []).append(runs)
        for turn in range(wanted.rounds):
            order = list(workers) if turn % 2 == 0 else list(workers)[::-1]
            for which in order:
                runs[which].append(workers[which].run(name))
    for worker in workers.values():
        worker.end()


def report(name: str, pairs: list[Runs], limit: float) -> bool:
    """Print the row of one path; return whether it is as fast as before, with equal results."""
    runs = [run for pair in pairs for which in pair.values() for run in which]
    errors = [run["error"] for run in runs if "error" in run]
    if errors:
        print(f"{name:42} {errors[0]}", flush=True)
        return False
    before, now = (
        [min(run["ns"] for run in pair[which]) for pair in pairs] for which in ("before", "now")
    )
    ratios = sorted(b / a for a, b in zip(before, now, strict=True))
    same = len({run["digest"] for run in runs}) == 1
    print(
        f"{name:42} {median(before):9.2f} {median(now):9.2f} ns/event {median(ratios):6.2f}"
        f"  ({ratios[0]:.2f} to {ratios[-1]:.2f}){'' if same else '  differs'}",
        flush=True,
    )
    return same and median(ratios) <= 1 + limit


class Worker:
    """A process that runs paths with the entrostream of its environment."""

    def __init__(self, python: Path) -> None:
        """Start it, on one core."""
        pinned = "import os; os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})"
        program = f"{pinned}; import runpy; runpy.run_module('paths', run_name='__main__')"
        self._process = subprocess.Popen(
            [python, "-c", program],
            cwd=HERE / "harness",
            env=quiet_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def paths(self) -> list[str]:
        """Return the names of all paths."""
        names: list[str] = self._ask("")["paths"]
        return names

    def run(self, name: str) -> dict[str, Any]:
        """Run one path once: {"ns": ..., "digest": ...} or {"error": ...}."""
        return self._ask(name)

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, line: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        reply = self._process.stdout.readline()
        if not reply:
            raise SystemExit(f"the worker ended at {line!r}, exit code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(reply)
        return answer


def commit_environment(commit: str) -> Path:
    """Return the Python of an environment with that commit, built once."""
    name = git("rev-parse", "--short", f"{commit}^{{commit}}")
    source = BUILD / "sources" / name
    if not source.exists():
        git("worktree", "prune")
        git("worktree", "add", "--detach", str(source), name)
    return environment(name, source, name)


def tree_environment() -> Path:
    """Return the Python of an environment with this tree, built again after a change."""
    return environment("tree", ROOT, digest(source_files()))


def environment(name: str, source: Path, stamp: str) -> Path:
    folder = BUILD / name
    python = folder / "bin" / "python"
    built = folder / "stamp"
    if not python.exists():
        make_environment(folder)
        pip(python, *PACKAGES)
    if not (built.exists() and built.read_text() == stamp):
        say(f"building {name}")
        pip(python, "--force-reinstall", "--no-deps", source)
        built.write_text(stamp)
    return python


def pip(python: Path, *arguments: str | Path) -> None:
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*command, *arguments], check=True, env=quiet_environment())


def git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(ran.stderr.strip())
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
