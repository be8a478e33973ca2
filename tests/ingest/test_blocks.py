"""Blocks of records: where bytes are cut changes nothing but where blocks are cut."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import BadRecords, InputError, Source
from entrostream.ingest import blocks as module
from entrostream.ingest.blocks import IN_JSON, Blocks
from tests.ingest.sources import Pieces


def content(data, sizes=(1 << 20,), **options):
    """Return all blocks in one, and what was bad."""
    bad = BadRecords()
    blocks = Blocks(Source("input", Pieces(data, sizes)), bad, **options)
    return b"".join(blocks), bad


SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=5)
TEXTS = st.text(st.sampled_from('ab,"\n'), max_size=60).map(str.encode)


@given(data=TEXTS, sizes=SIZES, limit=st.integers(1, 20), delimiter=st.sampled_from([None, ","]))
def test_pieces_change_nothing(data, sizes, limit, delimiter):
    """The same records are kept and skipped, however they arrive."""
    whole, bad = content(data, max_record=limit, delimiter=delimiter)
    cut, bad_in_pieces = content(data, sizes, max_record=limit, delimiter=delimiter)

    assert cut == whole
    assert bad_in_pieces == bad


@given(data=TEXTS, sizes=SIZES, delimiter=st.sampled_from([None, ","]))
def test_nothing_is_lost(data, sizes, delimiter):
    """Only the end of the last line is added, if it lacks one."""
    whole, bad = content(data, sizes, delimiter=delimiter)

    assert whole == (data if data.endswith(b"\n") or not data else data + b"\n")
    assert bad.count == 0


@given(
    lines=st.lists(st.integers(0, 12).map(lambda size: b"x" * size), max_size=20),
    sizes=SIZES,
    limit=st.integers(1, 10),
)
def test_lines_beyond_the_limit_are_bad(lines, sizes, limit):
    """Each of them, and no others."""
    data = b"".join(line + b"\n" for line in lines)

    kept, bad = content(data, sizes, max_record=limit)

    assert kept == b"".join(line + b"\n" for line in lines if len(line) <= limit)
    assert bad.count == sum(len(line) > limit for line in lines)


@given(rows=st.lists(TEXTS, max_size=8), sizes=SIZES)
def test_blocks_of_csv_are_complete_rows(rows, sizes):
    """No block ends within quotes."""
    data = b"".join(b'"' + row.replace(b'"', b'""') + b'"\n' for row in rows)
    blocks = Blocks(Source("input", Pieces(data, sizes)), BadRecords(), delimiter=",")

    assert [block for block in blocks if block.count(b'"') % 2] == []


def test_row_beyond_the_limit_is_read_line_by_line():
    """A quote that is never closed spoils its own line only."""
    data = b'a,"b\n' + b"c,d\n" * 100
    kept, bad = content(data, delimiter=",", max_record=50)
    assert (kept, bad.count) == (data, 0)


def test_last_row_with_a_quoted_newline_needs_no_end():
    """It is one block, as it is one row."""
    blocks = Blocks(Source("input", Pieces(b'a\n"b\nc"')), BadRecords(), delimiter=",")
    assert list(blocks)[-1] == b'"b\nc"\n'


def test_bytes_that_are_not_utf8():
    """They are shown by their codes; in JSON as a string that has the same characters."""
    assert content(b"caf\xe9 \xc3\xa9\n")[0] == "caf\\xe9 é\n".encode()
    assert content(b'"caf\xe9"\n', invalid=IN_JSON)[0] == b'"caf\\\\xe9"\n'


def test_memory_does_not_grow_with_a_line(monkeypatch):
    """What is beyond the limit is dropped as it is read."""
    monkeypatch.setattr(module, "BLOCK_BYTES", 1 << 10)
    source = Source("input", Pieces(b"x" * (1 << 20) + b"\nend\n"))
    blocks = Blocks(source, BadRecords(), max_record=1 << 12)
    held = []
    blocks_seen = iter(blocks)
    for block in blocks_seen:
        held.append(len(blocks._rest))
        assert block == b"end\n"
    assert max(held) <= 1 << 13


def test_line_beyond_the_limit_can_be_an_error():
    """It names the source, the limit and the way out."""
    source = Source("day.log", io.BytesIO(b"x" * 11 + b"\n"))
    message = (
        r"^day.log: a line is longer than 10 bytes \(--max-line\) "
        r"\(--on-bad skip counts such records and goes on\)$"
    )
    with pytest.raises(InputError, match=message):
        list(Blocks(source, BadRecords(fail=True), max_record=10))
