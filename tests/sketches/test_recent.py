"""Sketches of the recent part of a stream hold what the exact summaries hold."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es

TIMES = st.lists(st.integers(0, 500), min_size=1, max_size=60)


@given(times=TIMES)
def test_window_holds_the_events_of_its_panes(times):
    """The entropy is that of the events of the newest panes, to the bit while it is exact."""
    times.sort()
    labels = [time % 7 for time in times]
    window, one_by_one = es.SketchWindow(100, panes=10), es.SketchWindow(100, panes=10)
    window.update_many(labels, times=times)
    for label, time in zip(labels, times, strict=True):
        one_by_one.update(label, at=time)
    newest = times[-1] // 10
    held = [label for label, time in zip(labels, times, strict=True) if time // 10 > newest - 10]

    assert window == one_by_one
    assert window.n == len(held)
    assert window.entropy == es.Tally(held).entropy


def test_window_takes_times_in_any_order():
    """Late events go to their pane; those that are older than the window are refused."""
    sorted_window, window = es.SketchWindow(100, panes=10), es.SketchWindow(100, panes=10)
    sorted_window.update_many("abcd", times=[10, 20, 50, 95])
    window.update_many("dbca", times=[95, 20, 50, 10])
    assert window == sorted_window
    with pytest.raises(ValueError, match='1 event is older than the window; pass late="drop"'):
        window.update("a", at=-5)
    assert window == sorted_window
    dropping = es.SketchWindow(100, panes=10, late="drop")
    dropping.update_many("abc", times=[200, 500, 0])
    assert (dropping.n, dropping.dropped) == (1, 1)  # the first was in time


def test_window_of_many_labels_is_as_accurate_as_a_sketch():
    """In a drifting stream, against the exact value."""
    rng = np.random.default_rng(3)
    labels = rng.zipf(1.2, 100_000) % 50_000 + np.arange(100_000) // 1_000 * 7
    times = np.arange(100_000) / 100.0
    window = es.SketchWindow(200, panes=20, memory="16KiB")
    window.update_many(labels, times=times)
    held = labels[times // 10 > 999 // 10 - 20]
    low, high = window.entropy_estimate().interval(0.9999)

    assert window.n == len(held)
    assert low <= es.Tally(held).entropy <= high
    assert window.nbytes <= 21 * 16384  # 20 panes, and all of them merged


def test_windows_merge():
    """Pane by pane; different spans, panes or clocks are refused."""
    left, right, both = (es.SketchWindow("10min", panes=6) for _ in range(3))
    left.update_many("ab", times=[0, 500])
    right.update_many("bc", times=[100, 700])
    both.update_many("abbc", times=[0, 500, 100, 700])
    left.merge(right)

    assert left == both
    with pytest.raises(ValueError, match="different spans or panes"):
        left.merge(es.SketchWindow("10min", panes=7))
    with pytest.raises(ValueError, match="sketches with seeds"):
        left.merge(window_with(es.SketchWindow("10min", panes=6, seed=1)))


def window_with(window):
    """Return a window with an event."""
    window.update("a", at=600)
    return window


@given(labels=st.lists(st.sampled_from("abcde"), max_size=200), factor=st.floats(0.5, 1.0))
def test_decay_by_count_is_that_of_a_fading_tally(labels, factor):
    """To rounding, however the events come."""
    sketch, one_by_one = (
        es.FadingSketch(fading_factor=factor),
        es.FadingSketch(fading_factor=factor),
    )
    tally = es.FadingTally(fading_factor=factor)
    sketch.update_many(labels)
    for label in labels:
        one_by_one.update(label)
    tally.update_many(labels)

    assert sketch.n == pytest.approx(tally.n, rel=1e-9)
    assert sketch.entropy == pytest.approx(tally.entropy, abs=1e-9)
    assert sketch.gini == pytest.approx(tally.gini, abs=1e-9)
    assert one_by_one.entropy == pytest.approx(sketch.entropy, abs=1e-9)


@given(times=TIMES)
def test_decay_by_time_is_that_of_a_fading_tally(times):
    """Also over many half-lives."""
    times.sort()
    labels = [time % 5 for time in times]
    sketch, tally = es.FadingSketch(half_life=3), es.FadingTally(half_life=3)
    for first in range(0, len(times), 7):
        sketch.update_many(labels[first : first + 7], times=times[first : first + 7])
    tally.update_many(labels, times=times)

    assert sketch.n == pytest.approx(tally.n, rel=1e-9)
    assert sketch.entropy == pytest.approx(tally.entropy, abs=1e-9)


@given(times=st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=9))
def test_times_of_any_distance_decay(times):
    """Also centuries apart, where their differences exceed 64 bits."""
    instants = np.array(times).astype("datetime64[ns]")
    instants = instants[~np.isnat(instants)]
    if not len(instants):
        return
    half_life = 2**61
    sketch = es.FadingSketch(half_life=np.timedelta64(half_life, "ns"))
    sketch.update_many(range(len(instants)), times=instants)
    exact = instants.astype(np.int64).tolist()
    weights = [2.0 ** ((time - max(exact)) / half_life) for time in exact]
    shares = [weight / sum(weights) for weight in weights]

    assert sketch.n == pytest.approx(sum(weights), rel=1e-12)
    assert sketch.entropy == pytest.approx(-sum(p * math.log2(p) for p in shares), abs=1e-12)


def test_window_takes_times_of_any_distance():
    """From the first nanosecond of 64 bits to the last."""
    first, last = -(2**63) + 1, 2**63 - 1
    window = es.SketchWindow(1e-6, panes=1000, late="drop")
    window.update_many("abc", times=np.array([first, last, first]).astype("datetime64[ns]"))

    assert (window.n, window.dropped) == (1, 1)
    window = es.SketchWindow(1e-6, panes=1000)
    window.update("a", at=np.datetime64(first, "ns"))
    assert window.n == 1
    with pytest.raises(ValueError, match="2 events are older"):
        window.update_many("abc", times=np.array([last, first, first]).astype("datetime64[ns]"))


def test_many_events_per_half_life_fit():
    """Weights are scaled down before their sum reaches 2**53, the limit of a sketch."""
    by_time, by_count = es.FadingSketch(half_life=1), es.FadingSketch(fading_factor=2**-5e-5)
    for quarter in range(0, 201, 3):
        by_time.update_many(np.zeros(30_000, int), times=quarter / 4)
    by_count.update_many(np.zeros(900_000, int))

    assert by_time.n == pytest.approx(30_000 / (1 - 2**-0.75), rel=1e-9)
    assert by_count.n == pytest.approx(1 / (1 - 2**-5e-5), rel=1e-9)


@pytest.mark.parametrize("factor", [5e-324, 2.0**-1000, 1e-9])
def test_fading_factor_may_be_tiny(factor):
    """The last event alone counts."""
    sketch = es.FadingSketch(fading_factor=factor)
    sketch.update_many("abcab")

    assert sketch.n == pytest.approx(1, rel=1e-8)
    assert sketch.most_common(1)[0][0] == "b"
    assert es.FadingSketch.from_bytes(sketch.to_bytes()) == sketch


@given(times=TIMES)
def test_sketches_with_decay_by_time_merge(times):
    """The parts, in any order, hold what one sketch of all events holds."""
    parts = [es.FadingSketch(half_life=7) for _ in range(3)]
    whole = es.FadingSketch(half_life=7)
    for place, part in enumerate(parts):
        part.update_many([time % 5 for time in times[place::3]], times=times[place::3])
    whole.update_many([time % 5 for time in times], times=times)
    left, right = parts[0].copy(), parts[2].copy()
    for merged, others in ((left, parts[1:]), (right, parts[1::-1])):
        for other in others:
            merged.merge(other)

    assert left.n == pytest.approx(whole.n, rel=1e-12)
    assert left.entropy == pytest.approx(whole.entropy, abs=1e-12)
    assert right.entropy == pytest.approx(left.entropy, abs=1e-12)
    assert es.FadingSketch.from_bytes(left.to_bytes()) == left


def test_sketches_with_other_decay_cannot_merge():
    """The error says why."""
    sketch = es.FadingSketch(half_life=7)
    with pytest.raises(TypeError, match="how the events of two streams follow each other"):
        es.FadingSketch(fading_factor=0.5).merge(sketch)
    with pytest.raises(TypeError, match="can merge a FadingSketch by half_life, got 3"):
        sketch.merge(3)
    with pytest.raises(ValueError, match="different half-lives"):
        sketch.merge(es.FadingSketch(half_life=8))
    with pytest.raises(ValueError, match="sketches with seeds 0 and 1"):
        sketch.merge(es.FadingSketch(half_life=7, seed=1))


def test_skipped_events_do_not_decay_others():
    """No event happened."""
    sketch = es.FadingSketch(fading_factor=0.5, missing="skip")
    sketch.update_many(["a", None, None, "b"])

    assert sketch.n == 1.5


@pytest.mark.parametrize(
    "make",
    [
        lambda: es.FadingSketch("4KiB", fading_factor=0.99),
        lambda: es.SketchWindow(100, memory="4KiB"),
    ],
)
def test_copies_are_independent_and_equal(make):
    """Also by pickle."""
    sketch = make()
    times = {"times": np.arange(3_000) / 100} if isinstance(sketch, es.SketchWindow) else {}
    sketch.update_many(range(3_000), **times)
    for each in (sketch.copy(), copy.deepcopy(sketch), pickle.loads(pickle.dumps(sketch))):
        assert each == sketch
        each.clear()
        assert each != sketch
        assert each.n == 0


def test_arguments_are_checked():
    """The value, the limit and the way out."""
    with pytest.raises(TypeError, match="exactly one of fading_factor and half_life"):
        es.FadingSketch()
    with pytest.raises(ValueError, match="fading_factor must be above 0 and at most 1"):
        es.FadingSketch(fading_factor=1.5)
    with pytest.raises(TypeError, match="every event needs a time"):
        es.FadingSketch(half_life=5).update("a")
    with pytest.raises(TypeError, match="needs half_life"):
        es.FadingSketch(fading_factor=0.5).advance(5)
    with pytest.raises(ValueError, match="panes must be a positive integer, got 0"):
        es.SketchWindow(10, panes=0)
    with pytest.raises(ValueError, match="late must be"):
        es.SketchWindow(10, late="wait")
    with pytest.raises(ValueError, match="must have the same length, got 2 and 3"):
        es.SketchWindow(10).update_many("ab", [1, 2, 3], times=0)
    window = es.SketchWindow(10)
    window.update("a", at=0)
    with pytest.raises(TypeError, match="numbers of seconds, or all be instants"):
        window.update("a", at="2024-01-01")


def filled_window(**options):
    """Return a window with exact and estimated panes, events dropped, and a clock that went on."""
    window = es.SketchWindow(100, panes=5, memory="2KiB", late="drop", **options)
    window.update_many(np.arange(900) % 700, times=np.arange(900) / 15)
    window.update_many(["a", "b", "late"], times=[75, 110, 0])
    window.advance(125)
    return window


def filled_fading(**decay):
    """Return a sketch with decay that is no longer exact."""
    sketch = es.FadingSketch("2KiB", **decay)
    times = {"times": np.arange(900) / 3} if "half_life" in decay else {}
    sketch.update_many(np.arange(900) % 700, **times)
    return sketch


STORED = {
    "window": filled_window,
    "window without events": lambda: es.SketchWindow("10min", seed=5, missing="skip"),
    "by count": lambda: filled_fading(fading_factor=0.9),
    "by time": lambda: filled_fading(half_life=4),
    "by time without events": lambda: es.FadingSketch(half_life="1h", missing="label"),
}
every_stored = pytest.mark.parametrize("make", STORED.values(), ids=STORED.keys())


@every_stored
def test_bytes_restore_what_was_saved(make):
    """Equal, with the same bytes, and with the same bits after further events."""
    sketch = make()
    state = sketch.to_bytes()
    restored = type(sketch).from_bytes(state)
    timed = getattr(sketch, "fading_factor", None) is None

    assert restored == sketch
    assert restored.to_bytes() == state
    for each in (sketch, restored):
        each.update_many(range(500), **({"times": np.arange(500) / 9 + 310} if timed else {}))
    assert restored == sketch
    assert restored.entropy.hex() == sketch.entropy.hex()
    assert restored.to_bytes() == sketch.to_bytes()


@every_stored
def test_damaged_bytes_are_refused(make):
    """Every byte flipped, and cut at every length."""
    sketch = make()
    state = sketch.to_bytes()
    for place in range(len(state)):
        damaged = bytearray(state)
        damaged[place] ^= 0xFF
        with pytest.raises(es.StateError):
            type(sketch).from_bytes(bytes(damaged))
        with pytest.raises(es.StateError):
            type(sketch).from_bytes(state[:place])


def test_methods_that_cannot_merge_or_decay_are_refused():
    """When the object is made, not when it is read."""
    with pytest.raises(TypeError, match='"ccm07" cannot merge'):
        es.SketchWindow(10, method="ccm07")
    with pytest.raises(TypeError, match='"cdm06" cannot decay'):
        es.FadingSketch(fading_factor=0.5, method="cdm06")
