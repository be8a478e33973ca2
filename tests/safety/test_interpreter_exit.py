"""A program may end while daemon threads are in the middle of a bulk call."""

import pytest

from tests.safety.programs import run

WORK = {
    "Tally.update_many": "es.Tally().update_many(floats)",
    "Tally.update_many of a list": "es.Tally().update_many(strings)",
    "Tally.update_many of an iterable": "es.Tally().update_many(s for s in strings)",
    "SlidingWindow.trace": "es.SlidingWindow(100).trace(numbers)",
    "TimeWindow.update_many": "es.TimeWindow(100).update_many(numbers, at=range(len(numbers)))",
    "FadingTally.trace": "es.FadingTally(alpha=0.9).trace(numbers)",
    "WeightedTally.update_many": "es.WeightedTally().update_many(numbers, floats)",
    "WeightedTimeWindow.update_many": "es.WeightedTimeWindow(100).update_many(numbers, floats, "
    "at=range(len(numbers)))",
    "AdaptiveWindow.update_many": "es.AdaptiveWindow().update_many(numbers)",
    "AdaptiveWindow.on_change": "es.AdaptiveWindow(on_change=lambda change: spin()).update_many("
    "np.arange(2_000) // 500)",
    "Adwin.update_many": "es.Adwin(on_change=lambda change: spin()).update_many(floats % 1)",
    "ContingencyTable.trace": "es.ContingencyTable().trace(numbers, numbers, 'gini_gain')",
    "ContingencyWindow.update_many": "es.ContingencyWindow(9).update_many(numbers, strings)",
    "ContingencyTimeWindow.trace": "es.ContingencyTimeWindow(9).trace(numbers, numbers, "
    "at=range(len(numbers)))",
    "estimates": "mine.entropy_estimate()",
    "counts": "mine.counts()",
    "bytes": "es.Tally.from_bytes(mine.to_bytes())",
    "slow labels": "es.Tally().update_many([Slow() for _ in range(9)])",
    "slow labels, one by one": "[slow.update(Slow()) for _ in range(9)]",
    "rolling_entropy": "es.rolling_entropy(numbers, 100, by=numbers, threads=2)",
    "rolling_entropy without groups": "es.rolling_entropy(numbers, 100, threads=2)",
    "rolling_divergence": "es.rolling_divergence(numbers, 100, reference='previous', threads=2)",
    "entropy": "es.entropy(floats)",
}

PROGRAM = """
import sys, threading, time
import numpy as np
import entrostream as es

numbers = np.random.default_rng(1).integers(0, 50, 30_000)
floats = numbers + 0.5
strings = numbers.astype(str).tolist()
tally = es.Tally()
tally.update_many(range(10_000))

def spin():
    for _ in range(1_000):
        pass

class Slow:
    def __hash__(self):
        spin()
        return 7
    def __eq__(self, other):
        spin()
        return True

def work():
    slow, mine = es.Tally(), tally.copy()
    while True:
        {work}

sys.setswitchinterval(1e-5)
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep({pause})
"""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_daemon_threads_do_not_disturb_the_end(work):
    """The exit code is that of the program, and nothing is printed."""
    for pause in (0.1, 0.13):
        assert run(PROGRAM.format(work=work, pause=pause)) == (0, "", "")
