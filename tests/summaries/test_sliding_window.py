"""A window holds the last `size` labels, not one more."""

from collections import Counter

import numpy as np
import pytest

import entrostream as es
from tests import truth
from tests.refusals import refused, unchanged

MOST = 2**62 - 1


def window_with(size, labels, **options):
    """Return a window that saw these labels."""
    window = es.SlidingWindow(size, **options)
    window.update_many(labels)
    return window


@pytest.mark.parametrize("size", [1, 2, 1000, MOST, np.int64(3), np.uint8(3)])
def test_window_has_the_size_it_was_given(size):
    """Any positive integer below 2^62; no memory is taken for what is not held."""
    assert es.SlidingWindow(size).size == size
    assert es.SlidingWindow(size=size).size == size


@pytest.mark.parametrize(
    ("size", "error", "text"),
    [
        (0, ValueError, "window size must be a positive integer, got 0"),
        (-1, ValueError, "window size must be a positive integer, got -1"),
        (-(10**30), ValueError, f"window size must be a positive integer, got -{10**30}"),
        (10**30, ValueError, f"window size must be below 2^62, got {10**30}"),
        (2**62, ValueError, f"window size must be below 2^62, got {2**62}"),
        (2.5, TypeError, "window size must be an integer, got 2.5 (float)"),
        (2.0, TypeError, "window size must be an integer, got 2.0 (float)"),
        (True, TypeError, "window size must be an integer, got True (bool)"),
        ("3", TypeError, "window size must be an integer, got '3' (str)"),
        (None, TypeError, "window size must be an integer, got None (NoneType)"),
    ],
)
def test_size_is_a_positive_integer(size, error, text):
    """The value, the limit and the type."""
    with refused(error, text):
        es.SlidingWindow(size)


def test_window_not_yet_full_gives_the_value_of_what_it_holds():
    """No event stands for those that did not come."""
    window = window_with(1000, "aab")

    assert window.n == 3
    assert window.entropy == truth.nearest(truth.entropy([2, 1]))


def test_oldest_label_leaves_a_full_window():
    """Four events in a window of three: the first is gone."""
    window = es.SlidingWindow(3)
    held = []
    for label in "abcda":
        assert window.update(label) is None
        held.append(window.events())

    assert held == [["a"], ["a", "b"], ["a", "b", "c"], ["b", "c", "d"], ["c", "d", "a"]]
    assert window.n == 3


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7])
@pytest.mark.parametrize("method", ["update_many", "trace"])
def test_batch_of_any_length_leaves_its_last_labels(method, size):
    """Shorter than the window, as long, or longer."""
    window = window_with(size, "xy")

    getattr(window, method)("abcdef")

    assert window.events() == list("xyabcdef")[-size:]


def test_window_of_one_holds_the_last_label():
    """Its entropy is always exactly 0.0."""
    window = es.SlidingWindow(1)
    for label in "abca":
        window.update(label)
        assert window.counts() == {label: 1}
        assert window.entropy == window.gini == 0.0


def test_update_counts_enter_in_the_order_of_the_mapping():
    """One label after the other; only the last `size` events can stay."""
    window = window_with(4, "xyz")

    window.update_counts({"a": 2, "b": 1})
    assert window.events() == ["z", "a", "a", "b"]

    window.update_counts({"c": MOST, "d": 1})
    assert window.events() == ["c", "c", "c", "d"]

    window.update_counts({"e": 0})
    assert window.events() == ["c", "c", "c", "d"]


def test_remove_takes_the_oldest_event_with_that_label():
    """As deque.remove does; the others keep their order."""
    window = window_with(5, "abcab")

    window.remove("b")
    assert window.events() == ["a", "c", "a", "b"]

    window.remove(label="a")
    assert window.events() == ["c", "a", "b"]


def test_room_made_by_remove_is_filled_again():
    """After a removal the window takes in events without losing any until it is full."""
    window = window_with(3, "abcd")
    window.remove("c")
    window.update("e")
    assert window.events() == ["b", "d", "e"]

    window.update("f")
    assert window.events() == ["d", "e", "f"]


def test_remove_counts_takes_the_oldest_of_each():
    """The given number of each label, from the front."""
    window = window_with(7, "abababa")

    window.remove_counts({"a": 2, "b": 1})

    assert window.events() == ["b", "a", "b", "a"]


def test_drop_takes_all_events_of_a_label():
    """The others close ranks."""
    window = window_with(6, "abcabc")

    window.drop("b")

    assert window.events() == ["a", "c", "a", "c"]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda w: w.remove("a"), "cannot remove 'a': it is not held"),
        (lambda w: w.remove("x"), "cannot remove 'x': it is not held"),
        (lambda w: w.drop("a"), "cannot drop 'a': it is not held"),
        (lambda w: w.remove_counts({"d": 1, "c": 3}), "cannot remove 3 of 'c': only 1 held"),
        (lambda w: w.remove_counts({"d": 1, "a": 1}), "cannot remove 'a': it is not held"),
    ],
)
def test_what_left_the_window_cannot_go_again(call, text):
    """A label that slid out is not held."""
    window = window_with(3, "abcd")
    with unchanged(window), refused(ValueError, text):
        call(window)


def test_clear_keeps_size_and_rule():
    """As new."""
    window = window_with(2, "abc", missing="label")

    window.clear()

    assert window == es.SlidingWindow(2, missing="label")
    assert (window.n, window.events(), window.size) == (0, [], 2)
    window.update_many("xyz")
    assert window.events() == ["y", "z"]


def test_events_is_a_list_of_its_own():
    """Whatever is done to it, the window stays as it is."""
    window = window_with(3, "abc")
    with unchanged(window):
        window.events().clear()


def test_label_that_stands_for_its_equals_is_the_first_met():
    """Of 1, 1.0 and True one object stands for all; they are one label."""
    window = window_with(4, [1.0, True, 1])

    assert window.counts() == {1: 3}
    assert window.distinct == 1


@pytest.mark.parametrize("count", [2**45, 2**61, MOST])
def test_window_that_memory_cannot_hold_is_refused(count):
    """More events than there is memory: MemoryError, and nothing changed."""
    window = window_with(MOST, "ab")

    with unchanged(window), pytest.raises(MemoryError):
        window.update_counts({"c": 1, "a": count})


def test_long_slide_keeps_the_last_labels():
    """Ten thousand labels one by one, ten thousand as a column: the same window."""
    stream = np.random.default_rng(1).integers(0, 300, 10_000)
    one_by_one, column = es.SlidingWindow(777), es.SlidingWindow(777)

    for label in stream.tolist():
        one_by_one.update(label)
    column.update_many(stream)

    assert one_by_one == column
    assert one_by_one.counts() == Counter(stream[-777:].tolist())


@pytest.mark.parametrize(
    ("size", "labels", "text"),
    [
        (3, "", "<SlidingWindow of 3: 0 events, 0 labels, entropy 0, gini 0>"),
        (1, "ab", "<SlidingWindow of 1: 1 event, 1 label, entropy 0, gini 0>"),
        (4, "aabbb", "<SlidingWindow of 4: 4 events, 2 labels, entropy 0.8113, gini 0.375>"),
    ],
)
def test_repr_says_size_and_content(size, labels, text):
    """The size, how much of it is used, and the two values to four digits."""
    assert repr(window_with(size, labels)) == text
