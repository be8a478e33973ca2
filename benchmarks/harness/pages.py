"""Writes the numbers of the docs from the results: `python -m benchmarks.harness.pages`.

What stands in a page between `<!-- results: KEY -->` and `<!-- end -->` is made from the files in
benchmarks/results and never written by hand. KEY is one of `benchmarks.documented`, or names a
table of a results page: `adaptive/speed: Nanoseconds per event, in bulk`. With `--check` nothing
is written; the exit code is 1 if a page differs from the results.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

from benchmarks.documented.blocks import BLOCKS
from benchmarks.harness.results import table_text

ROOT = Path(__file__).resolve().parents[2]
MARKED = re.compile(
    r"(?P<begin>^(?P<indent> *)<!-- results: (?P<key>.+?) -->\n).*?(?P<end>^ *<!-- end -->)",
    re.MULTILINE | re.DOTALL,
)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def rewritten(text: str) -> str:
    """Return the page with all its blocks made anew."""
    return MARKED.sub(_made, text)


def without_blocks(text: str) -> str:
    """Return what is written by hand."""
    return MARKED.sub("", text)


def block(key: str) -> str:
    if key in BLOCKS:
        return BLOCKS[key]()
    name, _, caption = key.partition(": ")
    return table_text(name, caption)


def _made(found: re.Match[str]) -> str:
    # Blank lines set a block apart, but would tear the item of a list that it is in.
    indent = found["indent"]
    body, apart = textwrap.indent(block(found["key"]), indent), "" if indent else "\n"
    return f"{found['begin']}{apart}{body}\n{apart}{found['end']}"


def write() -> list[Path]:
    """Bring all pages up to date; return those that were not."""
    changed = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (new := rewritten(text)) != text:
            page.write_text(new, encoding="utf-8")
            changed.append(page)
    return changed


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        old = [page for page in pages() if rewritten(text := page.read_text("utf-8")) != text]
    else:
        old = write()
    for page in old:
        print(page.relative_to(ROOT))
    return 1 if old and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
