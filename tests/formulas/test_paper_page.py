"""The page that leads from the paper to the code names what there is, and all of it."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from entrostream import formulas

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/formulas/test_\w+\.py)::(\w+)`", PAGE)))
ITEMS = [
    *(f"Definition {i}" for i in (1, 2)),
    *(f"Lemma {i}" for i in (1, 2)),
    *(f"Claim {i}" for i in (1, 2, 3)),
    *(f"Theorem {i}" for i in (1, 2, 3, 4, 5)),
    *(f"Algorithm {i}" for i in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("path", "name"), TESTS)
def test_every_test_on_the_page_exists(path, name):
    """A test that is renamed takes its line on the page along."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))

    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", sorted(set(formulas.__all__) - {"as_printed"}))
def test_every_function_is_on_the_page(name):
    """A formula that nobody finds from the paper is lost."""
    assert f"`formulas.{name}`" in PAGE


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`formulas\.([\w.]+)`", PAGE))))
def test_every_function_on_the_page_exists(name):
    """The page names no formula that there is not."""
    target = formulas
    for part in name.split("."):
        target = getattr(target, part)


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_of_the_paper_has_a_line_with_a_test(item):
    """Definitions, lemmas, claims, theorems and algorithms, by their number."""
    lines = [line for line in PAGE.splitlines() if line.startswith(f"| {item}")]

    assert lines
    assert all("`tests/" in line for line in lines)


@pytest.mark.parametrize("erratum", [f"E{i}" for i in range(1, 21)])
def test_every_erratum_is_told(erratum):
    """Each with a line of its own in the list."""
    assert f"\n| {erratum} |" in PAGE


def test_examples_on_the_page_run():
    """Every snippet gives what the page says."""
    example = doctest.DocTestParser().get_doctest(PAGE, {}, "paper.md", "docs/paper.md", 0)

    result = doctest.DocTestRunner().run(example)

    assert result.attempted > 0
    assert result.failed == 0
