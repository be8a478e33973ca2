"""One summary is one thread's at a time: a call meanwhile is refused and changes nothing."""

import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import entrostream as es
from tests.laws.summaries import fresh_tally, reads
from tests.refusals import refused

BUSY = "summary is busy: it was called by a label's own code or another thread while at work"
ROWS = 5_000_000
MAKERS = {"Tally": es.Tally, "SlidingWindow": lambda **rule: es.SlidingWindow(1000, **rule)}
every_maker = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


@pytest.fixture(scope="module")
def stream():
    """Return five million labels."""
    return np.random.default_rng(6).geometric(0.01, ROWS)


def while_tracing(summary, stream, call):
    """Call again and again while another thread traces; return results and refusals."""
    results, refusals = [], []

    def attempt():
        try:
            results.append(call())
        except RuntimeError as error:
            refusals.append(str(error))

    tracing = threading.Thread(target=summary.trace, args=(stream,))
    tracing.start()
    while tracing.is_alive():
        attempt()
    tracing.join()
    return results, refusals


@every_maker
def test_read_meanwhile_is_refused_or_right(make, stream):
    """Before, or after, or not at all: never something in between."""
    summary, after = make(), make()
    summary.update_many("abc")
    after.update_many("abc")
    values = {summary.entropy}
    after.update_many(stream)
    values.add(after.entropy)

    results, refusals = while_tracing(summary, stream, lambda: summary.entropy)

    assert set(results) <= values
    assert set(refusals) == {BUSY}
    assert summary.counts() == after.counts()
    assert reads(summary) == reads(fresh_tally(after.counts()))


@every_maker
def test_update_meanwhile_is_refused_or_counted(make, stream):
    """Each update counts once or raises; all rows of the trace are there."""
    summary = make()

    results, refusals = while_tracing(summary, stream, lambda: summary.update("x"))

    assert set(refusals) == {BUSY}
    assert summary.counts().get("x", 0) <= len(results)
    if isinstance(summary, es.Tally):
        assert summary.counts() == Counter(stream.tolist()) + Counter(x=len(results))
    assert reads(summary) == reads(fresh_tally(summary.counts()))


CALLS = {
    "update": lambda s: s.update("x"),
    "update_many": lambda s: s.update_many(["x"]),
    "trace": lambda s: s.trace(["x"]),
    "update_counts": lambda s: s.update_counts({"x": 1}),
    "remove": lambda s: s.remove("a"),
    "remove_counts": lambda s: s.remove_counts({"a": 1}),
    "drop": lambda s: s.drop("a"),
    "clear": lambda s: s.clear(),
    "counts": lambda s: s.counts(),
    "most_common": lambda s: s.most_common(),
    "entropy": lambda s: s.entropy,
    "n": lambda s: s.n,
    "missing": lambda s: s.missing,
    "entropy_in": lambda s: s.entropy_in(3),
    "entropy_estimate": lambda s: s.entropy_estimate(),
    "gini_estimate": lambda s: s.gini_estimate(),
    "copy": lambda s: s.copy(),
    "to_bytes": lambda s: s.to_bytes(),
    "__getstate__": lambda s: s.__getstate__(),
    "repr": repr,
}


class Slow:
    """A label whose hash takes its time, until it is told to go on."""

    def __init__(self):
        self.hashed = threading.Event()
        self.go_on = threading.Event()

    def __hash__(self):
        self.hashed.set()
        self.go_on.wait(10)
        return 7


@every_maker
def test_every_call_meanwhile_is_refused(make):
    """While a label's hash is computed elsewhere, no method does anything else than refuse."""
    summary, other = make(), make()
    for each in (summary, other):
        each.update_many("aab")
    label = Slow()
    updating = threading.Thread(target=summary.update, args=(label,))
    updating.start()
    assert label.hashed.wait(10)
    calls = {**CALLS, "==": lambda s: s == other, "== on the right": lambda s: other == s}
    if make is es.Tally:
        calls["merge"] = lambda s: s.merge(other)
        calls["merge into another"] = lambda s: other.merge(s)
        calls["+"] = lambda s: s + other
        calls["+ on the right"] = lambda s: other + s
    for call in calls.values():
        with refused(RuntimeError, BUSY):
            call(summary)

    label.go_on.set()
    updating.join()
    assert summary.counts() == {"a": 2, "b": 1, label: 1}
    assert other.counts() == {"a": 2, "b": 1}


@every_maker
def test_threads_that_try_again_lose_nothing(make):
    """Four threads with a hundred columns each: every column is counted once."""
    summary = es.Tally() if make is es.Tally else es.SlidingWindow(10**7)
    columns = np.random.default_rng(8).integers(0, 50, (400, 5000))

    def applied(column):
        try:
            summary.update_many(column)
        except RuntimeError:
            return False
        return True

    def feed(column):
        while not applied(column):
            time.sleep(0)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(feed, columns))

    assert summary.counts() == Counter(columns.ravel().tolist())


@every_maker
def test_single_updates_of_plain_labels_never_meet(make):
    """Strings and numbers are counted without a pause: no call is refused, none is lost."""
    summary = es.Tally() if make is es.Tally else es.SlidingWindow(10**6)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def feed(label):
        for _ in range(20_000):
            summary.update(label)

    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(feed, ["a", "b", 3, -4]))
    finally:
        sys.setswitchinterval(interval)

    assert summary.counts() == {"a": 20_000, "b": 20_000, 3: 20_000, -4: 20_000}


def test_summaries_of_their_own_work_side_by_side(stream):
    """Threads that share nothing but the column disturb nobody."""
    tallies = [es.Tally() for _ in range(3)]
    threads = [threading.Thread(target=tally.update_many, args=(stream,)) for tally in tallies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0].counts() == Counter(stream.tolist())


COLUMNS = {
    "close integers": (np.zeros(400_000, dtype=np.int32), [0, 1, 5, 900]),
    "integers far apart": (np.zeros(400_000, dtype=np.int64), [0, -(2**62), 2**62, 7]),
    "floats": (np.zeros(400_000), [0.0, 0.5, float("nan"), -1e300]),
    "strings": (np.full(400_000, "a", dtype="U2"), ["a", "b", "bc", ""]),
}


@pytest.mark.parametrize(("column", "values"), COLUMNS.values(), ids=COLUMNS.keys())
@every_maker
def test_column_that_is_written_to_meanwhile_does_no_harm(make, column, values):
    """Which labels are counted is anybody's guess; that as many are as rows came is not."""
    stop = threading.Event()
    column = column.copy()

    def scribble():
        rng = np.random.default_rng(9)
        while not stop.is_set():
            column[rng.integers(0, len(column), 200)] = rng.choice(values)

    summary = make(missing="label")
    writing = threading.Thread(target=scribble)
    writing.start()
    try:
        for _ in range(10):
            summary.trace(column, "entropy")
            summary.update_many(column)
    finally:
        stop.set()
        writing.join()

    assert summary.n == min(20 * len(column), getattr(summary, "size", 10**9))
    assert sum(summary.counts().values()) == summary.n
    assert reads(summary) == reads(fresh_tally(summary.counts()))
