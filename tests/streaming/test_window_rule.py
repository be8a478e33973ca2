"""Windows, decay and weights: the summary that the options mean, and those that do not fit."""

import pytest

from entrostream.streaming import Schedule, WindowRule


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, "Tally"),
        ({"window": "1_000"}, "SlidingWindow"),
        ({"window": "10min"}, "TimeWindow"),
        ({"window": "adaptive"}, "AdaptiveWindow"),
        ({"decay": "100"}, "FadingTally"),
        ({"decay": "5min"}, "FadingTally"),
        ({"window": "10", "decay": "5"}, "FadingWindow"),
        ({"weighted": True}, "WeightedTally"),
        ({"window": "1h30min", "weighted": True}, "WeightedTimeWindow"),
    ],
)
def test_summaries(options, kind):
    """Each is a class of the library."""
    assert type(WindowRule(**options).summary()).__name__ == kind


def test_half_life_in_events():
    """A label weighs half as much after this number of events."""
    summary = WindowRule(decay="3").summary()
    summary.update_many(["a", "b", "b", "b"])
    assert summary.counts()["a"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"window": "0"},
            "--window must be a number of events such as 1000 or a length of time such as 10min, "
            "or 'adaptive', got '0'",
        ),
        ({"window": "ten"}, "--window must be a number of events"),
        ({"window": "-5"}, "--window must be a number of events"),
        ({"decay": "x"}, "--decay must be a number of events such as 1000 or a length of time"),
        ({"window": "5", "weighted": True}, "--weight does not go with --window 5: take all"),
        ({"decay": "5", "weighted": True}, "--weight does not go with --decay: take all"),
        ({"window": "adaptive", "decay": "5"}, "--decay does not go with --window adaptive"),
        ({"window": "1h", "decay": "5"}, "--decay does not go with --window 1h"),
        ({"window": "5", "decay": "1h"}, "--decay by time does not go with a window of events"),
        ({"season": "1d"}, "--season and --min-shift need --window adaptive"),
        ({"min_shift": 0.1}, "--season and --min-shift need --window adaptive"),
    ],
)
def test_wrong_windows_are_refused(options, message):
    """With the option and the way out."""
    with pytest.raises(ValueError, match=r".") as error:
        WindowRule(**options)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("every", ["0", "x", "-1", "0s", ""])
def test_wrong_schedules_are_refused(every):
    """With what they have to be."""
    message = (
        r"^--every must be a number of events such as 1000 or a length of time such as 10min or "
        rf"1mo, got '{every}'$"
    )
    with pytest.raises(ValueError, match=message):
        Schedule(every)


def test_schedule_of_a_window():
    """Once per window unless another is given; once at the end without a window."""
    assert Schedule.for_window(None, WindowRule("1h")).every == "1h"
    assert Schedule.for_window(None, WindowRule("100")).rows == 100
    assert Schedule.for_window("5", WindowRule("100")).rows == 5
    assert Schedule.for_window(None, WindowRule()).every is None
    assert Schedule.for_window(None, WindowRule("adaptive")).every is None
