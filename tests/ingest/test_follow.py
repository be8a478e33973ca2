"""A followed file gives every byte once and in order, and says when a line was cut."""

import doctest
import os
import stat
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import follow
from entrostream.ingest.follow import Follower


@pytest.fixture
def path(tmp_path):
    return tmp_path / "access.log"


def append(path, content):
    with open(path, "ab") as file:
        file.write(content)


def rotate(path, number=1):
    os.rename(path, f"{path}.{number}")


def drain(follower, size=1000):
    """Return all that can be read now."""
    return b"".join(iter(lambda: follower.read(size), b""))


def test_docstring():
    """Its example runs as it stands."""
    assert doctest.testmod(follow).failed == 0


def test_growing_file(path):
    """What was read is not read again; a line may come in parts."""
    append(path, b"one\ntw")
    with Follower(path) as follower:
        assert follower.read(100) == b"one\ntw"
        assert follower.read(100) == b""
        append(path, b"o\n")
        assert follower.read(100) == b"o\n"
        assert follower.restarts == 0


def test_size_is_a_limit(path):
    """The rest comes with the next read."""
    append(path, b"abcde")
    with Follower(path) as follower:
        assert [follower.read(2) for _ in range(4)] == [b"ab", b"cd", b"e", b""]


def test_from_the_end(path):
    """The history is left out, what comes is read."""
    append(path, b"old\n")
    with Follower(path, from_start=False) as follower:
        assert follower.read(100) == b""
        append(path, b"new\n")
        assert follower.read(100) == b"new\n"


@pytest.mark.parametrize("before", [b"", b"old\n"])
def test_from_the_end_starts_with_a_whole_line(path, before):
    """A writer with a buffer leaves half a line at the end: its start is read too."""
    append(path, before + b"unfini")
    with Follower(path, from_start=False) as follower:
        append(path, b"shed\n")
        assert follower.read(100) == b"unfinished\n"


def test_from_the_end_of_an_endless_line(path, monkeypatch):
    """The start of the line is not searched for without a limit."""
    monkeypatch.setattr(follow, "LONGEST_UNFINISHED_LINE", 4)
    append(path, b"old\nendless")
    with Follower(path, from_start=False) as follower:
        assert follower.position == len(b"old\nendless")


def test_from_the_end_reads_later_files_whole(path):
    """Nothing in them is old."""
    with Follower(path, from_start=False) as follower:
        append(path, b"new\n")
        assert follower.read(100) == b"new\n"


def test_missing_at_start(path):
    """It is waited for; the first file is not a restart."""
    with Follower(path) as follower:
        assert follower.read(100) == b""
        assert follower.identity is None
        append(path, b"first\n")
        assert follower.read(100) == b"first\n"
        assert follower.restarts == 0


def test_missing_folder(tmp_path):
    """Programs create their log folder when they start."""
    with Follower(tmp_path / "later" / "access.log") as follower:
        assert follower.read(100) == b""
        (tmp_path / "later").mkdir()
        append(tmp_path / "later" / "access.log", b"first\n")
        assert follower.read(100) == b"first\n"


def test_rename_rotation(path):
    """The old file is read to its end first, and a read never has bytes of both."""
    append(path, b"1\n")
    with Follower(path) as follower:
        assert follower.read(100) == b"1\n"
        append(path, b"2\n3")
        rotate(path)
        append(path, b"4\n")
        assert (follower.read(100), follower.restarts) == (b"2\n3", 0)
        assert (follower.read(100), follower.restarts) == (b"4\n", 1)


def test_writer_that_still_holds_the_rotated_file(path):
    """Until the new file has content, lines that go to the old one are read."""
    with open(path, "ab", buffering=0) as writer, Follower(path) as follower:
        writer.write(b"1\n")
        rotate(path)
        path.touch()
        assert drain(follower) == b"1\n"
        writer.write(b"2\n")
        assert drain(follower) == b"2\n"
        append(path, b"3\n")
        assert drain(follower) == b"3\n"
        assert follower.restarts == 1


def test_old_file_grows_while_the_new_one_is_found(path, monkeypatch):
    """The old file is read once more after the new one was seen."""
    append(path, b"1\n")
    with Follower(path) as follower, open(path, "ab", buffering=0) as writer:
        drain(follower)
        rotate(path)
        append(path, b"3\n")
        found = follower._is_replaced

        def late_write():
            writer.write(b"2\n")
            monkeypatch.undo()
            return found()

        monkeypatch.setattr(follower, "_is_replaced", late_write)
        assert follower.read(100) == b"2\n"
        assert follower.read(100) == b"3\n"


def test_several_rotations_between_two_reads(path):
    """The file that was open is read to its end; those that came and went are not seen."""
    append(path, b"1\n")
    with Follower(path) as follower:
        assert follower.read(1) == b"1"
        for number in (2, 3):
            rotate(path, number)
            append(path, b"%d\n" % number)
        assert drain(follower) == b"\n3\n"
        assert follower.restarts == 1


def test_truncation(path):
    """`copytruncate` of logrotate: reading starts again, an unfinished line is cut."""
    append(path, b"long line\nunfini")
    with Follower(path) as follower:
        drain(follower)
        os.truncate(path, 0)
        append(path, b"new\n")
        assert (follower.read(100), follower.restarts) == (b"new\n", 1)
        assert follower.position == 4


def test_truncation_is_told_before_there_is_content(path):
    """The counter says it at once."""
    append(path, b"line\n")
    with Follower(path) as follower:
        drain(follower)
        os.truncate(path, 0)
        assert [(follower.read(100), follower.restarts) for _ in range(2)] == [(b"", 1)] * 2
        append(path, b"new\n")
        assert (follower.read(100), follower.restarts) == (b"new\n", 1)


def test_delete_and_recreate(path):
    """Writes to the deleted file are read until there is a new one."""
    with open(path, "ab", buffering=0) as writer, Follower(path) as follower:
        writer.write(b"1\n")
        assert follower.read(100) == b"1\n"
        os.remove(path)
        assert follower.read(100) == b""
        writer.write(b"2\n")
        assert follower.read(100) == b"2\n"
        append(path, b"3\n")
        assert (follower.read(100), follower.restarts) == (b"3\n", 1)


def test_file_that_moves_away_and_back(path):
    """It is the same file: reading goes on."""
    append(path, b"1\n")
    with Follower(path) as follower:
        drain(follower)
        rotate(path)
        assert follower.read(100) == b""
        os.rename(f"{path}.1", path)
        append(path, b"2\n")
        assert (follower.read(100), follower.restarts) == (b"2\n", 0)


def test_symbolic_link_to_another_file(tmp_path, path):
    """The file that the link led to is read to its end first."""
    days = [tmp_path / "monday.log", tmp_path / "tuesday.log"]
    append(days[0], b"1\n")
    path.symlink_to(days[0])
    with Follower(path) as follower:
        assert follower.read(100) == b"1\n"
        append(days[0], b"2\n")
        append(days[1], b"3\n")
        path.unlink()
        path.symlink_to(days[1])
        assert (follower.read(100), follower.restarts) == (b"2\n", 0)
        assert (follower.read(100), follower.restarts) == (b"3\n", 1)


def test_identity_and_position(path):
    """What a checkpoint needs."""
    append(path, b"abc")
    found = os.stat(path)
    with Follower(path) as follower:
        follower.read(2)
        assert follower.identity == (found.st_dev, found.st_ino)
        assert follower.position == 2


def test_new_file_that_cannot_be_opened(path, monkeypatch):
    """It is waited for: logrotate creates files before their rights are set."""
    append(path, b"1\n")
    with Follower(path) as follower:
        drain(follower)
        rotate(path)
        append(path, b"2\n")
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", refuse)
            assert (follower.read(100), follower.restarts) == (b"", 0)
        assert (follower.read(100), follower.restarts) == (b"2\n", 1)


def refuse(*_):
    raise PermissionError(13, "Permission denied")


def test_file_that_cannot_be_opened_at_the_start(path, monkeypatch):
    """A user who may not read a file wants to know it."""
    append(path, b"1\n")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError):
        Follower(path)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_other_than_a_regular_file(path, make):
    """A pipe has no position, and would block."""
    make(path)
    assert not stat.S_ISREG(os.stat(path).st_mode)
    with pytest.raises(ValueError, match=r"^cannot follow '.*': it is not a regular file$"):
        Follower(path)


def test_closed_follower(path):
    """It is as closed as a file; its numbers remain."""
    append(path, b"1\n")
    follower = Follower(path)
    drain(follower)
    follower.close()
    follower.close()
    assert follower.position == 2
    with pytest.raises(ValueError, match=r"^read of a closed Follower$"):
        follower.read(1)


@pytest.mark.parametrize("size", [0, -1])
def test_size_without_sense(path, size):
    with (
        Follower(path) as follower,
        pytest.raises(ValueError, match=rf"^size must be a positive integer, got {size}$"),
    ):
        follower.read(size)


def test_no_file_is_left_open(path):
    """Neither by rotation nor by what was refused."""
    before = os.listdir("/dev/fd")
    append(path, b"1\n")
    with Follower(path) as follower:
        for number in range(5):
            rotate(path, number)
            append(path, b"1\n")
            drain(follower)
    assert len(os.listdir("/dev/fd")) == len(before)


CONTENT = st.binary(min_size=1, max_size=8)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), CONTENT),
        st.tuples(st.just("read"), st.integers(1, 5)),
        st.tuples(st.sampled_from(["rotate", "recreate", "truncate", "hide"]), CONTENT),
    ),
    max_size=30,
)


class Log:
    """A file that is written to, rotated and truncated, and a reader that follows it."""

    def __init__(self, path):
        self.path, self.written, self.files = path, [b""], 0
        append(path, b"")
        self.follower, self.pieces = Follower(path), [b""]

    def read(self, size):
        """Read once; a restart begins a new piece."""
        before = self.follower.restarts
        chunk = self.follower.read(size)
        self.pieces += [b""] * (self.follower.restarts - before)
        self.pieces[-1] += chunk
        return chunk

    def read_all(self):
        while self.read(3):
            pass

    def write(self, content):
        append(self.path, content)
        self.written[-1] += content

    def begin(self, content):
        """Write the first bytes of a file that was made empty, or is new."""
        self.written.append(b"")
        self.write(content)

    def rotate(self, content):
        self.read_all_if_behind()
        self.files += 1
        rotate(self.path, self.files)
        self.begin(content)

    def recreate(self, content):
        self.read_all_if_behind()
        os.remove(self.path)
        self.begin(content)

    def truncate(self, content):
        self.read_all()  # what was not read is lost, and no reader can help it
        if self.follower.position:
            os.truncate(self.path, 0)
            self.read(1)  # ... nor see it after the file has grown past the position
            self.begin(content)

    def hide(self, content):
        """Move the file away and back, with a write meanwhile."""
        rotate(self.path, "hidden")
        append(f"{self.path}.hidden", content)
        self.written[-1] += content
        self.read(2)
        os.rename(f"{self.path}.hidden", self.path)

    def read_all_if_behind(self):
        """Only the file that is open, and the one after it, can be seen."""
        found = os.stat(self.path)
        if self.follower.identity != (found.st_dev, found.st_ino):
            self.read_all()


@given(steps=STEPS)
def test_every_byte_once_and_in_order(tmp_path_factory, steps):
    """Whatever the writer does, and each piece is the content of one file."""
    log = Log(tmp_path_factory.mktemp("logs") / "access.log")
    with log.follower:
        for name, argument in steps:
            getattr(log, name)(argument)
        log.read_all()

    assert [piece for piece in log.pieces if piece] == [piece for piece in log.written if piece]


def test_restarts_only_grow(path):
    """A caller compares them with the number it saw before."""
    append(path, b"1\n")
    seen = []
    with Follower(path) as follower:
        for number in range(4):
            drain(follower)
            seen.append(follower.restarts)
            rotate(path, number)
            append(path, b"2\n")
    assert all(after == before + 1 for before, after in pairwise(seen))
