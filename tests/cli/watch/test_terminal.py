"""The view has a terminal, also with data on standard input, or says that it has none."""

import subprocess
import sys

import pytest

from entrostream.cli.watch.terminal import require_terminal

PROGRAM = """
import os
from entrostream.cli.watch.terminal import require_terminal, take_standard_input
data = take_standard_input()
require_terminal()
print(data.read().decode(), os.isatty(0), os.isatty(data.fileno()))
"""
# In a session of its own, with a terminal; its output is copied to standard output.
IN_A_TERMINAL = """
import os, pty, sys
status = pty.spawn(["sh", "-c", 'printf "some lines" | "$0" -c "$1"', *sys.argv[1:]])
sys.exit(os.waitstatus_to_exitcode(status))
"""


def test_data_and_keys_are_apart():
    """In a session with a terminal, and a pipe as standard input."""
    done = subprocess.run(
        [sys.executable, "-c", IN_A_TERMINAL, sys.executable, PROGRAM],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert done.stdout.split(b"\n")[-2].strip() == b"some lines True False"


def test_no_terminal():
    """Nothing is taken, and the error is the system's."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=b"", capture_output=True, start_new_session=True
    )
    assert b"OSError" in done.stderr
    assert b"/dev/tty" in done.stderr


@pytest.mark.parametrize(
    ("redirected", "message"),
    [
        ("__stdin__", "watch needs a terminal, but standard input is redirected"),
        ("__stderr__", "watch needs a terminal, but standard error is redirected"),
    ],
)
def test_redirected_streams(monkeypatch, redirected, message):
    """The error says which one."""
    for name in ("__stdin__", "__stderr__"):
        monkeypatch.setattr(sys, name, Stream(is_terminal=name != redirected))
    with pytest.raises(OSError, match=f"^{message}$"):
        require_terminal()


class Stream:
    def __init__(self, is_terminal):
        self.is_terminal = is_terminal

    def isatty(self):
        return self.is_terminal
