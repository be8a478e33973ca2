"""The page for those who come from river or MOA has a line for each parameter of theirs."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from entrostream.tree.parameters import TreeParameters

PAGE = Path(__file__).parents[2] / "docs" / "from_moa.md"
OURS = {each.name for each in fields(TreeParameters)}


def lines(library):
    """Yield the first two cells of each line in the table of a library."""
    (section,) = re.findall(rf"^## {library}'s.*?(?=^## )", PAGE.read_text(), re.M | re.S)
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0].startswith("`"):
            yield re.findall(r"`(.+?)`", cells[0])[0], re.findall(r"`(.+?)`", cells[1])


def test_left_column_is_the_signature_of_rivers_tree():
    """In its order."""
    tree = pytest.importorskip("river.tree")
    theirs = inspect.signature(tree.HoeffdingTreeClassifier).parameters

    assert [name for name, _ in lines("river")] == list(theirs)


def test_left_column_has_the_options_of_moas_tree():
    """Those of its command line."""
    assert {name for name, _ in lines("MOA")} == {f"-{letter}" for letter in "mndegsctbzrplq"}


@pytest.mark.parametrize("library", ["river", "MOA"])
def test_right_column_has_parameters_of_ours(library):
    """Or none; what has river's name is mapped to its own name."""
    for name, ours in lines(library):
        assert set(ours) <= OURS
        assert name not in OURS or ours[0] == name
