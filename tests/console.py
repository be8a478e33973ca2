"""Shell examples of a page: their commands, run on a terminal as a reader types them.

`python -m tests.console docs/command_line.md` writes what they print today into the page.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
LINES, COLUMNS = 50, 100  # of the terminal
MARK = "-- example ends --"
# Between two commands; the exit code of the first is still there for `echo $?`.
NEXT = f"{{ code=$?; echo; echo '{MARK}'; (exit $code); }}\n"


@dataclass
class Example:
    """A command, which may have several lines, and what it prints."""

    command: str
    printed: str


def examples_of(text):
    """Return the examples of a page, in order."""
    found = []
    for line in "".join(BLOCK.findall(text)).splitlines():
        if line.startswith(PROMPT):
            found.append(Example(line.removeprefix(PROMPT), ""))
        elif found[-1].command.endswith("\\") and not found[-1].printed:
            found[-1].command += "\n" + line
        else:
            found[-1].printed += line + "\n"
    return found


def run(examples, folder):
    """Return what each command prints on a terminal, in one shell."""
    script = "".join(f"{example.command}\n{NEXT}" for example in examples)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    with subprocess.Popen(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=environment(),
    ) as process:
        os.close(slave)
        text = b"".join(chunks_of(master)).decode().replace("\r\n", "\n")
        os.close(master)
    assert process.returncode == 0, text
    return text.split(f"\n{MARK}\n")[:-1]


def chunks_of(master):
    """Yield what is written to a terminal, to its end."""
    while True:
        try:
            chunk = os.read(master, 1 << 16)
        except OSError:  # Linux's end of a terminal
            return
        if not chunk:
            return
        yield chunk


def environment():
    """Return the environment of a reader who has installed the package, on a plain terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return kept | {"PATH": path, "TERM": "dumb", "NO_COLOR": "1"}


def shown(printed):
    """Return the lines of an output; empty ones and trailing spaces do not show."""
    return [line.rstrip() for line in printed.splitlines() if line.strip()]


def rewritten(text, printed):
    """Return a page with what its commands print."""
    outputs = iter(printed)

    def block(match):
        parts = []
        for example in examples_of(match[0]):
            parts += [PROMPT + example.command, *next(outputs).strip("\n").splitlines()]
        return "\n".join(["```console", *(part.rstrip() for part in parts if part.strip()), "```"])

    return BLOCK.sub(block, text)


def main(pages):
    """Write the outputs of pages anew."""
    for page in map(Path, pages):
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(rewritten(text, run(examples_of(text), folder)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
