"""Every example in the README and the docs gives what it says."""

import doctest
from pathlib import Path

import pytest

import entrostream as es

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Libraries that not every Python has.
NEEDS = {
    "river.md": ("river",),
    "namespaces.md": ("pandas", "polars"),
    "files.md": ("pyarrow",),
    "cookbook.md": ("pandas", "polars", "duckdb", "pyarrow", "matplotlib"),
}
# Frames of earlier ones are printed otherwise.
SINCE = {"pandas": "3"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_give_what_they_say(page):
    """The examples of a page run in order, as a reader would type them."""
    for library in NEEDS.get(page.name, ()):
        pytest.importorskip(library, minversion=SINCE.get(library))
    parser = doctest.DocTestParser()
    text = page.read_text(encoding="utf-8")
    examples = parser.get_doctest(text, {"es": es}, page.name, str(page), 0)

    failed, _ = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(examples)

    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """A link to a file of ours names a file that is there."""
    import re

    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    ours = [link for link in links if "://" not in link]

    assert [link for link in ours if not (page.parent / link).exists()] == []


def test_the_first_pages_have_examples():
    """The pages a newcomer reads first are among those that are run."""
    with_examples = {page.name for page in PAGES if ">>> " in page.read_text(encoding="utf-8")}

    assert {"README.md", "guide.md", "labels.md"} <= with_examples
