"""How a command ends: exit codes, errors of one sentence, closed pipes and Ctrl-C."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

__all__ = ["ALARM", "FAILED", "UsageError", "run", "stop"]

FAILED, WRONG_USE, ALARM = 1, 2, 3
INTERRUPTED = 130  # as a shell says of a program that Ctrl-C ended


class UsageError(click.UsageError):
    """Options that do not go together: exit code 2."""


def run(command: click.Command) -> NoReturn:
    """Run a command and exit."""
    try:
        code = command.main(standalone_mode=False, prog_name="entrostream")
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        leave(INTERRUPTED)
    except BrokenPipeError:  # the reader has seen enough: head, less
        leave(0)
    except (ValueError, TypeError, OSError, ImportError, OverflowError, MemoryError) as error:
        sys.exit(fail(error))


def fail(error: BaseException) -> int:
    """Say in one sentence what failed, and return the exit code."""
    from entrostream.cli.printable import printable

    wrong_use = type(error).__name__ in ("UnknownFieldError",)
    text = " ".join(str(error).split()) or type(error).__name__
    click.echo(f"entrostream: {printable(text)}", err=True)
    return WRONG_USE if wrong_use else FAILED


def leave(code: int) -> NoReturn:
    """Exit quietly: nothing more can be written to a closed pipe, not even at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    sys.exit(code)


def stop(message: str) -> NoReturn:
    """Refuse options that do not go together."""
    raise UsageError(message)
