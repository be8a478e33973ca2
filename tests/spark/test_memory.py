"""Memory of executors: flat in the rows of a key, and that of a sketch in its labels."""

import math
import os

import numpy as np
import pytest

import entrostream as es
from tests.spark.availability import require_spark

require_spark(allow_module_level=True)
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import entrostream.spark  # noqa: E402
from entrostream.spark import plans  # noqa: E402

pytestmark = pytest.mark.slow

MIB = 1 << 20
TASKS = ("scanned_states", "partial_states", "read_whole_keys")


def noting_memory(make, folder):
    """Return a maker of tasks that note the largest memory of their Python worker."""

    def made(*arguments):
        task = make(*arguments)

        def noted(batches):
            import resource

            yield from task(batches)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB
            with open(f"{folder}/{os.getpid()}", "w") as file:
                file.write(str(peak << 10))

        return noted

    return made


@pytest.fixture
def peak(monkeypatch, tmp_path):
    """Return a function that gives the largest memory of a Python worker so far, in bytes."""
    folder = tmp_path / "peaks"
    folder.mkdir()
    for name in TASKS:
        monkeypatch.setattr(plans, name, noting_memory(getattr(plans, name), str(folder)))
    return lambda: max(int(path.read_text()) for path in folder.iterdir())


def write_rows(folder, rows):
    """Write rows of 10 keys with 1000 labels each, in four files."""
    folder.mkdir()
    draw = np.random.default_rng(rows)
    names = pa.array([f"label{number}" for number in range(1000)])
    for number in range(4):
        labels = names.take(pa.array(draw.integers(0, 1000, rows // 4)))
        keys = pa.array(draw.integers(0, 10, rows // 4))
        table = pa.table({"key": keys, "label": labels})
        pq.write_table(table, folder / f"{number}.parquet", row_group_size=500_000)


@pytest.mark.parametrize("plan", ["scanned", "counted"])
def test_memory_is_flat_in_the_rows_of_a_key(spark, peak, tmp_path, plan):
    """Eight times the rows in the same workers, whose largest memory hardly rises.

    The rows that come in addition are 670 MB even as codes; allocators keep some tens.
    """
    write_rows(tmp_path / "few", 8_000_000)
    write_rows(tmp_path / "many", 64_000_000)

    def run(folder):
        frame = spark.read.parquet(str(tmp_path / folder))
        frame = frame if plan == "scanned" else frame.filter("key >= 0")
        return es.spark.entropy(frame, "label", group_by="key").agg({"n": "sum"}).first()[0]

    assert run("few") == 8_000_000
    before = peak()
    assert run("many") == 64_000_000
    assert peak() - before < 48 * MIB


@pytest.mark.parametrize("source", ["rows", "Parquet"])
def test_sketch_of_many_labels_stays_within_its_bytes(spark, peak, tmp_path, source):
    """A key with 10^7 distinct labels, which would take a tally hundreds of megabytes."""
    labels = 10_000_000

    def sketch(number):
        frame = spark.range(number).selectExpr("'u' AS key", "'label ' || id AS label")
        if source == "Parquet":
            frame.write.parquet(f"{tmp_path}/{number}")
            frame = spark.read.parquet(f"{tmp_path}/{number}")
        (row,) = es.spark.states(frame, "label", group_by="key", kind="sketch").collect()
        return row.state

    sketch(1_000_000)
    before = peak()
    state = sketch(labels)

    found = es.spark.read_state(state)
    assert found.nbytes <= 64 << 10
    assert len(state) < 1.05 * (64 << 10)  # as bytes, with lengths and a checksum
    assert peak() - before < 32 * MIB
    assert found.n == labels
    low, high = found.entropy_estimate().interval(0.9999)
    assert low < math.log2(labels) < high
