"""DivergenceWindow gives at every event what rolling_divergence gives for the same rows."""

import datetime as dt
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.divergence_truth import counted_frames, held, is_near, shares, timed_sides
from tests.laws.summaries import RESTORES
from tests.sequences import sequences

MEASURES = {
    "equal": {},
    "by rows": {"weighting": "rows"},
    "infinite": {"method": "kullback-leibler"},
    "smoothed": {"method": "kullback-leibler", "unseen": 0.5},
}
every_measure = pytest.mark.parametrize("options", MEASURES.values(), ids=MEASURES)
every_restore = pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES)
labels = sequences("aaabbcde", max_size=60)
references = st.one_of(st.just("previous"), st.lists(st.sampled_from("aabcxyz"), min_size=1))
sizes = st.integers(1, 12)
gaps = st.lists(st.integers(0, 4), min_size=60, max_size=60)


def bits(values):
    """Return floats to the last bit; NaN is one value."""
    return ["nan" if math.isnan(value) else float(value).hex() for value in values]


def times_of(steps, rows):
    """Return times that ascend by these steps."""
    return np.cumsum(steps[:rows]).tolist()


def reference_side(reference, previous):
    """Return the counts of the reference."""
    return Counter(previous) if reference == "previous" else Counter(reference)


# ---------------------------------------------------------------- values


@every_measure
@given(labels, references, sizes)
def test_counted_windows_are_those_of_rolling_divergence(options, column, reference, size):
    """One event at a time, all at once and in a column: the same bits, from the first event on."""
    one, many, traced = (
        es.DivergenceWindow(size, reference=reference, **options) for _ in range(3)
    )
    expected = es.rolling_divergence(column, size, reference=reference, min_periods=1, **options)

    live = []
    for label in column:
        one.update(label)
        live.append(one.divergence)
    many.update_many(column)

    assert bits(live) == bits(expected)
    assert bits(traced.trace(column)) == bits(expected)
    assert one == many == traced
    assert bits([many.divergence]) == bits(expected[-1:] if column else [math.nan])


@every_measure
@given(labels, references, st.integers(1, 9), gaps)
def test_spans_are_those_of_rolling_divergence(options, column, reference, span, steps):
    """The same by time, with rows at one time and gaps longer than the window."""
    times = times_of(steps, len(column))
    length = dt.timedelta(seconds=span)
    one, many, traced = (
        es.DivergenceWindow(length, reference=reference, **options) for _ in range(3)
    )
    expected = es.rolling_divergence(column, length, reference=reference, times=times, **options)

    live = []
    for label, at in zip(column, times, strict=True):
        one.update(label, at=at)
        live.append(one.divergence)
    many.update_many(column, times=times)

    assert bits(live) == bits(expected)
    assert bits(traced.trace(column, times=times)) == bits(expected)
    assert one == many == traced


@every_measure
@given(labels, references, sizes)
def test_counted_windows_hold_their_sides(options, column, reference, size):
    """Counts by the definition of both sides, and values as near to the truth as promised."""
    window = es.DivergenceWindow(size, reference=reference, **options)

    for row, (previous, start, end) in enumerate(counted_frames(len(column), size)):
        window.update(column[row])
        c, d = Counter(column[start:end]), reference_side(reference, column[previous:start])
        assert (window.counts(), window.reference_counts()) == (c, d)
        assert (window.n, window.reference_n) == (c.total(), d.total())
        assert is_near(window.divergence, c, d, **options) if d else math.isnan(window.divergence)


@given(labels, references, st.integers(1, 9), gaps, st.permutations(range(60)))
def test_late_events_are_put_in_their_place(column, reference, span, steps, order):
    """In any order, the window is that of all events that have come, by their times."""
    times = times_of(steps, len(column))
    window = es.DivergenceWindow(f"{span}s", reference=reference, lateness="1d")
    arrived = []

    for row in (row for row in order if row < len(column)):
        window.update(column[row], at=times[row])
        arrived = sorted([*arrived, row], key=lambda each: times[each])
        sides = list(timed_sides([times[each] for each in arrived], span))[-1]
        rows, before = ([column[arrived[i]] for i in side] for side in sides)
        c, d = Counter(rows), reference_side(reference, before)
        assert (window.counts(), window.reference_counts()) == (c, d)
        expected = es.divergence(rows, list(d.elements())) if d else math.nan
        assert bits([window.divergence]) == bits([expected])


@given(labels, st.integers(1, 9), gaps, st.permutations(range(60)))
def test_bulk_calls_take_late_events_as_single_ones(column, span, steps, order):
    """Late rows, dropped rows and rows at one time, in a column or one by one."""
    known = times_of(steps, len(column))
    times = [known[row] for row in order if row < len(column)]
    one, many, traced = (
        es.DivergenceWindow(f"{span}s", reference="previous", lateness=3, late="drop")
        for _ in range(3)
    )

    live = []
    for label, at in zip(column, times, strict=True):
        one.update(label, at=at)
        live.append(one.divergence)
    many.update_many(column, times=times)

    assert bits(traced.trace(column, times=times)) == bits(live)
    assert one == many == traced
    assert one.dropped == many.dropped == traced.dropped
    assert one.to_bytes() == many.to_bytes()


def test_labels_come_go_and_return():
    """The table of labels is swept on the way; those of the sample always stay known."""
    column = [f"label {i}" for i in range(1000)] + ["known"] * 7 + list(range(1000)) + ["known"] * 9
    for reference in ("previous", ["known", "other", "label 3"]):
        window = es.DivergenceWindow(5, reference=reference)
        expected = es.rolling_divergence(column, 5, reference=reference, min_periods=1)
        live = []
        for label in column:
            window.update(label)
            live.append(window.divergence)
        assert bits(live) == bits(expected)
        assert window.counts() == {"known": 5}


def test_long_column_is_counted_like_short_ones():
    """A column so long that it is tried on a copy first."""
    rng = np.random.default_rng(3)
    column, times = rng.integers(0, 30, 50_000), np.sort(rng.integers(0, 5000, 50_000))
    for window, options in ((500, {}), ("10s", {"times": times})):
        expected = es.rolling_divergence(
            column, window, reference="previous", min_periods=1, **options
        )
        assert bits(
            es.DivergenceWindow(window, reference="previous").trace(column, **options)
        ) == bits(expected)


def test_clock_moves_without_events():
    """An event passes into the previous window and is forgotten when the clock says so."""
    window = es.DivergenceWindow("10s", reference="previous")
    window.update("a", at=0)
    sides = []
    for now in (9, 10, 19, 20):
        window.advance(now)
        sides.append((window.counts(), window.reference_counts()))
    assert sides == [({"a": 1}, {}), ({}, {"a": 1}), ({}, {"a": 1}), ({}, {})]
    assert (window.now, math.isnan(window.divergence)) == (20.0, True)


# ---------------------------------------------------------------- references


@pytest.mark.parametrize(
    "reference",
    [
        list("abba"),
        np.array(list("abba")),
        {"a": 2, "b": 2, "c": 0},
        Counter("abba"),
        es.Tally("abba"),
        iter("abba"),
    ],
    ids=["list", "array", "mapping", "Counter", "Tally", "iterator"],
)
def test_references_of_all_kinds(reference):
    """Labels or counts: what Tally takes."""
    window = es.DivergenceWindow(4, reference=reference)
    window.update_many("abab")
    assert window.reference_counts() == {"a": 2, "b": 2}
    assert window.divergence == 0.0
    assert window.reference == "sample"


def test_reference_is_copied():
    """A tally that goes on does not change the window."""
    tally = es.Tally("ab")
    window = es.DivergenceWindow(2, reference=tally)
    tally.update_many("ccc")
    window.update_many("ab")
    assert (window.divergence, window.reference_counts()) == (0.0, {"a": 1, "b": 1})


def test_missing_labels_follow_the_rule_on_both_sides():
    """Skipped on both sides, or one label on both."""
    skipping = es.DivergenceWindow(4, reference=["a", None], missing="skip")
    assert bits(skipping.trace(["b", None, "a"])) == bits([1.0, 1.0, skipping.divergence])
    assert (skipping.n, skipping.reference_n) == (2, 1)
    counting = es.DivergenceWindow(4, reference=["a", None], missing="label")
    counting.update_many([float("nan"), "a"])
    assert counting.divergence == 0.0
    with pytest.raises(ValueError, match="label is missing"):
        es.DivergenceWindow(4, reference=["a", None])


# ---------------------------------------------------------------- contributions


@every_measure
@given(labels, references, sizes)
def test_contributions_sum_to_the_divergence(options, column, reference, size):
    """Each has the shares of its label; the largest come first; all of them are the divergence."""
    window = es.DivergenceWindow(size, reference=reference, **options)
    window.update_many(column)
    parts = window.contributions(None)

    if math.isnan(window.divergence):
        assert parts == []
        return
    p, q = shares(window.counts()), shares(window.reference_counts())
    assert sorted(each.label for each in parts) == sorted({*p, *q})
    for each in parts:
        assert each.share == float(p.get(each.label, 0))
        assert each.reference_share == float(q.get(each.label, 0))
    found = [each.bits for each in parts]
    assert found == sorted(found, reverse=True)
    assert math.isclose(sum(found), window.divergence, rel_tol=1e-12, abs_tol=1e-15)
    assert window.contributions(2) == parts[:2]


def test_contributions_are_those_of_the_definition():
    """By hand: p = 1/2, 1/2, 0 and q = 1/2, 0, 1/2."""
    window = es.DivergenceWindow(2, reference=["same", "gone"])
    window.update_many(["same", "new"])
    assert window.contributions() == [
        es.Contribution("gone", 0.25, 0.0, 0.5),
        es.Contribution("new", 0.25, 0.5, 0.0),
        es.Contribution("same", 0.0, 0.5, 0.5),
    ]
    relative = es.DivergenceWindow(4, reference={"a": 1, "b": 1}, method="kullback-leibler")
    relative.update_many("aaab")
    first, second = relative.contributions()
    assert math.isclose(first.bits, 0.75 * math.log2(1.5))
    assert (second.label, second.bits) == ("b", -0.25)
    relative.update("c")
    assert relative.contributions(1)[0].bits == math.inf


# ---------------------------------------------------------------- the object


def filled(**options):
    """Return windows of all kinds with some events."""
    for window, times in ((4, None), ("4s", list(range(11)))):
        for reference in ("previous", ["a", "b", "z"]):
            made = es.DivergenceWindow(window, reference=reference, **options)
            made.update_many("abracadabra", times=times)
            yield made


@every_measure
@every_restore
def test_restored_windows_go_on_with_the_same_bits(options, restore):
    """As equal objects, and after more events, too."""
    for window in filled(**options):
        other = restore(window)
        assert other == window
        assert other.contributions(None) == window.contributions(None)
        for label in "xaay":
            for each in (window, other):
                each.update(
                    label, **({"at": 11} if isinstance(window.window, dt.timedelta) else {})
                )
        assert other == window
        assert bits([other.divergence]) == bits([window.divergence])
        other.clear()
        assert other != window


def test_equal_windows_have_equal_bytes_whatever_came_before():
    """Labels that came and went leave no trace, nor does the order of late events."""
    for window in filled():
        at = {"times": [100] * 9} if isinstance(window.window, dt.timedelta) else {}
        fresh = es.DivergenceWindow(
            "4s" if at else 4,
            reference="previous" if window.reference == "previous" else ["z", "b", "a"],
        )
        for each in (window, fresh):
            each.update_many("qrstuqrst", **at)
        assert window == fresh
        assert window.to_bytes() == fresh.to_bytes()


@pytest.mark.parametrize(
    "other",
    [
        es.DivergenceWindow(5, reference=["a"]),
        es.DivergenceWindow("4s", reference=["a"]),
        es.DivergenceWindow(4, reference="previous"),
        es.DivergenceWindow(4, reference=["b"]),
        es.DivergenceWindow(4, reference=["a"], weighting="rows"),
        es.DivergenceWindow(4, reference=["a"], method="kullback-leibler"),
        es.DivergenceWindow(4, reference=["a"], missing="skip"),
        4,
    ],
    ids=repr,
)
def test_windows_with_other_parameters_differ(other):
    """Even if both are empty."""
    assert es.DivergenceWindow(4, reference=["a"]) != other


def test_order_of_events_matters():
    """The same counts in another order are another window."""
    one, two = (es.DivergenceWindow(3, reference=["a"]) for _ in range(2))
    one.update_many("ab")
    two.update_many("ba")
    assert one.counts() == two.counts()
    assert one != two


def test_parameters_are_properties():
    """As they were given."""
    window = es.DivergenceWindow(
        "10min", reference="previous", method="kullback-leibler", unseen=2, lateness=5, late="drop"
    )
    assert window.window == dt.timedelta(minutes=10)
    assert (window.reference, window.method, window.weighting) == (
        "previous",
        "kullback-leibler",
        "equal",
    )
    assert (window.unseen, window.late, window.missing) == (2.0, "drop", "raise")
    assert window.lateness == dt.timedelta(seconds=5)
    counted = es.DivergenceWindow(7, reference=["a"], weighting="rows")
    assert (counted.window, counted.weighting, counted.unseen) == (7, "rows", "inf")
    assert repr(counted) == (
        "<DivergenceWindow of 7 against a sample of 1 event: 0 events, divergence nan>"
    )


def test_window_looks_up_its_labels():
    """Counts in the window, not in the reference."""
    window = es.DivergenceWindow(2, reference=["a", "b"])
    window.update_many("bcc")
    assert (window["c"], window["a"], "a" in window, "c" in window) == (2, 0, False, True)


def test_notebook_shows_what_contributes():
    """The divergence and the labels with their shares; labels are text, not HTML."""
    window = es.DivergenceWindow(2, reference=["<b>", "a"])
    window.update_many("aa")
    shown = window._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "50.0%" in shown


# ---------------------------------------------------------------- errors

MADE = {
    "no window": (0, {}, ValueError, "window must be a positive integer, got 0"),
    "a float": (
        2.5,
        {},
        ValueError,
        'window must be a positive integer or a span of time such as "10min", got 2.5',
    ),
    "no span": ("0s", {}, ValueError, "window must be a positive length of time, got '0s'"),
    "a string": (
        3,
        {"reference": "ab"},
        ValueError,
        "reference must be labels, a mapping of labels to counts or 'previous', got 'ab'",
    ),
    "None": (
        3,
        {"reference": None},
        TypeError,
        "reference must be labels, a mapping of labels to counts or 'previous', "
        "got None (NoneType)",
    ),
    "an empty reference": (3, {"reference": []}, ValueError, "the reference holds no labels"),
    "a method": (
        3,
        {"method": "chi"},
        ValueError,
        "method must be one of jensen-shannon, kullback-leibler, got 'chi'",
    ),
    "a weighting": (
        3,
        {"weighting": "all"},
        ValueError,
        "weighting must be one of equal, rows, got 'all'",
    ),
    "unseen": (
        3,
        {"method": "kullback-leibler", "unseen": 0},
        ValueError,
        "unseen must be 'inf' or a pseudo-count from 1e-18 to 1e8, got 0",
    ),
    "unseen without need": (
        3,
        {"unseen": 1},
        ValueError,
        "unseen= is for kullback-leibler: jensen-shannon knows labels that a side lacks",
    ),
    "weights without need": (
        3,
        {"method": "kullback-leibler", "weighting": "rows"},
        ValueError,
        "weighting= is for jensen-shannon: kullback-leibler weights by the window alone",
    ),
    "lateness without times": (
        3,
        {"lateness": 1},
        ValueError,
        'lateness and late go with a span such as "10min": events of a window of a number of '
        "events have no times",
    ),
}


@pytest.mark.parametrize(("window", "options", "error", "message"), MADE.values(), ids=MADE)
def test_bad_parameters_are_refused(window, options, error, message):
    """The value, what is allowed, and what to do."""
    with pytest.raises(error) as raised:
        es.DivergenceWindow(window, **{"reference": ["a"], **options})
    assert str(raised.value) == message


def test_times_go_with_spans():
    """An event of a span has a time, one of a counted window has none."""
    counted = es.DivergenceWindow(3, reference=["a"])
    timed = es.DivergenceWindow("3s", reference=["a"])
    for call in (
        lambda: counted.update("a", at=1),
        lambda: counted.update_many("a", times=1),
        lambda: counted.trace("a", times=1),
        lambda: counted.advance(1),
        lambda: timed.update("a"),
        lambda: timed.update_many("a"),
        lambda: timed.trace("a"),
    ):
        with pytest.raises(TypeError, match="time"):
            call()
    assert (counted.n, timed.n) == (0, 0)


@pytest.mark.parametrize("call", ["update_many", "trace"])
def test_refused_columns_change_nothing(call):
    """A label that cannot be hashed, a time that is too late."""
    for window in filled():
        before = window.copy()
        timed = isinstance(window.window, dt.timedelta)
        with pytest.raises(TypeError):
            getattr(window, call)(["new", []], **({"times": 20} if timed else {}))
        if timed:
            with pytest.raises(ValueError, match="too late"):
                getattr(window, call)(["new", "newer"], times=[20, 3])
        assert window == before
        assert window.to_bytes() == before.to_bytes()


def test_too_many_events_are_refused():
    """The same limit as that of rolling_divergence; nothing changes."""
    window = es.DivergenceWindow(10, reference={"a": 2**59})
    window.update_many("abc")
    with pytest.raises(OverflowError, match="twice their product must be below 2\\^62"):
        window.update("d")
    with pytest.raises(OverflowError, match="twice their product must be below 2\\^62"):
        window.update_many("de")
    assert window.counts() == {"a": 1, "b": 1, "c": 1}


def test_windows_cannot_merge():
    """As for all windows by number, the order of two streams is unknown."""
    window = es.DivergenceWindow(3, reference=["a"])
    with pytest.raises(TypeError, match="cannot merge"):
        window.merge(window)


def test_update_does_not_depend_on_the_length_of_the_window():
    """Memory is not touched in proportion to the window: a large one takes what it holds."""
    window = es.DivergenceWindow(2**62 - 1, reference=["a"])
    window.update_many("ab")
    assert held("ab") == window.counts()
