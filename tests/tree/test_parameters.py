"""The parameters of a tree are written once, and all its faces have them."""

import importlib
import inspect
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from entrostream import tree as trees
from entrostream.tree import VFDTClassifier
from entrostream.tree.parameters import (
    AdaptiveTreeParameters,
    CVFDTParameters,
    EFDTParameters,
    TreeParameters,
)
from tests.refusals import refused

RECORDS = {
    "VFDTClassifier": TreeParameters,
    "HoeffdingAdaptiveTreeClassifier": AdaptiveTreeParameters,
    "EFDTClassifier": EFDTParameters,
    "CVFDTClassifier": CVFDTParameters,
}
# What a class has more than VFDTClassifier, or otherwise.
OWN = {
    "VFDTClassifier": {},
    "HoeffdingAdaptiveTreeClassifier": {},
    "EFDTClassifier": {"re_evaluation_period": 500, "weight_type": "frequency"},
    "CVFDTClassifier": {
        "window": 20_000,
        "re_evaluation_period": 1000,
        "weight_type": "frequency",
    },
}
OTHERS = {
    "VFDTClassifier": {"tau": 0.1},
    "HoeffdingAdaptiveTreeClassifier": {"tau": 0.1, "weight_type": "frequency"},
    "EFDTClassifier": {"re_evaluation_period": 7},
    "CVFDTClassifier": {"re_evaluation_period": 7, "window": 3},
}


def table(name):
    """Return the parameters of a class, with their defaults."""
    return {each.name: each.default for each in fields(RECORDS[name])}


def face(library, name):
    """Return the class of a library."""
    if library == "entrostream":
        return getattr(trees, name)
    pytest.importorskip(library)
    return getattr(importlib.import_module(f"entrostream.{library}"), name)


every_face = pytest.mark.parametrize("library", ["entrostream", "sklearn", "river"])
every_class = pytest.mark.parametrize("name", RECORDS)


def test_every_class_has_its_parameters():
    """Those of entrostream.tree that are classifiers."""
    assert {name for name in trees.__all__ if name.endswith("Classifier")} == set(RECORDS)


@every_class
def test_classes_share_their_parameters(name):
    """With the same defaults but for those that are their own."""
    assert table(name) == {**table("VFDTClassifier"), **OWN[name]}


@every_face
@every_class
def test_signature_is_the_table(library, name):
    """Names, order and defaults."""
    parameters = inspect.signature(face(library, name)).parameters

    assert {key: each.default for key, each in parameters.items()} == table(name)
    assert list(parameters) == list(table(name))


@every_face
@every_class
def test_parameters_are_keywords(library, name):
    """Type checkers see it too: tests/typing."""
    parameters = inspect.signature(face(library, name)).parameters.values()

    assert {each.kind for each in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    with refused(TypeError, f"{name}.__init__() takes 1 positional argument but 2 were given"):
        face(library, name)("hoeffding")


def choices(name):
    """Yield each parameter of a class whose type has a Literal, and each of its values."""
    for parameter, kind in get_type_hints(RECORDS[name]).items():
        for part in (kind, *get_args(kind)):
            if get_origin(part) is Literal:
                yield from ((parameter, value) for value in get_args(part))


EVERY_CHOICE = [(name, *choice) for name in RECORDS for choice in choices(name)]


@pytest.mark.parametrize(("name", "parameter", "value"), EVERY_CHOICE)
def test_every_literal_is_a_choice_of_the_core(name, parameter, value):
    """And comes back as it was given."""
    made = face("entrostream", name)(**{parameter: value})

    assert made.get_params()[parameter] == value


def test_every_choice_of_the_core_is_a_literal():
    """Errors list what the core knows."""
    literals = {}
    for parameter, value in choices("VFDTClassifier"):
        literals.setdefault(parameter, []).append(f'"{value}"')
    assert len(literals) == 6
    for parameter, values in literals.items():
        with pytest.raises(ValueError, match=f"{parameter} must be one of {', '.join(values)}"):
            VFDTClassifier(**{parameter: "?"})


@every_face
@every_class
@pytest.mark.parametrize("unknown", ["rul", "learner"])
def test_unknown_parameter_is_refused_by_name(library, name, unknown):
    """In Python's own words, with the name of the class."""
    with pytest.raises(
        TypeError, match=rf"^{name}.__init__\(\) got an unexpected keyword argument '{unknown}'"
    ):
        face(library, name)(**{unknown: "evidence"})


@every_face
@pytest.mark.parametrize("name", ["VFDTClassifier", "HoeffdingAdaptiveTreeClassifier"])
def test_parameters_of_another_class_are_unknown(library, name):
    """Only a CVFDT has a window, and only it and an EFDT re-evaluate splits."""
    for parameter in ("window", "re_evaluation_period"):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{parameter}'"):
            face(library, name)(**{parameter: 100})
    with pytest.raises(TypeError, match="unexpected keyword argument 'window'"):
        face(library, "EFDTClassifier")(window=100)


def described(name, library):
    """Return the names of the parameters that a docstring describes, in its order."""
    text = inspect.getdoc(face(library, name))
    section = text.partition("Parameters\n----------\n")[2].partition("\nAttributes\n")[0]
    return [
        parameter
        for line in section.splitlines()
        if " : " in line and not line.startswith(" ")
        for parameter in line.split(" : ")[0].split(", ")
    ]


@every_face
@every_class
def test_every_parameter_is_described(library, name):
    """Once, in the docstring of each face, and no other is."""
    assert sorted(described(name, library)) == sorted(table(name))
    assert "{parameters}" not in inspect.getdoc(face(library, name))


def test_descriptions_are_those_of_the_class():
    """An EFDT has no importances to describe."""
    for name in ("EFDTClassifier", "CVFDTClassifier"):
        text = inspect.getdoc(face("entrostream", name))
        assert 'weight_type : {"frequency"}' in text
        assert text.count("weight_type : ") == 1


@every_class
def test_tree_reports_the_parameters_of_the_table(name):
    """Those and no others, with the defaults of the table where they are not chosen by the rule."""
    given = face("entrostream", name)().get_params()

    assert list(given) == list(table(name))
    unlike = {key for key, default in table(name).items() if given[key] != default}
    assert unlike == {"delta", "split_schedule"}


@every_class
def test_tree_can_be_made_again_from_its_parameters(name):
    """They are those of the signature."""
    cls = face("entrostream", name)
    tree = cls(max_depth=3, memory_limit="1MiB", nominal_attributes=["zip"], **OTHERS[name])

    assert cls(**tree.get_params()) == tree
    assert {key: tree.get_params()[key] for key in OTHERS[name]} == OTHERS[name]


@pytest.mark.parametrize("library", ["sklearn", "river"])
@every_class
def test_adapters_hand_their_parameters_on(library, name):
    """To the tree of their class, and to a clone."""
    model = face(library, name)(max_depth=3, **OTHERS[name])
    if library == "sklearn":
        made = importlib.import_module("sklearn.base").clone(model)
        grown = made.fit([[0.0], [1.0]], [0, 1]).tree_
        given = model.get_params()
    else:
        grown, given = model.clone().tree, model._get_params()

    assert type(grown) is face("entrostream", name)
    assert grown.get_params() == face("entrostream", name)(**given).get_params()
    assert {key: given[key] for key in OTHERS[name]} == OTHERS[name]
    assert given["max_depth"] == 3
