"""Formats are recognised by their first bytes, then by the name."""

import pytest

from entrostream.ingest import InputError
from entrostream.ingest.recognition import delimiter_of, recognise
from tests.ingest.sources import reader

LOG = b'::1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 12\n'


@pytest.mark.parametrize(
    ("name", "sample", "form"),
    [
        ("x", b"PAR1....", "parquet"),
        ("x.csv", b"PAR1....", "parquet"),
        ("x", b"ARROW1..", "arrow"),
        ("x.csv", b"a\n", "csv"),
        ("x.CSV.GZ", b"a\n", "csv"),
        ("x.tsv.zst", b"a\n", "tsv"),
        ("x.ndjson", b"", "jsonl"),
        ("x.txt", b"a,b\n", "lines"),
        ("x.txt", LOG, "common"),
        ("access.log", LOG, "common"),
        ("access.log", b"\n" + LOG, "common"),
        ("-", b'\xef\xbb\xbf {"a": 1}\n', "jsonl"),
        ("-", b"a\tb\n", "tsv"),
        ("-", b"a;b\n", "csv"),
        ("-", b"a b\n", "lines"),
        ("-", b"", "lines"),
    ],
)
def test_formats(name, sample, form):
    """What the bytes prove comes before the name."""
    assert recognise(name, sample) == form


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [(b"a,b\n", ","), (b"a;b;c,d\n", ";"), (b"a|b\n", "|"), (b'"a,b,c,d";e\n', ";"), (b"a\n", ",")],
)
def test_delimiters(sample, delimiter):
    """The most frequent one in the first line, not within quotes."""
    assert delimiter_of("csv", sample) == delimiter


def test_utf16_is_refused():
    """With the way out: its bytes are not UTF-8."""
    message = r"^input is UTF-16: convert it, as by iconv -f UTF-16 -t UTF-8$"
    with pytest.raises(InputError, match=message):
        reader("a,b\n".encode("utf-16"))
