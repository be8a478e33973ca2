"""Programs of users in tests/typing: both type checkers take them."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent / "typing").glob("*.py"))
NEEDS = {"namespaces": "duckdb", "spark": "pyspark"}  # not for every Python
CHECKED = [
    script
    for script in SCRIPTS
    if script.stem not in NEEDS or importlib.util.find_spec(NEEDS[script.stem])
]
CACHE = Path(__file__).parents[1] / ".mypy_cache" / "programs"  # of NumPy's stubs above all


def checked(folder, *command):
    """Run a type checker over the programs; its complaints are the error."""
    done = subprocess.run(
        [sys.executable, "-m", *command, *map(str, CHECKED)],
        capture_output=True,
        text=True,
        cwd=folder,  # where the installed package is found, and not the sources
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_a_program_for_each_face():
    """A face without a program is not checked."""
    assert {script.stem for script in SCRIPTS} == {
        "choices",
        "columns",
        "detectors",
        "faces",
        "namespaces",
        "spark",
        "summaries",
        "trees",
    }


def test_mypy_takes_them(tmp_path):
    """In its strictest mode."""
    checked(tmp_path, "mypy", "--strict", "--config-file=", f"--cache-dir={CACHE}")


@pytest.mark.skipif(shutil.which("node") is None, reason="pyright needs Node.js")
def test_pyright_takes_them(tmp_path):
    """With its usual settings."""
    checked(tmp_path, "pyright", "--pythonpath", sys.executable)
