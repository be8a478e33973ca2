"""How a command ends: exit codes, errors of one sentence, closed pipes and Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import click

__all__ = ["ALARM", "FAILED", "INTERRUPTED", "Ended", "UsageError", "run", "stop", "usage"]

FAILED, WRONG_USE, ALARM = 1, 2, 3
INTERRUPTED = 130  # as a shell says of a program that Ctrl-C ended
ISSUES = "https://github.com/entrostream/entrostream/issues"
EXPECTED = (ValueError, TypeError, OSError, ImportError, OverflowError, MemoryError)


class UsageError(click.UsageError):
    """Options that do not go together: exit code 2."""


class Ended(Exception):  # noqa: N818 - not an error
    """The end of a command before its time, about which there is nothing to say."""

    def __init__(self, code: int):
        super().__init__(code)
        self.code = code


def run(command: click.Command) -> NoReturn:
    """Run a command and exit."""
    if sys.stdout is None:  # closed by the caller: nobody reads the results
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - until the end
    try:
        code = command.main(standalone_mode=False, prog_name="entrostream")
        sys.stdout.flush()
    except click.ClickException as error:
        code = refuse(error)
    except Ended as end:
        leave(end.code)
    except (click.Abort, KeyboardInterrupt):
        leave(INTERRUPTED)
    except BrokenPipeError:
        leave(0)
    except Exception as error:
        code = fail(error)
        leave(code)
    sys.exit(code if isinstance(code, int) else 0)


def refuse(error: click.ClickException) -> int:
    """Say what is wrong with the arguments, and return the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":  # since click 8.2
        error.show()
        return error.exit_code
    hint = ""
    if isinstance(error, click.UsageError) and not isinstance(error, UsageError) and error.ctx:
        hint = f" (see {error.ctx.command_path} --help)"
    say(error.format_message().rstrip(".") + hint)
    return error.exit_code


def fail(error: Exception) -> int:
    """Say in one sentence what failed, and return the exit code."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        say(f"cannot open {error.filename}: {error.strerror.lower()}")
    elif isinstance(error, OSError) and error.strerror:
        say(f"cannot write the results: {error.strerror.lower()}")
    elif isinstance(error, EXPECTED):
        say(str(error) or type(error).__name__)
    else:
        say(f"unexpected {type(error).__name__}: {error}; please report it at {ISSUES}")
    return WRONG_USE if type(error).__name__ == "UnknownFieldError" else FAILED


def say(message: str) -> None:
    """Print a message to standard error, in one line."""
    from entrostream.streaming.printable import printable

    with suppress(OSError):
        click.echo(f"entrostream: {printable(' '.join(message.split()))}", err=True)


def leave(code: int) -> NoReturn:
    """Exit quietly: what a closed pipe or a full disk did not take is not written at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    sys.exit(code)


def stop(message: str) -> NoReturn:
    """Refuse options that do not go together."""
    raise UsageError(message)


@contextmanager
def usage() -> Iterator[None]:
    """Make errors in what was written on the command line wrong use."""
    try:
        yield
    except (TypeError, ValueError) as error:
        stop(str(error))
