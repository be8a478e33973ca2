"""Arguments that all summaries share: keywords, measures, bases, and their complaints."""

import math
from fractions import Fraction

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import (
    MEASURES,
    every_class,
    every_class_of_labels_alone,
    every_removable_class,
    offered,
)
from tests.refusals import refused, unchanged

KNOWN = ", ".join(MEASURES)


def holding(make, labels="aab"):
    """Return a summary that saw these labels."""
    summary = make()
    summary.update_many(labels)
    return summary


@every_class
@pytest.mark.parametrize("rule", ["raise", "skip", "label"])
def test_missing_rule_is_kept(make, rule):
    """It is a keyword and can be read."""
    assert make(missing=rule).missing == rule


@every_class
def test_missing_labels_are_refused_by_default(make):
    """Rows are dropped only on request."""
    assert make().missing == "raise"


@every_class
@pytest.mark.parametrize("rule", ["drop", "", None, 3, True, "Raise"], ids=repr)
def test_missing_rule_is_one_of_three(make, rule):
    """The value and the choices."""
    with refused(ValueError, f'missing must be "raise", "skip" or "label", got {rule!r}'):
        make(missing=rule)


def test_options_are_keywords():
    """An option by place is an error, not a guess."""
    with pytest.raises(TypeError):
        es.Tally([], "skip")
    with pytest.raises(TypeError):
        es.SlidingWindow(3, "skip")
    with pytest.raises(TypeError):
        es.SlidingWindow()
    with pytest.raises(TypeError):
        es.Tally(size=3)


@every_class_of_labels_alone
@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.update(),
        lambda s: s.update("a", "b"),
        lambda s: s.update(lable="a"),
        lambda s: s.update("a", label="b"),
        lambda s: s.update(label="a", at=3),
    ],
)
def test_update_takes_one_label(make, call):
    """By position or by the name `label`, and nothing else."""
    summary = holding(make)
    with unchanged(summary), pytest.raises(TypeError, match=r"\.update\(\) "):
        call(summary)


@every_class
@pytest.mark.parametrize("label", [[], {}, set(), bytearray(b"a")], ids=repr)
def test_label_is_hashable(make, label):
    """The label, its type and its row; nothing changes, whichever way it comes."""
    summary = holding(make)
    text = f"label must be hashable, got {label!r} ({type(label).__name__})"
    calls = [
        lambda: summary.update(label),
        *offered(summary, "remove", label),
        *offered(summary, "drop", label),
    ]
    for call in calls:
        with unchanged(summary), refused(TypeError, text):
            call()
    objects = np.array(["new", None], dtype=object)
    objects[1] = label
    for labels in (["new", label], ("new", label), objects):
        for many in (summary.update_many, summary.trace):
            with unchanged(summary), refused(TypeError, text + " at position 1"):
                many(labels)


@every_class
def test_tuple_with_an_unhashable_part_is_shown_whole(make):
    """The label is the tuple."""
    summary = holding(make)
    with unchanged(summary), refused(TypeError, "label must be hashable, got (1, []) (tuple)"):
        summary.update((1, []))


@every_removable_class
def test_long_labels_are_cut_in_messages(make):
    """A message shows the first hundred characters at most."""
    summary = holding(make)
    text = "cannot remove '" + "x" * 96 + "...: it is not held"
    with unchanged(summary), refused(ValueError, text):
        summary.remove("x" * 10_000)


@every_class
@pytest.mark.parametrize("name", ["Entropy", "", "size", 3, None], ids=repr)
def test_measure_is_one_that_is_known(make, name):
    """The value and the choices; no event is counted."""
    summary = holding(make)
    with (
        unchanged(summary),
        refused(ValueError, f"measure must be one of {KNOWN}, got {name!r}"),
    ):
        summary.trace("ab", ["entropy", name])


@every_class
def test_single_measure_that_is_not_known_is_refused(make):
    """A name alone is checked as one among others is."""
    summary = holding(make)
    with unchanged(summary), refused(ValueError, f"measure must be one of {KNOWN}, got 'x'"):
        summary.trace("ab", "x")


@every_class
@pytest.mark.parametrize("measures", [None, 3])
def test_measures_are_a_name_or_names(make, measures):
    """The error has the value and the choices; no event is counted."""
    summary = holding(make)
    got = f"{measures} ({type(measures).__name__})"
    text = f"measures must be one of {KNOWN}, or a list of them, got {got}"
    with unchanged(summary), refused(TypeError, text):
        summary.trace("ab", measures)


@every_class
def test_error_of_an_iterable_of_measures_is_passed_on(make):
    """It is not about the type of the argument."""

    def names():
        yield "entropy"
        raise TypeError("no more")

    summary = holding(make)
    with unchanged(summary), refused(TypeError, "no more"):
        summary.trace("ab", names())


@every_class
def test_one_name_gives_an_array_and_names_a_dict(make):
    """A single name gives one array; entropy and gini are the default."""
    assert list(make().trace("ab")) == ["entropy", "gini"]
    assert isinstance(make().trace("ab", "n"), np.ndarray)
    assert list(make().trace("ab", ["n"])) == ["n"]
    assert list(make().trace(labels="ab", measures=("gini", "n", "entropy"))) == [
        "gini",
        "n",
        "entropy",
    ]


@every_class
@pytest.mark.parametrize("base", [1, 1.0, 0, 0.5, -2, math.inf, math.nan, True], ids=repr)
def test_base_is_above_one(make, base):
    """The value and the limit."""
    with refused(ValueError, f"base must be a number above 1, got {base!r}"):
        holding(make).entropy_in(base)


@every_class
@pytest.mark.parametrize("base", ["2", None, 1j, [2]], ids=repr)
def test_base_is_a_number(make, base):
    """The value and its type."""
    with refused(TypeError, f"base must be a number, got {base!r} ({type(base).__name__})"):
        holding(make).entropy_in(base)


@every_class
def test_base_may_be_any_number(make):
    """Whatever has a float for its value."""
    summary = holding(make, "abcd")
    expected = summary.entropy_in(4.0)
    for base in (4, np.float32(4), np.int8(4), Fraction(4)):
        assert summary.entropy_in(base) == expected
    assert summary.entropy_in(base=4) == expected


@every_class
def test_base_beyond_all_floats_is_out_of_range(make):
    """An integer that no float holds is a number, only too large: as infinity is."""
    shown = str(10**400)[:97] + "..."
    with refused(ValueError, f"base must be a number above 1, got {shown}"):
        holding(make).entropy_in(10**400)


@every_class
@pytest.mark.parametrize(
    ("k", "error", "text"),
    [
        (-1, ValueError, "k must be 0 or a positive integer, got -1"),
        (10**30, ValueError, f"k must be below 2^62, got {10**30}"),
        (1.0, TypeError, "k must be an integer, got 1.0 (float)"),
        (True, TypeError, "k must be an integer, got True (bool)"),
        ("1", TypeError, "k must be an integer, got '1' (str)"),
    ],
)
def test_most_common_takes_a_natural_number(make, k, error, text):
    """The value and the limit."""
    with refused(error, text):
        holding(make).most_common(k)


@every_class
@pytest.mark.parametrize("name", [*MEASURES, "missing"])
def test_reads_cannot_be_set(make, name):
    """A value is what the labels make of it."""
    summary = holding(make)
    with unchanged(summary), pytest.raises(AttributeError):
        setattr(summary, name, 3)


@every_class
@pytest.mark.parametrize("given", [None, 3, "text", [1]], ids=repr)
def test_state_is_bytes(make, given):
    """The value and its type."""
    text = f"state must be bytes, got {given!r} ({type(given).__name__})"
    with refused(TypeError, text):
        type(make()).from_bytes(given)


@every_class
@pytest.mark.parametrize("given", [None, 3, 2.5, object], ids=repr)
def test_labels_are_an_iterable(make, given):
    """The value, its type and what is wanted."""
    summary = holding(make)
    text = (
        "labels must be a list, an array, a column or another iterable, "
        f"got {given!r} ({type(given).__name__})"
    )
    for method in (summary.update_many, summary.trace):
        with unchanged(summary), refused(TypeError, text):
            method(given)
