"""The manual: the help texts of all commands as a man page and as a page of the documentation."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import cleandoc

import click

from entrostream.cli.commands import commands
from entrostream.cli.manual_topics import TOPICS, Topic

__all__ = ["man_page", "markdown_page"]

NAME = "entrostream"
WIDTH = 118  # characters of a line of Markdown
VERBATIM = "\b"  # click's mark of a paragraph that is not wrapped
# Code in a text: between backquotes, an option, a word or an argument of the shell in quotes.
CODE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|(?<![\w-])(?P<option>--[a-z]+(?:-[a-z]+)*)"
    r"|'(?P<word>[^' ]+)'"
    r"|(?P<argument>'[^']+')"
)


@dataclass(frozen=True)
class Command:
    """A command as its help describes it.

    Parameters
    ----------
    path : str
        How it is called, such as "entrostream state merge".
    usage : str
        The options and arguments that follow.
    paragraphs : list of str
        What it does.
    options : dict of str to str
        The options as they are typed, and what they mean.
    listings : dict of str to str
        Texts that keep their lines, by title: examples and keys.
    """

    path: str
    usage: str
    paragraphs: list[str]
    options: dict[str, str]
    listings: dict[str, str]


def all_commands(command: click.Command = commands, path: str = NAME) -> Iterator[Command]:
    """Yield a command and those in it, in the order of the help."""
    context = click.Context(command, info_name=path)
    yield describe(command, path, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from all_commands(inner, f"{path} {name}")


def describe(command: click.Command, path: str, context: click.Context) -> Command:
    """Return what the help of a command says."""
    options = [each for each in command.params if isinstance(each, click.Option)]
    usage = " ".join(piece for piece in command.collect_usage_pieces(context))
    return Command(
        path,
        usage,
        [" ".join(each.split()) for each in cleandoc(command.help or "").split("\n\n")],
        {option_names(each): option_help(each) for each in options},
        listings(command.epilog or ""),
    )


def option_names(option: click.Option) -> str:
    """Return an option as it is typed, such as "-f, --field FIELD"."""
    names = ", ".join(sorted(option.opts, key=len))
    return names if option.is_flag else f"{names} {value_name(option)}"


def value_name(option: click.Option) -> str:
    """Return what follows an option."""
    if option.metavar:
        return option.metavar
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return "N" if option.type is click.INT else option.type.name.upper()


def option_help(option: click.Option) -> str:
    """Return what an option means, and its default."""
    text = " ".join((option.help or "").split())
    return f"{text} Default: `{option.default}`." if option.show_default else text


def listings(epilog: str) -> dict[str, str]:
    """Return the texts of an epilog that keep their lines, by their titles."""
    found = {}
    for paragraph in cleandoc(epilog).split("\n\n"):
        title, _, lines = paragraph.removeprefix(f"{VERBATIM}\n").partition("\n")
        if lines:
            found[title.removesuffix(":")] = textwrap.dedent(lines).rstrip()
    return found


# ------------------------------------------------------------------ Markdown


def markdown_page() -> str:
    """Return the manual as a page of the documentation.

    Examples
    --------
    >>> from entrostream.cli.manual import markdown_page
    >>> markdown_page().splitlines()[0]
    '# Command line reference'
    """
    first, *others = all_commands()
    parts = [
        "# Command line reference",
        "<!-- Written by tools/manual.py from the help texts: make manual -->",
        wrapped(
            "All commands and options of `entrostream`, as `entrostream --help` and "
            "`man entrostream` show them. [Command line: entropy of logs and CSV "
            "files](command_line.md) has examples with their output."
        ),
        *map(markdown, first.paragraphs),
        *markdown_terms(first.options),
        *(part for command in others for part in markdown_command(command)),
        *(part for topic in TOPICS for part in markdown_topic(topic)),
    ]
    return "\n\n".join(parts) + "\n"


def markdown_command(command: Command) -> list[str]:
    """Return the section of a command."""
    depth = "#" * command.path.count(" ") + "#"
    parts = [f"{depth} {command.path}", f"    {command.path} {command.usage}"]
    parts += map(markdown, command.paragraphs)
    parts += markdown_terms(command.options)
    for title, text in command.listings.items():
        parts += [f"{title}:", textwrap.indent(text, "    ")]
    return parts


def markdown_topic(topic: Topic) -> list[str]:
    """Return the section of a topic."""
    return [f"## {topic.title}", *map(markdown, topic.paragraphs), *markdown_terms(topic.terms)]


def markdown_terms(terms: dict[str, str]) -> list[str]:
    """Return a list of terms with their descriptions."""
    items = [f"- `{term}`: {in_markdown(text)}" for term, text in terms.items()]
    return ["\n".join(wrapped(item, "  ") for item in items)] if items else []


def markdown(text: str) -> str:
    """Return a paragraph."""
    return wrapped(in_markdown(text))


def in_markdown(text: str) -> str:
    """Return a text with its code marked as such."""
    return "".join(
        f"`{piece}`" if is_code else re.sub(r"([<>*_])", r"\\\1", piece)
        for piece, is_code in pieces(text)
    )


def wrapped(text: str, indent: str = "") -> str:
    """Return a text in lines that are not too long; code is not broken."""
    whole = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(
        whole, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\0", " ")


# ------------------------------------------------------------------ roff


def man_page(version: str) -> str:
    r"""Return the manual as a man page.

    Parameters
    ----------
    version : str
        The version of the program.

    Returns
    -------
    str
        The page in roff, for the macros `man`.

    Examples
    --------
    >>> from entrostream.cli.manual import man_page
    >>> print(man_page("1.0").splitlines()[1])
    .TH ENTROSTREAM 1 "" "entrostream 1.0" "User Commands"
    """
    first, *others = all_commands()
    title = first.paragraphs[0].removesuffix(".")
    lines = [
        '.\\" Written by tools/manual.py from the help texts: make manual',
        f'.TH {NAME.upper()} 1 "" "{NAME} {version}" "User Commands"',
        ".SH NAME",
        rf"{NAME} \- {escaped(title[0].lower() + title[1:])}",
        ".SH SYNOPSIS",
        *(line for each in others for line in synopsis(each)),
        ".SH DESCRIPTION",
        *(line for each in first.paragraphs[1:] for line in roff_paragraph(each)),
        *roff_terms(first.options),
        ".SH COMMANDS",
        *(line for each in others for line in roff_command(each)),
        *(line for each in TOPICS for line in roff_topic(each)),
        ".SH EXAMPLES",
        *roff_listing(first.listings["Examples"]),
    ]
    return "\n".join(lines) + "\n"


def synopsis(command: Command) -> list[str]:
    """Return how a command is called."""
    lines = [rf"\fB{escaped(command.path)}\fR {escaped(command.usage)}", ".br"]
    return [] if "COMMAND" in command.usage else lines


def roff_command(command: Command) -> list[str]:
    """Return the section of a command."""
    lines = [f".SS {escaped(command.path)} {escaped(command.usage)}"]
    lines += (line for each in command.paragraphs for line in roff_paragraph(each))
    lines += roff_terms(command.options)
    for title, text in command.listings.items():
        lines += [".PP", f"{title}:", *roff_listing(text)]
    return lines


def roff_topic(topic: Topic) -> list[str]:
    """Return the section of a topic."""
    paragraphs = [line for each in topic.paragraphs for line in roff_paragraph(each)]
    return [f".SH {topic.title.upper()}", *paragraphs, *roff_terms(topic.terms)]


def roff_terms(terms: dict[str, str]) -> list[str]:
    """Return terms with their descriptions."""
    lines = []
    for term, text in terms.items():
        lines += [".TP", rf"\fB{escaped(term)}\fR", in_roff(text)]
    return lines


def roff_paragraph(text: str) -> list[str]:
    """Return a paragraph."""
    return [".PP", in_roff(text)]


def roff_listing(text: str) -> list[str]:
    """Return lines as they are."""
    return [".PP", ".RS 4", ".nf", *(escaped(line) for line in text.splitlines()), ".fi", ".RE"]


def in_roff(text: str) -> str:
    """Return a text with its code in bold."""
    return "".join(
        rf"\fB{escaped(piece)}\fR" if is_code else escaped(piece) for piece, is_code in pieces(text)
    )


def escaped(text: str) -> str:
    """Return a text that roff takes literally."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    return rf"\&{text}" if text.startswith(".") else text


# ------------------------------------------------------------------ text


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text, and whether each is code."""
    end = 0
    for match in CODE.finditer(text):
        yield text[end : match.start()], False
        yield match[match.lastgroup or 0], True
        end = match.end()
    yield text[end:], False
