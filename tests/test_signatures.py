"""`inspect.signature` of everything public, and that it is what the stubs say."""

import ast
import inspect
import pydoc
import re
from inspect import Parameter
from pathlib import Path

import pytest

import entrostream as es
from entrostream import _core
from tests.registry import CLASSES, OF_LABELS, SUMMARIES, public
from tests.state.write_states import SUMMARIES as STATES

STUBS = ast.parse((Path(es.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
# Inherited from Python's own classes, some of which have no signature.
OF_PYTHON = {
    name for base in (object, tuple, Exception) for name in dir(base) if not name.startswith("__")
}


def kinds_of(arguments):
    """Return the name, the kind and whether there is a default, for each parameter of a stub."""
    by_place = [
        *((each.arg, Parameter.POSITIONAL_ONLY) for each in arguments.posonlyargs),
        *((each.arg, Parameter.POSITIONAL_OR_KEYWORD) for each in arguments.args),
    ]
    required = len(by_place) - len(arguments.defaults)
    return [
        *((*each, place >= required) for place, each in enumerate(by_place)),
        *(
            (each.arg, Parameter.KEYWORD_ONLY, default is not None)
            for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        ),
    ]


def is_property(definition):
    """Say whether a definition in the stubs is a property or its setter."""
    return any(
        getattr(each, "attr", getattr(each, "id", "")) in ("property", "setter")
        for each in definition.decorator_list
    )


def stubs_of(cls):
    """Return the definitions of the methods of a class, by name; overloads have several."""
    (body,) = (
        node.body
        for node in STUBS.body
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__
    )
    methods = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not is_property(node):
            methods.setdefault(node.name, []).append(kinds_of(node.args))
    return methods


def declared(overloads):
    """Return the parameters of a method; one has a default if it has one in any overload."""
    return [
        (*{each[:2] for each in same}.pop(), any(each[2] for each in same))
        for same in zip(*overloads, strict=True)
    ]


def parameters_of(function):
    """Return the same as `kinds_of`, of a function itself."""
    return [
        (each.name, each.kind, each.default is not Parameter.empty)
        for each in inspect.signature(function).parameters.values()
    ]


METHODS = [(cls, name) for cls in SUMMARIES for name in stubs_of(cls)]
METHOD_IDS = [f"{cls.__name__}.{name}" for cls, name in METHODS]
INSTANCES = {type(summary): summary for summary in (make() for make in STATES.values())}


@pytest.mark.parametrize(("cls", "name"), METHODS, ids=METHOD_IDS)
def test_signature_of_a_method_is_that_of_the_stubs(cls, name):
    """Names, kinds, and whether there is a default; of a method as an instance has it."""
    assert parameters_of(getattr(INSTANCES[cls], name)) == declared(stubs_of(cls)[name])[1:]


@pytest.mark.parametrize("cls", SUMMARIES)
def test_signature_of_a_class_is_that_of_its_init(cls):
    """Without self."""
    assert parameters_of(cls) == declared(stubs_of(cls)["__init__"])[1:]


@pytest.mark.parametrize("cls", SUMMARIES)
def test_stubs_have_every_method(cls):
    """Those that a class defines itself and shows."""
    methods = [name for name, value in vars(cls).items() if callable(value)]

    assert sorted(set(public(methods)) - set(stubs_of(cls))) == []


@pytest.mark.parametrize("name", es.__all__)
def test_every_public_name_has_a_signature(name):
    """Functions, classes and all their members; Python's exceptions have none."""
    thing = getattr(es, name)
    members = set(dir(thing)) - OF_PYTHON if inspect.isclass(thing) else ()
    shown = [thing, *(getattr(thing, member) for member in public(members))]
    for each in filter(callable, shown):
        if each is not es.StateError:
            assert isinstance(inspect.signature(each), inspect.Signature)


def test_defaults_are_the_values():
    """Not their text."""
    of_tally = inspect.signature(es.FadingTally).parameters

    assert of_tally["fading_factor"].default is None
    assert of_tally["missing"].default == "raise"
    assert inspect.signature(es.WeightedTally).parameters["unit"].default == 2**-20
    assert inspect.signature(es.Tally.trace).parameters["measures"].default == ("entropy", "gini")
    assert inspect.signature(es.TimeWindow.trace).parameters["times"].default is Parameter.empty


@pytest.mark.parametrize("cls", OF_LABELS)
def test_amounts_have_the_types_that_signatures_say(cls):
    """Counts are int; weights, with decay or of the events themselves, are float."""
    amount = {int: "int", float: "float"}[type(next(iter(INSTANCES[cls].counts().values())))]
    label, _ = INSTANCES[cls].most_common(1)[0]

    assert type(INSTANCES[cls][label]).__name__ == amount
    expected = {
        "counts": f"dict[Any, {amount}]",
        "most_common": f"list[tuple[Any, {amount}]]",
        "__getitem__": amount,
    }
    for name, annotation in expected.items():
        assert inspect.signature(getattr(cls, name)).return_annotation == annotation
        assert return_types(cls, name) == {annotation}


def return_types(cls, name):
    """Return the types that the stubs say a method returns."""
    (body,) = (n.body for n in STUBS.body if getattr(n, "name", "") == cls.__name__)
    return {ast.unparse(n.returns) for n in body if getattr(n, "name", "") == name}


def test_bound_method_has_no_self():
    """As in Python."""
    assert str(inspect.signature(es.Tally().entropy_in)) == "(base: 'float') -> 'float'"
    assert str(inspect.signature(es.Tally().update)) == "(label)"
    assert str(inspect.signature(es.TimeWindow("1h").update)) == "(label, *, at)"


def test_subclass_has_its_own_signature():
    """That of its own __init__, if it has one."""

    class Named(es.Tally):
        def __init__(self, name):
            super().__init__()
            self.name = name

    class Plain(es.Tally):
        pass

    assert list(inspect.signature(Named).parameters) == ["name"]
    assert inspect.signature(Plain) == inspect.signature(es.Tally)


@pytest.mark.parametrize(("cls", "name"), METHODS, ids=METHOD_IDS)
def test_kinds_are_true(cls, name):
    """What can be given by name is not refused, a name that is unknown or not for calls is."""
    method = getattr(INSTANCES[cls], name)
    for parameter in inspect.signature(method).parameters.values():
        unknown = parameter.kind is not Parameter.POSITIONAL_ONLY
        with pytest.raises(TypeError) as refusal:
            method(**{parameter.name: object()} | ({"unheard_of": 0} if unknown else {}))

        wanted = "keyword argument 'unheard_of'" if unknown else "positional-only arguments"
        assert wanted in str(refusal.value)


def test_docstring_has_no_signature():
    """`help` shows the signature itself."""
    words = es.Tally.update_many.__doc__

    assert words.startswith("Add many events at once.")
    assert es.Tally().update_many.__doc__ == words
    assert _core.repr_short.__doc__.startswith("A value as errors show it")


def test_help_shows_each_method_once():
    """With its parameters, then its words."""
    text = pydoc.plain(pydoc.render_doc(es.Tally))

    assert text.count("most_common(self, k: 'int | None' = None)") == 1
    assert " |  update(self, /, label)\n |      Add one event" in text
    # From Python 3.13 on, a long signature has a line for each parameter.
    assert re.search(
        r"class Tally\(builtins\.object\)\n \|  Tally\((\n \|      )?"
        r"labels: 'Iterable\[Any\] \| None' = None,",
        text,
    )


def test_classes_of_python_have_signatures_too():
    """Estimates, changes and the like."""
    assert {cls.__name__ for cls in CLASSES} >= {"Estimate", "Change"}
    assert "value" in inspect.signature(es.Estimate).parameters
