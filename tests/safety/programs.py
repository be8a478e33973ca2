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


FORKING = """
import os, sys
import numpy as np
import entrostream as es, entrostream.tree

running = {}

def finish_one():
    process, status = os.wait()
    print(f"{running.pop(process)}: {status}", flush=True)

def start(name, text, at_once):
    if len(running) == at_once:
        finish_one()
    process = os.fork()
    if process == 0:
        exec(compile(text, name, "exec"), globals())
        sys.exit()
    running[process] = name

"""


def run_each(programs, at_once=1, prepare="", **environment):
    """Run many programs; return the wait status of each by its name, and all that was printed.

    Each has a process of its own, forked after the imports, which take longer than most of the
    programs, and after what `prepare` makes for all. It ends as every process of Python does.
    """
    starts = (f"start({name!r}, {text!r}, {at_once})\n" for name, text in programs.items())
    text = FORKING + prepare + "".join(starts) + "while running:\n    finish_one()\n"
    # Python warns of forks next to threads, and OpenBLAS starts some.
    code, printed, errors = run(text, OPENBLAS_NUM_THREADS="1", **environment)
    assert code == 0, errors
    lines = printed.splitlines()
    statuses = dict(line.rsplit(": ", 1) for line in lines if line.rsplit(": ", 1)[0] in programs)
    others = [line for line in lines if line.rsplit(": ", 1)[0] not in programs]
    return statuses, "\n".join(others) + errors
