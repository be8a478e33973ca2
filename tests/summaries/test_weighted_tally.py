"""Weights are integers of a unit: what the paper proves of positive reals, exact."""

from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.laws.summaries import reads
from tests.refusals import refused, unchanged

UNIT = 2.0**-20
labels = st.sampled_from(["a", "b", "c", 1, (2,)])
weights = st.floats(2.0**-20, 2.0**30)
samples = st.dictionaries(labels, weights, min_size=1, max_size=5)


def holding(sample, **options):
    """Return a tally with these weights."""
    tally = es.WeightedTally(**options)
    tally.update_counts(sample)
    return tally


def units(weight):
    """Return the nearest number of units, ties to even, in exact arithmetic."""
    return round(Fraction(weight) * 2**20)


@given(sample=samples)
def test_weights_are_rounded_once_to_the_unit_and_reads_are_exact(sample):
    """Against exact rationals and 400-bit logarithms of the rounded weights."""
    tally = holding(sample)
    held = [units(weight) for weight in sample.values()]

    assert tally.counts() == {label: units(weight) * UNIT for label, weight in sample.items()}
    assert tally.n == truth.nearest(Fraction(sum(held), 2**20))
    assert truth.ulps(tally.entropy, truth.entropy(held)) <= 0.51
    assert tally.gini == truth.nearest(truth.gini(held))


@given(sample=samples, more=st.lists(st.tuples(labels, weights), max_size=20))
def test_remove_undoes_update_to_the_last_bit(sample, more):
    """In any order; float sums of weights would leave a residue."""
    tally = holding(sample)
    before = tally.to_bytes(), reads(tally)

    for label, weight in more:
        tally.update(label, weight)
    for label, weight in reversed(more):
        tally.remove(label, weight)

    assert (tally.to_bytes(), reads(tally)) == before


@given(sample=samples, scale=st.integers(-10, 10))
def test_unit_does_not_matter_where_nothing_is_rounded(sample, scale):
    """Entropy and Gini index do not depend on the scale of all weights."""
    rounded = holding(sample).counts()
    scaled = {label: weight * 2.0**scale for label, weight in rounded.items()}
    other = holding(scaled, unit=UNIT * 2.0**scale, exact=True)

    assert other.entropy == holding(sample).entropy
    assert other.gini == holding(sample).gini


@given(sample=samples, changes=st.dictionaries(labels, st.floats(-1, 1), max_size=5))
def test_change_is_theorems_1_and_5(sample, changes):
    """The same as the paper's formulas from the old value and the changes."""
    tally = holding(sample)
    old = {label: Fraction(weight) for label, weight in tally.counts().items()}
    steps = {
        label: Fraction(round(change * part * 1024), 1024)
        for label, change in changes.items()
        for part in [1 if change > 0 else min(old.get(label, 0), 1)]
    }
    new = {label: old.get(label, 0) + steps.get(label, 0) for label in {**old, **steps}}
    assume(all(weight >= 0 for weight in new.values()) and any(new.values()))
    pairs = [(old.get(label, 0), step) for label, step in steps.items()]
    h, g, total = tally.entropy, tally.gini, sum(old.values())

    tally.change({label: float(step) for label, step in steps.items()})

    assert tally.counts() == {label: float(weight) for label, weight in new.items() if weight}
    shrinks = max(1, total / sum(new.values()))  # how much the formulas amplify rounding
    assert tally.entropy == pytest.approx(
        es.formulas.entropy_after_changes(h, total, pairs), abs=1e-12 * shrinks
    )
    assert tally.gini == pytest.approx(
        float(es.formulas.gini_after_changes(g, total, pairs)), abs=1e-12 * shrinks**2
    )
    fresh = holding(tally.counts())
    assert tally == fresh
    assert tally.to_bytes() == fresh.to_bytes()


def test_concatenation_is_theorems_2_and_4():
    """From the values of both samples alone."""
    left, right = holding({"a": 1.5, "b": 2.25, "c": 4.0}), holding({"d": 0.5, "e": 3.0})
    both = left.copy()
    both.concatenate(right)

    h = es.formulas.entropy_of_concatenation(left.entropy, 7.75, right.entropy, 3.5)
    g = es.formulas.gini_of_concatenation(left.gini, 7.75, right.gini, 3.5)
    assert both.entropy == pytest.approx(h, abs=1e-14)
    assert both.gini == pytest.approx(float(g), abs=1e-14)


def test_union_is_theorem_3_and_its_counterpart_for_entropy():
    """Weights of common labels add up."""
    x, y = [1.5, 2.25, 4.0], [1.0, 1.0, 2.0]
    left = holding(dict(zip("abc", x, strict=True)))
    right = holding(dict(zip("abc", y, strict=True)))
    union = left + right

    h = es.formulas.entropy_of_union(left.entropy, 7.75, right.entropy, 4.0, x, y)
    g = es.formulas.gini_of_union(left.gini, 7.75, right.gini, 4.0, x, y)
    assert union.counts() == {"a": 2.5, "b": 3.25, "c": 6.0}
    assert union.entropy == pytest.approx(h, abs=1e-14)
    assert union.gini == pytest.approx(float(g), abs=1e-14)


def test_concatenate_wants_labels_apart():
    """Theorems 2 and 4 speak of samples side by side; nothing changes otherwise."""
    left, right = holding({"a": 1.0}), holding({"b": 1.0, "a": 2.0})
    with (
        unchanged(left, right),
        refused(ValueError, "cannot concatenate: 'a' is in both; merge adds its weights"),
    ):
        left.concatenate(right)
    with (
        unchanged(left),
        refused(ValueError, "cannot concatenate: 'a' is in both; merge adds its weights"),
    ):
        left.concatenate(left)
    empty = es.WeightedTally()
    empty.concatenate(empty)
    assert empty.n == 0.0


@pytest.mark.parametrize(
    ("weight", "error", "text"),
    [
        (-1, ValueError, "weight must be 0 or a positive number, got -1"),
        (float("inf"), ValueError, "weight must be 0 or a positive number, got inf"),
        (
            1e-9,
            ValueError,
            "weight 1e-09 would be rounded to 0 units of 2^-20; choose a smaller unit",
        ),
        (2.0**42, OverflowError, "weights sum to less than 2^62 units of 2^-20"),
        ("1", TypeError, "weight must be a number, got '1' (str)"),
        (True, TypeError, "weight must be a number, got True (bool)"),
    ],
    ids=repr,
)
def test_weight_is_positive_and_fits_the_unit(weight, error, text):
    """One by one and in a mapping; nothing changes."""
    tally = holding({"a": 1.0, "b": 2.0})

    with unchanged(tally), refused(error, text):
        tally.update("c", weight)
    with unchanged(tally), refused(error, text):
        tally.update_counts({"a": 1.0, "c": weight})


@pytest.mark.parametrize("weight", [0, 0.0, -0.0, np.float32(0), np.int64(0)], ids=repr)
def test_weight_0_changes_nothing(weight):
    """One by one, in a column, in a mapping; a label that is not held is not held then."""
    tally = holding({"a": 1.0})

    with unchanged(tally):
        tally.update("a", weight)
        tally.update("new", weight)
        tally.update_many(["a", "new"], [weight, weight])
        tally.update_many(["a", "new"], weight)
        tally.update_counts({"new": weight})
        tally.remove("a", weight)
        tally.remove("new", weight)
    tally.update_many(["b", "c", "d"], [weight, 2.0, weight])
    assert tally.counts() == {"a": 1.0, "c": 2.0}
    assert tally.trace(["e", "a"], "n", weights=[weight, 1.0]).tolist() == [3.0, 4.0]
    assert tally.distinct == 2
    assert es.WeightedTally.from_bytes(tally.to_bytes()) == tally


MISSING_WEIGHTS = [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT]


@pytest.mark.parametrize("weight", MISSING_WEIGHTS, ids=repr)
def test_missing_weight_is_skipped_or_an_error(weight):
    """As a missing label is; but it can become no label."""
    text = (
        f'weight is missing ({weight!r}); pass missing="skip", or a weight of 0, to leave the '
        "row out"
    )
    for missing in ("raise", "label"):
        tally = holding({"a": 1.0}, missing=missing)
        with unchanged(tally), refused(ValueError, text):
            tally.update("a", weight)
        with unchanged(tally), pytest.raises(ValueError, match=r"at position 1\); pass missing"):
            tally.update_many(["a", "b"], [1.0, weight])
    tally = holding({"a": 1.0}, missing="skip")
    tally.update("a", weight)
    tally.update_many(["a", "b", "c"], [2.0, weight, 1.0])
    assert tally.counts() == {"a": 3.0, "c": 1.0}


def test_total_stays_below_its_limit():
    """A sum too large is refused before anything is added."""
    tally = holding({"a": 2.0**41})
    text = (
        "weights sum to less than 2^62 units of 2^-20, and these do not fit; "
        "a larger unit holds more"
    )
    with unchanged(tally), refused(OverflowError, text):
        tally.update("b", 2.0**41)
    with unchanged(tally), refused(OverflowError, text):
        tally.update_many(["b", "c"], [2.0**40, 2.0**40])
    with unchanged(tally), refused(OverflowError, text):
        tally.change({"a": -1.0, "b": 2.0**41})


def test_exact_refuses_what_would_be_rounded():
    """0.1 is no sum of powers of two; 2^53 + 1 is no float."""
    tally = es.WeightedTally(exact=True)
    tally.update("a", 0.5)
    text = (
        "weight 0.1 is no multiple of the unit 2^-20; "
        "choose a smaller unit, or exact=False to round"
    )
    with unchanged(tally), refused(ValueError, text):
        tally.update("a", 0.1)
    with pytest.raises(ValueError, match="has no float of its own"):
        es.WeightedTally(exact=True, unit=1).update("a", 2**53 + 1)


@pytest.mark.parametrize("unit", [0, -1, 0.1, 3, float("nan"), float("inf"), 2.0**-950])
def test_unit_is_a_power_of_two(unit):
    """Then weights are counted without error."""
    with refused(ValueError, f"unit must be a power of two from 2^-900 to 2^900, got {unit!r}"):
        es.WeightedTally(unit=unit)


COLUMNS = {
    "list": list,
    "NumPy": np.array,
    "float32": lambda column: np.array(column, "float32"),
    "pandas": pd.Series,
    "Polars": pl.Series,
    "Arrow": pa.array,
    "objects": lambda column: np.array(column, object),
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_weights_come_as_any_column(column):
    """And one number stands for all rows."""
    tally = es.WeightedTally()
    tally.update_many(["a", "b", "a"], column([0.5, 2.0, 1.0]))
    tally.update_many(["a", "b"], 0.25)

    assert tally.counts() == {"a": 1.75, "b": 2.25}


def test_integer_weights_are_taken_as_they_are():
    """NumPy's and Python's."""
    tally = es.WeightedTally(unit=1)
    tally.update_many(["a", "b"], np.array([2**60, 3]))
    tally.update("b", np.int64(1))

    assert tally.counts() == {"a": 2.0**60, "b": 4.0}


def test_skipped_labels_take_their_weights_along():
    """The weight of a row without a label is not counted for another row."""
    tally = es.WeightedTally(missing="skip")
    values = tally.trace(["a", None, "b"], "n", weights=[1.0, 10.0, 2.0])

    assert tally.counts() == {"a": 1.0, "b": 2.0}
    assert values.tolist() == [1.0, 1.0, 3.0]


def test_skipped_row_repeats_the_weight_before_it():
    """In weights, not in units, also where it is the first row."""
    tally = es.WeightedTally(missing="skip")
    tally.update("a", 2.5)

    assert tally.trace([None, "a"], "n", weights=[1.0, 2.0]).tolist() == [2.5, 4.5]


@pytest.mark.parametrize(
    ("column", "error", "text"),
    [
        ([1.0], ValueError, "labels and weights differ in length: 2 and 1"),
        ([[1.0, 2.0]], ValueError, "weights must have one dimension"),
        (
            [1.0, float("nan")],
            ValueError,
            'weight is missing (nan at position 1); pass missing="skip", or a weight of 0, to '
            "leave the row out",
        ),
        (["x", "y"], TypeError, "weight must be a number, got 'x' (str) at position 0"),
        ([True, False], TypeError, "weight must be a number, got True (bool) at position 0"),
        (
            [None, 1.0],
            ValueError,
            'weight is missing (None at position 0); pass missing="skip", or a weight of 0, to '
            "leave the row out",
        ),
    ],
    ids=repr,
)
def test_half_valid_weights_change_nothing(column, error, text):
    """The whole batch is refused, its new labels too."""
    tally = holding({"a": 1.0})
    with unchanged(tally), refused(error, text):
        tally.update_many(["a", "new"], column)
    assert tally.distinct == 1


def test_tallies_of_other_units_do_not_merge():
    """Their integers mean different things."""
    tally = holding({"a": 1.0})
    with unchanged(tally), refused(ValueError, "tallies with units 2^-20 and 2^0 cannot merge"):
        tally.merge(es.WeightedTally(unit=1))
    assert tally != holding({"a": 1.0}, exact=True)
    assert tally != holding({"a": 1.0}, unit=1)


def test_removal_names_weights():
    """More than is held is refused."""
    tally = holding({"a": 1.0})
    with unchanged(tally), refused(ValueError, "cannot remove 1.5 of 'a': only 1.0 held"):
        tally.remove("a", 1.5)
    with unchanged(tally), refused(ValueError, "cannot remove 'b': it is not held"):
        tally.change({"b": -1.0})
    tally.drop("a")
    assert tally.n == 0.0


def test_repr_names_the_weight():
    """As a person would read it."""
    shown = repr(holding({"a": 1.5, "b": 1.0}))

    assert shown == "<WeightedTally: weight 2.5, 2 labels, entropy 0.971, gini 0.48>"
