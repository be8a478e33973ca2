"""The tables of the sum's threshold are what their script writes."""

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "core" / "drift"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chernoff_tables.hpp", "chernoff_tables.cpp"])
def test_script_writes_the_tables(tmp_path, name):
    """Nobody edited them."""
    runpy.run_path(str(FOLDER / "make_chernoff_tables.py"))["main"](tmp_path)

    assert (tmp_path / name).read_text() == (FOLDER / name).read_text()
