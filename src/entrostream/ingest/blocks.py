"""Bytes cut into blocks of complete records: lines, or rows of CSV with quoted newlines.

Memory is bounded whatever the input: a record longer than the limit is skipped and counted. Where
blocks are cut depends on how the bytes arrive, what the records are does not.
"""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterator

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.followed_source import AnySource
from entrostream.ingest.quotes import last_record_end

__all__ = ["MAX_RECORD", "Blocks"]

BLOCK_BYTES = 2 << 20  # read at once: 4 MiB take up to twice the wall time (page faults)
MAX_RECORD = 1 << 20  # bytes of a record
TICK = 0.25  # seconds that a live source may be silent before an empty block is yielded
IN_TEXT, IN_JSON = "backslashreplace", "entrostream.backslashreplace_json"


class Blocks:
    """Blocks of complete records, each ending with the end of a line.

    Parameters
    ----------
    source : Source
        Where the bytes come from.
    bad : BadRecords
        Counts records that are too long.
    delimiter : str, optional
        What separates the fields of CSV: newlines within double quotes belong to their record
        then. By default a record is a line.
    max_record : int
        The number of bytes beyond which a record is bad.
    invalid : str
        The error handler of bytes that are not UTF-8.

    Attributes
    ----------
    passed : int
        How many bytes of the source the blocks so far are made of, skipped lines included: the
        next block begins there. A line that is too long is passed once its end was read.
    """

    def __init__(
        self,
        source: AnySource,
        bad: BadRecords,
        *,
        delimiter: str | None = None,
        max_record: int = MAX_RECORD,
        invalid: str = IN_TEXT,
    ):
        self._source = source
        self._bad = bad
        self._delimiter = None if delimiter is None else delimiter.encode()
        self._max_record = max_record
        self._invalid = invalid
        self._rest = b""
        self._skipped = 0  # bytes of a line that is too long, and whose end was not read yet
        self.passed = source.offset

    def __iter__(self) -> Iterator[bytes]:
        for block in self._blocks():
            yield self._utf8(block)

    def _blocks(self) -> Iterator[bytes]:
        while True:
            if not self._source.wait(TICK):
                yield b""
                continue
            more = self._read()
            if not more:
                break
            yield from self._cut(self._rest + self._after_skipped(more))
        yield from self._last()

    def _read(self) -> bytes:
        """Return the bytes there are, up to a block; of a pipe without waiting for more."""
        pieces = [self._source.read(BLOCK_BYTES)]
        size = len(pieces[0])
        while pieces[-1] and size < BLOCK_BYTES and self._source.is_live and self._source.wait(0):
            pieces.append(self._source.read(BLOCK_BYTES - size))
            size += len(pieces[-1])
        return b"".join(pieces)

    def _after_skipped(self, more: bytes) -> bytes:
        """Return the bytes that follow the rest of a line that is too long."""
        if not self._skipped:
            return more
        end = more.find(b"\n") + 1
        self._skipped += end or len(more)
        if not end:
            return b""
        self._pass_skipped()
        return more[end:]

    def _pass_skipped(self) -> None:
        """Count a line that is too long."""
        self.passed += self._skipped
        self._skipped = 0
        why = f"a line is longer than {self._max_record:,} bytes (--max-line)"
        self._bad.add(self._source.name, why)

    def _cut(self, data: bytes) -> Iterator[bytes]:
        """Yield the complete records, and keep the rest; records beyond the limit are set apart.

        A window of one record and one byte that has no end of a record begins with one that is
        too long. All others are passed over a window at a time.
        """
        first = place = 0
        while len(data) - place > self._max_record:
            end = self._end_of_records(data, place, place + self._max_record + 1)
            if end:
                place = end
                continue
            if place > first:
                yield self._pass(data[first:place])
            first = place = yield from self._set_apart(data, place)
        end = self._end_of_records(data, place, len(data)) or place
        self._rest = data[end:]
        if end > first:
            yield self._pass(data[first:end])

    def _pass(self, records: bytes) -> bytes:
        """Return records, and count their bytes."""
        self.passed += len(records)
        return records

    def _set_apart(self, data: bytes, place: int) -> Generator[bytes, None, int]:
        """Yield or skip the line at a place whose record is too long; return where it ends.

        The quote of such a record is a mistake in one line, or a character of its text: the line
        is a record of its own, and the others are read.
        """
        end = data.find(b"\n", place) + 1
        if 0 < end <= place + self._max_record + 1:
            yield self._pass(data[place:end])
            return end
        self._skipped = (end or len(data)) - place
        if end:
            self._pass_skipped()
        return end or len(data)

    def _end_of_records(self, data: bytes, first: int, last: int) -> int:
        """Return where the last complete record of a part of the data ends, 0 if there is none."""
        if self._delimiter is None or data.find(b'"', first, last) < 0:
            return data.rfind(b"\n", first, last) + 1
        end = last_record_end(data[first:last], self._delimiter)
        return first + end if end else 0

    def _last(self) -> Iterator[bytes]:
        """Yield what is left at the end: its last line may lack its end, its quote may be open."""
        if self._skipped:
            self._pass_skipped()
        while self._rest:
            data = self._rest if self._rest.endswith(b"\n") else self._rest + b"\n"
            yield from self._cut(data)
            line, newline, self._rest = self._rest.partition(b"\n")
            if line or newline:
                yield self._pass(line + newline)

    def _utf8(self, block: bytes) -> bytes:
        r"""Return a block as valid UTF-8: bytes that are not become text such as \xff."""
        if block.isascii():
            return block
        try:
            block.decode()
        except UnicodeDecodeError:
            self._bad.replaced += 1
            return block.decode("utf-8", self._invalid).encode()
        return block


def backslashreplace_json(error: UnicodeError) -> tuple[str, int]:
    r"""Return the escapes of bytes within a string of JSON, where a backslash is `\\`."""
    assert isinstance(error, UnicodeDecodeError)
    wrong = error.object[error.start : error.end]
    return "".join(rf"\\x{byte:02x}" for byte in wrong), error.end


codecs.register_error(IN_JSON, backslashreplace_json)
