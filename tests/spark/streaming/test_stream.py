"""Real streams on two cores: brute force over the raw rows gives the same bits."""

import pytest

pytest.importorskip("pyspark")

import entrostream as es
from entrostream.spark import stream
from entrostream.spark.state_store import PROVIDER, ROCKSDB
from entrostream.spark.streaming import query
from entrostream.spark.streaming.panes import PaneRule
from entrostream.spark.streaming.processors import WindowProcessor
from tests.spark.streaming import model
from tests.spark.streaming.brute_force import (
    measured,
    require_same_early_windows,
    require_same_windows,
)
from tests.spark.streaming.model import values
from tests.spark.streaming.stream_files import (
    committed,
    random_batches,
    read_stream,
    start,
    write_batches,
)

RULE = PaneRule(30_000, 10_000, "raise")
BATCHES = random_batches(4, 300)
HOSTS = {event.key for batch in BATCHES for event in batch}


@pytest.fixture(scope="module")
def streams(spark):
    """Return the session, set for small streams with state."""
    wanted = {
        PROVIDER: ROCKSDB,
        "spark.sql.shuffle.partitions": "2",
    }
    before = {name: spark.conf.get(name) for name in wanted}
    for name, value in wanted.items():
        spark.conf.set(name, value)
    yield spark
    for name, value in before.items():
        spark.conf.set(name, value)


def drain(result, folder):
    """Run a query until all files are read."""
    running = start(result, folder)
    running.awaitTermination()
    return running


def fails_once(marker):
    """Return a function of the output of a task: the first task fails after its first rows."""

    def pass_on(frames):
        for frame in frames:
            yield frame
            try:
                with open(marker, "x"):
                    pass
            except FileExistsError:
                continue
            raise RuntimeError("a task that fails once")

    return pass_on


def test_windows_after_restart_and_retries_are_those_of_brute_force(streams, tmp_path):
    """To the last bit, with a restart in the middle and a task that fails: final and early ones."""
    for part in (slice(0, 2), slice(2, 4)):
        write_batches(tmp_path / "input", BATCHES[part], part.start)
        events = read_stream(streams, tmp_path / "input")
        found = stream(
            events,
            "label",
            time="at",
            group_by="host",
            window="30s",
            slide="10s",
            lateness="5s",
            output="early",
        )
        marker = tmp_path / f"failed{part.start}"
        drain(found.mapInPandas(fails_once(str(marker)), found.schema), tmp_path)
        assert marker.exists()

    rows = committed(streams, tmp_path)
    require_same_windows([row for row in rows if row.complete], BATCHES, RULE, 5000)
    require_same_early_windows([row for row in rows if not row.complete], BATCHES, RULE, 5000)


def test_running_values_are_those_of_all_rows_so_far(streams, tmp_path):
    """One row for each host in each trigger, with numbers as labels."""
    write_batches(tmp_path / "input", BATCHES[:2])
    events = read_stream(streams, tmp_path / "input")
    numbered = events.withColumn("number", events.label.substr(6, 9).cast("long"))

    drain(stream(numbered, "number", group_by="host", output="running"), tmp_path)

    rows = committed(streams, tmp_path)
    expected = {
        (host, values([event.label for event in events if event.key == host]))
        for host in HOSTS
        for events in (BATCHES[0], BATCHES[0] + BATCHES[1])
    }
    assert {(row.host, measured(row)) for row in rows} == expected
    assert len(rows) == len(expected)


def test_changes_come_as_rows(streams, tmp_path):
    """Those that one AdaptiveWindow finds in the same events, in order of time."""
    labels = "aaab" * 500 + "abbb" * 500
    events = [
        model.Event("web", model_time(position), label) for position, label in enumerate(labels)
    ]
    last = [model.Event("web", model_time(10**7), "z")]
    write_batches(tmp_path / "input", [events[1000::-1], events[:1000:-1], last])
    window = es.AdaptiveWindow()
    window.update_many(list(labels))

    found = stream(
        read_stream(streams, tmp_path / "input"),
        "label",
        time="at",
        group_by="host",
        output="changes",
        lateness="1h",
    )
    drain(found, tmp_path)

    rows = committed(streams, tmp_path)
    assert [(row.position, row.found, row.strength, row.severity) for row in rows] == [
        (change.position, change.found, change.strength, change.severity)
        for change in window.changes
    ]
    assert [row.at for row in rows] == [events[change.position].time for change in window.changes]


def test_state_of_a_newer_version_stops_the_query(streams, tmp_path, monkeypatch):
    """The error names the key, the partition, the pane and the version."""

    class Newer(WindowProcessor):
        def init(self, handle):
            super().init(handle)
            write = self._panes.put
            self._panes.put = lambda start, state: write(start, state[:4] + b"\x09" + state[5:])

    def windows_of_a_day():
        events = read_stream(streams, tmp_path / "input")
        return stream(events, "label", time="at", group_by="host", window="1d")

    write_batches(tmp_path / "input", BATCHES[:1])
    with monkeypatch.context() as patch:
        patch.setitem(query.PROCESSORS, "windows", Newer)
        drain(windows_of_a_day(), tmp_path)
    write_batches(tmp_path / "input", BATCHES[1:2], 1)

    with pytest.raises(
        Exception,
        match=r"StateError: state of key host=(None|'host\d') in partition [01]: pane "
        r"2023-11-14T00:00:00\+00:00: state has format version 9, this entrostream reads version 1",
    ):
        drain(windows_of_a_day(), tmp_path)


def model_time(position):
    return 1_700_000_000_000_000 + 1000 * position
