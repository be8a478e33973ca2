"""Formats recognised by the first bytes of a source and by its name."""

from __future__ import annotations

import re

from entrostream.ingest.web_log import line_format

__all__ = ["SAMPLE_BYTES", "delimiter_of", "recognise"]

SAMPLE_BYTES = 1 << 16
COMPRESSED = re.compile(r"\.(gz|gzip|zst|zstd|bz2|lz4)$", re.IGNORECASE)
BY_NAME = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".txt": "lines",
}
BY_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow"}
DELIMITERS = ",;|"


def recognise(name: str, sample: bytes) -> str:
    r"""Return the format of a source, from its name and first bytes.

    What the bytes prove comes first, then the name, then what the first line looks like.

    >>> from entrostream.ingest.recognition import recognise
    >>> recognise("flows.gz", b"src,dst\na,b\n"), recognise("-", b'{"src": "a"}\n')
    ('csv', 'jsonl')
    """
    for magic, form in BY_MAGIC.items():
        if sample.startswith(magic):
            return form
    line = first_line(sample)
    named = name_format(name)
    if named in ("csv", "tsv", "jsonl"):
        return named
    log = line_format(line)
    if log is not None:
        return log
    if line.lstrip().startswith("{"):
        return "jsonl"
    if named is not None:
        return named
    if "\t" in line:
        return "tsv"
    return "csv" if any(each in line for each in DELIMITERS) else "lines"


def delimiter_of(form: str, sample: bytes) -> str:
    r"""Return what separates fields: the most frequent candidate in the first line.

    >>> from entrostream.ingest.recognition import delimiter_of
    >>> delimiter_of("csv", b"src;dst;bytes (in, out)\n")
    ';'
    """
    if form == "tsv":
        return "\t"
    line = re.sub(r'"[^"]*"', "", first_line(sample))
    return max(DELIMITERS, key=line.count)


def name_format(name: str) -> str | None:
    """Return the format that the name of a file tells, if any."""
    stem = COMPRESSED.sub("", name).lower()
    return next((form for end, form in BY_NAME.items() if stem.endswith(end)), None)


def first_line(sample: bytes) -> str:
    """Return the first line that is not empty."""
    text = sample.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    return next((line for line in text.splitlines() if line.strip()), "")
