"""Writes the numbers of the docs from the results: `python -m benchmarks.harness.pages`.

What stands in a page between `<!-- results: KEY -->` and `<!-- end -->` is made from the files in
benchmarks/results and never written by hand. KEY is one of `benchmarks.documented`, or names a
table of a results page: `adaptive/speed: Nanoseconds per event, in bulk`. With `--check` nothing
is written; the exit code is 1 if a page differs from the results, or names a result that is not
there. A new block may be in a page before its benchmark has run: until then it stays as it is.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

from benchmarks.documented.blocks import BLOCKS
from benchmarks.harness.results import MissingResultError, table_text

ROOT = Path(__file__).resolve().parents[2]
MARKED = re.compile(
    r"(?P<begin>^(?P<indent> *)<!-- results: (?P<key>.+?) -->\n).*?(?P<end>^ *<!-- end -->)",
    re.MULTILINE | re.DOTALL,
)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def rewritten(text: str) -> str:
    """Return the page with all its blocks made anew; MissingResultError if one cannot be."""
    return MARKED.sub(_made, text)


def rewritten_so_far(text: str) -> tuple[str, list[str]]:
    """Return the page with the blocks made anew that can be, and why others were left."""
    left = []

    def made(found: re.Match[str]) -> str:
        try:
            return _made(found)
        except MissingResultError as error:
            left.append(f"{found['key']}: {error}")
            return found[0]

    return MARKED.sub(made, text), left


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


def update(*, write: bool = True) -> tuple[list[Path], list[str]]:
    """Bring all pages up to date; return those that were not, and which blocks were left, why."""
    changed, left = [], []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        new, missing = rewritten_so_far(text)
        left += [f"{page.relative_to(ROOT)}: {each}" for each in missing]
        if new != text:
            changed.append(page)
            if write:
                page.write_text(new, encoding="utf-8")
    return changed, left


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    changed, left = update(write=not check)
    for page in changed:
        print(page.relative_to(ROOT))
    for block in left:
        print(f"left as it is: {block}", file=sys.stderr)
    return 1 if left or (changed and check) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
