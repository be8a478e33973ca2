"""Every example in the README and the docs gives what it says."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import console
from tests.spark.availability import require_spark

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Libraries that not every Python has.
NEEDS = {
    "docs/river.md": ("river",),
    "docs/trees.md": ("river", "sklearn"),
    "docs/adaptive_trees.md": ("river", "sklearn"),
    "docs/namespaces.md": ("pandas", "polars"),
    "docs/files.md": ("pyarrow",),
    "docs/command_line.md": ("click", "matplotlib", "msgspec", "pyarrow", "rich"),
    "docs/spark.md": ("pyspark",),
    "docs/cookbook.md": ("pandas", "polars", "duckdb", "pyarrow", "matplotlib"),
    "docs/from_scipy_and_pandas.md": ("pandas", "scipy", "sklearn"),
    "docs/tutorials/data_scientist.md": ("pandas", "polars", "matplotlib"),
    "docs/tutorials/stream_learner.md": ("river", "sklearn"),
}
# Frames of earlier ones are printed otherwise.
SINCE = {"pandas": "3"}


def name(page):
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples_give_what_they_say(page, tmp_path, monkeypatch):
    """The examples of a page run in order as a reader would type them, imports included."""
    for library in NEEDS.get(name(page), ()):
        pytest.importorskip(library, minversion=SINCE.get(library))
    if "pyspark" in NEEDS.get(name(page), ()):
        require_spark()  # and Java
    monkeypatch.chdir(tmp_path)  # where an example saves its picture
    parser = doctest.DocTestParser()
    text = page.read_text(encoding="utf-8")
    examples = parser.get_doctest(text, {}, page.name, str(page), 0)

    failed, _ = doctest.DocTestRunner().run(examples)

    assert failed == 0


@pytest.mark.parametrize(
    "page", [page for page in PAGES if console.BLOCK.search(page.read_text("utf-8"))], ids=name
)
def test_commands_print_what_they_say(page, tmp_path):
    """The commands of a page run in order, in one shell on a terminal, as a reader types them."""
    for library in NEEDS.get(name(page), ()):
        pytest.importorskip(library)
    examples = console.examples_of(page.read_text(encoding="utf-8"))

    printed = console.run(examples, tmp_path)

    for example, found in zip(examples, printed, strict=True):
        assert console.shown(found) == console.shown(example.printed), example.command


def test_a_command_keeps_its_lines_and_its_exit_code(tmp_path):
    """Continued lines belong to a command, which ends before its output begins."""
    text = "```console\n$ echo a \\\n  b\na b\n$ (exit 3)\n$ echo $?\n3\n```\n"
    examples = console.examples_of(text)

    assert [example.command for example in examples] == ["echo a \\\n  b", "(exit 3)", "echo $?"]
    assert [console.shown(each) for each in console.run(examples, tmp_path)] == [["a b"], [], ["3"]]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    """A link to a file of ours names a file that is there."""
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    ours = [link for link in links if "://" not in link]

    assert [link for link in ours if not (page.parent / link).exists()] == []


def test_the_first_pages_have_examples():
    """The pages a newcomer reads first are among those that are run."""
    with_examples = {name(page) for page in PAGES if ">>> " in page.read_text(encoding="utf-8")}

    assert {"README.md", "docs/index.md", "docs/guide.md", "docs/labels.md"} <= with_examples


def test_notebooks_give_what_they_store():
    """The text outputs of all cells, run from top to bottom."""
    pytest.importorskip("matplotlib")
    command = [sys.executable, str(ROOT / "tools" / "notebooks.py"), "--check"]

    result = subprocess.run(command, capture_output=True, text=True, check=False)

    assert result.stderr == ""
    assert result.returncode == 0
