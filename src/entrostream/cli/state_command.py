"""`entrostream state`: its options and its manual."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.group(
    "state",
    short_help="Show, verify and merge states saved by compute --save.",
    epilog="""\b
Examples:
  entrostream compute monday.csv -f src --save monday.states
  entrostream state show monday.states
  entrostream state merge web*.states --out all.states
  entrostream state verify *.states
""",
)
def command() -> None:
    """Show, verify and merge states that `entrostream compute --save` wrote.

    A state is a summary: the labels and their counts, in exact integers. States of the parts of a
    stream merge to the bytes that one run over all of it saves.
    """


@command.command("show")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="How many labels to show per state.",
)
def show_command(files: tuple[str, ...], top: int) -> None:
    """Print what states contain: measures and the most common labels."""
    from entrostream.cli.states import show

    show(files, top)


@command.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def verify_command(files: tuple[str, ...]) -> int:
    """Check that files are complete and undamaged; exit with 1 if one is not."""
    from entrostream.cli.states import verify

    return verify(files)


@command.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", required=True, metavar="FILE", help="Where to write the merged states.")
def merge_command(files: tuple[str, ...], out: str) -> None:
    """Merge states of the same fields and groups, exactly, in any order."""
    from entrostream.cli.states import merge

    merge(files, out)
