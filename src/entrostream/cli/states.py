"""What `entrostream state` does."""

from __future__ import annotations

from collections.abc import Sequence

import click

from entrostream.cli.exits import FAILED
from entrostream.cli.printable import printable
from entrostream.cli.summary_tables import labels_table, measures_table
from entrostream.streaming import load_states, merge_states, save_states

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
    failed = 0
    for path in files:
        try:
            states = load_states(path)
        except (ValueError, OSError) as error:
            failed = FAILED
            click.echo(f"entrostream: {printable(str(error))}", err=True)
        else:
            click.echo(f"{printable(path)}: {len(states)} states, undamaged")
    return failed


def merge(files: Sequence[str], out: str) -> None:
    """Merge files into one."""
    states = merge_states(files)
    save_states(out, states)
    click.echo(f"{printable(out)}: {len(states)} states of {len(files)} files", err=True)
