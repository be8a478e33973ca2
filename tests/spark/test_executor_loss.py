"""Executors that are killed during a batch change no bit of its result."""

import json
import random
import subprocess
import sys

import pytest

from tests.spark.availability import require_spark
from tests.spark.frames import bits, tallies_of
from tests.spark.processes import kill_session

require_spark(allow_module_level=True)
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

pytestmark = pytest.mark.slow

PATIENCE = 600  # seconds


def test_executor_is_killed_in_each_stage(tmp_path):
    """On a standalone cluster with two workers: nothing is lost, nothing counted twice."""
    draw = random.Random(5)
    rows = [(f"key{draw.randrange(20)}", f"label{draw.randrange(50)}") for _ in range(40_000)]
    (tmp_path / "rows").mkdir()
    for number in range(8):
        part = rows[number::8]
        table = pa.table({"key": [key for key, _ in part], "label": [label for _, label in part]})
        pq.write_table(table, tmp_path / "rows" / f"{number}.parquet")

    command = [sys.executable, "-m", "tests.spark.batch_program", str(tmp_path)]
    with (tmp_path / "program.log").open("wb") as log:
        program = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            code = program.wait(PATIENCE)
        finally:
            kill_session(program)
    assert code == 0, (tmp_path / "program.log").read_text()[-5000:]

    found = json.loads((tmp_path / "found.json").read_text())
    assert len(set(found["killed"])) == 2
    measured = {(key,): (h.hex(), g.hex(), n, k) for key, h, g, n, k in found["rows"]}
    assert measured == {key: bits(each) for key, each in tallies_of(rows).items()}
