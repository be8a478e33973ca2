"""`entrostream compute`: the values of the library, bit for bit, for every format and source."""

import bz2
import csv
import gzip
import io
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

import entrostream as es
from entrostream.ingest import blocks as blocks_module
from entrostream.ingest import readers as readers_module
from tests.cli.running import entrostream
from tests.ingest.test_source import packed

ROWS = 400
RANDOM = np.random.default_rng(20)
FRAME = pd.DataFrame(
    {
        "at": pd.Timestamp("2015-05-17T10:05:03") + pd.to_timedelta(np.arange(ROWS) * 7, unit="s"),
        "src": RANDOM.choice([f"10.0.{n // 4}.{n}" for n in range(12)], ROWS),
        "dst": RANDOM.choice(["a,b", 'say "hi"', "two\nlines", "é", "x"], ROWS),
        "bytes": RANDOM.integers(0, 5000, ROWS),
    }
)
FRAME.loc[RANDOM.choice(ROWS, 30, replace=False), "src"] = None


def as_log(frame, form):
    """Return the frame as a web-server log."""
    lines = []
    for row in frame.itertuples():
        time = row.at.strftime("%d/%b/%Y:%H:%M:%S +0000")
        src = "-" if row.src is None or row.src != row.src else row.src
        line = f'{src} - - [{time}] "GET /{row.bytes} HTTP/1.1" 200 {row.bytes}'
        lines.append(line + (' "-" "agent"' if form == "combined" else ""))
    return "\n".join(lines).encode() + b"\n"


def as_jsonl(frame):
    """Return the frame as JSON Lines."""
    records = json.loads(frame.to_json(orient="records", date_format="iso"))
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def as_table(frame, form):
    """Return the frame as Parquet or Arrow."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    sink = io.BytesIO()
    if form == "parquet":
        parquet.write_table(table, sink)
    else:
        with pa.ipc.new_file(sink, table.schema) as file:
            file.write_table(table)
    return sink.getvalue()


FORMATS = {
    "csv": lambda frame: frame.to_csv(index=False, date_format="%Y-%m-%dT%H:%M:%SZ").encode(),
    "tsv": lambda frame: frame.to_csv(index=False, sep="\t").encode(),
    "jsonl": as_jsonl,
    "lines": lambda frame: "\n".join(frame["src"].fillna("")).encode() + b"\n",
    "common": lambda frame: as_log(frame, "common"),
    "combined": lambda frame: as_log(frame, "combined"),
    "parquet": lambda frame: as_table(frame, "parquet"),
    "arrow": lambda frame: as_table(frame, "arrow"),
}
FIELD = {"lines": "line", "common": "host", "combined": "host"}
COMPRESSIONS = {
    "plain": bytes,
    "gzip": gzip.compress,
    "members": lambda data: gzip.compress(data[:1000]) + gzip.compress(data[1000:]),
    "bz2": bz2.compress,
    "zstd": lambda data: packed("zstd", data),
    "lz4": lambda data: packed("lz4", data),
}


def rows_of(done):
    """Return the rows of CSV that a command wrote, and check that it ended well."""
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def bits(text):
    """Return a number so that equal bits are equal; an empty field is NaN."""
    return float(text or "nan").hex()


def check(row, labels):
    """Compare a row with the library, bit for bit."""
    labels = [label for label in labels if label is not None and label == label]
    tally = es.Tally(labels)
    assert int(row["n"]) == len(labels)
    assert int(row["distinct"]) == len(set(labels))
    assert bits(row["entropy"]) == float(es.entropy(labels)).hex()
    assert bits(row["gini"]) == float(es.gini(labels)).hex()
    if labels:
        assert bits(row["evenness"]) == float(tally.evenness).hex()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_values_of_every_format(tmp_path, form, compression):
    """From a file, compressed or not, with a name that says nothing; recognised by content."""
    path = tmp_path / "input"
    path.write_bytes(COMPRESSIONS[compression](FORMATS[form](FRAME)))
    done = entrostream("compute", path, "-f", FIELD.get(form, "src"))
    (row,) = rows_of(done)
    check(row, FRAME["src"])
    packing = {"plain": "", "members": ", gzip"}.get(compression, f", {compression}")
    assert f"entrostream: reading {path} as {form}{packing}\n" in done.err


@pytest.mark.parametrize("form", FORMATS)
def test_values_through_a_pipe(form):
    """In pieces that end anywhere."""
    data = FORMATS[form](FRAME)
    pieces = [data[start : start + 999] for start in range(0, len(data), 999)]
    (row,) = rows_of(entrostream("compute", "-f", FIELD.get(form, "src"), pieces=pieces))
    check(row, FRAME["src"])


def test_values_of_many_files(tmp_path):
    """One after the other, each in its own format, more than are kept open; empty ones add none."""
    paths = []
    for number, part in enumerate(np.array_split(np.arange(ROWS), 100)):
        form = ["csv", "jsonl", "parquet", "arrow"][number % 4]
        paths.append(tmp_path / f"{number}.{form}")
        paths[-1].write_bytes(FORMATS[form](FRAME.iloc[part]))
    paths.insert(3, tmp_path / "empty.log")
    paths[3].write_bytes(b"")
    (row,) = rows_of(entrostream("compute", *paths, "-f", "src", "-q"))
    check(row, FRAME["src"])


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize(
    ("field", "labels"),
    [
        ("dst", FRAME["dst"].tolist()),
        (
            "src+dst",
            [pair if pair[0] is not None and pair[0] == pair[0] else None
             for pair in zip(FRAME["src"], FRAME["dst"], strict=True)],
        ),
        ("src/24", [each and each.rpartition(".")[0] if isinstance(each, str) else None
                    for each in FRAME["src"]]),
        ("bytes:log2", [int(each).bit_length() for each in FRAME["bytes"]]),
        ("bytes:500", [int(each) // 500 for each in FRAME["bytes"]]),
        ("bytes", FRAME["bytes"].tolist()),
    ],
)  # fmt: skip
def test_kinds_of_fields(tmp_path, form, field, labels):
    """Pairs, prefixes and bins have the distribution that plain Python finds."""
    path = tmp_path / f"flows.{form}"
    path.write_bytes(FORMATS[form](FRAME))
    (row,) = rows_of(entrostream("compute", path, "-f", field, "-q"))
    check(row, labels)


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "common", "parquet"])
@pytest.mark.parametrize("every", ["1min", "10min", "1h", "1mo"])
def test_intervals_of_the_clock(tmp_path, form, every):
    """`es.entropy(every=)` over a frame; the time field is that of the format."""
    path = tmp_path / f"flows.{'log' if form == 'common' else form}"
    path.write_bytes(FORMATS[form](FRAME))
    times = [] if form == "common" else ["--time-field", "at"]
    field = FIELD.get(form, "src")
    rows = rows_of(entrostream("compute", path, "-f", field, "--every", every, *times, "-q"))
    labels = [None if each != each else each for each in FRAME["src"]]
    expected = es.entropy(labels, every=every, times=FRAME["at"].to_numpy("M8[ns]"))
    assert [np.datetime64(row["time"][:-1], "ns") for row in rows] == list(
        np.asarray(expected["time"], "M8[ns]")
    )
    assert [bits(row["entropy"]) for row in rows] == [
        float(each).hex() for each in expected["entropy"]
    ]


def written(tmp_path, frame=FRAME):
    """Return the path of the frame as CSV."""
    path = tmp_path / "flows.csv"
    path.write_bytes(FORMATS["csv"](frame))
    return path


def present(frame=FRAME):
    """Return the rows that have a source."""
    return frame[frame["src"].notna()]


@pytest.mark.parametrize(
    ("options", "make", "timed"),
    [
        (["--window", "50"], lambda: es.SlidingWindow(50), False),
        (["--window", "adaptive"], es.AdaptiveWindow, False),
        (["--decay", "20"], lambda: es.FadingTally(fading_factor=0.5 ** (1 / 20)), False),
        (
            ["--window", "50", "--decay", "20"],
            lambda: es.FadingWindow(50, fading_factor=0.5 ** (1 / 20)),
            False,
        ),
        (["--window", "5min"], lambda: es.TimeWindow("5min"), True),
        (["--decay", "5min"], lambda: es.FadingTally(half_life="5min"), True),
    ],
)
def test_windows(tmp_path, options, make, timed):
    """After every row, what the library's summary has after the same labels."""
    path = written(tmp_path)
    more = ["--time-field", "at"] if timed else []
    rows = rows_of(entrostream("compute", path, "-f", "src", *options, "--every", "1", *more, "-q"))
    summary, expected = make(), []
    for label, time in zip(FRAME["src"], FRAME["at"].to_numpy("M8[ns]"), strict=True):
        if isinstance(label, str):  # pandas has NaN or None for a missing one
            summary.update(label, **({"at": time} if timed else {}))
        expected.append(float(summary.entropy).hex() if summary.n else "nan")
    assert [bits(row["entropy"]) for row in rows] == expected


def test_weights_and_groups(tmp_path):
    """Sums of bytes per source, for each destination."""
    path = written(tmp_path)
    done = entrostream("compute", path, "-f", "src", "-g", "dst", "--weight", "bytes", "-q")
    rows = rows_of(done)
    here = present()
    assert [row["dst"] for row in rows] == list(dict.fromkeys(FRAME["dst"]))
    for row in rows:
        part = here[here["dst"] == row["dst"]]
        expected = es.entropy(part["src"].tolist(), weights=part["bytes"].to_numpy(float))
        assert bits(row["entropy"]) == float(expected).hex()
        assert float(row["n"]) == part["bytes"].sum()


def test_two_groups_and_two_fields(tmp_path):
    """A line for each group and field."""
    frame = FRAME.assign(half=np.arange(ROWS) % 2)
    path = written(tmp_path, frame)
    rows = rows_of(
        entrostream("compute", path, "-f", "src", "-f", "bytes", "-g", "dst", "-g", "half", "-q")
    )
    assert len(rows) == frame.groupby(["dst", "half"]).ngroups * 2
    for row in rows:
        part = frame[(frame["dst"] == row["dst"]) & (frame["half"] == int(row["half"]))]
        check(row, part[row["field"]].tolist())


def test_missing_values_as_a_label(tmp_path):
    """They count if that is said, and are counted on standard error if not."""
    path = written(tmp_path)
    done = entrostream("compute", path, "-f", "src")
    assert "entrostream: missing labels skipped: 30 (--missing label counts them)\n" in done.err
    (row,) = rows_of(entrostream("compute", path, "-f", "src", "--missing", "label", "-q"))
    check(row, FRAME["src"].fillna("none"))


def test_late_events(tmp_path):
    """Sorted into place, left out, or an error."""
    shuffled = FRAME.iloc[np.arange(ROWS).reshape(-1, 4)[:, ::-1].ravel()]
    path = written(tmp_path, shuffled)
    command = ("compute", path, "-f", "src", "--every", "5min", "--time-field", "at")

    failed = entrostream(*command)
    assert failed.code == 1
    assert failed.err.endswith(
        "entrostream: an event is 7 s late: --lateness 14s sorts such events into place, "
        "--late drop leaves them out\n"
    )
    in_order = entrostream("compute", written(tmp_path), *command[2:], "-q")
    path.write_bytes(FORMATS["csv"](shuffled))
    assert entrostream(*command, "--lateness", "21s", "-q") == in_order
    dropped = entrostream(*command, "--late", "drop")
    assert "entrostream: events left out, for they were too late: 300\n" in dropped.err


def test_max_labels(tmp_path):
    """Further labels are one, and that is said."""
    done = entrostream("compute", written(tmp_path), "-f", "src", "--max-labels", "3")
    (row,) = rows_of(done)
    known = list(dict.fromkeys(present()["src"]))[:3]
    check(row, [each if each in known else "<other>" for each in present()["src"]])
    assert "counted as one label, <other>:" in done.err


@settings(max_examples=20)
@given(
    block=st.integers(100, 5000),
    sample=st.integers(1, 3000),
    form=st.sampled_from(["csv", "jsonl", "common"]),
)
def test_block_size_changes_nothing(tmp_path_factory, block, sample, form):
    """The output has the same bytes, with groups, windows and quoted newlines."""
    path = tmp_path_factory.getbasetemp() / f"blocks.{form}"
    path.write_bytes(FORMATS[form](FRAME))
    group = "bytes" if form == "common" else "dst"
    command = ("compute", path, "-f", FIELD.get(form, "src"), "-g", group, "--every", "3", "-q")
    whole = entrostream(*command, "--format", form)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks_module, "BLOCK_BYTES", block)
        patch.setattr(readers_module, "SAMPLE_BYTES", sample)
        assert entrostream(*command, "--format", form) == whole


@pytest.mark.parametrize(
    ("text", "labels", "note"),
    [
        ("a,b\n1,2,3\n1,2\n", ["1"], "bad records skipped: 1, the first: "),
        ("a,b\n", [], ""),
        ("a,b\n\xff,2\n", ["\\xff"], "some bytes are not UTF-8"),
        ('a,b\n1,"open\n2,3\n', ["1", "2"], ""),
    ],
)
def test_unusual_files(tmp_path, text, labels, note):
    """They are read as far as they can be, and what could not is said."""
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode("latin-1"))
    done = entrostream("compute", path, "-f", "a")
    (row,) = rows_of(done)
    check(row, labels)
    assert note in done.err


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"", 0, ""),
        (b"\n\n", 0, "missing labels skipped: 2"),
        (b"a\nb", 0, ""),
    ],
)
def test_small_inputs(data, code, said):
    """Nothing is a result too."""
    done = entrostream("compute", pieces=[data])
    assert done.code == code
    assert said in done.err
    assert len(done.out.splitlines()) == 2


def test_json_numbers_are_as_in_python():
    """1, 1.0 and true are equal there, and so they are one label; "1" is another."""
    data = b'{"a": 1}\n{"a": 1.0}\n{"a": true}\n{"a": "1"}\n{"a": null}\n{}\n'
    (row,) = rows_of(entrostream("compute", "-f", "a", "-q", pieces=[data]))
    check(row, [1, 1.0, True, "1"])


def test_field_that_comes_late_in_json():
    """It is said that it is not in the first lines; one that never comes is wrong use."""
    data = [b'{"src": 1}\n', b'{"src": 1, "user": 5}\n']
    (row,) = rows_of(entrostream("compute", "-f", "user", "-q", pieces=data))
    check(row, [5])
    done = entrostream("compute", "-f", "scr", pieces=data)
    assert done.code == 2
    assert done.err.splitlines()[-1] == "entrostream: there is no field 'scr'; did you mean 'src'?"


@pytest.mark.parametrize("first", [b"{}", b"5", b""])
def test_json_whose_first_lines_have_no_fields(tmp_path, first):
    """Its fields come later, or the file is empty: that is no error."""
    path = tmp_path / "x.jsonl"
    path.write_bytes((first + b"\n") * 20_000 + b'{"a": 1}\n')
    (row,) = rows_of(entrostream("compute", path, "-f", "a", "-q"))
    check(row, [1])
    path.write_bytes(b"")
    done = entrostream("compute", path, "-f", "a")
    assert (done.code, done.err) == (0, f"entrostream: reading {path} as jsonl\n")


def test_line_beyond_the_limit():
    """It is skipped and counted, and the others are read."""
    pieces = [b"x\n"] + [b"y" * 60_000] * 3 + [b"\nz\n"]
    done = entrostream("compute", "--max-line", "64K", pieces=pieces)
    (row,) = rows_of(done)
    check(row, ["x", "z"])
    assert (
        "bad records skipped: 1, the first: standard input: a line is longer than 65,536"
        in done.err
    )


def test_columns_of_parquet(tmp_path):
    """NaN is missing; decimals, dates, booleans and bytes are labels; lists are refused."""
    from datetime import date
    from decimal import Decimal

    table = pa.table(
        {
            "real": [0.5, float("nan"), 0.5, 1.0],
            "price": [Decimal("1.5"), None, Decimal("1.5"), Decimal("2.0")],
            "day": [date(2020, 1, 1), None, date(2020, 1, 1), date(2020, 1, 2)],
            "yes": [True, None, True, False],
            "raw": [b"\xff", None, b"\xff", b"a"],
            "word": pa.array(["a", None, "a", "b"]).dictionary_encode(),
            "many": [[1], [2], [3], [4]],
        }
    )
    path = tmp_path / "x.parquet"
    parquet.write_table(table, path)
    fields = [name for name in table.schema.names if name != "many"]
    options = [part for name in fields for part in ("-f", name)]
    for more in ([], ["--max-labels", "9"], ["-g", "yes"]):
        rows = rows_of(entrostream("compute", path, *options, *more, "-q"))
        if not more or more[0] == "--max-labels":
            assert [(row["field"], row["n"], row["distinct"]) for row in rows] == [
                (name, "3", "2") for name in fields
            ]
    for more in (["-f", "many"], ["-f", "many+yes"], ["-f", "yes", "-g", "many"]):
        done = entrostream("compute", path, *more, "-q")
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "list<" in done.err
