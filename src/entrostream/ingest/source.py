"""A file or standard input as a stream of bytes, decompressed."""

from __future__ import annotations

import io
import os
import select
import stat
import sys
from typing import Any, BinaryIO, cast

import pyarrow as pa

from entrostream.ingest.bad_records import InputError

__all__ = ["Source", "open_source"]

MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"BZh": "bz2",
    b"\x04\x22\x4d\x18": "lz4",
}
HEAD_BYTES = max(map(len, MAGIC))
STDIN = "-"


class Source:
    """Bytes of one input, decompressed; read from the front to the end.

    Parameters
    ----------
    name : str
        What messages call it: the path, or "standard input".
    raw : binary file
        The bytes as they are stored.
    path : str, optional
        Where they are stored, if they can be opened again.

    Examples
    --------
    >>> import gzip, io
    >>> from entrostream.ingest import Source
    >>> source = Source("day.gz", io.BytesIO(gzip.compress(b"a b c")))
    >>> source.compression, source.read(100)
    ('gzip', b'a b c')
    """

    def __init__(self, name: str, raw: BinaryIO, path: str | None = None):
        self.name = name
        self.raw = raw
        self.path = path
        self._ahead = read_head(raw)  # bytes that were looked at, not yet read
        self._stream: Any = raw
        self.offset = 0  # how many bytes `read` returned
        self.compression = compression_of(self._ahead)
        if self.compression is not None:
            stored = pa.PythonFile(Joined(self._ahead, raw), mode="r")
            self._stream = pa.CompressedInputStream(stored, self.compression)
            self._ahead = b""

    @property
    def size(self) -> int | None:
        """The number of stored bytes; None where it is not known, as of a pipe."""
        try:
            status = os.fstat(self.raw.fileno())
        except (OSError, io.UnsupportedOperation):
            return None
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    @property
    def is_live(self) -> bool:
        """Whether bytes may still be on their way: a pipe, a terminal, a socket."""
        try:
            return not stat.S_ISREG(os.fstat(self.raw.fileno()).st_mode)
        except (OSError, io.UnsupportedOperation):
            return False

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self.raw.closed

    def position(self) -> int | None:
        """Return how many of the stored bytes have been read, if there is a size."""
        if self.closed:
            return None
        return None if self.size is None else self.raw.tell()

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes, b"" at the end; of a pipe what there is, at least one."""
        first, self._ahead = self._ahead[:size], self._ahead[size:]
        first = first or self._read(size)
        self.offset += len(first)
        return first

    def _read(self, size: int) -> bytes:
        try:
            return bytes(self._stream.read(size))
        except (OSError, pa.ArrowInvalid) as error:
            raise InputError(f"cannot read {self.name}: {self._why(error)}") from None

    def close(self) -> None:
        """Close the file."""
        if self._stream is not self.raw:
            self._stream.close()
        self.raw.close()

    def _why(self, error: Exception) -> str:
        """Return what is wrong with the bytes, in one line."""
        why = getattr(error, "strerror", None) or str(error).splitlines()[0]
        return why if self.compression is None else f"damaged or cut {self.compression}: {why}"

    def peek(self, size: int) -> bytes:
        """Return the first bytes and keep them, at most `size`; of a pipe one line or more."""
        while len(self._ahead) < size and not (self.is_live and b"\n" in self._ahead):
            ahead, self._ahead = self._ahead, b""
            more = self._read(size - len(ahead))
            self._ahead = ahead + more
            if not more:
                break
        return self._ahead

    def skip_repeated(self, header: bytes) -> None:
        """Do nothing: the header of one file comes once."""

    def wait(self, seconds: float) -> bool:
        """Say whether `read` would return at once, after waiting at most this long."""
        if not self.is_live or self._ahead or self.compression is not None:
            return True
        readable, _, _ = select.select([self.raw.fileno()], [], [], seconds)
        return bool(readable)


class Joined(io.RawIOBase):
    """Some bytes, then the rest of a file."""

    def __init__(self, first: bytes, rest: BinaryIO):
        self._first = first
        self._rest = rest

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes."""
        if self._first:
            first, self._first = self._first, b""
            return first
        return self._rest.read(size)


def open_source(path: str) -> Source:
    """Open a file, or standard input for "-", and look at how it is compressed.

    Parameters
    ----------
    path : str
        The path of a file, or "-".

    Returns
    -------
    Source
        The bytes of the input.

    Raises
    ------
    InputError
        If there is no such file, or it cannot be read.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream.ingest import open_source
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a")
    >>> source = open_source(path)
    >>> source.read(10)
    b'a'
    >>> source.close()
    """
    if path == STDIN:
        return Source("standard input", standard_input())
    try:
        return Source(path, open(path, "rb", buffering=0), path)
    except IsADirectoryError:
        raise InputError(f"{path} is a directory: name its files, such as {path}/*") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def standard_input() -> BinaryIO:
    """Return the bytes of standard input, unbuffered: those of a pipe as they come."""
    if sys.stdin is None:
        raise InputError("standard input is closed: name a file")
    return cast(BinaryIO, open(sys.stdin.fileno(), "rb", buffering=0, closefd=False))


def read_head(raw: BinaryIO) -> bytes:
    """Return the first bytes, enough to tell how they are compressed; of a pipe no more."""
    head = b""
    while len(head) < HEAD_BYTES and b"\n" not in head:
        more = raw.read(HEAD_BYTES - len(head))
        if not more:
            break
        head += more
    return head


def compression_of(head: bytes) -> str | None:
    """Return the name of the compression that begins with these bytes."""
    for magic, name in MAGIC.items():
        if head.startswith(magic):
            return name
    return None
