"""A task reads the columns of Parquet files as Spark would; no JVM is needed."""

import math

import pytest

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from entrostream.spark.grouped_rows import GroupedCounts, GroupedSketches  # noqa: E402
from entrostream.spark.parquet_scan import FilePart, ScannedColumns, file_parts  # noqa: E402
from tests.spark.frames import tallies_of  # noqa: E402

COLUMNS = ScannedColumns(("key", "label"), (pa.string(), pa.int64()), case_sensitive=False)


def rows_of(columns, parts):
    """Return all rows that tasks read of parts of files, as lists."""
    found = [columns.batches(part) for part in parts]
    return [
        row
        for batches in found
        for batch in batches
        for row in zip(*(column.to_pylist() for column in batch), strict=True)
    ]


@pytest.mark.parametrize(
    ("kind", "declared", "labels"),
    [
        (pa.int32(), pa.int64(), [1, -1, None]),
        (pa.uint32(), pa.int64(), [1, 2**31, None]),
        (pa.int64(), pa.int64(), [2**53, 2**53 + 1, None]),
        (pa.float64(), pa.float64(), [0.5, -0.0, None]),
        (pa.float32(), pa.float64(), [0.5, math.inf, None]),
        (pa.bool_(), pa.bool_(), [True, False, None]),
        (pa.binary(), pa.binary(), [b"a", b"\x00", None]),
        (pa.large_string(), pa.string(), ["a", "\u00fc", None]),
        (pa.dictionary(pa.int32(), pa.string()), pa.string(), ["a", "b", None]),
    ],
    ids=str,
)
def test_values_are_those_that_the_frame_declares(tmp_path, kind, declared, labels):
    """Whatever type the file has; strings may stay dictionary-encoded."""
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"label": pa.array(labels, kind)}), file)
    columns = ScannedColumns(("label",), (declared,), case_sensitive=False)

    (batch,) = columns.batches(FilePart(str(file), 0, 1))

    (column,) = batch
    assert column.to_pylist() == labels
    assert declared in (column.type, getattr(column.type, "value_type", None))


def test_column_that_a_file_lacks_is_null(tmp_path):
    """Also if it lacks all of them: its rows are still rows."""
    pq.write_table(pa.table({"key": ["v"], "other": [1.0]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"other": [1.0, 2.0]}), tmp_path / "b.parquet")
    files = [FilePart(str(tmp_path / name), 0, 1) for name in ("a.parquet", "b.parquet")]

    assert rows_of(COLUMNS, files) == [("v", None), (None, None), (None, None)]


@pytest.mark.parametrize(("sensitive", "expected"), [(False, ("u", 1)), (True, (None, None))])
def test_case_of_names_matters_if_it_does_in_spark(tmp_path, sensitive, expected):
    """By the setting spark.sql.caseSensitive."""
    pq.write_table(pa.table({"Key": ["u"], "LABEL": [1]}), tmp_path / "a.parquet")
    columns = ScannedColumns(COLUMNS.names, COLUMNS.types, sensitive)

    assert rows_of(columns, [FilePart(str(tmp_path / "a.parquet"), 0, 1)]) == [expected]


@pytest.mark.parametrize(
    ("held", "declared", "sentence"),
    [
        ([1], pa.string(), "column 'label' is int64, and string in the frame"),
        (["1"], pa.int64(), "column 'label' is string, and int64 in the frame"),
        ([True], pa.int64(), "column 'label' is bool, and int64 in the frame"),
    ],
    ids=str,
)
def test_other_types_are_refused_as_spark_does(tmp_path, held, declared, sentence):
    """A number does not become a string."""
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"label": held}), file)
    columns = ScannedColumns(("label",), (declared,), case_sensitive=False)

    with pytest.raises(ValueError, match=f"^{file}: {sentence}$"):
        columns.push(FilePart(str(file), 0, 1), GroupedCounts((), 1, "skip"))


def test_a_column_may_be_read_twice(tmp_path):
    """As key and as label."""
    pq.write_table(pa.table({"key": ["u", "v"]}), tmp_path / "a.parquet")
    columns = ScannedColumns(("key", "key"), (pa.string(), pa.string()), case_sensitive=False)

    found = rows_of(columns, [FilePart(str(tmp_path / "a.parquet"), 0, 1)])

    assert found == [("u", "u"), ("v", "v")]


@pytest.mark.parametrize("parallelism", [1, 2, 5, 64])
@pytest.mark.parametrize("row_group", [1, 7, 1000])
def test_row_groups_are_read_once(tmp_path, parallelism, row_group):
    """However many tasks read a file."""
    rows = [("u", number) for number in range(50)]
    for name in ("a b.parquet", "c%20d.parquet"):  # as a path, and as Spark writes it in a URL
        table = pa.table({"key": [key for key, _ in rows], "label": [label for _, label in rows]})
        pq.write_table(table, tmp_path / name, row_group_size=row_group)
    urls = [path.as_uri() for path in tmp_path.iterdir()]

    found = rows_of(COLUMNS, file_parts(urls, parallelism))

    assert sorted(found) == sorted(rows * 2)


def test_damaged_file_is_named(tmp_path):
    """By its path, before what is wrong with it."""
    file = tmp_path / "a.parquet"
    file.write_bytes(b"PAR1 no longer PAR1")

    with pytest.raises(ValueError, match=rf"^{file}: "):
        COLUMNS.push(FilePart(str(file), 0, 1), GroupedCounts(("key",), 1, "skip"))


def test_missing_label_is_refused_with_its_file_and_key(tmp_path):
    """In one sentence."""
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"key": ["u", "v"], "label": [1, None]}), file)
    sentence = 'label is missing; pass missing="skip" or missing="label"'

    with pytest.raises(ValueError, match=rf"^{file}: key key='v': {sentence}$"):
        COLUMNS.push(FilePart(str(file), 0, 1), GroupedCounts(("key",), 1, "raise"))


@pytest.mark.parametrize("labels", [2, 500])
def test_sketches_of_dictionary_columns_have_the_labels_of_their_keys(labels):
    """Whether the dictionary is short or longer than the rows of a key."""
    rows = [(number % 7, f"label{number * number % labels}") for number in range(600)]
    keys = pa.array([key for key, _ in rows])
    encoded = pa.array([label for _, label in rows]).dictionary_encode()
    sketches = GroupedSketches(("key",), "64KiB", "skip")

    sketches.push([keys, encoded])

    found = dict(zip(sketches.keys.arrays()[0].to_pylist(), sketches.summaries(), strict=True))
    expected = {(key,): each.entropy for (key,), each in tallies_of(rows).items()}
    assert {(key,): each.entropy for key, each in found.items()} == expected
