"""One Spark session for all tests of Spark: two local cores, and tasks that may fail once."""

import pytest

from tests.spark.availability import require_spark

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": 4,
    "spark.driver.memory": "1g",
}


@pytest.fixture(scope="session")
def spark():
    """Return a session; skipped, with the reason, where PySpark or Java is missing."""
    require_spark()
    import entrostream.spark

    session = entrostream.spark.session("local[2,2]", SETTINGS)
    yield session
    session.stop()
