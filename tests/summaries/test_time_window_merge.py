"""Two time windows: merged, refused, compared."""

import datetime as dt

import pytest

import entrostream as es
from tests.refusals import refused, unchanged
from tests.summaries.time_windows import window_with

UTC = dt.timezone.utc
DAY = dt.datetime(2024, 2, 29, 12)


def test_merge_is_the_window_of_both_streams():
    """The later clock, and what is too old for it leaves; dropped events add up."""
    left = window_with(10, "ab", [0, 9], lateness=1, late="drop")
    right = window_with(10, "bc", [5, 12], lateness=1, late="drop")
    right.update("x", at=0)

    total = left + right
    left.merge(right)

    assert left == total == right + window_with(10, "ab", [0, 9], lateness=1, late="drop")
    assert left.events() == [(5.0, "b"), (9.0, "b"), (12.0, "c")]
    assert (left.now, left.dropped, right.dropped) == (12.0, 1, 1)


def test_empty_window_takes_the_clock_of_the_other():
    """Also if that one holds nothing any more."""
    other = window_with(10, "a", [DAY])
    other.drop("a")
    window = es.TimeWindow(10)
    window.merge(other)
    assert window.now == DAY.replace(tzinfo=UTC)
    assert window == other
    other.merge(es.TimeWindow(10))
    assert window == other


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (es.TimeWindow("5min"), "windows with spans 10min and 5min cannot merge"),
        (
            es.TimeWindow("10min", lateness=1),
            "windows with lateness 0s and 1s cannot merge",
        ),
    ],
)
def test_unlike_windows_do_not_merge(other, text):
    """The parameters that differ; neither side changes."""
    window = window_with("10min", "a", [0])
    with unchanged(window, other), refused(ValueError, text):
        window.merge(other)
    with unchanged(window, other), refused(ValueError, text):
        window + other


@pytest.mark.parametrize("other", [None, 3, {"a": 1}, es.Tally(), es.SlidingWindow(3)], ids=repr)
def test_window_merges_windows_of_time_alone(other):
    """Anything else is named with its type."""
    window = window_with("10min", "a", [0])
    with (
        unchanged(window),
        pytest.raises(TypeError, match=r"^TimeWindow can merge a TimeWindow, got"),
    ):
        window.merge(other)
    with unchanged(window), pytest.raises(TypeError, match="unsupported operand"):
        window + other


def test_everything_takes_part_in_equality():
    """Two windows that will go on differently are not equal, whatever they hold."""
    window = window_with(10, "ab", [1, 2], lateness=3, late="drop")
    twin = window.copy()
    assert twin == window
    twin.advance(3)
    assert twin != window
    dropped = window.copy()
    dropped.update("c", at=-5)
    assert dropped != window
    for options in (
        {"lateness": 3},
        {"late": "drop"},
        {"lateness": 3, "late": "drop", "missing": "skip"},
    ):
        assert window_with(10, "ab", [1, 2], **options) != window
    assert window_with(11, "ab", [1, 2], lateness=3, late="drop") != window
    assert window_with(10, "ab", [2, 1], lateness=3, late="drop") != window
    assert window_with(10, "ba", [2, 1], lateness=3, late="drop") == window
    assert es.TimeWindow(10) != es.SlidingWindow(10)
    assert window_with(10, "a", [0]) != window_with(10, "a", [dt.datetime(1970, 1, 1)])
