"""A source is the decompressed bytes of a file or a pipe."""

import bz2
import gzip
import io
import os

import pyarrow as pa
import pytest

from entrostream.ingest import InputError, Source, open_source

DATA = b"".join(b"line %d\n" % number for number in range(20_000))


def packed(codec, data=DATA):
    """Return data compressed by Arrow, which has the codecs that Python lacks."""
    stream = pa.BufferOutputStream()
    with pa.CompressedOutputStream(stream, codec) as compressed:
        compressed.write(data)
    return stream.getvalue().to_pybytes()


COMPRESSED = {
    "gzip": gzip.compress(DATA),
    "bz2": bz2.compress(DATA),
    "zstd": packed("zstd"),
    "lz4": packed("lz4"),
}


def content(source):
    """Return all bytes of a source."""
    return b"".join(iter(lambda: source.read(1 << 14), b""))


@pytest.mark.parametrize(("name", "data"), COMPRESSED.items())
def test_compression_is_recognised_by_content(name, data):
    """Whatever the name is."""
    source = Source("day.csv", io.BytesIO(data))
    assert source.compression == name
    assert content(source) == DATA


@pytest.mark.parametrize("name", ["gzip", "zstd", "bz2"])
def test_members_are_one_after_the_other(name):
    """As `cat a.gz b.gz` writes them."""
    data = COMPRESSED[name]
    assert content(Source("both", io.BytesIO(data + data))) == DATA + DATA


@pytest.mark.parametrize("name", COMPRESSED)
def test_damage_is_an_error_with_the_name(name):
    """A cut file is not a short one."""
    cut = COMPRESSED[name][: len(COMPRESSED[name]) // 2]
    with pytest.raises(InputError, match=f"^cannot read day: damaged or cut {name}: ."):
        content(Source("day", io.BytesIO(cut)))


@pytest.mark.parametrize("name", ["gzip", "bz2"])
def test_changed_bytes_are_an_error(name):
    """They have checksums; what Arrow writes as zstd and lz4 has none."""
    data = bytearray(COMPRESSED[name])
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(InputError, match=f"^cannot read day: damaged or cut {name}: ."):
        content(Source("day", io.BytesIO(bytes(data))))


def test_peek_reads_nothing():
    """What was looked at is read afterwards."""
    source = Source("x", io.BytesIO(DATA))
    assert source.peek(10) == DATA[:10]
    assert content(source) == DATA


def test_pipe_gives_what_there_is():
    """A line is enough to look at, and reading does not wait for more."""
    ours, theirs = os.pipe()
    with open(ours, "rb", buffering=0) as pipe, open(theirs, "wb", buffering=0) as end:
        end.write(b"first\n")
        source = Source("pipe", pipe)
        assert (source.is_live, source.size) == (True, None)
        assert source.peek(1 << 16) == b"first\n"
        assert source.read(1 << 16) == b"first\n"
        assert not source.wait(0)
        end.write(b"second\n")
        assert source.wait(0)
        assert source.read(1 << 16) == b"second\n"


def test_files_have_sizes_and_positions(tmp_path):
    """For the progress bar."""
    path = tmp_path / "x"
    path.write_bytes(DATA)
    source = open_source(str(path))
    assert (source.size, source.is_live) == (len(DATA), False)
    content(source)
    assert source.position() == len(DATA)
    source.close()
    assert source.position() is None


def test_what_cannot_be_opened_is_said(tmp_path):
    """With the name and the way out."""
    with pytest.raises(InputError, match=r"^cannot read /no/file: no such file or directory$"):
        open_source("/no/file")
    with pytest.raises(InputError, match=rf"^{tmp_path} is a directory: name its files, such as"):
        open_source(str(tmp_path))
