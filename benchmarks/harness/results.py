"""Reads what a benchmark measured back from its page and its file of figures."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import takewhile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "results"


class MissingResultError(LookupError):
    """A file or a table that no run has written yet."""


def figures(name: str) -> list[dict[str, str]]:
    """Return the rows of the file of figures, as text; MissingResultError if there is none."""
    return list(csv.DictReader(StringIO(_read(f"{name}.csv"))))


def medians(name: str) -> dict[str, dict[str, float]]:
    """Return nanoseconds by case and contestant, in the order of the file."""
    found: dict[str, dict[str, float]] = {}
    for row in figures(name):
        found.setdefault(row["case"], {})[row["contestant"]] = float(row["median_ns"])
    return found


@dataclass(frozen=True)
class Grid:
    """A table of a results page, its cells as text by row and column."""

    caption: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]

    def text(self, row: str, column: str) -> str:
        return self.rows[row][self.columns.index(column)]

    def row(self, row: str) -> list[float]:
        """Return the numbers of a row without its empty cells."""
        return [number(cell) for cell in self.rows[row] if cell]

    def column(self, column: str) -> list[float]:
        at = self.columns.index(column)
        return [number(cells[at]) for cells in self.rows.values() if cells[at]]


def grid(name: str, caption: str) -> Grid:
    """Return the table with this caption of a results page; MissingResultError without one."""
    found = [each for each in grids(name) if each.caption == caption]
    if len(found) != 1:
        raise MissingResultError(f"{name}.md has {len(found)} tables captioned {caption!r}")
    return found[0]


def grids(name: str) -> Iterator[Grid]:
    text = _read(f"{name}.md")
    for caption, table in re.findall(r"^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)", text, flags=re.MULTILINE):
        heads, _, *rows = [_cells(line) for line in table.splitlines()]
        # Columns may share a name ("times"): each is then that of the column before it.
        columns = [
            f"{heads[at - 1]}: {head}" if heads.count(head) > 1 else head
            for at, head in enumerate(heads)
        ]
        body = {first: tuple(rest) for first, *rest in rows}
        yield Grid(caption, tuple(columns[1:]), body)


def table_text(name: str, caption: str) -> str:
    """Return the caption and the table as the page has them; MissingResultError without them."""
    head = f"**{caption}**\n\n"
    text = _read(f"{name}.md")
    if text.count(head) != 1:
        raise MissingResultError(f"{name}.md has {text.count(head)} tables captioned {caption!r}")
    rest = text[text.index(head) + len(head) :].splitlines()
    return head + "\n".join(takewhile(lambda line: line.startswith("|"), rest))


def number(cell: str) -> float:
    """Return the number of a cell, which may be bold or have thousands separated."""
    found = re.match(r"\**([+-]?[\d,.]+(?:e[+-]?\d+)?)", cell)
    if not found:
        raise ValueError(f"no number in the cell {cell!r}")
    return float(found[1].replace(",", ""))


def _read(file: str) -> str:
    try:
        return (FOLDER / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingResultError(f"there is no benchmarks/results/{file}") from None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
