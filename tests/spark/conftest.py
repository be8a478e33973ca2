"""One Spark session for all tests of Spark, on two local cores."""

import shutil

import pytest


@pytest.fixture(scope="session")
def spark():
    """Return a session; skipped, with the reason, where PySpark or Java is missing."""
    entro = pytest.importorskip("entrostream.spark")
    if shutil.which("java") is None:
        pytest.skip("SPARK IS NOT TESTED: there is no Java on the PATH")
    config = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": 4,
        "spark.driver.memory": "1g",
    }
    session = entro.session("local[2]", config)
    yield session
    session.stop()
