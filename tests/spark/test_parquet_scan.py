"""Executors scan Parquet files themselves wherever that gives the rows of the frame, no more."""

import pytest

import entrostream as es
from tests.spark.availability import require_spark
from tests.spark.frames import bits, measured, tallies_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402
from entrostream.spark.frame_columns import select_columns  # noqa: E402
from entrostream.spark.parquet_scan import is_plain_parquet  # noqa: E402

ROWS = [("u", "a"), ("u", "b"), ("v", "a"), (None, "b"), ("u", None), ("v", "a")] * 20
SCHEMA = "key string, label string"


def expected(rows):
    """Return what one machine gives for rows."""
    return {key: bits(each) for key, each in tallies_of(rows).items()}


def is_scanned(frame, column="label", group_by="key"):
    """Say whether executors read the files."""
    return is_plain_parquet(frame, select_columns(frame, (column,), group_by))


@pytest.fixture
def folder(spark, tmp_path):
    """Return a folder of three Parquet files as Spark writes them."""
    path = str(tmp_path / "rows")
    spark.createDataFrame(ROWS, SCHEMA).repartition(3).write.parquet(path)
    return path


def entropy(frame, **more):
    return es.spark.entropy(frame, "label", group_by="key", **more)


def test_files_are_scanned_by_executors(spark, folder):
    """The same bits as by Spark's own scan, for states and for pairs as well."""
    frame = spark.read.parquet(folder)
    result = entropy(frame.select("label", "key"))
    states = es.spark.states(frame, "label", group_by="key")
    pairs = es.spark.mutual_information(frame, "key", "label")

    assert is_scanned(frame)
    assert [each.inputFiles() for each in (result, states, pairs)] == [[]] * 3  # Spark sees none
    assert measured(result) == expected(ROWS)
    found = {(row.key,): bytes(row.state) for row in states.collect()}
    assert found == {key: each.to_bytes() for key, each in tallies_of(ROWS).items()}
    table = es.ContingencyTable(missing="skip")
    for pair in ROWS:
        table.update(*pair)
    assert pairs.collect() == [(table.mutual_information, table.n)]


CHANGES = {
    "filter": lambda frame: frame.filter("key = 'u'"),
    "computed": lambda frame: frame.withColumn("label", frame.key),
    "limit": lambda frame: frame.limit(7),
    "union": lambda frame: frame.union(frame),
    "renamed": lambda frame: frame.select(frame.label.alias("key"), frame.key.alias("label")),
    "distinct": lambda frame: frame.distinct(),
    "sample": lambda frame: frame.sample(0.5, seed=1),
    "cached": lambda frame: frame.cache(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_other_plans_are_left_to_spark(spark, folder, change):
    """Their rows are not those of the files."""
    assert not is_scanned(change(spark.read.parquet(folder)))


def test_tables_of_a_catalog_are_left_to_spark(spark, folder):
    """A column that a file does not have may have a default."""
    spark.sql(f"CREATE TABLE rows_of_files USING parquet LOCATION '{folder}'")
    try:
        assert not is_scanned(spark.table("rows_of_files"))
    finally:
        spark.sql("DROP TABLE rows_of_files")


def test_other_plans_give_the_rows_of_the_frame(spark, folder):
    """Filtered and computed ones, for instance."""
    frame = spark.read.parquet(folder).filter("key = 'u'").selectExpr("key", "label || key label")

    assert measured(entropy(frame)) == expected([tuple(row) for row in frame.collect()])


def test_dates_and_decimals_are_left_to_spark(spark, tmp_path):
    """Their values depend on who wrote the file."""
    spark.sql("SELECT 'u' AS key, date'2026-11-18' AS label").write.parquet(f"{tmp_path}/dates")

    frame = spark.read.parquet(f"{tmp_path}/dates")

    assert not is_scanned(frame)
    assert measured(entropy(frame)) == {("u",): ((0.0).hex(), (0.0).hex(), 1, 1)}


def test_partitioned_folders_are_scanned_for_columns_of_the_files(spark, tmp_path):
    """A column that is in the names of the folders only is left to Spark."""
    rows = [(day, *row) for day, row in enumerate(ROWS)]
    frame = spark.createDataFrame([(day % 3, *rest) for day, *rest in rows], f"day int, {SCHEMA}")
    frame.write.partitionBy("day").parquet(f"{tmp_path}/days")
    days = spark.read.parquet(f"{tmp_path}/days")

    assert is_scanned(days)
    assert measured(entropy(days)) == expected(ROWS)
    by_day = es.spark.entropy(days, "label", group_by="day")
    assert not is_scanned(days, group_by="day")
    assert measured(by_day) == expected([(day % 3, label) for day, _, label in rows])


def test_files_that_spark_may_ignore_are_left_to_it(spark, folder, tmp_path):
    """By an option or a setting."""
    (tmp_path / "rows" / "zzz.parquet").write_bytes(b"PAR1 no longer PAR1")
    frame = spark.read.option("ignoreCorruptFiles", True).schema(SCHEMA).parquet(folder)

    assert measured(entropy(frame)) == expected(ROWS)
