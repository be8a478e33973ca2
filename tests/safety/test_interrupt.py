"""Ctrl-C ends a bulk call soon, and nothing of the call was applied."""

import contextlib
import gc
import signal
import threading
import time

import numpy as np
import pytest

import entrostream as es

pytestmark = pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(),
    reason="only the main thread gets signals",
)

ROWS = 6_000_000
SOON = 0.8  # seconds: 0.2, and as much as noise may add


@pytest.fixture(scope="module")
def rows():
    """Return columns long enough that every call takes a good part of a second."""
    numbers = np.random.default_rng(1).integers(0, 50, ROWS)
    return {
        "numbers": numbers,
        "many": np.tile(numbers.astype(np.int8), 10),
        "classes": numbers % 7,
        "weights": numbers + 0.5,
        "units": np.tile(numbers / 50, 4),
        "times": np.arange(ROWS),
        "different": np.random.default_rng(2).permutation(ROWS) * 1_000,
        "strings": numbers.astype(str).tolist() * 2,
        "counts": dict.fromkeys(range(1_000_000), 1),
    }


def filled(summary, *columns, **auxiliary):
    """Return the summary with some events in it."""
    summary.update_many(*columns, **auxiliary)
    return summary


def some(start=0):
    """Return a short column."""
    return np.arange(start, start + 1_000) % 30


CALLS = {
    "Tally.update_many": (
        lambda: filled(es.Tally(), some()),
        lambda tally, rows: tally.update_many(rows["different"]),
    ),
    "Tally.update_many of a list": (
        lambda: filled(es.Tally(), some()),
        lambda tally, rows: tally.update_many(rows["strings"]),
    ),
    "Tally.trace": (
        lambda: filled(es.Tally(), some()),
        lambda tally, rows: tally.trace(rows["many"]),
    ),
    "Tally.update_counts": (
        lambda: filled(es.Tally(), some()),
        lambda tally, rows: tally.update_counts(rows["counts"]),
    ),
    "SlidingWindow.update_many": (
        lambda: filled(es.SlidingWindow(10**7), some()),
        lambda window, rows: window.update_many(rows["many"]),
    ),
    "SlidingWindow.trace": (
        lambda: filled(es.SlidingWindow(1_500), some()),
        lambda window, rows: window.trace(rows["many"]),
    ),
    "SlidingWindow.trace of all measures": (
        lambda: filled(es.SlidingWindow(500), some()),
        lambda window, rows: window.trace(rows["numbers"], ("renyi2", "perplexity", "n")),
    ),
    "TimeWindow.update_many": (
        lambda: filled(es.TimeWindow(100), some(), times=np.arange(-1_000, 0)),
        lambda window, rows: window.update_many(rows["different"], times=rows["times"]),
    ),
    "TimeWindow.trace": (
        lambda: filled(es.TimeWindow(100), some(), times=np.arange(-1_000, 0)),
        lambda window, rows: window.trace(rows["different"], times=rows["times"]),
    ),
    "WeightedTimeWindow.update_many": (
        lambda: filled(es.WeightedTimeWindow(100), some(), times=np.arange(-1_000, 0)),
        lambda window, rows: window.update_many(
            rows["different"], rows["weights"], times=rows["times"]
        ),
    ),
    "WeightedTimeWindow.trace": (
        lambda: filled(es.WeightedTimeWindow(100), some(), times=np.arange(-1_000, 0)),
        lambda window, rows: window.trace(
            rows["numbers"], weights=rows["weights"], times=rows["times"]
        ),
    ),
    "FadingTally.update_many": (
        lambda: filled(es.FadingTally(fading_factor=0.999), some()),
        lambda tally, rows: tally.update_many(rows["many"]),
    ),
    "FadingTally.trace by time": (
        lambda: filled(es.FadingTally(half_life=10), some(), times=np.arange(-1_000, 0)),
        lambda tally, rows: tally.trace(rows["different"], times=rows["times"]),
    ),
    "FadingWindow.trace": (
        lambda: filled(es.FadingWindow(500, fading_factor=0.999), some()),
        lambda window, rows: window.trace(rows["many"]),
    ),
    "WeightedTally.update_many": (
        lambda: filled(es.WeightedTally(), some()),
        lambda tally, rows: tally.update_many(rows["numbers"], rows["weights"]),
    ),
    "WeightedTally.trace": (
        lambda: filled(es.WeightedTally(), some()),
        lambda tally, rows: tally.trace(rows["numbers"], weights=rows["weights"]),
    ),
    "AdaptiveWindow.update_many": (
        lambda: filled(es.AdaptiveWindow(), some()),
        lambda window, rows: window.update_many(rows["numbers"]),
    ),
    "AdaptiveWindow.trace": (
        lambda: filled(es.AdaptiveWindow(), some(), times=np.arange(-1_000, 0)),
        lambda window, rows: window.trace(rows["numbers"], "n", times=rows["times"]),
    ),
    "ADWIN.update_many": (
        lambda: filled(es.ADWIN(), np.linspace(0, 1, 1_000)),
        lambda adwin, rows: adwin.update_many(rows["units"]),
    ),
    "DivergenceWindow.trace": (
        lambda: filled(es.DivergenceWindow(500, reference="previous"), some()),
        lambda window, rows: window.trace(rows["numbers"]),
    ),
    "DivergenceWindow.update_many by time": (
        lambda: filled(
            es.DivergenceWindow("500s", reference=[1, 2]), some(), times=np.arange(-1_000, 0)
        ),
        lambda window, rows: window.update_many(rows["numbers"], times=rows["times"]),
    ),
    "ContingencyTable.update_many": (
        lambda: filled(es.ContingencyTable(), some(), some(3)),
        lambda table, rows: table.update_many(rows["different"], rows["numbers"]),
    ),
    "ContingencyTable.trace": (
        lambda: filled(es.ContingencyTable(), some(), some(3)),
        lambda table, rows: table.trace(rows["numbers"], rows["classes"], "gini_gain"),
    ),
    "ContingencyWindow.update_many": (
        lambda: filled(es.ContingencyWindow(10**7), some(), some(3)),
        lambda window, rows: window.update_many(rows["different"], rows["numbers"]),
    ),
    "ContingencyWindow.trace": (
        lambda: filled(es.ContingencyWindow(700), some(), some(3)),
        lambda window, rows: window.trace(rows["numbers"], rows["classes"], "gini_gain"),
    ),
    "ContingencyTimeWindow.update_many": (
        lambda: filled(es.ContingencyTimeWindow(100), some(), some(3), times=np.arange(-1_000, 0)),
        lambda window, rows: window.update_many(
            rows["different"], rows["numbers"], times=rows["times"]
        ),
    ),
    "ContingencyTimeWindow.trace": (
        lambda: filled(es.ContingencyTimeWindow(100), some(), some(3), times=np.arange(-1_000, 0)),
        lambda window, rows: window.trace(
            rows["numbers"], rows["classes"], "gini_gain", times=rows["times"]
        ),
    ),
}

READS = {
    "rolling_entropy": lambda rows: es.rolling_entropy(rows["many"], 1_000),
    "rolling_entropy in one thread": lambda rows: es.rolling_entropy(
        rows["many"], 1_000, threads=1
    ),
    "rolling_entropy by groups": lambda rows: es.rolling_entropy(
        rows["numbers"], 1_000, group_by=rows["classes"], threads=2
    ),
    "rolling_gini centred": lambda rows: es.rolling_gini(rows["numbers"], 99, center=True),
    "rolling_mutual_information": lambda rows: es.rolling_mutual_information(
        rows["numbers"], rows["classes"], 1_000
    ),
    "rolling_divergence": lambda rows: es.rolling_divergence(
        rows["numbers"], 1_000, reference="previous", threads=2
    ),
    "expanding_entropy": lambda rows: es.expanding_entropy(rows["many"]),
    "fading_entropy": lambda rows: es.fading_entropy(rows["many"], fading_factor=0.99),
    "fading_entropy by groups": lambda rows: es.fading_entropy(
        rows["numbers"], fading_factor=0.99, group_by=rows["classes"]
    ),
    "entropy": lambda rows: es.entropy(rows["different"]),
    "entropy with weights": lambda rows: es.entropy(rows["numbers"], weights=rows["weights"]),
    "information_gain": lambda rows: es.information_gain(rows["different"], rows["numbers"]),
    "chunks": lambda rows: list(es.rolling_entropy(iter([rows["numbers"]] * 20), 1_000)),
}


@contextlib.contextmanager
def handled(handler):
    """Let a timer's signal be handled so, and Ctrl-C no longer.

    Python drops what a handler raises inside of a callback of the garbage collector, and
    Hypothesis has one.
    """
    before = signal.signal(signal.SIGALRM, handler)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupted(call):
    """Say how long the processor worked before the call ended with KeyboardInterrupt."""
    with handled(signal.default_int_handler):
        began = time.process_time()  # others may use the machine as well
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.03)
            call()
        except KeyboardInterrupt:
            return time.process_time() - began
    raise AssertionError("the call was not interrupted")


@pytest.mark.parametrize(("make", "call"), CALLS.values(), ids=CALLS.keys())
def test_interrupted_call_changes_nothing(make, call, rows):
    """It ends soon, and the summary is what it was: equal, with the same bytes, and idle."""
    summary = make()
    before = summary.copy()

    took = interrupted(lambda: call(summary, rows))

    assert summary == before
    assert summary.to_bytes() == before.to_bytes()
    assert took < SOON


@pytest.mark.parametrize(("make", "call"), CALLS.values(), ids=CALLS.keys())
def test_interrupted_summary_goes_on(make, call, rows):
    """What comes afterwards counts as if nothing had happened."""
    summary = make()
    twin = summary.copy()
    interrupted(lambda: call(summary, rows))

    counts = dict.fromkeys(range(5_000), 1)
    short = {name: column[:5_000] for name, column in rows.items() if name != "counts"}
    for each in (summary, twin):
        call(each, {**short, "counts": counts})

    assert summary == twin
    assert summary.to_bytes() == twin.to_bytes()


@pytest.mark.parametrize("read", READS.values(), ids=READS.keys())
def test_interrupted_column_function_ends_soon(read, rows):
    """Whatever it reads, and in however many threads."""
    assert interrupted(lambda: read(rows)) < SOON


def test_interrupted_state_ends_soon(rows):
    """Bytes of millions of labels are neither written nor read without checks for signals."""
    tally = es.Tally()
    tally.update_many(rows["different"][:1_000_000])

    assert interrupted(tally.to_bytes) < SOON
    state = tally.to_bytes()
    assert interrupted(lambda: es.Tally.from_bytes(state)) < SOON
    assert interrupted(tally.counts) < SOON
    assert interrupted(lambda: es.Tally().merge(tally)) < SOON


def test_handler_that_returns_lets_the_call_finish(rows):
    """A signal is no reason to stop: only what its handler raises is."""
    calls = []
    window = es.SlidingWindow(1_500)
    with handled(lambda *_: calls.append(1)):
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.02)
        traced = window.trace(rows["numbers"], ("entropy", "perplexity"))
    alone = es.SlidingWindow(1_500)

    assert len(calls) > 1
    again = alone.trace(rows["numbers"], ("entropy", "perplexity"))
    assert all(np.array_equal(traced[name], again[name]) for name in again)
    assert window == alone


def test_handler_that_calls_the_summary_is_refused(rows):
    """It is at work; the error comes out of the call, and nothing was applied."""
    tally = filled(es.Tally(), some())
    before = tally.copy()
    with handled(lambda *_: tally.update("x")):
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        with pytest.raises(RuntimeError, match="summary is busy"):
            tally.trace(rows["many"])

    assert tally == before
    tally.update("x")
    assert tally.n == before.n + 1
