"""Programs that run by themselves: what they are tested for would end the tests as well."""

import os
import subprocess
import sys
import textwrap


def run(program, *arguments, **environment):
    """Run a program with this Python; return its exit code, output and errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(program), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr
