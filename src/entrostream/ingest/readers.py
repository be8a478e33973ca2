"""Readers: a source in one of the formats as batches of rows."""

from __future__ import annotations

import os
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from entrostream.ingest.bad_records import BadRecords, InputError
from entrostream.ingest.blocks import IN_JSON, MAX_RECORD, Blocks
from entrostream.ingest.delimited import DelimitedReader
from entrostream.ingest.followed_source import AnySource, FollowedSource
from entrostream.ingest.json_lines import JsonReader
from entrostream.ingest.plain_lines import LineReader
from entrostream.ingest.recognition import SAMPLE_BYTES, delimiter_of, recognise
from entrostream.ingest.rows import Rows
from entrostream.ingest.source import open_source
from entrostream.ingest.stored_tables import StoredTableReader
from entrostream.ingest.web_log import WebLogReader

__all__ = [
    "FORMATS",
    "ReadOptions",
    "Reader",
    "delimiter_in",
    "follow_reader",
    "open_reader",
    "reader_of",
]

FORMATS = ("csv", "tsv", "jsonl", "lines", "common", "combined", "parquet", "arrow")


@dataclass(frozen=True)
class ReadOptions:
    """How sources are read.

    Parameters
    ----------
    format : str, optional
        One of `FORMATS`; by default recognised by the first bytes and the name.
    delimiter : str, optional
        What separates fields; by default a comma, or a tab for "tsv".
    header : bool, default True
        Whether the first row has the names of the fields; if not, they are "1", "2", ...
    max_record : int
        The number of bytes beyond which a record is bad.
    bad : BadRecords
        Counts bad records.
    """

    bad: BadRecords
    format: str | None = None
    delimiter: str | None = None
    header: bool = True
    max_record: int = MAX_RECORD


class Reader(Protocol):
    """A source in one of the formats."""

    format: str
    open_ended: bool  # whether there may be more fields than `names`

    @property
    def source(self) -> AnySource:
        """Where the bytes come from."""

    @property
    def blocks(self) -> Blocks | None:
        """The blocks of a text: they say where the rows so far end."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the fields, in their order."""

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the rows with these columns, in their order."""


def open_reader(path: str, options: ReadOptions) -> Reader:
    r"""Open a source and recognise its format.

    Parameters
    ----------
    path : str
        The path of a file, or "-" for standard input.
    options : ReadOptions
        How it is read.

    Returns
    -------
    Reader
        The reader of its format.

    Raises
    ------
    InputError
        If it cannot be opened, or is damaged.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream.ingest import BadRecords, ReadOptions, open_reader
    >>> path = os.path.join(tempfile.mkdtemp(), "flows.csv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("src,dst\na,b\na,c\n")
    >>> reader = open_reader(path, ReadOptions(BadRecords()))
    >>> reader.format, reader.names
    ('csv', ['src', 'dst'])
    >>> [rows.columns["dst"].to_pylist() for rows in reader.batches(["dst"])]
    [['b', 'c']]
    >>> reader.source.close()
    """
    source = open_source(path)
    try:
        return reader_of(source, options)
    except BaseException:
        source.close()
        raise


def reader_of(source: AnySource, options: ReadOptions) -> Reader:
    """Return the reader of a source that is open."""
    sample = source.peek(SAMPLE_BYTES)
    refuse_utf16(source.name, sample)
    if sample.startswith(BOM_UTF8):
        source.read(len(BOM_UTF8))
    form = options.format or recognise(source.name, sample)
    if form in ("parquet", "arrow"):
        if isinstance(source, FollowedSource):
            raise InputError(f"{source.name}: a {form} file does not grow; it cannot be followed")
        return StoredTableReader(source, form)
    if form in ("csv", "tsv"):
        delimiter = options.delimiter or delimiter_of(form, sample)
        blocks = blocks_of(source, options, delimiter=delimiter)
        return DelimitedReader(source, form, blocks, options.bad, delimiter, options.header)
    if form == "jsonl":
        return JsonReader(source, blocks_of(source, options, invalid=IN_JSON), options.bad)
    blocks = blocks_of(source, options)
    if form == "lines":
        return LineReader(source, blocks, empty=not sample and options.format is None)
    if form in ("common", "combined"):
        return WebLogReader(source, form, blocks, options.bad)
    raise InputError(f"format must be one of {', '.join(FORMATS)}, got {form!r}")


def follow_reader(path: str, options: ReadOptions, *, from_start: bool = True) -> Reader:
    r"""Open a growing file and recognise its format; waits for its first line.

    Parameters
    ----------
    path : str
        The path of the file; it may not exist yet.
    options : ReadOptions
        How it is read.
    from_start : bool, default True
        Whether to begin with what the file holds already. If False, the header of CSV is still
        that at its start.

    Returns
    -------
    Reader
        The reader of its format.

    Examples
    --------
    >>> import os, tempfile
    >>> from entrostream.ingest import BadRecords, ReadOptions, follow_reader
    >>> path = os.path.join(tempfile.mkdtemp(), "flows.csv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("src,dst\na,b\n")
    >>> follow_reader(path, ReadOptions(BadRecords()), from_start=False).names
    ['src', 'dst']
    """
    if from_start or not os.path.exists(path) or not os.path.getsize(path):
        return reader_of(FollowedSource(path), options)
    start = FollowedSource(path)
    first = reader_of(start, replace(options, bad=BadRecords()))
    start.close()
    known = replace(options, format=first.format, delimiter=delimiter_in(first))
    return reader_of(FollowedSource(path, False, header=start.header or b""), known)


def delimiter_in(reader: Reader) -> str | None:
    """Return what separates the fields of CSV; None for other formats."""
    return reader.delimiter if isinstance(reader, DelimitedReader) else None


def blocks_of(source: AnySource, options: ReadOptions, **form: str) -> Blocks:
    """Return the records of a source."""
    return Blocks(source, options.bad, max_record=options.max_record, **form)


def refuse_utf16(name: str, sample: bytes) -> None:
    """Refuse text in UTF-16, which spreadsheets export: its bytes would be read as UTF-8."""
    if sample.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise InputError(f"{name} is UTF-16: convert it, as by iconv -f UTF-16 -t UTF-8")
