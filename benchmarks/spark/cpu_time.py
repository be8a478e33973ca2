"""CPU seconds of this process and all that it started: the JVM and the Python workers of Spark."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """Return the CPU time of the tree of processes so far, that of ended children included."""
    times, children = {}, {}
    for pid, parent, ticks in _processes():
        times[pid] = ticks
        children.setdefault(parent, []).append(pid)
    found, tree = 0, [os.getpid()]
    while tree:
        pid = tree.pop()
        found += times.get(pid, 0)
        tree += children.get(pid, [])
    return found / TICKS


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of a call, and what it returned."""
    before = cpu_seconds()
    result = run()
    return cpu_seconds() - before, result


def _processes() -> Iterator[tuple[int, int, int]]:
    """Give each process, its parent, and its time with that of the children that it waited for."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        yield int(path.parent.name), int(fields[1]), sum(map(int, fields[11:15]))
