"""Limits: two-sided, for a time, with hysteresis."""

import pytest

from entrostream.monitor.limit_watch import LimitWatch
from entrostream.streaming import AlarmRule

NAN = float("nan")


def seen(text, values):
    """Return what a rule says of one value per second."""
    rule = AlarmRule.parse(text, ["src"])
    watch = LimitWatch([rule])
    return [watch.look(rule, time * 10**9, value) for time, value in enumerate(values)]


@pytest.mark.parametrize(
    ("rule", "values", "events"),
    [
        ("src.entropy > 9", [8, 9, 9.1, 10, 9, 8.9, 8.8], [2, "begins", 6, "ends"]),
        ("src.entropy >= 9", [8, 9, 8.9, 8.8], [1, "begins", 3, "ends"]),
        ("src.entropy < 2 for 2s", [1, 1, 1, 3, 1, 3, 3, 3], [2, "begins", 7, "ends"]),
        ("src.entropy > 9 for 2s", [10, 10, 8, 10, 10, 10], [5, "begins"]),
        (
            "src.entropy outside 2..9",
            [5, 1, 5, 10, 8.9, 8],
            [1, "begins", 2, "ends", 3, "begins", 5, "ends"],
        ),
        ("src.entropy > 9", [10, NAN], [0, "begins", 1, "ends"]),
        ("src.n < 10", [5, 10, 10.2], [0, "begins", 2, "ends"]),
    ],
)
def test_begin_and_end(rule, values, events):
    """A value that swings around its limit is one alarm."""
    found = [each for pair in enumerate(seen(rule, values)) if pair[1] for each in pair]

    assert found == events


def test_a_state_goes_on():
    """After a restart the alarm is still on, and its time goes on."""
    rule = AlarmRule.parse("src.entropy > 9 for 2s", ["src"])
    watch = LimitWatch([rule])
    watch.look(rule, 0, 10)
    again = LimitWatch([rule])
    again.restore(watch.state())

    assert again.look(rule, 2 * 10**9, 10) == "begins"
    third = LimitWatch([rule])
    third.restore(again.state())
    assert third.is_active(rule)
