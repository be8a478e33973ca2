"""The commands and their help texts."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from entrostream.cli.exits import INTERRUPTED, Ended

__all__ = ["commands"]

MODULES = {
    "compute": "compute_command",
    "drift": "drift_command",
    "state": "state_command",
    "watch": "watch_command",
    "serve": "serve_command",
    "completion": "completion_command",
}


class Commands(click.Group):
    """The commands, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the manual."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command by its name."""
        if name not in MODULES:
            return None
        command: Any = import_module(f"entrostream.cli.{MODULES[name]}").command
        return command  # type: ignore[no-any-return]

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a closed pipe and Ctrl-C end it in our way, not in click's."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has seen enough: head, less
            raise Ended(0) from None
        except KeyboardInterrupt:
            raise Ended(INTERRUPTED) from None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that is called, or suggest one."""
        from difflib import get_close_matches

        if args and args[0] not in MODULES and not args[0].startswith("-"):
            close = get_close_matches(args[0], MODULES, 1)
            hint = f"; did you mean {close[0]!r}?" if close else f": there are {', '.join(MODULES)}"
            ctx.fail(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)


def print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Print the version and end."""
    if value and not ctx.resilient_parsing:
        from entrostream import __version__

        click.echo(f"entrostream {__version__}")
        ctx.exit()


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Exit codes: 0 done, 1 failed, 2 wrong use, 3 alarm (with --fail-on-alarm or --fail-on-change).

\b
Examples:
  entrostream compute access.log -f host --every 10min
  entrostream compute flows.csv -f src -f dst --summary
  entrostream drift flows.csv.gz -f dport --time-field at
  tail -F access.log | entrostream watch - -f host -f path
  entrostream serve access.log -f host -f path --db state.sqlite
""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Print the version and exit.",
)
def commands() -> None:
    """Compute the exact entropy and Gini index of the fields of logs and tables, over time.

    Reads CSV, TSV, JSON Lines, Parquet, Arrow, plain lines and web-server logs (common and
    combined log format), also compressed or from a pipe. Results go to standard output, messages
    to standard error.
    """
