"""A session in which Python workers run as this interpreter does."""

import sys

import pytest

import entrostream as es
from tests.spark.availability import require_spark

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402


def test_active_session_is_returned(spark):
    """Whoever started it; settings that can change at run time are set."""
    assert es.spark.session() is spark
    assert es.spark.session(config={"spark.sql.session.timeZone": "UTC"}) is spark
    assert spark.conf.get("spark.sql.session.timeZone") == "UTC"
    spark.conf.unset("spark.sql.session.timeZone")


def test_workers_run_this_interpreter(spark):
    """Not the first python3 on the PATH."""

    def interpreter(batches):
        import pyarrow as pa

        for _ in batches:
            yield pa.RecordBatch.from_pydict({"path": [sys.executable]})

    found = spark.range(1).mapInArrow(interpreter, "path string").collect()

    assert found == [(sys.executable,)]


def test_local_session_listens_on_the_loopback_address(spark):
    """And not on that of the network."""
    assert spark.conf.get("spark.driver.host") == "127.0.0.1"


def test_without_java_no_session_begins(monkeypatch):
    """One sentence instead of a log of Java's."""
    monkeypatch.setenv("JAVA_HOME", "/nowhere")

    with pytest.raises(RuntimeError, match=r"^JAVA_HOME is /nowhere, which has no bin/java: "):
        es.spark.session("local[2]")
