"""The manual has every command and option, and is a correct man page."""

import re
import shutil
import subprocess

import pytest

click = pytest.importorskip("click")

from entrostream.cli.commands import commands  # noqa: E402
from entrostream.cli.manual import (  # noqa: E402
    all_commands,
    escaped,
    in_markdown,
    man_page,
    markdown_page,
)


def options_of(command):
    """Yield the long options of a command and of those in it, but for --help."""
    for option in command.params:
        if isinstance(option, click.Option):
            yield from (name for name in option.opts if name.startswith("--"))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from options_of(command.get_command(context, name))


def test_every_command_has_its_section():
    """Those in a group too."""
    paths = [command.path for command in all_commands()]

    assert {"entrostream compute", "entrostream state merge", "entrostream watch"} <= set(paths)
    assert all(f"# {path}\n" in markdown_page() for path in paths[1:])
    assert all(f".SS {path}" in man_page("1") for path in paths[1:])


def test_every_option_is_in_both_pages():
    """As a reader types it."""
    page, man = markdown_page(), man_page("1").replace("\\-", "-")

    for option in options_of(commands):
        assert option in page
        assert option in man


def test_every_help_text_ends_as_a_sentence():
    """Help texts are sentences, of which the manual is made."""
    texts = [text for command in all_commands() for text in command.options.values()]

    assert [text for text in texts if not text.endswith((".", "..."))] == []


def test_code_is_marked():
    """Options, words in quotes and arguments, which keep their quotes; <other> is no tag."""
    assert in_markdown("with `--late drop` or --every, the field 'line', as 'a > 9'") == (
        "with `--late drop` or `--every`, the field `line`, as `'a > 9'`"
    )
    assert in_markdown("as <other>") == r"as \<other\>"


def test_roff_takes_text_literally():
    """A hyphen can be copied, and neither a period nor a quote begins a request."""
    assert escaped(r".png -f 'x' \n") == r"\&.png \-f \(aqx\(aq \en"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_finds_nothing_to_warn_about():
    """All warnings on."""
    command = ["groff", "-man", "-ww", "-Tutf8"]

    result = subprocess.run(
        command, input=man_page("1.0"), capture_output=True, text=True, check=False
    )

    assert result.stderr == ""
    assert "EXIT STATUS" in re.sub(".\x08|\x1b\\[\\d*m", "", result.stdout)  # bold
