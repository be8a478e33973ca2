"""rolling_divergence gives the divergence of each window from its reference, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.divergence_truth import (
    counted_frames,
    held,
    is_near,
    timed_sides,
)
from tests.sequences import sequences

LABELS = [*"aaabbcde", None]
columns = sequences(LABELS, max_size=40)
references = columns.filter(lambda column: held(column))
closed_ends = st.sampled_from(["right", "both", "left", "neither"])
MEASURES = {
    "equal": {},
    "by rows": {"weighting": "rows"},
    "infinite": {"method": "kullback-leibler"},
    "smoothed": {"method": "kullback-leibler", "unseen": 0.5},
    "hardly smoothed": {"method": "kullback-leibler", "unseen": 1e-9},
}
every_measure = pytest.mark.parametrize("options", MEASURES.values(), ids=MEASURES)


def same_or_nan(value, c, d, enough, options):
    """Say whether a value is right: NaN where there is not enough."""
    return is_near(value, c, d, **options) if enough else bool(np.isnan(value))


@every_measure
@given(columns, references, st.integers(1, 12), closed_ends, st.booleans(), st.integers(0, 3))
def test_counted_windows_beside_a_sample(options, column, sample, length, closed, center, periods):
    """Missing rows take their place, and the reference has only rows with a label."""
    periods = min(periods, length)
    result = es.rolling_divergence(
        column,
        length,
        reference=sample,
        closed=closed,
        center=center,
        min_periods=periods,
        **options,
    )

    d = held(sample)
    frames = counted_frames(len(column), length, closed=closed, center=center)
    for value, (_, start, end) in zip(result, frames, strict=True):
        c = held(column[start:end])
        assert same_or_nan(value, c, d, c.total() >= max(1, periods), options)


@every_measure
@given(columns, st.integers(1, 8), closed_ends, st.booleans(), st.integers(0, 3))
def test_counted_windows_beside_those_before(options, column, length, closed, center, periods):
    """As many rows, ending where the window begins; both sides need enough of them."""
    periods = min(periods, length)
    result = es.rolling_divergence(
        column,
        length,
        reference="previous",
        closed=closed,
        center=center,
        min_periods=periods,
        **options,
    )

    frames = counted_frames(len(column), length, closed=closed, center=center)
    for value, (previous, start, end) in zip(result, frames, strict=True):
        c, d = held(column[start:end]), held(column[previous:start])
        enough = min(c.total(), d.total()) >= max(1, periods)
        assert same_or_nan(value, c, d, enough, options)


@every_measure
@given(
    sequences(LABELS, range(31), max_size=40),
    st.integers(1, 12),
    closed_ends,
    st.booleans(),
    st.sampled_from(["fixed", "previous"]),
)
def test_spans_of_time(options, rows, span, closed, center, kind):
    """Times in any order; the window before one of (t - s, t] is (t - 2 s, t - s]."""
    order = sorted(range(len(rows)), key=lambda row: rows[row][1])
    column = [label for label, _ in rows]
    times = [float(time) for _, time in rows]
    sample = list("aabbbc")
    result = es.rolling_divergence(
        column,
        f"{span}s",
        times=times,
        reference=sample if kind == "fixed" else "previous",
        closed=closed,
        center=center,
        **options,
    )

    ordered = [rows[row] for row in order]
    sides = timed_sides([time for _, time in ordered], span, closed=closed, center=center)
    for row, (window, previous) in zip(order, sides, strict=True):
        c = held(ordered[i][0] for i in window)
        d = held(sample if kind == "fixed" else (ordered[i][0] for i in previous))
        assert same_or_nan(result[row], c, d, bool(c and d), options)


def test_min_periods_holds_for_both_sides():
    """The window if it is a number of rows, and of the window before as well."""
    column = list("abab")

    fixed = es.rolling_divergence(column, 2, reference=["a"])
    before = es.rolling_divergence(column, 2, reference="previous")
    early = es.rolling_divergence(column, 2, reference="previous", min_periods=1)

    assert np.isnan(fixed).tolist() == [True, False, False, False]
    assert np.isnan(before).tolist() == [True, True, True, False]
    assert np.isnan(early).tolist() == [True, True, False, False]


def test_an_empty_window_has_no_divergence():
    """Though it may have a value, there is nothing to compare."""
    result = es.rolling_divergence([None, "a"], 1, reference=["a"], min_periods=0)

    assert np.isnan(result[0])
    assert result[1] == 0.0


@pytest.mark.parametrize("options", [MEASURES[name] for name in ("equal", "by rows", "infinite")])
@given(references)
def test_equal_shares_are_no_divergence_at_all(options, sample):
    """Exactly 0.0, also where one side has three times the rows of the other."""
    counted = [label for label in sample if label is not None]
    column = counted * 3
    fixed = es.rolling_divergence(column, len(column), reference=sample, **options)
    before = es.rolling_divergence(
        column[: 2 * len(counted)], len(counted), reference="previous", **options
    )

    assert fixed[-1] == 0.0
    assert before[-1] == 0.0


@given(columns, references, st.integers(1, 9))
def test_disjoint_labels_are_a_whole_bit_apart(column, sample, length):
    """Exactly 1.0 with equal weights, whatever the numbers of rows; never more, never below 0."""
    others = [None if label is None else label.upper() for label in sample]

    apart = es.rolling_divergence(column, length, reference=others, min_periods=1)
    near = es.rolling_divergence(column, length, reference=sample, min_periods=1)

    assert set(apart[~np.isnan(apart)]) <= {1.0}
    assert np.all((near[~np.isnan(near)] >= 0) & (near[~np.isnan(near)] <= 1))


@pytest.mark.parametrize("weighting", ["equal", "rows"])
@given(references, references)
def test_jensen_shannon_is_symmetric(weighting, first, second):
    """To the last bit."""

    def whole(values, reference):
        result = es.rolling_divergence(
            values, len(values), reference=reference, weighting=weighting, min_periods=1
        )
        return result[-1].hex()

    assert whole(first, second) == whole(second, first)


@given(references, references)
def test_by_rows_it_is_the_mutual_information_of_label_and_side(first, second):
    """What a table of label and side knows, within what both may be off."""
    table = es.ContingencyTable(missing="skip")
    table.update_many([*first, *second], [0] * len(first) + [1] * len(second))
    result = es.rolling_divergence(
        first, len(first), reference=second, weighting="rows", min_periods=1
    )

    assert abs(result[-1] - table.mutual_information) < 2**-52


@given(columns, st.integers(1, 6))
def test_weightings_agree_where_both_sides_have_as_many_rows(column, length):
    """Bit for bit."""
    kinds = [
        es.rolling_divergence(column, length, reference="previous", weighting=each)
        for each in ("equal", "rows")
    ]

    assert np.array_equal(*kinds, equal_nan=True)


def test_agrees_with_scipy():
    """The square of the distance, and the relative entropy."""
    scipy = pytest.importorskip("scipy")
    from scipy.spatial.distance import jensenshannon
    from scipy.stats import entropy

    assert scipy
    rng = np.random.default_rng(5)
    column, sample = rng.integers(0, 12, 400), rng.integers(0, 15, 5000)
    q = np.bincount(sample, minlength=15)
    shannon = es.rolling_divergence(column, 60, reference=sample)
    kullback = es.rolling_divergence(column, 60, reference=sample, method="kullback-leibler")
    for row in range(59, 400):
        p = np.bincount(column[row - 59 : row + 1], minlength=15)
        assert shannon[row] == pytest.approx(jensenshannon(p, q, base=2) ** 2, abs=1e-14)
        assert kullback[row] == pytest.approx(entropy(p, q, base=2), abs=1e-14)


def test_a_small_drift_is_seen_where_float64_sees_noise():
    """The errors of the sums do not grow with the rows; entropies in float64 cancel."""
    sample = np.repeat(np.arange(4), [250_001, 250_000, 249_999, 250_000])
    column = np.repeat(np.arange(4), [250_000, 250_001, 250_000, 249_999])

    result = es.rolling_divergence(column, len(column), reference=sample)[-1]

    assert is_near(result, held(column.tolist()), held(sample.tolist()))
    assert 1e-13 < result < 1e-11


def test_long_columns_do_not_drift():
    """The last value is that of a fresh start, to the last bit, for each kind."""
    rng = np.random.default_rng(9)
    column = (rng.random(120_000) ** 3 * 400).astype(int)
    column[::97] = 7
    sample = rng.integers(0, 300, 1234)
    for options in MEASURES.values():
        for reference in (sample, "previous"):
            long = es.rolling_divergence(column, 500, reference=reference, **options)
            fresh = es.rolling_divergence(column[-1000:], 500, reference=reference, **options)
            assert long[-1].hex() == fresh[-1].hex()


@pytest.mark.parametrize("unseen", [1, 2.5, 1e-18, 1e8, np.float32(0.25)])
def test_the_rule_for_labels_unseen(unseen):
    """Each label has s more rows, and so has one that stands for all that were not seen."""
    result = es.rolling_divergence(
        list("xxyz"), 4, reference=list("aabx"), method="kullback-leibler", unseen=unseen
    )

    assert is_near(
        result[-1],
        held("xxyz"),
        held("aabx"),
        method="kullback-leibler",
        unseen=float(unseen),
    )
