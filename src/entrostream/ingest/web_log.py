"""Web-server logs: NCSA common and combined log format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.blocks import Blocks
from entrostream.ingest.followed_source import AnySource
from entrostream.ingest.plain_lines import lines_of
from entrostream.ingest.rows import Rows

__all__ = ["WebLogReader", "line_format"]

ANY_USER, ONE_WORD = ".+?", r"\S+"
# Within quotes Apache and nginx escape quotes and control characters by a backslash.
QUOTED = r'"(?P<{}>(?:[^"\\]|\\.)*)"'
COMMON = (
    r"^(?P<host>\S+) (?P<ident>\S+) (?P<user>"
    + ANY_USER
    + r") \[(?P<time>[^\]]+)\] "
    + QUOTED.format("request")
    + r" (?P<status>\d{3}|-) (?P<bytes>\d+|-)"
)
COMBINED = COMMON + " " + QUOTED.format("referer") + " " + QUOTED.format("agent")
PATTERNS = {"common": COMMON, "combined": COMBINED}
REQUEST = r"^(?P<method>[A-Z]+) (?P<path>.*?)(?: (?P<protocol>HTTP/[0-9.]+))?$"
IN_REQUEST = ("method", "path", "protocol")
SHOWN = 60  # characters of a bad line


class WebLogReader:
    """Requests, with the fields of the format and the parts of the request line.

    "-" is missing. What follows the fields of the format in a line is ignored.
    """

    open_ended = False

    def __init__(self, source: AnySource, form: str, blocks: Blocks, bad: BadRecords):
        self.source = source
        self.format = form
        self.names = [*re.compile(PATTERNS[form]).groupindex, *IN_REQUEST]
        self.blocks = blocks
        self._bad = bad

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the requests with these fields."""
        pattern = pattern_of(self.format, names)
        for block in self.blocks:
            lines = lines_of(block)
            fields = extract(lines, pattern)
            if fields.null_count:
                self._count_bad(lines, fields)
                fields = fields.drop_null()
            yield Rows(len(fields), {name: column_of(fields, name) for name in names})

    def _count_bad(self, lines: pa.Array, fields: pa.Array) -> None:
        """Count the lines that do not have the format, but for empty ones."""
        for line in lines.filter(fields.is_null()):
            text = line.as_py()
            if text.strip():
                why = f"not a line of {self.format} log format: {text[:SHOWN]!r}"
                self._bad.add(self.source.name, why)


def extract(lines: pa.Array, pattern: str) -> pa.Array:
    """Return the fields of lines, null where a line does not match.

    Nearly all users are one word, and where that is certain RE2 needs half the time; the other
    lines are matched again.
    """
    fields = pc.extract_regex(lines, pattern.replace(ANY_USER, ONE_WORD))
    if not fields.null_count:
        return fields
    others = np.flatnonzero(fields.is_null())
    again = pc.extract_regex(lines.take(others), pattern)
    places = np.arange(len(fields))
    places[others] = len(fields) + np.arange(len(others))
    return pa.concat_arrays([fields, again]).take(places)


def pattern_of(form: str, names: Sequence[str]) -> str:
    """Return the pattern of a format that captures these fields only, in two thirds of the time."""
    kept = {"request" if name in IN_REQUEST else name for name in names} or {"host"}
    return re.sub(
        r"\?P<(\w+)>", lambda group: group[0] if group[1] in kept else "?:", PATTERNS[form]
    )


def column_of(fields: pa.Array, name: str) -> pa.Array:
    """Return a field of the lines, or a part of their requests; "-" is missing."""
    if name in IN_REQUEST:
        requests = pc.extract_regex(fields.field("request"), REQUEST)
        return missing_where(requests.field(name), "")
    return missing_where(fields.field(name), "-")


def missing_where(column: pa.Array, missing: str) -> pa.Array:
    """Return a column with nulls in place of a text."""
    return pc.if_else(pc.equal(column, missing), pa.scalar(None, pa.string()), column)


def line_format(line: str) -> str | None:
    """Return the log format of a line, if it has one.

    >>> from entrostream.ingest.web_log import line_format
    >>> line_format('h - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 12')
    'common'
    """
    return next((form for form in ("combined", "common") if re.match(PATTERNS[form], line)), None)
