"""Whether Spark can run here. Where it cannot, its tests are skipped, and the summary says so."""

from importlib.util import find_spec

import pytest

NOT_TESTED = "SPARK IS NOT TESTED"  # what tests/conftest.py looks for


def reason():
    """Return why Spark cannot run here; None if it can."""
    missing = [name for name in ("pyspark", "pyarrow", "pandas") if find_spec(name) is None]
    if missing:
        return f'{", ".join(missing)} is missing: pip install "entrostream[spark]"'
    from entrostream.spark.java import java_home

    try:
        java_home()
    except RuntimeError as error:
        return str(error)
    return None


def require_spark(**more):
    """Skip a test, or with `allow_module_level=True` a file, where Spark cannot run."""
    found = reason()
    if found is not None:
        pytest.skip(f"{NOT_TESTED}: {found}", **more)
