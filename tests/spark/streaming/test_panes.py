"""Windows by panes equal brute force, whatever the order and the batches of the events."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream.spark.streaming.panes import NEW, PanedKey, PaneRule
from tests.spark.streaming.model import MEASURES, Event, bits, judged, values, windows
from tests.spark.streaming.simulated_key import Panes, SimulatedKey

BASE = 1_000_000  # milliseconds: not before the first watermark, which is 0
EVENTS = st.builds(
    Event,
    st.just("k"),
    st.integers(BASE * 1000, BASE * 1000 + 200_000),
    st.sampled_from(["a", "b", "c", None]),
)
BATCHES = st.lists(st.lists(EVENTS, max_size=12), min_size=1, max_size=6)
RULES = st.builds(
    lambda panes, slide: PaneRule(panes * slide, slide, "label"),
    st.integers(1, 7),
    st.sampled_from([1, 5, 10, 33]),
)


def read(tally):
    """Return the measures to the last bit."""
    return bits(getattr(tally, name) for name in MEASURES)


def labels_of(batch):
    return np.array([event.label for event in batch], dtype=object)


def times_of(batch):
    return np.array([event.time for event in batch], dtype=np.int64)


def run(rule, batches, lateness, early=None):
    """Return the key after all batches, and the windows that it gave."""
    key, found, latest, watermark = SimulatedKey(rule), [], 0, 0
    for batch in [*batches, []]:
        found += key.trigger(times_of(batch), labels_of(batch), watermark, read, early)
        latest = max([latest, *(event.time // 1000 for event in batch)])
        watermark = max(watermark, latest - lateness)
    return key, found, watermark


@given(rule=RULES, batches=BATCHES, lateness=st.sampled_from([0, 7, 50, 500]))
def test_complete_windows_are_those_of_brute_force(rule, batches, lateness):
    """Each once, with the bits of its rows; late rows are counted and in none of them."""
    key, found, _ = run(rule, batches, lateness)
    truth = judged(batches, rule.slide, lateness)
    expected = windows(truth.accepted.get("k", []), rule.size, rule.slide, truth.watermark)

    assert len(found) == len(dict(found))
    assert dict(found) == expected
    assert key.progress.late == truth.late.get("k", 0)


@given(rule=RULES, batches=BATCHES)
def test_expired_panes_are_deleted(rule, batches):
    """A key without open windows has no state but the number of its late rows."""
    key, _, watermark = run(rule, batches, 0)
    assert all(start + rule.size > rule.last_end(watermark) for start in key.store)

    key.trigger([], [], BASE + 10**6, read)
    assert not key.store
    assert key.progress == NEW or key.progress.late


@given(rule=RULES, batches=BATCHES, lateness=st.sampled_from([0, 50]))
def test_early_windows_have_the_rows_so_far(rule, batches, lateness):
    """Those that a trigger changed and that are not complete, with the rows until then."""
    key, latest, watermark, accepted = SimulatedKey(rule), 0, 0, []
    for batch in batches:
        early = []
        key.trigger(times_of(batch), labels_of(batch), watermark, read, early)
        new = [e for e in batch if (e.time // 1000 // rule.slide + 1) * rule.slide > watermark]
        accepted += new
        ends = windows(new, rule.size, rule.slide, 10**12).keys()
        all_values = windows(accepted, rule.size, rule.slide, 10**12)
        expected = {end: all_values[end] for end in ends if end > watermark}
        assert dict(early) == expected
        assert len(early) == len(expected)
        latest = max([latest, *(event.time // 1000 for event in batch)])
        watermark = max(watermark, latest - lateness)


@given(rule=RULES, events=st.lists(EVENTS, min_size=1, max_size=20), data=st.data())
def test_panes_do_not_depend_on_the_order(rule, events, data):
    """Their bytes are those of the same rows in another order, in other batches."""
    shuffled = data.draw(st.permutations(events))
    cut = data.draw(st.integers(0, len(events)))
    one, _, _ = run(rule, [events], 10**7)
    other, _, _ = run(rule, [shuffled[:cut], shuffled[cut:]], 10**7)

    assert one.store == other.store


def test_empty_time_between_windows_costs_nothing():
    """Windows without events are not visited, and not given."""
    rule = PaneRule(2, 1)
    key = SimulatedKey(rule)
    times = np.array([BASE, BASE + 10**12]) * 1000
    key.trigger(times, np.array(["a", "b"], dtype=object), 0, read)

    found = key.trigger([], [], BASE + 2 * 10**12, read)

    assert [end - BASE for end, _ in found] == [1, 2, 10**12 + 1, 10**12 + 2]
    assert found[0][1] == values(["a"])


def test_a_refused_label_changes_nothing():
    """With missing="raise", the default."""
    key = SimulatedKey(PaneRule(10, 10))
    times = np.array([BASE, BASE]) * 1000

    with pytest.raises(ValueError, match="label is missing"):
        key.trigger(times, np.array(["a", None], dtype=object), 0, read)

    assert not key.store
    assert key.progress == NEW


def test_skipped_labels_are_no_events():
    """A pane of nothing else is not stored."""
    key = SimulatedKey(PaneRule(10, 10, "skip"))
    key.trigger(np.array([BASE * 1000]), np.array([None], dtype=object), 0, read)

    assert not key.store
    assert not key.timers


def test_state_of_a_newer_version_is_refused():
    """By its version, and by the time of the pane."""
    newer = bytearray(es.Tally("ab").to_bytes())
    newer[4] = 9
    key = PanedKey(PaneRule(10, 10), Panes({0: bytes(newer)}), NEW, print)

    with pytest.raises(
        es.StateError,
        match=r"^pane 1970-01-01T00:00:00\+00:00: state has format version 9, this entrostream "
        r"reads version 1$",
    ):
        key.complete(100, read)
