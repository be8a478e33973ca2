"""A growing file as a source that never ends."""

from __future__ import annotations

import time
from dataclasses import dataclass

from entrostream.ingest.follow import FilePlace, Follower
from entrostream.ingest.source import Source

__all__ = ["AnySource", "FollowedSource"]

POLL = 0.05  # seconds between two looks at a file that does not grow
CHUNK = 1 << 20


@dataclass(frozen=True)
class Segment:
    """Bytes of a source that follow each other in one file, too."""

    start: int  # in the source
    offset: int  # in the file
    place: FilePlace | None  # of its end so far, once the file is no longer open


class FollowedSource:
    r"""Bytes of a file as they are written, through rotation and truncation.

    Has the interface of `Source`. A line that a rotation cut ends there. The header of CSV, which
    a new file repeats, is left out.

    Parameters
    ----------
    path : str
        The file; may not exist yet.
    from_start : bool, default True
        Whether to begin with what the file holds already.
    resume : FilePlace, optional
        Where an earlier source stopped, as its `place` said.
    header : bytes, default b""
        The header of CSV, which comes before the place or the end: the source begins with it.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream.ingest.followed_source import FollowedSource
    >>> path = os.path.join(tempfile.mkdtemp(), "log")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a\nb\n")
    >>> source = FollowedSource(path)
    >>> source.wait(1), source.read(100), source.wait(0)
    (True, b'a\nb\n', False)
    """

    compression: str | None = None
    size: int | None = None
    path: str | None = None
    is_live = True
    closed = False

    def __init__(
        self,
        path: str,
        from_start: bool = True,
        *,
        resume: FilePlace | None = None,
        header: bytes = b"",
    ):
        self.name = path
        self._follower = Follower(path, from_start, resume)
        self.resumed = self._follower.resumed
        self._ahead = header if self.resumed or not from_start else b""
        self._delivered = len(self._ahead)
        self._segments = [Segment(self._delivered, self._follower.position, None)]
        self.offset = 0  # how many bytes `read` returned
        self.header = self._ahead or None  # of CSV: a new file may repeat it
        self._begun = b""  # of a new file, until its first line is complete
        self._in_first_line = False
        self._unfinished = False  # the last byte was not the end of a line
        self._restarts = 0
        self.stopped = False

    def stop(self) -> None:
        """End the source: the next read is the last one."""
        self.stopped = True

    def close(self) -> None:
        """Close the file."""
        self._follower.close()
        self.closed = True

    def position(self) -> int | None:
        """Return None: a growing file has no size to compare with."""
        return None

    def skip_repeated(self, header: bytes) -> None:
        """Leave out this first line where a new file repeats it."""
        self.header = header

    def place(self, offset: int) -> FilePlace | None:
        """Return where in its file a byte of this source is; None before there was a file.

        Call it with offsets in ascending order: places before are forgotten.
        """
        while len(self._segments) > 1 and self._segments[1].start <= offset:
            self._segments.pop(0)
        segment = self._segments[0]
        in_file = segment.offset + max(0, offset - segment.start)
        if segment.place is not None:  # of a file that is closed: its end, or a place before it
            return segment.place._replace(offset=min(in_file, segment.place.offset))
        return self._follower.place(in_file)

    def wait(self, seconds: float) -> bool:
        """Say whether there are bytes to read, after waiting at most this long."""
        until = time.monotonic() + seconds
        while not self._ahead and not self.stopped:
            self._ahead = self._next()
            if self._ahead or time.monotonic() >= until:
                break
            time.sleep(min(POLL, max(0.0, until - time.monotonic())))
        return bool(self._ahead) or self.stopped

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes, waiting for the first; b"" once it was stopped."""
        while not self.wait(POLL):
            pass
        first, self._ahead = self._ahead[:size], self._ahead[size:]
        self.offset += len(first)
        return first

    def peek(self, size: int) -> bytes:
        """Return the first line and what follows it, at most `size`, without reading them."""
        while b"\n" not in self._ahead and len(self._ahead) < size and not self.stopped:
            self._ahead += self._next()
            if b"\n" not in self._ahead:
                time.sleep(POLL)
        return self._ahead[:size]

    def _next(self) -> bytes:
        """Return new bytes; those of a new file begin a new line."""
        before = self._follower.place(self._follower.position)
        chunk = self._follower.read(CHUNK)
        cut = b""
        if self._follower.restarts != self._restarts:
            self._restarts = self._follower.restarts
            self._in_first_line = self.header is not None
            cut = b"\n" if self._unfinished else b""
            self._begin_segment(before, self._delivered + len(cut), 0)
        if chunk:
            self._unfinished = not chunk.endswith(b"\n")
        new = cut + (self._without_header(chunk) if self._in_first_line else chunk)
        self._delivered += len(new)
        return new

    def _begin_segment(self, before: FilePlace | None, start: int, offset: int) -> None:
        """Note that another file, or another place of it, begins."""
        last = self._segments.pop()
        self._segments += [Segment(last.start, last.offset, before), Segment(start, offset, None)]

    def _without_header(self, chunk: bytes) -> bytes:
        """Hold the first line of a new file back, and drop it if it is the header."""
        self._begun += chunk
        line, newline, rest = self._begun.partition(b"\n")
        if not newline:
            return b""
        begun, self._begun, self._in_first_line = self._begun, b"", False
        if line + newline != self.header:
            return begun
        header = self._segments.pop()
        self._segments.append(Segment(header.start, header.offset + len(line) + 1, None))
        return rest


AnySource = Source | FollowedSource
