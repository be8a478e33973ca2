"""Readings of a stream are the values of the library, however the stream is cut into batches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream.ingest import InputError
from entrostream.streaming import Events, Schedule, StreamMeasures, WindowRule
from tests.streaming.streams import MEASURES, SECOND, bits, events, readings, values_of

LABELS = st.sampled_from(["a", "b", "c", 1, 2.5, True, ("a", 1)])
CUTS = st.lists(st.integers(0, 60), max_size=6)
SPAN = 10 * SECOND


@st.composite
def streams(draw):
    """Return labels with times in order, and groups."""
    labels = draw(st.lists(st.none() | LABELS, max_size=60))
    steps = draw(st.lists(st.integers(0, 7), min_size=len(labels), max_size=len(labels)))
    times = (np.cumsum(steps) + 1_000_000_003).astype(np.int64) * SECOND
    groups = [draw(st.sampled_from([("u",), ("v",), ("w",)])) for _ in labels]
    return labels, times, groups


RULES = [
    WindowRule(),
    WindowRule("7"),
    WindowRule("adaptive"),
    WindowRule(decay="5"),
    WindowRule("7", decay="5"),
    WindowRule("20s"),
    WindowRule(decay="30s"),
    WindowRule(missing="label"),
    WindowRule("7", missing="label"),
    WindowRule("20s", missing="label"),
]


EVERY = st.sampled_from([None, "1", "5", "10s", "1min"])


@pytest.mark.parametrize("rule", RULES, ids=[f"{each.window}-{each.decay}" for each in RULES])
@given(stream=streams(), every=EVERY, cuts=CUTS, grouped=st.booleans())
def test_batches_change_nothing(rule, stream, every, cuts, grouped):
    """Windows, decay, schedules and groups give the same readings in the same order."""
    labels, times, groups = stream
    all_events = events(labels, times, groups if grouped else None)

    assert readings(all_events, rule, every, cuts) == readings(all_events, rule, every)


@given(stream=streams(), cuts=CUTS)
def test_one_value_at_the_end(stream, cuts):
    """That of all labels."""
    labels, _, _ = stream
    (found,) = readings(events(labels), cuts=cuts)
    tally = es.Tally([label for label in labels if label is not None])
    assert found == (len(labels), (), "x", values_of(tally))


@given(stream=streams(), cuts=CUTS)
def test_intervals_are_those_of_the_library(stream, cuts):
    """`es.entropy(every=)` and `es.gini(every=)`, empty intervals included."""
    labels, times, _ = stream
    found = readings(events(labels, times), every="10s", cuts=cuts, measures=("entropy", "gini"))
    if not labels:
        assert found == []
        return
    expected = es.entropy(labels, every="10s", times=times.view("M8[ns]"))
    gini = es.gini(labels, every="10s", times=times.view("M8[ns]"))["gini"]
    starts = np.asarray(expected["time"], "M8[ns]").view(np.int64).tolist()

    assert [each[0] for each in found] == starts
    assert [each[3] for each in found] == [
        (bits(one), bits(two)) for one, two in zip(expected["entropy"], gini, strict=True)
    ]


@given(stream=streams(), cuts=CUTS, window=st.sampled_from(["10s", "25s"]))
def test_windows_by_the_clock_are_those_of_the_library(stream, cuts, window):
    """`es.rolling(every=)`: the window that ends at each multiple, also where there is no row."""
    labels, times, _ = stream
    if not labels:
        return
    found = readings(
        events(labels, times), WindowRule(window), "10s", cuts, measures=("entropy", "n")
    )
    expected = es.rolling(
        labels,
        window,
        times=times.view("M8[ns]"),
        every="10s",
        min_periods=0,
        measures=("entropy", "n"),
    )
    ends = np.asarray(expected["time"], "M8[ns]").view(np.int64).tolist()
    values = {
        end: (bits(entropy), bits(n))
        for end, entropy, n in zip(ends, expected["entropy"], expected["n"], strict=True)
    }
    assert {each[0]: each[3] for each in found} == values


@pytest.mark.parametrize("window", [None, "5"])
@given(stream=streams(), cuts=CUTS, every=st.sampled_from(["1", "4"]))
def test_values_every_n_rows(window, stream, cuts, every):
    """Those of a summary that was fed one label at a time."""
    labels, _, _ = stream
    rule = WindowRule(window)
    summary, expected = rule.summary(), []
    for row, label in enumerate(labels, 1):
        if label is not None:
            summary.update(label)
        if row % int(every) == 0:
            expected.append((row, (), "x", values_of(summary)))

    assert readings(events(labels), rule, every, cuts) == expected


@given(stream=streams(), cuts=CUTS)
def test_months(stream, cuts):
    """Intervals of the calendar have their own lengths."""
    labels, times, _ = stream
    if not labels:
        return
    days = times * 86_400 // 10  # a few years
    found = readings(events(labels, days), every="1mo", cuts=cuts, measures=("entropy",))
    expected = es.entropy(labels, every="1mo", times=days.view("M8[ns]"))
    assert [each[3][0] for each in found] == [bits(value) for value in expected["entropy"]]


@given(stream=streams(), cuts=CUTS)
def test_groups_have_values_of_their_own(stream, cuts):
    """One for each at the end, in the order in which they appear."""
    labels, _, groups = stream
    found = readings(events(labels, None, groups), cuts=cuts)
    expected = {}
    for label, key in zip(labels, groups, strict=True):
        tally = expected.setdefault(key, es.Tally())
        if label is not None:
            tally.update(label)
    assert [(key, values) for _, key, _, values in found] == [
        (key, values_of(tally)) for key, tally in expected.items()
    ]


@given(stream=streams(), cuts=CUTS)
def test_groups_by_the_clock_are_those_of_the_library(stream, cuts):
    """Where a group has events; an interval without any is not written for it."""
    labels, times, groups = stream
    if not labels:
        return
    found = readings(events(labels, times, groups), every="10s", cuts=cuts, measures=("entropy",))
    starts = times // SPAN * SPAN
    for start, key, _, (entropy,) in found:
        here = [
            label
            for label, group, at in zip(labels, groups, starts.tolist(), strict=True)
            if (group, at) == (key, start) and label is not None
        ]
        assert entropy == bits(es.entropy(here))
    expected = {
        (at, group)
        for label, group, at in zip(labels, groups, starts.tolist(), strict=True)
        if label is not None
    }
    assert {each[:2] for each in found} == expected


@pytest.mark.parametrize("rule", [WindowRule(weighted=True), WindowRule("20s", weighted=True)])
@given(stream=streams(), cuts=CUTS, data=st.data())
def test_weights(rule, stream, cuts, data):
    """All events, or those of a window; a weight of 0 adds nothing."""
    labels, times, _ = stream
    labels = [label or "none" for label in labels]
    weights = [data.draw(st.integers(0, 5)) for _ in labels]
    all_events = events(labels, times, None, weights)
    summary = rule.summary()
    aux = {"times": times.view("M8[ns]")} if rule.span else {}
    if labels:
        summary.update_many(labels, weights=np.array(weights, float), **aux)

    assert readings(all_events, rule, "10s", cuts) == readings(all_events, rule, "10s")
    if not rule.span:
        assert readings(all_events, rule, cuts=cuts)[0][3] == values_of(summary)


@given(labels=st.lists(st.none() | st.sampled_from("abcdefgh"), max_size=60), cuts=CUTS)
def test_label_limit_is_independent_of_batches(labels, cuts):
    """The first labels pass, all others are one; missing ones are missing."""
    limited = dict.fromkeys(label for label in labels if label is not None)
    kept = list(limited)[:3]
    expected = [label if label in kept or label is None else "<other>" for label in labels]

    assert readings(events(labels), cuts=cuts, max_labels=3) == readings(events(expected))


def test_several_fields_one_after_the_other():
    """At each point all fields, in their order."""
    stream = StreamMeasures(["x", "y"], WindowRule(), Schedule("2"), ["distinct"])
    found = stream.push(Events(4, {"x": ["a", "b", "a", "c"], "y": [1, 1, 1, 1]}))
    assert [(each.row, each.field, each.values["distinct"]) for each in found] == [
        (2, "x", 2.0),
        (2, "y", 1.0),
        (4, "x", 3.0),
        (4, "y", 1.0),
    ]


def test_counts_of_what_was_left_out():
    """Missing labels and labels beyond the limit."""
    stream = StreamMeasures(["x"], WindowRule(), Schedule(), MEASURES, 1)
    stream.push(events(["a", None, "b", "b", float("nan")]))
    assert (stream.rows, stream.missing, stream.folded) == (5, 2, 2)


def test_silent_stream_is_read_by_the_clock():
    """`advance` reads the intervals that have ended, with no event."""
    stream = StreamMeasures(["x"], WindowRule(), Schedule("10s"), ["n"])
    assert len(stream.advance(0)) == 0
    stream.push(events(["a"], [5 * SECOND]))
    found = stream.advance(25 * SECOND)
    assert [(each.time, each.values["n"]) for each in found] == [(0, 1.0), (10 * SECOND, 0.0)]


def test_jump_of_times_is_refused():
    """A million empty intervals are a wrong field, not a result."""
    stream = StreamMeasures(["x"], WindowRule(), Schedule("1s"), ["n"])
    stream.push(events(["a"], [0]))
    with pytest.raises(InputError, match=r"^the times jump by 1,431,857,103 intervals of 1s: is"):
        stream.push(events(["a"], [1431857103 * SECOND]))


def test_empty_stream_has_one_value():
    """Of no events; with groups there is none."""
    nan = bits(float("nan"))
    assert readings(events([])) == [(0, (), "x", (bits(0), bits(0), nan, nan, nan))]
    assert readings(events([], None, [])) == []
