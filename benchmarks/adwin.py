"""What one number costs in ADWIN: in bulk, one by one, and in river."""

from __future__ import annotations

import numpy as np
from river import drift

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target
from entrostream.river import ADWIN

BULK, SINGLE = "entrostream update_many", "entrostream update"
CLEARED, ADAPTER = "entrostream update, cleared", "entrostream.river ADWIN(keep=False)"
RIVER = "river ADWIN"

METHOD = """\
Nanoseconds per number, 0 or 1, with the parameters that all share by default. `update_many` takes
one array of float64; the others take a list of floats, one call each, and check after each whether
there was a change. Two of them keep what a cut left; river begins again after each change, and so
do those that are cleared: within each group all found the same changes with the same numbers,
which was compared before anything was timed."""

CASES = {"Bernoulli(0.2)": (0.2,), "a change every 10,000": (0.2, 0.5, 0.3, 0.6)}


def report(*, quick: bool) -> Report:
    events, repeats = (200_000, 3) if quick else (10**6, 9)
    found = Report("adwin", "ADWIN on numbers", METHOD, repeats)
    times = {}
    for case, levels in CASES.items():
        contestants = make_contestants(stream(levels, events))
        times[case], _ = hold(contestants, events=events, repeats=repeats, tolerance=0.0)
        found.record(case, times[case])
    found.tables = [time_table(times), ratio_table(times)]
    found.targets = targets(times)
    return found


def stream(levels: tuple[float, ...], events: int) -> np.ndarray:
    level = np.resize(np.repeat(levels, 10_000), events)
    return (np.random.default_rng(6).random(events) < level).astype(float)


def make_contestants(numbers: np.ndarray) -> list[Contestant]:
    def bulk(given):
        adwin = es.ADWIN()
        adwin.update_many(given)
        return [adwin.n_changes, *(change.found - 1 for change in adwin.changes)]

    def single(given, cleared=False):
        adwin, found = es.ADWIN(), []
        for i, number in enumerate(given):
            adwin.update(number)
            if adwin.changed:
                found.append(i)
                if cleared:
                    adwin.clear()
        return [len(found), *found]

    def cleared(given):
        return single(given, cleared=True)

    def detector(make):
        def run(given):
            adwin, found = make(), []
            for i, number in enumerate(given):
                adwin.update(number)
                if adwin.drift_detected:
                    found.append(i)
            return [len(found), *found]

        return run

    return [
        Contestant(BULK, bulk, lambda: numbers, answer="kept"),
        Contestant(SINGLE, single, numbers.tolist, answer="kept"),
        Contestant(CLEARED, cleared, numbers.tolist, answer="cleared"),
        Contestant(ADAPTER, detector(lambda: ADWIN(keep=False)), numbers.tolist, answer="cleared"),
        Contestant(RIVER, detector(drift.ADWIN), numbers.tolist, answer="cleared"),
    ]


def time_table(times: dict[str, Times]) -> Table:
    names = next(iter(times.values())).rounds
    rows = [(name, *(f"{each.median(name):,.1f}" for each in times.values())) for name in names]
    return Table("Nanoseconds per number", ("", *times), rows)


def ratio_table(times: dict[str, Times]) -> Table:
    rows = [
        (f"{RIVER} / {ours}", *(f"{each.ratio(RIVER, ours):,.2f}" for each in times.values()))
        for ours in (BULK, SINGLE, CLEARED, ADAPTER)
    ]
    return Table("Ratios (above 1: entrostream is faster)", ("", *times), rows)


def targets(times: dict[str, Times]) -> list[Target]:
    worst, where = min((each.ratio(RIVER, BULK), case) for case, each in times.items())
    return [Target(f"numbers per second in bulk over {RIVER}, worst case ({where})", worst, 4.5)]
