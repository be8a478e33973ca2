"""Bytes cut into blocks of complete records: lines, or rows of CSV with quoted newlines.

Memory is bounded whatever the input: a record longer than the limit is skipped and counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.followed_source import AnySource

__all__ = ["MAX_RECORD", "Blocks"]

BLOCK_BYTES = 2 << 20  # read at once: 4 MiB take up to twice the wall time (page faults)
MAX_RECORD = 1 << 20  # bytes of a record
TICK = 0.25  # seconds that a live source may be silent before an empty block is yielded


class Blocks:
    """Blocks of complete records, each ending with the end of a line.

    Parameters
    ----------
    source : Source
        Where the bytes come from.
    bad : BadRecords
        Counts records that are too long.
    quoted : bool
        Whether newlines within double quotes belong to their record, as in CSV.
    max_record : int
        The number of bytes beyond which a record is bad.
    """

    def __init__(
        self,
        source: AnySource,
        bad: BadRecords,
        *,
        quoted: bool = False,
        max_record: int = MAX_RECORD,
    ):
        self._source = source
        self._bad = bad
        self._quoted = quoted
        self._max_record = max_record
        self._rest = b""
        self._skipping = False  # the rest of a record that is too long

    def __iter__(self) -> Iterator[bytes]:
        while True:
            if not self._source.wait(TICK):
                yield b""
                continue
            more = self._read()
            if not more:
                break
            for block in self._complete(more):
                yield utf8(block, self._bad)
        for block in self._last():
            yield utf8(block, self._bad)

    def _read(self) -> bytes:
        """Return the bytes there are, up to a block; of a pipe without waiting for more."""
        pieces = [self._source.read(BLOCK_BYTES)]
        size = len(pieces[0])
        while pieces[-1] and size < BLOCK_BYTES and self._source.is_live and self._source.wait(0):
            pieces.append(self._source.read(BLOCK_BYTES - size))
            size += len(pieces[-1])
        return b"".join(pieces)

    def _complete(self, more: bytes) -> Iterator[bytes]:
        """Yield the complete records so far, and keep the rest."""
        if self._skipping:
            end = more.find(b"\n")
            if end < 0:
                return
            self._skipping = False
            more = more[end + 1 :]
        yield from self._cut(self._rest + more)
        while self._quoted and len(self._rest) > self._max_record and b"\n" in self._rest:
            yield from self._unclosed()
        if len(self._rest) > self._max_record:
            self._bad.add(self._source.name, f"a line is longer than {self._max_record:,} bytes")
            self._rest = b""
            self._skipping = True

    def _last(self) -> Iterator[bytes]:
        """Yield what is left at the end, whose last line may lack its end."""
        while self._quoted and b"\n" in self._rest:
            yield from self._unclosed()
        if self._rest:
            yield self._rest

    def _cut(self, data: bytes) -> Iterator[bytes]:
        end = last_record_end(data) if self._quoted else data.rfind(b"\n") + 1
        self._rest = data[end:]
        if end:
            yield data[:end]

    def _unclosed(self) -> Iterator[bytes]:
        """Yield the line whose quote is never closed as a record of its own, then what follows.

        Such a quote is a mistake in one line, or a character of its text: the others are read.
        """
        line, _, rest = self._rest.partition(b"\n")
        yield line + b"\n"
        yield from self._cut(rest)


def last_record_end(data: bytes) -> int:
    """Return where the last complete row of CSV ends: a newline after an even number of quotes."""
    end = data.rfind(b"\n") + 1
    if b'"' not in data:  # counting takes four times as long as searching
        return end
    quotes = data.count(b'"', 0, end)
    while end and quotes % 2:
        previous = data.rfind(b"\n", 0, end - 1) + 1
        quotes -= data.count(b'"', previous, end)
        end = previous
    return end


def utf8(block: bytes, bad: BadRecords) -> bytes:
    r"""Return a block as valid UTF-8: bytes that are not become text such as \xff."""
    if block.isascii():
        return block
    try:
        block.decode()
    except UnicodeDecodeError:
        bad.replaced += 1
        return block.decode("utf-8", "backslashreplace").encode()
    return block
