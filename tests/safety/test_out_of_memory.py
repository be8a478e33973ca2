"""Where memory runs out, a call raises MemoryError and nothing of it was applied."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.programs import run_each

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and preloading of Linux")

# Of each summary: how it is made, and the arguments of a bulk call, {} for the labels.
SUMMARIES = {
    "Tally": ("es.Tally()", ["{}"]),
    "SlidingWindow": ("es.SlidingWindow(500)", ["{}"]),
    "long SlidingWindow": ("es.SlidingWindow(2**40)", ["{}"]),
    "TimeWindow": ("es.TimeWindow(700)", ["{}, times=times"]),
    "late TimeWindow": ("es.TimeWindow(700, lateness=50)", ["{}, times=late"]),
    "WeightedTally": ("es.WeightedTally()", ["{}", "{}, weights"]),
    "WeightedTimeWindow": ("es.WeightedTimeWindow(700)", ["{}, weights, times=times"]),
    "late WeightedTimeWindow": (
        "es.WeightedTimeWindow(700, lateness=50)",
        ["{}, weights, times=late"],
    ),
    "FadingTally": ("es.FadingTally(fading_factor=0.99)", ["{}"]),
    "FadingTally by time": ("es.FadingTally(half_life=10)", ["{}, times=times"]),
    "limited FadingTally": ("es.FadingTally(fading_factor=0.5, max_labels=300)", ["{}"]),
    "FadingWindow": ("es.FadingWindow(100, fading_factor=0.99)", ["{}"]),
    "long FadingWindow": ("es.FadingWindow(2**40, fading_factor=1)", ["{}"]),
    "AdaptiveWindow": ("es.AdaptiveWindow()", ["{}"]),
    "AdaptiveWindow with times": ("es.AdaptiveWindow(0.5, block=4)", ["{}, times=times"]),
    "ContingencyTable": ("es.ContingencyTable()", ["{}, other"]),
    "ContingencyWindow": ("es.ContingencyWindow(500)", ["{}, other"]),
    "long ContingencyWindow": ("es.ContingencyWindow(2**40)", ["{}, other"]),
    "ContingencyTimeWindow": ("es.ContingencyTimeWindow(700)", ["{}, other, times=times"]),
    "late ContingencyTimeWindow": (
        "es.ContingencyTimeWindow(700, lateness=50)",
        ["{}, other, times=late"],
    ),
    "ADWIN": ("es.ADWIN()", ["units"]),
    "DivergenceWindow": ("es.DivergenceWindow(500, reference=[1, 2, 3])", ["{}"]),
    "long DivergenceWindow": (
        "es.DivergenceWindow(2**40, reference='previous', method='kullback-leibler')",
        ["{}"],
    ),
    "late DivergenceWindow": (
        "es.DivergenceWindow('700s', reference='previous', lateness=50)",
        ["{}, times=late"],
    ),
}

PREAMBLE = """
import ctypes, os, resource, sys
import numpy as np
import entrostream as es

numbers = np.random.default_rng(1)
{columns}
more = [str(number) for number in other] if {strings} else other
times = np.arange(len(more)) + 1_000
late = times - numbers.integers(0, 50, len(more))
weights = other + 0.5
units = other / other.max()

def filled():
    summary = {make}
    before = np.arange(100)
    times, late = before, before
    more, other, weights, units = before % 30, before % 7, before + 1.0, before / 100
    summary.update_many({arguments})
    return summary

def changes(summary):
    pairs, timed = "other" in {arguments!r}, "times=" in {arguments!r}
    yield "update_many", lambda: summary.update_many({arguments})
    if hasattr(summary, "trace"):
        yield "trace", lambda: summary.trace({traced})
    if hasattr(summary, "update_counts") and not timed:
        names = [(int(n), int(n)) if pairs else int(n) for n in other[:500]]
        counts = dict.fromkeys(names, 2)
        yield "update_counts", lambda: summary.update_counts(counts)
    if hasattr(summary, "remove_counts"):
        held = summary.counts()
        yield "remove_counts", lambda: summary.remove_counts(held)
    if hasattr(summary, "__add__") and not timed:
        another = summary.copy()
        another.update_many({arguments})
        yield "merge", lambda: summary.merge(another)
    yield "clear", lambda: summary.clear()
    yield "copy", lambda: summary.copy()
    yield "to_bytes", lambda: summary.to_bytes()
    state = summary.to_bytes()
    yield "from_bytes", lambda: type(summary).from_bytes(state)

def names():
    return [name for name, _ in changes(filled())]

def require_same(name, summary, before):
    assert summary == before, name
    assert summary.to_bytes() == before.to_bytes(), name
"""

FAILING = """
failing = ctypes.CDLL(None)

def fails(call, succeed):
    failing.fail_after(ctypes.c_long(succeed))
    try:
        call()
        return False
    except MemoryError:
        return True
    finally:
        met = failing.failures()
        failing.fail_after(ctypes.c_long(-1))
        globals()["met"] = met

for name in names():
    succeed = refused = 0
    while True:
        summary = filled()
        call = dict(changes(summary))[name]
        before = summary.copy()
        if fails(call, succeed):
            refused += 1
            require_same(name, summary, before)
            call()
        if met == 0:
            break
        succeed += 1 if succeed < 60 else 1 + succeed // 10
    if name in ("update_many", "copy"):
        assert refused, name
"""

LIMITED = """
def used():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[0]) * resource.getpagesize()

def limit(more):
    most = resource.RLIM_INFINITY if more is None else used() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

refused = 0
for name in names():
    for room in range(0, 10 << 20, 1 << 20):
        summary = filled()
        call = dict(changes(summary))[name]
        before = summary.copy()
        limit(room)
        try:
            call()
            limit(None)
            break
        except MemoryError:
            limit(None)
            refused += 1
            require_same(name, summary, before)
assert refused or {make!r} == "es.ADWIN()"  # which needs next to none
"""


def program(make, arguments, check, columns, *, strings=False):
    """Return the program that checks a summary and one way to call it."""
    given = arguments.format("more")
    text = PREAMBLE + check
    for name, value in {
        "make": make,
        "columns": columns,
        "strings": strings,
        "arguments": given,
        "traced": given if "DivergenceWindow" in make else traced(given),
    }.items():
        text = text.replace(f"{{{name}}}", str(value)).replace(f"{{{name}!r}}", repr(value))
    return text


def traced(arguments):
    """Return the arguments of `trace` for those of `update_many`."""
    first, *rest = arguments.split(", ")
    measures = "('mutual_information', 'gini_gain')" if "other" in rest else "('entropy', 'gini')"
    named = [f"{name}={name}" if name == "weights" else name for name in rest if name != "other"]
    return ", ".join([first, *({"other"} & set(rest)), measures, *named])


CASES = {
    f"{name}({arguments})": (make, arguments)
    for name, (make, calls) in SUMMARIES.items()
    for arguments in calls
}
every_case = pytest.mark.parametrize("case", CASES)


def run_all(check, columns, *, strings=False, **environment):
    """Run a check of all cases; return the wait status of each, and the errors."""
    programs = {
        name: program(*case, check, columns, strings=strings) for name, case in CASES.items()
    }
    return run_each(programs, **environment)


@pytest.fixture(scope="module")
def failing_new(tmp_path_factory):
    """Return a library whose operator new fails when it is told to."""
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    library = tmp_path_factory.mktemp("failing") / "failing_new.so"
    source = Path(__file__).with_name("failing_new.cpp")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", str(source), "-o", str(library)], check=True
    )
    return library


@pytest.fixture(scope="module")
def with_failing_new(failing_new):
    """Return what became of every case where allocations fail."""
    columns = "other = numbers.integers(0, 400, 2_000)"
    return run_all(FAILING, columns, strings=True, LD_PRELOAD=str(failing_new))


@pytest.fixture(scope="module")
def with_short_address_space():
    """Return what became of every case where the address space is limited."""
    return run_all(LIMITED, "other = numbers.permutation(60_000)")


@every_case
def test_any_allocation_may_fail(case, with_failing_new):
    """Each allocation of each call fails once, and all after it."""
    status, errors = with_failing_new
    assert status.get(case) == "0", errors


@every_case
def test_address_space_may_be_short(case, with_short_address_space):
    """The same where Python's own allocations fail as well."""
    status, errors = with_short_address_space
    assert status.get(case) == "0", errors


def test_programs_print_no_errors(with_failing_new, with_short_address_space):
    """Nor warnings."""
    assert (with_failing_new[1], with_short_address_space[1]) == ("", "")
