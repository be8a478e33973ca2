"""The styles of the view: attributes and the terminal's own colours, for dark and light ones.

Nothing is told by colour alone: NO_COLOR takes the colours away and leaves the attributes.
"""

from __future__ import annotations

from rich.style import Style

__all__ = ["ALARM", "BAR", "DIM", "PLAIN", "SELECTED", "STRONG", "Line", "Span"]

PLAIN = Style()
STRONG = Style(bold=True)
DIM = Style(dim=True)
SELECTED = Style(reverse=True)
ALARM = Style(color="red", bold=True)
BAR = Style(color="cyan")  # blue is hard to see on many dark terminals

Span = tuple[str, Style]
Line = list[Span]
