"""How numbers of results are written in the docs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from benchmarks.harness.contest import time_ratio
from benchmarks.harness.results import medians

Medians = dict[str, dict[str, float]]


def times(ratio: float) -> str:
    """Write a ratio: from run to run more digits than these move."""
    digits = 2 if ratio < 3 else 1 if ratio < 10 else 0
    return f"{ratio:,.{digits}f}"


def marked(ratio: float) -> str:
    """Write a ratio, bold where the other one is faster."""
    return f"**{times(ratio)}**" if ratio < 0.995 else times(ratio)


def span(ratios: Iterable[float]) -> str:
    """Write the least and the greatest."""
    known = sorted(ratios)
    low, high = times(known[0]), times(known[-1])
    return low if low == high else f"{low} to {high}"


def marked_span(ratios: Iterable[float]) -> str:
    """Write the least and the greatest, bold where the other one is faster in any case."""
    known = list(ratios)
    return f"**{span(known)}**" if min(known) < 0.995 else span(known)


def ns(value: float) -> str:
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def ns_span(values: Iterable[float]) -> str:
    known = sorted(values)
    low, high = ns(known[0]), ns(known[-1])
    return low if low == high else f"{low} to {high}"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, text: int = 1) -> str:
    """Write a table whose first columns, `text` of them, are not numbers."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (columns, *rows)]
    lines.insert(1, "|---" * text + "|---:" * (len(columns) - text) + "|")
    return "\n".join(lines)


def paragraph(text: str, *, indent: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()),
        110,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def column(found: Medians, name: str) -> list[float]:
    return [each[name] for each in found.values()]


def ratios(found: Medians, slow: str, fast: str) -> list[float]:
    """Return the ratios of times, of the cases that have both."""
    both = [each for each in found.values() if slow in each and fast in each]
    return [time_ratio(each[slow], each[fast]) for each in both]


def cases(name: str, having: str) -> Medians:
    """Return the cases of a file of figures in which a contestant takes part."""
    return {case: each for case, each in medians(name).items() if having in each}
