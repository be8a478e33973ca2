"""The docstrings of all public names have NumPy's sections, for all that the signatures have."""

import inspect
import re
import textwrap
from dataclasses import is_dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import entrostream as es
from entrostream import formulas
from entrostream.docstrings import HEADING, ORDER, parameters_of, sections_of
from entrostream.tree import VFDTClassifier
from tests.registry import SUMMARIES, public

# The public modules, and what each needs beyond NumPy.
MODULES = {
    "": None,
    "formulas": None,
    "formulas.as_printed": None,
    "tree": None,
    "plot": "matplotlib",
    "pandas": "pandas",
    "polars": "polars",
    "duckdb": "duckdb",
    "river": "river",
    "sklearn": "sklearn",
    "spark": "pyspark",
}
PROTOCOLS = {"Mergeable", "Removable", "Summary", "Timed"}
# Classes whose constructor users do not call: protocols, an error, and what methods return.
NEVER_CALLED = PROTOCOLS | {"StateError", "tree.Criterion", "pandas.Rolling", "pandas.Windows"}
# What takes whatever it is given; records do so too.
UNCHECKED = {"pandas.Entro", "polars.Entro", "polars.entro"}
NOTHING = {None, "None", "NoReturn", inspect.Signature.empty}
EXCEPTIONS = {
    "AttributeError",
    "duckdb.Error",
    "ImportError",
    "FileNotFoundError",
    "NotImplementedError",
    "OverflowError",
    "RuntimeError",
    "StateError",
    "TypeError",
    "ValueError",
}


def own_methods(cls):
    """Return the public methods of a class by their names, those that this package defines."""
    found = {}
    for name in public(dir(cls)):
        if re.fullmatch(r"set_\w+_request", name):  # scikit-learn adds these
            continue
        owner = next(base for base in cls.__mro__ if name in vars(base))
        if callable(getattr(cls, name)) and owner.__module__.startswith("entrostream"):
            found[name] = getattr(cls, name)
    return found


def callables_of(name):
    """Return the functions, classes and methods of a public module, by their names."""
    module = import_module(f"entrostream.{name}".removesuffix("."))
    found = {}
    for each in module.__all__:
        thing, full = getattr(module, each), f"{name}.{each}".removeprefix(".")
        if inspect.isfunction(thing) or inspect.isclass(thing):
            found[full] = thing
        if inspect.isclass(thing):
            found |= {f"{full}.{method}": what for method, what in own_methods(thing).items()}
    return found


INSTALLED = [name for name, library in MODULES.items() if library is None or find_spec(library)]
ALL = {full: thing for name in INSTALLED for full, thing in callables_of(name).items()}
DECLARED = {name for name in ALL if name.split(".")[0] in PROTOCOLS}  # only declared
CALLABLES = {name: thing for name, thing in ALL.items() if name not in NEVER_CALLED}


def is_record(thing):
    """Say whether this is a class with fields, which are its parameters: a tuple or a dataclass."""
    return inspect.isclass(thing) and (hasattr(thing, "_fields") or is_dataclass_of_results(thing))


def is_dataclass_of_results(cls):
    """Say whether a dataclass describes its fields as attributes."""
    return is_dataclass(cls) and "Attributes" in sections(cls)


def sections(thing):
    """Return the sections of a docstring by their headings."""
    return sections_of(inspect.getdoc(thing))[1]


def described(text):
    """Return the names that a section has with a type and a sentence; some share an entry."""
    entries = re.findall(r"^(\w+(?:, \w+)*) : \S.*\n    \S", text, re.M)
    return [name for entry in entries for name in entry.split(", ")]


def undescribed(thing):
    """Return the parameters that the docstring does not have; a named tuple's are attributes."""
    section = "Attributes" if is_record(thing) else "Parameters"
    return [
        name
        for name in parameters_of(thing)
        if name not in described(sections(thing).get(section, ""))
    ]


def returns_something(thing):
    """Say whether the annotation of the result is there and not None."""
    if getattr(thing, "__name__", "") in {"predict_one", "predict_proba_one"}:
        return True  # fast methods have annotations in the stub only
    return not inspect.isclass(thing) and inspect.signature(thing).return_annotation not in NOTHING


def test_every_public_name_is_walked():
    """All names of all public modules, and methods: compiled, fast and class methods too."""
    expected = {"Tally.update", "Tally.from_bytes", "ADWIN.update_many", "Estimate.interval"}
    expected |= {"formulas.as_printed.algorithm_1", "tree.VFDTClassifier.learn_one"}
    expected |= {"tree.CVFDTClassifier.describe", "Summary.trace", "entropy", "Tally"}
    names = {
        f"{name}.{each}".removeprefix(".")
        for name in INSTALLED
        for each in import_module(f"entrostream.{name}".removesuffix(".")).__all__
    }

    assert expected <= set(ALL)
    assert names - set(ALL) == {"formulas", "formulas.as_printed"}  # modules, walked themselves
    assert {cls.__name__ for cls in SUMMARIES} <= set(CALLABLES)


def test_all_modules_of_the_reference_are_walked():
    """Those of docs/site/api_pages.py."""
    text = (Path(__file__).parents[1] / "docs/site/api_pages.py").read_text(encoding="utf-8")
    listed = re.findall(r'^    "entrostream\.?(\w*)",$', text, re.M)

    assert set(listed) == set(MODULES) - {"formulas.as_printed"}


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


def test_everything_has_examples():
    """Under their heading, which is the last; other tests run them."""
    without = [
        name
        for name, thing in ALL.items()
        if name not in DECLARED | {"StateError"}
        and (
            ">>>" not in sections(thing).get("Examples", "")
            or ">>>" in inspect.getdoc(thing).split("Examples\n--------\n")[0]
        )
    ]

    assert without == []


def test_sections_are_in_the_order_of_numpy():
    """Each once, underlined as long as it is."""
    for name, thing in ALL.items():
        headings = HEADING.findall(inspect.getdoc(thing))
        assert headings == [each for each in ORDER if each in headings], name
        underlined = re.findall(r"^(\w+)\n(-+)$", inspect.getdoc(thing), re.M)
        assert all(len(heading) == len(line) for heading, line in underlined), name


def test_everything_says_what_it_raises():
    """Every function and method has a domain, or is refused on an object at work."""
    silent = [
        name
        for name, thing in CALLABLES.items()
        if "Raises" not in sections(thing)
        and not is_record(thing)
        and name not in DECLARED | UNCHECKED
        and not re.fullmatch(r"formulas\.as_printed\.(gini|entropy)_\w+", name)  # check nothing
    ]

    assert silent == []


CHECKS = {
    "Parameters": test_every_parameter_is_described,
    "Returns": test_every_result_is_described,
    "Raises": test_everything_says_what_it_raises,
    "Examples": test_everything_has_examples,
}


@pytest.mark.parametrize("section", CHECKS)
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("formulas.gini", formulas.gini),
        ("VFDTClassifier.predict_many", VFDTClassifier.predict_many),
        ("rolling_entropy", es.rolling_entropy),
    ],
)
def test_a_docstring_without_a_section_is_found(name, function, section, monkeypatch):
    """The checks above can fail: each of them, for the section that it is about."""
    text = function.__doc__.replace(f"{section}\n---", "Other\n---")
    monkeypatch.setattr(function, "__doc__", text)

    with pytest.raises(AssertionError, match=re.escape(name)):
        CHECKS[section]()


@pytest.mark.parametrize("name", CALLABLES)
def test_exceptions_are_known(name):
    """Each entry names exceptions of Python or of this package, and says when they come."""
    text = textwrap.dedent(sections(CALLABLES[name]).get("Raises", ""))
    entries = re.findall(r"^([\w.]+(?:, \w+)*)\n    \S", text, re.M)

    assert len(entries) == len(re.findall(r"^\S", text, re.M))
    assert {each for entry in entries for each in entry.split(", ")} <= EXCEPTIONS
