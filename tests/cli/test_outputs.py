"""Results read back to the same bits in every format; labels are text wherever they are shown."""

import csv
import io
import json
import sys

import pytest
from pyarrow import parquet

import entrostream as es
from entrostream.streaming.texts import label_text, time_text
from tests.cli.running import entrostream

KEYS = ["plain", "a,b", 'say "hi"', "two\nlines", "ü", "\x1b[31mred", "[red]x[/red]", "[/]", " s "]
LABELS = "abcabdaab"


@pytest.fixture
def path(tmp_path):
    """Return a file whose groups have names of all kinds."""
    path = tmp_path / "x.jsonl"
    lines = [
        json.dumps({"key": key, "label": label, "n": 1, "at": 60 * number})
        for number, (key, label) in enumerate((key, label) for label in LABELS for key in KEYS)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def values(rows):
    """Return key, count and entropy of rows, with the bits of the numbers."""
    return [(row["key"], int(row["n"]), float(row["entropy"]).hex()) for row in rows]


EXPECTED = [(key, len(LABELS), float(es.entropy(list(LABELS))).hex()) for key in KEYS]


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read_jsonl(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_parquet(path):
    return parquet.read_table(path).to_pylist()


READERS = {"csv": read_csv, "jsonl": read_jsonl, "parquet": read_parquet}


@pytest.mark.parametrize(("form", "read"), READERS.items())
def test_formats_read_back_to_the_same_bits(tmp_path, path, form, read):
    """By the name of the file, or as told."""
    command = ("compute", path, "-f", "label", "-g", "key", "-q")
    out, told = tmp_path / f"out.{form}", tmp_path / "out"
    assert entrostream(*command, "--out", out).code == 0
    assert entrostream(*command, "--out", told, "-o", form).code == 0
    assert values(read(out)) == values(read(told)) == EXPECTED


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_standard_output_has_the_bytes_of_the_file(tmp_path, path, form):
    """Nothing else is written there."""
    command = ("compute", path, "-f", "label", "-g", "key", "-o", form)
    out = tmp_path / "out"
    entrostream(*command, "--out", out)
    assert entrostream(*command).out == out.read_bytes().decode()


@pytest.mark.parametrize(("form", "read"), READERS.items())
def test_times_and_gaps(tmp_path, path, form, read):
    """Times are UTC; where there is no event there is no value."""
    path.write_text('{"x": "a", "at": 0}\n{"x": "b", "at": 150}\n', encoding="utf-8")
    out = tmp_path / f"out.{form}"
    command = ("compute", path, "-f", "x", "--time-field", "at", "--every", "1min", "--out", out)
    assert entrostream(*command).code == 0
    rows = read(out)
    assert [int(row["n"]) for row in rows] == [1, 0, 1]
    assert rows[1]["entropy"] in ("", None)
    times = [str(row["time"]).replace(" ", "T").replace("+00:00", "Z") for row in rows]
    assert times == ["1970-01-01T00:00:00Z", "1970-01-01T00:01:00Z", "1970-01-01T00:02:00Z"]


@pytest.mark.parametrize(("form", "read"), READERS.items())
def test_sums_of_weights_are_fractions(tmp_path, form, read):
    """In all batches, also if the first ones are whole."""
    out = tmp_path / f"out.{form}"
    pieces = [b"a\n", b"b\n" * 9]
    done = entrostream("compute", "--decay", "2", "--every", "1", "--out", out, pieces=pieces)
    assert done.code == 0
    tally, expected = es.FadingTally(fading_factor=0.5**0.5), []
    for label in "abbbbbbbbb":
        tally.update(label)
        expected.append(float(tally.n).hex())
    assert [float(row["n"]).hex() for row in read(out)] == expected


def test_groups_named_like_other_columns(tmp_path, path):
    """All columns are there, under names of their own."""
    out = tmp_path / "out.csv"
    entrostream("compute", path, "-f", "label", "-g", "n", "-g", "key", "--out", out, "-q")
    rows = read_csv(out)
    assert list(rows[0])[:5] == ["row", "group n", "key", "field", "n"]
    assert {row["group n"] for row in rows} == {"1"}
    assert values(rows) == EXPECTED


def test_table_shows_labels_as_text(path):
    """Neither the terminal nor rich acts on them; a line per group."""
    done = entrostream("compute", path, "-f", "label", "-g", "key", "-o", "table", "-q")
    assert done.code == 0
    assert "\x1b" not in done.out
    assert len(done.out.splitlines()) == 1 + len(KEYS)
    for shown in (r"two\nlines", r"\x1b[31mred", "[red]x[/red]", "[/]"):
        assert shown in done.out


def test_names_of_groups_are_text(tmp_path):
    """Also in the head of the table."""
    path = tmp_path / "x.csv"
    path.write_text("[/],x\n1,a\n", encoding="utf-8")
    done = entrostream("compute", path, "-f", "x", "-g", "[/]", "-o", "table", "-q")
    assert (done.code, done.out.split()[:3]) == (0, ["row", "[/]", "field"])


def test_summary_shows_labels_as_text(tmp_path):
    """With their counts and shares."""
    path = tmp_path / "x.jsonl"
    lines = [json.dumps({"[b]x": key}) for key in [*KEYS, "plain", "y" * 300]]
    path.write_text("\n".join(lines), encoding="utf-8")
    done = entrostream("compute", path, "-f", "[b]x", "--summary")
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "[b]x" in done.out
    assert r"\x1b[31mred" in done.out
    (common,) = [line for line in done.out.splitlines() if line.startswith("plain")]
    assert common.split() == ["plain", "2", "18.2%"]
    assert "no changes" in done.out
    assert max(map(len, done.out.splitlines())) < 100


def test_summary_has_the_values_of_the_library(path):
    """Rounded to four digits."""
    done = entrostream("compute", path, "-f", "label", "--summary", "-q")
    tally = es.Tally(list(LABELS) * len(KEYS))
    numbers = [f"{tally.n}", f"{tally.distinct}", f"{tally.entropy:.4f}", f"{tally.evenness:.4f}"]
    assert done.out.splitlines()[2].split() == [*numbers, f"{tally.gini:.4f}"]


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("a", "a"),
        (("a", 1), "a + 1"),
        (b"\xff", "\\xff"),
        (None, "(missing)"),
        (1.5, "1.5"),
        (True, "True"),
    ],
)
def test_labels_as_text(label, text):
    """Pairs, bytes and missing ones."""
    assert label_text(label) == text


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "1970-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (1_500_000_000, "1970-01-01T00:00:01.5Z"),
    ],
)
def test_times_as_text(nanoseconds, text):
    """With as many digits as they need."""
    assert time_text(nanoseconds) == text


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.parametrize("groups", [[], ["-g", "key"]])
def test_plots(tmp_path, path, ending, groups):
    """A picture of the values over time; hostile names are text in it."""
    pytest.importorskip("matplotlib")
    out = tmp_path / f"x.{ending}"
    command = ("compute", path, "-f", "label", *groups, "--every", "2", "--plot", out, "-q")
    assert entrostream(*command).code == 0
    assert out.read_bytes().startswith(b"\x89PNG" if ending == "png" else b"<?xml")


def test_output_is_a_filter(path):
    """What one command writes another one reads."""
    first = entrostream("compute", path, "-f", "label", "-g", "key", "-q")
    again = entrostream("compute", "-f", "key", "-q", pieces=[first.out.encode()])
    (row,) = csv.DictReader(io.StringIO(again.out))
    assert (int(row["n"]), int(row["distinct"])) == (len(KEYS), len(KEYS))
    assert sys.stdout is not None
