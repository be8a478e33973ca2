"""A progress bar of the bytes read, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from entrostream.ingest import Reader

__all__ = ["Progress"]


class Progress:
    """The bytes of files read so far; nothing if standard error is no terminal."""

    def __init__(self, sizes: Sequence[int | None], *, quiet: bool):
        self._sizes = known = [size for size in sizes if size is not None]
        self._bar: Any = None
        if not quiet and sys.stderr.isatty() and len(known) == len(sizes):
            self._bar = make_bar()
            self._task = self._bar.add_task("reading", total=sum(known))

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, file: int, reader: Reader) -> None:
        """Show how far a file has been read, all before it being done."""
        if self._bar is not None:
            done = sum(self._sizes[:file]) + (reader.source.position() or 0)
            self._bar.update(self._task, completed=done)


def make_bar() -> Any:
    """Return a bar on standard error that disappears when it is done."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        BarColumn(), DownloadColumn(), TimeRemainingColumn(), console=console, transient=True
    )
