"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["field_option", "files_argument", "input_options", "time_options"]

Function = TypeVar("Function", bound=Callable[..., Any])
FORMATS = ("csv", "tsv", "jsonl", "lines", "common", "combined", "parquet", "arrow")
SIZES = {"": 1, "B": 1, "K": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MIB": 1 << 20, "G": 1 << 30}


class Size(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number of bytes: 65536, 64K, 1M."""

    name = "SIZE"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Return the number of bytes."""
        if isinstance(value, int):
            return value
        digits = value.rstrip("KMGBIkmgbi")
        factor = SIZES.get(value[len(digits) :].upper())
        if not digits.isdigit() or factor is None or int(digits) == 0:
            self.fail(f"{value!r} is no size: write 65536, 64K or 1M", param, ctx)
        return int(digits) * factor


class Delimiter(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A character that separates fields: one of ASCII, or tab."""

    name = "CHAR"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """Return the character."""
        char = {"tab": "\t", "\\t": "\t"}.get(value, value)
        if len(char) != 1 or not char.isascii() or char in '"\r\n\0':
            self.fail(f"{value!r} is no delimiter: write one character, or tab", param, ctx)
        return str(char)


def files_argument(function: Function) -> Function:
    """Add the files, standard input by default."""
    return click.argument("files", nargs=-1, metavar="[FILE]...")(function)


def field_option(function: Function) -> Function:
    """Add the fields that are measured."""
    return click.option(
        "-f",
        "--field",
        "fields",
        multiple=True,
        metavar="FIELD",
        help="The field to measure; may be repeated. src+dst takes pairs as one label, src/24 "
        "address prefixes, bytes:log2 (log10, 500) bins of a number. Plain lines have one field, "
        "'line'.",
    )(function)


def input_options(function: Function) -> Function:
    """Add how files are read."""
    options = [
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            help="The format of the input. By default it is recognised, and printed.",
        ),
        click.option(
            "--delimiter",
            type=Delimiter(),
            metavar="CHAR",
            help="The character between the fields of CSV, or tab; recognised by default.",
        ),
        click.option(
            "--no-header", is_flag=True, help="CSV has no header: its fields are named 1, 2, ..."
        ),
        click.option(
            "--on-bad",
            type=click.Choice(["skip", "fail"]),
            default="skip",
            show_default=True,
            help="Whether to skip and count records that cannot be read, or to fail.",
        ),
        click.option(
            "--missing",
            type=click.Choice(["skip", "label"]),
            default="skip",
            show_default=True,
            help="Whether an empty or missing field is skipped, or counted as a label of its own.",
        ),
        click.option(
            "--max-line",
            type=Size(),
            default="1M",
            show_default=True,
            help="The length of a line beyond which it is a bad record, in bytes.",
        ),
        click.option("-q", "--quiet", is_flag=True, help="No messages and no progress bar."),
    ]
    return decorated(function, options)


def time_options(late: str = "fail") -> Callable[[Function], Function]:
    """Add where the time of an event comes from, and what happens to late ones by default."""
    options = [
        click.option(
            "--time-field",
            metavar="FIELD",
            help="The field with the time of each event; by default 'time' for web-server logs. "
            "Without it, a SPAN refers to the time of arrival, for pipes only.",
        ),
        click.option(
            "--time-format",
            default="auto",
            show_default=True,
            metavar="FORMAT",
            help="The format of times: iso, apache, the unit of an epoch (s, ms, us, ns), or a "
            "pattern such as '%d.%m.%Y %H:%M'.",
        ),
        click.option(
            "--lateness",
            default="0s",
            show_default=True,
            metavar="SPAN",
            help="Events that are late by at most this SPAN are sorted into place.",
        ),
        click.option(
            "--late",
            type=click.Choice(["fail", "drop"]),
            default=late,
            show_default=True,
            help="Whether later events are an error, or dropped and counted.",
        ),
    ]
    return lambda function: decorated(function, options)


def decorated(function: Function, options: list[Any]) -> Function:
    """Return a function with options, in their order."""
    for option in reversed(options):
        function = option(function)
    return function
