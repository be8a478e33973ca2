"""What is generated and kept in the repository is what its script writes today."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_log_tables_are_those_of_their_script(tmp_path):
    """The constants of the logarithms come from exact integers, nowhere else."""
    script = runpy.run_path(str(ROOT / "core" / "math" / "make_log_tables.py"))

    script["main"](tmp_path)

    for name in ("log_tables.hpp", "log_tables.cpp"):
        assert (tmp_path / name).read_text() == (ROOT / "core" / "math" / name).read_text()


def test_stubs_are_those_of_the_extension():
    """Each change of the public face shows in a diff of the stubs."""
    pytest.importorskip("nanobind")
    command = [sys.executable, str(ROOT / "tools" / "stubs.py"), "--check"]

    result = subprocess.run(command, capture_output=True, text=True, check=False)

    assert result.stderr == ""
    assert result.returncode == 0


def test_manual_is_that_of_the_help_texts():
    """The man page and the reference say what `--help` says."""
    pytest.importorskip("click")
    command = [sys.executable, str(ROOT / "tools" / "manual.py"), "--check"]

    result = subprocess.run(command, capture_output=True, text=True, check=False)

    assert result.stderr == ""
    assert result.returncode == 0
