"""The examples run, and leave what they promise."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def test_changing_stream_draws_its_picture(tmp_path, monkeypatch, capsys):
    """The demonstration prints its table and writes a picture that is none too small."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["changing_stream.py"])

    runpy.run_path(str(EXAMPLES / "changing_stream.py"), run_name="__main__")

    printed = capsys.readouterr().out
    picture = Path(printed.split("picture: ")[1].strip())
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 10_000
    assert "flood" in printed


def test_every_example_is_run_here():
    """A new example needs a test above."""
    assert [file.name for file in EXAMPLES.glob("*.py")] == ["changing_stream.py"]
