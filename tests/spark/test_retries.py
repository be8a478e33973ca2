"""Tasks that fail once and run again change no bit: nothing is lost, nothing counted twice."""

import random

import pytest

import entrostream as es
from tests.spark.availability import require_spark
from tests.spark.frames import bits, frame_of, measured, tallies_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402
from entrostream.spark import plans  # noqa: E402

DRAW = random.Random(23)
ROWS = [(DRAW.choice(["u", "v", None]), DRAW.choice("abcde")) for _ in range(500)]
TASKS = ("scanned_states", "partial_states", "read_whole_keys")


def failing_once(make, marker):
    """Return a maker of tasks; the first attempt of one per stage fails after all its work."""

    def made(*arguments):
        task = make(*arguments)

        def attempted(batches):
            from pyspark import TaskContext

            yield from task(batches)
            context = TaskContext.get()
            if context.partitionId() == 0 and context.attemptNumber() == 0:
                with open(marker, "a") as file:
                    file.write("failed\n")
                raise RuntimeError("the first attempt fails")

        return attempted

    return made


@pytest.fixture
def failed(monkeypatch, tmp_path):
    """Let a task of each stage fail once; return a function that says which did."""
    markers = {name: tmp_path / name for name in TASKS}
    for name, marker in markers.items():
        made = failing_once(getattr(plans, name), str(marker))
        monkeypatch.setattr(plans, name, made)
    return lambda: [name for name, marker in markers.items() if marker.exists()]


def test_scans_and_merges_that_fail_lose_nothing(spark, failed, tmp_path):
    """Parquet files, scanned by executors."""
    frame_of(spark, ROWS, "key string, label string", 5).write.parquet(f"{tmp_path}/rows")
    frame = spark.read.parquet(f"{tmp_path}/rows")

    result = es.spark.entropy(frame, "label", group_by="key")

    assert measured(result) == {key: bits(each) for key, each in tallies_of(ROWS).items()}
    assert failed() == ["scanned_states", "read_whole_keys"]


def test_sketches_and_merges_that_fail_lose_nothing(spark, failed):
    """A frame in memory, rolled up to one state."""
    frame = frame_of(spark, ROWS, "key string, label string", 5)
    tally = es.Tally([label for _, label in ROWS])

    states = es.spark.states(frame, "label", group_by="key", kind="sketch")
    sketch = es.spark.read_state(es.spark.merge_states(states))

    assert sketch.is_exact
    assert sketch.entropy.hex() == tally.entropy.hex()
    assert {label: count for label, count, _ in sketch.most_common()} == tally.counts()
    assert failed() == ["partial_states", "read_whole_keys"]
