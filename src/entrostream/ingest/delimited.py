"""CSV and TSV: rows of delimited fields, quoted or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any

import pyarrow as pa
from pyarrow import csv as arrow_csv

from entrostream.ingest.bad_records import BadRecords, InputError
from entrostream.ingest.blocks import Blocks
from entrostream.ingest.followed_source import AnySource
from entrostream.ingest.quotes import first_record_end, last_record_end
from entrostream.ingest.rows import Rows

__all__ = ["DelimitedReader"]

AHEAD = 2  # blocks that are parsed while earlier ones are used


class DelimitedReader:
    """Rows of CSV or TSV. Fields are text; an empty one is missing."""

    open_ended = False

    def __init__(
        self,
        source: AnySource,
        form: str,
        blocks: Blocks,
        bad: BadRecords,
        delimiter: str,
        header: bool,
    ):
        self.source = source
        self.format = form
        self._bad = bad
        self.delimiter = delimiter
        self.blocks = blocks
        self._blocks = iter(blocks)
        self._first, self.names = self._begin(header)

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the rows with these columns; blocks are parsed in threads, in order."""
        places = {name: self._place(name) for name in names}
        blocks = chain([self._first] if self._first else [], self._blocks)
        with ThreadPoolExecutor(AHEAD) as pool:
            waiting: list[Future[Parsed]] = []
            for block in blocks:
                waiting.append(pool.submit(self._parse, block, places))
                # A live source is silent, or slow: what there is comes at once.
                while waiting and (len(waiting) > AHEAD or self.source.is_live):
                    yield self._rows(waiting.pop(0).result(), names)
            for each in waiting:
                yield self._rows(each.result(), names)

    def _begin(self, header: bool) -> tuple[bytes, list[str]]:
        """Return the first block without its header, and the names of the fields."""
        first = next((block for block in self._blocks if block.strip()), b"").lstrip(b"\r\n")
        end = first_record_end(first, self.delimiter.encode())
        fields = self._header(first[:end])
        if not header:
            return first, [str(place) for place in range(1, len(fields) + 1)]
        self.source.skip_repeated(first[:end])
        return first[end:], fields

    def _header(self, record: bytes) -> list[str]:
        """Return the fields of the first row."""
        if not record.strip():
            return []
        try:
            row = arrow_csv.read_csv(
                pa.BufferReader(record),
                read_options=arrow_csv.ReadOptions(
                    use_threads=False, block_size=len(record) + 1, autogenerate_column_names=True
                ),
                parse_options=self._parse_options(None),
                convert_options=arrow_csv.ConvertOptions(
                    default_column_type=pa.string(), check_utf8=False
                ),
            )
        except pa.ArrowInvalid:
            why = "the quotes of its first row are not closed: is it CSV? --format overrules"
            raise InputError(f"{self.source.name}: {why}") from None
        return [column[0].as_py() for column in row.columns]

    def _place(self, name: str) -> int:
        if self.names.count(name) > 1:
            raise InputError(f"{self.source.name}: the field {name!r} is there more than once")
        return self.names.index(name)

    def _parse(self, block: bytes, places: dict[str, int]) -> Parsed:
        """Return the columns of a block and its bad rows; runs in a thread."""
        bad: list[str] = []

        def skip(row: Any) -> str:
            bad.append(f"{row.actual_columns} fields instead of {row.expected_columns}")
            return "skip"

        if not block:
            return None, bad
        try:
            return self._read(block, places, skip), bad
        except pa.ArrowInvalid as error:
            return self._parse_parts(block, places, error)

    def _read(self, block: bytes, places: dict[str, int], skip: Any) -> pa.Table:
        numbers = [str(place) for place in range(len(self.names))]
        chosen = [str(place) for place in places.values()]
        return arrow_csv.read_csv(
            pa.BufferReader(block),
            read_options=arrow_csv.ReadOptions(
                use_threads=False, block_size=len(block) + 1, column_names=numbers
            ),
            parse_options=self._parse_options(skip),
            convert_options=arrow_csv.ConvertOptions(
                include_columns=chosen,
                column_types=dict.fromkeys(chosen, pa.string()),
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                null_values=[""],
                check_utf8=False,  # blocks are valid already
            ),
        )

    def _parse_options(self, skip: Any) -> arrow_csv.ParseOptions:
        return arrow_csv.ParseOptions(
            delimiter=self.delimiter, newlines_in_values=True, invalid_row_handler=skip
        )

    def _parse_parts(self, block: bytes, places: dict[str, int], error: pa.ArrowInvalid) -> Parsed:
        """Return what can be parsed of a block, by halves: one record spoils all of it."""
        delimiter = self.delimiter.encode()
        middle = last_record_end(block[: len(block) // 2], delimiter)
        middle = middle or first_record_end(block, delimiter)
        if middle >= len(block):
            return None, [str(error).splitlines()[0]]
        halves = [self._parse(part, places) for part in (block[:middle], block[middle:])]
        tables = [table for table, _ in halves if table is not None]
        bad = [why for _, reasons in halves for why in reasons]
        return (pa.concat_tables(tables) if tables else None), bad

    def _rows(self, parsed: Parsed, names: Sequence[str]) -> Rows:
        table, bad = parsed
        for why in bad:
            self._bad.add(self.source.name, f"a row has {why}")
        if table is None:
            return Rows(0, {})
        columns = [column.combine_chunks() for column in table.columns]
        return Rows(table.num_rows, dict(zip(names, columns, strict=True)))


Parsed = tuple[pa.Table | None, list[str]]
