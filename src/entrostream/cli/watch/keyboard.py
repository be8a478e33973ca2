"""Keys from the terminal while the data come through a pipe on standard input."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

__all__ = ["take_standard_input"]


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
