"""Late events are sorted into place; later ones are an error, or left out and counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import InputError
from entrostream.streaming import Reorder
from tests.streaming.streams import SECOND, batches, events

TIMES = st.lists(st.integers(0, 30), max_size=30)
CUTS = st.lists(st.integers(0, 30), max_size=5)


def reordered(times, lateness, late="drop", cuts=()):
    """Return the places of the events that come out, in their order, and how many were late."""
    reorder = Reorder(f"{lateness}s", late)
    stamped = events(range(len(times)), np.array(times, np.int64) * SECOND)
    parts = [reorder.push(batch) for batch in batches(stamped, cuts)] + [reorder.finish()]
    return [label for part in parts if part.n for label in part.labels["x"]], reorder.late


@given(times=TIMES, lateness=st.integers(0, 10), cuts=CUTS)
def test_order_is_that_of_the_times(times, lateness, cuts):
    """Events that are late by no more than allowed are kept; equal times stay in order."""
    clock, kept = -1, []
    for place, time in enumerate(times):
        clock = max(clock, time)
        if clock - time <= lateness:
            kept.append(place)
    expected = sorted(kept, key=lambda place: times[place])

    assert reordered(times, lateness, cuts=cuts) == (expected, len(times) - len(kept))


def test_events_are_held_no_longer_than_needed():
    """Until no earlier one can come."""
    reorder = Reorder("5s")
    ready = reorder.push(events("abc", [10 * SECOND, 8 * SECOND, 14 * SECOND]))
    assert ready.labels["x"] == ["b"]
    assert reorder.push(events("d", [15 * SECOND])).labels["x"] == ["a"]
    assert reorder.finish().labels["x"] == ["c", "d"]


def test_late_event_is_an_error():
    """With how late it is, and both ways out."""
    message = (
        r"^an event is 2.5 s late: --lateness 5s sorts such events into place, "
        r"--late drop leaves them out$"
    )
    with pytest.raises(InputError, match=message):
        Reorder().push(events("ab", [10 * SECOND, 7_500_000_000]))


def test_events_without_times_pass():
    """There is nothing to sort."""
    assert Reorder("5s").push(events("ab")).labels["x"] == ["a", "b"]


@pytest.mark.parametrize("lateness", ["x", "-1s", "5", "1mo"])
def test_wrong_lateness_is_refused(lateness):
    """With what it has to be."""
    message = rf"^--lateness must be a length of time such as 30s, got '{lateness}'$"
    with pytest.raises(ValueError, match=message):
        Reorder(lateness)


def test_groups_and_weights_move_with_their_events():
    """All columns are sorted alike."""
    reorder = Reorder("9s")
    groups, weights = [("u",), ("v",), ("u",)], [1, 2, 3]
    reorder.push(events("abc", np.array([3, 2, 1]) * SECOND, groups, weights))
    out = reorder.finish()
    assert out.labels["x"] == ["c", "b", "a"]
    assert [out.keys[each] for each in out.groups] == [("u",), ("v",), ("u",)]
    assert out.weights.tolist() == [3, 2, 1]
