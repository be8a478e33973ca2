"""What the package shows: its names, their homes, their words, and that the words are true."""

import doctest
import inspect
import subprocess
import sys

import pytest

import entrostream as es

CLASSES = [
    es.Adwin,
    es.FadingTally,
    es.FadingWindow,
    es.SlidingWindow,
    es.Tally,
    es.TimeWindow,
    es.WeightedTimeWindow,
]
READS = {
    "entropy",
    "gini",
    "n",
    "distinct",
    "nats",
    "evenness",
    "perplexity",
    "renyi2",
    "inverse_simpson",
    "missing",
}
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


# What only events that all count alike can have.
WHOLE_EVENTS = {
    "update_counts",
    "remove",
    "remove_counts",
    "drop",
    "entropy_estimate",
    "gini_estimate",
}


COUNTER = {"keys", "items"}  # of tallies, besides what Python writes otherwise


def public(names):
    """Return the names that are meant for users, in order."""
    return sorted(name for name in names if not name.startswith("_"))


MEMBERS = [(cls, name) for cls in CLASSES for name in public(dir(cls))]
MEMBER_IDS = [f"{cls.__name__}.{name}" for cls, name in MEMBERS]


def test_package_shows_what_it_says():
    """The lists of names agree, and every name is there."""
    assert public(dir(es)) == public(es.__all__)
    assert all(hasattr(es, name) for name in es.__all__)
    assert {cls.__name__ for cls in CLASSES} | {"StateError", "formulas"} <= set(es.__all__)
    assert len(set(es.__all__)) == len(es.__all__)


@pytest.mark.parametrize("name", [*(cls.__name__ for cls in CLASSES), "StateError"])
def test_compiled_classes_live_in_the_package(name):
    """Errors, pickles and docs name the place where users find them."""
    cls = getattr(es, name)

    assert (cls.__module__, cls.__qualname__, cls.__name__) == ("entrostream", name, name)


def test_summaries_share_one_protocol():
    """The same names in both; a window has its size and its events beside."""
    assert set(public(dir(es.Tally))) == READS | METHODS | COUNTER
    assert set(public(dir(es.SlidingWindow))) == READS | METHODS | {"size", "events"}


CLOCK = {"lateness", "late", "now", "dropped", "advance"}


def test_time_window_has_a_clock_beside():
    """And a span instead of a size."""
    assert set(public(dir(es.TimeWindow))) == READS | METHODS | CLOCK | {"span", "events"}


def test_weighted_time_window_has_a_unit_and_no_estimates():
    """Estimates are of samples of whole events."""
    estimates = {"entropy_estimate", "gini_estimate"}
    assert set(public(dir(es.WeightedTimeWindow))) == (
        set(public(dir(es.TimeWindow))) - estimates | {"unit", "exact"}
    )


def test_fading_summaries_have_what_a_weight_can_have():
    """Not what asks for the age of an event: taking one back, or adding some without order."""
    common = (READS | METHODS) - WHOLE_EVENTS | {"alpha", "max_labels", "effective_size"}

    assert set(public(dir(es.FadingTally))) == common | CLOCK | COUNTER | {"half_life", "drop"}
    assert set(public(dir(es.FadingWindow))) == common | {"size", "events"}


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=MEMBER_IDS)
def test_member_has_words(cls, name):
    """A sentence for a read; for a method that does work, a sentence at least."""
    words = inspect.getdoc(getattr(cls, name))
    lines = [line for line in words.splitlines() if line and not line.startswith(f"{name}(")]

    assert lines
    assert lines[0].rstrip().endswith((".", ":", '"'))


def examples_of(thing, name):
    """Return the examples in the words of a class or one of its members."""
    words = inspect.getdoc(thing) or ""
    return doctest.DocTestParser().get_doctest(words, {"es": es}, name, None, 0)


def run(examples):
    """Return how many examples there were, all of which gave what they say."""
    result = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(examples)
    assert result.failed == 0
    return result.attempted


@pytest.mark.parametrize("name", [*public(es.__all__), "entrostream"])
def test_examples_of_public_names_give_what_they_say(name):
    """The words of the package, of each class and of each protocol."""
    run(examples_of(getattr(es, name, es), name))


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=MEMBER_IDS)
def test_examples_of_members_give_what_they_say(cls, name):
    """Methods and properties, as a reader would type them."""
    run(examples_of(getattr(cls, name), name))


@pytest.mark.parametrize("cls", CLASSES)
def test_classes_and_most_methods_have_examples(cls):
    """A class shows how it is used, and so does every method but the plainest."""
    assert run(examples_of(cls, cls.__name__)) > 0
    methods = METHODS & set(dir(cls))
    without = {name for name in methods if not examples_of(getattr(cls, name), name).examples}

    assert without <= {"update", "merge"}


@pytest.mark.parametrize("cls", CLASSES)
def test_classes_name_their_parameters(cls):
    """All of them, in the words of the class."""
    named = {
        es.Adwin: [
            "delta",
            "clock",
            "max_buckets",
            "min_window_length",
            "grace_period",
            "on_change",
        ],
        es.Tally: ["missing"],
        es.SlidingWindow: ["size", "missing"],
        es.TimeWindow: ["span", "lateness", "late", "missing"],
        es.WeightedTimeWindow: ["span", "unit", "exact", "lateness", "late", "missing"],
        es.FadingTally: ["alpha", "half_life", "lateness", "late", "max_labels", "missing"],
        es.FadingWindow: ["size", "alpha", "max_labels", "missing"],
    }
    for name in named[cls]:
        assert f"\n{name} : " in inspect.getdoc(cls)


def imported_by(code):
    """Return the modules that a fresh interpreter has after running some code."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in result.stdout.split()}


OTHERS = {"pandas", "polars", "pyarrow", "matplotlib", "duckdb", "river", "sklearn", "scipy"}


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
