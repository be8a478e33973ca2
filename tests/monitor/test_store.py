"""The database: all of a checkpoint or nothing, and nothing that is not kept."""

import sqlite3

import pytest

from entrostream import Tally
from entrostream.monitor import AlarmRecord, Store, StoreError
from entrostream.monitor.history import Point
from entrostream.monitor.paned_window import Pane

NAN = float("nan")


def point(time, entropy=3.0):
    """Return a point of the history."""
    return Point(time, entropy, 0.5, 0.9, 10.0, 100.0, 5.0, entropy, entropy)


@pytest.fixture
def path(tmp_path):
    """Return where a database may be."""
    return str(tmp_path / "state.sqlite")


def test_what_is_saved_comes_back(path):
    """State, bytes, history with its gaps, alarms."""
    alarm = AlarmRecord(1, 5, "src", "limit", "text", 0.5, labels=({"label": "a"},))
    with Store(path) as store:
        points = [(0, "src", point(1000)), (0, "src", point(2000, NAN))]
        store.save({"rows": 3}, {"a": Tally("aab"), "p": Pane.of(1, Tally("b"))}, points, [alarm])
    with Store(path) as store:
        checkpoint = store.load()
        assert checkpoint.state == {"rows": 3}
        assert Tally.from_bytes(store.read(checkpoint, "a")) == Tally("aab")
        assert Pane(1, store.read(checkpoint, "p")).counts() == Tally("b")
        assert repr(list(store.history())) == repr([(0, "src", each) for _, _, each in points])
        (again,) = store.alarms()
        assert again.text == "text"
        assert list(again.labels) == [{"label": "a"}]


def test_two_checkpoints_and_their_bytes_are_kept(path):
    """What neither needs is removed."""
    with Store(path) as store:
        for number in range(5):
            pane = Pane.of(0, Tally("same"))
            store.save({"number": number}, {"a": Tally(str(number)), "p": pane})
    with sqlite3.connect(path) as database:
        assert [row[0] for row in database.execute("select sequence from checkpoint")] == [4, 5]
        assert database.execute("select count(*) from blob").fetchone() == (3,)
    database.close()


def test_old_history_and_alarms_are_forgotten(path):
    """By level, and by time."""
    alarms = [AlarmRecord(number, number, "src", "limit", "", 0.1) for number in (1, 2, 3)]
    points = [(level, "src", point(time)) for level in (0, 1) for time in (1, 2, 3)]
    with Store(path) as store:
        store.save({}, {}, points, alarms)
        store.save({}, {}, forget=[(0, 3), (1, 2)], forget_alarms=3)
        kept = [(level, each.time) for level, _, each in store.history()]
        assert kept == [(0, 3), (1, 2), (1, 3)]
        assert [alarm.id for alarm in store.alarms()] == [3]


def test_a_checkpoint_that_fails_changes_nothing(path):
    """Here because the database is locked by a reader that writes."""
    with Store(path) as store:
        store.save({"rows": 1}, {"a": Tally("a")})
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        store._database.execute("pragma busy_timeout = 50")
        with pytest.raises(sqlite3.OperationalError):
            store.save({"rows": 2}, {"a": Tally("b")}, [(0, "src", point(1))])
        other.execute("rollback")
        other.close()
        assert list(store.history()) == []
        store.save({"rows": 3}, {"a": Tally("b")})
    with Store(path) as store:
        assert store.load().state == {"rows": 3}


def test_a_newer_format_is_refused(path):
    """By name."""
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute("pragma user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="newer entrostream"):
        Store(path)


def test_both_damaged_is_refused(path):
    """Nothing is guessed."""
    with Store(path) as store:
        for number in range(2):
            store.save({"number": number}, {"a": Tally(str(number))})
    with sqlite3.connect(path) as database:
        database.execute("update blob set bytes = x'00'")
    database.close()
    with Store(path) as store, pytest.raises(StoreError, match="beyond repair"):
        store.load()


def test_going_back_takes_history_and_alarms_back(path):
    """What is newer than the older checkpoint is computed again."""
    with Store(path) as store:
        alarms = [AlarmRecord(number, number, "src", "limit", "", 0.1) for number in (1, 2)]
        store.save(
            {"clock": 1000, "next_alarm": 2},
            {"a": Tally("a")},
            [(0, "src", point(1000))],
            alarms[:1],
        )
        store.save(
            {"clock": 2000, "next_alarm": 3},
            {"a": Tally("b")},
            [(0, "src", point(2000))],
            alarms[1:],
        )
    with sqlite3.connect(path) as database:
        database.execute("update checkpoint set body = x'00' where sequence = 2")
    database.close()
    with Store(path) as store:
        assert store.load().state["clock"] == 1000
        assert "checkpoint 2 is damaged" in store.warnings[0]
        assert [each.time for _, _, each in store.history()] == [1000]
        assert [alarm.id for alarm in store.alarms()] == [1]
