"""Numbers as the cells of a table, in little room."""

from __future__ import annotations

from math import isfinite

__all__ = ["count", "measure", "percent", "points", "rate", "severity"]

UNKNOWN = "-"


def measure(value: float) -> str:
    """Return a measure with four decimals, a dash for NaN."""
    return f"{value:.4f}" if isfinite(value) else UNKNOWN


def count(number: int) -> str:
    """Return a count of at most nine characters: large ones in millions and so on."""
    if abs(number) < 10_000_000:
        return f"{number:,}"
    for unit, name in ((1e6, "M"), (1e9, "G"), (1e12, "T")):
        if abs(number) < 1000 * unit:
            return f"{number / unit:.2f} {name}"
    return f"{number:.1e}"


def rate(per_second: float) -> str:
    """Return lines per second."""
    digits = 1 if 0 < per_second < 10 else 0
    return f"{per_second:,.{digits}f} lines/s" if isfinite(per_second) else UNKNOWN


def percent(share: float) -> str:
    """Return a share of 1 in percent."""
    return f"{100 * share:.1f} %" if isfinite(share) else UNKNOWN


def points(change: float | None) -> str:
    """Return a difference of shares in percentage points, with its sign."""
    if change is None or not isfinite(change):
        return ""
    text = f"{100 * change:+.1f}"
    return "0.0" if float(text) == 0 else text


def severity(value: float | None) -> str:
    """Return an effect size with three decimals."""
    return UNKNOWN if value is None or not isfinite(value) else f"{value:.3f}"
