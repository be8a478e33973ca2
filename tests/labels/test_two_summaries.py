"""A label's own code may change neither of two summaries that are compared or merged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import entrostream
from tests.labels.two_summaries import CASES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def program():
    """Run all cases in one process of their own, which a failure may end; give what it printed."""
    package = str(Path(entrostream.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-m", "tests.labels.two_summaries"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": package},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_summary_in_use_by_another_is_busy(case, program):
    """RuntimeError on either side, both unchanged, and the interpreter lives."""
    assert f"{' '.join(case)}: refused" in program.stdout.splitlines(), program.stderr


def test_program_ends_without_an_error(program):
    """A crash at exit would not show in the cases."""
    assert (program.returncode, program.stderr) == (0, "")
