"""A command imports what it needs, and no more."""

import subprocess
import sys

import pytest

pytest.importorskip("click")
pytest.importorskip("pyarrow")
pytest.importorskip("msgspec")

# Prints which of the large libraries a command has imported.
IMPORTED = """
import sys
sys.argv = ["entrostream", *sys.argv[1:]]
from entrostream.cli import main
try:
    main()
except SystemExit as done:
    assert not done.code, done.code
names = ("pandas", "polars", "matplotlib", "pyarrow", "rich", "textual")
print(*(name for name in names if sys.modules.get(name)))
"""


def imported(*arguments):
    """Return the large libraries that a command imports."""
    command = [sys.executable, "-c", IMPORTED, *arguments]
    done = subprocess.run(command, input="a\nb\n", capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_help_imports_no_library():
    """It answers at once."""
    assert imported("--help") == []
    assert imported("compute", "--help") == []


def test_compute_imports_pyarrow_alone():
    """Not pandas, which pyarrow would import."""
    assert imported("compute", "-", "-q") == ["pyarrow"]
