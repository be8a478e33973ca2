"""A fading window reads what the sum over its last events reads, each with its own weight."""

import random
from collections import deque
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.laws import streams
from tests.laws.summaries import MEASURES, RESTORES
from tests.refusals import refused, unchanged
from tests.summaries import fading_truth
from tests.summaries.fading_truth import STREAMS
from tests.summaries.test_fading_tally import PROMISED, assert_right, faded_reads

WINDOWS = [
    (1, 0.5),
    (2, 0.9),
    (50, 0.9),
    (200, 0.99),
    (300, 0.8),
    (1000, 0.999),
    (1000, 0.9999),
    (1000, 1 - 1e-9),
    (1000, 1.0),
    (5000, 0.5),
    (5000, 5e-324),
]
every_window = pytest.mark.parametrize(("size", "fading_factor"), WINDOWS)


@every_window
@pytest.mark.parametrize("draw", STREAMS.values(), ids=STREAMS.keys())
def test_last_events_weigh_fading_factor_to_the_age(size, fading_factor, draw):
    """Against brute force with 400 bits, across changes of regime."""
    stream = draw(np.random.default_rng(size), 20_000)
    window, place = es.FadingWindow(size, fading_factor=fading_factor), 0
    marks = [1, size // 2 + 1, size + 1, 9000, 20_000]
    truths = fading_truth.in_window(stream.tolist(), size, fading_factor, marks)
    for mark, truth in zip(marks, truths, strict=True):
        window.update_many(stream[place:mark])
        place = max(place, mark)
        assert_right(window, truth)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "fading_factor"), [(1000, 0.999), (1000, 1 - 1e-9), (10, 1.0)])
def test_many_events_leave_no_drift(size, fading_factor):
    """1e8 events."""
    rng = np.random.default_rng(size)
    window = es.FadingWindow(size, fading_factor=fading_factor)
    for _ in range(100):
        part = np.minimum(rng.integers(0, 20, 1_000_000), rng.integers(0, 20, 1_000_000))
        window.update_many(part)

    entropy, gini = faded_reads(part, len(part) - size, fading_factor)

    assert window.entropy == pytest.approx(entropy, abs=PROMISED)
    assert window.gini == pytest.approx(gini, abs=PROMISED)


@given(
    stream=streams.streams,
    size=st.integers(1, 12),
    fading_factor=st.sampled_from([1.0, 0.99, 0.5, 1e-9]),
    cuts=st.lists(st.integers(0, 40), max_size=3),
)
def test_window_holds_what_a_deque_holds(stream, size, fading_factor, cuts):
    """In the same order, if it has not faded away; a label that has left has left."""
    window, model = es.FadingWindow(size, fading_factor=fading_factor), deque(maxlen=size)
    for start, end in pairwise([0, *sorted(cuts), len(stream)]):
        window.update_many(stream[start:end])
        model.extend(stream[start:end])
        held = window.events()
        assert held == list(model)[len(model) - len(held) :]
        assert len(held) == min(
            len(model), 65 if fading_factor == 0.5 else 3 if fading_factor < 0.1 else size
        )
        assert set(window.counts()) == set(held)
        assert window.distinct == len(set(held))


def test_alpha_of_one_is_a_sliding_window():
    """Nothing fades; weights are whole numbers."""
    stream = np.minimum(np.random.default_rng(9).zipf(1.3, 50_000), 900)
    fading, sliding = es.FadingWindow(777, fading_factor=1), es.SlidingWindow(777)
    traced, expected = fading.trace(stream), sliding.trace(stream)

    assert np.abs(traced["entropy"] - expected["entropy"]).max() <= 1e-14
    assert np.abs(traced["gini"] - expected["gini"]).max() <= 1e-15
    assert fading.counts() == sliding.counts()
    assert fading.events() == sliding.events()
    assert fading.n == 777.0


def test_long_window_is_a_fading_tally():
    """Where fading_factor^size is nothing, the window's end does not show."""
    stream = np.random.default_rng(1).integers(0, 30, 20_000)
    window, tally = es.FadingWindow(10**9, fading_factor=0.99), es.FadingTally(fading_factor=0.99)

    assert np.abs(window.trace(stream, "entropy") - tally.trace(stream, "entropy")).max() <= 1e-13
    assert window.n == pytest.approx(tally.n, rel=1e-14)
    assert len(window.events()) < 5000


@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
@every_window
def test_restored_goes_on_to_the_bit(size, fading_factor, restore):
    """Saved and restored at any moment, the future is the same."""
    rng = np.random.default_rng(6)
    original = es.FadingWindow(size, fading_factor=fading_factor)
    restored = original.copy()
    for _ in range(15):
        part = np.minimum(rng.zipf(1.4, rng.integers(1, 900)), 300)
        expected = original.trace(part, MEASURES)
        restored = restore(restored)
        traced = restored.trace(part, MEASURES)

        assert all(traced[name].tobytes() == expected[name].tobytes() for name in MEASURES)
        assert restored == original
        assert restored.to_bytes() == original.to_bytes()


@every_window
def test_names_do_not_matter(size, fading_factor):
    """The same events under other names read the same, to the bit."""
    stream = np.minimum(np.random.default_rng(7).zipf(1.3, 9000), 400)
    plain, renamed = (
        es.FadingWindow(size, fading_factor=fading_factor),
        es.FadingWindow(size, fading_factor=fading_factor),
    )

    expected = plain.trace(stream, MEASURES)
    traced = renamed.trace([f"{label * 7919 % 1009}" for label in stream.tolist()], MEASURES)

    assert all(traced[name].tobytes() == expected[name].tobytes() for name in MEASURES)


def test_effective_size_is_that_of_its_events():
    """Nothing, one, and the closed form."""
    window = es.FadingWindow(20, fading_factor=0.9)
    assert window.effective_size == 0.0
    window.update_many(range(500))
    weights = 0.9 ** np.arange(20)
    assert window.effective_size == pytest.approx(weights.sum() ** 2 / (weights**2).sum())


def test_label_beyond_the_limit_is_refused():
    """Unless one leaves for it; a batch applies wholly or not at all."""
    window = es.FadingWindow(3, fading_factor=0.9, max_labels=2)
    text = "a new label would be one more than max_labels, 2: pass a larger max_labels"
    window.update_many("ab")
    for call in [
        lambda: window.update("c"),
        lambda: window.update_many("bac"),
        lambda: window.trace(["b", "b", "c", "a"]),
    ]:
        before = window.copy()
        with unchanged(window), refused(ValueError, text):
            call()
        assert window == before
    window.update_many("bbbc")
    assert (window.events(), window.max_labels) == (["b", "b", "c"], 2)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "text"),
    [
        ((0,), {"fading_factor": 0.5}, ValueError, "window size must be a positive integer, got 0"),
        (
            (-1,),
            {"fading_factor": 0.5},
            ValueError,
            "window size must be a positive integer, got -1",
        ),
        (
            (2.5,),
            {"fading_factor": 0.5},
            TypeError,
            "window size must be an integer, got 2.5 (float)",
        ),
        (
            (True,),
            {"fading_factor": 0.5},
            TypeError,
            "window size must be an integer, got True (bool)",
        ),
        (
            (3,),
            {"fading_factor": None},
            TypeError,
            "fading_factor must be a number, got None (NoneType)",
        ),
        (
            (3,),
            {"fading_factor": 0.5, "max_labels": 0},
            ValueError,
            "max_labels must be a positive integer, got 0",
        ),
    ],
    ids=repr,
)
def test_parameters_are_checked(arguments, options, error, text):
    """The value, the limit, the way out."""
    with refused(error, text):
        es.FadingWindow(*arguments, **options)


def test_fading_factor_is_needed_and_a_keyword():
    """A window without fading is a SlidingWindow."""
    with pytest.raises(TypeError):
        es.FadingWindow(3)
    with pytest.raises(TypeError):
        es.FadingWindow(3, 0.5)
    with pytest.raises(TypeError):
        es.FadingWindow(fading_factor=0.5)


def test_what_asks_for_an_age_is_not_offered():
    """An event's place in the order is not known for what is added or taken in a heap."""
    window = es.FadingWindow(3, fading_factor=0.5)

    assert not isinstance(window, es.Removable | es.Mergeable | es.Timed)
    for name in ("remove", "remove_counts", "update_counts", "drop", "advance"):
        assert not hasattr(window, name)


def test_parameters_are_shown_and_take_part_in_equality():
    """What will fade otherwise is not equal."""
    window = es.FadingWindow(3, fading_factor=0.5)
    window.update_many("ab")

    assert (window.size, window.fading_factor, window.max_labels) == (3, 0.5, None)
    assert repr(window) == (
        "<FadingWindow of 3 fading_factor=0.5: weight 1.5, 2 labels, entropy 0.9183, gini 0.4444>"
    )
    for other in (
        es.FadingWindow(4, fading_factor=0.5),
        es.FadingWindow(3, fading_factor=0.25),
        es.FadingWindow(3, fading_factor=0.5, max_labels=3),
        es.FadingWindow(3, fading_factor=0.5, missing="skip"),
    ):
        other.update_many("ab")
        assert window != other
    other = es.FadingWindow(3, fading_factor=0.5)
    other.update_many("ba")
    assert window != other
    assert window != es.SlidingWindow(3)


def test_order_of_arrival_takes_part_in_equality():
    """What leaves next depends on it."""
    rng = random.Random(3)
    one, two = es.FadingWindow(4, fading_factor=1), es.FadingWindow(4, fading_factor=1)
    for _ in range(50):
        left, right = rng.choices("ab", k=4), rng.choices("ab", k=4)
        one.clear()
        two.clear()
        one.update_many(left)
        two.update_many(right)
        assert (one == two) == (left == right)
