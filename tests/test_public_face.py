"""What the package shows: its names, their homes, their words, and that the words are true."""

import doctest
import inspect
import re
import subprocess
import sys

import pytest

import entrostream as es
from tests.registry import CLASSES, MEASURES, SUMMARIES, public

READS = {*MEASURES, "missing"}
METHODS = {
    "update",
    "update_many",
    "update_counts",
    "remove",
    "remove_counts",
    "drop",
    "trace",
    "counts",
    "most_common",
    "entropy_in",
    "entropy_estimate",
    "gini_estimate",
    "merge",
    "copy",
    "clear",
    "to_bytes",
    "from_bytes",
}


# What only unweighted events can have.
UNWEIGHTED = {
    "update_counts",
    "remove",
    "remove_counts",
    "drop",
    "entropy_estimate",
    "gini_estimate",
}


COUNTER = {"keys", "items"}  # of tallies, as in collections.Counter


def own_members(cls):
    """Return the public names of a class, without fields and what builtin classes have."""
    inherited = {name for base in (tuple, Exception) if issubclass(cls, base) for name in dir(base)}
    return public(set(dir(cls)) - inherited - set(getattr(cls, "_fields", ())))


MEMBERS = [(cls, name) for cls in CLASSES for name in own_members(cls)]
MEMBER_IDS = [f"{cls.__name__}.{name}" for cls, name in MEMBERS]
PROTOCOLS = {es.Mergeable, es.Removable, es.Summary, es.Timed}


def test_package_shows_what_it_says():
    """Every name is there, once; tests/test_modules.py has `dir`."""
    assert all(hasattr(es, name) for name in es.__all__)
    assert {"StateError", "formulas"} <= set(es.__all__)
    assert len(set(es.__all__)) == len(es.__all__)


def test_summaries_share_one_protocol():
    """The same names in both; a window also has its size and its events."""
    assert set(public(dir(es.Tally))) == READS | METHODS | COUNTER | {"to_sketch"}
    assert set(public(dir(es.SlidingWindow))) == READS | METHODS | {"size", "events"}


CLOCK = {"lateness", "late", "now", "dropped", "advance"}


def test_time_window_also_has_a_clock():
    """And a span instead of a size."""
    assert set(public(dir(es.TimeWindow))) == READS | METHODS | CLOCK | {"span", "events"}


def test_weighted_time_window_has_a_unit_and_no_estimates():
    """Estimates are of samples of unweighted events."""
    estimates = {"entropy_estimate", "gini_estimate"}
    assert set(public(dir(es.WeightedTimeWindow))) == (
        set(public(dir(es.TimeWindow))) - estimates | {"unit", "exact"}
    )


def test_fading_summaries_have_what_a_weight_can_have():
    """Not what needs the age of an event: removing one, or adding some without order."""
    common = (READS | METHODS) - UNWEIGHTED | {"fading_factor", "max_labels", "effective_size"}

    assert set(public(dir(es.FadingTally))) == common | CLOCK | COUNTER | {"half_life", "drop"}
    assert set(public(dir(es.FadingWindow))) == common | {"size", "events"}


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=MEMBER_IDS)
def test_member_has_words(cls, name):
    """A sentence for a read; for a method that does work, a sentence at least."""
    words = inspect.getdoc(getattr(cls, name)) or ""
    lines = [line for line in words.splitlines() if line and not line.startswith(f"{name}(")]

    assert lines
    assert lines[0].rstrip().endswith((".", ":", '"'))


@pytest.mark.parametrize("cls", [cls for cls in CLASSES if hasattr(cls, "_fields")])
def test_fields_are_in_the_words_of_their_class(cls):
    """Each by its name."""
    words = re.findall(r"\w+", inspect.getdoc(cls))

    assert sorted(set(cls._fields) - set(words)) == []


def examples_of(thing, name):
    """Return the examples in the words of a class or one of its members."""
    words = inspect.getdoc(thing) or ""
    return doctest.DocTestParser().get_doctest(words, {"es": es}, name, None, 0)


def run(examples):
    """Return how many examples there were, all of which gave what they say."""
    result = doctest.DocTestRunner().run(examples)
    assert result.failed == 0
    return result.attempted


@pytest.mark.parametrize("name", [*public(es.__all__), "entrostream"])
def test_examples_of_public_names_give_what_they_say(name):
    """The words of the package, of each function and of each class, all of which have some."""
    attempted = run(examples_of(getattr(es, name, es), name))

    assert attempted > 0 or name in ("formulas", "StateError")  # a module; an exception


def needs_an_example(cls, name):
    """Say whether a member does work: methods do; the methods of protocols are only declared."""
    return callable(getattr(cls, name)) and cls not in PROTOCOLS


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=MEMBER_IDS)
def test_examples_of_members_give_what_they_say(cls, name):
    """As a reader would type them; every method has one."""
    attempted = run(examples_of(getattr(cls, name), name))

    assert attempted > 0 or not needs_an_example(cls, name)


@pytest.mark.parametrize("cls", SUMMARIES)
def test_classes_name_their_parameters(cls):
    """All of them, in the words of the class."""
    signature = cls.__init__.__nb_signature__[0][0]
    parameters = re.findall(r"(\w+): ", signature)
    described = re.findall(r"^(\w+) : ", inspect.getdoc(cls), re.M)

    assert parameters
    assert described == parameters


def imported_by(code):
    """Return the modules that a fresh interpreter has after running some code."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in result.stdout.split()}


OTHERS = {
    "pandas",
    "polars",
    "pyarrow",
    "matplotlib",
    "duckdb",
    "river",
    "sklearn",
    "scipy",
    "pyspark",
}


def test_import_brings_no_other_library():
    """None of them is a dependency of the base install."""
    assert imported_by("import entrostream") & OTHERS == set()


def test_use_brings_no_other_library():
    """Nor is one imported later, whatever labels come."""
    code = """
import numpy as np, datetime, decimal
import entrostream as es
tally = es.Tally(missing="label")
tally.update_many(["a", 1, None, float("nan"), decimal.Decimal(1), datetime.datetime(2020, 1, 1)])
tally.update_many(np.array(["2020-01-01", "NaT"], dtype="datetime64[ns]"))
tally.update_many(np.array([0.5, np.nan]))
tally.trace(np.arange(10))
es.Tally.from_bytes(tally.to_bytes()).most_common()
repr(tally)
"""
    assert imported_by(code) & OTHERS == set()
