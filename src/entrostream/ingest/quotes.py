"""Where rows of CSV end: at newlines that are not within quotes.

A quote opens a quoted field at the start of the field only, and is a character of its text
elsewhere, as in 5" pipe. Within a quoted field two quotes are one character.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["first_record_end", "last_record_end"]

Places: TypeAlias = NDArray[np.int64]

QUOTE, NEWLINE, LINE_ENDS = b'"', b"\n", b"\r\n"


def last_record_end(data: bytes, delimiter: bytes) -> int:
    r"""Return where the last complete row ends, 0 if there is none; data begins with a row.

    >>> from entrostream.ingest.quotes import last_record_end
    >>> last_record_end(b'a,"b\nc"\nd,"e\n', b",")
    8
    """
    openings, closings = quoted_parts(data, delimiter)
    last = len(data)
    for place in range(len(openings) - 1, -1, -1):
        closing = int(closings[place])
        end = data.rfind(NEWLINE, closing, last) + 1 if closing >= 0 else 0
        if end:
            return end
        last = int(openings[place])
    return data.rfind(NEWLINE, 0, last) + 1


def first_record_end(data: bytes, delimiter: bytes) -> int:
    r"""Return where the first row ends; the end of the data if it has no other.

    >>> from entrostream.ingest.quotes import first_record_end
    >>> first_record_end(b'a,"b\nc"\nd\n', b",")
    8
    """
    place = 0
    for opening, closing in each_quoted_part(data, delimiter):
        end = data.find(NEWLINE, place, opening) + 1
        if end:
            return end
        if closing < 0:
            return len(data)
        place = closing
    return data.find(NEWLINE, place) + 1 or len(data)


def quoted_parts(data: bytes, delimiter: bytes) -> tuple[Places, Places]:
    """Return where quoted parts begin and end; -1 for an end that is not there.

    Quotes that come in pairs, the first of each at the start of a field or right after the last
    pair, are what writers of CSV produce: they are found at once. Others are read one by one.
    """
    codes = np.frombuffer(data, np.uint8)
    quotes = np.flatnonzero(codes == QUOTE[0])
    if len(quotes) % 2:
        quotes = np.append(quotes, -1)
    if starts_fields(codes, quotes[::2], delimiter):
        return quotes[::2], quotes[1::2]
    parts = np.array(list(each_quoted_part(data, delimiter)), np.int64).reshape(-1, 2)
    return parts[:, 0], parts[:, 1]


def starts_fields(codes: NDArray[np.uint8], openings: Places, delimiter: bytes) -> bool:
    """Say whether all these quotes are the first byte of a field, or follow another quote."""
    before = codes[openings[openings > 0] - 1]
    return bool(before_fields(delimiter[0])[before].all())


def before_fields(delimiter: int) -> NDArray[np.bool_]:
    """Return for each byte whether a quote after it starts a field, or is a second quote."""
    starts = np.zeros(256, bool)
    starts[[delimiter, *LINE_ENDS, *QUOTE]] = True
    return starts


def each_quoted_part(data: bytes, delimiter: bytes) -> Iterator[tuple[int, int]]:
    """Yield where quoted parts begin and end, one by one; -1 for an end that is not there."""
    starts = (delimiter, NEWLINE, b"\r", b"")
    opening = data.find(QUOTE)
    while opening >= 0:
        closing = opening
        if data[max(opening - 1, 0) : opening] in starts:
            closing = closing_quote(data, opening + 1)
            yield opening, closing
            if closing < 0:
                return
        opening = data.find(QUOTE, closing + 1)


def closing_quote(data: bytes, place: int) -> int:
    """Return where a quoted part ends that has begun before a place; -1 if it does not."""
    while True:
        closing = data.find(QUOTE, place)
        if closing < 0 or data[closing + 1 : closing + 2] != QUOTE:
            return closing
        place = closing + 2
