"""The parameters of a tree are written once, and all its faces have them."""

import inspect
from dataclasses import fields

import pytest

from entrostream.tree import VFDTClassifier
from entrostream.tree.parameters import TreeParameters
from tests.refusals import refused

TABLE = {each.name: each.default for each in fields(TreeParameters)}


def face(library):
    """Return the class of a library."""
    if library == "entrostream":
        return VFDTClassifier
    return pytest.importorskip(f"entrostream.{library}").VFDTClassifier


every_face = pytest.mark.parametrize("library", ["entrostream", "sklearn", "river"])


@every_face
def test_signature_is_the_table(library):
    """Names, order and defaults."""
    parameters = inspect.signature(face(library)).parameters

    assert {name: each.default for name, each in parameters.items()} == TABLE
    assert list(parameters) == list(TABLE)


@every_face
def test_parameters_are_keywords(library):
    """But in river, whose classes take them by position too."""
    parameters = inspect.signature(face(library)).parameters.values()
    if library == "river":
        assert face(library)("hoeffding").rule == "hoeffding"
    else:
        assert {each.kind for each in parameters} == {inspect.Parameter.KEYWORD_ONLY}
        with refused(
            TypeError, "VFDTClassifier.__init__() takes 1 positional argument but 2 were given"
        ):
            face(library)("hoeffding")


@every_face
def test_unknown_parameter_is_refused_by_name(library):
    """In Python's own words."""
    with pytest.raises(
        TypeError, match=r"VFDTClassifier.__init__\(\) got an unexpected keyword argument 'rul'"
    ):
        face(library)(rul="evidence")


@every_face
def test_every_parameter_is_described(library):
    """In the docstring of each face."""
    text = inspect.getdoc(face(library))
    described = {
        name
        for line in text.splitlines()
        if " : " in line
        for name in line.split(" : ")[0].split(", ")
    }

    assert set(TABLE) - described == set()
    assert "{parameters}" not in text


def test_tree_reports_the_parameters_of_the_table():
    """Those and no others."""
    assert set(VFDTClassifier().parameters) == set(TABLE)
