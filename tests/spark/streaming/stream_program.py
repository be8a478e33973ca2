"""A stream on a standalone cluster of its own, until all files are read.

Run as `python -m tests.spark.streaming.stream_program FOLDER`. It may be killed at any time, with
the cluster, and be run again.
"""

import sys
from pathlib import Path

import entrostream.spark
from tests.spark.cluster import Cluster, settings
from tests.spark.streaming.stream_files import read_stream, start

PARTITIONS = {"spark.sql.shuffle.partitions": 2}


def main(folder):
    with Cluster(folder / "cluster") as cluster:
        spark = entrostream.spark.session(cluster.url, settings() | PARTITIONS)
        found = entrostream.spark.stream(
            read_stream(spark, folder / "input"),
            "label",
            time="at",
            group_by="host",
            window="30s",
            slide="10s",
            lateness="5s",
        )
        start(found, folder).awaitTermination()
        spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
