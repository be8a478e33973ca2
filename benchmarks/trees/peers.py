"""The peers: river and CapyMOA in environments of their own, native programs by their path.

The environments are benchmarks/.venvs/river and /capymoa, made when they are first needed.
CapyMOA needs Java 17; where `java` is missing and this is Debian with root, it is installed. A peer
that cannot be had raises MissingError, and the benchmarks go on without it and say so.
StreamDM-C++ is on no package index: ENTROSTREAM_STREAMDM names its program, if you have built it.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.run import make_environment
from benchmarks.trees.streams import MissingError, Stream, progress

ROOT = Path(__file__).resolve().parents[2]
VENVS = ROOT / "benchmarks" / ".venvs"
PACKAGES = {"river": "river==0.26.1", "capymoa": "capymoa==0.15.1"}
VERSIONS = ", ".join(PACKAGES.values())
JAVA = "openjdk-17-jre-headless"
STREAMDM = "ENTROSTREAM_STREAMDM"
PATIENCE = 1800  # seconds for one run

# Accuracy and kappa in percent, rows, cpu: a list of seconds, right: predictions by block of rows.
Outcome = dict[str, Any]


def river(
    stream: Stream,
    *,
    rows: int | None = None,
    model: str = "tree.HoeffdingTreeClassifier",
    seed: int | None = None,
) -> Outcome:
    """Run a model of river with one predict_one and one learn_one per row."""
    return _run("river", stream, rows=rows, model=model, seed=seed)[0]


def capymoa(
    stream: Stream,
    *,
    rows: int | None = None,
    repeats: int = 1,
    model: str = "HoeffdingTree",
    moa_defaults: bool = False,
    all_cores: bool = False,
    collect: bool = True,
    seed: int | None = None,
    by_block: bool = False,
) -> list[Outcome]:
    """Run a model in CapyMOA's Java loop, `repeats` times in one JVM; reading the file included.

    MOA's own defaults are delta 1e-7 and pre-pruning, CapyMOA's are 1e-3 and none. With one core
    Java takes its serial garbage collector, with more another that costs more CPU time. Collecting
    the heap before each run, outside the clock, is the usual way: what a run
    leaves behind is then not for the next one to clear, and a heap that has grown is small again.
    With `by_block` Java keeps all predictions, which takes time, and the outcome has `right`.
    """
    options = {
        "repeats": repeats,
        "model": model,
        "moa_defaults": moa_defaults,
        "all_cores": all_cores,
        "collect": collect,
        "seed": seed,
        "by_block": by_block,
    }
    return _run("capymoa", stream, rows=rows, **options)


def once(stream: Stream, what: str, run: Callable[[], Outcome]) -> Outcome:
    """Return what an earlier run found, or run and keep it next to the stream.

    For accuracy: the same version of a peer predicts the same for the same rows, and river takes
    minutes for it. Times are never kept.
    """
    kept = stream.folder / "outcomes" / f"{stream.name}, {what}.json"
    if not kept.exists():
        found = run()
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(found))
    return json.loads(kept.read_text())


def streamdm(stream: Stream) -> Outcome:
    """Run StreamDM-C++'s Hoeffding tree with its adaptive naive Bayes; reading included."""
    program = os.environ.get(STREAMDM)
    if not program:
        raise MissingError(f"StreamDM-C++: set {STREAMDM} to its program")
    task = (
        "EvaluatePrequential -l (HoeffdingTree -l NBAdaptive) -r ArffReader "
        f"-ds {stream.arff} -e (BasicClassificationEvaluator -f 1000)"
    )
    before = _cpu_of_children()
    # Its logger wants conf/ under the working directory.
    ran = subprocess.run(
        [program, task],
        cwd=Path(program).resolve().parent,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    cpu = _cpu_of_children() - before
    accuracy, kappa = re.findall(r"^\d+,([\d.]+),([\d.-]+),", ran.stdout, re.M)[-1]
    return {
        "accuracy": 100 * float(accuracy),
        "kappa": 100 * float(kappa),
        "rows": stream.rows,
        "cpu": [cpu],
    }


@cache
def python_of(peer: str) -> Path:
    """Return the Python of the peer's environment, made if need be."""
    if peer == "capymoa":
        _ensure_java()
    folder = VENVS / peer
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    if not (stamp.exists() and stamp.read_text() == PACKAGES[peer]):
        progress(f"making benchmarks/.venvs/{peer} with {PACKAGES[peer]}")
        make_environment(folder)
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        if subprocess.run([*pip, PACKAGES[peer]], check=False).returncode:
            raise MissingError(f"{peer}: pip could not install {PACKAGES[peer]}")
        stamp.write_text(PACKAGES[peer])
    return python


def inside(peer: str, module: str, *arguments: str, patience: float = PATIENCE) -> str:
    """Run a module of this folder with the peer's Python; return what it prints last."""
    command = [python_of(peer), "-m", f"benchmarks.trees.{module}", *arguments]
    try:
        ran = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=patience, check=True
        )
    except subprocess.TimeoutExpired as late:
        raise MissingError(f"{peer}: not done after {patience} s: {arguments}") from late
    except subprocess.CalledProcessError as failed:
        lines = failed.stderr.strip().splitlines() or ["no message"]
        raise MissingError(f"{peer}: {lines[-1]}") from failed
    return ran.stdout.strip().rpartition("\n")[2]


def _run(peer: str, stream: Stream, *, rows: int | None, **options: object) -> list[Outcome]:
    given = {"bin": str(stream.bin), "arff": str(stream.arff), "rows": rows, **options}
    return json.loads(inside(peer, f"{peer}_inside", json.dumps(given)))


def _ensure_java() -> None:
    if shutil.which("java"):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        progress(f"installing {JAVA} from Debian")
        apt = ["apt-get", "-qq", "-y"]
        subprocess.run([*apt, "update"], check=False, stdout=sys.stderr)
        subprocess.run([*apt, "install", JAVA], check=False, stdout=sys.stderr)
    if not shutil.which("java"):
        raise MissingError(f"CapyMOA needs Java 17: apt-get install {JAVA}")


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
