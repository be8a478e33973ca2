"""A Spark session with the settings that Python workers need."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from pyspark.sql import SparkSession

from entrostream.spark.java import provide_java
from entrostream.spark.state_store import PROVIDER, ROCKSDB

__all__ = ["session"]

LOOPBACK = "127.0.0.1"


def session(master: str | None = None, config: Mapping[str, Any] | None = None) -> SparkSession:
    """Give the active Spark session, or start one in which the functions of this module run.

    A new session finds Java (JAVA_HOME, then the PATH), and its Python workers
    use this interpreter, not the first `python3` on the PATH. A local one listens on the loopback
    address only. The state of its streams is in RocksDB. Any other session serves as well: this
    function is a convenience.

    Parameters
    ----------
    master : str, optional
        Where to run: "local[2]", "spark://host:7077", "yarn". By default what the environment
        configures, else "local[*]".
    config : mapping, optional
        Settings of Spark by their names, such as `{"spark.sql.shuffle.partitions": 8}`.

    Returns
    -------
    pyspark.sql.SparkSession
        The session.

    Raises
    ------
    RuntimeError
        If there is no Java.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> session.range(3).count()
    3
    """
    active = SparkSession.getActiveSession()
    if active is not None and master is None and not config:
        return active
    provide_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    builder = SparkSession.builder.config(PROVIDER, ROCKSDB)
    if master is not None:
        builder = builder.master(master)
        if master.startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", LOOPBACK)
            builder = builder.config("spark.driver.bindAddress", LOOPBACK)
            builder = builder.config("spark.driver.host", LOOPBACK)
    for name, value in (config or {}).items():
        builder = builder.config(name, str(value))
    return builder.getOrCreate()
