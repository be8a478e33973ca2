"""The terminal that the view needs, also while data come through a pipe on standard input."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

__all__ = ["require_terminal", "take_standard_input"]


def take_standard_input() -> BinaryIO:
    """Return standard input as a file of its own, and put the terminal in its place.

    The view reads its keys from standard input. In `tail -F log | entrostream watch -` that is
    the data: call this before the view starts, and read the data from what it returns.

    Returns
    -------
    BinaryIO
        The data, not buffered, from the next byte that nobody has read.

    Raises
    ------
    OSError
        If there is no terminal; nothing changed then.
    """
    terminal = os.open("/dev/tty", os.O_RDWR)
    number = sys.__stdin__.fileno() if sys.__stdin__ is not None else 0
    data = os.dup(number)
    os.dup2(terminal, number)
    os.close(terminal)
    return os.fdopen(data, "rb", buffering=0)


def require_terminal() -> None:
    """Check that there is a terminal for keys (standard input) and screen (standard error).

    Raises
    ------
    OSError
        If one of them is something else.
    """
    for name, stream in (("input", sys.__stdin__), ("error", sys.__stderr__)):
        if stream is None or not stream.isatty():
            raise OSError(f"watch needs a terminal, but standard {name} is redirected")
