"""Trees whose calls are interrupted, run out of memory, or are cut off by the end."""

import sys

import pytest

from tests.safety.programs import run

every_class = pytest.mark.parametrize("name", ["VFDTClassifier", "CVFDTClassifier"])

INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
from entrostream import tree as trees
from entrostream.tree import prequential

n = 4_000_000
rng = np.random.default_rng(1)
X = {f"x{i}": rng.random(n) for i in range(6)}
y = ((X["x0"] > 0.5) ^ (X["x1"] > 0.3)).astype(int)
few = {name: column[:5000] for name, column in X.items()}
tree = getattr(trees, sys.argv[2])()
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
    assert waited < 1, f"interrupted after {waited} s"
    tree.learn_many(few, y[:5000])
    print("interrupted")
"""


INTERRUPTIONS = [
    *((call, "VFDTClassifier") for call in ("learn_many", "prequential")),
    *((call, "CVFDTClassifier") for call in ("predict_many", "predict_proba_many")),
    *((call, "VFDTClassifier") for call in ("predict_many", "predict_proba_many")),
    *((call, "CVFDTClassifier") for call in ("learn_many", "prequential")),
]


@pytest.mark.parametrize(("call", "name"), INTERRUPTIONS)
def test_interrupt_ends_a_bulk_call_and_undoes_it(call, name):
    """Ctrl-C takes effect at once, and the tree can be used as if the call had not been made."""
    assert run(INTERRUPTED, call, name) == (0, "interrupted\n", "")


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
import resource, sys
from pathlib import Path
import numpy as np
from entrostream import tree as trees

classifier = getattr(trees, sys.argv[1])

rng = np.random.default_rng(3)
n = 20_000
X = {f"x{i}": rng.random(n) for i in range(30)}
X["name"] = np.array([f"name {i}" for i in rng.permutation(n)], dtype=object)
y = ((X["x0"] > 0.5) ^ (X["x1"] > 0.3)).astype(int)
first = {name: column[:2000] for name, column in X.items()}
rest = {name: column[2000:] for name, column in X.items()}
whole = classifier(explore=200)
whole.learn_many(X, y)

def used():
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()

failures = 0
for mib in range(0, 48, 2):
    tree = classifier(explore=200)
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
@every_class
def test_batch_without_memory_is_not_learned_at_all(name):
    """Whenever the memory ends; with memory it is learned as if nothing had happened."""
    assert run(SHORT_OF_MEMORY, name) == (0, "failed\n", "")


AT_EXIT = """
import threading, time, sys
import numpy as np
from entrostream.tree import VFDTClassifier, prequential

X = {"x": np.random.default_rng(1).random(30_000)}
y = (X["x"] > 0.5).astype(int)

def work():
    while True:
        criterion = (lambda counts: 0.5) if sys.argv[1] == "own" else "gini"
        tree = VFDTClassifier(split_criterion=criterion)
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
