"""Settings of the whole test suite: repeatable examples, slow tests only on request."""

import gc
import os

from hypothesis import HealthCheck, settings

# The same examples in every run, and nothing written to disk.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
# Under the sanitizers, which show a fault at its first occurrence, and are slow.
settings.register_profile("few", settings.get_profile("repeatable"), max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_configure(config):
    """Leave out what takes minutes unless marks are chosen by hand (`-m slow`)."""
    config.option.markexpr = config.option.markexpr or "not slow"


def pytest_collection_finish():
    """Keep libraries and collected tests out of the garbage collector.

    They live until the end, and are half a million objects: each `gc.collect()` of a test took
    0.28 s with them, and takes less than a millisecond without.
    """
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    """Let the interpreter free everything, so that nanobind reports real leaks only."""
    gc.unfreeze()
