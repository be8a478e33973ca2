"""Builds and loads call_floor.c: what a Python call of a C method costs if it does nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_suffix(".c")


def floor() -> Any:
    """Return an object with an empty method `empty(label)` and a property `zero`, a new float."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"call_floor{sysconfig.get_config_var('EXT_SUFFIX')}"
        headers = sysconfig.get_paths()["include"]
        compiler = ["cc", "-O2", "-shared", "-fPIC", f"-I{headers}"]
        subprocess.run([*compiler, str(SOURCE), "-o", str(library)], check=True)
        spec = importlib.util.spec_from_file_location("call_floor", library)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module.Floor()
