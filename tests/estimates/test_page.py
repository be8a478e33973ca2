"""The page on confidence shows what was measured."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def rows_of(path):
    """Return the table rows of a page that hold figures."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(r"\| .*\d\.\d{3} ", line)]


def test_tables_are_those_of_the_results():
    """All rows that the benchmark wrote, in its order, and no others."""
    written = rows_of(ROOT / "benchmarks" / "results" / "confidence.md")

    assert len(written) == 88
    assert rows_of(ROOT / "docs" / "confidence.md") == written
