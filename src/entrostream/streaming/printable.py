"""Labels as text that a terminal shows and does not obey."""

from __future__ import annotations

import unicodedata

__all__ = ["printable"]

SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Written languages need two marks per letter, some three; longer runs cover neighbouring lines.
MOST_MARKS = 4


def printable(label: str) -> str:
    r"""Return a label in one line of visible characters, all others escaped.

    Escaped are control characters (with them ANSI sequences), line breaks, spaces other than the
    ordinary one, invisible and bidirectional format characters, unassigned characters, and
    combining marks in long runs. `\xNN` is a byte: an ASCII control character, or a byte that is
    not UTF-8 (decoded with `surrogateescape`); other characters are `\uNNNN` or `\UNNNNNNNN`.
    A backslash is doubled, so that two labels never look the same because of an escape.

    The brackets of Rich's markup are ordinary text and remain: give the result to
    `rich.text.Text`, which has no markup, or to `print`.

    Examples
    --------
    >>> print(printable("\x1b[31mred\n"))
    \x1b[31mred\n
    >>> print(printable("caf\u00e9 \u202egnp.exe"))
    café \u202egnp.exe
    >>> print(printable(b"\xff".decode("utf-8", "surrogateescape")))
    \xff
    """
    if label.isascii():  # no marks: most labels take this way
        return label if is_plain(label) else "".join(map(escaped, label))
    return "".join(escaped_with_marks(label))


def is_plain(text: str) -> bool:
    """Say whether nothing is to be escaped but perhaps marks."""
    return text.isprintable() and "\\" not in text


def escaped_with_marks(label: str) -> list[str]:
    """Return the characters of a label, those escaped that have to be."""
    parts = []
    marks = MOST_MARKS  # a mark in front would change what stands before the label
    for char in label:
        is_mark = unicodedata.category(char) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        parts.append(code(char) if marks > MOST_MARKS else escaped(char))
    return parts


def escaped(char: str) -> str:
    """Return a character, or its escape."""
    return char if is_plain(char) else SHORT.get(char) or code(char)


def code(char: str) -> str:
    r"""Return the escape of a character by its number."""
    number = ord(char)
    if number < 0x80:
        return f"\\x{number:02x}"
    if 0xDC80 <= number <= 0xDCFF:  # a byte that was not UTF-8
        return f"\\x{number - 0xDC00:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"
