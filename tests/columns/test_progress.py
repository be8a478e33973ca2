"""A bar is there on a terminal, when the work takes more than a moment, and nowhere else."""

import io
import re
import sys

import pyarrow as pa
import pyarrow.parquet
import pytest

import entrostream as es
from entrostream.columns import progress


class Terminal(io.StringIO):
    """What is written to stderr, as if somebody saw it."""

    def isatty(self):
        return True


@pytest.fixture
def file(tmp_path):
    place = tmp_path / "events.parquet"
    pa.parquet.write_table(pa.table({"a": ["x", "y"] * 500}), place)
    return place


def seen_from_now_on(monkeypatch):
    """Return a terminal that stderr goes to; within a test, as pytest sets stderr before it."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_bar_on_a_terminal(file, monkeypatch):
    """It tells how many rows of how many are done, and is gone at the end."""
    terminal = seen_from_now_on(monkeypatch)
    monkeypatch.setattr(progress, "BAR_DELAY", 0.0)

    list(es.rolling_entropy(es.scan(file, "a", batch_rows=100), 5))

    shown = terminal.getvalue()
    assert re.search(r"0%.*0\.00/1\.00k", shown)
    assert shown.endswith("\r")
    assert shown.split("\r")[-2].strip() == ""


def test_no_bar_before_a_moment_has_passed(file, monkeypatch):
    """Small files leave the terminal as it was."""
    terminal = seen_from_now_on(monkeypatch)
    assert es.entropy(es.scan(file, "a")) == 1.0
    assert terminal.getvalue() == ""


def test_no_bar_where_nobody_looks(file, monkeypatch):
    """Logs and notebooks stay clean."""
    monkeypatch.setattr(progress, "BAR_DELAY", 0.0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    es.entropy(es.scan(file, "a"))
    assert stream.getvalue() == ""

    for none in (None, Terminal()):
        if none is not None:
            none.close()
        monkeypatch.setattr(sys, "stderr", none)
        assert es.entropy(es.scan(file, "a")) == 1.0


def test_bar_on_request(file, monkeypatch):
    """True shows one anywhere and at once, False none."""
    terminal = seen_from_now_on(monkeypatch)
    monkeypatch.setattr(progress, "BAR_DELAY", 0.0)
    es.entropy(es.scan(file, "a", progress=False))
    assert terminal.getvalue() == ""

    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    es.entropy(es.scan(file, "a", progress=True))
    assert "row/s" in stream.getvalue()


def test_bar_is_gone_when_the_loop_ends_early(file, monkeypatch):
    """Also when the results are not all taken."""
    terminal = seen_from_now_on(monkeypatch)
    monkeypatch.setattr(progress, "BAR_DELAY", 0.0)
    results = es.rolling_entropy(es.scan(file, "a", batch_rows=100), 5)
    next(results)
    assert terminal.getvalue() != ""

    results.close()

    assert terminal.getvalue().split("\r")[-2].strip() == ""


def test_without_tqdm(file, monkeypatch):
    """No bar, and an error with the command to install it if one is requested."""
    terminal = seen_from_now_on(monkeypatch)
    monkeypatch.setattr(progress, "BAR_DELAY", 0.0)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)

    assert es.entropy(es.scan(file, "a")) == 1.0
    assert terminal.getvalue() == ""
    with pytest.raises(ImportError, match=re.escape('pip install "entrostream[progress]"')):
        es.scan(file, "a", progress=True)
