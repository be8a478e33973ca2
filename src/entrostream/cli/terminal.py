"""Tables on a terminal, or as plain text in a pipe or a file."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from rich.console import Console

__all__ = ["console", "print_table"]

WIDE = 200  # characters of a line that no terminal limits


def console(file: Any = None) -> Console:
    """Return the console of standard output: colours on a terminal, unless NO_COLOR is set."""
    stream = file or sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else WIDE
    return Console(file=stream, width=width, highlight=False, soft_wrap=False)


def print_table(table: Any, path: str | None = None) -> None:
    """Print a table, or write it to a file."""
    if path is None:
        console().print(table)
        return
    with open(path, "w", encoding="utf-8") as file:
        console(file).print(table)
