"""Runs the command line: in this process, with its output as bytes, or in one of its own."""

import gc
import io
import os
import subprocess
import sys
import threading
import warnings
from contextlib import suppress
from typing import NamedTuple
from unittest.mock import patch

from entrostream.cli.commands import commands
from entrostream.cli.exits import run
from entrostream.ingest import source

PROGRAM = [sys.executable, "-m", "entrostream.cli"]


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Output(io.TextIOWrapper):
    """Standard output or error, kept."""

    def __init__(self):
        self.kept = io.BytesIO()
        super().__init__(self.kept, encoding="utf-8", write_through=True)

    def fileno(self):
        raise io.UnsupportedOperation("fileno")


def entrostream(*args, pieces=None):
    """Run a command in this process; `pieces` of bytes come through a pipe."""
    out, err = Output(), Output()
    with (
        warnings.catch_warnings(),
        patch.object(sys, "argv", ["entrostream", *map(str, args)]),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(source, "standard_input", lambda: piped(pieces or [])),
    ):
        # A command that fails ends with its process: its files need not be closed.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            run(commands)
        except SystemExit as end:
            code = end.code
        gc.collect()
    return Done(code, out.kept.getvalue().decode(), err.kept.getvalue().decode())


def piped(pieces):
    """Return the end of a pipe into which a thread writes."""
    ours, theirs = os.pipe()

    def write():
        with suppress(BrokenPipeError), open(theirs, "wb", buffering=0) as end:
            for piece in pieces:
                end.write(piece)

    threading.Thread(target=write, daemon=True).start()
    return open(ours, "rb", buffering=0)


def in_own_process(*args, **options):
    """Run a command in a process of its own."""
    settings = {"capture_output": True, "timeout": 60, **options}
    return subprocess.run([*PROGRAM, *map(str, args)], check=False, **settings)
