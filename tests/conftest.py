"""Settings of the whole test suite: repeatable examples, slow tests only on request."""

import gc
import os

from hypothesis import HealthCheck, settings

from tests.examples import ORDINARY
from tests.spark.availability import NOT_TESTED

# The same examples in every run, and nothing written to disk.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=ORDINARY,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
# Under the sanitizers, which show a fault at its first occurrence, and are slow.
settings.register_profile("few", settings.get_profile("repeatable"), max_examples=10)
# In `make test-slow`: other examples in each run, with what is needed to see a failure again.
settings.register_profile(
    "thorough",
    settings.get_profile("repeatable"),
    derandomize=False,
    max_examples=1000,
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_configure(config):
    """Leave out what takes minutes unless marks are chosen by hand (`-m slow`)."""
    config.option.markexpr = config.option.markexpr or "not slow"


def pytest_terminal_summary(terminalreporter):
    """Say aloud that Spark is not tested where it cannot run: a line among others is overlooked."""
    skipped = [
        report.longrepr[2]
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and NOT_TESTED in report.longrepr[2]
    ]
    if skipped:
        terminalreporter.section(NOT_TESTED, sep="!", red=True, bold=True)
        terminalreporter.line(skipped[0].partition(f"{NOT_TESTED}: ")[2])


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
