"""Reads a file that grows, through rotation and truncation, like `tail -F`."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

__all__ = ["FilePlace", "Follower"]

# How far back from the end a first read may start to get a whole line.
LONGEST_UNFINISHED_LINE = 1 << 16
FIRST_BYTES = 1024  # that tell a file from another one with the same inode


class FilePlace(NamedTuple):
    """A place in a file that is found again after the file was renamed.

    Attributes
    ----------
    inode : int
        The number of the file.
    offset : int
        How many bytes are before the place.
    checked : int
        How many of the first bytes `digest` is of.
    digest : str
        The SHA-256 of the first bytes: an inode is used again once its file is gone.

    Examples
    --------
    >>> from entrostream.ingest.follow import FilePlace
    >>> FilePlace(inode=11, offset=4096, checked=2, digest="fb8e20fc").offset
    4096
    """

    inode: int
    offset: int
    checked: int
    digest: str


class Follower:
    """The bytes of a growing file, as they come.

    Every `read` returns bytes of one file only. If `restarts` is larger after a read than before
    it, bytes from here on are those of a new file (rotation), or of the same file after it was
    truncated: a line that the caller holds unfinished ended without a newline.

    A rotated file is read to its end before the new one is opened. An empty new file is not
    opened: until its first byte, a program that still holds the old file may write there. A path
    that does not exist, or disappears for a while, is waited for.

    The operating system hides three things: a file that came and went between two reads; what was
    lost when a file was truncated before it was read; and a truncation after which the file grew
    past `position` before the next read. Read several times per second.

    Parameters
    ----------
    path : str or os.PathLike
        The file to follow. A symbolic link is followed to wherever it points at the time.
    from_start : bool, default True
        Whether to begin at the start of the file that is there now. If False, begin at its last
        line if that is unfinished, at its end otherwise. Files that come later are read whole.
    resume : FilePlace, optional
        Where an earlier follower of this path stopped. A file that was rotated since is found in
        its folder, as long as it has not been compressed; if it is gone, reading begins with the
        file that is there now, and `resumed` is False.

    Raises
    ------
    ValueError
        If the path is there and is no regular file.
    OSError
        If the path is there and cannot be opened. After that, a new file that cannot be opened is
        waited for.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder, Follower(f"{folder}/log") as follower:
    ...     log = Path(folder, "log")
    ...     print(follower.read(100))
    ...     _ = log.write_bytes(b"GET /")
    ...     print(follower.read(100), follower.restarts)
    ...     _ = log.rename(f"{folder}/log.1")
    ...     _ = log.write_bytes(b"POST /")
    ...     print(follower.read(100), follower.restarts)
    b''
    b'GET /' 0
    b'POST /' 1
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        from_start: bool = True,
        resume: FilePlace | None = None,
    ) -> None:
        self._path = os.fspath(path)
        self._file: int | None = None
        self._identity: tuple[int, int] | None = None
        self._position = 0
        self._restarts = 0
        self._closed = False
        self.resumed = resume is not None and self._open_at(resume)
        if self.resumed:
            return
        try:
            self._open(self._path)
        except FileNotFoundError:
            return
        if not from_start:
            self._position = self._start_of_last_line()

    @property
    def position(self) -> int:
        """How many bytes of the open file were passed."""
        return self._position

    @property
    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the open file; None before there was a file."""
        return self._identity

    @property
    def restarts(self) -> int:
        """How often reading went on at the start of a new or truncated file."""
        return self._restarts

    def place(self, offset: int) -> FilePlace | None:
        """Return a place in the open file; None before there was a file."""
        if self._file is None or self._identity is None:
            return None
        checked = min(self._position, FIRST_BYTES)
        return FilePlace(self._identity[1], offset, checked, digest_of(self._file, checked))

    def read(self, size: int) -> bytes:
        """Return the next bytes, at most `size`; `b""` if there are none now. Never waits."""
        if size < 1:
            raise ValueError(f"size must be a positive integer, got {size}")
        if self._closed:
            raise ValueError("read of a closed Follower")
        return self._read_on(size) or self._read_after_restart(size)

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        self._closed = True
        self._close_file()

    def __enter__(self) -> Follower:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read_on(self, size: int) -> bytes:
        if self._file is None:
            return b""
        chunk = os.pread(self._file, size, self._position)
        self._position += len(chunk)
        return chunk

    def _read_after_restart(self, size: int) -> bytes:
        """Go on at the start of a file, if there is reason to."""
        if self._is_truncated():
            self._position = 0
            self._restarts += 1
            return self._read_on(size)
        if not self._is_replaced():
            return b""
        # The old file may have grown since it was last read; it is complete only now.
        return self._read_on(size) or self._read_new_file(size)

    def _is_truncated(self) -> bool:
        return self._file is not None and os.fstat(self._file).st_size < self._position

    def _is_replaced(self) -> bool:
        """Say whether the path leads to another file, and one with content."""
        try:
            now = os.stat(self._path)
        except OSError:
            return False
        return (now.st_dev, now.st_ino) != self._identity and now.st_size > 0

    def _read_new_file(self, size: int) -> bytes:
        is_first = self._identity is None
        try:
            self._open(self._path)
        except (OSError, ValueError):  # gone again, or not ready: later
            return b""
        if not is_first:
            self._restarts += 1
        return self._read_on(size)

    def _open_at(self, place: FilePlace) -> bool:
        """Open the file of a place, under whatever name it is now, and say whether it is there."""
        path = self._path if is_file_of(self._path, place) else renamed(self._path, place)
        if path is None:
            return False
        self._open(path)
        self._position = place.offset
        return True

    def _open(self, path: str) -> None:
        """Open a file; nothing changes if that fails."""
        # A pipe under this name would block without the flag, before it can be refused.
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            os.close(file)
            raise ValueError(f"cannot follow {path!r}: it is not a regular file")
        self._close_file()
        self._file, self._identity, self._position = file, (found.st_dev, found.st_ino), 0

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _start_of_last_line(self) -> int:
        """Return where the last line starts if it is unfinished, the end of the file if not."""
        assert self._file is not None
        end = os.fstat(self._file).st_size
        start = max(0, end - LONGEST_UNFINISHED_LINE)
        block = os.pread(self._file, end - start, start)
        newline = block.rfind(b"\n")
        whole_file = start == 0
        return start + newline + 1 if newline >= 0 or whole_file else end


def digest_of(file: int, size: int) -> str:
    """Return the SHA-256 of the first bytes of a file."""
    return hashlib.sha256(os.pread(file, size, 0)).hexdigest()


def is_file_of(path: str, place: FilePlace) -> bool:
    """Say whether a path leads to the file of a place, and it still has its bytes."""
    try:
        if os.stat(path).st_ino != place.inode or not os.path.isfile(path):
            return False
        with open(path, "rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            return size >= place.offset and digest_of(file.fileno(), place.checked) == place.digest
    except OSError:
        return False


def renamed(path: str, place: FilePlace) -> str | None:
    """Return the file of a place in the folder of the path, such as "access.log.1"."""
    folder = Path(path).resolve().parent
    try:
        candidates = [entry.path for entry in os.scandir(folder) if entry.inode() == place.inode]
    except OSError:
        return None
    return next((each for each in candidates if is_file_of(each, place)), None)
