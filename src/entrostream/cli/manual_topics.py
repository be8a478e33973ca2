"""What the manual says in addition to the help texts of the commands."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["TOPICS", "Topic"]


@dataclass(frozen=True)
class Topic:
    """A section of the manual: paragraphs, then terms with their descriptions.

    Parameters
    ----------
    title : str
        Its heading.
    paragraphs : list of str
        Plain text; code is between backquotes.
    terms : dict of str to str
        What is described, and its description.
    """

    title: str
    paragraphs: list[str]
    terms: dict[str, str] = field(default_factory=dict)


TOPICS = [
    Topic(
        "Input",
        [
            "The format is recognised by the first bytes of the input, then by the name of the "
            "file; --format overrules it. gzip, zstd, bz2 and lz4 are recognised by their first "
            "bytes. Without FILE, or with - as FILE, standard input is read. Several files are "
            "read one after the other.",
        ],
        {
            "csv, tsv": "Fields are text; an empty field is missing. Fields may be quoted and "
            "contain newlines. A row with more or fewer fields than the header is a bad record.",
            "jsonl": "One JSON object per line. Fields in objects have paths such as http.status. "
            'Values keep their types: `80` and `"80"` are two labels.',
            "lines": "Plain text: each line is one label, the field 'line'.",
            "common, combined": "Web-server logs, with the fields host, ident, user, time, "
            "request, method, path, protocol, status and bytes; combined also has referer and "
            "agent. A field that is - is missing.",
            "parquet, arrow": "Columns keep their types. A pipe is copied to a temporary file.",
        },
    ),
    Topic(
        "Fields",
        ["A field of the input that has exactly the given name is preferred."],
        {
            "src": "The values of a field are the labels.",
            "src+dst": "The pairs of the values of two fields are the labels; three and more "
            "fields are possible.",
            "src/24": "The network of each address, IPv4 or IPv6. Other values are missing.",
            "bytes:log2, bytes:log10": "Bins of a number by its power of two or ten, such as "
            "'2^10'. Other values are missing.",
            "bytes:500": "Bins of equal width, such as '0..500'.",
            "src/24+bytes:log2": "Combinations of these.",
        },
    ),
    Topic(
        "Lengths of time",
        [
            "A SPAN is a number and a unit: ms, s, min, h, d, w; --every also takes months, "
            "quarters and years (1mo, 1q, 1y). Intervals are aligned to the clock in UTC, weeks "
            "begin on Mondays. Times without a zone are UTC.",
            "Events must be in the order of their times. --lateness sorts events that are late by "
            "at most that SPAN; what is later is an error, or with `--late drop` left out and "
            "counted.",
        ],
    ),
    Topic(
        "Exit status",
        [],
        {
            "0": "The command is done. This includes a closed pipe, as by head.",
            "1": "It failed: the input cannot be read, or the output cannot be written.",
            "2": "Wrong use: an unknown command, option or field, or options that exclude each "
            "other.",
            "3": "There was an alarm (--fail-on-alarm) or a change (--fail-on-change).",
            "130": "It was interrupted by Ctrl-C.",
        },
    ),
    Topic(
        "Environment",
        [],
        {
            "NO_COLOR": "If it is set and not empty, nothing is printed in colour.",
            "COLUMNS": "The width of help texts and tables on a terminal.",
        },
    ),
    Topic(
        "Files",
        [
            "There are no configuration files. A file of states (`compute --save`) is text: a "
            "line of JSON per state, and a last line with their number and a SHA-256 checksum, by "
            "which a truncated or damaged file is found. It holds all labels of the input and is "
            "readable by its owner only."
        ],
    ),
]
