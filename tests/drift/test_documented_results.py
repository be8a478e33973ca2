"""The page on windows that adapt shows what was measured."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adaptive.md").read_text(encoding="utf-8")
RESULTS = ROOT / "benchmarks" / "results" / "adaptive"


def table_of(text, caption):
    """Return the rows of the table below a caption."""
    (rows,) = re.findall(rf"\*\*{re.escape(caption)}\*\*\n\n((?:\|.*\n?)+)", text)
    return rows.strip().splitlines()


@pytest.mark.parametrize(
    ("name", "caption"),
    [
        ("false_alarms", "False alarms in a million events"),
        ("detection", "Events until the change is found"),
        ("detection", "Cuts a change, and where it is said to be"),
        ("tracking", "Error of the entropy over that of the best fixed choice"),
        ("speed", "Nanoseconds an event, in bulk"),
        ("speed", "Nanoseconds an event, as the window grows"),
    ],
)
def test_tables_are_those_of_the_results(name, caption):
    """Row for row what the benchmark wrote."""
    measured = (RESULTS / f"{name}.md").read_text(encoding="utf-8")

    assert table_of(PAGE, caption) == table_of(measured, caption)
    assert len(table_of(PAGE, caption)) > 4
