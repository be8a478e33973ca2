"""The page for those who come from river, MOA or VFML has a line for each parameter of theirs."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from entrostream.tree import parameters

PAGE = Path(__file__).parents[2] / "docs" / "from_moa.md"
# The sections with tables, and what their right columns name the parameters of.
SECTIONS = {
    "river's `HoeffdingTreeClassifier`": parameters.TreeParameters,
    "river's `HoeffdingAdaptiveTreeClassifier`": parameters.AdaptiveTreeParameters,
    "river's `ExtremelyFastDecisionTreeClassifier`": parameters.EFDTParameters,
    "MOA's `HoeffdingTree`": parameters.TreeParameters,
    "MOA's `EFDT`": parameters.EFDTParameters,
    "VFML's `cvfdt`": parameters.CVFDTParameters,
}


def lines(section):
    """Yield the parameters in the first two cells of each line of a section's table."""
    (text,) = re.findall(rf"^## {section}$.*?(?=^## )", PAGE.read_text(), re.M | re.S)
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0].startswith("`"):
            yield re.findall(r"`(.+?)`", cells[0]), re.findall(r"`(.+?)`", cells[1])


def left_column(section):
    """Return the parameters of the other library, in order."""
    return [name for theirs, _ in lines(section) for name in theirs]


def signature(name):
    """Return the parameters of a tree of river's, in order."""
    tree = pytest.importorskip("river.tree")
    return list(inspect.signature(getattr(tree, name)).parameters)


def test_left_column_is_the_signature_of_rivers_tree():
    """In its order."""
    found = left_column("river's `HoeffdingTreeClassifier`")

    assert found == signature("HoeffdingTreeClassifier")


@pytest.mark.parametrize(
    "name", ["HoeffdingAdaptiveTreeClassifier", "ExtremelyFastDecisionTreeClassifier"]
)
def test_left_column_has_what_rivers_trees_for_concept_drift_add(name):
    """In its order; all others are in the table of the Hoeffding tree."""
    plain = signature("HoeffdingTreeClassifier")

    assert set(plain) <= set(signature(name))
    added = [each for each in signature(name) if each not in plain]
    assert left_column(f"river's `{name}`") == added


def test_left_column_has_the_options_of_moas_trees():
    """Those of their command lines."""
    plain = left_column("MOA's `HoeffdingTree`")

    assert sorted(plain) == sorted(f"-{letter}" for letter in "mndegsctbzrplq")
    assert left_column("MOA's `EFDT`") == ["-R"]


def test_left_column_has_the_options_of_vfmls_cvfdt():
    """Those that its usage lists, and -gini, which it accepts as well."""
    options = "f source u sc stdin tc gini rescans chunk growMegs window cache schedule altTest"
    options += " incrementalReporting v checkSize"

    assert sorted(left_column("VFML's `cvfdt`")) == sorted(f"-{each}" for each in options.split())


@pytest.mark.parametrize("section", SECTIONS)
def test_right_column_has_parameters_of_ours(section):
    """Or none; what has river's name is mapped to its own name."""
    ours = {each.name for each in fields(SECTIONS[section])}
    for theirs, mapped in lines(section):
        assert set(mapped) <= ours
        assert not ours.intersection(theirs) or mapped[0] == theirs[0]
