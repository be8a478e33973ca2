"""`entrostream completion`: the script that lets a shell complete commands and options."""

from __future__ import annotations

import click

__all__ = ["command"]

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    epilog="""\b
Examples:
  bash: echo 'source <(entrostream completion bash)' >> ~/.bashrc
  zsh:  echo 'source <(entrostream completion zsh)' >> ~/.zshrc
  fish: entrostream completion fish > ~/.config/fish/completions/entrostream.fish
""",
)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the completion script of a shell."""
    from click.shell_completion import get_completion_class

    from entrostream.cli.commands import commands

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(commands, {}, "entrostream", "_ENTROSTREAM_COMPLETE").source())
