"""Commands as a user runs them: processes timed in turns, with their peak memory and answers."""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.harness.report import Report, Table, short

BIN = Path(sys.executable).parent
OURS = "entrostream"
HOW = """\
Each contestant is a command, run as a process on all cores, start and imports included. CPU time is
user and system time of the process and its children (wait4), wall time depends on what else the
machine does; peak memory is that of the largest process (maximum resident set size). Commands take
turns, every second round backwards, and files are in the page cache."""


@dataclass(frozen=True)
class Command:
    """A command line; `answer` reads a number of what it prints, None for one that only reads."""

    name: str
    line: str
    answer: Callable[[str], float] | None = None


@dataclass(frozen=True)
class Run:
    cpu: float  # seconds
    wall: float
    peak: float  # MiB
    printed: str


@dataclass
class Runs:
    """The runs of each command, in rounds."""

    rounds: dict[str, list[Run]] = field(default_factory=dict)

    def median(self, name: str, what: str) -> float:
        return statistics.median(getattr(run, what) for run in self.rounds[name])

    def ratio(self, slow: str, fast: str, what: str = "cpu") -> float:
        return self.median(slow, what) / self.median(fast, what)


def ours(arguments: str) -> str:
    """Return the command line of entrostream."""
    return f"{shlex.quote(str(BIN / 'entrostream'))} {arguments}"


def python(code: str) -> str:
    """Return the command line of a Python program."""
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def run(line: str) -> Run:
    """Run a command line to its end; CalledProcessError if it fails."""
    with tempfile.TemporaryFile("w+") as out:
        begin = time.perf_counter()
        process = subprocess.Popen(
            ["/bin/sh", "-c", line], stdout=out, stderr=subprocess.DEVNULL, preexec_fn=all_cores
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, line)
        out.seek(0)
        return Run(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, out.read())


def all_cores() -> None:
    """Undo the pinning of the harness: a user's process may use every core."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def take_turns(commands: Sequence[Command], *, repeats: int, tolerance: float = 1e-9) -> Runs:
    """Run all commands once per round; AssertionError if two answers differ."""
    runs = Runs({command.name: [] for command in commands})
    answers: dict[str, float] = {}
    for turn in range(repeats):
        for command in commands if turn % 2 == 0 else reversed(commands):
            done = run(command.line)
            runs.rounds[command.name].append(done)
            if command.answer is not None:
                answers[command.name] = command.answer(done.printed)
    first = next(iter(answers.values()), 0.0)
    for name, answer in answers.items():
        if not abs(answer - first) <= tolerance * max(1.0, abs(first)):
            raise AssertionError(f"{name} answers {answer!r}, others {first!r}")
    return runs


def last_number(printed: str) -> float:
    """Return the last number of the last line, whatever stands before it."""
    return float(printed.split()[-1].split(",")[-1])


def table(caption: str, runs: Runs, base: str = OURS) -> Table:
    """Return CPU time, wall time and memory of all commands, and CPU time over that of one."""
    rows = [
        (
            name,
            f"{runs.median(name, 'cpu'):.2f}",
            f"{runs.median(name, 'wall'):.2f}",
            short(runs.median(name, "peak")),
            f"{runs.ratio(name, base):.2f}",
            f"{runs.ratio(name, base, 'wall'):.2f}",
        )
        for name in runs.rounds
    ]
    heads = ("", "CPU, s", "wall, s", "peak, MiB", f"CPU / {base}", f"wall / {base}")
    return Table(caption, heads, rows)


def record(found: Report, case: str, runs: Runs) -> None:
    """Keep the medians and the range of CPU time for the file of figures."""
    for name, rounds in runs.rounds.items():
        cpu = sorted(each.cpu for each in rounds)
        found.figures.append(
            {
                "case": case,
                "contestant": name,
                "rounds": len(rounds),
                "cpu_s": f"{runs.median(name, 'cpu'):.4g}",
                "least_cpu_s": f"{cpu[0]:.4g}",
                "most_cpu_s": f"{cpu[-1]:.4g}",
                "wall_s": f"{runs.median(name, 'wall'):.4g}",
                "peak_mib": f"{runs.median(name, 'peak'):.4g}",
            }
        )
