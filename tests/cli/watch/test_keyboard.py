"""With data on standard input, keys come from the terminal."""

import subprocess
import sys

PROGRAM = """
import os
from entrostream.cli.watch.keyboard import take_standard_input
data = take_standard_input()
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
