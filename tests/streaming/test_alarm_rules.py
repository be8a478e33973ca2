"""An alarm is given once each time that a rule begins to hold."""

import pytest

from entrostream.streaming import AlarmRule, Alarms, Schedule, StreamMeasures, WindowRule
from tests.streaming.streams import SECOND, events

FIELDS = ["src", "a.b", "src+dst", "bytes:log2"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("src.entropy > 9", ("src", "entropy", ">", 9.0, 0)),
        (" a.b.gini<=0.5 ", ("a.b", "gini", "<=", 0.5, 0)),
        ("src+dst.n >= 1e3 for 30s", ("src+dst", "n", ">=", 1000.0, 30 * SECOND)),
        ("bytes:log2.distinct < 3 for 1h", ("bytes:log2", "distinct", "<", 3.0, 3600 * SECOND)),
    ],
)
def test_rules(text, parts):
    """Field, measure, comparison, limit and length."""
    rule = AlarmRule.parse(text, FIELDS)
    assert (rule.field, rule.measure, rule.compare, rule.limit, rule.span) == parts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("src > 9", "cannot read the alarm 'src > 9': write it as 'src.entropy > 9', "),
        ("src.entropy = 9", "cannot read the alarm 'src.entropy = 9': write it as"),
        ("src.entropy > x", "cannot read the alarm 'src.entropy > x': 'x' is no number"),
        ("src.entropy > nan", "cannot read the alarm 'src.entropy > nan': 'nan' is no number"),
        ("scr.entropy > 9", "in the alarm 'scr.entropy > 9' there is no field 'scr'; did you mean"),
        ("src.entropie > 9", "in the alarm 'src.entropie > 9' there is no measure 'entropie'; did"),
        (
            "src.entropy > 9 for ever",
            "cannot read the alarm 'src.entropy > 9 for ever': 'ever' is no length of time such "
            "as 30s",
        ),
        ("src.n > 9 for 0s", "cannot read the alarm 'src.n > 9 for 0s': '0s' is no length"),
    ],
)
def test_wrong_rules_are_refused(text, message):
    """With what is wrong and the way out."""
    with pytest.raises(ValueError, match=r".") as error:
        AlarmRule.parse(text, FIELDS)
    assert str(error.value).startswith(message)


def alarms(text, all_events, every):
    """Return where alarms are given."""
    rule = AlarmRule.parse(text, ["x"])
    stream = StreamMeasures(["x"], WindowRule("2"), Schedule(every), [rule.measure], grouped=True)
    watched = Alarms([rule])
    parts = [stream.push(all_events.slice(row, row + 1)) for row in range(all_events.n)]
    parts.append(stream.finish())
    found = [alarm for part in parts for alarm in watched.watch(part)]
    return [(each.row if each.time is None else each.time // SECOND, each.key) for each in found]


def test_alarm_begins_once():
    """And again after the rule did not hold for a while."""
    labels = events("aabbbabab", groups=[("g",)] * 9)
    assert alarms("x.distinct > 1", labels, "1") == [(3, ("g",)), (6, ("g",))]


def test_groups_have_alarms_of_their_own():
    """One group's does not hide the other's."""
    labels = events("aabb", groups=[("u",), ("v",), ("u",), ("v",)])
    assert alarms("x.distinct > 1", labels, "1") == [(3, ("u",)), (4, ("v",))]


def test_alarm_after_a_while():
    """Only if the rule held all the time."""
    seconds = [1, 2, 11, 21, 22, 31, 41, 51, 61, 71]
    labels = events("abcaabcdef", [each * SECOND for each in seconds], [("g",)] * 10)
    assert alarms("x.distinct > 1", labels, "10s") == [(10, ("g",)), (40, ("g",))]
    assert alarms("x.distinct > 1 for 30s", labels, "10s") == [(70, ("g",))]
