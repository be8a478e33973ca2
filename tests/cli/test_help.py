"""The manual of each command, the version, and completion scripts; all without heavy imports."""

import subprocess
import sys

import pytest

import entrostream as es
from entrostream.cli.commands import MODULES
from tests.cli.running import entrostream

COMMANDS = [[], *([name] for name in MODULES), ["state", "show"], ["state", "verify"]]
WITH_EXAMPLES = [[], *([name] for name in MODULES)]


@pytest.mark.parametrize("command", [*COMMANDS, ["state", "merge"]], ids=" ".join)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(command, option):
    """It exits with 0 and has examples, in lines that fit the screen."""
    done = entrostream(*command, option)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: {' '.join(['entrostream', *command])} ")
    assert max(map(len, done.out.splitlines())) <= 100
    if command in WITH_EXAMPLES:
        assert "Examples:" in done.out
        assert "  entrostream " in done.out or "entrostream completion" in done.out


def test_exit_codes_are_in_the_manual():
    """All of them."""
    assert "Exit codes: 0 done, 1 failed, 2 wrong use, 3 alarm" in entrostream("--help").out


def test_version():
    """On standard output."""
    assert entrostream("--version") == (0, f"entrostream {es.__version__}\n", "")


def test_without_a_command():
    """The manual is shown; it was no proper use."""
    done = entrostream()
    assert done.code == 2
    assert "Usage: entrostream" in done.out + done.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    """A script for each shell, which asks the program."""
    done = entrostream("completion", shell)
    assert done.code == 0
    assert "_ENTROSTREAM_COMPLETE" in done.out


def test_help_imports_nothing_heavy():
    """It answers at once."""
    program = (
        "import sys\n"
        "sys.argv = ['entrostream', '--help']\n"
        "from entrostream.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'pyarrow', 'rich', 'textual', 'matplotlib', 'pandas', 'polars', 'msgspec'}\n"
        "sys.stderr.write(repr(sorted(heavy & set(sys.modules))))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b"[]"


def test_command_line_without_click():
    """The extra is named."""
    program = "import sys; sys.modules['click'] = None; from entrostream.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr == b'the command line needs click: pip install "entrostream[cli]"\n'
