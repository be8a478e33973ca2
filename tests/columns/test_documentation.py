"""Signatures and docstrings of the functions of columns and of the namespaces."""

import doctest
import inspect
import re
from typing import get_args

import pytest

import entrostream as es
from entrostream import columns
from entrostream._core import MEASURES
from entrostream.columns.options import FadingMeasure, Measure
from entrostream.docstrings import parameters_of as parameters
from entrostream.docstrings import sections_of
from tests.refusals import refused

pytest.importorskip("pandas")
pytest.importorskip("polars")
pytest.importorskip("duckdb")

import duckdb
import pandas as pd
import polars as pl

import entrostream.duckdb
import entrostream.pandas
import entrostream.polars


def methods(cls):
    """Return the public methods of a class by their names."""
    found = inspect.getmembers(cls, inspect.isfunction)
    return {f"{cls.__module__}.{method.__qualname__}": method for _, method in found}


FUNCTIONS = {
    **{name: getattr(es, name) for name in columns.__all__ if name != "Chunks"},
    **{f"duckdb.{name}": getattr(entrostream.duckdb, name) for name in entrostream.duckdb.__all__},
    **methods(entrostream.pandas.Entro),
    **methods(entrostream.pandas.Windows),
    **methods(entrostream.pandas.Rolling),
    **methods(entrostream.polars.Entro),
    **methods(es.Chunks),
}
FUNCTIONS = {name: each for name, each in FUNCTIONS.items() if "._" not in name}
every_function = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
NOTHING_RETURNED = {entrostream.duckdb.register, es.Chunks.require}


def sections(function):
    """Return the sections of a docstring by their headings."""
    return sections_of(inspect.getdoc(function))[1]


@every_function
def test_all_sections_are_there(function):
    """In NumPy's order."""
    expected = ["Parameters", "Returns", "Raises", "Examples"]
    if not parameters(function):
        expected.remove("Parameters")
    if function in NOTHING_RETURNED:
        expected.remove("Returns")

    assert list(sections(function)) == expected


@every_function
def test_every_parameter_is_described(function):
    """In the order of the signature, with its type and a sentence."""
    if not parameters(function):
        return
    described = re.findall(r"^(\w+) : \S.*\n    \S", sections(function)["Parameters"], re.M)

    assert described == parameters(function)
    assert not any(each.kind is each.VAR_KEYWORD for each in signature_of(function))


def signature_of(function):
    """Return the parameters of a function."""
    return inspect.signature(function).parameters.values()


@every_function
def test_defaults_are_as_described(function):
    """What a description says of a default is what the signature has."""
    text = sections(function).get("Parameters", "")
    for name, default in re.findall(r"^(\w+) : .*default (\S+)$", text, re.M):
        value = inspect.signature(function).parameters[name].default
        if value is not None:  # the default depends on other arguments
            assert default in (repr(value), repr(value).replace("'", '"')), name


CHOICES = {"missing", "late", "closed", "method", "weighting", "format"}


@every_function
def test_choices_have_literal_types(function):
    """So that a type checker, and a reader, know them; the description lists the same."""
    hints = inspect.get_annotations(function, eval_str=True)
    for name in CHOICES.intersection(parameters(function)):
        choices = set(re.findall(r"Literal\[([^\]]*)\]", str(hints[name]))[0].split(", "))
        described = re.search(rf"^{name} : {{(.*)}}", sections(function)["Parameters"], re.M)
        assert {each.replace('"', "'") for each in described[1].split(", ")} == choices


def test_measures_have_the_names_of_the_core():
    """All of them; the effective size needs weights that decay."""
    assert set(get_args(Measure)) == set(MEASURES)
    fading = {name for part in get_args(FadingMeasure) for name in get_args(part) or (part,)}
    assert fading == {*MEASURES, "effective_size"}


@every_function
def test_examples_give_what_they_say(function):
    """As a reader would type them."""
    names = {"es": es, "duckdb": duckdb, "entrostream": entrostream}
    words = inspect.getdoc(function)
    examples = doctest.DocTestParser().get_doctest(words, names, function.__name__, None, 0)

    result = doctest.DocTestRunner().run(examples)

    assert result.attempted > 0
    assert result.failed == 0


COLUMN = pl.col("x").entro
SERIES = pl.Series(["a", "b"]).entro
ACCESSOR = pd.Series(["a", "b"]).entro
FRAME = pd.DataFrame({"x": ["a"], "y": ["b"]}).entro
UNKNOWN = {
    "Entro.rolling_entropy": [
        (lambda: COLUMN.rolling_entropy(2, by="g"), "by"),
        (lambda: COLUMN.rolling_entropy(2, min_periods=1), "min_periods"),
        (lambda: SERIES.rolling_entropy(2, partition_by=[1, 2]), "partition_by"),
    ],
    "Entro.rolling_entropy_by": [
        (lambda: COLUMN.rolling_entropy_by("t", "1m", times="t"), "times")
    ],
    "Entro.cum_gini": [(lambda: COLUMN.cum_gini(base=3), "base")],
    "Entro.fading_entropy": [
        (lambda: COLUMN.fading_entropy(alpha=0.5), "alpha"),
        (lambda: COLUMN.fading_entropy(halflife=3), "halflife"),
    ],
    "Entro.rolling": [
        (lambda: ACCESSOR.rolling(2, by=[1, 2]), "by"),
        (lambda: ACCESSOR.rolling(2, min_samples=1), "min_samples"),
        (lambda: ACCESSOR.rolling(2, times=[1, 2]), "times"),
    ],
    "Entro.fading": [
        (lambda: ACCESSOR.fading(half_life=3), "half_life"),
        (lambda: ACCESSOR.fading(alpha=0.5), "alpha"),
        (lambda: ACCESSOR.fading(halflife=3, on=[1, 2]), "on"),
    ],
    "Entro.entropy": [(lambda: ACCESSOR.entropy(by=[1, 2]), "by")],
    "Entro.mutual_information": [
        (lambda: FRAME.mutual_information("x", "y", bins=3), "bins"),
    ],
    "rolling_entropy": [
        (lambda: es.rolling_entropy(["a"], 1, by=["u"]), "by"),
        (lambda: es.rolling_entropy(["a"], 1, min_samples=1), "min_samples"),
        (lambda: entrostream.duckdb.rolling_entropy(None, "SELECT 1", 2, by="x"), "by"),
        (lambda: entrostream.duckdb.rolling_entropy(None, "SELECT 1", 2, step=2), "step"),
    ],
    "fading_entropy": [
        (lambda: es.fading_entropy(["a"], alpha=0.5), "alpha"),
        (lambda: es.fading_entropy(["a"], halflife=1), "halflife"),
    ],
}
CALLS = [(function, *call) for function, calls in UNKNOWN.items() for call in calls]


@pytest.mark.parametrize(("function", "call", "name"), CALLS)
def test_unknown_arguments_are_refused_by_the_function_that_was_called(function, call, name):
    """By Python itself, which from 3.13 on also says which name is close."""
    with pytest.raises(TypeError) as caught:
        call()

    plain = f"{function}() got an unexpected keyword argument {name!r}"
    assert str(caught.value).split(". Did you mean")[0] == plain


def test_errors_of_pandas_have_its_spelling():
    """The half-life of a bad value, and of none."""
    text = "either fading_factor= or halflife= says how rows fade: give one of them"
    with refused(ValueError, text):
        ACCESSOR.fading().entropy()
    with pytest.raises(ValueError, match=r"^halflife must be a number of rows"):
        ACCESSOR.fading(halflife=-1).entropy()
