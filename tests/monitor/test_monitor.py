"""A monitor is exact, and does not depend on how its events arrive."""

from collections import Counter
from math import isclose, isnan, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream.monitor import Monitor, MonitorSettings
from entrostream.monitor.field_monitor import FieldMonitor
from tests.monitor.streams import SECOND, START, changing, cut, events_of, everything

SETTINGS = MonitorSettings(["src", "port"], window="10s", alarms=["src.distinct > 100 for 3s"])


def pushed(batches, settings=SETTINGS):
    """Return a monitor that has taken batches."""
    monitor = Monitor(settings)
    for batch in batches:
        monitor.push(batch)
    return monitor


def restored(monitor):
    """Return a monitor with the state of another one, as after a restart."""
    blobs = monitor.blobs()
    again = Monitor(monitor.settings)

    def read(name):
        return blobs[name].to_bytes()

    again.restore(monitor.state(), list(blobs), read)
    again.history.restore(monitor.history.take_new(), monitor.state()["history"])
    again.alarms.restore(reversed(monitor.alarms.newest()), monitor.alarms.next_id)
    return again


def test_values_are_those_of_a_window_by_time():
    """At the end of every interval, bit for bit those of `es.TimeWindow`."""
    events = changing(5000)
    monitor = pushed([events])
    _, points = monitor.history.points("src", 0, np.inf, most=10_000)
    window, place = es.TimeWindow("10s"), 0
    labels = events.labels["src"].to_pylist()
    for point in points:
        end = int(point[0]) * 10**6
        while place < events.n and events.times[place] <= end:
            window.update(labels[place], at=np.datetime64(int(events.times[place]), "ns"))
            place += 1
        window.advance(np.datetime64(end, "ns"))
        assert point[1:6].tolist() == [
            window.entropy,
            window.evenness,
            window.gini,
            window.distinct,
            window.n,
        ]
    assert len(points) > 20


def test_values_are_those_of_the_definition():
    """Counted by hand over the events of the last window."""
    events = changing(3000)
    monitor = pushed([events])
    now = monitor.now
    inside = (events.times > now - 10 * SECOND) & (events.times <= now)
    counts = Counter(np.array(events.labels["port"].to_pylist())[inside].tolist())
    n = sum(counts.values())

    entropy = -sum(count / n * log2(count / n) for count in counts.values())

    assert isclose(monitor.fields["port"].values()[0], entropy, rel_tol=1e-12)
    assert monitor.fields["port"].values()[4] == n


@given(st.lists(st.integers(0, 4000), max_size=12))
def test_batches_do_not_matter(places):
    """However events are cut, everything is the same: state, history, alarms."""
    events = changing(4000, rate=100.0)

    assert everything(pushed(cut(events, places))) == everything(pushed([events]))


@pytest.mark.parametrize("most", [5, 50, 200])
@given(places=st.lists(st.integers(0, 4000), max_size=8))
def test_batches_do_not_matter_beyond_the_limit_of_labels(most, places):
    """The same labels are counted as one."""
    settings = MonitorSettings(["src", "port"], window="10s", max_labels=most)
    events = changing(4000, rate=100.0)
    whole, parts = pushed([events], settings), pushed(cut(events, places), settings)

    assert everything(parts) == everything(whole)
    assert whole.fields["src"].window.total.distinct <= most + 1


@given(st.integers(0, 4000), st.integers(0, 4000), st.sampled_from([30, 100_000]))
def test_restarts_do_not_matter(first, second, most):
    """A state that is stored and read at any place goes on with the same bits."""
    settings = MonitorSettings(
        ["src", "port"], window="10s", max_labels=most, alarms=["src.distinct > 100 for 3s"]
    )
    events = changing(4000, rate=100.0)
    monitor = Monitor(settings)
    for batch in cut(events, [first, second]):
        monitor = restored(monitor)
        monitor.push(batch)
    whole = pushed([events], settings)

    state, blobs, _, alarms = everything(monitor)

    assert state == everything(whole)[0]
    assert blobs == everything(whole)[1]
    assert alarms == everything(whole)[3]


def test_a_change_is_told_with_its_labels():
    """Both fields change halfway: each alarm names what made it."""
    monitor = pushed([changing(20_000)])
    alarms = {(alarm.field, alarm.kind): alarm for alarm in monitor.alarms.newest()}

    assert set(alarms) == {("src", "change"), ("port", "change"), ("src", "limit")}
    src, port = alarms["src", "change"], alarms["port", "change"]
    assert src.text.startswith("src: far more mixed than usual, 4.3 to 8.")
    assert "new labels hold 95 %" in src.text
    assert "'443' 70 %, is new" in port.text
    assert port.labels[0]["label"] == "443"
    middle = (START + 50) * SECOND
    assert abs(port.began - middle) < SECOND
    assert port.began <= port.time < middle + 2 * SECOND
    assert 0.2 < src.severity <= 1


def test_an_alarm_of_a_change_ends_after_a_window():
    """It is no longer news then."""
    monitor = pushed([changing(20_000)])
    (alarm,) = [each for each in monitor.alarms.newest() if each.field == "port"]

    assert alarm.cleared is not None
    assert 10 <= (alarm.cleared - alarm.time) / SECOND <= 11
    assert monitor.reason("port") is None


def test_a_silence_empties_the_window_and_costs_nothing():
    """A stream that pauses for a year goes on at once."""
    year = 365 * 86_400
    monitor = pushed([events_of([1, 2, year, year + 5], src=list("abca"), port=list("1234"))])
    _, points = monitor.history.points("src", 0, np.inf, most=10_000)

    assert len(points) < 40
    assert isnan(points[-6, 1])
    assert monitor.fields["src"].window.total.counts() == {"c": 1}


def test_the_clock_lets_events_leave():
    """Without events, `advance` does what time does."""
    monitor = pushed([events_of([1, 2], src=["a", "b"], port=["1", "2"])])
    monitor.advance((START + 5) * SECOND)
    assert monitor.fields["src"].values()[4] == 2
    monitor.advance((START + 12) * SECOND + 1)
    assert monitor.fields["src"].values()[4] == 0


def test_the_baseline_is_what_was_before_the_window():
    """Shares are compared with the events that left it."""
    times = np.arange(30) + 0.5
    monitor = pushed(
        [events_of(times, src=["a"] * 15 + ["b"] * 15, port=["1"] * 30)],
        MonitorSettings(["src", "port"], window="10s"),
    )

    ((label, share, change),) = monitor.fields["src"].top(5)

    assert (label, share) == ("b", 1.0)
    assert isclose(change, 1 - 4 / 19)


def test_missing_labels_are_skipped_or_a_label():
    """As everywhere."""
    events = events_of([1, 2, 3], src=["a", None, "b"], port=["1", "1", "1"])
    for missing, n in (("skip", 2), ("label", 3)):
        monitor = pushed([events], MonitorSettings(["src", "port"], window="10s", missing=missing))
        monitor.finish()
        assert monitor.fields["src"].window.total.n == n
        assert monitor.fields["src"].missing == 3 - n


def test_a_detector_keeps_to_its_labels():
    """Its labels are limited, too, while the window's come and go."""
    settings = MonitorSettings(["src"], window="1s", max_labels=50)
    field = FieldMonitor("src", settings)
    random = np.random.default_rng(1)
    for number in range(200):
        labels = [f"{number}-{each}" for each in random.integers(0, 10, 30)]
        events = events_of(np.full(30, number + 0.5), src=labels)
        field.update(events.labels["src"], events.times)
        field.close(START + number + 1)
        assert field.window.total.distinct <= 50
        assert field.detector.distinct <= 51
    assert field.folded == 0
    assert field.detector_budget.folded > 0


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"fields": []}, "no field"),
        ({"fields": ["a", "a"]}, "twice"),
        ({"window": "soon"}, "length of time"),
        ({"window": "10s", "every": "3s"}, "multiple"),
        ({"window": "30d", "every": "1s"}, "at most 10,000"),
        ({"every": "1us", "window": "1s"}, "milliseconds"),
        ({"alarms": ["b.entropy > 1"]}, "no field 'b'"),
        ({"min_shift": 2}, "min_shift"),
        ({"season": "never"}, "season"),
        ({"max_labels": 0}, "positive"),
        ({"keep": "x"}, "keep"),
    ],
)
def test_wrong_settings_are_refused(wrong, why):
    """In a sentence that names what is wrong."""
    with pytest.raises((ValueError, TypeError), match=why):
        MonitorSettings(**{"fields": ["a"], **wrong})
