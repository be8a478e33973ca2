"""Rows that are not learned leave no trace: a criterion that raises, Ctrl-C, no memory left."""

import sys

import numpy as np
import pytest

from entrostream._core import PrequentialCurve
from entrostream.tree import VFDTClassifier
from tests.safety.programs import run
from tests.tree.streams import columns, learned, rows


class BrokenError(Exception):
    """What a criterion of the user's own raises."""


class Fragile:
    """A criterion that raises when it is told to."""

    range = 1.0

    def __init__(self):
        self.calls_left = None

    def __call__(self, counts):
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise BrokenError
        return counts.max(axis=1).sum() / counts.sum()


@pytest.mark.parametrize("calls", [0, 1])
def test_criterion_that_raises_undoes_the_whole_batch(calls):
    """Rows before the call that failed are not learned, new names and classes are forgotten."""
    criterion = Fragile()
    stream = rows(1000)
    tree = learned(VFDTClassifier(criterion=criterion), stream[:300])
    before, attributes, classes = tree.to_bytes(), dict(tree.attributes), list(tree.classes)
    x, y = columns(rows(2000, seed=5))
    x["late"] = [None] * 10 + ["new"] * 1990
    y = ["another", *y[1:]]

    criterion.calls_left = calls
    with pytest.raises(BrokenError):
        tree.learn_many(x, y)

    assert tree.to_bytes() == before
    assert (dict(tree.attributes), list(tree.classes)) == (attributes, classes)
    criterion.calls_left = None
    never_failed = learned(VFDTClassifier(criterion=Fragile()), stream)
    assert learned(tree, stream[300:]).to_bytes() == never_failed.to_bytes()


def test_criterion_that_raises_undoes_a_row():
    """The row that was being learned, and the attribute that it brought."""
    criterion = Fragile()
    tree = VFDTClassifier(criterion=criterion)
    twin = VFDTClassifier(criterion=Fragile())
    failures = 0
    for place, (x, y) in enumerate(rows(1500)):
        x = {**x, f"new {place // 100}": place}
        before = tree.to_bytes()
        criterion.calls_left = 0
        try:
            tree.learn_one(x, y)
        except BrokenError:
            failures += 1
            assert tree.to_bytes() == before
            criterion.calls_left = None
            tree.learn_one(x, y)
        twin.learn_one(x, y)

    assert failures > 0
    assert tree.to_bytes() == twin.to_bytes()


def test_prequential_that_fails_changes_neither_tree_nor_scores():
    """What a progress bar raises, for one."""
    tree, curve = VFDTClassifier(), PrequentialCurve(1000)
    before = tree.to_bytes()
    x, y = columns(rows(40_000))

    def stop(*_):
        raise BrokenError

    with pytest.raises(BrokenError):
        tree._prequential([("age", "objects", x["age"])], y, None, curve, stop)

    assert tree.to_bytes() == before
    assert len(curve.finish()["rows"]) == 0


INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
from entrostream.tree import VFDTClassifier, prequential

n = 4_000_000
rng = np.random.default_rng(1)
X = {f"x{i}": rng.random(n) for i in range(6)}
y = ((X["x0"] > 0.5) ^ (X["x1"] > 0.3)).astype(int)
few = {name: column[:5000] for name, column in X.items()}
tree = VFDTClassifier()
tree.learn_many(few, y[:5000])
before = tree.to_bytes()
sent = []

def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

WORK = {
    "learn_many": lambda: tree.learn_many(X, y),
    "predict_many": lambda: [tree.predict_many(X) for _ in range(9)],
    "predict_proba_many": lambda: [tree.predict_proba_many(X) for _ in range(9)],
    "prequential": lambda: prequential(tree, X, y, progress=False),
}
threading.Timer(0.4, send).start()
try:
    WORK[sys.argv[1]]()
except KeyboardInterrupt:
    waited = time.monotonic() - sent[0]
    assert tree.to_bytes() == before, "rows were learned"
    assert waited < 1, f"answered after {waited} s"
    tree.learn_many(few, y[:5000])
    print("interrupted")
"""


@pytest.mark.parametrize(
    "call", ["learn_many", "predict_many", "predict_proba_many", "prequential"]
)
def test_interrupt_ends_a_bulk_call_and_undoes_it(call):
    """Ctrl-C is answered at once, and the tree can be used as if the call had not been made."""
    assert run(INTERRUPTED, call) == (0, "interrupted\n", "")


HANDLED = """
import os, signal, threading
import numpy as np
from entrostream.tree import VFDTClassifier

n = 1_000_000
X = {"x": np.random.default_rng(1).random(n)}
y = (X["x"] > 0.5).astype(int)
tree, busy = VFDTClassifier(), []

def handler(*_):
    try:
        tree.predict_one({"x": 0.1})
    except RuntimeError as error:
        busy.append(str(error))

signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
tree.learn_many(X, y)
signal.setitimer(signal.ITIMER_REAL, 0)
alone = VFDTClassifier()
alone.learn_many(X, y)
assert tree == alone
assert busy and all("busy" in message for message in busy)
print("done")
"""


def test_signal_handler_that_returns_lets_the_call_go_on():
    """And finds the tree busy."""
    assert run(HANDLED) == (0, "done\n", "")


SHORT_OF_MEMORY = """
import resource
from pathlib import Path
import numpy as np
from entrostream.tree import VFDTClassifier

rng = np.random.default_rng(3)
n = 20_000
X = {f"x{i}": rng.random(n) for i in range(30)}
X["name"] = np.array([f"name {i}" for i in rng.permutation(n)], dtype=object)
y = ((X["x0"] > 0.5) ^ (X["x1"] > 0.3)).astype(int)
first = {name: column[:2000] for name, column in X.items()}
rest = {name: column[2000:] for name, column in X.items()}
whole = VFDTClassifier(explore=200)
whole.learn_many(X, y)

def used():
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()

failures = 0
for mib in range(0, 48, 2):
    tree = VFDTClassifier(explore=200)
    tree.learn_many(first, y[:2000])
    before = tree.to_bytes()
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used() + (mib << 20), unlimited[1]))
    try:
        tree.learn_many(rest, y[2000:])
        failed = False
    except MemoryError:
        failed = True
    resource.setrlimit(resource.RLIMIT_AS, unlimited)
    if failed:
        failures += 1
        assert tree.to_bytes() == before, f"rows were learned with {mib} MiB"
        tree.learn_many(rest, y[2000:])
    assert tree == whole
print("failed" if failures else "never short")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_batch_without_memory_is_not_learned_at_all():
    """Whenever the memory ends; with memory it is learned as if nothing had happened."""
    assert run(SHORT_OF_MEMORY) == (0, "failed\n", "")


AT_EXIT = """
import threading, time, sys
import numpy as np
from entrostream.tree import VFDTClassifier, prequential

X = {"x": np.random.default_rng(1).random(30_000)}
y = (X["x"] > 0.5).astype(int)

def work():
    while True:
        tree = VFDTClassifier(criterion=(lambda counts: 0.5) if sys.argv[1] == "own" else "gini")
        tree.learn_many(X, y)
        tree.predict_many(X)
        prequential(tree, X, y)

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize("criterion", ["own", "gini"])
@pytest.mark.parametrize("seconds", ["0.05", "0.11", "0.2"])
def test_daemon_threads_at_work_do_not_disturb_the_end(criterion, seconds):
    """The interpreter ends as it would without them."""
    assert run(AT_EXIT, criterion, seconds) == (0, "", "")


def test_many_small_batches_are_one_large_one():
    """Being able to undo a batch changes nothing of what it does."""
    x, y = columns(rows(3000, missing=0.1))
    whole, pieces = VFDTClassifier(memory_limit="80KiB"), VFDTClassifier(memory_limit="80KiB")
    whole.learn_many(x, y)
    for first in np.arange(0, 3000, 37):
        piece = slice(first, first + 37)
        pieces.learn_many({name: column[piece] for name, column in x.items()}, y[piece])

    assert pieces == whole
