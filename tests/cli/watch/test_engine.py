"""The engine behind the terminal view gives the values of the library, change by change."""

import time

import pytest

import entrostream as es
from entrostream.cli.watch.command import make_engine

OPTIONS = {
    "files": (),
    "fields": ("src",),
    "window": "1000",
    "alarms": (),
    "from_end": False,
    "min_shift": 0.0,
    "time_field": None,
    "time_format": "auto",
    "lateness": "0s",
    "late": "fail",
    "form": None,
    "delimiter": None,
    "no_header": False,
    "on_bad": "skip",
    "missing": "skip",
    "max_line": 1 << 20,
    "quiet": True,
}
CALM = ["a", "b", "b", "c"] * 1000
FLOOD = ["x"] * 600


def engine_of(tmp_path, labels, **options):
    """Return a running engine over a file of labels, and the file."""
    path = tmp_path / "flows.csv"
    path.write_text("src,port\n" + "".join(f"{label},80\n" for label in labels))
    engine = make_engine({**OPTIONS, "files": (str(path),), **options})
    engine.start()
    return engine, path


def snapshot_of(engine, rows, seconds=20.0):
    """Return the first snapshot with this number of lines."""
    until = time.monotonic() + seconds
    while (snapshot := engine.latest()).lines < rows:
        assert time.monotonic() < until, snapshot
        time.sleep(0.02)
    return snapshot


def test_values_are_those_of_the_window(tmp_path):
    """A field shows the measures of its last events, and its most common labels."""
    engine, _ = engine_of(tmp_path, CALM)
    window = es.SlidingWindow(1000)
    window.update_many(CALM)

    (field,) = snapshot_of(engine, len(CALM)).fields

    assert (field.entropy, field.gini, field.n) == (window.entropy, window.gini, 1000)
    assert [(each.label, each.share) for each in field.top] == [
        ("b", 0.5),
        ("a", 0.25),
        ("c", 0.25),
    ]
    assert [each.change for each in field.top] == [0.0, 0.0, 0.0]


def test_a_flood_is_an_alarm_with_its_labels(tmp_path):
    """A change of the distribution is found, and marks its field."""
    engine, path = engine_of(tmp_path, CALM)
    snapshot_of(engine, len(CALM))
    with open(path, "a") as file:
        file.write("".join(f"{label},80\n" for label in FLOOD))

    snapshot = snapshot_of(engine, len(CALM) + len(FLOOD))

    assert "'x'" in snapshot.alarms[-1].text
    assert snapshot.alarms[-1].field == "src"
    assert snapshot.fields[0].alarm == "its distribution changed"
    assert snapshot.fields[0].top[0].change > 0.4


def test_a_limit_is_an_alarm_while_it_is_exceeded(tmp_path):
    """A rule is reported once, and shown as long as it holds."""
    engine, _ = engine_of(tmp_path, CALM, alarms=("src.entropy > 1",))

    snapshot = snapshot_of(engine, len(CALM))

    assert [alarm.text for alarm in snapshot.alarms] == ["src.entropy > 1: 1.5"]
    assert snapshot.fields[0].alarm == "src.entropy > 1"


def test_bad_lines_are_counted(tmp_path):
    """A row with another number of fields is no event."""
    engine, path = engine_of(tmp_path, CALM)
    with open(path, "a") as file:
        file.write("only one field\n")

    snapshot = snapshot_of(engine, len(CALM) + 1)

    assert (snapshot.lines, snapshot.bad) == (len(CALM) + 1, 1)


def test_what_ends_the_reading_is_raised_in_the_view(tmp_path):
    """A failure of the thread is not lost."""
    engine, path = engine_of(tmp_path, CALM, on_bad="fail")
    with open(path, "a") as file:
        file.write("only one field\n")

    with pytest.raises(ValueError, match="a row has 1 fields instead of 2"):
        snapshot_of(engine, 10**9)


def test_a_window_of_time_without_a_time_field_is_by_arrival(tmp_path):
    """A growing file is live: its lines arrive now."""
    engine, _ = engine_of(tmp_path, CALM, window="1h")

    assert snapshot_of(engine, len(CALM)).fields[0].n == len(CALM)


def test_several_files_are_refused():
    """The view has one input."""
    import click

    with pytest.raises(click.UsageError, match="watch follows one input, got 2"):
        make_engine({**OPTIONS, "files": ("a", "b")})


def test_a_clock_that_is_set_back_loses_nothing(tmp_path, monkeypatch):
    """Events that arrive then have the time of those before them."""
    times = iter(range(10**18, 0, -(10**12)))
    monkeypatch.setattr("time.time_ns", lambda: next(times))
    engine, path = engine_of(tmp_path, CALM, window="1h")
    snapshot_of(engine, len(CALM))
    with open(path, "a") as file:
        file.write("a,80\n")

    assert snapshot_of(engine, len(CALM) + 1).fields[0].n == len(CALM) + 1
