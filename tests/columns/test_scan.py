"""Files are read batch by batch, only the columns that are needed, with the same bits."""

import math
import os
import re
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.feather
import pyarrow.parquet
import pytest

import entrostream as es
from tests.columns.chunk_data import bits, joined_bits
from tests.refusals import refused

ROWS = 400


def table(rows=ROWS, seed=5):
    """Return events in the order of time, some without a source."""
    draw = np.random.default_rng(seed)
    sources = draw.choice(["web", "mail", "phone", None], rows)
    return pa.table(
        {
            "at": np.sort(draw.integers(0, 500, rows)).astype("M8[s]"),
            "source": pa.array(sources, pa.string()),
            "user": draw.integers(0, 20, rows),
            "amount": draw.integers(1, 9, rows) / 4,
        }
    )


WRITERS = {
    "events.parquet": lambda events, path: pa.parquet.write_table(events, path, row_group_size=130),
    "events.pq": lambda events, path: pa.parquet.write_table(
        events, path, use_dictionary=False, row_group_size=ROWS
    ),
    "events.feather": lambda events, path: pa.feather.write_feather(events, path, chunksize=170),
}


@pytest.fixture
def events():
    return table()


@pytest.fixture(params=WRITERS)
def path(request, tmp_path, events):
    """Return a file of the events, of each format in turn."""
    place = tmp_path / request.param
    WRITERS[request.param](events, place)
    return place


def test_paths_of_every_kind_are_read(path, events, tmp_path):
    """A text, bytes as the system has them, and anything with a path; files and directories."""
    value = es.entropy(events["source"])

    for given in (str(path), os.fsencode(path), path, [os.fsencode(path)], os.fsencode(tmp_path)):
        assert es.entropy(es.scan(given, "source")) == value
    gone = tmp_path / "no.csv"
    for given in (str(gone), os.fsencode(gone)):
        with refused(FileNotFoundError, f"there is no file or directory {str(gone)!r}"):
            es.scan(given)
    for given in (5, None, 2.5):
        with pytest.raises(TypeError, match=r"str, bytes or os\.PathLike"):
            es.scan(given)


@pytest.mark.parametrize("batch_rows", [1, 64, 300, 5000])
def test_same_bits_as_in_memory(path, events, batch_rows):
    """All functions, over one column and over frames."""
    one = es.scan(path, "source", batch_rows=batch_rows)
    frames = es.scan(path, ["source", "user"], batch_rows=batch_rows)
    chosen = events.select(["source", "user"])

    source = events.column("source")
    assert joined_bits(es.rolling_entropy(one, 50)) == bits(es.rolling_entropy(source, 50))
    assert joined_bits(es.rolling_gini(one, 50, center=True, step=3)) == bits(
        es.rolling_gini(source, 50, center=True, step=3)
    )
    assert joined_bits(es.expanding(frames, group_by="amount")) == bits(
        es.expanding(chosen, group_by=events.column("amount"))
    )
    assert joined_bits(
        es.rolling_entropy(one, "30s", times="at", weights="amount", group_by="user")
    ) == bits(
        es.rolling_entropy(
            source,
            "30s",
            times=events.column("at"),
            weights=events.column("amount"),
            group_by=events.column("user"),
        )
    )
    assert es.entropy(one) == es.entropy(source)
    assert es.gini(frames, weights="amount") == es.gini(chosen, weights=events.column("amount"))
    mutual = {"frame": es.scan(path, batch_rows=batch_rows)}
    assert joined_bits(es.rolling_mutual_information("source", "user", 40, **mutual)) == bits(
        es.rolling_mutual_information("source", "user", 40, frame=events)
    )
    assert es.information_gain("source", "user", **mutual) == es.information_gain(
        source, events.column("user")
    )


def test_csv(tmp_path, events):
    """CSV, compressed or not; Arrow reads an empty text as a text."""
    events = events.set_column(1, "source", events.column("source").fill_null(""))
    for name in ("events.csv", "events.csv.gz"):
        with pa.output_stream(str(tmp_path / name)) as stream:
            pa.csv.write_csv(events, stream)
        scanned = es.scan(tmp_path / name, "source", batch_rows=64)

        assert es.entropy(scanned) == es.entropy(events.column("source"))
        assert joined_bits(es.rolling_entropy(scanned, "30s", times="at")) == bits(
            es.rolling_entropy(events.column("source"), "30s", times=events.column("at"))
        )
        assert scanned.rows is None


def test_a_directory_is_read_in_the_order_of_names(tmp_path):
    """All files of one kind; hidden ones and marks of other programs are left out."""
    parts = [table(90, seed) for seed in range(3)]
    for name, part in zip(["a", "b", "c"], reversed(parts), strict=True):
        pa.parquet.write_table(part, tmp_path / f"{name}.parquet")
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / ".hidden.parquet").write_text("no")
    (tmp_path / "read.me").write_text("no")
    whole = pa.concat_tables(reversed(parts)).column("user")

    scanned = es.scan(tmp_path, "user")

    assert pa.chunked_array(list(scanned)).to_pylist() == whole.to_pylist()
    assert scanned.rows == 270
    files = [tmp_path / "c.parquet", tmp_path / "a.parquet"]
    assert es.scan(files, "user").rows == 180
    assert next(iter(es.scan(files, "user"))).to_pylist() == parts[0].column("user").to_pylist()


def test_files_of_one_directory_may_differ(tmp_path):
    """Columns that some files lack are missing there; folders may say what a column holds."""
    for year, extra in [("2024", {"b": ["u", "v"]}), ("2025", {})]:
        (tmp_path / f"year={year}").mkdir()
        pa.parquet.write_table(
            pa.table({"a": ["x", "y"], **extra}), tmp_path / f"year={year}" / "part.parquet"
        )

    assert es.entropy(es.scan(tmp_path)) == {"a": 1.0, "b": 1.0, "year": 1.0}
    assert es.entropy(es.scan(tmp_path, "b"), missing="label") == 1.5


def test_only_the_columns_needed_are_read(tmp_path, events):
    """Only the named columns of a file are read."""
    pa.parquet.write_table(events, tmp_path / "events.parquet")
    scanned = es.scan(tmp_path / "events.parquet", "source")

    assert scanned.names == ["source"]
    assert [batch.schema.names for batch in scanned.batches([])] == [["source"]]
    assert [batch.schema.names for batch in scanned.batches(["at"])] == [["source", "at"]]


def test_chunks_can_be_read_again_and_are_as_written(path, events):
    """Iterating gives the types of the file: codes with a dictionary are for the functions."""
    scanned = es.scan(path, "source", batch_rows=150)
    for _ in range(2):
        arrays = list(scanned)
        assert {array.type for array in arrays} == {pa.string()}
        assert max(map(len, arrays)) <= 150
        assert pa.chunked_array(arrays).to_pylist() == events.column("source").to_pylist()
    assert next(iter(es.scan(path))).schema.names == events.schema.names
    assert repr(scanned) == "<Chunks of 'source'>"
    assert repr(es.scan(path)) == "<Chunks of all columns>"


def labels_of(first, rows=60_000):
    """Return strings, nearly 10,000 of them different: a dictionary of 140 kB."""
    numbers = np.random.default_rng(first).integers(first, first + 10_000, rows)
    return np.char.add("label-", numbers.astype("U12"))


@pytest.mark.parametrize("give_up", [False, True], ids=["coded", "plain"])
def test_texts_are_read_as_codes_where_they_are_written_so(tmp_path, give_up):
    """Also if there are many, and other ones in each row group; not where a writer gave up."""
    file = tmp_path / "many.parquet"
    table = pa.table({"x": np.concatenate([labels_of(0), labels_of(5_000), labels_of(0)])})
    limit = 1 << 17 if give_up else 1 << 20
    options = {"dictionary_pagesize_limit": limit, "compression": "none"}
    pa.parquet.write_table(table, file, row_group_size=60_000, **options)
    dictionary = pa.parquet.read_metadata(file).row_group(0).column(0)
    assert dictionary.has_dictionary_page

    scanned = es.scan(file, "x")

    kinds = {batch.schema.field("x").type for batch in scanned.batches([])}
    assert {pa.types.is_dictionary(kind) for kind in kinds} == {not give_up}
    assert es.entropy(scanned) == es.entropy(table["x"])
    results = es.rolling_gini(scanned, 70_000)
    assert joined_bits(results) == bits(es.rolling_gini(table["x"], 70_000))


def test_narrow_rows_are_read_many_at_once(tmp_path):
    """Where results do not show it; a requested number of rows is respected."""
    file = tmp_path / "narrow.parquet"
    rows = 400_000
    strings = np.array(["ab", "c"])[np.arange(rows) % 2]
    table = pa.table({"x": strings, "n": np.arange(rows), "long": np.char.add("y" * 90, strings)})
    pa.parquet.write_table(table, file, use_dictionary=["x"])

    def sizes(names, **options):
        return [len(batch) for batch in es.scan(file, names, **options).batches([], large=True)]

    assert sizes("x") == [rows]
    assert sizes(["x", "n"]) == [rows]
    assert max(sizes("long")) <= (16 << 20) // 90
    assert max(sizes("x", batch_rows=1000)) == 1000
    assert max(len(batch) for batch in es.scan(file, "x").batches([])) == 1 << 17


def test_no_rows_have_the_right_kind(tmp_path, events):
    """An empty file gives one empty result."""
    pa.parquet.write_table(events.slice(0, 0), tmp_path / "none.parquet")
    scanned = es.scan(tmp_path / "none.parquet", ["source", "user"])

    nothing = {"source": math.nan, "user": math.nan}
    assert es.entropy(scanned) == pytest.approx(nothing, nan_ok=True)
    (result,) = es.rolling_entropy(scanned, 3)
    assert result.schema.names == ["source", "user"]
    assert result.num_rows == 0


def test_datasets_readers_and_scanners(tmp_path, events):
    """What pyarrow reads batch by batch is taken as it is, filters and all."""
    pa.parquet.write_table(events, tmp_path / "events.parquet")
    dataset = pa.dataset.dataset(tmp_path / "events.parquet")
    chosen = events.select(["source", "user"])
    expected = bits(es.rolling_entropy(chosen, 20))

    scanner = dataset.scanner(columns=["source", "user"])
    reader = chosen.to_reader(max_chunksize=77)
    assert joined_bits(es.rolling_entropy(scanner, 20)) == expected
    assert joined_bits(es.rolling_entropy(reader, 20)) == expected
    assert es.entropy(dataset) == es.entropy(events)

    few = dataset.filter(pa.dataset.field("user") < 5)
    expected = es.entropy(events.filter(pa.compute.less(events.column("user"), 5)).column("source"))
    assert es.entropy(es.scan(few, "source")) == expected


@pytest.mark.parametrize(
    ("error", "message", "work"),
    [
        (FileNotFoundError, "there is no file or directory '{0}/no.csv'", "{0}/no.csv"),
        (ValueError, "there are no files in '{0}/empty'", "{0}/empty"),
        (
            ValueError,
            "cannot tell what '{0}/events.xyz' is: its name ends in none of .parquet, .pq, .csv, "
            ".csv.gz, .arrow, .ipc, .feather; pass format=",
            "{0}/events.xyz",
        ),
        (
            ValueError,
            "there are files of several kinds, ['csv', 'parquet']; pass format=",
            "{0}/both",
        ),
    ],
)
def test_files_that_cannot_be_read(tmp_path, error, message, work):
    """The place is named, and what would help."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "both").mkdir()
    for name in ("events.xyz", "both/a.csv", "both/b.parquet"):
        (tmp_path / name).write_text("a\n1\n")
    place = str(tmp_path)
    with pytest.raises(error, match="^" + re.escape(message.format(place)) + "$"):
        es.scan(work.format(place))


def test_format_may_be_given(tmp_path):
    """For names that do not tell."""
    (tmp_path / "events.xyz").write_text("a\nu\nv\n")

    assert es.entropy(es.scan(tmp_path / "events.xyz", "a", format="csv")) == 1.0
    with pytest.raises(ValueError, match=r"^format must be one of parquet, csv, ipc, got 'xml'$"):
        es.scan(tmp_path / "events.xyz", format="xml")


def test_arguments_that_cannot_be(tmp_path, events):
    """Refused when the file is opened, or when the function is called: before any row is read."""
    file = tmp_path / "events.parquet"
    pa.parquet.write_table(events, file)
    known = "there are ['at', 'source', 'user', 'amount']"
    refusals = {
        f"there is no column 'no'; {known}": lambda: es.scan(file, "no"),
        f"there is no column 'nor'; {known}": lambda: es.rolling_entropy(
            es.scan(file), 3, group_by="nor"
        ),
        "columns must be names, each once, got []": lambda: es.scan(file, []),
        "columns must be names, each once, got ['at', 'at']": lambda: es.scan(file, ["at", "at"]),
        "batch_rows must be a positive integer, got 0": lambda: es.scan(file, batch_rows=0),
        "progress must be True, False or None, got 'yes'": lambda: es.scan(file, progress="yes"),
    }
    for message, work in refusals.items():
        with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
            work()


def test_without_pyarrow(monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow.dataset", None)
    with pytest.raises(ImportError, match=re.escape('pip install "entrostream[arrow]"')):
        es.scan("events.parquet")
