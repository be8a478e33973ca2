"""Progress of long work: a bar on a terminal or in a notebook, if tqdm is installed."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from entrostream._core import repr_short

__all__ = ["Bar", "bar_wanted"]

BAR_DELAY = 1.0  # seconds before a bar is shown


def bar_wanted(progress: bool | None) -> bool:
    """Say whether to show a bar: as requested, or where it is visible and tqdm is installed."""
    if progress is not None and not isinstance(progress, bool):
        raise ValueError(f"progress must be True, False or None, got {repr_short(progress)}")
    if progress is None:
        return (is_terminal() or is_notebook()) and tqdm_or_none() is not None
    if progress and tqdm_or_none() is None:
        raise ImportError('progress=True needs tqdm: pip install "entrostream[progress]"')
    return progress


class Bar:
    """A bar of the rows processed, of their total if it is known; removed at the end."""

    def __init__(self, total: int | None, *, at_once: bool):
        delay = 0.0 if at_once else BAR_DELAY
        # tqdm rather than rich: one small package that needs no other.
        self._bar = tqdm_or_none()(
            total=total, unit="row", unit_scale=True, delay=delay, leave=False, file=sys.stderr
        )

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def add(self, rows: int) -> None:
        """Add rows that were processed."""
        self._bar.update(rows)


def is_terminal() -> bool:
    """Say whether stderr is a terminal."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it is closed
        return False


def is_notebook() -> bool:
    """Say whether this runs in the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


def tqdm_or_none() -> Any:
    """Return the class of bars, None if tqdm is not installed.

    tqdm.auto shows a widget in a notebook, characters elsewhere.
    """
    try:
        return import_module("tqdm.auto").tqdm
    except ImportError:
        return None
