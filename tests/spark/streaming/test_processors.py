"""What Spark runs per key, with the state and timers of Spark's tester: no JVM."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pyspark")

import pyarrow as pa

import entrostream as es
from entrostream.spark.streaming.panes import PaneRule
from entrostream.spark.streaming.partial_panes import PartialPanes
from tests.examples import examples
from tests.spark.streaming import model
from tests.spark.streaming.model import MEASURES, Event, arrivals, bits, of_key, values, windows
from tests.spark.streaming.strategies import BASE, batches, rules
from tests.spark.streaming.tested_processor import arguments, processor_of, rows_of, run

BATCHES = batches("pq")
RULES = rules([7, 20])
RULE = PaneRule(20, 10)


def measured(row):
    return bits(row[name] for name in MEASURES)


def by_window(rows):
    """Return the measures by key and end; fails if a window is there twice."""
    found = {(row["k0"], row["end"] // 1000): measured(row) for row in rows}
    assert len(found) == len(rows)
    return found


def expected(came, rule, upto=model.OPEN):
    return {
        (f"={key}", end): each
        for key in {event.key for event, _ in came}
        for end, each in windows(of_key(came, key), rule, upto).items()
    }


@examples(30)
@given(rule=RULES, batches=BATCHES, lateness=st.sampled_from([0, 50]))
def test_windows_are_those_of_brute_force(rule, batches, lateness):
    """Each key on its own, by one watermark."""
    rows = [row for rows in run(arguments("windows", rule), batches, lateness) for row in rows]
    came, watermark = arrivals(batches, lateness)

    assert by_window(rows) == expected(came, rule, watermark)
    assert all(row["end"] - row["start"] == 1000 * rule.size for row in rows)


@examples(30)
@given(rule=RULES, batches=BATCHES, lateness=st.sampled_from([0, 50]))
def test_early_rows_are_the_open_windows_that_changed(rule, batches, lateness):
    """Complete ones are given as by output="windows"."""
    triggers = run(arguments("early", rule), batches, lateness)
    whole, watermark = arrivals(batches, lateness)
    complete = [row for rows in triggers for row in rows if row["complete"]]

    assert by_window(complete) == expected(whole, rule, watermark)
    for number, batch in enumerate(batches):
        came, _ = arrivals(batches[: number + 1], lateness)
        changed = expected(came[len(came) - len(batch) :], rule)
        so_far = expected(came, rule)
        early = by_window([row for row in triggers[number] if not row["complete"]])
        assert early == {window: so_far[window] for window in changed}


@examples(30)
@given(batches=BATCHES)
def test_running_values_are_those_of_all_rows_so_far(batches):
    """One row for each key with rows in the trigger."""
    triggers = run(arguments("running", PaneRule(1, 1, "label")), batches, 0)
    so_far = Counter()
    for batch, rows in zip(batches, triggers, strict=False):
        so_far += Counter((event.key, event.label) for event in batch)
        labels = {
            f"={key}": [label for (k, label), n in so_far.items() if k == key for _ in range(n)]
            for key in {event.key for event in batch}
        }
        assert {row["k0"]: measured(row) for row in rows} == {
            key: values(each) for key, each in labels.items()
        }


def test_late_rows_are_counted_in_the_next_rows_of_their_key():
    """All of them so far."""
    batches = [
        [Event("p", (BASE + 5) * 1000, "a"), Event("q", (BASE + 100) * 1000, "a")],
        [Event("p", (BASE + 5) * 1000, "b")] * 3 + [Event("p", (BASE + 205) * 1000, "c")],
    ]
    *_, last = run(arguments("windows", RULE), batches, 0)

    assert [(row["k0"], row["late"]) for row in last] == [("=q", 0), ("=q", 0)]
    batches.append([Event("q", (BASE + 300) * 1000, "a")])
    *_, last = run(arguments("windows", RULE), batches, 0)
    assert {(row["k0"], row["late"]) for row in last} == {("=p", 3)}


def changing(n=3000, key="p"):
    """Return events of a key whose labels change after half of them, one each 10 ms."""
    first, second = "aaab", "abbb"
    return [
        Event(key, (BASE + 10 * i) * 1000, (first if i < n // 2 else second)[i % 4])
        for i in range(n)
    ]


END = [[Event("other", (BASE + 10**6) * 1000, "x")]]


def changes_of(batches, **more):
    query = arguments("changes", PaneRule(1000, 1000), **more)
    return [row for rows in run(query, batches, 10_000) for row in rows if row["k0"] == "=p"]


@examples(8)
@given(cuts=st.lists(st.integers(0, 3000), min_size=1, max_size=4), seed=st.integers(0, 99))
def test_changes_are_those_of_one_adaptive_window(cuts, seed):
    """Whatever the batches, and the order of events within them."""
    events = changing()
    window = es.AdaptiveWindow()
    for event in events:
        window.update(event.label, at=event.time / 1e6)
    bounds = [0, *sorted(cuts), len(events)]
    batches = [events[a:b] for a, b in pairwise(bounds)]
    for batch in batches:
        Random(seed).shuffle(batch)

    rows = changes_of([*batches, *END])

    assert rows
    for row, change in zip(rows, window.changes, strict=True):
        for name in ("position", "found", "strength", "severity", "entropy_before", "duration"):
            assert row[name] == getattr(change, name)
        assert row["at"] == events[change.position].time
        assert [label for label, _, _ in row["labels"]] == [s.label for s in change.labels]


def test_missing_labels_are_skipped_before_the_adaptive_window():
    """So that a window with the default parameters serves."""
    events = changing()
    blanks = [event._replace(label=None) for event in events[::7]]

    adaptive = es.AdaptiveWindow()
    assert changes_of([events + blanks, *END], adaptive=adaptive) == changes_of([events, *END])


def test_adaptive_window_of_the_query_is_used():
    """One with a smaller rate and a limit of the size."""
    adaptive = es.AdaptiveWindow(1e-12, min_shift=0.9)
    assert changes_of([changing(), *END], adaptive=adaptive) == []


@pytest.mark.parametrize("output", ["windows", "early", "changes"])
def test_state_of_a_newer_version_is_named_by_its_key(output):
    """In one sentence: the key, the pane, the version."""
    newer = bytearray(es.Tally("ab").to_bytes())
    newer[4] = 9
    query = arguments(output, RULE)
    spark = processor_of(query)
    spark.testInPandas("=web", rows_of(query, [Event("web", BASE * 1000, "a")]))
    ((pane, _),) = spark.peekMapState("panes", "=web").items()
    spark.updateMapState("panes", "=web", {pane: (bytes(newer),)})

    with pytest.raises(
        es.StateError,
        match=r"^state of key host='web': pane 1970-01-01T00:16:40\+00:00: state has format "
        r"version 9, this entrostream reads version 1$",
    ):
        spark.setWatermark(BASE + 10**6)


def test_running_state_that_is_damaged_is_named_by_its_key():
    """Null keys, too."""
    query = arguments("running", RULE)
    spark = processor_of(query)
    spark.updateValueState("tally", "", (b"?",))
    with pytest.raises(es.StateError, match=r"^state of key host=None: not an entrostream state"):
        spark.testInPandas("", rows_of(query, [Event("", BASE * 1000, "a")]))


@pytest.mark.parametrize("other", [PaneRule(20, 20), PaneRule(30, 10)])
def test_state_of_other_windows_is_refused(other):
    """Its panes do not make the windows of the query."""
    query = arguments("windows", RULE)
    rows = rows_of(query, [Event("web", BASE * 1000, "a")])
    before, after = processor_of(query), processor_of(arguments("windows", other))
    before.testInPandas("=web", rows)
    after.updateValueState("progress", "=web", before.peekValueState("progress", "=web"))

    with pytest.raises(
        es.StateError,
        match=r"^state of key host='web': the checkpoint was written with a window of 20 ms and "
        rf"a slide of 10 ms, the query has {other.size} ms and {other.slide} ms: use the same, or "
        r"another checkpoint location$",
    ):
        after.testInPandas("=web", rows)


def test_state_of_another_adaptive_window_is_refused():
    """It would go on with the parameters of the first start."""
    query = arguments("changes", RULE)
    rows = rows_of(query, [Event("web", BASE * 1000, "a")])
    before = processor_of(query)
    before.testInPandas("=web", rows)
    before.setWatermark(BASE + 100)
    after = processor_of(arguments("changes", RULE, adaptive=es.AdaptiveWindow(0.5)))
    after.updateValueState("adaptive", "=web", before.peekValueState("adaptive", "=web"))
    after.testInPandas("=web", rows)

    with pytest.raises(
        es.StateError,
        match=r"^state of key host='web': the checkpoint was written with rate=0.0001 of the "
        r"adaptive window, the query has rate=0.5: pass the same, or use another checkpoint "
        r"location$",
    ):
        after.setWatermark(BASE + 100)


def test_null_time_is_refused():
    """It is in no window."""
    refused = r"^time column 'at' has a null: filter the rows without a time$"
    query = arguments("changes", RULE)
    rows = rows_of(query, [Event("p", BASE * 1000, "a")])
    rows["time"] = [None]
    with pytest.raises(ValueError, match=refused):
        processor_of(query).testInPandas("=p", rows)

    columns = [pa.array([None], pa.int64()), pa.array(["a"])]
    with pytest.raises(ValueError, match=refused):
        PartialPanes(RULE, [], "at").push(columns)
