"""A growing file is a source of whole lines, whatever happens to the file."""

import threading
import time

import pytest

from entrostream.ingest import BadRecords, FollowedSource, ReadOptions, reader_of


def lines_until(source, wanted, seconds=10.0):
    """Return the bytes that came until there were `wanted` lines."""
    data, until = b"", time.monotonic() + seconds
    while data.count(b"\n") < wanted:
        assert time.monotonic() < until, data
        if source.wait(0.05):
            data += source.read(1 << 16)
    return data


def test_a_line_that_a_rotation_cut_ends_there(tmp_path):
    """What the new file begins with is a line of its own."""
    log = tmp_path / "log"
    log.write_bytes(b"one\ntw")
    source = FollowedSource(str(log))
    assert lines_until(source, 1) == b"one\ntw"

    log.rename(tmp_path / "log.1")
    log.write_bytes(b"three\n")

    assert lines_until(source, 2) == b"\nthree\n"


def test_the_header_that_a_new_file_repeats_is_left_out(tmp_path):
    """A rotated CSV file begins with the names of the fields again: they are no row."""
    log = tmp_path / "flows.csv"
    log.write_text("src,port\na,80\n")
    source = FollowedSource(str(log))
    reader = reader_of(source, ReadOptions(BadRecords()))
    values = []

    def read():
        for rows in reader.batches(["src"]):
            if rows.n:
                values.extend(rows.columns["src"].to_pylist())

    thread = threading.Thread(target=read)
    thread.start()
    wait_for(lambda: values == ["a"])
    log.rename(tmp_path / "flows.1")
    log.write_text("src,port\nb,81\n")
    wait_for(lambda: values == ["a", "b"])
    with open(log, "w") as truncated:  # in place, shorter than before
        truncated.write("c,1\n")
    wait_for(lambda: values == ["a", "b", "c"])
    source.stop()
    thread.join(10)

    assert not thread.is_alive()
    assert values == ["a", "b", "c"]


def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path):
    """The first look at the format waits for a line."""
    log = tmp_path / "later.log"
    source = FollowedSource(str(log))
    timer = threading.Timer(0.2, lambda: log.write_text("a\n"))
    timer.start()

    reader = reader_of(source, ReadOptions(BadRecords(), "lines"))

    assert next(reader.batches(["line"])).columns["line"].to_pylist() == ["a"]
    source.stop()


def test_a_parquet_file_cannot_be_followed(tmp_path):
    """It has its schema at its end."""
    path = tmp_path / "table"
    path.write_bytes(b"PAR1\n" + bytes(20))

    with pytest.raises(ValueError, match="cannot be followed"):
        reader_of(FollowedSource(str(path)), ReadOptions(BadRecords()))


def wait_for(condition, seconds=10.0):
    """Wait until something holds."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
