"""A process may fork whenever no summary is at work in the thread that does."""

import os
import sys

import pytest

from tests.safety.programs import run

PROGRAM = """
import os, threading
import numpy as np
import entrostream as es

numbers = np.random.default_rng(1).integers(0, 50, 300_000)
tally = es.Tally()
tally.update_many(numbers)
expected = es.rolling_entropy(numbers, 100, group_by=numbers % 3, threads=2)

def work():
    while True:
        es.AdaptiveWindow().update_many(numbers)
        es.rolling_entropy(numbers, 100, group_by=numbers % 3, threads=2)

threading.Thread(target=work, daemon=True).start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        tally.update_many(numbers)
        again = es.rolling_entropy(numbers, 100, group_by=numbers % 3, threads=2)
        same = np.array_equal(again, expected, equal_nan=True) and tally.n == 2 * len(numbers)
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
print("the same")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python warns of threads and forks itself")
def test_fork_beside_bulk_work():
    """Parent and child both go on, with threads of their own."""
    assert run(PROGRAM) == (0, "the same\n", "")
