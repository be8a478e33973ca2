"""What a benchmark found: printed, and written as a page and a file of figures."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.harness import machine
from benchmarks.harness.contest import CLOCK, Times


def power(number: float) -> str:
    """Write a round number shortly: 1e5, not 1e+05."""
    return f"{number:.0e}".replace("e+0", "e").replace("e+", "e")


def short(number: float) -> str:
    """Write a number with three digits, or without decimals."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


@dataclass(frozen=True)
class Table:
    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    def text(self) -> str:
        lines = ["| " + " | ".join(map(str, row)) + " |" for row in (self.columns, *self.rows)]
        lines.insert(1, "|---" + "|---:" * (len(self.columns) - 1) + "|")
        return "\n".join([f"**{self.caption}**", "", *lines])


@dataclass(frozen=True)
class Target:
    """A figure that is to be at least, or at most, `limit`."""

    what: str
    measured: float
    limit: float
    at_least: bool = True

    @property
    def met(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def row(self) -> tuple[str, str, str, str]:
        wanted = f"{'at least' if self.at_least else 'at most'} {self.limit:g}"
        return self.what, wanted, f"{self.measured:.2f}", "yes" if self.met else "**no**"


@dataclass
class Report:
    name: str
    title: str
    method: str
    repeats: int
    tables: list[Table] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    figures: list[dict[str, object]] = field(default_factory=list)

    def record(self, case: str, times: Times) -> None:
        """Keep the times for the file of figures."""
        for name, rounds in times.rounds.items():
            ordered = sorted(rounds)
            self.figures.append(
                {
                    "case": case,
                    "contestant": name,
                    "events": times.events,
                    "rounds": len(rounds),
                    "median_ns": f"{times.median(name):g}",
                    "least_ns": f"{ordered[0]:.4g}",
                    "most_ns": f"{ordered[-1]:.4g}",
                }
            )

    def text(self, command: str, pinned: str) -> str:
        head = [f"# {self.title}", "", self.method, ""]
        head += [f"- Command: `{command}`", f"- Machine: {machine.machine()}; {pinned}"]
        head += [f"- Versions: {machine.versions()}"]
        if self.repeats:
            head += [f"- Clock: {CLOCK}, medians of {self.repeats} rounds taken in turns"]
        tables = [self.target_table()] if self.targets else []
        return "\n\n".join(["\n".join(head), *(table.text() for table in [*tables, *self.tables])])

    def target_table(self) -> Table:
        rows = [target.row() for target in self.targets]
        return Table("Targets", ("what", "target", "measured", "met"), rows)

    def write(self, folder: Path, text: str) -> None:
        page = folder / f"{self.name}.md"  # a name may have a folder in it
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text + "\n", encoding="utf-8")
        self._write_figures(folder / f"{self.name}.csv")

    def _write_figures(self, path: Path) -> None:
        """Write a column for every field that some figure has; it is empty for the others."""
        columns = list(dict.fromkeys(name for figure in self.figures for name in figure))
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.figures)
