"""Parquet and Arrow files: columns with their types, from files, pipes and archives."""

import gzip
from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa
import pytest
from pyarrow import parquet

from entrostream.ingest import BadRecords, InputError, ReadOptions, open_reader
from tests.ingest.sources import columns

TABLE = pa.table(
    {
        "text": ["a", None, "b"],
        "number": [1, 2, None],
        "real": [0.5, float("nan"), None],
        "yes": [True, None, False],
        "day": [date(2020, 1, 1), None, date(2020, 1, 2)],
        "time": [datetime(2020, 1, 1), None, datetime(2020, 1, 2)],
        "price": [Decimal("1.50"), None, Decimal("2.00")],
        "raw": [b"\xff", None, b"b"],
        "words": pa.array(["x", "x", None]).dictionary_encode(),
        "a b.c+d/24": ["s", "t", "u"],
    }
)


@pytest.fixture(params=["parquet", "arrow"])
def path(request, tmp_path):
    """Return the path of the table in a file."""
    path = tmp_path / f"table.{request.param}"
    if request.param == "parquet":
        parquet.write_table(TABLE, path)
    else:
        with pa.ipc.new_file(path, TABLE.schema) as file:
            file.write_table(TABLE)
    return path


def values(reader, name):
    """Return a column as a list."""
    found = [each for rows in reader.batches([name]) for each in rows.columns[name].to_pylist()]
    reader.source.close()
    return found


@pytest.mark.parametrize("name", TABLE.schema.names)
def test_columns_keep_their_types(path, name):
    """All of them, nulls included."""
    reader = open_reader(str(path), ReadOptions(BadRecords()))
    assert reader.names == TABLE.schema.names
    assert str(values(reader, name)) == str(TABLE[name].to_pylist())


def test_compressed_and_piped(path):
    """They are copied first: what tells the columns is at the end."""
    whole = path.read_bytes()
    for data in (whole, gzip.compress(whole)):
        assert columns(data, ["text"])[0] == {"text": ["a", None, "b"]}


def test_damage_is_an_error_with_the_name(path):
    """Cut in the middle, or changed at the end."""
    whole = path.read_bytes()
    for data in (whole[: len(whole) // 2], whole[:-6] + b"xxxxxx"):
        path.write_bytes(data)
        with pytest.raises(InputError, match=rf"^cannot read {path} as {path.suffix[1:]}: ."):
            open_reader(str(path), ReadOptions(BadRecords()))


def test_without_rows(tmp_path):
    """There are names, and no values."""
    path = tmp_path / "empty.parquet"
    parquet.write_table(TABLE.slice(0, 0), path)
    reader = open_reader(str(path), ReadOptions(BadRecords()))
    assert reader.names == TABLE.schema.names
    assert values(reader, "text") == []


def test_names_that_are_there_twice(tmp_path):
    """Arrow cannot tell them apart, which is said; the file is not called damaged."""
    path = tmp_path / "twice.parquet"
    parquet.write_table(pa.table([pa.array(["a"]), pa.array(["b"])], names=["x", "x"]), path)
    with pytest.raises(InputError, match=rf"^cannot read {path} as parquet: .*duplicate"):
        open_reader(str(path), ReadOptions(BadRecords()))
