"""The docstrings of all public names have NumPy's sections, for all that the signatures have."""

import inspect
import re
import textwrap

import pytest

import entrostream as es
from entrostream import formulas
from entrostream.docstrings import HEADING, ORDER, parameters_of, sections_of
from tests.registry import CLASSES, SUMMARIES, public

PROTOCOLS = {es.Mergeable, es.Removable, es.Summary, es.Timed}  # whose methods are only declared
NOTHING = {None, "None", "NoReturn", inspect.Signature.empty}
EXCEPTIONS = {
    "ImportError",
    "FileNotFoundError",
    "OverflowError",
    "RuntimeError",
    "StateError",
    "TypeError",
    "ValueError",
}


def own_methods(cls):
    """Return the public methods of a class by their names, without those of builtin classes."""
    inherited = {name for base in (tuple, Exception) if issubclass(cls, base) for name in dir(base)}
    names = public(set(dir(cls)) - inherited)
    found = {f"{cls.__name__}.{name}": getattr(cls, name) for name in names}
    return {name: method for name, method in found.items() if callable(method)}


METHODS = {name: method for cls in CLASSES for name, method in own_methods(cls).items()}
FUNCTIONS = {name: each for name in es.__all__ if inspect.isfunction(each := getattr(es, name))}
CONSTRUCTED = {
    cls.__name__: cls for cls in CLASSES if cls not in PROTOCOLS and not issubclass(cls, Exception)
}
FORMULAS = {
    f"formulas.{name}": each
    for name in formulas.__all__
    if inspect.isfunction(each := getattr(formulas, name))
}
PRINTED = {
    f"as_printed.{name}": each
    for name, each in vars(formulas.as_printed).items()
    if inspect.isfunction(each)
    and each.__module__ == formulas.as_printed.__name__
    and not name.startswith("_")
}
CALLABLES = METHODS | FUNCTIONS | CONSTRUCTED | FORMULAS | PRINTED
WITH_EXAMPLES = {
    name: each
    for name, each in CALLABLES.items()
    if name.split(".")[0] not in {protocol.__name__ for protocol in PROTOCOLS}
}


def sections(thing):
    """Return the sections of a docstring by their headings."""
    return sections_of(inspect.getdoc(thing))[1]


def described(text):
    """Return the names that a section has with a type and a sentence; some share an entry."""
    entries = re.findall(r"^(\w+(?:, \w+)*) : \S.*\n    \S", text, re.M)
    return [name for entry in entries for name in entry.split(", ")]


def undescribed(thing):
    """Return the parameters that the docstring does not have; a named tuple's are attributes."""
    section = "Attributes" if hasattr(thing, "_fields") else "Parameters"
    return [
        name
        for name in parameters_of(thing)
        if name not in described(sections(thing).get(section, ""))
    ]


def returns_something(thing):
    """Say whether the annotation of the result is there and not None."""
    return not inspect.isclass(thing) and inspect.signature(thing).return_annotation not in NOTHING


def test_every_public_name_is_walked():
    """Compiled methods too, the fast ones and class methods among them."""
    expected = {"Tally.update", "Tally.from_bytes", "TimeWindow.merge", "ADWIN.update_many"}

    assert expected | {"Estimate.interval", "Summary.trace", "entropy", "Tally"} <= set(CALLABLES)
    assert {cls.__name__ for cls in SUMMARIES} <= set(CONSTRUCTED)


def test_every_formula_is_walked():
    """All but the module of the algorithms as printed, whose functions are walked too."""
    assert {f"formulas.{name}" for name in formulas.__all__} - set(FORMULAS) == {
        "formulas.as_printed"
    }
    assert {f"as_printed.algorithm_{number}" for number in (1, 2, 3, 4)} <= set(PRINTED)


def test_every_parameter_is_described():
    """With its type and a sentence."""
    missing = {name: undescribed(thing) for name, thing in CALLABLES.items()}

    assert {name: parameters for name, parameters in missing.items() if parameters} == {}


def test_parameters_are_those_of_the_signature():
    """In its order, and no others."""
    wrong = [
        name
        for name, thing in CALLABLES.items()
        if "Parameters" in sections(thing)
        and described(sections(thing)["Parameters"]) != parameters_of(thing)
    ]

    assert wrong == []


def test_every_result_is_described():
    """By its type and a sentence; what returns None has no such section."""
    differing = [
        name
        for name, thing in CALLABLES.items()
        if returns_something(thing) != ("Returns" in sections(thing))
    ]

    assert differing == []


def test_every_method_has_examples():
    """Under their heading, which is the last; other tests run them."""
    without = [
        name
        for name, thing in WITH_EXAMPLES.items()
        if ">>>" not in sections(thing).get("Examples", "")
        or ">>>" in inspect.getdoc(thing).split("Examples\n--------\n")[0]
    ]

    assert without == []


def test_sections_are_in_the_order_of_numpy():
    """Each once, underlined as long as it is."""
    order = ["Attributes", *ORDER]
    for name, thing in CALLABLES.items():
        headings = HEADING.findall(inspect.getdoc(thing))
        assert headings == [each for each in order if each in headings], name
        underlined = re.findall(r"^(\w+)\n(-+)$", inspect.getdoc(thing), re.M)
        assert all(len(heading) == len(line) for heading, line in underlined), name


def test_compiled_methods_say_what_they_raise():
    """Of every compiled method: a call on an object at work is refused, at least."""
    compiled = {name: METHODS[name] for cls in SUMMARIES for name in own_methods(cls)}

    assert [name for name, thing in compiled.items() if "Raises" not in sections(thing)] == []


def test_formulas_say_what_they_raise():
    """Of every formula: each has a domain. The steps as printed check nothing."""
    checking = FORMULAS | {name: each for name, each in PRINTED.items() if "algorithm" in name}

    assert [name for name, thing in checking.items() if "Raises" not in sections(thing)] == []


@pytest.mark.parametrize("section", ["Parameters", "Returns", "Raises", "Examples"])
def test_formula_without_a_section_is_found(section, monkeypatch):
    """The checks above can fail: each of them, for the section that it is about."""
    checks = {
        "Parameters": test_every_parameter_is_described,
        "Returns": test_every_result_is_described,
        "Raises": test_formulas_say_what_they_raise,
        "Examples": test_every_method_has_examples,
    }
    text = formulas.gini.__doc__
    monkeypatch.setattr(formulas.gini, "__doc__", text.replace(f"{section}\n---", "Other\n---"))

    with pytest.raises(AssertionError, match=r"formulas\.gini"):
        checks[section]()


@pytest.mark.parametrize("name", CALLABLES)
def test_exceptions_are_known(name):
    """Each entry names exceptions of Python or of this package, and says when they come."""
    text = textwrap.dedent(sections(CALLABLES[name]).get("Raises", ""))
    entries = re.findall(r"^(\w+(?:, \w+)*)\n    \S", text, re.M)

    assert len(entries) == len(re.findall(r"^\S", text, re.M))
    assert {each for entry in entries for each in entry.split(", ")} <= EXCEPTIONS
