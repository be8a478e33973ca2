"""Windows by panes equal brute force, whatever the order and the batches of the events."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es

pytest.importorskip("pyspark")

from entrostream.spark.streaming.panes import NEW, PanedKey, PaneRule
from tests.spark.streaming import model
from tests.spark.streaming.model import MEASURES, arrivals, bits, values, windows
from tests.spark.streaming.simulated_key import Panes, SimulatedKey
from tests.spark.streaming.strategies import BASE, batches, events, rules

BATCHES = batches("k")
RULES = rules([1, 5, 10, 33])
LATENESS = st.sampled_from([0, 7, 50, 500])


def read(tally):
    """Return the measures to the last bit."""
    return bits(getattr(tally, name) for name in MEASURES)


def labels_of(batch):
    return np.array([event.label for event in batch], dtype=object)


def times_of(batch):
    return np.array([event.time for event in batch], dtype=np.int64)


def run(rule, batches, lateness):
    """Return the key after all batches, and the windows that it gave."""
    key, found, seen = SimulatedKey(rule), [], []
    for batch in [*batches, []]:
        _, watermark = arrivals(seen, lateness)
        found += key.trigger(times_of(batch), labels_of(batch), watermark, read)
        seen.append(batch)
    return key, found


@given(rule=RULES, batches=BATCHES, lateness=LATENESS)
def test_complete_windows_are_those_of_brute_force(rule, batches, lateness):
    """Each once, with the bits of the rows that came before it was complete."""
    key, found = run(rule, batches, lateness)
    came, watermark = arrivals(batches, lateness)

    assert len(found) == len(dict(found))
    assert dict(found) == windows(came, rule, watermark)
    assert key.progress.late == model.late(came, rule)


@given(rule=RULES, batches=BATCHES)
def test_expired_panes_are_deleted(rule, batches):
    """A key without open windows has no state but the number of its late rows."""
    key, _ = run(rule, batches, 0)
    _, watermark = arrivals(batches, 0)
    assert all(start + rule.size > rule.last_end(watermark) for start in key.store)

    key.trigger([], [], BASE + 10**6, read)
    assert not key.store
    assert key.progress == NEW or key.progress.late


@given(rule=RULES, batches=BATCHES, lateness=LATENESS)
def test_early_windows_have_the_rows_so_far(rule, batches, lateness):
    """Those that a trigger changed and that are not complete, with the rows until then."""
    key = SimulatedKey(rule)
    for number, batch in enumerate(batches):
        early = []
        _, watermark = arrivals(batches[:number], lateness)
        key.trigger(times_of(batch), labels_of(batch), watermark, read, early)

        came, _ = arrivals(batches[: number + 1], lateness)
        changed = windows(came[len(came) - len(batch) :], rule)
        so_far = windows(came, rule)
        assert len(early) == len(dict(early))
        assert dict(early) == {end: so_far[end] for end in changed}


@given(rule=RULES, events=st.lists(events("k"), min_size=1, max_size=20), data=st.data())
def test_panes_do_not_depend_on_the_order(rule, events, data):
    """Their bytes are those of the same rows in another order, in other batches."""
    shuffled = data.draw(st.permutations(events))
    cut = data.draw(st.integers(0, len(events)))
    one, _ = run(rule, [events], 10**7)
    other, _ = run(rule, [shuffled[:cut], shuffled[cut:]], 10**7)

    assert one.store == other.store


def test_late_event_is_in_the_windows_that_are_open():
    """As with window() of Spark SQL: the complete ones are not given again."""
    key = SimulatedKey(PaneRule(20, 10))
    first = key.trigger(*one("a", 5), 0, read)
    second = key.trigger(*one("b", 5), BASE + 10, read)
    third = key.trigger([], [], BASE + 20, read)

    assert (first, second, third) == ([], [(BASE + 10, values("a"))], [(BASE + 20, values("ab"))])
    assert key.progress.late == 1


def test_event_after_all_its_windows_is_only_counted():
    """It makes no pane and no timer."""
    key = SimulatedKey(PaneRule(20, 10))
    key.trigger(*one("a", 5), BASE + 20, read)

    assert not key.store
    assert not key.timers
    assert key.progress == NEW._replace(late=1)


def one(label, milliseconds):
    """Return the times and labels of one event."""
    return np.array([(BASE + milliseconds) * 1000]), np.array([label], dtype=object)


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
    """With missing="raise"."""
    key = SimulatedKey(PaneRule(10, 10, "raise"))
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
    progress = NEW._replace(timer=10)
    key = PanedKey(PaneRule(10, 10), Panes({0: bytes(newer)}), progress, 100, print)

    with pytest.raises(
        es.StateError,
        match=r"^pane 1970-01-01T00:00:00\+00:00: state has format version 9, this entrostream "
        r"reads version 1$",
    ):
        key.complete(read)
