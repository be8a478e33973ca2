"""The state of a monitor in a SQLite file: checkpoints, history, alarms.

One transaction writes all of it. Two checkpoints are kept: if the newer one is damaged, the older
one is used, and history and alarms are taken back to it. The bytes of summaries are stored under
their digests, so that what did not change since the last checkpoint is not written again.
"""

from __future__ import annotations

import fcntl
import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from entrostream.monitor.alarm_log import MOST, AlarmRecord
from entrostream.monitor.field_monitor import Blobs
from entrostream.monitor.history import Point, to_json, unjson
from entrostream.monitor.paned_window import Pane

__all__ = ["Checkpoint", "Store", "StoreError"]

FORMAT = 1
KEPT = 2  # checkpoints
APPLICATION = 0x656E7472  # "entr": says whose file it is, where SQLite has a place for it
SCHEMA = """
create table checkpoint (sequence integer primary key, digest text not null, body blob not null);
create table blob (digest text primary key, bytes blob not null) without rowid;
create table history (
    level integer, field text, time integer,
    entropy real, evenness real, gini real, distinct_labels real, n real, regime real,
    low real, high real,
    primary key (level, field, time)
) without rowid;
create table alarm (id integer primary key, time integer not null, body blob not null);
"""


class StoreError(Exception):
    """A database that cannot be used: which one, why, and what to do."""


@dataclass(frozen=True)
class Checkpoint:
    """A state as it was stored.

    Parameters
    ----------
    sequence : int
        Its number.
    state : mapping
        Plain data.
    digests : mapping of str to str
        Where the bytes of each part are.
    """

    sequence: int
    state: Mapping[str, Any]
    digests: Mapping[str, str]


class Store:
    """A SQLite file with the state of a monitor.

    Parameters
    ----------
    path : str
        The file; made if it is not there.

    Raises
    ------
    StoreError
        If the file is no database of a monitor, is damaged, or is in use.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream import Tally
    >>> from entrostream.monitor import Store
    >>> counts = Tally()
    >>> counts.update_many("aab")
    >>> path = os.path.join(tempfile.mkdtemp(), "state.sqlite")
    >>> with Store(path) as store:
    ...     store.save({"rows": 3}, {"src": counts})
    >>> with Store(path) as store:
    ...     checkpoint = store.load()
    ...     print(checkpoint.state, Tally.from_bytes(store.read(checkpoint, "src")).entropy)
    {'rows': 3} 0.9182958340544896
    """

    def __init__(self, path: str):
        self.path = path
        self.warnings: list[str] = []
        self._lock = locked(path)
        try:
            self._database = self._opened()
        except BaseException:
            self._lock.close()
            raise
        self._stored: set[str] = set()
        self._referenced: dict[int, set[str]] = {}
        self._sequence = 0

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        self._database.close()
        self._lock.close()

    def _opened(self) -> sqlite3.Connection:
        database = None
        try:
            database = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            self._prepare(database)
        except sqlite3.DatabaseError as error:
            if database is not None:
                database.close()
            raise StoreError(
                f"cannot use {self.path}: {error}; move it away to begin anew, or pass another --db"
            ) from None
        except StoreError:
            assert database is not None
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Make the tables of a new file, or refuse one that is not ours."""
        application = database.execute("pragma application_id").fetchone()[0]
        version = database.execute("pragma user_version").fetchone()[0]
        is_new = not database.execute("select count(*) from sqlite_master").fetchone()[0]
        if not is_new and application != APPLICATION:
            raise StoreError(f"{self.path} is a database of another program: pass another --db")
        if version > FORMAT:
            raise StoreError(
                f"{self.path} was written by a newer entrostream (format {version}, this one "
                f"reads up to {FORMAT}): upgrade, or pass another --db"
            )
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        if is_new:
            database.executescript(
                f"begin; {SCHEMA} pragma application_id = {APPLICATION}; "
                f"pragma user_version = {FORMAT}; commit;"
            )

    def save(
        self,
        state: Mapping[str, Any],
        blobs: Blobs,
        points: Iterable[tuple[int, str, Point]] = (),
        alarms: Iterable[AlarmRecord] = (),
        forget: Iterable[tuple[int, int]] = (),
        forget_alarms: int | None = None,
    ) -> None:
        """Write a checkpoint: all of it, or nothing.

        Parameters
        ----------
        state : mapping
            Plain data.
        blobs : mapping of str to summary
            The parts of the state that are bytes.
        points : iterable of (level, field, Point)
            New history.
        alarms : iterable of AlarmRecord
            Alarms that are new or changed.
        forget : iterable of (level, time)
            Up to which times the levels of the history are no longer kept.
        forget_alarms : int, optional
            Up to which time alarms are no longer kept.

        Raises
        ------
        sqlite3.Error
            If it cannot be written, as on a full disk. What is stored stays as it was.
        """
        new: dict[str, bytes] = {}
        digests = {name: self._digest(part, new) for name, part in blobs.items()}
        body = msgspec.json.encode({"state": state, "digests": digests})
        referenced = set(digests.values())
        sequence = self._sequence + 1
        kept = dict(sorted({**self._referenced, sequence: referenced}.items())[-KEPT:])
        unused = (self._stored | set(new)) - set().union(*kept.values())
        database = self._database
        database.execute("begin immediate")
        try:
            database.executemany("insert or replace into blob values (?, ?)", new.items())
            database.execute(
                "insert into checkpoint values (?, ?, ?)", (sequence, digest_of(body), body)
            )
            database.execute("delete from checkpoint where sequence < ?", (min(kept),))
            database.executemany("delete from blob where digest = ?", [(each,) for each in unused])
            self._save_history(points, forget)
            self._save_alarms(alarms)
            if forget_alarms is not None:
                database.execute("delete from alarm where time < ?", (forget_alarms,))
            database.execute("commit")
        except BaseException:
            if database.in_transaction:
                database.execute("rollback")
            raise
        self._sequence, self._referenced = sequence, kept
        self._stored = (self._stored | set(new)) - unused
        for name, part in blobs.items():
            if isinstance(part, Pane):
                part.digest = digests[name]

    def _digest(self, part: Any, new: dict[str, bytes]) -> str:
        """Return the digest of a part, and add its bytes to those to be written."""
        if isinstance(part, Pane) and part.digest is not None:
            return part.digest
        data = part.to_bytes()
        digest = digest_of(data)
        if digest not in self._stored:
            new[digest] = data
        return digest

    def _save_history(
        self, points: Iterable[tuple[int, str, Point]], forget: Iterable[tuple[int, int]]
    ) -> None:
        rows = (
            (level, name, int(point.time), *to_json(point)[1:]) for level, name, point in points
        )
        self._database.executemany(
            f"insert or replace into history values ({', '.join('?' * 11)})", rows
        )
        self._database.executemany("delete from history where level = ? and time < ?", forget)

    def _save_alarms(self, alarms: Iterable[AlarmRecord]) -> None:
        self._database.executemany(
            "insert or replace into alarm values (?, ?, ?)",
            ((alarm.id, alarm.time, msgspec.json.encode(alarm.to_dict())) for alarm in alarms),
        )

    def load(self) -> Checkpoint | None:
        """Return the newest checkpoint that is not damaged; None if there is none at all.

        A checkpoint that is damaged is told in `warnings`; history and alarms that are newer than
        the one returned are removed.

        Raises
        ------
        StoreError
            If every checkpoint is damaged.
        """
        try:
            rows = self._database.execute(
                "select sequence, digest, body from checkpoint order by sequence desc"
            ).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from None
        for sequence, digest, body in rows:
            why, checkpoint = self._checked(sequence, digest, body)
            if checkpoint is not None:
                self._go_back_to(checkpoint)
                return checkpoint
            self.warnings.append(f"{self.path}: checkpoint {sequence} is damaged ({why})")
        if rows:
            raise self._damaged("; ".join(self.warnings))
        return None

    def _damaged(self, why: str) -> StoreError:
        return StoreError(
            f"{self.path} is damaged beyond repair: {why}; move it away to begin anew, or pass "
            "another --db"
        )

    def _checked(self, sequence: int, digest: str, body: bytes) -> tuple[str, Checkpoint | None]:
        """Return what is wrong with a checkpoint, or the checkpoint."""
        if digest_of(body) != digest:
            return "its digest is wrong", None
        content = msgspec.json.decode(body)
        checkpoint = Checkpoint(sequence, content["state"], content["digests"])
        try:
            for name in checkpoint.digests:
                self.read(checkpoint, name)
        except StoreError as error:
            return str(error), None
        return "", checkpoint

    def read(self, checkpoint: Checkpoint, name: str) -> bytes:
        """Return the bytes of a part."""
        digest = checkpoint.digests[name]
        shown = name.replace("\0", " ")
        try:
            row = self._database.execute(
                "select bytes from blob where digest = ?", (digest,)
            ).fetchone()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{shown}: {error}") from None
        if row is None:
            raise StoreError(f"{shown} is missing")
        if digest_of(row[0]) != digest:
            raise StoreError(f"{shown}: its digest is wrong")
        return bytes(row[0])

    def _go_back_to(self, checkpoint: Checkpoint) -> None:
        """Forget what is newer than a checkpoint, and note what is stored."""
        database = self._database
        with closing(database.execute("select digest from blob")) as rows:
            self._stored = {digest for (digest,) in rows}
        self._sequence = checkpoint.sequence
        self._referenced = {checkpoint.sequence: set(checkpoint.digests.values())}
        newer = "delete from checkpoint where sequence > ?"
        if database.execute(newer, (checkpoint.sequence,)).rowcount:
            # Blobs under a digest that may be damaged are written again.
            self._stored = set(checkpoint.digests.values())
            self._remove_newer(checkpoint.state)

    def _remove_newer(self, state: Mapping[str, Any]) -> None:
        """Remove the history and alarms after a state: they are computed again."""
        clock, next_alarm = state.get("clock"), state.get("next_alarm", 1)
        if clock is not None:
            self._database.execute("delete from history where time > ?", (clock,))
        self._database.execute("delete from alarm where id >= ?", (next_alarm,))

    def history(self) -> Iterable[tuple[int, str, Point]]:
        """Yield the points that are stored, of each level and field oldest first."""
        query = "select * from history order by level, field, time"
        with closing(self._database.execute(query)) as rows:
            for level, name, *values in rows:
                yield level, name, Point(*unjson(values))

    def alarms(self, most: int = MOST) -> list[AlarmRecord]:
        """Return the newest alarms, oldest first."""
        query = "select body from alarm order by id desc limit ?"
        rows = self._database.execute(query, (most,)).fetchall()
        return [AlarmRecord(**msgspec.json.decode(body)) for (body,) in reversed(rows)]


def locked(path: str) -> IO[bytes]:
    """Return an open lock file next to a database, or refuse one that another process uses."""
    try:
        # A file of its own: SQLite loses its locks where a process opens the database twice.
        lock = open(f"{path}.lock", "ab")  # noqa: SIM115 - open as long as the store is
    except OSError as error:
        raise StoreError(f"cannot open {path}: {(error.strerror or str(error)).lower()}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreError(f"{path} is used by another process: pass another --db") from None
    return lock


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of bytes."""
    return hashlib.sha256(data).hexdigest()
