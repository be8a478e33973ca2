"""Tables that stand in a page of the docs, put there by the run that made them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness.report import Table

DOCS = Path(__file__).resolve().parents[2] / "docs"


def write_into_page(name: str, tables: Sequence[Table]) -> None:
    """Put the tables where the page has their captions, in place of those that stand there."""
    page = DOCS / name
    text = page.read_text()
    for table in tables:
        old = re.escape(f"**{table.caption}**") + r"(\n\n\|.*(\n\|.*)*)?"
        text, times = re.subn(old, lambda _, new=table: new.text(), text)
        if times != 1:
            raise AssertionError(f"{name} has no place for the table {table.caption!r}")
    page.write_text(text)
