"""The parameters of a tree are written once, and all its faces have them."""

import importlib
import inspect
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from entrostream.tree import VFDTClassifier
from entrostream.tree.parameters import TreeParameters
from tests.refusals import refused

TABLE = {each.name: each.default for each in fields(TreeParameters)}


def face(library):
    """Return the class of a library."""
    if library == "entrostream":
        return VFDTClassifier
    pytest.importorskip(library)
    return importlib.import_module(f"entrostream.{library}").VFDTClassifier


every_face = pytest.mark.parametrize("library", ["entrostream", "sklearn", "river"])


@every_face
def test_signature_is_the_table(library):
    """Names, order and defaults."""
    parameters = inspect.signature(face(library)).parameters

    assert {name: each.default for name, each in parameters.items()} == TABLE
    assert list(parameters) == list(TABLE)


@every_face
def test_parameters_are_keywords(library):
    """Type checkers see it too: tests/typing."""
    parameters = inspect.signature(face(library)).parameters.values()

    assert {each.kind for each in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    with refused(
        TypeError, "VFDTClassifier.__init__() takes 1 positional argument but 2 were given"
    ):
        face(library)("hoeffding")


def choices():
    """Yield each parameter whose type has a Literal, and each of its values."""
    for name, kind in get_type_hints(TreeParameters).items():
        for part in (kind, *get_args(kind)):
            if get_origin(part) is Literal:
                yield from ((name, value) for value in get_args(part))


@pytest.mark.parametrize(("name", "value"), list(choices()))
def test_every_literal_is_a_choice_of_the_core(name, value):
    """And comes back as it was given."""
    assert VFDTClassifier(**{name: value}).get_params()[name] == value


def test_every_choice_of_the_core_is_a_literal():
    """Errors list what the core knows."""
    literals = {}
    for name, value in choices():
        literals.setdefault(name, []).append(f'"{value}"')
    assert len(literals) == 6
    for name, values in literals.items():
        with pytest.raises(ValueError, match=f"{name} must be one of {', '.join(values)}"):
            VFDTClassifier(**{name: "?"})


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
    assert set(VFDTClassifier().get_params()) == set(TABLE)


def test_tree_can_be_made_again_from_its_parameters():
    """They are those of the signature."""
    tree = VFDTClassifier(max_depth=3, memory_limit="1MiB", nominal_attributes=["zip"], tau=0.1)

    assert VFDTClassifier(**tree.get_params()) == tree
