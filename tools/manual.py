"""Writes the manual of the command line from its help texts: `python tools/manual.py [--check]`.

The man page goes to share/man/man1/entrostream.1, which the build installs, and the reference to
docs/command_line_reference.md. With `--check` nothing is written; the exit code is 1 if a file
differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import entrostream as es
from entrostream.cli.manual import man_page, markdown_page

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str]) -> int:
    """Write the pages, or name those that are out of date."""
    pages = {
        ROOT / "share" / "man" / "man1" / "entrostream.1": man_page(es.__version__),
        ROOT / "docs" / "command_line_reference.md": markdown_page(),
    }
    old = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    if "--check" in arguments:
        for path in old:
            print(f"{path.relative_to(ROOT)} is out of date: run make manual", file=sys.stderr)
        return 1 if old else 0
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages[path], encoding="utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
