"""Text cut and padded to a number of terminal cells, and bars of a length in cells."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from entrostream.streaming.printable import printable

__all__ = ["bar", "fit", "shown"]

ELLIPSIS = "…"
EIGHTHS = " ▏▎▍▌▋▊▉"
EMPTY = "(empty)"


def shown(label: str) -> str:
    """Return a label as text; an empty one would be invisible."""
    return printable(label) or EMPTY


def fit(label: str, width: int) -> str:
    """Return a label as text of exactly `width` cells.

    A long one is cut in the middle: paths and addresses differ at both ends.

    Examples
    --------
    >>> fit("GET", 5), fit("/static/images/logo.png", 12)
    ('GET  ', '/static….png')
    """
    text = shown(shortened(label, width))
    excess = cell_len(text) - width
    if excess <= 0 or width < 3:
        return set_cell_size(text, max(width, 0))
    tail = last_cells(text, (width - 1) * 2 // 5)
    head = set_cell_size(text, width - 1 - cell_len(tail)).rstrip(" ")
    return set_cell_size(head + ELLIPSIS + tail, width)


def shortened(label: str, width: int) -> str:
    """Cut out what can never be on the screen: a label may have a million characters."""
    if len(label) <= 2 * width:
        return label
    return label[:width] + ELLIPSIS + label[len(label) - width :]


def last_cells(text: str, width: int) -> str:
    """Return the end of a text, at most `width` cells."""
    start = len(text)
    while start > 0 and cell_len(text[start - 1 :]) <= width:
        start -= 1
    return text[start:]


def bar(part: float, width: int) -> str:
    """Return a bar over a part of `width` cells, to an eighth of a cell.

    Examples
    --------
    >>> bar(0.5, 5)
    '██▌  '
    """
    eighths = round(max(0.0, min(part, 1.0)) * width * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + EIGHTHS[rest] * (rest > 0)).ljust(width)
