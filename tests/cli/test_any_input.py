"""Whatever the input and the options are, a command ends with a result or with one sentence."""

import gzip

from hypothesis import given, settings
from hypothesis import strategies as st

from entrostream.ingest import FORMATS
from tests.cli.running import entrostream
from tests.ingest.test_source import packed

PIECES = [
    b"a,b\n",
    b"1,2\n",
    b'"',
    b",",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"x",
    b'{"a": 1, "b": [2]}\n',
    b'{"a": {"b": null}}\n',
    b'{"a": ',
    b"[1]\n",
    b"2020-01-01T00:00:00Z",
    b"1e999",
    b'::1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 12\n',
    b"PAR1",
    b"ARROW1",
    b"\x1f\x8b",
]
BYTES = st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join)
PACKINGS = st.sampled_from([bytes, gzip.compress])
FORMS = st.none() | st.sampled_from(FORMATS)
FIELDS = st.sampled_from(
    ["a", "b", "a+b", "a/24", "a:log2", "b:0.5", "a.b", "1", "line", "host", "+", "/", "time"]
)
OPTIONS = st.lists(
    st.sampled_from(
        [
            ["-g", "b"],
            ["--window", "2"],
            ["--window", "adaptive"],
            ["--window", "1h"],
            ["--decay", "2"],
            ["--every", "1"],
            ["--every", "1d"],
            ["--time-field", "a"],
            ["--time-field", "b", "--time-format", "s"],
            ["--weight", "b"],
            ["--missing", "label"],
            ["--on-bad", "fail"],
            ["--max-labels", "1"],
            ["--max-line", "8"],
            ["--no-header"],
            ["--delimiter", ";"],
            ["--late", "drop"],
            ["--summary"],
            ["-o", "table"],
            ["-o", "jsonl"],
        ]
    ),
    max_size=3,
)


@settings(max_examples=200)
@given(data=BYTES, form=FORMS, field=FIELDS, options=OPTIONS, packing=PACKINGS)
def test_compute_ends_well(tmp_path_factory, data, form, field, options, packing):
    """With a known exit code, and with one line that is no report of a bug if it fails."""
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(packing(data))
    more = [part for option in options for part in option]
    if form:
        more += ["--format", form]
    check(entrostream("compute", path, "-f", field, "-q", *more))


@settings(max_examples=60)
@given(data=BYTES, form=FORMS, field=FIELDS)
def test_drift_ends_well(tmp_path_factory, data, form, field):
    """Like compute."""
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    check(entrostream("drift", path, "-f", field, "-q", *(["--format", form] if form else [])))


@settings(max_examples=60)
@given(data=BYTES, cut=st.integers(0, 40), codec=st.sampled_from(["zstd", "lz4", "gzip", "bz2"]))
def test_cut_archives_end_well(tmp_path_factory, data, cut, codec):
    """What remains is read or refused."""
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(packed(codec, data)[:cut])
    check(entrostream("compute", path, "-f", "a", "-q"))


def check(done):
    """Fail if a command ended badly."""
    assert done.code in (0, 1, 2), done
    assert "unexpected" not in done.err
    assert "Traceback" not in done.err
    lines = done.err.splitlines()
    assert (done.code == 0 and not lines) or (done.code and len(lines) == 1), done
