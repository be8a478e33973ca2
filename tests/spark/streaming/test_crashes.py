"""Killed with SIGKILL, cluster and all, a stream goes on as if nothing had happened."""

import subprocess
import sys
import time
from random import Random

import pytest

pytest.importorskip("pyspark")

from entrostream.spark.streaming.panes import PaneRule
from tests.spark.processes import kill_session
from tests.spark.streaming.brute_force import require_same_windows
from tests.spark.streaming.stream_files import committed, random_batches, write_batches

pytestmark = pytest.mark.slow

RULE = PaneRule(30_000, 10_000)
BATCHES = random_batches(24, 2000, hosts=20, labels=50)
KILLS = 3
PATIENCE = 600  # seconds


def commits(folder):
    """Return how many triggers were committed."""
    return len(list((folder / "checkpoint" / "commits").glob("[0-9]*")))


def run(folder):
    """Start the stream with a cluster, in a session of their own."""
    command = [sys.executable, "-m", "tests.spark.streaming.stream_program", str(folder)]
    with (folder / "program.log").open("ab") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def run_and_kill(folder, delay):
    """Kill the stream some time after it has committed three triggers more."""
    wanted = commits(folder) + 3
    program = run(folder)
    try:
        end = time.monotonic() + PATIENCE
        while commits(folder) < wanted and time.monotonic() < end:
            assert program.poll() is None, (folder / "program.log").read_text()[-5000:]
            time.sleep(0.05)
        time.sleep(delay)
        assert program.poll() is None, "the stream ended before it was killed"
    finally:
        kill_session(program)
    assert commits(folder) >= wanted


def test_three_kills_lose_nothing_and_repeat_nothing(spark, tmp_path):
    """Windows and late rows are those of brute force over all rows, to the last bit."""
    write_batches(tmp_path / "input", BATCHES)
    draw = Random(7)
    for _ in range(KILLS):
        run_and_kill(tmp_path, delay=2 * draw.random())
    program = run(tmp_path)
    try:
        assert program.wait(PATIENCE) == 0, (tmp_path / "program.log").read_text()[-5000:]
    finally:
        kill_session(program)

    require_same_windows(committed(spark, tmp_path), BATCHES, RULE, 5000)
