"""Where the figures come from: the machine, the versions, and one core to run on."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path

PACKAGES = (
    "entrostream",
    "numpy",
    "river",
    "rolling",
    "numba",
    "pandas",
    "pyarrow",
    "polars",
    "duckdb",
)


def pin_to_one_core() -> str:
    """Keep this process on one core, so that no contestant gains by a second thread."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned (this system cannot)"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def machine() -> str:
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def versions() -> str:
    packages = [f"{package} {_version(package)}" for package in PACKAGES]
    return ", ".join([f"Python {platform.python_version()}", *packages, _compiler()])


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "(not installed, from the source tree)"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def _compiler() -> str:
    shown = subprocess.run(["c++", "-dumpfullversion"], capture_output=True, text=True, check=False)
    return f"c++ {shown.stdout.strip() or 'unknown'}"
