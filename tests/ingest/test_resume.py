"""A source that stopped goes on where it was: every line once, whatever happened to the file."""

import random

import pytest

from entrostream.ingest import (
    BadRecords,
    FollowedSource,
    ReadOptions,
    blocks,
    follow_reader,
    reader_of,
)
from entrostream.ingest.follow import FilePlace, Follower

HEADER = b"src,port\n"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Call a source silent after some milliseconds, so that the tests are fast."""
    monkeypatch.setattr(blocks, "TICK", 0.01)


def place_of(reader):
    """Return the place behind the rows that were read so far."""
    return reader.source.place(reader.blocks.passed)


def open_again(path, place, header=b""):
    """Return a reader that begins at a place, as a program does that was started again."""
    source = FollowedSource(str(path), resume=place, header=header)
    return reader_of(source, ReadOptions(BadRecords(), format="csv", delimiter=","))


def next_values(batches):
    """Return the values of the next batch that has rows."""
    return next(rows.columns["src"].to_pylist() for rows in batches if rows.n)


def remaining(reader):
    """Return all values until the source was silent for a while."""
    values, silent = [], 0
    for rows in reader.batches(["src"]):
        silent = 0 if rows.n else silent + 1
        if rows.n:
            values += rows.columns["src"].to_pylist()
        if silent > 1:
            return values
    return values


def test_it_goes_on_behind_the_last_whole_row(tmp_path):
    """The row that was not complete is read again, from its begin."""
    log = tmp_path / "flows.csv"
    log.write_bytes(HEADER + b"a,80\nb,8")
    reader = open_again(log, None)
    assert next_values(reader.batches(["src"])) == ["a"]

    with log.open("ab") as file:
        file.write(b"1\nc,82\n")
    again = open_again(log, place_of(reader), reader.source.header)

    assert again.source.resumed
    assert remaining(again) == ["b", "c"]


def test_a_file_that_was_rotated_meanwhile_is_read_to_its_end_first(tmp_path):
    """The rest of the old file is found under its new name."""
    log = tmp_path / "flows.csv"
    log.write_bytes(HEADER + b"a,80\n")
    reader = open_again(log, None)
    next_values(reader.batches(["src"]))

    with log.open("ab") as file:
        file.write(b"b,81\n")
    log.rename(tmp_path / "flows.csv.1")
    log.write_bytes(HEADER + b"c,82\n")
    again = open_again(log, place_of(reader), reader.source.header)

    assert remaining(again) == ["b", "c"]


def test_a_place_before_a_rotation_is_in_the_old_file(tmp_path):
    """A source may have read ahead into the new file: the place is still that of its rows."""
    log = tmp_path / "log"
    log.write_bytes(b"one\ntwo\n")
    source = FollowedSource(str(log))
    assert source.wait(1)
    assert source.read(4) == b"one\n"
    old = source.place(4)
    assert source.read(100) == b"two\n"
    log.rename(tmp_path / "log.1")
    log.write_bytes(b"three\n")
    assert source.wait(1)

    assert source.place(7)[:2] == (old.inode, 7)
    assert source.place(8)[:2] == (log.stat().st_ino, 0)
    again = FollowedSource(str(log), resume=old)
    assert again.wait(1)
    assert again.read(100) == b"two\n"
    assert again.wait(1)
    assert again.read(100) == b"three\n"


def test_another_file_with_the_same_inode_is_not_taken_for_the_old_one(tmp_path):
    """Inodes are used again: the first bytes tell files apart."""
    log = tmp_path / "log"
    log.write_bytes(b"old line\n")
    with Follower(log) as follower:
        follower.read(100)
        place = follower.place(9)
    log.write_bytes(b"new file, and longer\n")  # the same inode

    with Follower(log, resume=place) as follower:
        assert not follower.resumed
        assert follower.read(100) == b"new file, and longer\n"


def test_from_the_end_the_header_is_still_that_at_the_start(tmp_path):
    """The first row that is written from now on is a row."""
    log = tmp_path / "flows.csv"
    log.write_bytes(b"src;port\na;80\n")
    reader = follow_reader(str(log), ReadOptions(BadRecords()), from_start=False)
    with log.open("ab") as file:
        file.write(b"b;81\n")

    assert reader.names == ["src", "port"]
    assert remaining(reader) == ["b"]
    with log.open("ab") as file:
        file.write(b"c;82\n")
    again = FollowedSource(str(log), resume=place_of(reader), header=reader.source.header)
    options = ReadOptions(BadRecords(), format="csv", delimiter=";")
    assert remaining(reader_of(again, options)) == ["c"]


def test_a_file_that_is_gone_begins_anew(tmp_path):
    """Nothing is left to go on with: the program is told."""
    log = tmp_path / "log"
    with Follower(log, resume=FilePlace(12345, 10, 0, "")) as follower:
        assert not follower.resumed
        assert follower.read(10) == b""


@pytest.mark.parametrize("seed", range(20))
def test_every_row_is_read_once_however_often_it_stops(tmp_path, seed):
    """Rows arrive in pieces, files are rotated, the reader is stopped and opened again."""
    random_number = random.Random(seed)
    log = tmp_path / "flows.csv"
    log.write_bytes(HEADER)
    written, seen = [], []
    place, header = None, b""
    for turn in range(12):
        with log.open("ab") as file:
            for _ in range(random_number.randrange(1, 5)):
                written.append(f"{turn}-{len(written)}")
                file.write(f"{written[-1]},1\n".encode())
        reader = open_again(log, place, header)
        seen += remaining(reader)
        place, header = place_of(reader), reader.source.header
        reader.source.close()
        if random_number.random() < 0.3:
            log.rename(tmp_path / f"flows.csv.{turn}")
            log.write_bytes(HEADER)

    assert seen == written


def test_a_line_that_is_too_long_is_counted_once_its_end_was_read(tmp_path):
    """A place is never within a line."""
    log = tmp_path / "log"
    log.write_bytes(b"first\n" + b"x" * 5000)
    source = FollowedSource(str(log))
    bad = BadRecords()
    reader = reader_of(source, ReadOptions(bad, format="lines", max_record=1000))
    batches = reader.batches(["line"])
    assert next(batches).n == 1
    assert next(batches).n == 0
    assert (reader.blocks.passed, bad.count) == (6, 0)

    with log.open("ab") as file:
        file.write(b"x\nshort\n")
    rows = next(rows for rows in batches if rows.n)

    assert rows.columns["line"].to_pylist() == ["short"]
    assert (reader.blocks.passed, bad.count) == (5014, 1)
