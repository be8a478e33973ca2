"""A program may end while daemon threads are in the middle of a bulk call."""

import os

import pytest

from tests.safety.programs import run_each

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

WORK = {
    "Tally.update_many": "es.Tally().update_many(floats)",
    "Tally.update_many of a list": "es.Tally().update_many(strings)",
    "Tally.update_many of an iterable": "es.Tally().update_many(s for s in strings)",
    "SlidingWindow.trace": "es.SlidingWindow(100).trace(numbers)",
    "TimeWindow.update_many": "es.TimeWindow(100).update_many(numbers, times=range(len(numbers)))",
    "FadingTally.trace": "es.FadingTally(fading_factor=0.9).trace(numbers)",
    "WeightedTally.update_many": "es.WeightedTally().update_many(numbers, floats)",
    "WeightedTimeWindow.update_many": "es.WeightedTimeWindow(100).update_many(numbers, floats, "
    "times=range(len(numbers)))",
    "AdaptiveWindow.update_many": "es.AdaptiveWindow().update_many(numbers)",
    "AdaptiveWindow.on_change": "es.AdaptiveWindow(on_change=lambda change: spin()).update_many("
    "np.arange(2_000) // 500)",
    "ADWIN.update_many": "es.ADWIN(on_change=lambda change: spin()).update_many(floats % 1)",
    "ContingencyTable.trace": "es.ContingencyTable().trace(numbers, numbers, 'gini_gain')",
    "ContingencyWindow.update_many": "es.ContingencyWindow(9).update_many(numbers, strings)",
    "ContingencyTimeWindow.trace": "es.ContingencyTimeWindow(9).trace(numbers, numbers, "
    "times=range(len(numbers)))",
    "estimates": "mine.entropy_estimate()",
    "counts": "mine.counts()",
    "bytes": "es.Tally.from_bytes(mine.to_bytes())",
    "slow labels": "es.Tally().update_many([Slow() for _ in range(9)])",
    "slow labels, one by one": "[slow.update(Slow()) for _ in range(9)]",
    "rolling_entropy": "es.rolling_entropy(numbers, 100, group_by=numbers, threads=2)",
    "rolling_entropy without groups": "es.rolling_entropy(numbers, 100, threads=2)",
    "rolling_divergence": "es.rolling_divergence(numbers, 100, reference='previous', threads=2)",
    "entropy": "es.entropy(floats)",
}

PREPARE = """
numbers = np.random.default_rng(1).integers(0, 50, 30_000)
floats = numbers + 0.5
strings = numbers.astype(str).tolist()
tally = es.Tally()
tally.update_many(range(10_000))
"""

PROGRAM = """
import sys, threading, time

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
PAUSES = (0.02, 0.03, 0.05, 0.08)  # seconds until the program ends


@needs_fork
def test_daemon_threads_do_not_disturb_the_end():
    """The exit code is that of the program, whenever it ends, and nothing is printed."""
    programs = {
        f"{name} after {pause} s": PROGRAM.format(work=work, pause=pause)
        for name, work in WORK.items()
        for pause in PAUSES
    }

    done = run_each(programs, at_once=2, prepare=PREPARE)

    assert done == (dict.fromkeys(programs, "0"), "")


# Code of the user that the library calls, and that is asleep when the interpreter exits.
CALLED = {
    "__hash__": "es.Tally().update(Hashed())",
    "__hash__ in bulk": "es.Tally().update_many([Hashed()])",
    "__hash__ in a tree": "tree.learn_one({'a': Hashed()}, 1)",
    "__eq__": "es.Tally().update_many([Equal(), Equal()])",
    "__eq__ in a column": "es.entropy([Equal(), Equal()])",
    "__next__": "es.Tally().update_many(map(asleep, range(3)))",
    "__iter__ of a list": "es.Tally().update_many(Held([1, 2]))",
    "__arrow_c_array__": "es.Tally().update_many(Array())",
    "__arrow_c_stream__": "es.Tally().update_many(Stream())",
    "items": "es.Tally().update_counts(Mapping(a=1))",
    "items in a tree": "tree.learn_one(Mapping(a=1), 1)",
    "__index__": "es.SlidingWindow(Whole())",
    "utcoffset": "es.TimeWindow(10).update('a', at=datetime.datetime(2020, 1, 1, tzinfo=Zone()))",
    "utcoffset in bulk": "es.TimeWindow(10).update_many("
    "['a', 'b'], times=[datetime.datetime(2020, 1, 1, tzinfo=Zone())] * 2)",
    "on_change": "es.AdaptiveWindow(on_change=asleep).update_many(np.arange(2_000) // 500)",
    "on_change of ADWIN": "es.ADWIN(on_change=asleep).update_many(np.arange(2_000) // 1_000)",
    "Change": "es.AdaptiveWindow(on_change=print).update_many(np.arange(2_000) // 500)",
    "Estimate": "mine.entropy_estimate()",
    "criterion": "[tree.learn_one({'a': i % 2}, i % 2) for i in range(500)]",
    "criterion in bulk": "tree.learn_many({'a': [0, 1] * 500}, [0, 1] * 500)",
    "__del__": "[last.update(i) for i in range(5_000)]",
    "__del__ in clear": "last.clear()",
}

CALLING_PROGRAM = """
import datetime, gc, sys, threading, time, types
import numpy as np
import entrostream as es
import entrostream.change, entrostream.estimate, entrostream.tree

def asleep(*_):
    called.set()
    while True:  # until the end: on a busy machine, any fixed time may be too short
        time.sleep(0.05)

class Hashed:
    def __hash__(self):
        return asleep(1)

class Equal:
    def __hash__(self):
        return 1
    def __eq__(self, other):
        return asleep(True)

class Array:
    def __arrow_c_array__(self, requested_schema=None):
        return asleep()

class Stream:
    def __arrow_c_stream__(self, requested_schema=None):
        return asleep()

class Held(list):
    def __iter__(self):
        return asleep(super().__iter__())
    def __del__(self):
        pass  # without the GIL, even this crashes

class Mapping(dict):
    def items(self):
        return Held(super().items())

class Whole:
    def __index__(self):
        return asleep(3)

class Zone(datetime.tzinfo):
    def utcoffset(self, at):
        return asleep(datetime.timedelta(0))

class Gone:
    def __del__(self):
        asleep()

class Late:
    def __del__(self, now=time.monotonic, collect=gc.collect):
        end = now() + 0.5
        while now() < end:
            collect()  # which crashes where another thread frees objects

def one_tree():
    slow = lambda table: asleep(0.5)
    return entrostream.tree.VFDTClassifier(split_criterion=slow, grace_period=1)

def window():
    last = es.SlidingWindow(1)
    last.update(Gone())
    return last

def work():
    tree, last, mine = one_tree(), window(), tally.copy()
    {work}

called = threading.Event()
tally = es.Tally()
tally.update_many("entropy")
entrostream.change.Change = entrostream.estimate.Estimate = lambda *arguments: asleep()
for _ in range(20):
    threading.Thread(target=work, daemon=True).start()
assert called.wait(20)
time.sleep(0.1)
sys.modules["late"] = types.ModuleType("late")
sys.modules["late"].late = Late()  # cleared at exit, while the threads wake up
"""


@needs_fork
def test_daemon_threads_that_wake_during_the_end_do_not_disturb_it():
    """Whatever the library called: the threads are stopped without unwinding the library."""
    programs = {name: CALLING_PROGRAM.format(work=work) for name, work in CALLED.items()}

    assert run_each(programs, at_once=4) == (dict.fromkeys(programs, "0"), "")
