"""What `entrostream state` does."""

from __future__ import annotations

from collections.abc import Sequence

import click

from entrostream.cli.exits import FAILED, fail
from entrostream.cli.summary_tables import labels_table, measures_table
from entrostream.streaming import load_states, merge_states, save_states
from entrostream.streaming.printable import printable

__all__ = ["merge", "show", "verify"]


def show(files: Sequence[str], top: int) -> None:
    """Print the states of files."""
    from rich.text import Text

    from entrostream.cli.terminal import console

    screen = console()
    for path in files:
        for state in load_states(path):
            kind = type(state.summary).__name__
            screen.print(Text(printable(f"{path}: {state.title} ({kind})"), style="bold"))
            screen.print(measures_table(state.summary))
            if top and state.summary.n:
                screen.print(Text())
                screen.print(labels_table(state.summary, top))
            screen.print(Text())


def verify(files: Sequence[str]) -> int:
    """Check files, and return the exit code."""
    good = [verify_one(path) for path in files]
    return 0 if all(good) else FAILED


def verify_one(path: str) -> bool:
    """Check a file, and say what is wrong with it."""
    try:
        states = load_states(path)
    except (ValueError, OSError) as error:
        fail(error)
        return False
    click.echo(f"{printable(path)}: {count_text(len(states), 'state')}, undamaged")
    return True


def merge(files: Sequence[str], out: str) -> None:
    """Merge files into one."""
    states = merge_states(files)
    save_states(out, states)
    merged, given = count_text(len(states), "state"), count_text(len(files), "file")
    click.echo(f"entrostream: {printable(out)}: {merged} of {given}", err=True)


def count_text(count: int, what: str) -> str:
    """Return a number of things in words: 1 state, 2 states."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
