"""A batch on a standalone cluster of its own, an executor of which is killed in each of its stages.

Run as `python -m tests.spark.batch_program FOLDER`: FOLDER/rows has Parquet files, and
FOLDER/found.json will have the measures of each key and the executors that were killed.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import entrostream.spark
from entrostream.spark import plans
from tests.spark.cluster import Cluster, settings

STAGES = ("scanned_states", "read_whole_keys")  # the tasks of the two stages
SECONDS = 3  # that a task takes longer, to be killed at work
PATIENCE = 300


def slowly(make, marker):
    """Return a maker of tasks that leave a mark when they begin, and take their time to end."""

    def made(*arguments):
        task = make(*arguments)

        def slow(batches):
            with open(marker, "a"):
                pass
            yield from task(batches)
            time.sleep(SECONDS)

        return slow

    return made


def kill_executors(cluster, markers, killed):
    """Kill an executor when the tasks of a stage have begun, and again in the next stage."""
    for marker in markers:
        end = time.monotonic() + PATIENCE
        while not marker.exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(SECONDS / 4)
        executor = cluster.executors()[0]
        os.kill(executor, signal.SIGKILL)
        killed.append(executor)


def main(folder):
    markers = [folder / name for name in STAGES]
    for name, marker in zip(STAGES, markers, strict=True):
        setattr(plans, name, slowly(getattr(plans, name), str(marker)))
    killed = []
    with Cluster(folder / "cluster") as cluster:
        spark = entrostream.spark.session(cluster.url, settings())
        frame = spark.read.parquet(f"{folder}/rows")
        killer = threading.Thread(target=kill_executors, args=(cluster, markers, killed))
        killer.start()
        rows = entrostream.spark.entropy(frame, "label", group_by="key").collect()
        killer.join()
        spark.stop()
    found = {"killed": killed, "rows": [list(row) for row in rows]}
    (folder / "found.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
