"""Processes by their parents and sessions, from /proc."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    pid: int
    parent: int
    session: int

    def command(self):
        """Return the arguments of the process; none if it has ended."""
        try:
            return (Path("/proc") / str(self.pid) / "cmdline").read_bytes().decode().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            return []


def processes():
    """Return all processes of the machine."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = path.read_text().rpartition(") ")[2].split()
            if fields[0] != "Z":
                found.append(Process(int(path.parent.name), int(fields[1]), int(fields[3])))
    return found


def descendants(pid):
    """Return the processes that a process started, and those that these started."""
    everything = processes()
    found, parents = [], {pid}
    while parents:
        children = [process for process in everything if process.parent in parents]
        found += children
        parents = {process.pid for process in children}
    return found


def kill_session(leader):
    """Send SIGKILL to all processes of the session of a process that was started with one.

    Not to its process group alone: the Python workers of Spark have groups of their own.
    """
    while found := [process for process in processes() if process.session == leader.pid]:
        for process in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        leader.wait()
